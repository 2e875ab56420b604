/** Who asked, as a record of the decision log has it. A record is text that anybody could have changed: only texts are taken. */
import { type Client, clientMembers } from '../../facts/event/client.ts';
import type { Json } from '../../facts/event/event.ts';
import { isJsonObject, own } from '../../protocol/json.ts';
import { clientWays, isOneOf } from '../../vocabulary/kinds.ts';

/** Undefined where the record does not say. */
export function recordedClient(value: Json | undefined): Client | undefined {
  if (value === undefined || !isJsonObject(value)) return undefined;
  const members = clientMembers.flatMap((member) => {
    const each = own(value, member);
    const isGood = typeof each === 'string' && (member !== 'way' || isOneOf(clientWays, each));
    return isGood ? [[member, each] as const] : [];
  });
  return Object.fromEntries(members);
}
