/**
 * The application on its addresses, from the first connection to the last: TCP, a Unix socket, both, or
 * sockets that a service manager made. This file does not know the protocols on them.
 */
import { isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Handler } from '../../protocol/handle.ts';
import type { Access } from '../access/access.ts';
import type { Door } from '../access/door.ts';
import { missingFor, type Protection, plainAdvice, plainText } from '../access/exposure.ts';
import { defaultLimits, type Limits } from '../limits/limits.ts';
import { type ConnectionServer, createConnectionServer, listenOn, watchRequests } from './connections.ts';
import { type InheritedSocket, refuseInherited, socketPlaceOf } from './inherited-sockets.ts';
import { ListenError, toListenError } from './listen-error.ts';
import { openSocket } from './socket.ts';
import type { TlsKeeper } from './tls.ts';

export interface ServerOptions {
  readonly app: FastifyInstance;
  /** For lines on the Unix socket; the application has its own. */
  readonly handler: Handler;
  readonly access: Access;
  /** An address or name; loopback unless there are tokens. `localhost` is 127.0.0.1. */
  readonly host?: string | undefined;
  /** 0 for any free port. Without it, and without `socket`, there is nothing to listen on. */
  readonly port?: number | undefined;
  /** The path of a Unix socket. */
  readonly socket?: string | undefined;
  /** Sockets that existed before this process; their files stay. */
  readonly inherited?: readonly InheritedSocket[] | undefined;
  readonly limits?: Limits | undefined;
  /** The TLS identity for TCP. Unix sockets are plain: only root can read them. */
  readonly tls?: TlsKeeper | undefined;
  /** Whether TCP from other machines may be plain. */
  readonly mayBePlain?: boolean | undefined;
}

export interface RunningServer {
  /** Where it listens, for people: such as `http://127.0.0.1:8080` and `unix:/run/bylaw.sock`. */
  readonly addresses: readonly string[];
  /**
   * Stops listening, answers running calls, and cuts the remaining connections after `closeTimeout`.
   * Resolves when every connection is closed.
   */
  close(): Promise<void>;
}

/** Listens; rejects with a ListenError, whose message is a sentence for people, and listens nowhere then. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { app, handler, access, host = '127.0.0.1', port, socket, limits = defaultLimits } = options;
  const { inherited = [], tls, mayBePlain = false } = options;
  const protection = { access, isEncrypted: tls !== undefined, mayBePlain };
  if (port === undefined && socket === undefined && inherited.length === 0) {
    throw new ListenError('There is nothing to listen on: give a port, a socket path, or both.');
  }
  const addresses: string[] = [];
  const others: ConnectionServer[] = [];
  try {
    refuseInherited(inherited, protection);
    if (port !== undefined) refuseHost(host, port, protection);
    if (port !== undefined && tls === undefined) addresses.push(await listenOnPort(app, host, port));
    await app.ready();
    if (port !== undefined && tls !== undefined) {
      const server = createConnectionServer({
        ...{ app, handler: undefined, entrance: { door: 'port', user: undefined }, limits, tls },
      });
      addresses.push(await listenEncrypted(server, host, port));
      others.push(server);
    }
    if (socket !== undefined) {
      others.push(await openSocket({ app, handler, path: socket, limits }));
      addresses.push(`unix:${socket}`);
    }
    for (const each of inherited) {
      const door = doorOfInherited(each);
      // Lines need no token, so a Unix socket for a proxy has no lines.
      const lines = door === 'socket' ? handler : undefined;
      const server = createConnectionServer({
        app,
        handler: lines,
        entrance: { door, user: each.user },
        limits,
        tls: each.tcp === undefined ? undefined : tls,
      });
      await listenOnInherited(server, each);
      others.push(server);
      addresses.push(addressOf(each, tls !== undefined));
    }
    watchRequests(app);
  } catch (error) {
    await Promise.all([...others.map((each) => each.close()), app.close()]);
    throw error;
  }
  let closing: Promise<void> | undefined;
  return {
    addresses,
    close() {
      closing ??= close(app, others, limits);
      return closing;
    },
  };
}

async function listenOnInherited({ server }: ConnectionServer, socket: InheritedSocket): Promise<void> {
  try {
    await listenOn(server, { fd: socket.fd });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EINVAL') throw toListenError(socketPlaceOf(socket), error);
    const why = 'it is connected already, or cannot listen. Set `Accept=no` in the socket unit.';
    throw new ListenError(`Cannot listen on ${socketPlaceOf(socket)}: ${why}`, { cause: error });
  }
}

const doorOfInherited = ({ name, tcp }: InheritedSocket): Door =>
  tcp !== undefined ? 'port' : name === 'socket' ? 'socket' : 'proxy';

const addressOf = ({ name, tcp }: InheritedSocket, isEncrypted: boolean): string =>
  tcp === undefined
    ? `the Unix socket \`${name}\` of the service manager`
    : urlOf(isEncrypted ? 'https' : 'http', tcp.host, tcp.port);

const urlOf = (scheme: 'http' | 'https', host: string, port: number): string =>
  `${scheme}://${isIPv6(host) ? `[${host}]` : host}:${port}`;

const shownPlace = (host: string, port: number): string => `${JSON.stringify(host)}, port ${port}`;

function refuseHost(host: string, port: number, protection: Protection): void {
  const missing = missingFor(host, protection);
  if (missing === undefined) return;
  const why =
    missing === 'tokens'
      ? 'without tokens only this machine may connect. Listen on 127.0.0.1, or configure tokens.'
      : `${plainText} Listen on 127.0.0.1, or ${plainAdvice}.`;
  throw new ListenError(`Cannot listen on ${shownPlace(host, port)}: ${why}`);
}

/** The hosts file of the machine can change the meaning of the name; the address is always loopback. */
const addressFor = (host: string): string => (host.toLowerCase() === 'localhost' ? '127.0.0.1' : host);

async function listenOnPort(app: FastifyInstance, host: string, port: number): Promise<string> {
  try {
    await app.listen({ host: addressFor(host), port });
  } catch (error) {
    throw toListenError(shownPlace(host, port), error);
  }
  const { address, port: chosen } = app.server.address() as { address: string; port: number };
  return urlOf('http', address, chosen);
}

async function listenEncrypted({ server }: ConnectionServer, host: string, port: number): Promise<string> {
  try {
    await listenOn(server, { host: addressFor(host), port });
  } catch (error) {
    throw toListenError(shownPlace(host, port), error);
  }
  const { address, port: chosen } = server.address() as { address: string; port: number };
  return urlOf('https', address, chosen);
}

async function close(
  app: FastifyInstance,
  others: readonly ConnectionServer[],
  limits: Limits,
): Promise<void> {
  const cut = setTimeout(() => {
    app.server.closeAllConnections();
    for (const each of others) each.destroy();
  }, limits.closeTimeout);
  try {
    await Promise.all([...others.map((each) => each.close()), app.close()]);
  } finally {
    clearTimeout(cut);
  }
}
