/**
 * The application on its addresses, from the first connection to the last: TCP,
 * a Unix socket, or both. Nothing here knows what is said on them.
 */
import { isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Handler } from '../protocol/handle.ts';
import { type Access, mayListen } from './access.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { ListenError, toListenError } from './listen-error.ts';
import { openSocket, type SocketServer } from './socket.ts';

export interface ServerOptions {
  readonly app: FastifyInstance;
  /** For lines on the Unix socket; the application has its own. */
  readonly handler: Handler;
  readonly access: Access;
  /** An address or name; loopback unless there are tokens. `localhost` is 127.0.0.1. */
  readonly host?: string | undefined;
  /** 0 for any that is free. Without it, and without `socket`, there is nothing to listen on. */
  readonly port?: number | undefined;
  /** The path of a Unix socket. */
  readonly socket?: string | undefined;
  readonly limits?: Limits | undefined;
}

export interface RunningServer {
  /** Where it listens, such as `http://127.0.0.1:8080` and `unix:/run/bylaw.sock`. */
  readonly addresses: readonly string[];
  /**
   * Stops listening, answers what is in flight, and cuts what is left after
   * `closeTimeout`. Resolves when every connection is closed.
   */
  close(): Promise<void>;
}

/** Listens; rejects with a ListenError, whose message is a sentence for people, and listens nowhere then. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { app, handler, access, host = '127.0.0.1', port, socket, limits = defaultLimits } = options;
  if (port === undefined && socket === undefined) {
    throw new ListenError('There is nothing to listen on: give a port, a socket path, or both.');
  }
  const addresses: string[] = [];
  let local: SocketServer | undefined;
  try {
    if (port !== undefined) addresses.push(await listenOnPort(app, access, host, port));
    if (socket !== undefined) {
      local = await openSocket({ app, handler, path: socket, limits });
      addresses.push(`unix:${socket}`);
    }
  } catch (error) {
    await app.close();
    throw error;
  }
  let closing: Promise<void> | undefined;
  return {
    addresses,
    close() {
      closing ??= close(app, local, limits);
      return closing;
    },
  };
}

async function listenOnPort(
  app: FastifyInstance,
  access: Access,
  host: string,
  port: number,
): Promise<string> {
  const place = `${JSON.stringify(host)}, port ${port}`;
  if (!mayListen(host, access)) {
    throw new ListenError(
      `Cannot listen on ${place}: without tokens only this machine may connect. ` +
        'Listen on 127.0.0.1, or configure tokens.',
    );
  }
  try {
    // The name means whatever a file of the machine says; the address means loopback.
    await app.listen({ host: host.toLowerCase() === 'localhost' ? '127.0.0.1' : host, port });
  } catch (error) {
    throw toListenError(place, error);
  }
  const { address, port: chosen } = app.server.address() as { address: string; port: number };
  return `http://${isIPv6(address) ? `[${address}]` : address}:${chosen}`;
}

async function close(app: FastifyInstance, local: SocketServer | undefined, limits: Limits): Promise<void> {
  const cut = setTimeout(() => {
    app.server.closeAllConnections();
    local?.destroy();
  }, limits.closeTimeout);
  try {
    await Promise.all([local?.close(), app.close()]);
  } finally {
    clearTimeout(cut);
  }
}
