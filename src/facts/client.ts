/**
 * Who asks for a decision, as far as it is proved: by a token, by the system, or by what the configuration pins to these.
 * Nothing that an event says of itself is in here, and what is not proved is not there.
 */
import type { ClientWay } from '../vocabulary/kinds.ts';

export interface Client {
  /** By which way the question came. It tells no more of who asks than that. */
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
  /** Whether what it tells of its disk counts as what a server sees itself. Rules do not see it. */
  readonly tellsDisk?: true | undefined;
  /** What alone its credentials are good for; undefined for both. Rules do not see it. */
  readonly only?: 'intercept' | 'observe' | undefined;
  /** The `traceparent` that the question came with: what it belongs to, and no proof of anything. Rules do not see it. */
  readonly trace?: string | undefined;
}

/** A `traceparent` of W3C Trace Context; undefined for what is none, and for one whose ids are all zeros. */
export const traceparentIn = (text: string | undefined): string | undefined =>
  text !== undefined &&
  /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/.test(text)
    ? text
    : undefined;

/** The members, in the order in which they are told. */
export const clientMembers = ['way', 'token', 'certificate', 'user', 'source', 'harness', 'agent'] as const;
export type ClientMember = (typeof clientMembers)[number];

/**
 * Whose are the memories that the calls of a client read and leave behind: nobody else gets at them by the name of a session.
 * `owner`: the user whom the memories belong to. Undefined for that user, and for whom nothing is proved of.
 */
export function keeperOf(client: Client | undefined, owner: string | undefined): string | undefined {
  if (client?.token !== undefined) return `token ${client.token}`;
  if (client?.certificate !== undefined) return `certificate ${client.certificate}`;
  return client?.user === undefined || client.user === owner ? undefined : `user ${client.user}`;
}

/** A text that is equal exactly for clients of whom the same is proved, but for what is pinned; empty where nothing is known. */
export const clientText = (client: Client | undefined): string =>
  client === undefined
    ? ''
    : `${measured(client.way)}${measured(client.token)}${measured(client.user)}${measured(client.certificate)}`;

/** A text with its length in front, so that texts in a row cannot be taken for others. */
const measured = (text: string | undefined): string => (text === undefined ? '-' : `${text.length} ${text}`);
