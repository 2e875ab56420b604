/**
 * The errors in answers to requests: one fixed sentence for each code
 * (docs/development/protocol-notes.md#errors). They repeat nothing of the request, and a denial is never an
 * error.
 */
import type { EventType } from '../facts/event/event.ts';
import type { Problem } from './problem.ts';
import { revisions } from './revision.ts';

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: ErrorData;
}

export type ErrorData = Readonly<Record<string, string | readonly string[]>>;

export const parseError: RpcError = {
  code: -32700,
  message: 'The message is not one JSON value encoded as UTF-8.',
};

export const invalidRequest: RpcError = {
  code: -32600,
  message:
    'The message is not a JSON-RPC 2.0 request: send one object with jsonrpc "2.0", an id and a method.',
};

export const frameTooLarge: RpcError = {
  code: -32600,
  message: 'The message is larger than this backend accepts: send less content with the event.',
};

export const methodNotFound: RpcError = {
  code: -32601,
  message: 'The method is not known here: this backend takes hooks/intercept and hooks/observe.',
};

export const unsupportedVersion: RpcError = {
  code: -32001,
  message: 'The protocol version is not supported: data.supported lists those that are.',
  data: { supported: revisions },
};

/** A type that the method does not accept, although the revision may have it; `data` lists the accepted ones. */
export function unsupportedEvent(supported: readonly EventType[]): RpcError {
  return {
    code: -32002,
    message: 'The event type is not supported in this method: data.supported lists those that are.',
    data: { supported },
  };
}

/** For a transport that cannot evaluate at the moment, such as while it shuts down. */
export const backendUnavailable: RpcError = {
  code: -32003,
  message: 'The backend cannot evaluate requests at the moment: send the request again.',
};

/**
 * The policy denies, and the request does not take a deny
 * (docs/development/protocol-notes.md#the-answer).
 */
export const unenforceable: RpcError = {
  code: -32004,
  message:
    'The answer needs the effect deny, which the request does not accept: add it to capabilities.effects.',
  data: { reason: 'unenforceable' },
};

export const engineFault: RpcError = {
  code: -32004,
  message: 'The backend failed while it evaluated the request, so that nothing is decided about the call.',
  data: { reason: 'fault' },
};

/** The params are not valid for the method and the revision; `data` says where and how. */
export function invalidParams(problem: Problem): RpcError {
  return {
    code: -32602,
    message: 'The params are not valid: data.path says where, data.problem in which way.',
    data: problem,
  };
}
