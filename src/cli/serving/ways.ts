/** The ways by which messages come in, and what answers those of each. A way can be sent to another thread. */
import { type ForwardedContext, withHooks } from '../../hook/forwarded.ts';
import { remoteHook } from '../../hook/remote-hook.ts';
import { postedHook, type RequestHead, shellHook } from '../../hook/shell-hook.ts';
import { createHandler, type Handler } from '../../protocol/handle.ts';
import type { Tolerance } from '../../protocol/validate.ts';
import type { Points } from './points.ts';

/** The request of a hook: of a shell on the socket, or of a harness with a token. */
export interface HookRequest extends RequestHead {
  readonly isLocal: boolean;
}

/** The protocol with a token or on a socket, without one on the port, lines on the socket, or a hook. */
export type MessageWay = 'proven' | 'unproven' | 'lines' | HookRequest;

/** What hooks ask of a server besides its decisions. */
export interface Asking {
  readonly hooks: Omit<ForwardedContext, 'engine' | 'onDisk' | 'clientDisk'>;
  readonly tolerance: Tolerance;
}

/** Undefined for a request that is no hook. */
export function handlerOf(
  way: MessageWay,
  points: Points,
  { hooks, tolerance }: Asking,
): Handler | undefined {
  const { proven, unproven, onDisk, clientDisk } = points;
  const context = { ...hooks, engine: proven, onDisk };
  switch (way) {
    case 'proven':
      return createHandler(proven, tolerance);
    case 'unproven':
      return createHandler(unproven, tolerance);
    case 'lines':
      return withHooks(createHandler(proven, tolerance), context);
    default:
      return way.isLocal
        ? shellHook(way, context)
        : (remoteHook(way, { ...context, clientDisk }) ?? postedHook(way, context));
  }
}
