/**
 * The server's side of a hook on another machine: the same message as on the local socket, posted with a token or a certificate. Anybody
 * with one of these can post it, so it is no proof that a hook asks: the key of the user stays here, and the disk of this machine is not looked at.
 */
import { invalidRequest } from '../protocol/error.ts';
import type { Handler } from '../protocol/handle.ts';
import { type ForwardedContext, withHooks } from './forwarded.ts';
import { remoteHookPath } from './remote-options.ts';
import type { RequestHead } from './shell-hook.ts';

/** What answers a request by its body; undefined for a request that is no such hook. */
export function remoteHook({ method, url }: RequestHead, context: ForwardedContext): Handler | undefined {
  if (method !== 'POST' || url !== remoteHookPath) return undefined;
  const here = { ...context, onDisk: undefined, key: undefined };
  return withHooks(noHook, here, (client = {}) => client);
}

const noHook: Handler = { handle: () => ({ kind: 'refused', error: invalidRequest }) };
