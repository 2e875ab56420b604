/**
 * A message → its request. The order of the checks is the protocol's: envelope, method, version, params,
 * and last that the request's id is the event's (docs/development/protocol-notes.md#errors). Only a message
 * with an id gets an answer, so a notification never does.
 */
import type { Event, Json, JsonObject } from '../facts/event/event.ts';
import { canonicalEvent } from './canonical.ts';
import {
  invalidParams,
  invalidRequest,
  methodNotFound,
  parseError,
  type RpcError,
  unsupportedEvent,
  unsupportedVersion,
} from './error.ts';
import { isJsonObject, own, readJson } from './json.ts';
import { type Problem, typeProblem } from './problem.ts';
import { eventTypes, isEventType, isRevision, type Revision, unusedTypes } from './revision.ts';
import { type Tolerance, validateEvent, validateIntercept, validateUnused } from './validate.ts';

export { decodeEvent } from './decode-event.ts';

export type DecodedMessage =
  | {
      readonly kind: 'intercept';
      /** The request's id, which is the event's. */
      readonly id: string;
      readonly revision: Revision;
      readonly event: Event;
      /** The effects that the request accepts; only these may be answered. */
      readonly effects: readonly string[];
    }
  | { readonly kind: 'observe'; readonly revision: Revision; readonly event: Event }
  /** A valid notification of a draft type that the engine does not use. */
  | { readonly kind: 'unused' }
  | {
      readonly kind: 'error';
      /** Null exactly when the envelope is malformed. */
      readonly id: string | number | null;
      readonly error: RpcError;
      readonly malformed: boolean;
    }
  /** A notification that is not valid: the reason is for a log, and never sent. */
  | { readonly kind: 'refused'; readonly error: RpcError };

/** Decodes the text of one message. Never throws; errors as in docs/development/protocol-notes.md#errors. */
export function decodeText(text: string, tolerance: Tolerance = {}): DecodedMessage {
  const reading = readJson(text);
  if (reading.ok) return decodeEnvelope(reading.value, undefined, tolerance);
  if (reading.problem === 'syntax') return malformed(parseError);
  return decodeEnvelope(reading.value, reading.problem, tolerance);
}

/** Decodes one message that is JSON already. */
export function decode(value: Json, tolerance: Tolerance = {}): DecodedMessage {
  return decodeEnvelope(value, undefined, tolerance);
}

/** What makes a message invalid although its envelope can be read. */
type Flaw = 'depth' | 'duplicate' | undefined;

type Fail = (error: RpcError) => DecodedMessage;

function decodeEnvelope(envelope: Json, flaw: Flaw, tolerance: Tolerance): DecodedMessage {
  if (!isJsonObject(envelope)) return malformed(invalidRequest);
  const id = own(envelope, 'id');
  const method = own(envelope, 'method');
  if (own(envelope, 'jsonrpc') !== '2.0' || typeof method !== 'string') return malformed(invalidRequest);
  if (id === undefined) {
    return decodeCall(method, id, envelope, flaw, tolerance, (error) => ({ kind: 'refused', error }));
  }
  if (!isRequestId(id)) return malformed(invalidRequest);
  return decodeCall(method, id, envelope, flaw, tolerance, (error) => {
    return { kind: 'error', id, error, malformed: false };
  });
}

function decodeCall(
  method: string,
  id: string | number | undefined,
  envelope: JsonObject,
  flaw: Flaw,
  tolerance: Tolerance,
  fail: Fail,
): DecodedMessage {
  if (method !== 'hooks/intercept' && method !== 'hooks/observe') return fail(methodNotFound);
  const params = own(envelope, 'params');
  if (!isJsonObject(params)) return fail(invalidParams(typeProblem(params, '/params', 'object')));
  const version = own(params, 'protocolVersion');
  if (typeof version !== 'string') {
    return fail(invalidParams(typeProblem(version, '/params/protocolVersion', 'string')));
  }
  if (!isRevision(version)) return fail(unsupportedVersion);
  if (flaw !== undefined) return fail(invalidParams({ path: '', problem: flaw }));
  const event = own(params, 'event');
  if (!isJsonObject(event)) return fail(invalidParams(typeProblem(event, '/params/event', 'object')));
  const type = own(event, 'type');
  if (typeof type !== 'string') return fail(invalidParams(typeProblem(type, '/params/event/type', 'string')));
  return method === 'hooks/intercept'
    ? decodeIntercept(id, version, params, event, type, tolerance, fail)
    : decodeObserve(id, version, event, type, tolerance, fail);
}

/**
 * Only `tool.before` may be intercepted, and the id is the event's
 * (docs/development/protocol-notes.md#the-intercept-request).
 */
function decodeIntercept(
  id: string | number | undefined,
  revision: Revision,
  params: JsonObject,
  event: JsonObject,
  type: string,
  tolerance: Tolerance,
  fail: Fail,
): DecodedMessage {
  if (id === undefined) return fail(invalidParams({ path: '/id', problem: 'required' }));
  if (type !== 'tool.before') return fail(unsupportedEvent(['tool.before']));
  const problem =
    validateIntercept(revision, params, '/params') ??
    validateEvent(revision, type, event, '/params/event', tolerance);
  if (problem) return fail(invalidParams(problem));
  const canonical = canonicalEvent(revision, type, event);
  if (id !== canonical.id) return fail(invalidParams(idMismatch));
  return { kind: 'intercept', id, revision, event: canonical, effects: effectsOf(params) };
}

/** Any event that the revision has, without an id (docs/development/protocol-notes.md#observed-events). */
function decodeObserve(
  id: string | number | undefined,
  revision: Revision,
  event: JsonObject,
  type: string,
  tolerance: Tolerance,
  fail: Fail,
): DecodedMessage {
  if (id !== undefined) return fail(invalidParams({ path: '/id', problem: 'forbidden' }));
  if (isEventType(revision, type)) {
    const problem = validateEvent(revision, type, event, '/params/event', tolerance);
    if (problem) return fail(invalidParams(problem));
    return { kind: 'observe', revision, event: canonicalEvent(revision, type, event) };
  }
  if (revision !== 'draft' || !unusedTypes.has(type)) return fail(unsupportedEvent(eventTypes[revision]));
  const problem = validateUnused(event, '/params/event', tolerance);
  return problem ? fail(invalidParams(problem)) : { kind: 'unused' };
}

const idMismatch: Problem = { path: '/id', problem: 'mismatch', expected: 'params.event.id' };

function effectsOf(params: JsonObject): readonly string[] {
  const capabilities = own(params, 'capabilities');
  const effects = isJsonObject(capabilities) ? own(capabilities, 'effects') : undefined;
  return Array.isArray(effects) ? effects.filter((effect) => typeof effect === 'string') : [];
}

/** A string, or an integer that can be repeated without loss. */
function isRequestId(id: Json): id is string | number {
  return typeof id === 'string' || Number.isSafeInteger(id);
}

function malformed(error: RpcError): DecodedMessage {
  return { kind: 'error', id: null, error, malformed: true };
}
