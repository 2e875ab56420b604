/**
 * Why a server could not listen, as a sentence for the person who started it.
 */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

/** The sentence for an error that the system gave while it was asked to listen at `place`. */
export function toListenError(place: string, error: unknown): ListenError {
  const { code } = error as NodeJS.ErrnoException;
  const why = reasons.get(code ?? '') ?? `the system refuses (${code ?? 'without a reason'}).`;
  return new ListenError(`Cannot listen on ${place}: ${why}`, { cause: error });
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['EADDRINUSE', 'another process listens there already. Stop it, or choose another place to listen.'],
  ['EACCES', 'this user may not. Choose a port above 1023, or a directory that this user may write.'],
  ['EPERM', 'this user may not. Choose a port above 1023, or a directory that this user may write.'],
  ['EADDRNOTAVAIL', 'this machine does not have that address. Choose one that it has, such as 127.0.0.1.'],
  ['ENOTFOUND', 'no address is known for that name. Check its spelling, or give an address.'],
  ['EAI_AGAIN', 'the name cannot be looked up at the moment. Give an address instead.'],
  ['ENOENT', 'its directory does not exist. Create the directory first.'],
  ['ENOTDIR', 'a part of the path is not a directory. Choose another path.'],
  ['EINVAL', 'the path is not valid for a socket; it may be too long. Choose one of at most 100 octets.'],
  ['ENAMETOOLONG', 'the path is too long for a socket. Choose one of at most 100 octets.'],
  ['ERR_SOCKET_BAD_PORT', 'a port is a whole number from 0 to 65535.'],
]);
