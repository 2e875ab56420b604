/** The verbs by which rules ask for what a call does. */
import type { EffectVerb } from '../../check/tree/checked.ts';
import { effectTable, verbsOfUse } from '../../vocabulary/effects.ts';
import type { PathUse } from './effect.ts';

/** The verbs for what is done to a path. To empty a file is to delete what it held. */
export const pathVerbs: Readonly<Record<PathUse, readonly EffectVerb[]>> = {
  read: verbsOfUse('read'),
  write: verbsOfUse('write'),
  delete: verbsOfUse('delete'),
  empty: verbsOfUse('empty'),
  move: verbsOfUse('move'),
  copy: verbsOfUse('copy'),
};

const bitOf = Object.fromEntries(Object.keys(effectTable).map((verb, at) => [verb, 1 << at])) as Readonly<
  Record<EffectVerb, number>
>;

/** Verbs as the bits of one number, so that a set of verbs is a key and two sets are compared at once. */
export function verbBits(verbs: readonly EffectVerb[]): number {
  let bits = 0;
  for (const verb of verbs) bits |= bitOf[verb];
  return bits;
}
