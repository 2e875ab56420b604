/**
 * A configuration to which nothing is added but one command in several places: the command once, and the places. The diff of it
 * repeats a line of two thousand characters for each event.
 */
import type { FileChange } from '../../install/file-change.ts';
import type { Json, JsonObject } from '../../language/json.ts';
import { isJsonObject, own, readJson } from '../../protocol/json.ts';

/** What is added to a configuration. */
export interface HookSummary {
  readonly command: string;
  /** The events, as the configuration names them. */
  readonly events: readonly string[];
}

/** A shorter command is as well read in the diff. */
const long = 200;

/** Undefined where anything else changes, too: a person has to see all of that. */
export function summarizeHooks({ before = '', after }: FileChange): HookSummary | undefined {
  const [old, now] = [
    before.trim() === '' ? {} : objectIn(before),
    after === undefined ? undefined : objectIn(after),
  ];
  if (old === undefined || now === undefined) return undefined;
  const [command, ...others] = new Set(
    textsIn(now).filter((text) => text.length > long && !textsIn(old).includes(text)),
  );
  if (command === undefined || others.length > 0) return undefined;
  const events: string[] = [];
  const rest = without(now, command, '', events);
  const isAll = JSON.stringify(rest ?? {}) === JSON.stringify(without(old, command, '', []) ?? {});
  return isAll ? { command, events } : undefined;
}

function objectIn(text: string): JsonObject | undefined {
  const json = readJson(text);
  return json.ok && isJsonObject(json.value) ? json.value : undefined;
}

const textsIn = (json: Json): readonly string[] =>
  typeof json === 'string'
    ? [json]
    : typeof json === 'object' && json !== null
      ? Object.values(json as Readonly<Record<string, Json>>).flatMap(textsIn)
      : [];

/** Without the elements of lists that have the command, and what is empty then. `events`: takes the names of those lists. */
function without(json: Json, command: string, name: string, events: string[]): Json | undefined {
  if (Array.isArray(json)) {
    const kept = json.filter((each) => !textsIn(each).includes(command));
    if (kept.length < json.length) events.push(name);
    return kept.length === 0 ? undefined : kept;
  }
  if (!isJsonObject(json)) return json;
  const members = Object.keys(json).flatMap((key) => {
    const value = without(own(json, key) ?? null, command, key, events);
    return value === undefined ? [] : [[key, value] as const];
  });
  return members.length === 0 ? undefined : Object.fromEntries(members);
}
