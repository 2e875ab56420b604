/**
 * The values that flow through a shell script: words, and what commands read and print. Each value keeps its
 * origins, so that the rules see it when a file is read in one place and sent in another.
 */
import {
  anyShape,
  joinPieces,
  type Piece,
  type Shape,
  staticText,
  textShape,
} from '../../pattern/text/shape.ts';
import type { PathEffect } from '../effect/effect.ts';

/** A longer text is not followed: scripts can double a text again and again. */
export const longestText = 65_536;

/** Where data may come from: the files that were read, and the commands that passed it on. */
export interface Origins {
  readonly sources: readonly PathEffect[];
  /** Indices into `Effects.commands`. */
  readonly from: readonly number[];
}

/** The origins of data that comes from no file and no command. */
export const noOrigins: Origins = { sources: [], from: [] };

/** One word of a command, after expansion. */
export interface Word extends Origins {
  readonly shape: Shape;
  /** Unknown and without quotes: it may become several words, or none. */
  readonly splits: boolean;
  /** The words of an array, for an assignment such as `export a=(x y)`. */
  readonly list?: (readonly Word[] & { readonly keyed?: true }) | undefined;
  /** It represents more words than the analysis looks at. */
  readonly many?: true;
  /** Set for a name that a glob finds only on some ways: the glob, and the numbers of these ways. */
  readonly found?: { readonly glob: GlobWays; readonly on: readonly number[] } | undefined;
  /** The listing that its text is: `$(find …)`. Its shape is unknown then. */
  readonly listed?: Listed | undefined;
  /** The paths that its text is, of a search in a substitution. A variable does not keep them. */
  readonly paths?: PrintedPaths | undefined;
  /** The listing that it is a line of. */
  readonly among?: Listed | undefined;
  /** What a reader of the word gets, for a process substitution. */
  readonly stream?: Stream | undefined;
  /** The command that reads what is written to the word: `>(cmd)`. */
  readonly sink?: Sink | undefined;
}

/** Names of files that a command has listed, one a line. */
export interface Listed {
  /** The lines without their ends. Their order is not known. */
  readonly lines: readonly string[];
  /** Whether it has all of the lines; otherwise it has some of them. */
  readonly isWhole: boolean;
  /** It has at most so many of the lines. */
  readonly most: number;
  readonly between: '\n' | '\0';
}

/** A listing that is worked out where it is asked for; undefined if it is not known. */
export type Listing = () => Listed | undefined;

/** The number of alternatives that one glob has. */
export interface GlobWays {
  readonly count: number;
}

/** A command that reads what is written to a word. */
export interface Sink {
  /** Whether its input has been passed to it. */
  fed: boolean;
  /** Runs the command on its input; gives what it prints. */
  readonly feed: (stream: Stream) => Stream;
}

/** What a command reads or prints. */
export interface Stream extends Origins {
  readonly shape: Shape;
  /** It is the content of a file from before the call. A script in it is a script of that file. */
  readonly isFile: boolean;
  /** It is the content of another file that has taken the place of this one: a shell that runs the file goes on with the old one. */
  readonly isOfAnotherFile?: boolean;
  /** It is added to a file. Its first piece is the earlier content of the file, which the call has not written. */
  readonly isAdded?: true;
  /** What it consists of, in this order, if files from before the call are among it. */
  readonly parts?: readonly Stream[];
  /** All possible texts, where the stream is one of several known ones. */
  readonly readings?: readonly Shape[];
  /** The shown path of the file on the disk that holds this code. */
  readonly file?: string;
  /** A text of a file is in it that must be no value: it may only run as a script. */
  readonly isClosed?: true;
  /** The listing that it is. A reader gets it by `withText`, as `listed`. */
  readonly listing?: Listing | undefined;
  readonly listed?: Listed | undefined;
  /** The paths that a search prints, if their names are not known. */
  readonly paths?: PrintedPaths;
}

/**
 * Patterns of paths. Each line is a path that fits one of them; if not `isWhole`, some lines may be other paths. `between` ends
 * each line. `arePlain`: no name has blanks or quotes, as far as the session has made it.
 */
export interface PrintedPaths {
  readonly paths: readonly Shape[];
  readonly isWhole: boolean;
  readonly arePlain?: boolean;
  readonly between: '\n' | '\0';
}

/** What is added to a file, without what that held before. Any other stream stays as it is. */
export const addedPart = (stream: Stream): Stream =>
  stream.isAdded === true
    ? { ...stream, shape: joinPieces(stream.shape.pieces.slice(1), stream.shape.source) }
    : stream;

/** A word with a known text. `source` is the text as it is written. */
export const wordOf = (text: string, source = text): Word => ({
  shape: textShape(text, source),
  splits: false,
  sources: noOrigins.sources,
  from: noOrigins.from,
});

/** A word with a partly known text. */
export const wordOfShape = (shape: Shape, origins: Origins = noOrigins): Word => ({
  shape,
  splits: false,
  sources: origins.sources,
  from: origins.from,
});

/** A stream with a partly known text, which is not the content of a file. */
export const streamOf = (shape: Shape, origins: Origins = noOrigins): Stream => ({
  shape: boundedShape(shape),
  isFile: false,
  sources: origins.sources,
  from: origins.from,
});

/** A stream without any text. */
export const emptyStream: Stream = streamOf(textShape(''));

/** A stream with an unknown text, which keeps its origins. */
export const unknownStream = (origins: Origins): Stream => streamOf(anyShape('…'), origins);
/** What a program gives to a command that it starts: a pager, a filter, a program that compresses. */
export const unknownInput: Stream = unknownStream(noOrigins);

/** All origins of all these values. */
export function mergeOrigins(...all: readonly (Origins | undefined)[]): Origins {
  let only: Origins | undefined;
  let isOnly = true;
  for (const each of all) {
    if (each === undefined || each.sources.length + each.from.length === 0) continue;
    if (only !== undefined) isOnly = false;
    only = each;
  }
  if (only === undefined) return noOrigins;
  // A word is an origin too. Only its two origin fields are copied.
  if (isOnly) return { sources: only.sources, from: only.from };
  const sources: PathEffect[] = [];
  const from: number[] = [];
  const known =
    originsOf(all) > fewOrigins ? { sources: new Set<PathEffect>(), from: new Set<number>() } : undefined;
  for (const each of all) {
    if (each === undefined) continue;
    for (const source of each.sources) addOnce(source, sources, known?.sources);
    for (const command of each.from) addOnce(command, from, known?.from);
  }
  return { sources, from };
}

/** Up to this number, searching a list is as fast as a set. */
const fewOrigins = 16;

/** Adds an item that the list does not contain yet; `known` is a set of the same items for long lists. */
function addOnce<Item>(item: Item, items: Item[], known: Set<Item> | undefined): void {
  if (known === undefined ? items.includes(item) : known.has(item)) return;
  known?.add(item);
  items.push(item);
}

/** Joins streams one after another. */
export function concatStreams(streams: readonly Stream[]): Stream {
  if (streams.length === 0) return emptyStream;
  const [only] = streams;
  if (streams.length === 1 && only !== undefined) return only;
  const pieces: Piece[] = [];
  for (const { shape } of streams) for (const piece of shape.pieces) pieces.push(piece);
  const whole = {
    ...streamOf(joinPieces(pieces, '…'), mergeOrigins(...streams)),
    ...closedAs(...streams),
  };
  const parts = streams.some(isOfFile) ? streams.flatMap((each) => each.parts ?? each) : [];
  return parts.length === 0 || parts.length > mostParts ? whole : { ...whole, parts };
}

/** The mark of a stream that is made of these. */
export const closedAs = (...streams: readonly Stream[]): Pick<Stream, 'isClosed'> =>
  streams.some(({ isClosed }) => isClosed) ? { isClosed: true } : {};

/** The same content with other origins. */
export const withOrigins = (stream: Stream, { sources, from }: Origins): Stream => ({
  ...stream,
  ...(isOfFile(stream) ? { parts: stream.parts ?? [stream] } : {}),
  sources,
  from,
});

/** Whether files from before the call are in a stream. */
export const isOfFile = ({ isFile, parts }: Stream): boolean => isFile || parts !== undefined;

/** The most parts of a stream that are kept apart. */
const mostParts = 64;

/** The lines of a known stream, without line ends; undefined for an unknown one. */
export function linesOf(stream: Stream | undefined): readonly string[] | undefined {
  const text = stream === undefined ? undefined : staticText(stream.shape);
  if (text === undefined) return undefined;
  const lines = text.split('\n');
  if (lines[lines.length - 1] === '') lines.pop();
  return lines;
}

/** One stream for each text that a stream may hold; undefined unless there are several known ones. */
export function readingsOf(stream: Stream | undefined): readonly Stream[] | undefined {
  if (stream?.readings === undefined) return undefined;
  const { readings, ...either } = stream;
  return readings.map((shape) => ({ ...either, shape }));
}

/** The number of known characters of a shape. */
export function lengthOf({ pieces }: Shape): number {
  let length = 0;
  for (const piece of pieces) if (piece.kind === 'text') length += piece.text.length;
  return length;
}

/** A shape; an unknown one in its place if it is too long to follow. */
export function boundedShape(shape: Shape): Shape {
  return shape.pieces.length > 1000 || lengthOf(shape) > longestText ? anyShape(shape.source) : shape;
}

/** The number of origins of all these values together. */
export function originsOf(all: readonly (Origins | undefined)[]): number {
  let sum = 0;
  for (const each of all) sum += originsOfOne(each);
  return sum;
}

/** The number of origins of a value. */
export const originsOfOne = (origins: Origins | undefined): number =>
  origins === undefined ? 0 : origins.sources.length + origins.from.length;
