/**
 * Searches the paths that a call touches for the words of all rules about paths. One pass over a path finds all words, for
 * everything that one part of the call does to it. A path is searched as its names with slashes around them.
 */
import type { EffectVerb } from '../check/tree/checked.ts';
import { pathVerbs, verbBits } from '../facts/effect/effect-verbs.ts';
import type { Facts } from '../facts/facts.ts';
import type { MakeLiterals } from '../pattern/regex/literal-set.ts';
import { betweenSlashes, namesOfTouched, type TouchedPath } from './names-in-call.ts';
import type { Bucket, Search } from './search.ts';

/** The words of rules about paths to which one of some verbs is done. */
export interface PathBucket extends Bucket {
  readonly verbs: readonly EffectVerb[];
}

/** Adds the words that the paths of the call have. May throw where deriving facts does. */
export type PathSearch = (search: Search) => void;

/** Compiles one search for the words of all buckets. */
export function compilePathSearch(buckets: readonly PathBucket[], makeLiterals: MakeLiterals): PathSearch {
  const owned = buckets.map((bucket) => ({ bucket, bits: verbBits(bucket.verbs) }));
  const { texts, owners } = uniteWords(owned);
  const literals = makeLiterals(texts);
  return (search) => {
    const open = owned.filter(({ bucket }) => search.mayBeOf(bucket.kinds));
    const asked = open.reduce((bits, each) => bits | each.bits, 0);
    if (asked === 0) return;
    eachPath(search.facts, asked, (text, verbs) => {
      if (text === undefined) {
        for (const { bucket, bits } of open) if ((bits & verbs) !== 0) search.addAll(bucket);
        return;
      }
      literals.search(text, (at) => {
        for (const { owner, word } of owners[at] ?? none) {
          if ((owner.bits & verbs) !== 0 && open.includes(owner)) search.add(owner.bucket, word);
        }
      });
    });
  };
}

interface Owned {
  readonly bucket: PathBucket;
  /** Its verbs. */
  readonly bits: number;
}

/** A bucket that has a text as one of its words. */
interface WordOwner {
  readonly owner: Owned;
  readonly word: number;
}

const none: readonly never[] = [];

/** The words of all buckets, each once, and for each the buckets that have it. */
function uniteWords(all: readonly Owned[]): {
  readonly texts: readonly string[];
  readonly owners: readonly (readonly WordOwner[])[];
} {
  const byText = new Map<string, WordOwner[]>();
  for (const owner of all) {
    for (const [word, text] of owner.bucket.words.entries()) {
      const owners = byText.get(text);
      if (owners === undefined) byText.set(text, [{ owner, word }]);
      else owners.push({ owner, word });
    }
  }
  return { texts: [...byText.keys()], owners: [...byText.values()] };
}

/**
 * Calls `look` for each path to which one of the asked verbs is done, with these verbs as bits. The text is undefined where
 * the path may have any names, or it is not known which paths the call touches.
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
    const verb = bitsOfUse[effect.kind];
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
  for (const { source, inline } of sends) {
    if (source !== undefined) look(textOfTouched(source, facts), sendBit);
    // What is sent is neither in the call nor in a file that is known.
    else if (inline !== true) look(undefined, sendBit);
  }
}

const sendBit = verbBits(['sends']);
const bitsOfUse = {
  read: verbBits(pathVerbs.read),
  write: verbBits(pathVerbs.write),
  delete: verbBits(pathVerbs.delete),
  empty: verbBits(pathVerbs.empty),
  move: verbBits(pathVerbs.move),
  copy: verbBits(pathVerbs.copy),
};

/** Whether the names are the same for certain. */
const isSame = (one: TouchedPath, other: TouchedPath): boolean =>
  one.path === other.path &&
  one.recursive === other.recursive &&
  (one.others === other.others || (one.others.length === 0 && other.others.length === 0));

/** The names of a path, with slashes around them; undefined where they could be any. */
const textOfTouched = (touched: TouchedPath, facts: Facts): string | undefined =>
  betweenSlashes(namesOfTouched(touched, facts, false));
