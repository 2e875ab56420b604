/**
 * Words in the place of a verb that are no verbs: verbs of other languages, and misspelt ones. Each gets a sentence that
 * says what to write instead.
 */
import { effectTable, effectVerbs, foreignVerbs, isEffectVerb, participles } from '../vocabulary/effects.ts';
import { wordsIn } from '../vocabulary/words-in.ts';
import type { Span } from './source.ts';
import { byWord, nearest, operatorWords } from './words.ts';

/** Words for which several verbs are possible. */
const severalMeanings = byWord({
  'accesses access touches': 'write `reads or writes "…"` for a path, `connects to "…"` for a host',
  'uses use calls invokes': 'write `runs "…"` for a command, `tool is "…"` for a tool',
  'pushes push commits': 'write the command: `runs "git push"`, `runs "git commit"`',
  'downloads fetches': 'write `connects to any host`, or `connects to "…"`',
});

/** What to write instead of a verb of another language; undefined for a word that is none. `behind`: what it is about, as written. */
export function adviceForVerb(word: string, behind?: string): string | undefined {
  const lower = word.toLowerCase();
  const several = severalMeanings.get(lower);
  if (several !== undefined) return several;
  const verb = isEffectVerb(lower) ? lower : foreignVerbs.get(lower);
  if (verb === undefined) return undefined;
  const forms = effectTable[verb].forms.map((form) => `\`${form}\``).join(', or ');
  const own = effectTable[verb].verb;
  // `connect to @hosts` only lacks a letter.
  const lacksLetter = own.split(' ')[0] === `${lower}s`;
  if (lacksLetter && behind !== undefined) return `did you mean \`${own} ${behind}\`?`;
  return lacksLetter ? `did you mean \`${own}\`, as in ${forms}?` : `write ${forms}`;
}

/** Words that a predicate can follow. */
const openers: ReadonlySet<string> = new Set(['when', 'unless', 'and', 'or', 'not', 'might', '(', '=']);
/** Whether a token can follow a verb, but not a field. */
const isBehindVerb = (token: string): boolean =>
  /^["@*~]/.test(token) || ['any', 'anything', 'to', 'from', 'into', 'outside', 'content'].includes(token);
/** Subjects that look like a verb and its object. */
const subjects: ReadonlySet<string> = new Set([
  ...['tool', 'kind', 'path', 'host', 'command', 'package', 'agent', 'mcp', 'event', 'source', 'model'],
  ...wordsIn('origin harness client session workspace input extension shell cwd any every'),
  ...[...participles, 'spawned', 'working', 'value'],
  ...['when', 'unless'],
]);

export interface StrangeVerb {
  readonly word: string;
  readonly span: Span;
  readonly advice: string;
}

/**
 * The first word before a stop that is used as a verb but is none. `tokens` are those of the piece, up to a few after the
 * stop.
 */
export function findStrangeVerb(
  text: string,
  tokens: readonly Span[],
  offset: number,
): StrangeVerb | undefined {
  const words = tokens.map(({ start, end }) => text.slice(start, end));
  for (const [at, span] of tokens.entries()) {
    if (span.start > offset) return undefined;
    const [before = '', word = '', next] = [words[at - 1], words[at], words[at + 1]];
    if (!openers.has(before) || next === undefined || !/^[A-Za-z]/.test(word)) continue;
    if (operatorWords.has(word) || !isBehindVerb(next) || (subjects.has(word) && word !== 'access')) continue;
    const near = nearest(word, effectVerbs);
    const advice =
      adviceForVerb(word) ??
      (near === undefined || word.length < 4 ? undefined : `did you mean \`${near}\`?`);
    if (advice !== undefined) return { word, span, advice };
  }
  return undefined;
}
