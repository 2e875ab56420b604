/**
 * Expressions → matchers. A comparison is compiled for the side it stands on:
 * where its being true denies, any safe view of the value may match; where it
 * excuses (in `unless`, or under a `not`), only the exact value does. So the
 * same condition can compile to two different matchers.
 */
import type { Absence, CheckedCompare, CheckedExpression } from '../check/checked.ts';
import { standsOnWorkspace } from '../check/workspace.ts';
import type { Facts } from '../facts/facts.ts';
import {
  elementReader,
  fieldReader,
  INAPPLICABLE,
  MISFIT,
  MISSING,
  type Reading,
  sizeOf,
} from '../facts/read.ts';
import { NO } from '../pattern/truth.ts';
import type { FieldType } from '../vocabulary/fields.ts';
import {
  allOf,
  type CompareMatcher,
  comparison,
  type Matcher,
  named,
  oneOf,
  opposite,
  possibly,
} from './matcher.ts';
import {
  anyOf,
  everyOf,
  invert,
  isCause,
  MISSING_FIELD,
  MISSING_WORKSPACE,
  type Outcome,
  outcomeOf,
  WRONG_TYPE,
} from './outcome.ts';
import { compileValueTest, countOf, type ValueTest } from './value-test.ts';

/** Which way a comparison pushes its rule when it holds. */
export type Side = 'deny' | 'excuse';

export interface Compilation {
  readonly absences: readonly Absence[];
  /** Treat what `if … note` names as `skip`: shows whether a rule rests on it. */
  readonly notesSkip: boolean;
}

const other = (side: Side): Side => (side === 'deny' ? 'excuse' : 'deny');

export function compileCondition(
  expression: CheckedExpression,
  side: Side,
  compilation: Compilation,
): Matcher {
  const { place } = expression;
  switch (expression.kind) {
    case 'and':
      return allOf(
        expression.operands.map((each) => compileCondition(each, side, compilation)),
        place,
      );
    case 'or':
      return oneOf(
        expression.operands.map((each) => compileCondition(each, side, compilation)),
        place,
      );
    case 'not':
      return opposite(compileCondition(expression.operand, other(side), compilation), place);
    case 'might':
      return possibly(compileCondition(expression.operand, side, compilation), place);
    case 'condition':
      return named(expression.name, compileCondition(expression.expression, side, compilation), place);
    case 'compare':
      return compileCompare(expression, side, compilation);
    default:
      return expression satisfies never;
  }
}

function compileCompare(compare: CheckedCompare, side: Side, compilation: Compilation): CompareMatcher {
  const judge = compileJudge(compare, side);
  const read = fieldReader(compare.field.entry.id, compare.field.steps);
  const seen = (facts: Facts): unknown => {
    const value = read(facts);
    return typeof value === 'symbol' ? undefined : value;
  };
  const settle = compileAbsences(compare, side, compilation);
  return comparison(
    compare.field.text,
    compare.place,
    settle === undefined ? judge : (facts) => settle(judge(facts)),
    seen,
  );
}

// ── what the author says about fields that cannot be told ─────────────────────────────────

/** Replaces a cause by what the rule's `if FIELD missing|unknown …` clauses say of it. */
function compileAbsences(
  compare: CheckedCompare,
  side: Side,
  { absences, notesSkip }: Compilation,
): ((outcome: Outcome) => Outcome) | undefined {
  const usesWorkspace = compare.patterns.some(standsOnWorkspace);
  const relevant = absences.filter(({ field, action }) => {
    const asked =
      field.text === compare.field.text || (usesWorkspace && field.entry.id === 'session.workspaceRoots');
    return asked && (action !== 'note' || notesSkip);
  });
  if (relevant.length === 0) return undefined;
  // On the side that denies, applying the rule means that the comparison holds.
  const value = (action: Absence['action']): Outcome => outcomeOf((action === 'apply') === (side === 'deny'));
  return (outcome) => {
    if (!isCause(outcome)) return outcome;
    const onWorkspace = outcome === MISSING_WORKSPACE;
    const missing = outcome === MISSING_FIELD || onWorkspace;
    const named = (absence: Absence): boolean =>
      (absence.field.entry.id === 'session.workspaceRoots' && onWorkspace) ||
      (absence.field.text === compare.field.text && !onWorkspace);
    const clause =
      (missing ? relevant.find((each) => each.state === 'missing' && named(each)) : undefined) ??
      relevant.find((each) => each.state === 'unknown' && named(each));
    return clause === undefined ? outcome : value(clause.action);
  };
}

// ── one comparison ────────────────────────────────────────────────────────────────────────

function compileJudge(compare: CheckedCompare, side: Side): (facts: Facts) => Outcome {
  const { operator, negated, quantifier } = compare;
  if (operator === 'missing' || operator === 'present') {
    return compilePresence(compare, (operator === 'missing') !== negated);
  }
  // A negation inside the comparison turns the side round, as a `not` before it does.
  const exact = (side === 'excuse') !== negated;
  const positive = compileValueTest(compare, { type: valueType(compare), exact });
  const test: ValueTest = negated ? (value, facts) => invert(positive(value, facts)) : positive;
  return quantifier === undefined ? compileSingle(compare, test) : compileQuantified(compare, side, test);
}

function valueType({ field, measure, quantifier }: CheckedCompare): FieldType {
  if (measure === 'text') return 'text';
  return field.entry.type === 'paths' && quantifier !== undefined ? 'path' : field.entry.type;
}

/** A field with no meaning for the call is neither missing nor present, and compares with nothing. */
function compilePresence({ field }: CheckedCompare, wantsMissing: boolean): (facts: Facts) => Outcome {
  const read = fieldReader(field.entry.id, field.steps);
  return (facts) => {
    const value = read(facts);
    if (value === INAPPLICABLE) return NO;
    return outcomeOf((value === MISSING || value === MISFIT) === wantsMissing);
  };
}

function compileSingle({ field, measure }: CheckedCompare, test: ValueTest): (facts: Facts) => Outcome {
  const read = fieldReader(field.entry.id, field.steps);
  if (measure === undefined) return (facts) => judgeReading(read(facts), (value) => test(value, facts));
  return (facts) =>
    judgeReading(read(facts), (value) => {
      const measured = measure === 'size' ? sizeOf(value) : countOf(value);
      return measured === undefined ? WRONG_TYPE : test(measured, facts);
    });
}

function compileQuantified(
  { field, measure, quantifier }: CheckedCompare,
  side: Side,
  test: ValueTest,
): (facts: Facts) => Outcome {
  const combine = quantifier === 'any' ? anyOf : everyOf;
  if (measure === 'text') {
    const read = fieldReader(field.entry.id, field.steps);
    // Keys are texts too where a match denies: some tools put paths and names there.
    const keys = quantifier === 'any' && side === 'deny';
    return (facts) =>
      judgeReading(read(facts), (value) => combine(facts.textsIn(value, keys), (text) => test(text, facts)));
  }
  const readAll = elementReader(field.entry.id, field.steps);
  return (facts) => {
    const elements = readAll(facts);
    if (typeof elements === 'symbol') return judgeReading(elements, () => NO);
    return combine(elements, (element) => judgeReading(element, (value) => test(value, facts)));
  };
}

function judgeReading(reading: Reading, test: (value: Exclude<Reading, symbol>) => Outcome): Outcome {
  if (typeof reading !== 'symbol') return test(reading);
  switch (reading) {
    case MISSING:
      return MISSING_FIELD;
    case MISFIT:
      return WRONG_TYPE;
    default:
      return NO;
  }
}
