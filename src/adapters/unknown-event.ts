/**
 * What becomes of an event whose name an adapter does not know. Most are none of
 * bylaw's business; but one that carries a call, and no sign that the call is
 * over, may be the event before a tool under the name of tomorrow, and must not
 * pass for that. The one place where this is decided, for all adapters.
 */
import type { Json, JsonObject } from '../language/json.ts';
import { isJsonObject } from '../protocol/json.ts';
import { type HookReading, unreadable } from './adapter.ts';
import { foldedName } from './event-name.ts';

/** Fields that only what is about a tool has, as names are compared. */
const callFields = ['toolname', 'toolinput', 'toolargs', 'toolcall', 'toolcalls', 'pretooluse'];
/** Fields that hold what a call is given, where something else says that there is one. */
const givenFields = [
  ...['input', 'inputs', 'args', 'arguments', 'params', 'parameters', 'payload'],
  ...['command', 'commandline', 'cmd', 'code', 'script', 'filepath', 'path', 'url'],
];
/** Fields that only what has run has. */
const outcomeFields = ['toolresponse', 'tooloutput', 'toolresult', 'posttooluse', 'resultjson'];

export interface UnknownEvent {
  readonly name: string;
  /** The object that would have the fields of a call. */
  readonly fields: JsonObject;
  /** The harness's ordinary event before a tool, in whose terms a denial is given. */
  readonly ordinary: string;
  /** Further fields, as names are compared, by which this harness describes a call. */
  readonly callFields?: readonly string[];
}

/** Unreadable where the event may be one before a tool; else unused. */
export function readUnknownEvent(event: UnknownEvent): HookReading {
  const { name, fields, ordinary } = event;
  const mayDecide = carriesCall(fields, event.callFields) || (isAboutTools(name) && isGiven(fields));
  if (!mayDecide || isOver(name, fields)) return { kind: 'unused', moment: name };
  return unreadable(ordinary, 'the event that announces it is not known');
}

/** Whether there is a field of a call, in whatever spelling, that says something. */
export const carriesCall = (fields: JsonObject, more: readonly string[] = []): boolean =>
  Object.entries(fields).some(([key, value]) => {
    if (value === null || value === '') return false;
    const name = foldedName(key);
    if (callFields.includes(name) || more.includes(name)) return true;
    // `tool: { name, input }`, and `tool: "Bash"` beside what it is given.
    if (name !== 'tool') return false;
    return isJsonObject(value) ? isFilled(value) : typeof value === 'string' && isGiven(fields);
  });

const isGiven = (fields: JsonObject): boolean =>
  Object.entries(fields).some(([key, value]) => givenFields.includes(foldedName(key)) && isFilled(value));

/**
 * Whether an event comes when the call is over, or never ran. An event whose name says that it comes before something
 * does not, whatever its fields are. An event whose name says nothing about the time does so only with a field that
 * only the end of a call has: `output` and `error` can be anything.
 */
function isOver(name: string, fields: JsonObject): boolean {
  const plain = foldedName(name);
  if (/^(?:pre|before|will|on(?:pre|before))/.test(plain) || /pretool|beforetool/.test(plain)) return false;
  if (/^(?:post|after|on(?:post|after))/.test(plain) || endings.test(plain)) return true;
  return Object.entries(fields).some(
    ([key, value]) => outcomeFields.includes(foldedName(key)) && isFilled(value),
  );
}

/** How names of events end at which the call is over, or never ran. */
const endings = /(?:result|output|failure|failed|denied|rejected|completed|finished)$/;

/** Whether an event is about what an agent runs, by its name. */
const isAboutTools = (name: string): boolean =>
  /tool|command|shell|bash|exec|mcp|permission|approval/.test(foldedName(name));

/** Whether a field says something: what is empty is there in some payloads before anything has come of a call. */
export function isFilled(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '' || value === false) return false;
  if (Array.isArray(value)) return value.length > 0;
  return !isJsonObject(value) || Object.keys(value).length > 0;
}
