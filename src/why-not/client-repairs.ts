/** Repairs of comparisons about the client: other clients with which the comparison may give the wanted answer. */
import type { CheckedCompare } from '../check/tree/checked.ts';
import { type Client, type ClientMember, clientMembers } from '../facts/event/client.ts';
import type { Json } from '../facts/event/event.ts';
import type { Facts } from '../facts/facts.ts';
import { clientWays, isOneOf } from '../vocabulary/kinds.ts';
import { valuesFor } from './compare-repairs.ts';

/** Whether a comparison is about the client that asks, which is no part of the event. */
export const isOfClient = ({ field }: CheckedCompare): boolean => field.entry.id.startsWith('client.');

/** The client with another value in the compared field, or without one. */
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
  // There are few ways: where one of them is not wanted, all are tried.
  const values = member === 'way' && !positive ? clientWays : valuesFor(compare, positive, current);
  const changed = values.flatMap(as);
  return positive ? changed : [...changed, others];
}

const isMember = (member: ClientMember, value: string): boolean =>
  value !== '' && (member !== 'way' || isOneOf(clientWays, value));
