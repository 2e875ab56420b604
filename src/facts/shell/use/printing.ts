/** The output of a command as a stream: its text or possible texts, if they are known, and its origins. */
import { showPathShape } from '../../../pattern/path/path-shape.ts';
import { anyShape, type Shape, staticText } from '../../../pattern/text/shape.ts';
import { mannersOf } from '../../knowledge/words/manners.ts';
import { costOfText, spend } from '../budget.ts';
import { withoutOrder } from '../state/listed-words.ts';
import {
  closedAs,
  concatStreams,
  isOfFile,
  lengthOf,
  mergeOrigins,
  originsOf,
  originsOfOne,
  readingsOf,
  type Stream,
  streamOf,
  unknownStream,
  withOrigins,
} from '../word.ts';
import { listingOf } from './files/listing.ts';
import { pathsPrinted } from './files/printed-paths.ts';
import { changesFiles, outputOf, writtenIn } from './output.ts';
import { type Running, readsInput } from './running/running.ts';
import { withShown } from './shown-variables.ts';
import { type EchoReader, echoTexts } from './text/echo-text.ts';

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
  const stream = plainlyPrinted(program, isPath, running);
  const { prints } = mannersOf(program);
  const listing = listingOf(prints, running);
  if (listing !== undefined) return { ...stream, listing };
  const paths = pathsPrinted(prints, running);
  return paths === undefined ? stream : { ...stream, paths };
}

function plainlyPrinted(program: string, isPath: boolean, running: Running): Stream {
  const words = withoutOrder(running.words);
  const { io, state, reads, outputs, held, command, invocation } = running;
  const { prints } = mannersOf(program);
  const own = isPath || state.modes.echoReads ? 'any' : shellOf(io.via);
  const isBash = own !== 'any';
  const stdin = invocation.traits.stdin === 'none' ? undefined : io.stdin;
  const length = io.stdin === undefined ? 0 : lengthOf(io.stdin.shape);
  spend(state.budget, reads.length + originsOf(outputs) + originsOf(held) + costOfText(length));
  const made = { sources: reads, from: [command] };
  const ordered = withShown(
    originsOfOne(stdin) + originsOf(words) + originsOf(outputs) + originsOf(held) === 0
      ? made
      : mergeOrigins(made, stdin, ...words, ...outputs, ...held),
    running,
  );
  const output = (input: Stream | undefined): Shape | undefined =>
    outputOf(prints, words, input, running, isBash);
  const content = prints === 'files' && !changesFiles(words) ? contentOfFiles(running) : undefined;
  if (content !== undefined) return withOrigins({ ...content, shape: anyShape('…') }, ordered);
  const shape = output(io.stdin);
  const readings = prints === 'words' ? echoTexts(words, own) : printedOfEach(io.stdin, output);
  const several = {
    ...(readings.length > 1 ? { readings } : {}),
    ...(prints === 'words' || prints === 'format' ? {} : closedAs(...inputsOf(running))),
  };
  if (shape !== undefined)
    return {
      ...streamOf(shape, ordered),
      isFile: stdin?.isFile === true && shape === stdin.shape,
      ...several,
    };
  if (readings.length > 1) return { ...unknownStream(ordered), readings };
  const [only] = outputs;
  return only !== undefined && outputs.length === 1 ? { ...only, ...ordered } : unknownStream(ordered);
}

/** What a command may read and print: standard input, and the files among its words that the call has written. */
const inputsOf = ({ words, io, state }: Running): readonly Stream[] =>
  [io.stdin, ...words.map((word) => word.stream ?? writtenIn(word, state))].filter(
    (stream) => stream !== undefined,
  );

/**
 * The output of `cat`: the content of its files, for a reader that may look at the disk. Undefined if it has no
 * file of this machine in it.
 */
function contentOfFiles({ words, io, state, reads, shell }: Running): Stream | undefined {
  if (!shell.recorder.disk.isThere || io.elsewhere) return undefined;
  const contents = words.flatMap((word) => {
    const text = staticText(word.shape);
    if (word.stream !== undefined) return [word.stream];
    if (readsInput(text)) return [io.stdin];
    if (text?.startsWith('-') === true) return [];
    const path = showPathShape(state.resolve(word.shape));
    const read = reads.find((each) => showPathShape(each.path) === path);
    const before = read && { ...unknownStream({ sources: [read], from: [] }), isFile: true };
    return [writtenIn(word, state) ?? before];
  });
  const known = contents.filter((content) => content !== undefined);
  if (known.length < contents.length || !known.some(isOfFile)) return undefined;
  return concatStreams(known);
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
