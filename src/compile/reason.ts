/**
 * Reasons: templates filled with facts. What comes from the event is shortened,
 * freed of control characters and of anything that looks like a secret: the
 * reason is shown to an agent, and kept in transcripts.
 */
import type { CheckedRule, Template } from '../check/checked.ts';
import type { Facts } from '../facts/facts.ts';
import { fieldReader } from '../facts/read.ts';
import type { Binding } from './candidate.ts';
import { shorten, showFact } from './show-fact.ts';
import { notKnown, partOf } from './show-object.ts';

/** The whole reason, hint included. */
export const longestReason = 4000;

/** The reason of a rule, with its hint, for the objects that it is about. Never empty. */
export function compileReason({
  code,
  reason,
  hint,
}: CheckedRule): (facts: Facts, binding: Binding) => string {
  const main =
    reason === undefined
      ? () => `The policy rule ${code} does not allow this call.`
      : compileTemplate(reason);
  const advice = hint === undefined ? undefined : compileTemplate(hint);
  return (facts, binding) => {
    const text =
      advice === undefined ? main(facts, binding) : `${main(facts, binding)} ${advice(facts, binding)}`;
    return shorten(text, longestReason);
  };
}

function compileTemplate({ parts }: Template): (facts: Facts, binding: Binding) => string {
  const pieces = parts.map((part) => {
    if (part.kind === 'text') return () => part.text;
    if (part.kind === 'object') {
      return (facts: Facts, binding: Binding): string => {
        const shown = partOf(binding[part.slot], part.of, facts);
        return shown === undefined ? notKnown : showFact(shown);
      };
    }
    const read = fieldReader(part.field.entry.id, part.field.steps);
    return (facts: Facts): string => {
      const value = read(facts);
      if (typeof value === 'symbol') return '(not given)';
      return showFact(typeof value === 'string' ? value : JSON.stringify(value));
    };
  });
  return (facts, binding) => pieces.map((piece) => piece(facts, binding)).join('');
}
