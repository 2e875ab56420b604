/** What one search for candidates has found so far. It is made for a call and ends with it. */
import type { Facts } from '../facts/facts.ts';
import { type Answers, askKind } from './question.ts';

/** The rules that are found by one question, as a search sees them. */
export interface Bucket {
  /** Its place among the buckets. */
  readonly place: number;
  /** All different. */
  readonly words: readonly string[];
  /** The kinds of tools that its rules are about, where its question waits for the kind; undefined where it may be any. */
  readonly kinds: ReadonlySet<string> | undefined;
}

/** The words of a bucket that the call has; `all` where it may have any of them. */
export type FoundWords = Set<number> | 'all';

export class Search {
  readonly facts: Facts;
  /** By the place of the bucket; undefined while nothing is found. */
  found: Map<number, FoundWords> | undefined = undefined;
  #kinds: { readonly are: Answers | undefined } | undefined = undefined;

  constructor(facts: Facts) {
    this.facts = facts;
  }

  add({ place }: Bucket, word: number): void {
    this.found ??= new Map();
    const words = this.found.get(place);
    if (words === undefined) this.found.set(place, new Set([word]));
    else if (words !== 'all') words.add(word);
  }

  addAll({ place }: Bucket): void {
    this.found ??= new Map();
    this.found.set(place, 'all');
  }

  /** Whether the tool may be of one of these kinds. */
  mayBeOf(kinds: ReadonlySet<string> | undefined): boolean {
    if (kinds === undefined) return true;
    this.#kinds ??= { are: askKind.ask(this.facts) };
    const { are } = this.#kinds;
    if (are === undefined) return true;
    return typeof are === 'string' ? kinds.has(are) : are.some((kind) => kinds.has(kind));
  }
}
