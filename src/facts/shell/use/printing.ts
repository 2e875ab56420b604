/** The output of a command as a stream: its text or possible texts, if they are known, and its origins. */
import type { Shape } from '../../../pattern/shape.ts';
import { mannersOf } from '../../knowledge/manners.ts';
import { costOfText, spend } from '../budget.ts';
import {
  lengthOf,
  mergeOrigins,
  originsOf,
  originsOfOne,
  readingsOf,
  type Stream,
  streamOf,
  unknownStream,
} from '../word.ts';
import { type EchoReader, echoTexts } from './echo-text.ts';
import { changesFiles, outputOf } from './output.ts';
import type { Running } from './running.ts';

/**
 * The shell that runs a command, for its own `echo` and `printf`: certainly `bash`, `any` other one, or the
 * shell of the call. bylaw reads that shell as bash, but it may be zsh or dash, even if the tool is called
 * `Bash`.
 */
function shellOf(via: readonly string[]): EchoReader {
  const shell = via.findLast((program) => mannersOf(program).echo !== 'around');
  if (shell === undefined) return 'call';
  return mannersOf(shell).echo === 'bash' ? 'bash' : 'any';
}

/** The output of a command, with its origins. */
export function printed(program: string, isPath: boolean, running: Running): Stream {
  const { words, io, shell, state, reads, outputs, held, command, invocation } = running;
  const { prints } = mannersOf(program);
  const own = isPath || state.echoReads ? 'any' : shellOf(io.via);
  const isBash = own !== 'any';
  const stdin = invocation.traits.stdin === 'none' ? undefined : io.stdin;
  const length = io.stdin === undefined ? 0 : lengthOf(io.stdin.shape);
  spend(state.budget, reads.length + originsOf(outputs) + originsOf(held) + costOfText(length));
  const made = { sources: reads, from: [command] };
  const ordered =
    originsOfOne(stdin) + originsOf(words) + originsOf(outputs) + originsOf(held) === 0
      ? made
      : mergeOrigins(made, stdin, ...words, ...outputs, ...held);
  const output = (input: Stream | undefined): Shape | undefined =>
    outputOf(prints, words, input, state, shell.recorder.disk, isBash);
  const shape = output(io.stdin);
  const readings = prints === 'words' ? echoTexts(words, own) : printedOfEach(io.stdin, output);
  const several = readings.length > 1 ? { readings } : {};
  if (shape !== undefined)
    return {
      ...streamOf(shape, ordered),
      isFile: stdin?.isFile === true && shape === stdin.shape,
      ...several,
    };
  if (readings.length > 1) return { ...unknownStream(ordered), readings };
  // The output of `cat` for one file is that file, for a reader that may look at the disk.
  const isFile =
    shell.recorder.disk.isThere &&
    prints === 'files' &&
    !changesFiles(words) &&
    reads.length === 1 &&
    held.length === 0;
  if (isFile) return { ...unknownStream(ordered), isFile };
  const [only] = outputs;
  return only !== undefined && outputs.length === 1 ? { ...only, ...ordered } : unknownStream(ordered);
}

/** The output for each text that the command may read; none if it reads one text, or if an output is unknown. */
function printedOfEach(
  stdin: Stream | undefined,
  output: (input: Stream) => Shape | undefined,
): readonly Shape[] {
  const readings = readingsOf(stdin) ?? [];
  const outputs = readings.flatMap((each) => output(each) ?? []);
  return outputs.length === readings.length ? outputs : [];
}
