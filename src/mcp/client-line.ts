/**
 * One line of the client → the messages in it. A line that two programs could read in two ways is refused
 * as a whole: text that is no JSON, a key that is there twice or in another case (some servers do not mind
 * the case of keys), a carriage return inside (some servers end lines there), and text that is nested too
 * deep to be read.
 */
import type { Json, JsonObject } from '../language/json.ts';
import { fold } from '../pattern/text/fold.ts';
import { isJsonObject, own, readJson } from '../protocol/json.ts';
import { decodeUtf8 } from '../server/lines/utf8.ts';
import { elementSpans, memberSpans } from './json-spans.ts';

export interface ClientMessage {
  /** As written. */
  readonly text: string;
  readonly value: JsonObject;
}

export interface RpcProblem {
  readonly code: number;
  /** For people; quotes nothing of the text. */
  readonly message: string;
}

export type ClientLine =
  /** Only white space: no message, and harmless. */
  | { readonly kind: 'blank' }
  /** `id` is the JSON text to answer with: `null` if it is not certain. */
  | { readonly kind: 'refused'; readonly problem: RpcProblem; readonly id: string }
  | {
      readonly kind: 'messages';
      readonly isBatch: boolean;
      /** The end of the line: empty for the last line of a stream without a newline. */
      readonly ending: string;
      readonly messages: readonly ClientMessage[];
    };

/** JSON-RPC’s own codes. */
const parseError = -32700;
const invalidRequest = -32600;

/** The answer to a line over the limit, which was never kept as a whole. */
export const tooLarge: RpcProblem = {
  code: invalidRequest,
  message: 'bylaw does not pass this message on: it is larger than 16 MiB',
};

const refused = (code: number, why: string, id = 'null'): ClientLine => ({
  kind: 'refused',
  problem: { code, message: `bylaw does not pass this message on: ${why}` },
  id,
});

/** Reads one line, with its end. Never throws. */
export function readClientLine(octets: Uint8Array): ClientLine {
  const line = decodeUtf8(octets);
  if (line === undefined) return refused(parseError, 'it is not UTF-8');
  const ending = /\r?\n$/.exec(line)?.[0] ?? '';
  const text = line.slice(0, line.length - ending.length);
  if (text.includes('\r')) return refused(parseError, 'it has a carriage return in it');
  if (/^[ \t]*$/.test(text)) return { kind: 'blank' };
  const reading = readJson(text);
  if (!reading.ok) {
    if (reading.problem === 'syntax') return refused(parseError, reading.message);
    return refused(invalidRequest, reading.message, surelyId(reading.value, text));
  }
  const isBatch = Array.isArray(reading.value);
  const messages = isBatch ? batchOf(reading.value, text) : [{ text, value: reading.value }];
  for (const { value, text: own } of messages) {
    const why = envelopeProblem(value);
    if (why !== undefined) return refused(invalidRequest, why, isBatch ? 'null' : surelyId(value, own));
  }
  return { kind: 'messages', isBatch, ending, messages: messages.filter(isMessage) };
}

interface Unchecked {
  readonly text: string;
  readonly value: Json;
}

const isMessage = (each: Unchecked): each is ClientMessage => isJsonObject(each.value);

function batchOf(values: readonly Json[], text: string): readonly Unchecked[] {
  const spans = elementSpans(text);
  return values.map((value, at) => ({ value, text: text.slice(spans[at]?.start, spans[at]?.end) }));
}

const envelopeKeys = ['jsonrpc', 'id', 'method', 'params', 'result', 'error'] as const;

function envelopeProblem(value: Json): string | undefined {
  if (!isJsonObject(value)) return 'a message is a JSON object';
  const odd = oddKey(value, envelopeKeys);
  if (odd !== undefined) return `it has an unusual spelling of the key \`${odd}\``;
  const method = own(value, 'method');
  return method === undefined || typeof method === 'string' ? undefined : 'its method is not a text';
}

/** A name as a lenient server reads it: without case, space and invisible characters. */
export const looseName = (name: string): string => fold(name).replace(/\s+/g, '');

/** The known key that a lenient server could read a different key as. */
export function oddKey(value: JsonObject, known: readonly string[]): string | undefined {
  for (const key of Object.keys(value)) {
    if (known.includes(key)) continue;
    const near = known.find((each) => each === looseName(key));
    if (near !== undefined) return near;
  }
  return undefined;
}

/** The id of a request, as JSON; `null` for a message that is no request, or has not exactly one id. */
function surelyId(value: Json, text: string): string {
  if (!isJsonObject(value) || typeof own(value, 'method') !== 'string') return 'null';
  const ids = memberSpans(text).filter(({ key }) => looseName(key) === 'id');
  return ids.length === 1 ? (requestId({ value, text }) ?? 'null') : 'null';
}

/** The JSON text of a message’s id, with the same value; undefined if that is neither a string nor a number. */
export function requestId({ value, text }: ClientMessage): string | undefined {
  const id = own(value, 'id');
  if (typeof id === 'string') return JSON.stringify(id);
  if (typeof id !== 'number') return undefined;
  if (Number.isSafeInteger(id)) return String(id);
  // As a JavaScript number it may have another value.
  const span = memberSpans(text).find(({ key }) => key === 'id')?.value;
  return span === undefined ? undefined : text.slice(span.start, span.end);
}
