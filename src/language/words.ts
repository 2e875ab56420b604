/**
 * The words that carry the structure of a policy file, and suggestions for misspelt ones.
 */
import { effectVerbs } from '../vocabulary/effects.ts';
import { wordsIn } from '../vocabulary/words-in.ts';

/** Words that open a declaration at the start of a line. */
export const declarationKeywords = wordsIn(
  'policy import defaults list condition window deny watch label limit except',
);

/** Words that open what a file adds to the tables of commands and tools; a text follows the last two. */
export const knowledgeKeywords = ['wrapper', 'alias', 'command', 'tool'] as const;

/** Words that open a clause of a rule. */
export const clauseKeywords = wordsIn('when while unless if reason hint severity tags test scenario final');

/**
 * Words that open further clauses, where what belongs to them follows: they are words of fields and conditions as well.
 */
export const recordKeywords = ['owner', 'ticket', 'because', 'expires', 'exceptions'] as const;

/** Words inside predicates; but for `elevates`, something must follow them. */
export const operatorWords: ReadonlySet<string> = new Set([
  ...['and', 'or', 'not', 'might', 'except', 'is', 'in', 'under', 'outside', 'does', 'contains', 'contain'],
  ...wordsIn('matches match starts start ends end with any every text size count of'),
  ...[
    'kind',
    'during',
    'content',
    'anything',
    'into',
    'without',
    ...declarationKeywords,
    ...clauseKeywords,
    ...effectVerbs,
  ],
]);

/** Makes a table of words from one that has the words with the same entry in one text. */
export const byWord = (table: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(table).flatMap(([words, entry]) => wordsIn(words).map((word) => [word, entry] as const)),
  );

/** Words that open declarations in other systems, and what to write instead. */
export const foreignDeclarations = byWord({
  'allow permit grant approve accept':
    'nothing can grant a call: one that no rule denies goes on; what a rule lets pass follows its `unless`',
  'block forbid reject prohibit prevent disallow ban stop':
    'a rule that keeps a call from happening begins with `deny`',
  'warn log audit monitor observe alert report': 'a rule that only records begins with `watch`',
  'ask confirm prompt': 'a rule cannot ask: it begins with `deny`, and its `hint` says whom to ask',
  'rule policies rules': 'a rule begins with `deny` or `watch`, and its name',
  'define let set var const': 'lists are declared with `list`, conditions with `condition`',
  tests: 'in a rule it is `test`; a file of tests is called `….tests.policy`: give this one such a name',
  'include use require': 'another file is brought in with `import "…"`',
});

/** Words that open clauses in other systems, and what to write instead. */
export const foreignClauses = byWord({
  'message explanation msg': 'what the agent reads is the `reason`: `reason "…"`',
  'description title author version id name comment metadata':
    'what people should know goes into a comment after `#`, the `reason` or the `tags`',
  'priority order weight precedence':
    'there are no priorities: every rule counts, and `severity` says which of several gives the answer',
  level: 'how serious it is, says the `severity`',
  'enabled disabled active mode':
    'every rule of the file is in force; one that should only record begins with `watch`',
  'action effect then decision deny block': 'what a rule does is its first word: `deny` or `watch`',
  'where match on condition': 'conditions follow `when`',
  'allow permit except else ignore exclude': 'what a rule lets pass follows `unless`',
  'suggestion advice remediation fix help': 'what to do instead is the `hint`',
  during: 'what time it is is a condition: `when during office`',
  'until ends valid': 'an exception ends on a day: `expires 2027-03-01`',
  unsure: 'write `when unsure deny` or `when unsure note`',
});

/** Words for what a test expects that are none of its verdicts. */
export const meantVerdicts = byWord({
  'deny denied block blocks blocked forbid forbids reject rejects refuse refuses': 'denies',
  'allow allows allowed permit permits permitted pass accept accepts': 'passes',
});

/** At most so many names are compared for a suggestion. */
const maximalCandidates = 1000;

/**
 * The candidate nearest to `word`, where one is near enough to be a slip of the
 * hand: at most a third of its letters changed, added, left out or swapped, or `most` of them.
 */
export function nearest(
  word: string,
  candidates: Iterable<string>,
  most = Math.max(1, Math.floor(word.length / 3)),
): string | undefined {
  if (word.length > 64) return undefined;
  const wanted = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = most + 1;
  let tried = 0;
  for (const candidate of candidates) {
    if (++tried > maximalCandidates) break;
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Words of fewer letters that differ in one of them are mostly two words: `get` and `set`, `edit` and `exit`. */
const shortWord = 6;

/**
 * The nearest candidate for a word that may be right, since the list of candidates is not complete. A letter is lost, added
 * or swapped, or in a long word replaced; the first letter is the same. A plural or another case is not misspelt.
 */
export function nearestSlip(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length < 3 || /\d/.test(word)) return undefined;
  const isLikely = (other: string): boolean =>
    other[0] === word[0] &&
    other.toLowerCase() !== word.toLowerCase() &&
    `${other}s` !== word &&
    other !== `${word}s` &&
    (word.length >= shortWord || other.length !== word.length || sameLetters(word, other));
  return nearest(word, [...candidates].filter(isLikely), word.length < 8 ? 1 : 2);
}

export const sameLetters = (word: string, other: string): boolean =>
  [...word].sort().join('') === [...other].sort().join('');

/** Words as a choice: `a, b or c`. */
export const asChoice = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/** A "did you mean" sentence, or nothing where no candidate is near. */
export function suggestion(word: string, candidates: Iterable<string>): string | undefined {
  const all = [...candidates];
  const near = all.find((each) => isPluralOf(each, word) || isPluralOf(word, each)) ?? nearest(word, all);
  return near === undefined ? undefined : `did you mean \`${near}\`?`;
}

/** The one change of a word that is longer than a slip of the hand. */
const isPluralOf = (plural: string, singular: string): boolean =>
  singular.endsWith('y') && plural === `${singular.slice(0, -1)}ies`;

/** Insertions, deletions, replacements and swaps of neighbours. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
