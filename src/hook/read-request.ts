/**
 * The input of the hook → its sender and its content. Light on purpose: the hook command needs this, and nothing of the
 * engine, to answer for a server that is not there.
 */
import type { Adapter, HookHost, HookReading, NativeAnswer, NativeEvent } from '../adapters/adapter.ts';
import { type AmbiguousField, ambiguousField } from '../adapters/ambiguous-field.ts';
import { answerFailure, type PayloadSender } from '../adapters/answer.ts';
import type { Failure } from '../adapters/failure.ts';
import { type HarnessId, payloadVariable } from '../adapters/harnesses.ts';
import { variableIn } from '../adapters/payload.ts';
import { adapters } from '../harnesses/adapters.ts';
import type { JsonObject } from '../language/json.ts';
import { isJsonObject, readJson } from '../protocol/json.ts';
import { detectSender } from './detect.ts';

export interface PayloadRequest {
  /** The harness that the command names, if it names one. */
  readonly harness: HarnessId | undefined;
  /** Standard input, as text. */
  readonly payload: string;
  readonly host: HookHost;
}

export type RequestReading = PayloadSender &
  (
    | { readonly kind: 'events'; readonly adapter: Adapter; readonly events: readonly NativeEvent[] }
    /** The harness waits for no verdict, or bylaw has none to give. */
    | { readonly kind: 'neutral'; readonly adapter: Adapter }
    | { readonly kind: 'failure'; readonly failure: Failure }
  );

/** Reads a request. Never throws. */
export function readRequest(request: PayloadRequest): RequestReading {
  const { harness, host } = request;
  const named = harness === undefined ? undefined : adapters[harness];
  const payload = readPayload(textOfPayload(request));
  if (typeof payload === 'string') return unreadable({ adapter: named, moment: undefined }, payload);
  // The shape of a payload says more than the command, which may have been written for another harness.
  const sender = detectSender(payload, host, harness);
  const adapter = (sender === undefined ? undefined : adapters[sender]) ?? named ?? usualSender(payload);
  if (adapter === undefined) {
    const problem = 'nothing in it says which harness it is from, and the command names none';
    return unreadable({ adapter, moment: undefined }, problem);
  }
  const twice = ambiguousField(payload);
  if (twice?.isEvent === true) return unreadable({ adapter, moment: undefined }, sayTwice(twice));
  try {
    const reading = adapter.read(payload, host);
    const { moment } = reading;
    if (twice !== undefined)
      return asks(reading)
        ? unreadable({ adapter, moment }, sayTwice(twice))
        : { kind: 'neutral', adapter, moment };
    switch (reading.kind) {
      case 'unused':
        return { kind: 'neutral', adapter, moment };
      case 'unreadable':
        if (!reading.decides) return { kind: 'neutral', adapter, moment };
        return unreadable({ adapter, moment }, reading.problem);
      case 'events':
        if (reading.events.length === 0) return unreadable({ adapter, moment }, 'it holds no call');
        return { kind: 'events', adapter, moment, events: reading.events };
      default:
        return reading satisfies never;
    }
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { kind: 'failure', adapter, moment: undefined, failure: { kind: 'fault', detail } };
  }
}

const sayTwice = ({ keys: [first, second] }: AmbiguousField): string =>
  `it says \`${first}\` and \`${second}\`, which are one field, with two meanings`;

/** Whether the harness waits for a verdict. */
function asks(reading: HookReading): boolean {
  switch (reading.kind) {
    case 'unused':
      return false;
    case 'unreadable':
      return reading.decides;
    case 'events':
      return reading.events.length === 0 || reading.events.some(({ type }) => type === 'tool.before');
    default:
      return reading satisfies never;
  }
}

/** Where neither the payload nor the command says who it is, an envelope like Claude Code's is taken for its own. */
const usualSender = (payload: JsonObject): Adapter | undefined =>
  Object.hasOwn(payload, 'hook_event_name') ? adapters['claude-code'] : undefined;

const unreadable = (sender: PayloadSender, detail: string): RequestReading => ({
  ...sender,
  kind: 'failure',
  failure: { kind: 'unreadable-payload', detail },
});

/** Standard input; or what Kiro's editor before 1.0 has in a variable instead. */
function textOfPayload({ harness, payload, host: { env } }: PayloadRequest): string {
  const inVariable = harness === 'kiro' ? variableIn(env, payloadVariable) : undefined;
  return inVariable !== undefined && payload.trim() === '' ? inVariable : payload;
}

/** A JSON object, or why there is none. Shells of Windows put a mark before the text. */
function readPayload(text: string): JsonObject | string {
  const plain = text.replace(/^\uFEFF/, '');
  if (plain.trim() === '') return 'standard input is empty';
  const reading = readJson(plain);
  if (!reading.ok) return reading.message;
  return isJsonObject(reading.value) ? reading.value : 'it is not a JSON object';
}

/** Answers a failure in the form that the sender of the request understands. */
export const answerFailed = (failure: Failure, request: PayloadRequest, failOpen: boolean): NativeAnswer =>
  answerFailure(failure, readRequest(request), failOpen);
