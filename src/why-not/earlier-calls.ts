/**
 * Calls that would have had to be made before: those that set a label, those that
 * a limit counts, and those that are denied. Each is found by the same search as
 * the event itself, for the calls that the label or limit is about.
 */
import type { CheckedExpression } from '../check/checked.ts';
import type { CompiledRule } from '../compile/compiled-rule.ts';
import type { JsonObject } from '../facts/event.ts';
import { compileName } from '../pattern/name.ts';
import type { EarlierChange } from './change.ts';
import { withoutEventValue } from './edit-event.ts';
import type { Setting, Situation, Tried } from './situation.ts';

/**
 * Finds calls for which a rule holds, in the session of this one, each with what it
 * needs before it, the plainest first. With `paths`, calls that name one of these.
 */
export type FindCalls = (
  rule: CompiledRule,
  near: JsonObject,
  paths?: readonly string[],
) => readonly Situation[];

/** More calls than this are not made for a limit. */
const mostCalls = 200;

/** Calls for what an expression asks of the session; empty where nothing is found, or where it asks something else. */
export function earlierFor(
  expression: CheckedExpression,
  tried: Tried,
  { program }: Setting,
  find: FindCalls,
): readonly EarlierChange[] {
  const { event } = tried;
  switch (expression.kind) {
    case 'label': {
      const label = program.labels.find(({ code }) => code === expression.label);
      const call = label && find(label.subject, event)[0];
      if (label === undefined || call === undefined) return [];
      return [repeated(`the label \`${label.name}\``, call, 1, label.on[0] ?? 'ok', tried)];
    }
    case 'limit': {
      const limit = program.limits.find(({ code }) => code === expression.limit);
      const call = limit && limit.most <= mostCalls ? find(limit.subject, event)[0] : undefined;
      return limit === undefined || call === undefined
        ? []
        : [repeated(`a call that \`${limit.code}\` counts`, call, limit.most, 'ok', tried)];
    }
    case 'denials': {
      const patterns = expression.by.map(({ text }) => compileName(text));
      const isOne = ({ code, effect }: CompiledRule): boolean =>
        effect === 'deny' && (patterns.length === 0 || patterns.some((pattern) => pattern.testExact(code)));
      for (const rule of program.rules.filter(isOne).slice(0, 8)) {
        const call = expression.times <= mostCalls ? find(rule, event)[0] : undefined;
        if (call !== undefined)
          return [repeated(`a denial by \`${rule.code}\``, call, expression.times, undefined, tried)];
      }
      return [];
    }
    default:
      return [];
  }
}

/** Calls that may mark one of these files. */
export function markingCalls(
  label: string,
  paths: readonly string[],
  tried: Tried,
  { program }: Setting,
  find: FindCalls,
): readonly EarlierChange[] {
  const marking = program.labels.find(({ code }) => code === label);
  if (marking === undefined || paths.length === 0) return [];
  return find(marking.subject, tried.event, paths).map((call) =>
    repeated(`the label \`${marking.name}\``, call, 1, marking.on[0] ?? 'ok', tried),
  );
}

/** A call made so many times, with how each ends. */
function repeated(
  sets: string,
  { event: call, earlier: needed }: Situation,
  times: number,
  outcome: 'ok' | 'error' | 'denied' | undefined,
  { earlier }: Tried,
): EarlierChange {
  const before = needed.reduce((sum, each) => sum + each.times, 0);
  const first = earlier.reduce((sum, each) => sum + each.times, 0) + before + 1;
  const events = Array.from({ length: times }, (_, index) => {
    const id = `earlier-${first + index}`;
    const asked = named(call, id);
    return outcome === undefined ? [asked] : [asked, ended(asked, id, outcome)];
  });
  const all = [...needed.flatMap((each) => each.events), ...events.flat()];
  return { kind: 'earlier-call', sets, times: before + times, events: all };
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
