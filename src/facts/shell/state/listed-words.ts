/**
 * The words that a listing becomes: `$(find …)`, `$files`. Their order is not known, and perhaps only some of them are
 * there.
 */
import { anyShape, textShape } from '../../../pattern/text/shape.ts';
import {
  type Listed,
  mergeOrigins,
  type PrintedPaths,
  type Stream,
  streamOf,
  type Word,
  wordOfShape,
} from '../word.ts';
import { mostAlternatives } from './choice.ts';

/** A stream with the text that its listing has; with `listed`, and each text that it may have, where there are several. */
export function withListing(stream: Stream): Stream {
  const listed = stream.listing?.();
  if (listed === undefined) return stream;
  const [only, ...others] = listed.lines;
  const textOf = (line: string): Stream['shape'] => textShape(line + listed.between, stream.shape.source);
  if (only === undefined || listed.most === 0) return streamOf(textShape(''), stream);
  if (others.length === 0 && listed.isWhole) return streamOf(textOf(only), stream);
  if (listed.most > 1 || listed.lines.length > mostAlternatives) return { ...stream, listed };
  const none = listed.isWhole ? [] : [textShape('')];
  return { ...stream, listed, readings: [...listed.lines.map(textOf), ...none] };
}

/** Each text that a word may have that is a listing of at most one line; undefined if there are too many. */
export function alternativesIn({ listed, ...word }: Word): readonly Word[] | undefined {
  if (listed === undefined || listed.most > 1 || listed.lines.length > mostAlternatives) return undefined;
  const none = listed.isWhole ? [] : [''];
  return [...listed.lines, ...none].map((line) => ofLine(line, listed, word));
}

/** The words that a listing becomes without quotes; undefined if a line of it is a glob as well. */
export function wordsOfListing({ listed, ...word }: Word): readonly Word[] | undefined {
  if (listed === undefined || listed.between === '\0') return undefined;
  if (listed.lines.some((line) => /[*?[\\]/.test(line))) return undefined;
  return listed.lines.flatMap((line) =>
    line
      .split(/[ \t\n]+/)
      .filter((each) => each !== '')
      .map((each) => ofLine(each, listed, word)),
  );
}

/** The words that the paths of a search become without quotes; undefined if a name may become several words. */
export const wordsOfPaths = (
  { paths, isWhole, arePlain, between }: PrintedPaths,
  word: Word,
): readonly Word[] | undefined =>
  isWhole && arePlain === true && between === '\n'
    ? fromLast(paths).map((shape) => ({ ...word, shape, splits: false, paths: undefined }))
    : undefined;

/** The same, with the last one in front as well: any of them may be the first word. */
const fromLast = <Each>(all: readonly Each[]): readonly Each[] =>
  all.length > 1 ? [...all.slice(-1), ...all] : all;

const ofLine = (line: string, among: Listed, word: Word): Word => ({
  ...word,
  shape: textShape(line, word.shape.source),
  splits: false,
  among,
});

/** Whether a word is a line of a listing that may lack it. */
export const isPerhaps = ({ among }: Word): boolean =>
  among !== undefined && !(among.isWhole && among.lines.length <= among.most);

/** The words, with one that is not known in the place of several of one listing: for what depends on their order. */
export function withoutOrder(words: readonly Word[]): readonly Word[] {
  const several = severalOf(words);
  if (several.size === 0) return words;
  const seen = new Set<Listed>();
  return words.flatMap((word) => {
    if (word.among === undefined || !several.has(word.among)) return [word];
    if (seen.has(word.among)) return [];
    seen.add(word.among);
    const { among, shape } = word;
    const all = mergeOrigins(...words.filter((each) => each.among === among));
    return [{ ...wordOfShape(anyShape(shape.source), all), splits: true }];
  });
}

/** The listings that gave several of these words. */
export function severalOf(words: readonly Word[]): ReadonlySet<Listed> {
  const several = new Set<Listed>();
  const seen = new Set<Listed>();
  for (const { among } of words) {
    if (among === undefined) continue;
    if (seen.has(among)) several.add(among);
    seen.add(among);
  }
  return several;
}
