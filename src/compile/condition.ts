/**
 * Expressions → matchers. A comparison is compiled for its side. Where a match denies, any safe view of the value may match.
 * Where a match excuses (in `unless`, or under a `not`), only the exact value does. So one condition can compile to two
 * different matchers.
 */
import type { CheckedCompare, CheckedExpression, ExceptionTerm } from '../check/tree/checked.ts';
import type { ExpressionPart } from '../check/tree/walk.ts';
import { sizeOf } from '../facts/event/json.ts';
import type { Facts } from '../facts/facts.ts';
import { elementReader, fieldReader, INAPPLICABLE, MISFIT, MISSING, type Reading } from '../facts/read.ts';
import { NO } from '../pattern/text/truth.ts';
import { withServerNames } from '../rule-index/server-names.ts';
import type { FieldType } from '../vocabulary/fields.ts';
import {
  type Compilation,
  compileAbsences,
  otherSide,
  placedPatterns,
  type Settle,
  type Side,
} from './compilation.ts';
import { compileEffect, compileObject, compileOpaque } from './effect.ts';
import {
  allParts,
  anyPart,
  type CompareMatcher,
  comparison,
  excepting,
  type LeafMatcher,
  type Matcher,
  namedCondition,
  opposite,
  possibly,
} from './matcher.ts';
import {
  anyOf,
  everyOf,
  invert,
  MISSING_FIELD,
  type Outcome,
  outcomeIf,
  TOO_LONG,
  WRONG_TYPE,
} from './outcome.ts';
import { compileDenials, compileLabelReference, compileLimitReached } from './remembered.ts';
import { askedOnce } from './shared-conditions.ts';
import { compileWindow } from './time.ts';
import { compileValueTest, elementCount, type ValueTest } from './value-test.ts';

export function compileCondition(
  expression: CheckedExpression,
  side: Side,
  compilation: Compilation,
): Matcher {
  const { place } = expression;
  switch (expression.kind) {
    case 'and':
      return allParts(
        expression.operands.map((each) => compileCondition(each, side, compilation)),
        place,
      );
    case 'or':
      return anyPart(
        expression.operands.map((each) => compileCondition(each, side, compilation)),
        place,
      );
    case 'not':
      return opposite(compileCondition(expression.operand, otherSide(side), compilation), place);
    case 'might':
      return possibly(compileCondition(expression.operand, side, compilation), place);
    case 'condition':
      if (expression.exception !== undefined)
        return compileException(expression, expression.exception, compilation);
      return namedCondition(expression.name, compileNamed(expression.expression, side, compilation), place);
    default: {
      const question = compileQuestion(expression, side, compilation);
      return compilation.asksOnce === true ? askedOnce(question) : question;
    }
  }
}

/** Clauses about absences and the calls of a label give a condition another meaning: it is compiled for such a use. */
function compileNamed(expression: CheckedExpression, side: Side, compilation: Compilation): Matcher {
  const { conditions, absences, surely } = compilation;
  if (conditions === undefined || absences.length > 0 || surely !== undefined)
    return compileCondition(expression, side, compilation);
  return conditions.matcherOf(expression, side, () =>
    compileCondition(expression, side, { ...compilation, asksOnce: true }),
  );
}

function compileQuestion(expression: ExpressionPart, side: Side, compilation: Compilation): LeafMatcher {
  switch (expression.kind) {
    case 'compare':
      return compileCompare(expression, side, compilation);
    case 'effect':
      return compileEffect(expression, side, compilation);
    case 'object':
      return compileObject(expression, side, compilation);
    case 'opaque':
      return compileOpaque(expression);
    case 'label':
      return compileLabelReference(expression, side);
    case 'limit':
      return compileLimitReached(expression);
    case 'denials':
      return compileDenials(expression);
    case 'window':
      return compileWindow(expression);
    default:
      return expression satisfies never;
  }
}

/** An exception has another author than the rule: the rule's clauses about absences do not apply to it. */
function compileException(
  { expression, place }: CheckedExpression & { readonly kind: 'condition' },
  term: ExceptionTerm,
  compilation: Compilation,
): Matcher {
  const own = { ...compilation, absences: [], notesSkip: false };
  return excepting(term, compileCondition(expression, 'excuse', own), place);
}

function compileCompare(compare: CheckedCompare, side: Side, compilation: Compilation): CompareMatcher {
  const read = fieldReader(compare.field.entry.id, compare.field.steps);
  const seen = (facts: Facts): unknown => {
    const value = read(facts);
    return typeof value === 'symbol' ? undefined : value;
  };
  const settle = compileAbsences(compare.field.text, compare.patterns, compilation);
  const patterns = placedPatterns(compare.patterns, compilation);
  const { judge, each } = compileJudge({ ...compare, patterns }, side, settle);
  return comparison(compare.field.text, compare.place, judge, seen, compare, each);
}

// ── one comparison ────────────────────────────────────────────────────────────────────────

/** `judge`: whether the comparison holds. `each`: for `any` and `every`, whether it holds for one element. */
type Judges = Pick<CompareMatcher, 'each'> & { readonly judge: (facts: Facts) => Outcome };

function compileJudge(compare: CheckedCompare, side: Side, settle: Settle): Judges {
  const { operator, negated, quantifier } = compare;
  if (operator === 'missing' || operator === 'present') {
    return { judge: compilePresence(compare, (operator === 'missing') !== negated), each: undefined };
  }
  // A negation inside the comparison swaps the side, as a `not` in front of it does.
  const exact = (side === 'excuse') !== negated;
  const asked = exact ? compare : withServerNames(compare);
  const positive = compileValueTest(asked, { type: valueType(compare), exact, settle });
  const test: ValueTest = negated ? (value, facts) => invert(positive(value, facts)) : positive;
  const settleWhole = (outcome: Outcome): Outcome => settle(outcome, side === 'excuse');
  return quantifier === undefined
    ? { judge: compileSingle(compare, test, settleWhole), each: undefined }
    : { judge: compileQuantified(compare, side, test, settleWhole), each: test };
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
    return outcomeIf((value === MISSING || value === MISFIT) === wantsMissing);
  };
}

function compileSingle(
  { field, measure }: CheckedCompare,
  test: ValueTest,
  settle: (outcome: Outcome) => Outcome,
): (facts: Facts) => Outcome {
  const read = fieldReader(field.entry.id, field.steps);
  const measured: ValueTest = (value, facts) => {
    if (measure === undefined) return test(value, facts);
    const number = measure === 'size' ? sizeOf(value) : elementCount(value);
    return number === undefined ? WRONG_TYPE : test(number, facts);
  };
  return (facts) => settle(judgeReading(read(facts), (value) => measured(value, facts)));
}

function compileQuantified(
  { field, measure, quantifier, negated }: CheckedCompare,
  side: Side,
  test: ValueTest,
  settle: (outcome: Outcome) => Outcome,
): (facts: Facts) => Outcome {
  const combine = quantifier === 'any' ? anyOf : everyOf;
  if (measure === 'text') {
    const read = fieldReader(field.entry.id, field.steps);
    // Keys are texts too where a match denies: some tools put paths and names there. To
    // excuse a call because no text is such a match is the same question.
    const keys =
      (quantifier === 'any' && side === 'deny') || (quantifier === 'every' && negated && side === 'excuse');
    const judgeTexts = (facts: Facts): Outcome =>
      judgeReading(read(facts), (value) => {
        // Keys alone are no texts to excuse a call for.
        if (quantifier === 'every' && facts.textsIn(value, false).length === 0) return NO;
        const outcome = combine(facts.textsIn(value, keys), (text) => test(text, facts));
        return outcome === NO && keys && facts.areTextsCut(value) ? TOO_LONG : outcome;
      });
    // A rule about an object asks again for each object of the call: the texts are the same.
    return (facts) => settle(facts.once(judgeTexts, () => judgeTexts(facts)));
  }
  const readAll = elementReader(field.entry.id, field.steps);
  return (facts) => {
    const elements = readAll(facts);
    if (typeof elements === 'symbol') return settle(judgeReading(elements, () => NO));
    return combine(elements, (element) => settle(judgeReading(element, (value) => test(value, facts))));
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
