/** What is different between two events, field by field. */
import { stepsText } from '../check/conditions/field.ts';
import { type Client, clientMembers } from '../facts/event/client.ts';
import type { Json, JsonObject } from '../facts/event/event.ts';
import { isList } from '../facts/event/json.ts';

/** One field that has another value. Without `from` it is new, without `to` it is removed. */
export interface FieldChange {
  readonly kind: 'field';
  /** As a policy names it, where one can: `input.command`, `kind`, `session.cwd`. */
  readonly field: string;
  /** Steps into the event as a client sends it; for a field of the client, `client` and its member; for the time, `at`. */
  readonly steps: readonly (string | number)[];
  readonly from?: Json;
  readonly to?: Json;
}

/** A call that has to be made before. */
export interface EarlierChange {
  readonly kind: 'earlier-call';
  /** What it is for: the label that it sets, or the limit that counts it. */
  readonly sets: string;
  readonly times: number;
  /** For each call the event before it and, where it ended, the event after it. */
  readonly events: readonly JsonObject[];
}

export type Change = FieldChange | EarlierChange;

/** The fields that differ, in the order of the event. A new object, such as the descriptor of a server, is one change. */
export function fieldChanges(from: JsonObject, to: JsonObject): readonly FieldChange[] {
  const changes: FieldChange[] = [];
  compare(from, to, [], changes);
  return changes;
}

/** What is different about the client, which is shown like fields of the event. */
export const clientChanges = (from: Client = {}, to: Client = {}): readonly FieldChange[] =>
  clientMembers.flatMap((member): FieldChange[] => {
    const [before, after] = [from[member], to[member]];
    if (before === after) return [];
    return [
      {
        ...{ kind: 'field', field: `client.${member}`, steps: ['client', member] },
        ...(before === undefined ? {} : { from: before }),
        ...(after === undefined ? {} : { to: after }),
      },
    ];
  });

/** Another time at which the call is decided; none where it is not said. */
export const timeChanges = (from: number, to: number | undefined): readonly FieldChange[] =>
  to === undefined || to === from
    ? []
    : [{ kind: 'field', field: 'decided at', steps: ['at'], from: timeText(from), to: timeText(to) }];

const timeText = (at: number): string => new Date(at).toISOString();

function compare(
  from: Json | undefined,
  to: Json | undefined,
  steps: readonly (string | number)[],
  into: FieldChange[],
): void {
  if (from === to || JSON.stringify(from) === JSON.stringify(to)) return;
  // Each field of a tool's input is a change, also where there was no input before.
  const isInput = steps.length === 2 && steps[0] === 'tool' && steps[1] === 'input';
  const before = from === undefined && isInput ? {} : from;
  if (isPlain(before) && isPlain(to)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(to)]))
      compare(ownOf(before, key), ownOf(to, key), [...steps, key], into);
    return;
  }
  into.push({
    kind: 'field',
    field: fieldName(steps),
    steps,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  });
}

const isPlain = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !isList(value);
const ownOf = (object: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;

const names: Readonly<Record<string, string>> = {
  'tool.name': 'tool',
  'tool.kind': 'kind',
  'tool.origin': 'origin',
  'tool.mcp.server.id': 'mcp server',
  'tool.mcp.server': 'mcp server',
  'tool.mcp.toolName': 'mcp tool',
  'tool.mcp.tool': 'mcp tool',
  'harness.name': 'harness',
  'session.workspaceRoots': 'workspace',
};

function fieldName(steps: readonly (string | number)[]): string {
  const text = stepsText(steps).replace(/^\./, '');
  return names[text] ?? text.replace(/^tool\.input/, 'input');
}

const newField = 40;

/** How many characters are removed and added; of two solutions with as many changes, the smaller one is better. */
export function editSize({ from, to }: FieldChange): number {
  // A new field is a larger change than another value for a field that is there.
  if (from === undefined) return newField + shown(to).length;
  const [before, after] = [shown(from), shown(to)];
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return before.length + after.length - 2 * (start + end);
}

const shown = (value: Json | undefined): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
