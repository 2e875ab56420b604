/** Variables that a command sets for what it starts: `env NAME=value`, `docker run -e NAME=value`. */
import { type PathShape, showPathShape } from '../../../../pattern/path/path-shape.ts';
import { anyShape, joinPieces, type Shape, staticText } from '../../../../pattern/text/shape.ts';
import { type Origins, wordOf, wordOfShape } from '../../word.ts';
import type { Running } from '../running/running.ts';
import { runVariable } from './running-variable.ts';
import { hasWritten, writtenText } from './written-module.ts';

/** Sets a variable from a word `NAME=value`, and runs what the variable makes programs run. */
export function assignEnvironment(value: Shape, origins: Origins, running: Running): void {
  const [first, ...rest] = value.pieces;
  if (first?.kind !== 'text') return;
  // A function that a shell takes from its environment.
  if (first.text.startsWith('BASH_FUNC_'))
    running.shell.unknown(
      'code',
      first.text,
      'it defines a function for a shell that the call starts',
      running.span,
    );
  const [, name, start = ''] = /^([A-Za-z_][A-Za-z0-9_.]*)=(.*)$/s.exec(first.text) ?? [];
  if (name === undefined) return;
  // bash takes a tilde behind the `=` for the home: `env d=~/x`.
  const isHome = /^~(?:\/|$)/.test(start);
  const text = { kind: 'text', text: isHome ? start.slice(1) : start } as const;
  const shape = joinPieces([...(isHome ? [{ kind: 'home' } as const] : []), text, ...rest], value.source);
  running.state.set(name, wordOfShape(shape, origins));
  running.state.export(name);
  runVariable(name, running.state, running.shell, running.io, running.span);
}

/** Sets the variables of a file that the call or the session wrote: `node --env-file=FILE`, `dotenv -f FILE cmd`. */
export function assignFromFile(path: PathShape, running: Running): void {
  const { shell, state, io, span } = running;
  if (!hasWritten(shell, state) || io.elsewhere) return;
  const content = writtenText(path, shell, state);
  if (content === undefined || content.isFile) return;
  const text = staticText(content.shape);
  if (text === undefined) {
    shell.unknown('file', showPathShape(path), 'what the call writes into these settings is not known', span);
    return;
  }
  for (const [, name = '', value = ''] of text.matchAll(
    /^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*=[ \t]*(.*?)[ \t]*$/gm,
  )) {
    const plain = value.replace(/^(["'`])(.*)\1$/s, '$2');
    state.set(name, value.includes('$') ? wordOfShape(anyShape(value)) : wordOf(plain));
    state.export(name);
    runVariable(name, state, shell, io, span);
  }
}
