/** Pieces of an event made safe to show: shortened, freed of control characters and of what looks like a secret. */
import { redact } from './redact.ts';

/** A fact longer than this is cut. */
export const longestFact = 200;
/** So many characters of a fact are looked at for secrets before it is cut. */
const lookedAt = 4000;

/** A piece of the event that is safe to show. */
export function showFact(text: string): string {
  const clean = redact(withoutControls(text.slice(0, lookedAt)));
  if (text.length <= lookedAt || clean.length > longestFact) return shorten(clean, longestFact);
  // The end is in sight: what the cut left of the last word may be the start of a secret.
  return `${clean.replace(/\S*$/, '')}…`;
}

/** Escape sequences go whole: what is left of one would hide the start of the word behind it. */
function withoutControls(text: string): string {
  return text.replace(/\u001b\[[0-9;]*[A-Za-z]/g, ' ').replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu, ' ');
}

/** Cuts a text that is too long, but never in the middle of a character. */
export function shorten(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…` : text;
}
