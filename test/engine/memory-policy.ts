/**
 * Small policies about earlier calls, as data: a fixed pool of labels, limits and
 * rules, of which tests take some. The engine gets their text, the model the data.
 */
import type { CallOutcome } from '../../src/engine/memory.ts';

export type Scope = 'session' | 'source' | 'workspace' | 'agent' | 'client';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** `denied 2 times within 10m by "…"` */
export interface DenialsSpec {
  readonly times: number;
  readonly within: number;
  /** The code; undefined for any. */
  readonly by?: string;
}

interface Subject {
  readonly name: string;
  /** Names of tools. */
  readonly tools: readonly string[];
  readonly denied?: DenialsSpec;
  readonly whileSet?: string;
  readonly unlessSet?: string;
}

export interface LabelSpec extends Subject {
  readonly on: 'session' | 'source' | 'workspace' | 'file';
  /** Milliseconds; null for as long as the session. */
  readonly lasts: number | null;
  /** Undefined: an attempt is enough. */
  readonly outcome?: CallOutcome;
  readonly orUnknown?: boolean;
}

export interface LimitSpec extends Subject {
  readonly most: number;
  readonly period: number;
  readonly per: 'session' | 'source' | 'agent' | 'client';
}

export interface RuleSpec extends Subject {
  readonly severity?: 'high';
  /** A label: the rule is about commands that run a file which has it. */
  readonly runsFile?: string;
}

export interface PolicySpec {
  readonly labels: readonly LabelSpec[];
  readonly limits: readonly LimitSpec[];
  readonly rules: readonly RuleSpec[];
}

export const pool: PolicySpec = {
  labels: [
    { name: 'tried', on: 'session', lasts: 10 * minute, tools: ['A'] },
    { name: 'done', on: 'session', lasts: hour, tools: ['A', 'B'], outcome: 'ok' },
    { name: 'failed-there', on: 'source', lasts: 30 * minute, tools: ['B'], outcome: 'error' },
    { name: 'likely', on: 'workspace', lasts: 2 * day, tools: ['C'], outcome: 'ok', orUnknown: true },
    { name: 'refused', on: 'session', lasts: null, tools: ['A'], outcome: 'denied' },
    { name: 'shaky', on: 'source', lasts: hour, tools: ['A'], outcome: 'error', orUnknown: true },
    {
      name: 'warned',
      on: 'session',
      lasts: 20 * minute,
      tools: [],
      denied: { times: 2, within: 10 * minute },
    },
    {
      ...{ name: 'hammering', on: 'source', lasts: 20 * minute, tools: [] },
      denied: { times: 3, within: hour, by: 'com.example.b-while-tried' },
    },
    { name: 'chained', on: 'session', lasts: 30 * minute, tools: ['C'], whileSet: 'tried' },
    {
      ...{ name: 'excused', on: 'workspace', lasts: 30 * minute, tools: ['A', 'C'] },
      ...{ unlessSet: 'likely', outcome: 'denied', orUnknown: true },
    },
    { name: 'written', on: 'file', lasts: hour, tools: ['Write'], outcome: 'ok', orUnknown: true },
    { name: 'touched', on: 'file', lasts: 30 * minute, tools: ['Write'] },
    { name: 'saved', on: 'file', lasts: null, tools: ['Write'], outcome: 'ok' },
  ],
  limits: [
    { name: 'few-a', most: 2, period: 10 * minute, per: 'session', tools: ['A'] },
    { name: 'few-ab', most: 3, period: hour, per: 'source', tools: ['A', 'B'] },
    { name: 'one-c', most: 1, period: 30 * minute, per: 'agent', tools: ['C'] },
    { name: 'slow-c', most: 2, period: 2 * day, per: 'source', tools: ['C'] },
    { name: 'per-client', most: 3, period: hour, per: 'client', tools: ['B', 'C'] },
    { name: 'while-limit', most: 1, period: 10 * minute, per: 'session', tools: ['B'], whileSet: 'done' },
    { name: 'runs', most: 2, period: 30 * minute, per: 'session', tools: ['Bash'], unlessSet: 'refused' },
  ],
  rules: [
    { name: 'b-while-tried', tools: ['B'], whileSet: 'tried' },
    { name: 'c-unless-likely', tools: ['C'], unlessSet: 'likely' },
    { name: 'a-after-denials', tools: ['A'], denied: { times: 2, within: 10 * minute } },
    { name: 'c-while-done', tools: ['C'], whileSet: 'done', severity: 'high' },
    { name: 'b-while-failed', tools: ['B'], whileSet: 'failed-there', unlessSet: 'shaky' },
    { name: 'a-while-warned', tools: ['A'], whileSet: 'warned' },
    { name: 'c-while-hammering', tools: ['C'], whileSet: 'hammering', severity: 'high' },
    { name: 'a-while-chained', tools: ['A'], whileSet: 'chained' },
    { name: 'b-while-excused', tools: ['B'], whileSet: 'excused' },
    { name: 'runs-written', tools: ['Bash'], runsFile: 'written' },
    { name: 'runs-touched', tools: ['Bash'], runsFile: 'touched', unlessSet: 'done' },
    { name: 'runs-saved', tools: ['Bash'], runsFile: 'saved', severity: 'high' },
    { name: 'no-c', tools: ['C'], whileSet: 'refused' },
  ],
};

/** The parts of the pool with these names, and the labels that they ask for. */
export function choose(names: ReadonlySet<string>): PolicySpec {
  const wanted = new Set(names);
  const all: readonly (Subject & Pick<RuleSpec, 'runsFile'>)[] = [
    ...pool.labels,
    ...pool.limits,
    ...pool.rules,
  ];
  for (let size = -1; size !== wanted.size; ) {
    size = wanted.size;
    for (const { name, whileSet, unlessSet, runsFile } of all) {
      if (!wanted.has(name)) continue;
      for (const label of [whileSet, unlessSet, runsFile]) if (label !== undefined) wanted.add(label);
    }
  }
  const of = <Item extends Subject>(items: readonly Item[]): Item[] =>
    items.filter(({ name }) => wanted.has(name));
  return { labels: of(pool.labels), limits: of(pool.limits), rules: of(pool.rules) };
}

const outcomes: Readonly<Record<CallOutcome, string>> = {
  ok: 'it succeeded',
  error: 'it failed',
  denied: 'it was denied',
};

/** The policy as text, below a header of its own. */
export function textOf({ labels, limits, rules }: PolicySpec): string {
  return [
    ...labels.map((label) => {
      const { name, on, lasts, outcome, orUnknown } = label;
      const end =
        outcome === undefined ? [] : [`${outcomes[outcome]}${orUnknown === true ? ' or unknown' : ''}`];
      const what = on === 'file' ? [...toolsOf(label), 'writes any path'] : toolsOf(label);
      return [
        `label ${name} on ${on} lasts ${lasts === null ? 'session' : `${lasts}ms`}`,
        ...[...what, ...end].map((each) => `  when ${each}`),
        ...clausesOf(label),
      ];
    }),
    ...limits.flatMap((limit) => [
      `condition calls-of-${limit.name} = ${toolsOf(limit)}`,
      [
        `limit ${limit.name} to ${limit.most} calls-of-${limit.name} per ${limit.period}ms per ${limit.per}`,
        ...clausesOf(limit),
        '  reason "next at {retry-at}"',
      ],
    ]),
    ...rules.map((rule) => [
      `deny ${rule.name}`,
      ...(rule.severity === undefined ? [] : [`  severity ${rule.severity}`, '  when unsure deny']),
      ...toolsOf(rule).map((each) => `  when ${each}`),
      ...(rule.runsFile === undefined ? [] : [`  when runs any file labelled ${rule.runsFile}`]),
      ...clausesOf(rule),
      `  reason "${rule.name}"`,
    ]),
  ]
    .flat()
    .join('\n');
}

const toolsOf = ({ tools }: Subject): string[] =>
  tools.length === 0 ? [] : [`tool ${tools.map((tool) => `"${tool}"`).join(' or ')}`];

function clausesOf({ denied, whileSet, unlessSet }: Subject): string[] {
  const by = denied?.by === undefined ? '' : ` by "${denied.by}"`;
  return [
    ...(denied === undefined ? [] : [`  when denied ${denied.times} times within ${denied.within}ms${by}`]),
    ...(whileSet === undefined ? [] : [`  while ${whileSet}`]),
    ...(unlessSet === undefined ? [] : [`  unless ${unlessSet}`]),
  ];
}
