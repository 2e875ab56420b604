/**
 * The parts of a rule that coverage counts: single questions, exceptions, and the alternatives and list entries of each
 * question. The matchers are those that decide; for an entry, its question is compiled again with that entry alone.
 */
import type {
  Absence,
  CheckedCompare,
  CheckedExpression,
  CheckedRule,
  ObjectTest,
  Pattern,
} from '../../check/tree/checked.ts';
import type { SourcePlace } from '../../check/tree/source-place.ts';
import { childrenOf, type ExpressionPart, isPart } from '../../check/tree/walk.ts';
import { placeOfPattern } from '../../check/values/pattern-place.ts';
import { type Compilation, otherSide, type Side } from '../../compile/compilation.ts';
import type { CompiledRule } from '../../compile/compiled-rule.ts';
import { compileCondition } from '../../compile/condition.ts';
import { isLogic, type LeafMatcher, type Matcher } from '../../compile/matcher.ts';
import type { Known } from '../../facts/known.ts';
import { once } from '../../language/once.ts';
import type { TruthName } from '../../pattern/text/truth.ts';

export interface RuleParts {
  readonly when: readonly Leaf[];
  readonly unless: readonly Leaf[];
  readonly exceptions: readonly { readonly place: SourcePlace; readonly matcher: Matcher }[];
}

/** One question of a rule. */
export interface Leaf {
  readonly place: SourcePlace;
  readonly kind: string;
  readonly matcher: LeafMatcher;
  readonly possible: readonly TruthName[];
  readonly entries: readonly CountedEntry[];
}

/** One alternative of a question, or one entry of a list that it asks for. */
export interface CountedEntry {
  readonly place: SourcePlace;
  readonly list: string | undefined;
  readonly excepted: boolean;
  /** The value of the whole question where this entry can have been the one that matched. */
  readonly matchesAt: 'yes' | 'no';
  /** The question with this entry alone. */
  readonly matcher: () => Matcher;
}

/** Takes a rule apart; `rule` and `checked` are the same one, compiled and not. */
export function countedParts(rule: CompiledRule, checked: CheckedRule, known: Known): RuleParts {
  const { absences } = checked;
  const leaves = (
    expressions: readonly CheckedExpression[],
    matcher: Matcher | undefined,
    side: Side,
  ): Leaf[] => {
    const parts = matcher !== undefined && isLogic(matcher) ? matcher.parts : [];
    return expressions.flatMap((each, at) => leavesOf(each, parts[at], side, { absences, known }));
  };
  const excuses = rule.unless !== undefined && isLogic(rule.unless) ? rule.unless.parts : [];
  return {
    when: leaves(checked.when, rule.when, 'deny'),
    unless: leaves(checked.unless, rule.unless, 'excuse'),
    exceptions: excuses.flatMap(alternativesOf),
  };
}

/** The alternatives of an `unless`, which `or` joins. */
const alternativesOf = (matcher: Matcher): { readonly place: SourcePlace; readonly matcher: Matcher }[] =>
  matcher.kind === 'or' ? matcher.parts.flatMap(alternativesOf) : [{ place: matcher.place, matcher }];

interface Surroundings {
  readonly absences: readonly Absence[];
  readonly known: Known;
}

/** The single questions of an expression. The matcher has the same form: each part was compiled from its operand. */
function leavesOf(
  expression: CheckedExpression,
  matcher: Matcher | undefined,
  side: Side,
  around: Surroundings,
): Leaf[] {
  if (matcher === undefined) return [];
  if (!isPart(expression)) {
    const parts = isLogic(matcher) ? matcher.parts : [];
    const below = expression.kind === 'not' ? otherSide(side) : side;
    return childrenOf(expression).flatMap((child, at) => leavesOf(child, parts[at], below, around));
  }
  if (isLogic(matcher)) return [];
  const { place, kind } = expression;
  const possible: readonly TruthName[] = canBeUnknown(expression, around.absences)
    ? ['yes', 'no', 'unknown']
    : ['yes', 'no'];
  return [{ place, kind, matcher, possible, entries: entriesOf(expression, side, around.known) }];
}

/** Whether some event leaves a question open. A question that only a text above the limits leaves open does not count. */
function canBeUnknown(question: ExpressionPart, absences: readonly Absence[]): boolean {
  switch (question.kind) {
    case 'compare':
      return canCompareUnknown(question, absences);
    case 'effect':
    case 'object':
      return true;
    case 'opaque':
    case 'window':
    case 'denials':
    case 'label':
    case 'limit':
      return false;
    default:
      return question satisfies never;
  }
}

function canCompareUnknown({ field, operator }: CheckedCompare, absences: readonly Absence[]): boolean {
  if (operator === 'missing' || operator === 'present') return false;
  const { entry, steps, text } = field;
  if (!entry.optional && steps.length === 0) return false;
  const settles = (state: Absence['state']): boolean =>
    absences.some((each) => each.field.text === text && each.state === state && each.action !== 'note');
  const isOnlyMissing = entry.type === 'name' || entry.type === 'text';
  return !settles('unknown') && !(isOnlyMissing && settles('missing'));
}

// ── entries ───────────────────────────────────────────────────────────────────────────────

function entriesOf(question: ExpressionPart, side: Side, known: Known): CountedEntry[] {
  switch (question.kind) {
    case 'compare':
      return entriesOfTest(question, (patterns, negates) => {
        const { quantifier } = question;
        const alone = { ...question, patterns, negated: false, quantifier: quantifier && ('any' as const) };
        return compiled(alone, negates ? otherSide(side) : side, known);
      });
    case 'object':
      return entriesOfTest(question.test, (patterns, negates) => {
        const test = withAlone(question.test, patterns);
        return compiled({ ...question, test }, negates ? otherSide(side) : side, known);
      });
    case 'effect':
      return question.tests.flatMap((each) =>
        entriesOfTest(each, (patterns, negates) => {
          const tests = question.tests.map((test) => (test === each ? withAlone(test, patterns) : test));
          return compiled({ ...question, tests }, negates ? otherSide(side) : side, known);
        }),
      );
    default:
      return [];
  }
}

const withAlone = (test: ObjectTest, patterns: readonly Pattern[]): ObjectTest => ({
  ...test,
  patterns,
  negated: false,
  quantifier: test.quantifier && 'any',
});

/** Clauses about missing fields are left out: an entry matches a value that is there. */
const compiled = (expression: CheckedExpression, side: Side, known: Known): Matcher =>
  compileCondition(expression, side, {
    absences: [],
    notesSkip: false,
    surely: undefined,
    known,
  } satisfies Compilation);

/** `negates`: the patterns count for the opposite answer of their question. */
type CompileAlone = (patterns: readonly Pattern[], negates: boolean) => Matcher;

/** A single alternative that is no list is the clause itself, and no entry. */
function entriesOfTest(
  { patterns, negated }: Pick<ObjectTest | CheckedCompare, 'patterns' | 'negated'>,
  compileAlone: CompileAlone,
): CountedEntry[] {
  const [only] = patterns;
  if (patterns.length === 1 && only?.kind !== 'list') return [];
  return patterns.flatMap((pattern) =>
    gather(pattern, { list: undefined, excepted: false, wrap: (each) => each }).flatMap(
      (found): CountedEntry[] => {
        const place = placeOfPattern(found.pattern);
        if (place === undefined) return [];
        const { list, excepted, wrap } = found;
        return [
          {
            place,
            list,
            excepted,
            matchesAt: negated === excepted ? 'yes' : 'no',
            matcher: once(() => compileAlone([wrap(found.pattern)], negated !== excepted)),
          },
        ];
      },
    ),
  );
}

interface Around {
  readonly list: string | undefined;
  readonly excepted: boolean;
  /** Puts the exceptions of the lists around an item around it again. */
  wrap(pattern: Pattern): Pattern;
}

function gather(pattern: Pattern, around: Around): (Around & { readonly pattern: Pattern })[] {
  if (pattern.kind !== 'list') return [{ ...around, pattern }];
  const { name, items, except } = pattern;
  const wrap = (item: Pattern): Pattern =>
    around.wrap(except.length === 0 ? item : { ...pattern, items: [item] });
  return [
    ...items.flatMap((item) => gather(item, { ...around, list: name, wrap })),
    // An exception is seen where it fits, whatever is around it.
    ...except.flatMap((item) =>
      gather(item, { list: name, excepted: !around.excepted, wrap: (each) => each }),
    ),
  ];
}
