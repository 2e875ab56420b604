/**
 * The words that carry the structure of a policy file, and what a near miss of
 * one could have been meant to be.
 */

/** Words that open a declaration at the start of a line. */
export const declarationKeywords = [
  'policy',
  'import',
  'defaults',
  'list',
  'condition',
  'deny',
  'watch',
] as const;

/** Words that open what a file adds to the tables of commands and tools. */
export const knowledgeKeywords = ['wrapper', 'alias'] as const;

/** Verbs of the predicates about what a call does: no condition can have such a name. */
export const effectWords = [
  'reads',
  'writes',
  'deletes',
  'moves',
  'copies',
  'runs',
  'connects',
  'sends',
  'pipes',
  'installs',
  'spawns',
  'elevates',
] as const;

/** Words that open a clause of a rule. */
export const clauseKeywords = ['when', 'unless', 'if', 'reason', 'hint', 'severity', 'tags', 'test'] as const;

/** Words inside predicates, behind which something must follow. */
export const operatorWords: ReadonlySet<string> = new Set([
  ...['and', 'or', 'not', 'might', 'except', 'is', 'in', 'under', 'outside', 'does', 'contains', 'contain'],
  ...[
    'matches',
    'match',
    'starts',
    'start',
    'ends',
    'end',
    'with',
    'any',
    'every',
    'text',
    'size',
    'count',
    'of',
  ],
  ...[
    'kind',
    'content',
    'anything',
    'into',
    'without',
    ...declarationKeywords,
    ...clauseKeywords,
    ...effectWords,
  ],
]);

/** Words that are kept for parts of the language that this version does not have. */
export const reservedWords: ReadonlyMap<string, string> = new Map([
  ...['label', 'limit', 'scenario', 'while'].map((word) => [word, 'session memory'] as const),
  ...['window', 'during'].map((word) => [word, 'rules about time'] as const),
  ...['final'].map((word) => [word, 'layers of policies'] as const),
]);

/** More names than this are not gone through for a suggestion. */
const maximalCandidates = 1000;

/**
 * The candidate nearest to `word`, where one is near enough to be a slip of the
 * hand: at most a third of its letters changed, added, left out or swapped.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > 64) return undefined;
  const wanted = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1;
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

/** A "did you mean" sentence, or nothing where no candidate is near. */
export function suggestion(word: string, candidates: Iterable<string>): string | undefined {
  const near = nearest(word, candidates);
  return near === undefined ? undefined : `did you mean \`${near}\`?`;
}

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
