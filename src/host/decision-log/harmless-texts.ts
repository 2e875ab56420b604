/**
 * Texts in which there is no secret. The same names of sessions, tools and folders come
 * with every call, so what was found harmless is kept for a while, and looked up instead
 * of looked at. Texts with a sign of a secret are never kept.
 */
import { hasSecretSign, redact, secretSigns } from '../../mask/redact.ts';
import { type SignFilter, signFilter } from '../../mask/sign-filter.ts';

/**
 * Characters of a text that is kept, and how many are kept before all are let go: those that
 * come with every call are soon there again, and a small set is near at hand.
 */
const longestKept = 128;
const mostKept = 256;

let kept = new Set<string>();

/** Looks before a filter is worth its making. */
const fewLooks = 200;
let looks = 0;
let mayHaveSign: SignFilter | undefined;

function hasSign(text: string): boolean {
  if (mayHaveSign === undefined && ++looks > fewLooks) mayHaveSign = signFilter(secretSigns);
  return (mayHaveSign?.(text) ?? true) && hasSecretSign(text);
}

/** What `redact` gives for a text. */
export function redactKept(text: string): string {
  return kept.has(text) || areHarmless([text]) ? text : redact(text);
}

/** Whether a text was found to be harmless not long ago; false says nothing. */
export const isKeptHarmless = (text: string): boolean => kept.has(text);

/** Whether no text has so much as a sign of a secret; keeps the short ones. */
export function areHarmless(texts: readonly string[]): boolean {
  // One look at all of them: each look has a price of its own.
  if (hasSign(texts.length === 1 ? texts[0]! : texts.join('\n'))) return false;
  if (kept.size > mostKept) kept = new Set();
  for (const text of texts) if (text.length <= longestKept) kept.add(text);
  return true;
}
