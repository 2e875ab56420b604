/**
 * Reasons: templates filled with facts. A text from the event is shortened, and loses its control characters and anything
 * that looks like a secret: an agent sees the reason, and transcripts keep it.
 */
import type { CheckedRule, Template } from '../check/tree/checked.ts';
import type { Command } from '../facts/effect/effect.ts';
import type { Facts } from '../facts/facts.ts';
import { fieldReader } from '../facts/read.ts';
import { shorten, showFact } from '../mask/show-fact.ts';
import { durationInWords } from '../vocabulary/duration-in-words.ts';
import type { Binding } from './candidate.ts';
import { commandOfObject, fileOf, isHidden, notKnown, partOf, unknownParts } from './show-object.ts';

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
    const parts = [
      main(facts, binding),
      inFile(facts, binding),
      inPlace(facts, binding),
      advice?.(facts, binding),
    ];
    return shorten(parts.filter((part) => part !== undefined).join(' '), longestReason);
  };
}

/** Names the file, where the denied part is in a file that the call runs or reads and not in the call itself. */
function inFile(facts: Facts, binding: Binding): string | undefined {
  const inOne = binding.find((each) => fileOf(each) !== undefined);
  if (inOne === undefined) return undefined;
  const file = fileOf(inOne) ?? '';
  return `(It is in ${file === '-' ? 'standard input' : showFact(file)}, which the call ${isHidden(inOne, facts) ? 'reads' : 'runs'}.)`;
}

/** Says through what the denied part runs, where that is on another machine or in a container: paths are those there. */
function inPlace(facts: Facts, binding: Binding): string | undefined {
  for (const candidate of binding) {
    const command = commandOfObject(candidate, facts);
    const outer = command && facts.effects.commands.find((each) => leadsTo(each, command));
    if (outer !== undefined)
      return `(It runs through ${outer.program}, on another machine or in a container.)`;
  }
  return undefined;
}

/** Whether a command is reached through another, which runs it elsewhere. */
const leadsTo = (outer: Command, { via, span, file }: Command): boolean =>
  outer.elsewhere === true &&
  outer.program !== undefined &&
  via.includes(outer.program) &&
  outer.file === file &&
  outer.span.start <= span.start &&
  span.end <= outer.span.end;

/** RFC 3339 in whole seconds, rounded up: at that time it is possible. */
const timestamp = (time: number): string =>
  new Date(Math.ceil(time / 1000) * 1000).toISOString().replace('.000Z', 'Z');

function compileTemplate({ parts }: Template): (facts: Facts, binding: Binding) => string {
  const pieces = parts.map((part) => {
    if (part.kind === 'text') return () => part.text;
    if (part.kind === 'object') {
      return (facts: Facts, binding: Binding): string => {
        const shown = partOf(binding[part.slot], part.of, facts);
        return shown === undefined ? unknownParts[part.of] : showFact(shown);
      };
    }
    if (part.kind === 'label') {
      return ({ memory }: Facts): string => {
        const mark = memory.label(part.label);
        if (mark === undefined) return notKnown;
        return part.of === 'tool' ? showFact(mark.tool) : durationInWords(memory.now - mark.since);
      };
    }
    if (part.kind === 'limit') {
      return ({ memory }: Facts): string => {
        const state = memory.limit(part.limit);
        if (state === undefined) return notKnown;
        if (part.of === 'limit') return String(state.most);
        return part.of === 'period' ? durationInWords(state.period) : timestamp(state.retryAt);
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
