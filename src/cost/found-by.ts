/** The words that a rule is found by, for people: without those that only the index uses. */
import type { KeySet } from '../rule-index/question.ts';

/** Words that a rule is found by, in the answers to one question. */
export interface FoundBy {
  /** What is looked at: `kind`, `program`, `path`, a field. */
  readonly of: string;
  /** Any of these; at least one. */
  readonly words: readonly string[];
}

/** Those of a keys, by what is looked at. */
export function foundBy(keys: KeySet): readonly FoundBy[] {
  const byQuestion = new Map<string, Set<string>>();
  for (const { question, word } of keys) {
    // It finds `git push` where that word of a call is not known: no word of the rule.
    if (question.id === 'program' && word.endsWith(' *')) continue;
    // Names for whole directories are no words of the rule either.
    if (hasControl(word)) continue;
    const of = nameOfQuestion(question.id);
    byQuestion.set(of, (byQuestion.get(of) ?? new Set()).add(word));
  }
  return [...byQuestion].map(([of, words]) => ({ of, words: [...words] }));
}

const hasControl = (word: string): boolean => word.charCodeAt(1) < 32;

/** What a question is about, without how it is asked: the views of a field and the verbs are the index's own. */
const nameOfQuestion = (id: string): string =>
  id
    .replace(/^(path|host) [a-z ]+$/, '$1')
    .replace(/^(any )?(text in )?(?:folded|composed|names|parts|matches(?:\/[a-z]+)?|path)!? /, '$1$2');
