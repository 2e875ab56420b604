/** Other clients, for whom a comparison with what is proved of who asks may come to what is wanted. */
import type { CheckedCompare } from '../check/checked.ts';
import { type Client, type ClientMember, clientMembers } from '../facts/client.ts';
import type { Json } from '../facts/event.ts';
import type { Facts } from '../facts/facts.ts';
import { clientWays, isOneOf } from '../vocabulary/kinds.ts';
import { valuesFor } from './compare-repairs.ts';

/** Whether a comparison is about who asks, which no event says. */
export const isOfClient = ({ field }: CheckedCompare): boolean => field.entry.id.startsWith('client.');

/** The same as another client. Where one is not to be told, nothing of it is proved. */
export function clientRepairs(compare: CheckedCompare, wanted: boolean, facts: Facts): readonly Client[] {
  const { operator, negated, field } = compare;
  const { client = {} } = facts;
  const member = clientMembers.find((each) => `client.${each}` === field.entry.id);
  if (member === undefined) return [];
  const { [member]: current, ...others } = client;
  const as = (value: Json): readonly Client[] =>
    typeof value === 'string' && isMember(member, value) ? [{ ...others, [member]: value }] : [];
  const positive = wanted !== negated;
  if (operator === 'missing' || operator === 'present')
    return (operator === 'missing') === positive ? [others] : as(member === 'way' ? 'token' : 'example');
  // There are few ways, so that all are tried where one of them is not wanted.
  const values = member === 'way' && !positive ? clientWays : valuesFor(compare, positive, current);
  const changed = values.flatMap(as);
  return positive ? changed : [...changed, others];
}

const isMember = (member: ClientMember, value: string): boolean =>
  value !== '' && (member !== 'way' || isOneOf(clientWays, value));
