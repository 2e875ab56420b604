/**
 * The paths that a call touches, and all the words of patterns that rules about paths
 * rest on, whatever is done to the path: one pass over each path finds all of them. A
 * path is looked at as its names with slashes around them, once for everything that
 * one part of the call does to it.
 */
import type { EffectVerb } from '../check/checked.ts';
import type { Facts } from '../facts/facts.ts';
import { compileLiterals } from '../pattern/literal-set.ts';
import { bitsOf, pathVerbs } from './candidate.ts';
import { unknown } from './doer.ts';
import { betweenSlashes } from './names-of-path.ts';
import { sentFile } from './object-test.ts';
import { namesOfTouched, type TouchedPath } from './path-test.ts';

/** The words that rest on paths to which one of some verbs is done. */
export interface PathShelf {
  readonly verbs: readonly EffectVerb[];
  /** All different. */
  readonly words: readonly string[];
  /** Takes note of a word that was found. */
  report(word: number): void;
  /** Takes note that any of the words could be there. */
  reportAll(): void;
}

/** Reports of an event what there is for the shelves for which `isOpen` says so. May throw where deriving facts does. */
export type PathPass<Shelf> = (facts: Facts, isOpen: (shelf: Shelf, facts: Facts) => boolean) => void;

/** Makes the automaton for all shelves. */
export function compilePathPass<Shelf extends PathShelf>(shelves: readonly Shelf[]): PathPass<Shelf> {
  const bits = shelves.map(({ verbs }) => bitsOf(verbs));
  const { texts, readers } = unite(shelves);
  const literals = compileLiterals(texts);
  /** Of the event that is looked at: the shelves that still want to know. */
  const wants = shelves.map(() => false);
  /** What is done to the path that is looked at. */
  let done = 0;
  const found = (text: number): void => {
    for (const { shelf, word } of readers[text] ?? nobody) {
      if (wants[shelf] === true && ((bits[shelf] as number) & done) !== 0) shelves[shelf]?.report(word);
    }
  };
  const look = (text: string | undefined, verbs: number): void => {
    if (text !== undefined) {
      done = verbs;
      literals.search(text, found);
      return;
    }
    for (const [at, shelf] of shelves.entries()) {
      if (wants[at] !== true || ((bits[at] as number) & verbs) === 0) continue;
      wants[at] = false;
      shelf.reportAll();
    }
  };
  return (facts, isOpen) => {
    let asked = 0;
    for (let at = 0; at < shelves.length; at++) {
      const wanted = isOpen(shelves[at] as Shelf, facts);
      wants[at] = wanted;
      if (wanted) asked |= bits[at] as number;
    }
    if (asked !== 0) eachPath(facts, asked, look);
  };
}

interface Reader {
  /** Its place among the shelves. */
  readonly shelf: number;
  readonly word: number;
}

const nobody: readonly Reader[] = [];

/** The words of all shelves, each once, and for each whose it is. */
function unite(shelves: readonly PathShelf[]): {
  readonly texts: readonly string[];
  readonly readers: readonly (readonly Reader[])[];
} {
  const all = new Map<string, Reader[]>();
  for (const [shelf, { words }] of shelves.entries()) {
    for (const [word, text] of words.entries()) {
      const readers = all.get(text);
      if (readers === undefined) all.set(text, [{ shelf, word }]);
      else readers.push({ shelf, word });
    }
  }
  return { texts: [...all.keys()], readers: [...all.values()] };
}

/**
 * Calls `look` for each path to which one of the asked verbs is done, with the verbs as
 * bits; without a text where its names could be any, or what is touched cannot be told.
 */
function eachPath(
  facts: Facts,
  asked: number,
  look: (text: string | undefined, verbs: number) => void,
): void {
  const { paths, sends, unknowns } = facts.effects;
  if (unknowns.length > 0) {
    look(undefined, asked);
    return;
  }
  let last: TouchedPath | undefined;
  let verbs = 0;
  for (const effect of paths) {
    const verb = verbBits[effect.kind];
    if ((verb & asked) === 0) continue;
    // A move is a read, a delete and a move of one path, one after the other.
    if (last !== undefined && !isSame(last, effect)) {
      look(textOfTouched(last, facts), verbs);
      verbs = 0;
    }
    last = effect;
    verbs |= verb;
  }
  if (last !== undefined) look(textOfTouched(last, facts), verbs);
  if ((asked & sendBit) === 0) return;
  for (const effect of sends) {
    const touched = sentFile(effect);
    if (touched === undefined) continue;
    look(touched === unknown ? undefined : textOfTouched(touched, facts), sendBit);
  }
}

const sendBit = bitsOf(['sends']);
const verbBits = {
  read: bitsOf(pathVerbs.read),
  write: bitsOf(pathVerbs.write),
  delete: bitsOf(pathVerbs.delete),
  empty: bitsOf(pathVerbs.empty),
  move: bitsOf(pathVerbs.move),
  copy: bitsOf(pathVerbs.copy),
};

/** Whether the names are the same for certain. */
const isSame = (one: TouchedPath, other: TouchedPath): boolean =>
  one.path === other.path &&
  one.recursive === other.recursive &&
  (one.others === other.others || (one.others.length === 0 && other.others.length === 0));

/** The names of a path, with slashes around them; undefined where they could be any. */
function textOfTouched(touched: TouchedPath, facts: Facts): string | undefined {
  return betweenSlashes(namesOfTouched(touched, facts, false));
}
