/**
 * An explanation for people: what the event says and does, and each rule with its
 * clauses, with carets under the bytes that an answer depends on.
 */
import type { SourcePlace } from '../../check/tree/source-place.ts';
import type { ClauseTrace } from '../../engine/explain.ts';
import type { EventPart } from '../../engine/origin.ts';
import { originOfSpan } from '../../engine/origin.ts';
import type { Json } from '../../facts/event/event.ts';
import { describeUnknown } from '../../host/load/failing-test.ts';
import { printable, renderPlace, type SourceLookup } from '../../language/render.ts';
import type { TruthName } from '../../pattern/text/truth.ts';
import { countOf } from '../policies/policies.ts';
import type { Paint } from '../terminal/paint.ts';
import {
  areIdleExceptions,
  decidingParts,
  hiddenText,
  idleExceptionsText,
  isDeciding,
  withoutRepeats,
} from './deciding-parts.ts';
import { describeRollout } from './describe-rollout.ts';
import { describeTest } from './describe-test.ts';
import { countEffects, type PlacedEffect, placedEffects } from './effects.ts';
import { excerpt } from './excerpt.ts';
import { excuseLines } from './excuses.ts';
import type { Explained, ExplainedRule } from './explained.ts';
import { firstOfMany } from './first-of-many.ts';
import { shownPolicyText } from './policy-text.ts';
import { safeFacts } from './safe-facts.ts';
import { groupUnsure, namedOfGroup, type UnsureGroup } from './unsure-groups.ts';
import { factLines, ofLayer } from './verdict.ts';

export interface ExplainedOptions {
  readonly lookup: SourceLookup;
  readonly paint: Paint;
  /** The file and line, or what was written. */
  readonly place: string;
  /** All alternatives are shown, and not only those that decided. */
  readonly isWhole: boolean;
  /** The call is a text of the command line: all else in its event is made up. */
  readonly isWritten: boolean;
}

/** All of it, without the last line end. */
export function renderExplained(explained: Explained, options: ExplainedOptions): string {
  return [
    ...headlines(explained, options),
    '',
    ...(options.isWritten && !options.isWhole
      ? []
      : [...factLines(plainFacts(safeFacts(explained.facts))), '']),
    ...effectSection(explained, options),
    '',
    ...ruleSection(explained, options),
  ].join('\n');
}

/** Without what was derived and is as the event says it. */
function plainFacts(facts: Readonly<Record<string, Json>>): Readonly<Record<string, Json>> {
  const isSame = (name: string): boolean =>
    JSON.stringify(facts[name]) === JSON.stringify(facts[saidAs[name] ?? '']);
  return Object.fromEntries(Object.entries(facts).filter(([name]) => !(name in saidAs && isSame(name))));
}

const saidAs: Readonly<Record<string, string>> = {
  'derived kind': 'kind',
  'derived cwd': 'session.cwd',
  'derived workspace': 'workspace',
};

function headlines(
  { decision, facts }: Explained,
  { paint, place, lookup }: ExplainedOptions,
): readonly string[] {
  const tool = printable(facts.event.tool?.name ?? 'no tool');
  const about = `tool ${tool}  (${printable(place)})`;
  const excuses = excuseLines(decision, lookup);
  if (decision.effect === 'none')
    return [`${paint('bold', 'none')}  no rule denies it  ${about}`, ...excuses];
  const reason = `  ${printable(decision.reason ?? '')}`;
  return [`${paint('bold red', 'deny')}  ${decision.code}  ${about}`, reason, ...excuses];
}

// ── what the call does ────────────────────────────────────────────────────────────────────

function effectSection({ facts }: Explained, { paint }: ExplainedOptions): readonly string[] {
  let placed: readonly PlacedEffect[];
  let total: number;
  try {
    placed = placedEffects(facts);
    total = countEffects(facts.effects);
  } catch {
    return ['  what the call does', '    it is not known because of a fault of bylaw'];
  }
  const groups = new Map<string, PlacedEffect[]>();
  for (const each of placed) {
    const { field, start, end } = each.span;
    const key = JSON.stringify([field, start, end]);
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  const lines = [...groups.values()].flatMap((group) => groupLines(group, facts, paint));
  const more = total > placed.length ? [`    … and ${total - placed.length} more`] : [];
  return ['  what the call does', ...(total === 0 ? ['    nothing that is known of'] : lines), ...more];
}

function groupLines(
  group: readonly PlacedEffect[],
  facts: Explained['facts'],
  paint: Paint,
): readonly string[] {
  const [first] = group;
  if (first === undefined) return [];
  return [
    ...originLines(originOfSpan(first.span, facts), '    ', paint),
    ...group.map(({ effect: { does, what, certain, detail } }) => {
      const sure = certain === undefined ? '' : certain ? ', for certain' : paint('yellow', ', perhaps');
      const more = detail === undefined ? '' : paint('faint', ` (${printable(detail)})`);
      return `      ${does} ${printable(what)}${sure}${more}`;
    }),
  ];
}

/** The field, its line, and carets under the piece. */
function originLines(
  { field, value, start, end }: EventPart,
  indent: string,
  paint: Paint,
): readonly string[] {
  if (value === undefined || value === '') return [`${indent}${paint('faint', printable(field))}`];
  const { line, carets } = excerpt(value, start, end);
  const name = printable(field);
  return [
    `${indent}${paint('faint', name)}  ${line}`,
    `${indent}${' '.repeat([...name].length)}  ${carets.replace(/\^+/, (marks) => paint('cyan', marks))}`,
  ];
}

// ── rules ─────────────────────────────────────────────────────────────────────────────────

function ruleSection({ rules, others }: Explained, options: ExplainedOptions): readonly string[] {
  const isUnsure = ({ explanation }: ExplainedRule): boolean => explanation.result === 'unknown';
  const { groups } = groupUnsure(rules.filter(isUnsure), ({ explanation }) => explanation.unknowns);
  const inGroup = new Set(groups.flatMap(({ items }) => items));
  const [first] = rules;
  const idle = rules.filter(({ explanation }) => explanation.result === 'no');
  const isOpen = rules.every((each) => idle.includes(each) || each.rule.effect === 'watch');
  const isFew = isOpen && idle.length <= fewRules;
  const summed = options.isWhole || isFew ? [] : idle;
  const alone = rules.filter((each) => !inGroup.has(each) && !summed.includes(each));
  // What decided is at the top.
  const before =
    first === undefined || inGroup.has(first)
      ? []
      : alone.filter(({ explanation }) => explanation.result === 'yes');
  const shown = [
    ...before.flatMap((each) => ruleLines(each, options)),
    ...groups.flatMap((group) => unsureLines(group, options)),
    ...alone.flatMap((each) => (before.includes(each) ? [] : ruleLines(each, options))),
    ...idleLines(summed, options),
  ];
  const rest =
    others === 0
      ? []
      : [
          `  ${countOf(others, 'other rule')} ${others === 1 ? 'is' : 'are'} unrelated to this call (--all shows ${others === 1 ? 'it' : 'them'})`,
        ];
  return ['  rules', ...shown, ...rest];
}

/** So many rules that do not hold are shown with their clauses where none denies or is unsure whether to. */
const fewRules = 4;
/** So many levels of parts are shown below their clauses. */
const levelsOfIdle = 2;

/** Rules that have to do with the call and do not hold, without their clauses. */
const idleLines = (items: readonly ExplainedRule[], { paint }: ExplainedOptions): readonly string[] =>
  items.length === 0
    ? []
    : [
        `    ${paint('bold', countOf(items.length, 'related rule'))} ${items.length === 1 ? 'does' : 'do'} not match`,
        `      ${firstOfMany(items.map(({ rule }) => rule.code))}`,
        `      ${paint('faint', '--rule CODE shows the clauses of one, --all those of each')}`,
      ];

/** Rules that are unsure for one reason, without their clauses. */
const unsureLines = (
  { why, items }: UnsureGroup<ExplainedRule>,
  { paint }: ExplainedOptions,
): readonly string[] => [
  `    ${paint('bold', `${items.length} rules`)} ${paint('yellow', 'are unsure')}, because ${printable(why)}`,
  `      ${firstOfMany(
    items.map(({ rule }) => rule.code),
    namedOfGroup,
  )}`,
  `      ${paint('faint', '--rule CODE shows the clauses of one')}`,
];

const verdicts: Readonly<Record<'deny' | 'watch', Readonly<Record<TruthName, string>>>> = {
  deny: { yes: 'denies', unknown: 'is unsure', no: 'does not hold' },
  watch: { yes: 'holds, and only records the call', unknown: 'is unsure', no: 'does not hold' },
};

function ruleLines({ rule, explanation }: ExplainedRule, options: ExplainedOptions): readonly string[] {
  const { lookup, paint } = options;
  const { result, noted, when, unless, rolledOut, rollout } = explanation;
  const isWatched = result === 'yes' && rolledOut === 'no' && rollout !== undefined;
  const said = isWatched
    ? `is watched: it denies ${describeRollout(rollout)}`
    : verdicts[rule.effect][result];
  const unsure =
    result !== 'unknown'
      ? ''
      : rule.unsure === 'deny' && !noted && rolledOut !== 'no'
        ? ', and denies for that'
        : ', and only notes it';
  const word =
    result === 'yes' ? paint('bold red', said) : result === 'unknown' ? paint('yellow', said) : said;
  const place = renderPlace(rule.place.path, rule.place.span, lookup);
  // What a rule that holds does not know has not kept it from its answer.
  const isOpen = result === 'unknown' || unless?.value === 'unknown';
  const causes = isOpen ? [...new Set(explanation.unknowns.map(describeUnknown))] : [];
  const levels = result === 'no' ? levelsOfIdle : Number.POSITIVE_INFINITY;
  return [
    `    ${paint('bold', rule.code)} (${rule.severity}) ${word}${unsure}  ${paint('faint', place + ofLayer(rule.layer))}`,
    ...(rolledOut === 'unknown' ? [`      ${paint('yellow', 'whether it denies by now is not known')}`] : []),
    ...causes.map((cause) => `      ${paint('yellow', printable(cause))}`),
    ...blockLines([
      ...(isOfEveryCall(when, rule.place) ? [] : topBlocks('when', when, options, levels)),
      ...(unless === undefined ? [] : topBlocks('unless', unless, options, levels)),
    ]),
  ];
}

/** A rule without clauses, as one for a layer that is not in force is: its place is no text of a clause. */
const isOfEveryCall = ({ parts, place }: ClauseTrace, { path, span }: SourcePlace): boolean =>
  parts.length === 0 && place.path === path && place.span.start === span.start && place.span.end === span.end;

/** One clause: its result, the bytes that it depends on, and notes. */
interface Block {
  readonly head: string;
  readonly excerpt: readonly string[];
  readonly rest: readonly string[];
}

/** Bytes that the clause before depends on as well are not shown again. */
const blockLines = (blocks: readonly Block[]): readonly string[] =>
  blocks.flatMap(({ head, excerpt: own, rest }, index) => {
    const before = blocks.slice(0, index).findLast((each) => each.excerpt.length > 0);
    const isSame =
      before?.excerpt.map((line) => line.trim()).join() === own.map((line) => line.trim()).join();
    return [head, ...(isSame ? [] : own), ...rest];
  });

/** How to see the parts that are left out. */
const more = '(--rule CODE or --all shows them)';

/** A rule's top is a bare `and` or `or` over its clauses. */
function topBlocks(
  word: 'when' | 'unless',
  trace: ClauseTrace,
  options: ExplainedOptions,
  levels: number,
): readonly Block[] {
  const all = trace.parts.length > 0 ? trace.parts : [trace];
  if (word === 'unless' && !options.isWhole && areIdleExceptions(trace)) {
    const text = idleExceptionsText(trace, more);
    return [{ head: `      ${signs.no} ${word} ${options.paint('faint', text)}`, excerpt: [], rest: [] }];
  }
  const wordOf = ({ remembered, isException }: ClauseTrace): string =>
    isException ? 'except' : remembered && word === 'when' ? 'while' : word;
  return all.flatMap((part) => clauseBlocks(part, `${wordOf(part)} `, '      ', options, levels));
}

function clauseBlocks(
  given: ClauseTrace,
  prefix: string,
  indent: string,
  options: ExplainedOptions,
  levels: number,
): readonly Block[] {
  const { paint, lookup, isWhole: isAll } = options;
  const trace = isAll ? given : withoutRepeats(given);
  const { value, tests, doubt } = trace;
  const parts = isAll ? trace.parts : decidingParts(trace);
  const hidden = trace.parts.length - parts.length;
  const text =
    hidden > 0 && parts.length > 0
      ? `${trace.kind === 'and' ? 'all' : 'one'} of ${trace.parts.length} ${trace.kind === 'and' ? 'conditions' : 'alternatives'}`
      : shownPolicyText(trace.place, lookup);
  const inner = `${indent}    `;
  const { seen, isWhole } = seenInline(trace);
  return [
    {
      head: `${indent}${signs[value]} ${prefix}${text}: ${answer(value, paint)}${seen}`,
      excerpt: isWhole ? [] : trace.origins.flatMap((origin) => originLines(origin, inner, paint)),
      rest: [
        ...(doubt === undefined ? [] : [`${inner}${paint('yellow', printable(doubt))}`]),
        ...(value === 'yes' || tests.length < 2
          ? []
          : tests.map(
              ({ test, value: each }) =>
                `${inner}${signs[each]} ${printable(describeTest(test))}: ${answer(each, paint)}`,
            )),
      ],
    },
    ...parts.flatMap((part) => {
      const [head, ...below] = clauseBlocks(part, '', `${indent}  `, options, levels - 1);
      const isOpen = isAll || (levels > 1 && isDeciding(trace, part));
      return head === undefined || !isOpen ? (head ?? []) : [head, ...below];
    }),
    ...(hidden === 0
      ? []
      : [{ head: `${indent}  ${paint('faint', hiddenText(trace, hidden, more))}`, excerpt: [], rest: [] }]),
  ];
}

const signs = { yes: '+', no: '-', unknown: '?' } as const;

const answer = (value: TruthName, paint: Paint): string =>
  value === 'yes' ? paint('bold', value) : value === 'unknown' ? paint('yellow', value) : value;

/** A longer value is shown on a line of its own. */
const longestInline = 60;

/** What was looked at, where it is short; whole if the excerpt would say nothing more. */
function seenInline({ kind, seen, origins, name, remembered, isAboutTime }: ClauseTrace): {
  readonly seen: string;
  readonly isWhole: boolean;
} {
  if (isLogic(kind)) return { seen: '', isWhole: true };
  if (isAboutTime) return { seen: seen === undefined ? '' : `; it is ${seen}`, isWhole: true };
  if (remembered) return { seen: `; ${printable(seen ?? 'not set')}`, isWhole: true };
  if (seen === undefined) {
    const none = kind === 'compare' ? '; the event has none' : '; the call has none';
    return { seen: origins.length > 0 ? '' : none, isWhole: false };
  }
  const isShort = seen.length <= longestInline;
  const shown = isShort ? `\`${printable(seen)}\`` : '';
  const [only] = origins;
  if (kind !== 'compare') {
    const isSame = only?.value?.slice(only.start, only.end) === seen;
    return { seen: isShort && !isSame ? `; ${shown}` : '', isWhole: false };
  }
  const isWhole = origins.every(
    ({ start, end, value }) => value === undefined || (start === 0 && end === value.length),
  );
  if (!isWhole || !isShort || origins.length > 1) return { seen: '', isWhole: false };
  const field = only === undefined || only.field === name ? '' : `${printable(only.field)} is `;
  return { seen: `; ${field}${shown}`, isWhole: true };
}

const isLogic = (kind: ClauseTrace['kind']): boolean =>
  kind === 'and' || kind === 'or' || kind === 'not' || kind === 'might' || kind === 'condition';
