/**
 * The protocol on a connection that Node's HTTP server has not accepted itself: HTTP, or on a Unix socket
 * also newline-delimited JSON. There the first octet decides: HTTP begins with a letter, and JSON does not.
 * Lines need no tokens: access to the socket is the permission, as on stdio.
 */
import { createServer, type ListenOptions, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TLSSocket, type TlsOptions } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import type { Handler } from '../../protocol/handle.ts';
import { cameBy, clientOf, type Entrance } from '../access/door.ts';
import type { Limits } from '../limits/limits.ts';
import { serveLines } from './stdio.ts';
import type { TlsKeeper } from './tls.ts';

export interface ConnectionOptions {
  readonly app: FastifyInstance;
  /** For lines; without it only HTTP is possible. */
  readonly handler: Handler | undefined;
  readonly entrance: Entrance;
  readonly limits: Limits;
  /** The TLS identity; without it connections are plain. */
  readonly tls?: TlsKeeper | undefined;
}

export interface ConnectionServer {
  /** Accepts connections as soon as it listens. */
  readonly server: Server;
  /** Accepts no more connections and ends those of lines; resolves when all are closed. */
  close(): Promise<void>;
  /** Cuts the remaining connections. */
  destroy(): void;
}

/** A server that does not listen yet. The application has to be ready. */
export function createConnectionServer({
  app,
  handler,
  entrance,
  limits,
  tls,
}: ConnectionOptions): ConnectionServer {
  /** The connections that Node's HTTP server does not manage. */
  const ours = new Set<Socket>();
  const speakHttp = (socket: Socket): void => void app.server.emit('connection', socket);
  const take = (socket: Socket): void => {
    const certificate = tls?.certificateOf(socket as TLSSocket);
    cameBy(socket, certificate === undefined ? entrance : { ...entrance, certificate });
    socket.once('close', () => ours.delete(socket));
    // An error of a connection concerns that connection only.
    socket.on('error', () => socket.destroy());
    if (handler === undefined) {
      speakHttp(socket);
      return;
    }
    ours.add(socket);
    const cutIdle = () => socket.destroy();
    socket.setTimeout(limits.lineIdleTimeout, cutIdle);
    socket.once('readable', () => {
      const start: Buffer | null = socket.read();
      if (start === null) {
        socket.end();
        return;
      }
      socket.unshift(start);
      if (!isLetter(start[0]!)) {
        answerLines(socket, handler, limits);
        return;
      }
      ours.delete(socket);
      socket.off('timeout', cutIdle).setTimeout(0);
      speakHttp(socket);
    });
  };
  const { server, release } = serverFor(take, limits, tls);
  server.maxConnections = limits.maxConnections;
  /** All connections, also those before the end of the TLS handshake. */
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return {
    server,
    close: () =>
      new Promise((resolve) => {
        release();
        server.close(() => resolve());
        for (const socket of ours) socket.destroySoon();
      }),
    destroy: () => {
      for (const socket of open) socket.destroy();
    },
  };
}

/** A server that passes its connections on; an encrypted one after the handshake. */
function serverFor(
  take: (socket: Socket) => void,
  limits: Limits,
  tls: TlsKeeper | undefined,
): { readonly server: Server; release(): void } {
  // A client of lines may end its side and read the answers after that; answers do not wait for one another.
  const usual = { allowHalfOpen: true, noDelay: true };
  if (tls === undefined) return { server: createServer(usual, take), release: () => {} };
  const options: TlsOptions = {
    ...usual,
    ...tls.identity.context,
    requestCert: tls.asksClients,
    rejectUnauthorized: tls.asksClients,
    handshakeTimeout: limits.headersTimeout,
    ALPNProtocols: ['http/1.1'],
  };
  const server = createTlsServer(options, take);
  // Before that nothing else manages the connection.
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  const release = tls.onRenewed(({ context }) => server.setSecureContext(context));
  return { server, release };
}

/**
 * Starts the check for requests that take too long. Node does that when an HTTP server listens, and this
 * one may never listen itself.
 */
export function watchRequests(app: FastifyInstance): void {
  if (!app.server.listening) app.server.emit('listening');
}

/** Resolves when the server listens. */
export function listenOn(server: Server, options: ListenOptions | { readonly fd: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('listening', () => {
      server.off('error', reject);
      resolve();
    });
    server.listen(options);
  });
}

function answerLines(socket: Socket, handler: Handler, limits: Limits): void {
  const { lineTimeout, maxMessageBytes, maxLineBytes } = limits;
  const client = clientOf(socket, undefined);
  const asking: Handler = { handle: (text) => handler.handle(text, client) };
  const longest = { maxMessageBytes: Math.max(maxMessageBytes, maxLineBytes) };
  serveLines(withTimeForLines(socket, lineTimeout), socket, asking, longest).then(
    () => socket.end(),
    () => socket.destroy(),
  );
}

/**
 * The chunks of a connection, which is cut when a line takes too long to end. A generator goes on when the
 * next chunk is asked for, which is after the answers are written: the time that the client needs to read
 * them does not count.
 */
async function* withTimeForLines(socket: Socket, timeout: number): AsyncGenerator<Uint8Array, void> {
  let timer: NodeJS.Timeout | undefined;
  try {
    // Iterating to the end would destroy the connection before the answers are written.
    const chunks: AsyncIterable<Uint8Array> = socket.iterator({ destroyOnReturn: false });
    for await (const chunk of chunks) {
      if (chunk.includes(0x0a)) {
        clearTimeout(timer);
        timer = undefined;
      }
      yield chunk;
      if (chunk.at(-1) !== 0x0a) timer ??= setTimeout(() => socket.destroy(), timeout);
    }
  } finally {
    clearTimeout(timer);
  }
}

function isLetter(octet: number): boolean {
  const lower = octet | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}
