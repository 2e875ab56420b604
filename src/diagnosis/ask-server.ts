/**
 * Whether the server that hooks find answers them: it does for policies that it
 * has read just as they are on disk now. It is asked as a hook asks, with a payload
 * that no harness sends, so that nothing is decided or remembered by it.
 */
import { existsSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { openForwarder } from '../hook/forward.ts';
import { isNamedPipe } from '../host/machine/named-pipe.ts';
import type { Machine } from '../install/machine.ts';

export type ServerState =
  | { readonly kind: 'absent' }
  /** The socket is there, and no process listens. */
  | { readonly kind: 'silent' }
  | { readonly kind: 'answers' }
  /** Hooks get no answer and decide by themselves: the reason follows “the server …”. */
  | { readonly kind: 'refuses'; readonly problem: string };

/** Milliseconds that a server may take. */
const patience = 2000;

/** Asks the server at a socket for the policies of a folder, absolute, in a mode; without a folder, only whether it is there. */
export async function askServer(
  socket: string,
  policies: string | undefined,
  env: Machine['env'],
  watch = false,
): Promise<ServerState> {
  const isPipe = isNamedPipe(socket);
  if (!isPipe && !existsSync(socket)) return { kind: 'absent' };
  if (!(await listens(socket))) return { kind: isPipe ? 'absent' : 'silent' };
  if (policies === undefined) return { kind: 'answers' };
  const owner = statSync(policies, { throwIfNoEntry: false })?.uid;
  const forwarder = openForwarder(socket, new Set(owner === undefined ? [0] : [0, owner]), env);
  return await new Promise((resolve) => {
    const late = setTimeout(
      () => resolve({ kind: 'refuses', problem: `gave no answer in ${patience} ms` }),
      patience,
    );
    const host = { env: {}, cwd: '/' };
    const hook = {
      harness: null,
      payload: '',
      host,
      failOpen: false,
      watch,
      policies: [policies],
      mounts: null,
      searchPath: null,
    };
    forwarder.ask(hook, (forwarding) => {
      clearTimeout(late);
      resolve(
        forwarding.kind === 'answered'
          ? { kind: 'answers' }
          : { kind: 'refuses', problem: forwarding.problem },
      );
    });
  });
}

function listens(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket);
    const end = (result: boolean): void => {
      connection.destroy();
      resolve(result);
    };
    connection.once('connect', () => end(true)).once('error', () => end(false));
    connection.setTimeout(patience, () => end(false));
  });
}
