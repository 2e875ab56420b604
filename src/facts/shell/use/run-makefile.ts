/** What `make` runs: the recipes of a makefile that the call wrote, or that comes through a pipe. */
import { readPathShape } from '../../../pattern/path-shape.ts';
import { staticText, textShape } from '../../../pattern/shape.ts';
import { emptyStream, type Stream, streamOf } from '../word.ts';
import { scriptOnDisk, withFileRead } from './disk-script.ts';
import { executeMakefiles } from './loaded-files.ts';
import { scriptOfMakefile } from './makefile.ts';
import { type Running, readsInput, recordPipes } from './running.ts';
import { executeSources, runStream } from './script.ts';

/** A makefile that the call wrote, or that comes from a pipe: all of its recipes may be run. */
export function runMakefile(running: Running): void {
  const { invocation, words, io, state, shell, base, command, span } = running;
  const { traits, options, values } = invocation;
  if (!traits.makes || options.some(({ names }) => names.includes('-n'))) return;
  const given = values.filter(({ option }) => option === '-f');
  executeMakefiles(
    given.filter(({ value, at }) => words[at]?.stream === undefined && !readsInput(staticText(value))),
    given.length > 0 ? [] : makefiles,
    running,
  );
  const files = given.length > 0 ? given : makefiles.map((name) => ({ value: textShape(name), at: -1 }));
  const read = files.flatMap(({ value, at }): readonly (Stream | undefined)[] => {
    if (readsInput(staticText(value))) return [{ ...(io.stdin ?? emptyStream), from: [] }];
    const path = readPathShape(value, base);
    return [words[at]?.stream ?? withFileRead(state.file(path), running) ?? scriptOnDisk(path, running)];
  });
  for (const stream of read) if (stream !== undefined) executeSources(stream, running);
  const evaluated = options
    .filter(({ names }) => names.includes('--eval'))
    .map(({ value }) => streamOf(value ?? textShape('')));
  for (const stream of [...read, ...evaluated]) {
    if (stream === undefined) continue;
    recordPipes(stream.from, command, shell, io, span);
    const text = staticText(stream.shape);
    const script = text === undefined ? undefined : scriptOfMakefile(text);
    if (script !== undefined) runStream(streamOf(textShape(script)), 'shell', running, false);
    else if (!stream.isFile)
      shell.unknown('file', stream.shape.source, 'what the makefile does is not known', span);
  }
}

const makefiles = ['GNUmakefile', 'makefile', 'Makefile'];
