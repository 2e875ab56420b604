/** What would have made a rule fire, for people and for programs. */
import type { CompiledRule } from '../../compile/compiled-rule.ts';
import { describedRollout } from '../../engine/rollout.ts';
import type { Client } from '../../facts/event/client.ts';
import type { Json, JsonObject } from '../../facts/event/event.ts';
import { printable, renderPlace, type SourceLookup } from '../../language/render.ts';
import { showFact } from '../../mask/show-fact.ts';
import type { Change, FieldChange } from '../../why-not/change.ts';
import type { Solution, WhyNot } from '../../why-not/why-not.ts';
import { countOf } from '../policies/policies.ts';
import type { Paint } from '../terminal/paint.ts';
import { describeRollout } from './describe-rollout.ts';
import { jsonDecision, jsonPlace } from './json-explained.ts';
import { policyText, shownPolicyText } from './policy-text.ts';

/** Lines for people, without the last line end. `watched`: the rule only watches at the time of the call. */
export function renderWhyNot(
  rule: CompiledRule,
  result: WhyNot,
  watched: Watched | undefined,
  lookup: SourceLookup,
  paint: Paint,
): string {
  const { code } = rule;
  const name = paint('bold', code);
  if (result.fires) return `${name} fires already: ${said(rule, watched)}`;
  if (result.found.length === 0) return renderNone(rule, result, lookup, paint);
  const [first] = result.found;
  const count = first === undefined ? 0 : countChanges(first.changes);
  const tried = countOf(result.tried, 'event');
  const bound = result.cut
    ? `the smallest among ${tried} that were tried before the search was cut short`
    : `the smallest among ${tried} that were tried`;
  return [
    `${name} would have fired with ${countOf(count, 'change')}, ${bound}:`,
    ...result.found.flatMap((solution, index) => [
      ...(index === 0 ? [] : ['  or']),
      ...solution.changes.flatMap((change) => changeLines(change, paint)),
      `    tried: ${outcome(code, solution)}`,
    ]),
  ].join('\n');
}

/** That a rule only watches, and when the call is made; unknown where nothing says so. */
interface Watched {
  readonly at: number | undefined;
}

function said({ effect, checked: { rollout } }: CompiledRule, watched: Watched | undefined): string {
  if (watched !== undefined && rollout !== undefined)
    return `it watches the event as it is, and denies ${describeRollout(describedRollout(rollout, watched.at))}`;
  return effect === 'deny' ? 'it denies the event as it is' : 'it watches the event as it is';
}

const countChanges = (changes: readonly Change[]): number =>
  changes.reduce((sum, change) => sum + (change.kind === 'field' ? 1 : change.times), 0);

function renderNone(
  rule: CompiledRule,
  { tried, cut, resisting }: WhyNot,
  lookup: SourceLookup,
  paint: Paint,
): string {
  const how = cut ? 'and the search was cut short there' : 'and no other came closer';
  const clauses = resisting.map(
    (place) =>
      `  ${shownPolicyText(place, lookup)}  ${paint('faint', renderPlace(place.path, place.span, lookup))}`,
  );
  return [
    `no change was found with which ${paint('bold', rule.code)} fires: ${countOf(tried, 'event')} were tried, ${how}.`,
    'That is no proof that there is none.',
    ...(clauses.length === 0 ? [] : ['The clauses that nothing of it changed:', ...clauses]),
  ].join('\n');
}

function changeLines(change: Change, paint: Paint): readonly string[] {
  if (change.kind === 'earlier-call') {
    const times = change.times === 1 ? 'an earlier call' : `${change.times} earlier calls`;
    const calls = change.events.filter(({ type }) => type === 'tool.before').slice(0, 1);
    return [
      `  + ${times} for ${printable(change.sets)}`,
      ...calls.map(({ tool }) => `      ${printable(shown(tool ?? null))}`),
    ];
  }
  const field = printable(change.field);
  if (change.from === undefined) return [`  + ${field}: ${paint('bold', valueText(change, 'to'))}`];
  if (change.to === undefined) return [`  - ${field}: ${valueText(change, 'from')}`];
  return [
    `  ~ ${field}: ${valueText(change, 'from')}`,
    `      ${arrow(field)}${paint('bold', valueText(change, 'to'))}`,
  ];
}

const arrow = (field: string): string => '→ '.padStart(Math.max(2, [...field].length));

const valueText = (change: FieldChange, which: 'from' | 'to'): string =>
  printable(shown(change[which] ?? null));
const shown = (value: Json): string =>
  showFact(typeof value === 'string' && value !== '' ? value : JSON.stringify(value));

function outcome(code: string, { decision }: Solution): string {
  if (decision.effect === 'none') return `${code} watches it`;
  if (decision.code === code) return `denied by ${code}`;
  const holds = decision.matched.some((finding) => finding.code === code) ? 'holds too' : 'watches it';
  return `denied by ${decision.code}, whose answer goes first; ${code} ${holds}`;
}

/** One document for programs. */
export function jsonWhyNot(rule: CompiledRule, result: WhyNot, lookup: SourceLookup): JsonObject {
  return {
    code: rule.code,
    fires: result.fires,
    found: result.found.map(({ changes, earlier, event, client, at, decision }) => ({
      changes: changes.map(jsonChange),
      // In this order they are what `bylaw eval` reads.
      events: [...earlier, event],
      // Who asks is said with `--client`.
      ...(client === undefined ? {} : { client: jsonClient(client) }),
      // And when, with `--at`.
      ...(at === undefined ? {} : { at: new Date(at).toISOString() }),
      decision: jsonDecision(decision),
    })),
    tried: result.tried,
    cut: result.cut,
    resisting: result.resisting.map((place) => ({
      text: policyText(place, lookup),
      ...jsonPlace(place, lookup),
    })),
  };
}

const jsonClient = (client: Client): JsonObject =>
  Object.fromEntries(Object.entries(client).filter(([, value]) => value !== undefined));

function jsonChange(change: Change): JsonObject {
  if (change.kind === 'earlier-call') return { kind: change.kind, sets: change.sets, times: change.times };
  const { kind, field, steps, from, to } = change;
  return { kind, field, steps, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}
