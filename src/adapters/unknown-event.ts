/**
 * What becomes of an event whose name an adapter does not know. Most are none of
 * bylaw's business; but one that carries a call, and no sign that the call is
 * over, may be the event before a tool under the name of tomorrow, and must not
 * pass for that. The one place where this is decided, for all adapters.
 */
import type { Json, JsonObject } from '../language/json.ts';
import { isJsonObject } from '../protocol/json.ts';
import type { Reading } from './adapter.ts';
import { foldedName } from './event-name.ts';

/** Fields that only what is about a tool has, as names are compared. */
const callFields = ['toolname', 'toolinput', 'toolargs', 'toolcall', 'toolcalls', 'pretooluse'];
/** Fields that only what has run has. */
const outcomeFields = [
  'toolresponse',
  'tooloutput',
  'toolresult',
  'posttooluse',
  'resultjson',
  'result',
  'output',
  'error',
  'errormessage',
];

export interface UnknownEvent {
  readonly name: string;
  /** The object in which the fields of a call would stand. */
  readonly fields: JsonObject;
  /** The harness's ordinary event before a tool, in whose terms a denial is told. */
  readonly ordinary: string;
  /** Further fields, as names are compared, by which this harness tells a call. */
  readonly callFields?: readonly string[];
}

/** Unreadable where the event may be one before a tool; else unused. */
export function readUnknownEvent(event: UnknownEvent): Reading {
  const { name, fields, ordinary } = event;
  if (tellsOutcome(name) || hasOutcome(fields) || !carriesCall(fields, event.callFields))
    return { kind: 'unused', moment: name };
  return {
    kind: 'unreadable',
    moment: ordinary,
    decides: true,
    problem: 'the event that announces it is not known',
  };
}

/** Whether there is a field of a call, in whatever spelling, that says something. */
export const carriesCall = (fields: JsonObject, more: readonly string[] = []): boolean =>
  Object.entries(fields).some(([key, value]) => {
    if (value === null || value === '') return false;
    const name = foldedName(key);
    return callFields.includes(name) || more.includes(name);
  });

const hasOutcome = (fields: JsonObject): boolean =>
  Object.entries(fields).some(([key, value]) => outcomeFields.includes(foldedName(key)) && isTold(value));

/** Whether a field says something: what is empty is there in some payloads before anything has come of a call. */
export function isTold(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '' || value === false) return false;
  if (Array.isArray(value)) return value.length > 0;
  return !isJsonObject(value) || Object.keys(value).length > 0;
}

/** Names of events at which the call is over, or never ran. */
const tellsOutcome = (name: string): boolean =>
  /^(?:post|after)|(?:result|output|failure|failed|denied|rejected|completed|finished)$/.test(
    foldedName(name),
  );
