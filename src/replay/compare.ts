/** Two answers to one call → what differs between them, and which rule it is about. */
import type { Answer } from './step.ts';

export const changeKinds = [
  'newly-denied',
  'newly-passing',
  'code-changed',
  'newly-unsure',
  'no-longer-unsure',
] as const;
export type ChangeKind = (typeof changeKinds)[number];

export interface AnswerChange {
  readonly kind: ChangeKind;
  /** The rule that makes the difference: for a denial that is gone, the rule that denied. */
  readonly rule: string;
  /** Only if the code changes: the earlier code. */
  readonly was: string | null;
}

/** All differences; empty if the answers are the same. */
export function compare(before: Answer, after: Answer): readonly AnswerChange[] {
  return [...ofEffect(before, after), ...ofUnsure(before.unsure, after.unsure)];
}

function ofEffect(before: Answer, after: Answer): AnswerChange[] {
  const was = before.code ?? unnamed;
  const now = after.code ?? unnamed;
  if (before.effect !== after.effect) {
    return after.effect === 'deny'
      ? [{ kind: 'newly-denied', rule: now, was: null }]
      : [{ kind: 'newly-passing', rule: was, was: null }];
  }
  return after.effect === 'deny' && was !== now ? [{ kind: 'code-changed', rule: now, was }] : [];
}

/** bylaw makes no denial without a code, but a record may have one. */
const unnamed = '(no code)';

function ofUnsure(before: Answer['unsure'], after: Answer['unsure']): AnswerChange[] {
  if (before === undefined || after === undefined) return [];
  const only = (these: readonly string[], those: readonly string[], kind: ChangeKind): AnswerChange[] =>
    [...new Set(these)].filter((code) => !those.includes(code)).map((rule) => ({ kind, rule, was: null }));
  return [...only(after, before, 'newly-unsure'), ...only(before, after, 'no-longer-unsure')];
}
