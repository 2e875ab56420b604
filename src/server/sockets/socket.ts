/**
 * A Unix socket (or named pipe) for this user alone, made here and removed in the end. `connections.ts` has
 * the protocols on it.
 */
import { lstat, stat, unlink } from 'node:fs/promises';
import { connect, type Server } from 'node:net';
import { dirname } from 'node:path';
import { isNamedPipe } from '../../host/machine/named-pipe.ts';
import { ownUser } from '../../host/machine/own-user.ts';
import {
  type ConnectionOptions,
  type ConnectionServer,
  createConnectionServer,
  listenOn,
} from './connections.ts';
import { ListenError, toListenError } from './listen-error.ts';

export interface SocketOptions extends Omit<ConnectionOptions, 'entrance'> {
  readonly path: string;
}

/** The longest path that every system accepts; Linux would cut a longer one and listen elsewhere. */
const maxPathBytes = 100;

/**
 * Listens on a socket file (mode 0600), which is gone when the server is closed. A file that a dead
 * process left is replaced. Rejects with a ListenError, also when a live process listens there.
 */
export async function openSocket({ path, ...options }: SocketOptions): Promise<ConnectionServer> {
  // Only this user can open the file; the rights of a named pipe are not checked.
  const user = isNamedPipe(path) ? undefined : ownUser();
  const connections = createConnectionServer({ ...options, entrance: { door: 'socket', user } });
  const place = `the socket ${JSON.stringify(path)}`;
  try {
    if (!isNamedPipe(path)) {
      if (Buffer.byteLength(path) > maxPathBytes) throw Object.assign(new Error(), { code: 'ENAMETOOLONG' });
      await removeStale(path, place);
    }
    await listenPrivately(connections.server, path);
  } catch (error) {
    throw error instanceof ListenError ? error : toListenError(place, error);
  }
  return connections;
}

/** The file is created for this user alone; to change its mode afterwards would leave a moment for others. */
function listenPrivately(server: Server, path: string): Promise<void> {
  const umask = process.umask(0o177);
  try {
    // This process itself must listen, and not another one of its cluster, which would have another umask.
    return listenOn(server, { path, exclusive: true });
  } finally {
    process.umask(umask);
  }
}

async function removeStale(path: string, place: string): Promise<void> {
  // Listening in a missing directory would be reported as a lack of permission.
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
