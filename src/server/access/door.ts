/** How a connection came in. The required credentials, and the trust in claims, depend on that. */
import type { Duplex } from 'node:stream';
import { type Client, traceparentIn } from '../../facts/event/client.ts';
import { headerValues } from '../lines/header-values.ts';
import type { Grant, MessageGrant, ShownCertificate } from './access.ts';

/**
 * `port`: TCP, for everybody on the machine at least. `socket`: a Unix socket for its users alone. `proxy`:
 * a Unix socket for HTTP alone; its clients are not known.
 */
export type Door = 'port' | 'socket' | 'proxy';

/** How a connection came in. */
export interface Entrance {
  readonly door: Door;
  /** The only user who can open the socket, by name; undefined if several can, or if it is not known. */
  readonly user?: string | undefined;
  /** The certificate of the client in the TLS handshake, if that proves a client. */
  readonly certificate?: ShownCertificate | undefined;
}

const entrances = new WeakMap<Duplex, Entrance>();

/** Records how a connection came in; without that it is `port`, which is trusted least. */
export const cameBy = (connection: Duplex, entrance: Entrance): void =>
  void entrances.set(connection, entrance);

export const doorOf = (connection: Duplex): Door => entrances.get(connection)?.door ?? 'port';

export const certificateOf = (connection: Duplex): ShownCertificate | undefined =>
  entrances.get(connection)?.certificate;

/** The owner of uploads: a certificate and a token with the same name are different owners. */
export const ownerOf = ({ scope, by }: Grant): string => (by === 'token' ? scope : `\u0000${by} ${scope}`);

/**
 * The client of a request: the user of its socket, the scope of its token if tokens are required, and the
 * name in its certificate. `rawHeaders`: those of the request, which may name a trace.
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
