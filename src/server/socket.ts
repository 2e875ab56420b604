/**
 * A Unix socket (or named pipe) for this user alone, which speaks two languages:
 * the first octet of a connection tells HTTP, which begins with a letter, from
 * newline-delimited JSON, which does not. There are no tokens for lines; that
 * only this user can open the file is the boundary, as it is on stdio.
 */
import { lstat, stat, unlink } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { dirname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Handler } from '../protocol/handle.ts';
import type { Limits } from './limits.ts';
import { ListenError, toListenError } from './listen-error.ts';
import { serveLines } from './stdio.ts';

export interface SocketServer {
  /** Takes no more connections and ends those of lines; resolves when all are closed and the file is gone. */
  close(): Promise<void>;
  /** Cuts the connections that are left. */
  destroy(): void;
}

export interface SocketOptions {
  readonly app: FastifyInstance;
  readonly handler: Handler;
  readonly path: string;
  readonly limits: Limits;
}

/** What every system takes; above it, Linux would cut the path and listen at another one. */
const maxPathBytes = 100;

/**
 * Listens on a socket file (mode 0600). A file that a dead process left is
 * replaced. Rejects with a ListenError, also when a live process listens there.
 */
export async function openSocket({ app, handler, path, limits }: SocketOptions): Promise<SocketServer> {
  const connections = new Set<Socket>();
  /** The connections that HTTP does not look after. */
  const ours = new Set<Socket>();
  // A client of lines may end its side and read the answers after that.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    connections.add(socket);
    ours.add(socket);
    socket.once('close', () => {
      connections.delete(socket);
      ours.delete(socket);
    });
    // What a client does to its connection concerns that connection only.
    socket.on('error', () => socket.destroy());
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
      app.server.emit('connection', socket);
    });
  });
  server.maxConnections = limits.maxConnections;

  const place = `the socket ${JSON.stringify(path)}`;
  await app.ready();
  try {
    if (!isNamedPipe(path)) {
      if (Buffer.byteLength(path) > maxPathBytes) throw Object.assign(new Error(), { code: 'ENAMETOOLONG' });
      await removeStale(path, place);
    }
    await listenPrivately(server, path);
  } catch (error) {
    throw error instanceof ListenError ? error : toListenError(place, error);
  }
  // Node starts to look for requests past their time when an HTTP server listens; this one may never do so itself.
  if (!app.server.listening) app.server.emit('listening');

  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of ours) socket.destroySoon();
      }),
    destroy: () => {
      for (const socket of connections) socket.destroy();
    },
  };
}

function answerLines(socket: Socket, handler: Handler, limits: Limits): void {
  const { lineTimeout, maxMessageBytes, maxLineBytes } = limits;
  const longest = { maxMessageBytes: Math.max(maxMessageBytes, maxLineBytes) };
  serveLines(withTimeForLines(socket, lineTimeout), socket, handler, longest).then(
    () => socket.end(),
    () => socket.destroy(),
  );
}

/**
 * The chunks of a connection, which is cut when a line takes too long to end. A
 * generator goes on when the next chunk is asked for, which is after the answers
 * are written: the time in which the client reads them does not count.
 */
async function* withTimeForLines(socket: Socket, timeout: number): AsyncGenerator<Uint8Array, void> {
  let timer: NodeJS.Timeout | undefined;
  try {
    // Iterating to the end would destroy the connection, and with it the side that answers.
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

/** The file is created for this user alone; to change its mode afterwards would leave a moment for others. */
function listenPrivately(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('listening', () => {
      server.off('error', reject);
      resolve();
    });
    const umask = process.umask(0o177);
    try {
      // Of several processes the one that listens must be this one: another would not have its umask.
      server.listen({ path, exclusive: true });
    } finally {
      process.umask(umask);
    }
  });
}

async function removeStale(path: string, place: string): Promise<void> {
  // Listening in a directory that is not there would be reported as a lack of permission.
  await stat(dirname(path));
  const status = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (status === undefined) return;
  if (!status.isSocket()) {
    throw new ListenError(
      `Cannot listen on ${place}: a file that is not a socket is there. Choose another path.`,
    );
  }
  if (await isAnswered(path)) {
    throw new ListenError(
      `Cannot listen on ${place}: another process listens there already. Stop it, or choose another path.`,
    );
  }
  await unlink(path);
}

/** Whether a process listens on a socket file; in doubt, one does. */
function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(path);
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT');
    });
  });
}

/** Names of Windows, which are no files. */
function isNamedPipe(path: string): boolean {
  return path.startsWith('\\\\.\\pipe\\') || path.startsWith('\\\\?\\pipe\\');
}

function isLetter(octet: number): boolean {
  const lower = octet | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}
