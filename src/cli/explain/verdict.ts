/** The answer to one event, for people and for programs. */
import type { LayerName } from '../../check/tree/checked.ts';
import type { Decision, Finding } from '../../engine/decision.ts';
import type { Explanation } from '../../engine/explain.ts';
import type { Json } from '../../facts/event/event.ts';
import { describeUnknown } from '../../host/load/failing-test.ts';
import { printable, renderPlace, type SourceLookup } from '../../language/render.ts';
import { painter } from '../terminal/paint.ts';
import { describeRollout } from './describe-rollout.ts';
import { effectLines, type ShownEffect } from './effects.ts';
import { excuseLines, jsonExcuses } from './excuses.ts';
import { firstOfMany } from './first-of-many.ts';
import { jsonTrace } from './json-explained.ts';
import { renderTrace } from './trace.ts';
import { groupUnsure, namedOfGroup } from './unsure-groups.ts';

export interface EventAnswer {
  /** The event's own id; undefined where it could not be read. */
  readonly id: string | undefined;
  readonly type: string | undefined;
  readonly tool: string | undefined;
  /** File and line. */
  readonly place: string;
  readonly decision: Decision;
  readonly facts?: Readonly<Record<string, Json>>;
  /** What the call does: as much of it as is shown, and how much there is. */
  readonly effects?: { readonly shown: readonly ShownEffect[]; readonly total: number };
  /** By code. */
  readonly explanations?: ReadonlyMap<string, Explanation>;
  readonly whyNot?: Explanation;
  /** The request does not accept a deny: a server would answer an error. */
  readonly unenforceable?: true;
  readonly error?: { readonly message: string; readonly code?: number };
}

export interface EvalTally {
  events: number;
  denied: number;
  unsure: number;
  unreadable: number;
}

/** One line of JSON, without its line end. A member that is undefined is not written. */
export function renderJson(answer: EventAnswer): string {
  const { decision, id } = answer;
  return JSON.stringify({
    id: id ?? null,
    effect: decision.effect,
    code: decision.code ?? null,
    reason: decision.reason ?? null,
    matched: decision.matched.map(({ code }) => code),
    unsure: decision.unsure.map(({ code }) => code),
    watched: decision.watched.map(({ code }) => code),
    // Whose the rules are, where there are several layers.
    layers: byCode([...decision.matched, ...decision.unsure, ...decision.watched], ({ layer }) => layer),
    ...jsonExcuses(decision),
    // What rules would deny, and only watch.
    rollouts: byCode([...decision.watched, ...decision.unsure], ({ rollout }) => rollout),
    tags: [...new Set([...decision.matched, ...decision.watched].flatMap(({ tags }) => tags))],
    unknowns: decision.unsure.flatMap(({ code, unknowns }) =>
      unknowns.map(({ field, cause, detail }) => ({ code, field, cause, detail })),
    ),
    faults:
      decision.faults.length === 0
        ? undefined
        : decision.faults.map(({ code, message }) => ({ code, message })),
    unenforceable: answer.unenforceable,
    error: answer.error,
    facts: answer.facts,
    effects: answer.effects?.shown,
    whyNot: answer.whyNot && jsonTrace(answer.whyNot),
  });
}

/** What each finding has, by its code; undefined where none has any. */
function byCode<Item>(
  findings: readonly Finding[],
  itemOf: (finding: Finding) => Item | undefined,
): Readonly<Record<string, Item>> | undefined {
  const entries = findings.flatMap((finding) => {
    const item = itemOf(finding);
    return item === undefined ? [] : [[finding.code, item] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** The layer of a rule, in words behind its place. */
export const ofLayer = (layer: LayerName | undefined): string =>
  layer === undefined
    ? ''
    : ` in the layer ${layer.name}${layer.owner === undefined ? '' : ` (${printable(layer.owner)})`}`;

export interface RenderAnswerOptions {
  readonly lookup: SourceLookup;
  readonly color: boolean;
  readonly whyNot: string | undefined;
}

/** Some lines for people, without the last line end. */
export function renderAnswer(answer: EventAnswer, options: RenderAnswerOptions): string {
  const { decision } = answer;
  const lines = [headline(answer, options)];
  if (decision.reason !== undefined) lines.push(`  ${printable(decision.reason)}`);
  if (answer.unenforceable === true && decision.effect === 'deny') {
    lines.push('  The request does not accept a deny: a server would answer with error -32004.');
  }
  for (const finding of decision.matched) lines.push(...section('denied by', finding, answer, options));
  const { groups, others } = groupUnsure(decision.unsure, ({ unknowns }) => unknowns);
  for (const { why, items } of groups) {
    lines.push(`  unsure: ${items.length} rules, because ${printable(why)}`);
    lines.push(
      `    ${firstOfMany(
        items.map(({ code }) => code),
        namedOfGroup,
      )}`,
    );
  }
  for (const finding of others) lines.push(...section('unsure', finding, answer, options));
  for (const finding of decision.watched)
    lines.push(...section('recorded, and not denied, by', finding, answer, options));
  lines.push(...excuseLines(decision, options.lookup));
  for (const { code, message } of decision.faults)
    lines.push(`  engine fault in ${code}: ${printable(message)}`);
  if (answer.whyNot !== undefined && !isMentioned(decision, answer.whyNot.code))
    lines.push(...whyNotLines(answer.whyNot, options));
  if (answer.facts !== undefined) lines.push(...factLines(answer.facts));
  if (answer.effects !== undefined) {
    const { shown, total } = answer.effects;
    lines.push('  what the call does', ...effectLines(shown, total).map(printable));
  }
  return lines.join('\n');
}

function headline(
  { decision, id, tool, type, place, error }: EventAnswer,
  { color }: RenderAnswerOptions,
): string {
  const paint = painter(color);
  const what = [id === undefined ? undefined : `event ${id}`, tool === undefined ? undefined : `tool ${tool}`]
    .flatMap((part) => (part === undefined ? [] : printable(part)))
    .join(', ');
  const about = what === '' ? '' : `  ${what}`;
  if (decision.effect === 'deny')
    return `${paint('bold red', 'deny')}  ${decision.code}${about}  (${printable(place)})`;
  if (error !== undefined) return `${paint('bold red', 'error')}${about}  (${printable(place)})`;
  const note = type === undefined || type === 'tool.before' ? '' : `  ${type} is only observed`;
  return `${paint('bold green', 'none')}${about}${note}  (${printable(place)})`;
}

function section(
  title: string,
  finding: Finding,
  { explanations }: EventAnswer,
  { lookup }: RenderAnswerOptions,
): string[] {
  const { code, severity, tags, place, unknowns, objects } = finding;
  const explanation = explanations?.get(code);
  const causes = unknowns.map((unknown) => printable(describeUnknown(unknown)));
  const about =
    objects.length === 0 ? '' : ` for ${objects.map((each) => `\`${printable(each)}\``).join(', ')}`;
  const why = causes.length === 0 ? '' : `: ${[...new Set(causes)].join('; ')}`;
  const { rollout } = finding;
  const later =
    rollout === undefined ? '' : `; it denies ${describeRollout(rollout)}: ${printable(rollout.reason)}`;
  const head = `  ${title} ${code} (${severity}) at ${renderPlace(place.path, place.span, lookup)}${ofLayer(finding.layer)}${about}${why}${later}`;
  return [
    head,
    ...(tags.length === 0 || unknowns.length > 0 ? [] : [`    tags ${tags.map(printable).join(', ')}`]),
    ...(explanation === undefined ? [] : renderTrace(explanation, lookup).map((line) => `    ${line}`)),
  ];
}

const isMentioned = ({ matched, unsure, watched }: Decision, code: string): boolean =>
  [...matched, ...unsure, ...watched].some((finding) => finding.code === code);

function whyNotLines(explanation: Explanation, { lookup }: RenderAnswerOptions): string[] {
  const { code, place } = explanation;
  return [
    `  ${code} did not fire; it is at ${renderPlace(place.path, place.span, lookup)}`,
    ...renderTrace(explanation, lookup).map((line) => `    ${line}`),
  ];
}

/** The fields of an event, a line each, below a heading. */
export function factLines(facts: Readonly<Record<string, Json>>): string[] {
  const width = Math.max(...Object.keys(facts).map((name) => name.length));
  return [
    '  facts',
    ...Object.entries(facts).map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return `    ${name.padEnd(width)}  ${printable(text.length > 500 ? `${text.slice(0, 499)}…` : text)}`;
    }),
  ];
}

/** A note about tools whose calls rules can only be unsure of, each once. */
export function renderUnmapped(tools: ReadonlySet<string>): string {
  const head =
    tools.size === 1
      ? '1 tool of a known kind is not in the table, or not with these fields'
      : `${tools.size} tools of a known kind are not in the table, or not with these fields`;
  return `${head}: ${firstOfMany([...tools])}\n`;
}

/** A note about members of events that the protocol does not have, each once. */
export const renderUnknownMembers = (unknown: ReadonlySet<string>): string =>
  `not of the protocol, and seen by no rule but as \`event.…\`: ${firstOfMany([...unknown])}\n`;

/** A note about kinds of tools that were probably meant otherwise, each once. */
export const renderUnknownKinds = (unknown: ReadonlySet<string>): string =>
  `no kind of a tool that rules know: ${firstOfMany([...unknown])}\n`;

export function renderSummary({ events, denied, unsure, unreadable }: EvalTally): string {
  const bad = unreadable === 0 ? '' : ` (${unreadable} could not be read)`;
  return `${events} events: ${denied} denied${bad}, ${unsure} unsure\n`;
}
