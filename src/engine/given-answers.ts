/**
 * The answers that an engine has given, for retries. Beyond its bounds the answers that were not used for longest are
 * forgotten.
 */
import type { Decision, Finding } from './decision.ts';
import { isShared, SharedLists } from './shared-finding.ts';

export interface GivenAnswer {
  /** The client and the event's text: the same id with another text is no retry. */
  readonly content: string;
  readonly decision: Decision;
  /** The room that it takes, in characters. */
  readonly size: number;
}

export class GivenAnswers {
  readonly #most: number;
  readonly #mostCharacters: number;
  /** In order of use: the first one is forgotten first. */
  readonly #answers = new Map<string, GivenAnswer>();
  /** Its next entry is the first answer. A new iterator would step over the places of all forgotten answers each time. */
  #oldest: Iterator<[string, GivenAnswer]> | undefined;
  readonly #lists = new SharedLists();
  #characters = 0;

  constructor(most: number, mostCharacters: number) {
    this.#most = most;
    this.#mostCharacters = mostCharacters;
  }

  get(key: string): GivenAnswer | undefined {
    return this.#answers.get(key);
  }

  /** Notes that an answer was given again. */
  use(key: string, answer: GivenAnswer): void {
    const known = this.#answers.get(key);
    this.#characters += answer.size - (known?.size ?? 0);
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    // An iterator that does not move keeps the old tables of a changing map in memory.
    if (known !== undefined) this.#oldest = undefined;
    const isFull = (): boolean => this.#answers.size > this.#most || this.#characters > this.#mostCharacters;
    while (this.#answers.size > 0 && isFull()) this.#forgetOldest();
  }

  /** Keeps an answer. Kept decisions with the same long list of unsure rules share the list. */
  keep(key: string, content: string, decision: Decision): void {
    const unsure = this.#lists.share(decision.unsure);
    const kept = unsure === decision.unsure ? decision : { ...decision, unsure };
    this.use(key, { content, decision: kept, size: key.length + content.length + sizeOfFindings(kept) });
  }

  #forgetOldest(): void {
    this.#oldest ??= this.#answers.entries();
    const next = this.#oldest.next();
    if (next.done === true) {
      this.#oldest = undefined;
      return;
    }
    const [key, { size }] = next.value;
    this.#characters -= size;
    this.#answers.delete(key);
  }
}

/** Thousands of rules can be unsure of one call. */
const sizeOfFindings = ({ matched, unsure, watched }: Decision): number =>
  [matched, unsure, watched].reduce((sum, each) => sum + sizeOf(each), 0);

/** The size of the findings beyond the first few, which every answer may have. */
function sizeOf(findings: readonly Finding[]): number {
  // Other answers share the list. It still counts a little: this answer may be the last one with it.
  if (Object.isFrozen(findings)) return findings.length;
  let size = 0;
  for (let at = fewFindings; at < findings.length; at++) {
    const finding = findings[at];
    size += finding !== undefined && isShared(finding) ? sharedSize : findingSize;
  }
  return size;
}

/** About the characters of a finding, and of a reference to a shared one. */
const findingSize = 300;
const sharedSize = 8;
const fewFindings = 8;
