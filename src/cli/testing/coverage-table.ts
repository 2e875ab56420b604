/** Coverage for people at a terminal: a row for each rule, the shares, and what was never seen. */
import { renderPlace, type SourceLookup, shownSource } from '../../language/render.ts';
import {
  type Coverage,
  clauseShare,
  exceptionShare,
  isSeenBothWays,
  measures,
  missingValues,
  percentOf,
  type RuleCoverage,
  type Share,
  totalsOf,
} from '../../scenario/coverage/coverage.ts';
import { shownPolicyText } from '../explain/policy-text.ts';
import { columns } from '../terminal/columns.ts';
import { neverWords } from './coverage-marks.ts';

/** More lines than this of what was never seen are counted, not shown: a page shows them better. */
const mostMissing = 40;

/** The whole table, ending in a line end. */
export function coverageTable(coverage: Coverage, lookup: SourceLookup): string {
  const totals = totalsOf(coverage);
  const rows = [
    ['rule', 'calls', 'both ways', 'clauses', 'exceptions'],
    ...coverage.rules.map((rule) => [
      rule.code,
      String(rule.calls),
      isSeenBothWays(rule) ? 'yes' : 'no',
      shareText(clauseShare(rule.clauses)),
      shareText(exceptionShare(rule.exceptions)),
    ]),
  ];
  const shares = [
    ['', 'seen', 'of', ''],
    ...measures.map((measure) => {
      const { seen, of } = totals[measure];
      return [measure, String(seen), String(of), `${percentOf(totals[measure])}%`];
    }),
  ];
  const missing = missingLines(coverage, lookup);
  const more = missing.length - mostMissing;
  return [
    ...columns(rows, { numbers }),
    '',
    ...columns(shares, { numbers }),
    ...(missing.length === 0 ? [] : ['', 'never seen:', ...missing.slice(0, mostMissing)]),
    ...(more > 0 ? [`  and ${more} more: \`--html DIR\` shows all, in the text of the policies`] : []),
    '',
  ].join('\n');
}

/** All columns but the first. */
const numbers = (column: number): boolean => column > 0;

const shareText = ({ seen, of }: Share): string => (of === 0 ? '-' : `${seen}/${of}`);

/** Rules, clauses and exceptions first; alternatives and entries behind them, a line for each list. */
function missingLines(coverage: Coverage, lookup: SourceLookup): string[] {
  return [...coverage.rules.flatMap((rule) => missingOf(rule, lookup)), ...missingEntries(coverage, lookup)];
}

function missingOf(rule: RuleCoverage, lookup: SourceLookup): string[] {
  const line = ({ path, span }: RuleCoverage['place'], word: string, missing: string): string =>
    `  ${renderPlace(path, span, lookup)}  ${word}: ${missing}`;
  const textOf = (place: RuleCoverage['place']): string => shownPolicyText(place, lookup, 80);
  const ways = [...(rule.seen.yes === 0 ? ['held'] : []), ...(rule.seen.no === 0 ? ['let a call pass'] : [])];
  return [
    ...(ways.length === 0 ? [] : [line(rule.place, rule.code, `never ${ways.join(', and never ')}`)]),
    ...(rule.calls === 0 ? [] : rule.clauses).flatMap((clause) => {
      const missing = missingValues(clause);
      if (missing.length === 0) return [];
      return line(clause.place, `${clause.clause} ${textOf(clause.place)}`, neverWords(missing));
    }),
    ...(rule.calls === 0 ? [] : rule.exceptions).flatMap(({ place, excused }) =>
      excused > 0 ? [] : line(place, `unless ${textOf(place)}`, 'never excused a call'),
    ),
  ];
}

function missingEntries({ entries }: Coverage, lookup: SourceLookup): string[] {
  const groups = new Map<string, string[]>();
  for (const { place, list, isSeen } of entries) {
    if (isSeen) continue;
    const { path, span } = place;
    const head =
      list === undefined
        ? `  ${renderPlace(path, span, lookup).replace(/:[0-9]+$/, '')}  alternatives`
        : `  ${shownSource(path, lookup)}  @${list}`;
    groups.set(head, [...(groups.get(head) ?? []), shownPolicyText(place, lookup, 80)]);
  }
  return [...groups].map(([head, texts]) => {
    const some = texts.slice(0, 6).join(' ');
    return `${head}: never matched ${some}${texts.length > 6 ? ` and ${texts.length - 6} more` : ''}`;
  });
}
