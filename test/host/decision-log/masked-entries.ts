/** What is written down of events that hold secrets. */
import type { Json, JsonObject } from '../../../src/facts/event/event.ts';
import { decisionEntry, type EntryContext } from '../../../src/host/decision-log/log-entry.ts';
import { digestWith } from '../../../src/store/decision-log/key.ts';
import type { LogInputs } from '../../../src/store/decision-log/record.ts';
import { eventOf, passed } from './log-entries.ts';

export const key = Buffer.alloc(32, 7);
export const context = (inputs: LogInputs): EntryContext => ({
  inputs,
  digestOf: (text) => digestWith(key, text),
  policies: 'a'.repeat(64),
});
export const made = { latency: 12.4, unenforceable: false };

export const entryOf = (parts: JsonObject, inputs: LogInputs = 'masked', decision = passed) =>
  decisionEntry(eventOf(parts), decision, made, context(inputs));
export const textOf = (parts: JsonObject, inputs: LogInputs = 'masked', decision = passed): string =>
  JSON.stringify(entryOf(parts, inputs, decision));
/** A secret as it is in JSON. */
export const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
export const input = (value: Json): JsonObject => ({
  tool: { name: 'T', origin: 'native', input: { value } },
});
