/** What distinguishes the payloads of one harness from those of others. */
import type { Json, JsonObject } from '../language/json.ts';
import { eventNamed } from './event-name.ts';
import { textField } from './payload.ts';

/** Whether a payload has all of these fields. */
export const has = (payload: JsonObject, ...keys: readonly string[]): boolean =>
  keys.every((key) => Object.hasOwn(payload, key));

/** The name of its event as it is written; empty where it has none. */
export const eventNameOf = (payload: JsonObject): string =>
  textField(payload, 'hook_event_name', 'hookEventName', 'event', 'hookName') ?? '';

/** Whether its event is one of these, however it is spelt. */
export const isNamed = (payload: JsonObject, names: readonly string[]): boolean =>
  eventNamed(eventNameOf(payload), names) !== undefined;

export const isOne = (value: Json | undefined, ...values: readonly string[]): boolean =>
  typeof value === 'string' && values.includes(value);
