/**
 * A recorded event, in any of the forms people keep them in: a message of the
 * protocol, the event alone, or a record of the decision log.
 */
import type { Client } from '../../facts/event/client.ts';
import type { Event, JsonObject } from '../../facts/event/event.ts';
import { decode, decodeEvent } from '../../protocol/decode.ts';
import type { RpcError } from '../../protocol/error.ts';
import { isJsonObject, own, readJson } from '../../protocol/json.ts';
import { describeFault } from '../../protocol/json-fault.ts';
import type { Tolerance } from '../../protocol/validate.ts';
import { recordedClient } from './recorded-client.ts';

export type Recorded =
  | {
      readonly kind: 'event';
      readonly event: Event;
      /** Who asked, where a record of the decision log says so. */
      readonly client?: Client | undefined;
      /** The call may be denied: it is not an observation, and the request advertises `deny`. */
      readonly deniable: boolean;
    }
  /** An event of the protocol that no policy looks at. */
  | { readonly kind: 'unused'; readonly id: string | undefined }
  | {
      readonly kind: 'unreadable';
      readonly id: string | undefined;
      readonly message: string;
      /** The JSON-RPC error that a server would answer, for a message of the protocol. */
      readonly rpcCode: number | undefined;
    };

/**
 * Reads one recorded event. A message is held to the rules of the protocol; an
 * event alone may leave out what only identifies it, and is then called `name`. `line`: where the text begins in its file.
 */
export function readRecorded(text: string, name: string, tolerance: Tolerance, line = 1): Recorded {
  const json = readJson(text);
  if (!json.ok) {
    const message = json.problem === 'syntax' ? describeFault(text, line) : json.message;
    return { kind: 'unreadable', id: undefined, message, rpcCode: undefined };
  }
  const { value } = json;
  if (isJsonObject(value) && isLogRecord(value)) return readLogRecord(value, name);
  const isMessage =
    isJsonObject(value) && (Object.hasOwn(value, 'jsonrpc') || Object.hasOwn(value, 'method'));
  if (!isMessage) {
    const decoded = decodeEvent(value, name);
    if (decoded.ok) return { kind: 'event', event: decoded.event, deniable: true };
    const { message } = decoded.problem;
    return {
      kind: 'unreadable',
      id: idOf(isJsonObject(value) ? own(value, 'id') : undefined),
      message,
      rpcCode: undefined,
    };
  }
  const message = decode(value, tolerance);
  const id = idOf(own(value, 'id'));
  switch (message.kind) {
    case 'intercept':
      return { kind: 'event', event: message.event, deniable: message.effects.includes('deny') };
    case 'observe':
      return { kind: 'event', event: message.event, deniable: true };
    case 'unused':
      return { kind: 'unused', id };
    case 'error':
    case 'refused': {
      const { error } = message;
      return { kind: 'unreadable', id, message: describeError(error), rpcCode: error.code };
    }
    default:
      return message satisfies never;
  }
}

/** Whether a value is a record of the decision log, also one that is about no event, such as the first of a file. */
export const isLogRecord = (value: JsonObject): boolean =>
  typeof own(value, 'process') === 'string' &&
  typeof own(value, 'seq') === 'number' &&
  Object.hasOwn(value, 'previous');

/** The log keeps the event as it was, without the parts that were masked. */
function readLogRecord(record: JsonObject, name: string): Recorded {
  const id = idOf(own(record, 'id'));
  const event = own(record, 'event');
  if (!Object.hasOwn(record, 'event')) return { kind: 'unused', id };
  if (event === null || event === undefined) {
    const message = 'this record of the decision log was written without its event';
    return { kind: 'unreadable', id, message, rpcCode: undefined };
  }
  const decoded = decodeEvent(event, name);
  if (decoded.ok)
    return {
      ...{ kind: 'event', event: decoded.event, deniable: true },
      client: recordedClient(own(record, 'client')),
    };
  return { kind: 'unreadable', id, message: decoded.problem.message, rpcCode: undefined };
}

/** A JSON-RPC error as the end of a sentence: where a member is at fault, its place and what is wrong. */
function describeError({ message, data }: RpcError): string {
  const { path, problem } = data ?? {};
  if (typeof path !== 'string' || path === '') return message.replace(/\.$/, '');
  return `\`${path.slice(1).replaceAll('/', '.')}\` of the message is not valid (${String(problem)})`;
}

const idOf = (id: unknown): string | undefined => (typeof id === 'string' ? id : undefined);
