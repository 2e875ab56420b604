/**
 * Coverage laid over the text of the policies: for each file the parts that were
 * tried, how far, and what there is to say about them. What several rules ask for
 * is only whole where each of them has seen it.
 */
import type { SourcePlace } from '../../check/tree/source-place.ts';
import { indexLines, type LineIndex, type Source, type Span } from '../../language/source.ts';
import type { TruthName } from '../../pattern/text/truth.ts';
import {
  type ClauseCoverage,
  type Coverage,
  clauseShare,
  type EntryCoverage,
  entryShare,
  isSeenBothWays,
  missingValues,
  type RuleCoverage,
  type Share,
} from '../../scenario/coverage/coverage.ts';

/** Seen in full, in part, or not at all. */
export type Status = 'full' | 'part' | 'none';

/** A part of a text, and what was seen of it. */
export interface CoverageMark {
  readonly span: Span;
  readonly kind: 'rule' | 'clause' | 'entry';
  readonly status: Status;
  /** One sentence without a full stop, such as `never unknown`. */
  readonly words: string;
}

/** A value of a clause, a way that a rule can go, or an entry: what a build server calls a branch. */
export interface Branch {
  readonly line: number;
  /** Branches of one thing share it. */
  readonly block: number;
  /** How often it was seen; undefined where its thing was never asked. */
  readonly taken: number | undefined;
}

export interface CoveredFile {
  readonly source: Source;
  readonly lines: LineIndex;
  /** The rules of the file. */
  readonly rules: readonly RuleCoverage[];
  /** In the order of their starts; an entry lies inside its clause. */
  readonly marks: readonly CoverageMark[];
  readonly branches: readonly Branch[];
  /** How many calls came by each line that has something to be seen. */
  readonly hits: ReadonlyMap<number, number>;
  readonly clauses: Share;
  readonly entries: Share;
}

/** Files that have something to be seen, in the order of their paths. */
export function coveredFiles(coverage: Coverage, sources: readonly Source[]): CoveredFile[] {
  const all = coverage.rules.flatMap((rule) => rule.clauses.map((clause) => ({ rule, clause })));
  return sources.flatMap((source): CoveredFile[] => {
    const isHere = ({ place }: { readonly place: SourcePlace }): boolean => place.path === source.path;
    const rules = coverage.rules.filter(isHere);
    const clauses = all.filter(({ clause }) => isHere(clause));
    const entries = coverage.entries.filter(isHere);
    if (rules.length + clauses.length + entries.length === 0) return [];
    const lines = indexLines(source.text);
    const marks = [
      ...rules.map(ruleMark),
      ...groupByPlace(clauses).map((uses) => clauseMark(uses, coverage)),
      ...entries.map(entryMark),
    ].sort((a, b) => a.span.start - b.span.start || b.span.end - a.span.end);
    return [
      {
        source,
        lines,
        rules,
        marks,
        ...branchesOf(rules, clauses, entries, lines),
        clauses: clauseShare(clauses.map(({ clause }) => clause)),
        entries: entryShare(entries),
      },
    ];
  });
}

/** A clause as one rule asks it. */
interface Use {
  readonly rule: RuleCoverage;
  readonly clause: ClauseCoverage;
}

function groupByPlace(uses: readonly Use[]): (readonly [Use, ...Use[]])[] {
  const byPlace = new Map<string, [Use, ...Use[]]>();
  for (const use of uses) {
    const { start, end } = use.clause.place.span;
    const known = byPlace.get(`${start} ${end}`);
    if (known === undefined) byPlace.set(`${start} ${end}`, [use]);
    else known.push(use);
  }
  return [...byPlace.values()];
}

// ── marks ─────────────────────────────────────────────────────────────────────────────────

function ruleMark(rule: RuleCoverage): CoverageMark {
  const { seen, place } = rule;
  const status = isSeenBothWays(rule) ? 'full' : seen.yes + seen.no === 0 ? 'none' : 'part';
  return { span: place.span, kind: 'rule', status, words: wordsOfRule(rule) };
}

/** `12 calls: held 5, did not 6, unsure 1` */
function wordsOfRule({ seen, calls }: RuleCoverage): string {
  if (calls === 0) return 'no test asks it about a call';
  const unsure = seen.unknown === 0 ? '' : `, was unsure of ${seen.unknown}`;
  return `${calls} ${calls === 1 ? 'call' : 'calls'}: held for ${seen.yes}, not for ${seen.no}${unsure}`;
}

function clauseMark(uses: readonly [Use, ...Use[]], coverage: Coverage): CoverageMark {
  const [{ clause }] = uses;
  const lacking = uses.filter((each) => missingValues(each.clause).length > 0);
  const isAsked = uses.some((use) => Object.values(use.clause.seen).some((count) => count > 0));
  const status = lacking.length === 0 ? 'full' : isAsked ? 'part' : 'none';
  const words =
    lacking.length === 0
      ? 'every value seen'
      : lacking
          .map(
            (each) =>
              `${neverWords(missingValues(each.clause))}${uses.length > 1 ? ` in ${each.rule.code}` : ''}`,
          )
          .join('; ');
  const excuses = excusesAt(clause.place, coverage);
  return { span: clause.place.span, kind: 'clause', status, words: [words, ...excuses].join('; ') };
}

/** `never yes or unknown` */
export const neverWords = (values: readonly TruthName[]): string =>
  values.length === 3 ? 'never asked' : `never ${values.join(' or ')}`;

function excusesAt({ path, span }: SourcePlace, { rules }: Coverage): string[] {
  const same = rules.flatMap(({ exceptions }) =>
    exceptions.filter(
      ({ place }) => place.path === path && place.span.start === span.start && place.span.end === span.end,
    ),
  );
  const times = same.reduce((sum, { excused }) => sum + excused, 0);
  if (same.length === 0) return [];
  return [times === 0 ? 'never excused a call' : `excused ${times} ${times === 1 ? 'call' : 'calls'}`];
}

function entryMark({ place, list, excepted, isSeen }: EntryCoverage): CoverageMark {
  const what = list === undefined ? 'alternative' : excepted ? 'exception' : 'entry';
  return {
    span: place.span,
    kind: 'entry',
    status: isSeen ? 'full' : 'none',
    words: `${what} ${isSeen ? 'matched' : 'never matched'}`,
  };
}

// ── branches and lines ────────────────────────────────────────────────────────────────────

function branchesOf(
  rules: readonly RuleCoverage[],
  clauses: readonly Use[],
  entries: readonly EntryCoverage[],
  lines: LineIndex,
): Pick<CoveredFile, 'branches' | 'hits'> {
  const branches: Branch[] = [];
  const hits = new Map<number, number>();
  let block = 0;
  const add = ({ span }: SourcePlace, taken: readonly (number | undefined)[], times: number): void => {
    const { line } = lines.positionAt(span.start);
    hits.set(line, Math.max(hits.get(line) ?? 0, times));
    for (const each of taken) branches.push({ line, block, taken: each });
    block++;
  };
  for (const { place, calls, seen } of rules)
    add(place, calls === 0 ? [undefined, undefined] : [seen.yes, seen.no], calls);
  for (const { clause } of clauses) {
    const { possible, seen, place } = clause;
    const times = seen.yes + seen.no + seen.unknown;
    add(
      place,
      possible.map((value) => (times === 0 ? undefined : seen[value])),
      times,
    );
  }
  for (const { place, isSeen } of entries) add(place, [isSeen ? 1 : 0], isSeen ? 1 : 0);
  return { branches, hits };
}
