/**
 * Who asks for a decision, as far as it is proved: by a token, by the system, or by what the configuration pins to these.
 * What an event claims about itself is not in here. A member that is not proved is undefined.
 */
import type { ClientWay } from '../../vocabulary/kinds.ts';

export interface Client {
  /** The way that the question came in. It proves nothing more about who asks. */
  readonly way?: ClientWay | undefined;
  /** The scope of the token that came with the event. */
  readonly token?: string | undefined;
  /** The name in the certificate that the client has shown. */
  readonly certificate?: string | undefined;
  /** The user of the system, by name. */
  readonly user?: string | undefined;
  /** What the configuration pins to the token, the certificate or the user. */
  readonly source?: string | undefined;
  readonly harness?: string | undefined;
  readonly agent?: string | undefined;
  /** Whether what this client reports about its disk counts as what the server sees itself. Rules do not see it. */
  readonly tellsDisk?: true | undefined;
  /** The only purpose that its credentials allow; undefined: both. Rules do not see it. */
  readonly only?: 'intercept' | 'observe' | undefined;
  /** The `traceparent` of the question: the trace that it belongs to. It proves nothing. Rules do not see it. */
  readonly trace?: string | undefined;
}

/** A `traceparent` of W3C Trace Context; undefined for another text, and for one whose ids are all zeros. */
export const traceparentIn = (text: string | undefined): string | undefined =>
  text !== undefined &&
  /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/.test(text)
    ? text
    : undefined;

/** The members that rules see, in the order in which they are shown. */
export const clientMembers = ['way', 'token', 'certificate', 'user', 'source', 'harness', 'agent'] as const;
export type ClientMember = (typeof clientMembers)[number];

/**
 * The key of the client whose memories a call reads and writes, so that another client cannot reach them by the name of
 * a session. `owner`: the user to whom the memories belong. Undefined for that user, and for a client of which nothing
 * is proved.
 */
export function keeperOf(client: Client | undefined, owner: string | undefined): string | undefined {
  if (client?.token !== undefined) return `token ${client.token}`;
  if (client?.certificate !== undefined) return `certificate ${client.certificate}`;
  return client?.user === undefined || client.user === owner ? undefined : `user ${client.user}`;
}

/** A text that is equal exactly for clients with the same proofs, without what is pinned; empty where nothing is known. */
export const clientText = (client: Client | undefined): string =>
  client === undefined
    ? ''
    : `${measured(client.way)}${measured(client.token)}${measured(client.user)}${measured(client.certificate)}`;

/** A text with its length in front, so that two different lists of texts never give the same joined text. */
const measured = (text: string | undefined): string => (text === undefined ? '-' : `${text.length} ${text}`);
