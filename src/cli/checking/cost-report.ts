/** What policies cost, for people at a terminal: which rules are asked about every event and why, and the most expensive rules. */
import type { PolicyCost, RuleCost } from '../../cost/cost.ts';
import type { FoundBy } from '../../cost/found-by.ts';
import type { AlwaysAsked } from '../../cost/why-always-asked.ts';
import { printable, renderPlace, type SourceLookup } from '../../language/render.ts';
import { countOf } from '../policies/policies.ts';
import { columns } from '../terminal/columns.ts';

/** Rules beyond these are counted, and not shown: `--json` has them all. */
const mostShown = 60;
/** More parts to blame say nothing new about a rule. */
const mostReasons = 3;
/** Fields beyond these are counted. */
const mostFields = 10;
/** Words of one lookup beyond these are counted. */
const mostWords = 2;
const longestWord = 40;

/** The whole report, ending in a line end. */
export function costReport(cost: PolicyCost, lookup: SourceLookup): string {
  const { rules } = cost;
  const remembered = rules.filter(({ role }) => role !== 'rule');
  const scanned = rules.filter((rule) => rule.scanned && rule.role === 'rule');
  const parts = [
    `Cost: ${scannedLine(scanned.length, rules.length - remembered.length)}\n`,
    ...scanned.slice(0, mostShown).map((rule) => whyScanned(rule, lookup)),
    moreLine(scanned.length),
    withoutFields(rules),
    `The most expensive first, in steps:\n\n${table(rules)}`,
    moreLine(rules.length),
    inAll(cost, remembered.length),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

function scannedLine(scanned: number, rules: number): string {
  if (scanned === 0) return `of ${countOf(rules, 'rule')} none is asked about every event.`;
  return `of ${countOf(rules, 'rule')} ${scanned.toLocaleString('en-US')} ${are(scanned)} asked about every event.`;
}

const moreLine = (count: number): string =>
  count <= mostShown ? '' : `  … and ${countOf(count - mostShown, 'other')}; \`--json\` has all of them.\n`;

function whyScanned({ code, because, place }: RuleCost, lookup: SourceLookup): string {
  const reasons = because.slice(0, mostReasons).map((each) => reasonLine(each, lookup));
  const rest = because.length - reasons.length;
  const more = rest === 0 ? [] : [`    … and for ${countOf(rest, 'other part')} of it`];
  const helps = [...new Set(because.slice(0, mostReasons).map(({ help }) => help))];
  return [
    `  ${printable(code)} (${renderPlace(place.path, place.span, lookup)})`,
    ...reasons,
    ...more,
    ...helps.map((help) => `    help: ${printable(help)}`),
    '',
  ].join('\n');
}

const reasonLine = ({ message, place }: AlwaysAsked, lookup: SourceLookup): string =>
  `    because ${printable(message)} (${renderPlace(place.path, place.span, lookup)})`;

/** Rules that rest on a field which most tools do not have: they are unsure of the calls of all others. */
function withoutFields(rules: readonly RuleCost[]): string {
  const counts = new Map<string, number>();
  for (const field of rules.flatMap(({ without }) => without))
    counts.set(field, (counts.get(field) ?? 0) + 1);
  const lines = [...counts]
    .sort(([a, most], [b, other]) => other - most || (a < b ? -1 : 1))
    .map(([field, count]) => `  ${printable(field)}: ${countOf(count, 'rule')}\n`);
  if (lines.length === 0) return '';
  const [first = ''] = counts.keys();
  return [
    'A rule about a field is asked about calls without it too, and can be unsure of each, which their\n',
    'decisions then say. Rules, by field:\n\n',
    ...lines.slice(0, mostFields),
    ...(lines.length > mostFields
      ? [`  … and ${countOf(lines.length - mostFields, 'other')}; \`--json\` has all of them.\n`]
      : []),
    `  help: say beside the field which calls are meant, such as by \`kind is mcp\`; or, where a call without it is none of them, \`if ${printable(first)} missing skip\`\n`,
  ].join('');
}

function table(rules: readonly RuleCost[]): string {
  const shownRules = [...rules].sort((a, b) => b.worst - a.worst).slice(0, mostShown);
  const rows = [
    ['worst', 'expressions', 'rule', 'reached through'],
    ...shownRules.map((rule) => [
      shown(rule.worst),
      rule.expressions === 0 ? '-' : shown(rule.expressions),
      printable(rule.code),
      reachedThrough(rule),
    ]),
  ];
  return columns(rows, { numbers: (column) => column < 2 })
    .map((line) => `  ${line}\n`)
    .join('');
}

const shown = (steps: number): string => steps.toLocaleString('en-US');

function reachedThrough({ role, scanned, lookups }: RuleCost): string {
  if (role !== 'rule') return `the calls of a ${role}: every event`;
  return scanned ? 'every event' : lookups.map(lookupText).join(', or ');
}

function lookupText({ of, words }: FoundBy): string {
  const named = words.slice(0, mostWords).map(wordText).join(', ');
  const rest = words.length - mostWords;
  return `${printable(of)} ${named}${rest > 0 ? ` and ${shown(rest)} more` : ''}`;
}

const wordText = (word: string): string =>
  `\`${printable(word.length <= longestWord ? word : `${word.slice(0, longestWord - 1)}…`)}\``;

function inAll({ lookups, worst, expressions, limits }: PolicyCost, remembered: number): string {
  const lines = [
    ...(lookups === 0
      ? []
      : [`To find rules, ${countOf(lookups, 'question')} ${are(lookups)} asked about every event.`]),
    ...(remembered === 0
      ? []
      : [`The calls of ${labelsAndLimits(remembered)} are looked for in every event.`]),
    `No event takes more than ${countOf(worst, 'step')}: one of ${shown(limits.worst.elements * 2)} octets that does ${countOf(limits.worst.effects, 'thing')} and reaches every rule.`,
    ...(expressions === 0
      ? []
      : [
          `A character that every regular expression looks at takes ${countOf(expressions, 'step')} of theirs.`,
        ]),
  ];
  return `${lines.join('\n')}\n`;
}

const labelsAndLimits = (count: number): string =>
  count === 1 ? 'one label or limit' : `${shown(count)} labels and limits`;

const are = (count: number): string => (count === 1 ? 'is' : 'are');
