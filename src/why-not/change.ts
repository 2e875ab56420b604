/** What is different between two events, field by field. */
import { stepsText } from '../check/field.ts';
import { type Client, clientMembers } from '../facts/client.ts';
import type { Json, JsonObject } from '../facts/event.ts';
import { isList } from '../facts/json.ts';

/** One field that has another value. Without `from` it is new, without `to` it is gone. */
export interface FieldChange {
  readonly kind: 'field';
  /** As a policy names it, where one can: `input.command`, `kind`, `session.cwd`. */
  readonly field: string;
  /** Steps into the event as it is sent; of what is proved of who asks, `client` and the member. */
  readonly steps: readonly (string | number)[];
  readonly from?: Json;
  readonly to?: Json;
}

/** A call that must have been made before. */
export interface EarlierChange {
  readonly kind: 'earlier-call';
  /** The label that it sets, the limit that it counts for, or what else it is for. */
  readonly sets: string;
  readonly times: number;
  /** The call: an event before it, and where it ended, one after it. */
  readonly events: readonly JsonObject[];
}

export type Change = FieldChange | EarlierChange;

/** The fields that differ, in the order of the event. A descriptor of a server that is new counts as one. */
export function fieldChanges(from: JsonObject, to: JsonObject): readonly FieldChange[] {
  const changes: FieldChange[] = [];
  compare(from, to, [], changes);
  return changes;
}

/** What is otherwise of who asks: no part of the event, and told like one. */
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

function compare(
  from: Json | undefined,
  to: Json | undefined,
  steps: readonly (string | number)[],
  into: FieldChange[],
): void {
  if (from === to || JSON.stringify(from) === JSON.stringify(to)) return;
  // A tool's input is a form: each of its fields is one of its own, also where there was none.
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

/** Characters that are taken out and put in: what to prefer where as many fields change. */
export function editSize({ from, to }: FieldChange): number {
  // A field that no tool knows is a stranger change than another value for one that is there.
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
