/** Trees of windows, days and times that `parse` could give for some text, however senseless. */
import fc from 'fast-check';
import type { DayRange, TimeRange, WindowDeclaration, WindowPart } from '../../src/language/ast.ts';
import type { Name, NumberValue, PolicyExpression, QuotedText } from '../../src/language/expression.ts';
import * as node from './node.ts';

const { span } = node;

const maybe = <Item>(item: fc.Arbitrary<Item>): fc.Arbitrary<Item | undefined> =>
  fc.option(item, { nil: undefined });

export const looseDay: fc.Arbitrary<Name> = fc
  .constantFrom('2026-12-24', '2026-02-30', '0000-0-1', '9999-99-99')
  .map(node.name);
export const looseTime: fc.Arbitrary<Name> = fc
  .constantFrom('08:00', '24:00', '8:00', '00:00', '99:99', '7:5')
  .map(node.name);
export const looseShare: fc.Arbitrary<NumberValue> = fc
  .constantFrom('10', '0', '100', '0.5', '-3', '12m')
  .map(node.numberValue);

const weekday = fc.constantFrom('monday', 'friday', 'someday', 'office').map(node.name);

const dayRange: fc.Arbitrary<DayRange> = fc.oneof(
  fc.constant({ kind: 'days' as const, first: node.name('every day'), last: undefined, span }),
  fc
    .tuple(fc.oneof(looseDay, weekday), maybe(fc.oneof(looseDay, weekday)))
    .map(([first, last]) => ({ kind: 'days' as const, first, last, span })),
);
const timeRange: fc.Arbitrary<TimeRange> = fc
  .tuple(looseTime, looseTime)
  .map(([first, last]) => ({ kind: 'times', first, last, span }));

/** Days without times before others would be read as days of those. */
const windowSpan: fc.Arbitrary<WindowPart> = fc
  .tuple(
    fc.array(dayRange, { minLength: 1, maxLength: 3 }),
    fc.array(timeRange, { minLength: 1, maxLength: 2 }),
  )
  .map(([days, times]) => ({ kind: 'daily', days, times, span }));

const stretch: fc.Arbitrary<WindowPart> = fc
  .tuple(fc.oneof(looseDay, weekday), looseTime, fc.oneof(looseDay, weekday), looseTime)
  .map(([first, begin, last, end]) => ({ kind: 'stretch', first, begin, last, end, span }));

const spans: fc.Arbitrary<readonly WindowPart[]> = fc
  .tuple(fc.boolean(), fc.boolean(), fc.array(fc.oneof(windowSpan, stretch), { minLength: 1, maxLength: 3 }))
  .map(([isDaily, isLong, all]) =>
    all.map((each, index) =>
      each.kind === 'stretch'
        ? each
        : {
            ...each,
            days: index === 0 && isDaily ? [] : each.days,
            times: index === all.length - 1 && isLong && !(index === 0 && isDaily) ? [] : each.times,
          },
    ),
  );

export const looseWindow = (
  word: fc.Arbitrary<string>,
  text: fc.Arbitrary<QuotedText>,
): fc.Arbitrary<WindowDeclaration> =>
  fc
    .tuple(word, spans, fc.array(dayRange, { maxLength: 3 }), maybe(text))
    .map(([name, all, except, zone]) => ({
      kind: 'window',
      name: node.name(name),
      spans: all,
      except,
      zone,
      span,
    }));

/** `during office`, `outside office`; `outside workspace` is about places. */
export const looseMatch = (word: fc.Arbitrary<string>): fc.Arbitrary<PolicyExpression> =>
  fc
    .tuple(
      word.filter((each) => each !== 'workspace'),
      fc.boolean(),
    )
    .map(([name, negated]) => ({ kind: 'window', name: node.name(name), negated, span }));
