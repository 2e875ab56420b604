/**
 * Sockets that a service manager made before it started this process, and passes to it: systemd's socket
 * activation, as sd_listen_fds(3) defines it. This file finds their kinds and addresses; `listen.ts` serves
 * them.
 */
import { fstatSync } from 'node:fs';
import { Socket } from 'node:net';
import process from 'node:process';
import { missingFor, type Protection, plainAdvice, plainText } from '../access/exposure.ts';
import { ListenError } from './listen-error.ts';
import { onlyUserOf } from './socket-owner.ts';

export interface InheritedSocket {
  readonly fd: number;
  /** The name that the manager gives it; `http` and `socket` have a meaning. */
  readonly name: string;
  /** Where a TCP socket listens; undefined for a Unix socket, whose path Node cannot tell. */
  readonly tcp: { readonly host: string; readonly port: number } | undefined;
  /** The only user who can open a Unix socket, by name; undefined if several can, or if it is not known. */
  readonly user?: string | undefined;
}

type Env = Readonly<Record<string, string | undefined>>;

const firstDescriptor = 3;
/** Far more than any unit has, and few enough to try one by one. */
const mostSockets = 64;
const variables = ['LISTEN_PID', 'LISTEN_FDS', 'LISTEN_FDNAMES'] as const;

/**
 * The sockets that were passed to the process `pid`; none if the variables are those of another process.
 * Throws `ListenError` if one of them cannot be used.
 */
export function inheritedSockets(env: Env, pid: number): readonly InheritedSocket[] {
  const { LISTEN_PID: meant, LISTEN_FDS: count = '', LISTEN_FDNAMES: names } = env;
  // A process may pass its environment on without its sockets.
  if (meant !== String(pid)) return [];
  if (!/^[0-9]{1,2}$/.test(count) || Number(count) > mostSockets) {
    throw new ListenError(
      `Cannot take the sockets of the service manager: \`LISTEN_FDS\` has to be a whole number from 0 to ${mostSockets}, not \`${count}\`.`,
    );
  }
  const named = names === undefined ? [] : names.split(':');
  if (names !== undefined && names !== '' && named.length !== Number(count)) {
    throw new ListenError(
      `Cannot take the sockets of the service manager: \`LISTEN_FDNAMES\` does not have one name for each of ${count} sockets.`,
    );
  }
  return Array.from({ length: Number(count) }, (_, index) =>
    identify(firstDescriptor + index, named[index] ?? 'unknown'),
  );
}

/** Child processes get no sockets, so they must not see the variables. */
export function forgetInheritedSockets(): void {
  for (const variable of variables) delete process.env[variable];
}

/** Throws `ListenError` if a socket must not be served, before any of them is served. */
export function refuseInherited(sockets: readonly InheritedSocket[], protection: Protection): void {
  for (const socket of sockets) {
    const { name, tcp } = socket;
    if (tcp === undefined) continue;
    if (name === 'socket') {
      throw new ListenError(
        `Cannot listen on ${socketPlaceOf(socket)}: the name \`socket\` is for a Unix socket, because lines of JSON ask for no token. Name it \`http\`.`,
      );
    }
    const missing = missingFor(tcp.host, protection);
    if (missing === undefined) continue;
    const why =
      missing === 'tokens'
        ? 'without tokens only this machine may connect. Let the service manager listen on 127.0.0.1, or give `--tokens FILE`.'
        : `${plainText} Let the service manager listen on 127.0.0.1, or ${plainAdvice}.`;
    throw new ListenError(`Cannot listen on ${socketPlaceOf(socket)}: ${why}`);
  }
}

/** For people. */
export function socketPlaceOf({ fd, name, tcp }: InheritedSocket): string {
  const where = tcp === undefined ? '' : ` (${JSON.stringify(tcp.host)}, port ${tcp.port})`;
  return `socket \`${name}\`${where}, which the service manager passes as file descriptor ${fd}`;
}

function identify(fd: number, name: string): InheritedSocket {
  const { tcp, remote } = readSocket(fd, name);
  if (remote !== undefined) {
    throw new ListenError(
      `Cannot listen on ${socketPlaceOf({ fd, name, tcp })}: it is the connection of one client. Set \`Accept=no\` in the socket unit.`,
    );
  }
  const user = tcp === undefined && name === 'socket' ? onlyUserOf(fd) : undefined;
  return { fd, name, tcp, ...(user === undefined ? {} : { user }) };
}

/** The kind and address of a socket, without reading from it. */
function readSocket(fd: number, name: string): Pick<InheritedSocket, 'tcp'> & { remote: string | undefined } {
  try {
    // A FIFO would pass for a Unix socket below.
    if (!fstatSync(fd).isSocket()) throw new Error();
    // It is never closed: that would close the descriptor, which will be served.
    const socket = new Socket({ fd, readable: false, writable: false });
    const address = socket.address();
    const isTcp = 'address' in address && 'port' in address;
    const tcp = isTcp ? { host: address.address, port: address.port } : undefined;
    return { tcp, remote: socket.remoteAddress };
  } catch (cause) {
    const place = socketPlaceOf({ fd, name, tcp: undefined });
    const message = `Cannot listen on ${place}: it is neither a TCP socket nor a Unix stream socket. Use \`ListenStream=\` in the socket unit.`;
    throw new ListenError(message, { cause });
  }
}
