/**
 * What the configuration pins to clients. Who has the token or is the user of a pin speaks as the source, harness or agent
 * that it names, and nobody else does: an event that claims otherwise is refused before any rule is asked, and takes part
 * in no memory.
 */
import type { ClientPin } from '../check/checked.ts';
import type { Client } from '../facts/client.ts';
import type { Event } from '../facts/event.ts';
import { showFact } from '../mask/show-fact.ts';
import { fold } from '../pattern/fold.ts';
import type { Decision } from './decision.ts';

/** What can be pinned, and what an event claims there. */
const claims: { readonly [Name in 'source' | 'harness' | 'agent']: (event: Event) => string | undefined } = {
  source: ({ source }) => source,
  harness: ({ harness }) => harness?.name,
  agent: ({ session }) => session?.agent?.id,
};
type Claim = keyof typeof claims;
const claimNames = Object.keys(claims) as readonly Claim[];

/** Something that an event claims, and that is not its client's to claim. */
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

/** Whether a client may say what an event says of itself. Where nobody says who asks, as in a dry run, nothing is refused. */
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

/** Sources and agents have memories by their exact names; of a harness its name is all that there is. */
const isSame = (name: Claim, pinned: string, claimed: string): boolean =>
  pinned === claimed || (name === 'harness' && fold(pinned) === fold(claimed));

/** What is pinned, where that is one thing. */
const onlyOf = (mine: readonly string[]): string | undefined => (mine.length === 1 ? mine[0] : undefined);

/** A pin with a token and a user is about who has both. */
const isOf = ({ token, certificate, user }: ClientPin, client: Client): boolean =>
  (token === undefined || token === client.token) &&
  (certificate === undefined || certificate === client.certificate) &&
  (user === undefined || user === client.user);

/** Another spelling of a pinned name would pass for it in a rule. */
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
  effect: watches ? 'none' : 'deny',
  code: codes[claim.what],
  reason: reasonOf(claim),
  matched: [],
  unsure: [],
  watched: [],
  faults: [],
});

function reasonOf({ what, value, own: [only, ...others] }: ForeignClaim): string {
  if (what === 'source' && value === unnamedSource && only !== undefined) {
    const all = [only, ...others].map((each) => `\`${showFact(each)}\``).join(' or ');
    return `This event names no source, and its client speaks as ${all} only. Add \`"source": ${JSON.stringify(showFact(only))}\` to it.`;
  }
  return `This call names the ${what} \`${showFact(value)}\`, and whoever brings it may not speak for that: the configuration says who does, and as what. So the call is not allowed. A person should use the token, the certificate or the user that \`clients:\` in the file of layers names, or correct it there.`;
}
