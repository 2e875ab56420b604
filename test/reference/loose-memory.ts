/**
 * Trees of labels, limits, scenarios and questions about earlier calls that `parse`
 * could give for some text, however senseless.
 */
import fc from 'fast-check';
import type { Clause, LabelDeclaration, LimitDeclaration } from '../../src/language/ast.ts';
import type { PolicyExpression, PolicyValue, QuotedText } from '../../src/language/expression.ts';
import type { DescribedCall, Given, GivenLabel, ScenarioStep } from '../../src/language/test-tree.ts';
import * as node from './node.ts';

const { span } = node;
const number = fc.constantFrom('3', '0', '-1', '10m', '1.5h', '24parsecs').map(node.numberValue);

/** How a call ended, and how many were denied. */
export function looseMemory(value: fc.Arbitrary<PolicyValue>): fc.Arbitrary<PolicyExpression> {
  return fc.oneof(
    fc.tuple(fc.constantFrom('succeeded', 'failed', 'was denied'), fc.boolean()).map(
      ([outcome, orUnknown]): PolicyExpression => ({
        kind: 'outcome',
        outcome: node.name(outcome),
        orUnknown,
        span,
      }),
    ),
    fc
      .tuple(number, number, fc.array(value, { maxLength: 3 }))
      .map(([times, within, by]): PolicyExpression => ({ kind: 'denials', times, within, by, span })),
  );
}

export function looseLabel(
  name: fc.Arbitrary<string>,
  word: fc.Arbitrary<string>,
  clauses: fc.Arbitrary<readonly Clause[]>,
): fc.Arbitrary<LabelDeclaration> {
  const lasts = fc.oneof(number, word.map(node.wordValue));
  return fc.tuple(name, word, lasts, clauses).map(([label, scope, time, of]) => ({
    kind: 'label',
    name: node.name(label),
    scope: node.name(scope),
    lasts: time as LabelDeclaration['lasts'],
    clauses: of,
    span,
    broken: false,
  }));
}

export function looseLimit(
  name: fc.Arbitrary<string>,
  word: fc.Arbitrary<string>,
  clauses: fc.Arbitrary<readonly Clause[]>,
): fc.Arbitrary<LimitDeclaration> {
  return fc
    .tuple(name, number, word, number, word, clauses)
    .map(([limit, most, what, period, scope, of]) => ({
      kind: 'limit',
      name: node.name(limit),
      most,
      what: node.name(what),
      period,
      scope: node.name(scope),
      clauses: of,
      span,
      broken: false,
    }));
}

export function looseScenario(
  text: fc.Arbitrary<QuotedText>,
  call: fc.Arbitrary<DescribedCall>,
  given: fc.Arbitrary<Given | GivenLabel>,
): fc.Arbitrary<Clause> {
  const verdict = fc
    .constantFrom('succeeds', 'fails', 'passes', 'denied', 'unsure', 'happens')
    .map(node.name);
  const maybe = <Item>(item: fc.Arbitrary<Item>): fc.Arbitrary<Item | undefined> =>
    fc.option(item, { nil: undefined });
  const step = fc.tuple(maybe(number), maybe(number), call, verdict, maybe(text)).map(
    ([times, after, made, end, by]): ScenarioStep => ({
      kind: 'step',
      times,
      after,
      call: made,
      verdict: end,
      by,
      span,
    }),
  );
  return fc
    .tuple(
      text,
      maybe(text),
      fc.array(fc.oneof({ arbitrary: step, weight: 4 }, { arbitrary: given, weight: 1 }), {
        maxLength: 4,
      }),
    )
    .map(([title, skip, steps]): Clause => ({ kind: 'scenario', title, skip, steps, span }));
}
