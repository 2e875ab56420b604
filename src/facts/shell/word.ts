/**
 * The values that flow through a shell script: words, and what commands read
 * and print. Each carries what it may hold the content of, so that a file that
 * is read in one place and sent in another is seen as sent.
 */
import { anyShape, joinPieces, type Piece, type Shape, staticText, textShape } from '../../pattern/shape.ts';
import type { PathEffect } from '../effect.ts';

/** A longer text is not followed: scripts double texts to make them long. */
export const longestText = 65_536;

/** Where data may come from: files that were read, and the commands that it went through. */
export interface Origins {
  readonly sources: readonly PathEffect[];
  /** Indices into `Effects.commands`. */
  readonly from: readonly number[];
}

export const noOrigins: Origins = { sources: [], from: [] };

/** One word of a command, after expansion. */
export interface Word extends Origins {
  readonly shape: Shape;
  /** Written without quotes and not known: it may be several words, or none. */
  readonly splits: boolean;
  /** Of an assignment of an array among the words of a command: its words. */
  readonly list?: (readonly Word[] & { readonly keyed?: true }) | undefined;
  /** It stands for more words than are looked at. */
  readonly many?: true;
  /** Of what a glob finds, where that is one of several things: the ways on which it is among them. */
  readonly found?: { readonly glob: GlobWays; readonly on: readonly number[] } | undefined;
  /** What reading it gives, for a process substitution. */
  readonly stream?: Stream | undefined;
  /** What is written to it is read by a command of its own: `>(cmd)`. */
  readonly sink?: Sink | undefined;
}

/** The ways of one glob: what it finds may be this or that. */
export interface GlobWays {
  readonly count: number;
}

export interface Sink {
  /** Whether it has been given what it reads. */
  fed: boolean;
  /** Runs the command on what it reads; gives what it prints. */
  readonly feed: (stream: Stream) => Stream;
}

/** What a command reads or prints. */
export interface Stream extends Origins {
  readonly shape: Shape;
  /** It is the content of a file that was there before: a script in it is a script of that file. */
  readonly isFile: boolean;
  /** All that it may hold, where it is one of several texts that are known. */
  readonly readings?: readonly Shape[];
  /** It is code that the disk holds in this file, as it is shown. */
  readonly file?: string;
}

export const wordOf = (text: string, source = text): Word => ({
  shape: textShape(text, source),
  splits: false,
  sources: noOrigins.sources,
  from: noOrigins.from,
});

export const wordOfShape = (shape: Shape, origins: Origins = noOrigins): Word => ({
  shape,
  splits: false,
  sources: origins.sources,
  from: origins.from,
});

export const streamOf = (shape: Shape, origins: Origins = noOrigins): Stream => ({
  shape: bounded(shape),
  isFile: false,
  sources: origins.sources,
  from: origins.from,
});

export const emptyStream: Stream = streamOf(textShape(''));
export const unknownStream = (origins: Origins): Stream => streamOf(anyShape('…'), origins);

/** All that either may hold. */
export function mergeOrigins(...all: readonly (Origins | undefined)[]): Origins {
  let only: Origins | undefined;
  let isOnly = true;
  for (const each of all) {
    if (each === undefined || each.sources.length + each.from.length === 0) continue;
    if (only !== undefined) isOnly = false;
    only = each;
  }
  if (only === undefined) return noOrigins;
  // Words are origins too: only what they may hold is taken of them.
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

/** Among so many it is no more work to look for one than to keep a set of them. */
const fewOrigins = 16;

/** Adds what is not there yet; `known` is a set of what is, where there may be many. */
function addOnce<Item>(item: Item, items: Item[], known: Set<Item> | undefined): void {
  if (known === undefined ? items.includes(item) : known.has(item)) return;
  known?.add(item);
  items.push(item);
}

/** One stream after another. */
export function concatStreams(streams: readonly Stream[]): Stream {
  if (streams.length === 0) return emptyStream;
  const [only] = streams;
  if (streams.length === 1 && only !== undefined) return only;
  const pieces: Piece[] = [];
  for (const { shape } of streams) for (const piece of shape.pieces) pieces.push(piece);
  return streamOf(joinPieces(pieces, '…'), mergeOrigins(...streams));
}

/** The lines of a stream that is known, without the end of line; undefined otherwise. */
export function linesOf(stream: Stream | undefined): readonly string[] | undefined {
  const text = stream === undefined ? undefined : staticText(stream.shape);
  if (text === undefined) return undefined;
  const lines = text.split('\n');
  if (lines[lines.length - 1] === '') lines.pop();
  return lines;
}

/** A stream for each text that one may hold, where these are several that are known; undefined otherwise. */
export function readingsOf(stream: Stream | undefined): readonly Stream[] | undefined {
  if (stream?.readings === undefined) return undefined;
  const { readings, ...either } = stream;
  return readings.map((shape) => ({ ...either, shape }));
}

/** Characters of a shape, as far as they are known. */
export function lengthOf({ pieces }: Shape): number {
  let length = 0;
  for (const piece of pieces) if (piece.kind === 'text') length += piece.text.length;
  return length;
}

export function bounded(shape: Shape): Shape {
  return shape.pieces.length > 1000 || lengthOf(shape) > longestText ? anyShape(shape.source) : shape;
}

/** How many files and commands these may come from. */
export function originsOf(all: readonly (Origins | undefined)[]): number {
  let sum = 0;
  for (const each of all) sum += originsOfOne(each);
  return sum;
}

export const originsOfOne = (origins: Origins | undefined): number =>
  origins === undefined ? 0 : origins.sources.length + origins.from.length;
