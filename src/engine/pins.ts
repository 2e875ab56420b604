/**
 * What the configuration pins to clients: only the client with the token, certificate or user of a pin speaks as the source,
 * harness or agent that the pin names. An event with a foreign claim is refused before any rule is asked, and no memory keeps
 * it.
 */
import type { ClientPin } from '../check/tree/checked.ts';
import type { Client } from '../facts/event/client.ts';
import type { Event } from '../facts/event/event.ts';
import { showFact } from '../mask/show-fact.ts';
import { fold } from '../pattern/text/fold.ts';

import { type Decision, emptyDecision } from './decision.ts';

/** What can be pinned, and what an event claims there. */
const claims: { readonly [Name in 'source' | 'harness' | 'agent']: (event: Event) => string | undefined } = {
  source: ({ source }) => source,
  harness: ({ harness }) => harness?.name,
  agent: ({ session }) => session?.agent?.id,
};
type Claim = keyof typeof claims;
const claimNames = Object.keys(claims) as readonly Claim[];

/** A claim of an event that its client may not make. */
export interface ForeignClaim {
  readonly what: Claim;
  readonly value: string;
  /** What its client may claim; none where nothing is pinned to it. */
  readonly own: readonly string[];
}

export interface Admission {
  /** With what is pinned to it. */
  readonly client: Client | undefined;
  readonly foreign: ForeignClaim | undefined;
}

/** Whether a client may make the claims of an event. Where the client is not known, as in a dry run, nothing is refused. */
export function admit(pins: readonly ClientPin[], event: Event, client: Client | undefined): Admission {
  if (pins.length === 0 || client === undefined) return { client, foreign: undefined };
  const own = pins.filter((pin) => isOf(pin, client));
  let proved = client;
  for (const name of claimNames) {
    const mine = own.flatMap((pin) => pin[name]);
    const claimed = claims[name](event);
    const meant = claimed === undefined ? onlyOf(mine) : mine.find((each) => isSame(name, each, claimed));
    if (meant !== undefined) proved = { ...proved, [name]: meant };
    else if (claimed !== undefined && (mine.length > 0 || isPinned(pins, name, claimed)))
      return { client, foreign: { what: name, value: claimed, own: mine } };
  }
  return { client: proved, foreign: undefined };
}

/** Sources and agents have memories by their exact names. A harness has its name only, in any case of letters. */
const isSame = (name: Claim, pinned: string, claimed: string): boolean =>
  pinned === claimed || (name === 'harness' && fold(pinned) === fold(claimed));

/** The pinned value, where there is exactly one. */
const onlyOf = (mine: readonly string[]): string | undefined => (mine.length === 1 ? mine[0] : undefined);

/** A pin with a token and a user is about the client with both. */
const isOf = ({ token, certificate, user }: ClientPin, client: Client): boolean =>
  (token === undefined || token === client.token) &&
  (certificate === undefined || certificate === client.certificate) &&
  (user === undefined || user === client.user);

/** A rule would take another spelling of a pinned name for it. */
const isPinned = (pins: readonly ClientPin[], name: Claim, claimed: string): boolean =>
  pins.some((pin) => pin[name].some((each) => each === claimed || fold(each) === fold(claimed)));

/** The code of the denial of a call in the name of a source that others speak for. */
export const foreignSourceCode = 'io.bylaw.engine.foreign-source';

const codes: Readonly<Record<Claim, string>> = {
  source: foreignSourceCode,
  harness: 'io.bylaw.engine.foreign-harness',
  agent: 'io.bylaw.engine.foreign-agent',
};

/** The source of an event of a dry run that names none. */
export const unnamedSource = 'urn:bylaw:dry-run';

/** The answer to an event that is refused. `watches`: nothing is denied. */
export const foreignClaim = (claim: ForeignClaim, watches: boolean): Decision => ({
  ...emptyDecision,
  effect: watches ? 'none' : 'deny',
  code: codes[claim.what],
  reason: reasonOf(claim),
});

function reasonOf({ what, value, own: [only, ...others] }: ForeignClaim): string {
  if (what === 'source' && value === unnamedSource && only !== undefined) {
    const all = [only, ...others].map((each) => `\`${showFact(each)}\``).join(' or ');
    return `This event names no source, and its client speaks as ${all} only. Add \`"source": ${JSON.stringify(showFact(only))}\` to it.`;
  }
  return `This call names the ${what} \`${showFact(value)}\`, and its client may not speak for it: the configuration says which clients may. So the call is not allowed. A person should use the token, the certificate or the user that \`clients:\` in the file of layers names, or correct it there.`;
}
