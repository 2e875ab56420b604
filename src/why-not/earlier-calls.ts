/**
 * Earlier calls that a rule asks for: calls that set a label, that a limit counts, or that are denied. The same search finds
 * them, with the rule that says which calls the label or limit is about.
 */
import type { CheckedExpression } from '../check/tree/checked.ts';
import type { CompiledRule } from '../compile/compiled-rule.ts';
import type { JsonObject } from '../facts/event/event.ts';
import { compileName } from '../pattern/text/name.ts';
import type { EarlierChange } from './change.ts';
import { withoutEventValue } from './edit-event.ts';
import type { SearchSetting, Situation, TriedSituation } from './situation.ts';

/**
 * Finds calls for which a rule holds, in the session of this one, each with the calls that it needs before it; the simplest
 * first. With `paths`, only calls that name one of them.
 */
export type FindCalls = (
  rule: CompiledRule,
  near: JsonObject,
  paths?: readonly string[],
) => readonly Situation[];

/** At most so many calls are made up for one limit. */
const mostCalls = 200;

/**
 * Calls for what an expression asks about the session; empty where none is found, or where it asks about something
 * else.
 */
export function earlierFor(
  expression: CheckedExpression,
  tried: TriedSituation,
  { program }: SearchSetting,
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

/** Calls that may set the label on one of these files. */
export function labellingCalls(
  label: string,
  paths: readonly string[],
  tried: TriedSituation,
  { program }: SearchSetting,
  find: FindCalls,
): readonly EarlierChange[] {
  const labelling = program.labels.find(({ code }) => code === label);
  if (labelling === undefined || paths.length === 0) return [];
  return find(labelling.subject, tried.event, paths).map((call) =>
    repeated(`the label \`${labelling.name}\``, call, 1, labelling.on[0] ?? 'ok', tried),
  );
}

/** A call that is made so many times, with how each of them ends. */
function repeated(
  sets: string,
  { event: call, earlier: needed }: Situation,
  times: number,
  outcome: 'ok' | 'error' | 'denied' | undefined,
  { earlier }: TriedSituation,
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

/** Earlier calls are always in the draft revision: only that can say how a call ended. */
function named(call: JsonObject, id: string): JsonObject {
  const plain = withoutEventValue(withoutEventValue(call, ['tool', 'callId']), ['extensions']);
  return { ...plain, id, type: 'tool.before', call: { id } };
}

function ended(before: JsonObject, id: string, outcome: 'ok' | 'error' | 'denied'): JsonObject {
  const execution = outcome === 'denied' ? { status: 'skipped', reason: 'policy' } : { status: 'executed' };
  const error = outcome === 'error' ? { error: { class: 'tool', message: 'it failed' } } : {};
  return { ...before, id: `${id}-ended`, type: 'tool.after', outcome, execution, items: [], ...error };
}
