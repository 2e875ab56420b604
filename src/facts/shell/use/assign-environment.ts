/** Variables that a command sets for what it starts: `env NAME=value`, `docker run -e NAME=value`. */
import { joinPieces, type Shape } from '../../../pattern/shape.ts';
import { type Origins, wordOfShape } from '../word.ts';
import type { Running } from './running.ts';
import { runVariable } from './running-variable.ts';

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
  const [, name, start = ''] = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s.exec(first.text) ?? [];
  if (name === undefined) return;
  const shape = joinPieces([{ kind: 'text', text: start }, ...rest], value.source);
  running.state.set(name, wordOfShape(shape, origins));
  running.state.export(name);
  runVariable(name, running.state, running.shell, running.io, running.span);
}
