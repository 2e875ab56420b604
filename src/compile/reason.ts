/**
 * Reasons: templates filled with facts. What comes from the event is shortened,
 * freed of control characters and of anything that looks like a secret: the
 * reason is shown to an agent, and kept in transcripts.
 */
import type { CheckedRule, Template } from '../check/checked.ts';
import type { Facts } from '../facts/facts.ts';
import { fieldReader } from '../facts/read.ts';
import { redact } from './redact.ts';

/** A fact longer than this is cut. */
export const longestFact = 200;
/** So many characters of a fact are looked at for secrets before it is cut. */
const lookedAt = 4000;
/** The whole reason, hint included. */
export const longestReason = 4000;

/** The reason of a rule, with its hint, as a function of the facts. Never empty. */
export function compileReason({ code, reason, hint }: CheckedRule): (facts: Facts) => string {
  const main =
    reason === undefined
      ? () => `The policy rule ${code} does not allow this call.`
      : compileTemplate(reason);
  const advice = hint === undefined ? undefined : compileTemplate(hint);
  return (facts) => {
    const text = advice === undefined ? main(facts) : `${main(facts)} ${advice(facts)}`;
    return shorten(text, longestReason);
  };
}

function compileTemplate({ parts }: Template): (facts: Facts) => string {
  const pieces = parts.map((part) => {
    if (part.kind === 'text') return () => part.text;
    const read = fieldReader(part.field.entry.id, part.field.steps);
    return (facts: Facts): string => {
      const value = read(facts);
      if (typeof value === 'symbol') return '(not given)';
      return showFact(typeof value === 'string' ? value : JSON.stringify(value));
    };
  });
  return (facts) => pieces.map((piece) => piece(facts)).join('');
}

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
function shorten(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…` : text;
}
