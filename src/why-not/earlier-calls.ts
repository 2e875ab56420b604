/**
 * Calls that would have had to be made before: those that set a label, those that
 * a limit counts, and those that are denied. Each is found by the same search as
 * the event itself, for the calls that the label or limit is about.
 */
import type { CheckedExpression } from '../check/checked.ts';
import type { CompiledRule } from '../compile/program.ts';
import type { Json, JsonObject } from '../facts/event.ts';
import { compileName } from '../pattern/name.ts';
import type { EarlierChange } from './change.ts';
import { objectAt, withoutEventValue } from './edit-event.ts';
import type { Setting, Tried } from './situation.ts';

/** Finds an event for which a rule holds, near this one; undefined where none is found. */
export type FindCall = (rule: CompiledRule, near: JsonObject) => JsonObject | undefined;

/** More calls than this are not made for a limit. */
const mostCalls = 200;

/** Calls for what an expression asks of the session; empty where nothing is found, or where it asks something else. */
export function earlierFor(
  expression: CheckedExpression,
  tried: Tried,
  { program }: Setting,
  find: FindCall,
): readonly EarlierChange[] {
  const { event } = tried;
  switch (expression.kind) {
    case 'label': {
      const label = program.labels.find(({ code }) => code === expression.label);
      const call = label && find(label.subject, event);
      if (label === undefined || call === undefined) return [];
      return [repeated(`the label \`${label.name}\``, call, 1, label.on[0] ?? 'ok', tried)];
    }
    case 'limit': {
      const limit = program.limits.find(({ code }) => code === expression.limit);
      const call = limit && limit.most <= mostCalls ? find(limit.subject, event) : undefined;
      return limit === undefined || call === undefined
        ? []
        : [repeated(`a call that \`${limit.code}\` counts`, call, limit.most, 'ok', tried)];
    }
    case 'denials': {
      const patterns = expression.by.map(({ text }) => compileName(text));
      const isOne = ({ code, effect }: CompiledRule): boolean =>
        effect === 'deny' && (patterns.length === 0 || patterns.some((pattern) => pattern.testExact(code)));
      for (const rule of program.rules.filter(isOne).slice(0, 8)) {
        const call = expression.times <= mostCalls ? find(rule, event) : undefined;
        if (call !== undefined)
          return [repeated(`a denial by \`${rule.code}\``, call, expression.times, undefined, tried)];
      }
      return [];
    }
    default:
      return [];
  }
}

/** A call that marks a file, for each file that this one touches. */
export function markingCalls(
  label: string,
  tried: Tried,
  { program }: Setting,
  find: FindCall,
): readonly EarlierChange[] {
  const marking = program.labels.find(({ code }) => code === label);
  const call = marking && find(marking.subject, tried.event);
  if (marking === undefined || call === undefined) return [];
  const { paths, executed } = tried.facts.effects;
  const touched = [...new Set([...executed, ...paths].map(({ text }) => text))].slice(0, 6);
  const found = pathsOf(call, tried);
  const same = found.flatMap((path) => touched.map((other) => replaceText(call, path, other)));
  return [call, ...same].map((each) =>
    repeated(`the label \`${marking.name}\``, each, 1, marking.on[0] ?? 'ok', tried),
  );
}

function pathsOf(call: JsonObject, { event }: Tried): readonly string[] {
  const own = new Set(words(event));
  return words(call)
    .filter((word) => !own.has(word) && /[./]/.test(word))
    .slice(0, 6);
}

const words = (event: JsonObject): readonly string[] =>
  JSON.stringify(objectAt(event, 'tool').input ?? {}).match(/[A-Za-z0-9_./~-]{3,}/g) ?? [];

function replaceText(call: JsonObject, from: string, to: string): JsonObject {
  const replace = (value: Json): Json => {
    if (typeof value === 'string') return value.replaceAll(from, to);
    if (value === null || typeof value !== 'object') return value;
    return Array.isArray(value)
      ? value.map((each: Json) => replace(each))
      : Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replace(each)]));
  };
  const tool = objectAt(call, 'tool');
  return { ...call, tool: { ...tool, input: replace(tool.input ?? {}) } };
}

/** A call made so many times, with how each ends. */
function repeated(
  sets: string,
  call: JsonObject,
  times: number,
  outcome: 'ok' | 'error' | 'denied' | undefined,
  { earlier }: Tried,
): EarlierChange {
  const first = earlier.reduce((sum, each) => sum + each.times, 0) + 1;
  const events = Array.from({ length: times }, (_, index) => {
    const id = `earlier-${first + index}`;
    const before = named(call, id);
    return outcome === undefined ? [before] : [before, ended(before, id, outcome)];
  });
  return { kind: 'earlier-call', sets, times, events: events.flat() };
}

/** The draft revision alone can say how a call ended, so earlier calls are always told in it. */
function named(call: JsonObject, id: string): JsonObject {
  const plain = withoutEventValue(withoutEventValue(call, ['tool', 'callId']), ['extensions']);
  return { ...plain, id, type: 'tool.before', call: { id } };
}

function ended(before: JsonObject, id: string, outcome: 'ok' | 'error' | 'denied'): JsonObject {
  const execution = outcome === 'denied' ? { status: 'skipped', reason: 'policy' } : { status: 'executed' };
  const error = outcome === 'error' ? { error: { class: 'tool', message: 'it failed' } } : {};
  return { ...before, id: `${id}-ended`, type: 'tool.after', outcome, execution, items: [], ...error };
}
