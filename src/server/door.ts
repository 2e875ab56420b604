/** By which way a connection came in: what is asked of a client, and what is believed of it, depends on that. */
import type { Duplex } from 'node:stream';
import { type Client, traceparentIn } from '../facts/client.ts';
import type { Grant, MessageGrant, ShownCertificate } from './access.ts';
import { headerValues } from './header-values.ts';

/**
 * `port`: TCP, for everybody on the machine at least. `socket`: a Unix socket for whom it is meant alone.
 * `proxy`: a Unix socket for HTTP alone, behind which anybody may be.
 */
export type Door = 'port' | 'socket' | 'proxy';

/** How a connection came in. */
export interface Entrance {
  readonly door: Door;
  /** The only user who can open the socket, by name; undefined where several can, or it cannot be told. */
  readonly user?: string | undefined;
  /** What the client has shown in the handshake of TLS, where that proves a client. */
  readonly certificate?: ShownCertificate | undefined;
}

const entrances = new WeakMap<Duplex, Entrance>();

/** Remembers how a connection came in; without that it is by `port`, of which least is believed. */
export const cameBy = (connection: Duplex, entrance: Entrance): void =>
  void entrances.set(connection, entrance);

export const doorOf = (connection: Duplex): Door => entrances.get(connection)?.door ?? 'port';

export const certificateOf = (connection: Duplex): ShownCertificate | undefined =>
  entrances.get(connection)?.certificate;

/** Whose uploads are: what a certificate names is not what a token of the same name has. */
export const ownerOf = ({ scope, by }: Grant): string => (by === 'token' ? scope : `\u0000${by} ${scope}`);

/**
 * Who asks by a connection: whoever can open its socket, and whoever has the token that came with the request, where tokens
 * are asked for, and has shown a certificate. `rawHeaders`: those of the request, which say what trace it belongs to.
 */
export function clientOf(
  connection: Duplex,
  grant: MessageGrant | undefined,
  rawHeaders: readonly string[] = [],
): Client {
  const { door = 'port', user: opens } = entrances.get(connection) ?? {};
  const { scope, by, user = opens, only, certificate } = grant ?? {};
  const token = by === 'token' ? scope : undefined;
  const traces = headerValues(rawHeaders, 'traceparent');
  const trace = traces.length === 1 ? traceparentIn(traces[0]) : undefined;
  const way = by ?? (door === 'socket' ? 'socket' : 'port');
  return {
    way,
    ...(token === undefined ? {} : { token }),
    ...(certificate === undefined ? {} : { certificate }),
    ...(user === undefined ? {} : { user }),
    ...(grant?.may.includes('disk-facts') === true ? { tellsDisk: true as const } : {}),
    ...(only && { only }),
    ...(trace === undefined ? {} : { trace }),
  };
}
