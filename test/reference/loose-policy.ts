/**
 * Trees that `parse` could give for some text, however senseless: unknown
 * fields and operators, words in odd places, every escape. For printing, not
 * for checking.
 */
import fc from 'fast-check';
import type { Clause, Policy } from '../../src/language/ast.ts';
import type {
  Field,
  Logic,
  Mixed,
  PolicyExpression,
  PolicyValue,
  QuotedText,
} from '../../src/language/expression.ts';
import type {
  DescribedCall,
  Examples,
  Given,
  GivenDisk,
  GivenLabel,
  GivenTime,
  Literal,
  TestStep,
} from '../../src/language/test-tree.ts';
import { anyCharacter } from '../any-character.ts';
import { looseEffect, looseKnowledge } from './loose-effects.ts';
import { exceptionClause, looseException } from './loose-exceptions.ts';
import { looseLabel, looseLimit, looseMemory, looseScenario } from './loose-memory.ts';
import { looseDay, looseMatch, looseShare, looseTime, looseWindow } from './loose-time.ts';
import * as node from './node.ts';

const { span } = node;
const some = <Item>(item: fc.Arbitrary<Item>, maxLength = 3): fc.Arbitrary<Item[]> =>
  fc.array(item, { minLength: 1, maxLength });
const maybe = <Item>(item: fc.Arbitrary<Item>): fc.Arbitrary<Item | undefined> =>
  fc.option(item, { nil: undefined });

/** Words that are neither keywords nor the start of a subject (`any`, `text in`, `mcp`). */
const word = fc.oneof(
  fc.constantFrom(
    'a',
    'B2',
    'foo-bar',
    'x_y',
    'tool',
    'kind',
    'server',
    'is-x',
    'workspace',
    'missing-x',
    'i',
  ),
  fc.constantFrom('true', 'null', 'shell', 'policy-x', 'reads-x', 'texts', 'path', 'size', 'Deny', 'nota'),
);
/** Words after `is` that would be a part of the operator are no first values. */
const anyWord = fc.oneof(word, fc.constantFrom('with', 'contains', 'starts', 'every-x'));

const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('', 'plain', 'a "quoted" \\ one', 'line\nend\ttab\r', '#no comment', '{field} {{', '/'),
  fc.string({ unit: anyCharacter, maxLength: 8 }),
  fc.constantFrom('\u202egnp.exe', '\ud800', '\u{e0041}\u0000', 'é\u0301\u2028', ' ', 'x'.repeat(120)),
);
const text: fc.Arbitrary<QuotedText> = anyText.map(node.text);

const rawNumber = fc.oneof(
  fc.constantFrom('0', '-0', '007', '1.50', '-3', '600000', '1MiB', '10m', '2parsecs', '-1.5KB'),
  fc.nat().map(String),
);
const regex = fc.constantFrom('a', '^\\/x', '[^"#]+', '\\\\', 'a b', '\\"(x|y){2,3}');

const value: fc.Arbitrary<PolicyValue> = fc.oneof(
  { arbitrary: anyText.map(node.textValue), weight: 4 },
  { arbitrary: rawNumber.map(node.numberValue), weight: 1 },
  {
    arbitrary: fc.tuple(regex, fc.constantFrom('', 'i', 'msi')).map(([s, f]) => node.regexValue(s, f)),
    weight: 1,
  },
  { arbitrary: word.map(node.listValue), weight: 1 },
  { arbitrary: word.map(node.wordValue), weight: 1 },
);

const step = fc.oneof(
  fc.oneof(word, fc.constantFrom('deny', 'and', 'is', 'any', 'reads', 'host')),
  anyText,
  fc.oneof(fc.nat(20), fc.constantFrom(1e21, 2 ** 53, Number.POSITIVE_INFINITY)),
);
const field: fc.Arbitrary<Field> = fc.oneof(
  fc.tuple(word, fc.array(step, { maxLength: 3 })).map(([root, steps]) => node.field(root, ...steps)),
  fc.constantFrom('server', 'tool').map((part) => node.field('mcp', part)),
  fc
    .constantFrom('written path', 'sent path', 'spawned agent', 'working directory', 'command')
    .map((root) => node.field(root)),
  fc.array(step, { maxLength: 2 }).map((steps) => node.field('mcp', 'server', 'name', ...steps)),
  fc
    .tuple(anyText, fc.array(step, { maxLength: 2 }))
    .map(([key, rest]) => node.field('extension', key, ...rest)),
);
const quantifier = maybe(fc.constantFrom('any', 'every'));
const subject = fc.oneof(
  {
    arbitrary: fc
      .tuple(quantifier, maybe(fc.constantFrom('text', 'size', 'count')), field)
      .map(([many, measure, about]) => node.subject(about, many, measure)),
    weight: 8,
  },
  {
    arbitrary: fc
      .tuple(quantifier, fc.constantFrom('--context', '-n', '+x', '--a.b'))
      .map(([many, option]) => node.subject(node.field(option), many, 'value')),
    weight: 1,
  },
);

const operator = fc.constantFrom<readonly [string, boolean]>(
  ...['is', 'in', 'under', 'contains', 'matches', 'starts with', 'ends with', 'labelled'].flatMap((each) => [
    [each, false] as const,
    [each, true] as const,
  ]),
  ...['<', '<=', '>', '>=', '=', '!=', '~', 'like', 'has'].map((each) => [each, false] as const),
);

const comparison: fc.Arbitrary<PolicyExpression> = fc
  .tuple(subject, operator, some(value))
  .map(([about, [name, negated], values]) => node.compare(about, name, negated, values));
const presence: fc.Arbitrary<PolicyExpression> = fc
  .tuple(subject, fc.constantFrom('missing', 'present'), fc.boolean())
  .map(([about, name, negated]) => node.compare(about, name, negated, []));
const leaf: fc.Arbitrary<PolicyExpression> = fc.oneof(
  { arbitrary: comparison, weight: 5 },
  { arbitrary: presence, weight: 1 },
  { arbitrary: fc.tuple(some(value), some(value)).map(([s, t]) => node.mcpMatch(s, t)), weight: 1 },
  { arbitrary: word.map(node.reference), weight: 2 },
  { arbitrary: looseEffect(value), weight: 4 },
  { arbitrary: looseMemory(value), weight: 2 },
  { arbitrary: looseMatch(word), weight: 1 },
);

const connective = fc.constantFrom('and', 'or');
const { expression } = fc.letrec<{ expression: PolicyExpression }>((tie) => ({
  expression: fc.oneof(
    { depthIdentifier: 'expression', depthSize: 'small', withCrossShrink: true },
    leaf,
    fc
      .tuple(connective, fc.array(tie('expression'), { minLength: 2, maxLength: 4 }))
      .map(([kind, operands]): Logic => ({ kind: kind as Logic['kind'], operands, span })),
    fc
      .tuple(fc.constantFrom('not', 'might'), tie('expression'))
      .map(([kind, operand]): PolicyExpression => ({ kind: kind as 'not' | 'might', operand, span })),
    fc.array(tie('expression'), { minLength: 3, maxLength: 4 }).map((operands): Mixed => {
      const connectives = operands.slice(1).map((_, at) => node.name(at === 0 ? 'and' : 'or'));
      return { kind: 'mixed', operands, connectives, span };
    }),
    // More of them in a row than the parser would take without parentheses.
    fc.tuple(fc.integer({ min: 1, max: 20 }), leaf).map(([times, operand]) => {
      let nested = operand;
      for (let at = 0; at < times; at++)
        nested = { kind: at % 3 === 0 ? 'might' : 'not', operand: nested, span };
      return nested;
    }),
  ),
}));

const { literal } = fc.letrec<{ literal: Literal }>((tie) => ({
  literal: fc.oneof(
    { depthIdentifier: 'literal', depthSize: 'small' },
    fc
      .oneof(
        anyText,
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.constantFrom(true, false, null, -0, 1e300),
      )
      .map(node.scalar),
    fc
      .tuple(fc.nat(), fc.constantFrom('B', 'KiB', 'parsecs'))
      .map(([amount, unit]): Literal => ({ kind: 'filler', amount, raw: String(amount), unit, span })),
    fc.array(tie('literal'), { maxLength: 3 }).map((items): Literal => ({ kind: 'array', items, span })),
    fc
      .array(fc.record({ key: fc.oneof(text, anyWord.map(node.text)), value: tie('literal') }), {
        maxLength: 3,
      })
      .map((entries): Literal => ({ kind: 'object', entries, span })),
  ),
}));
const object = literal.filter((each) => each.kind === 'object');
const container = literal.filter((each) => each.kind === 'object' || each.kind === 'array');

const verb = fc.constantFrom('read', 'write', 'fetch', 'frobnicate');
const call: fc.Arbitrary<DescribedCall> = fc.oneof(
  text.map((command): DescribedCall => ({ kind: 'command', command, span })),
  fc.tuple(verb, text, maybe(text)).map(
    ([v, target, content]): DescribedCall => ({
      kind: 'action',
      verb: node.name(v),
      target,
      content,
      span,
    }),
  ),
  fc.tuple(text, maybe(word), maybe(object)).map(
    ([name, kind, input]): DescribedCall => ({
      kind: 'tool',
      name,
      toolKind: kind === undefined ? undefined : node.name(kind),
      input,
      span,
    }),
  ),
  fc
    .tuple(text, text, maybe(object))
    .map(([server, tool, input]): DescribedCall => ({ kind: 'mcp', server, tool, input, span })),
  text.map((file): DescribedCall => ({ kind: 'recorded', file, span })),
);
const given: fc.Arbitrary<Given> = fc.oneof(
  fc
    .tuple(field, some(value))
    .map(([about, values]): Given => ({ kind: 'given', field: about, values, literal: undefined, span })),
  fc
    .tuple(field, container)
    .map(([about, made]): Given => ({ kind: 'given', field: about, values: [], literal: made, span })),
);
const givenLabel: fc.Arbitrary<GivenLabel> = fc
  .tuple(word, maybe(text))
  .map(([name, file]): GivenLabel => ({ kind: 'given-label', name: node.name(name), file, span }));
const row = fc.array(text, { minLength: 1, maxLength: 3 }).map((texts) => ({ texts, span }));
const examples: fc.Arbitrary<Examples> = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 3 }), fc.array(row, { minLength: 1, maxLength: 3 }))
  .map(([names, rows]): Examples => ({ kind: 'examples', columns: names.map(node.name), rows, span }));
const givenDisk: fc.Arbitrary<GivenDisk> = fc
  .array(fc.tuple(fc.constantFrom('file', 'link'), text, text), { maxLength: 3 })
  .map(
    (entries): GivenDisk => ({
      kind: 'given-disk',
      entries: entries.map(([sort, path, value]) => ({ sort, path, value, span })),
      span,
    }),
  );
const givenTime: fc.Arbitrary<GivenTime> = fc
  .tuple(looseDay, looseTime, maybe(text))
  .map(([day, time, zone]): GivenTime => ({ kind: 'given-time', day, time, zone, span }));
const testStep: fc.Arbitrary<TestStep> = fc.oneof(
  given,
  givenDisk,
  givenTime,
  givenLabel,
  examples,
  fc.tuple(fc.constantFrom('denies', 'passes', 'unsure', 'expects'), call, maybe(text)).map(
    ([verdict, made, skip]): TestStep => ({
      kind: 'expectation',
      verdict: node.name(verdict),
      call: made,
      by: undefined,
      skip,
      span,
    }),
  ),
);

const tag = fc.constantFrom('attack.T1485', 'a', 'deny-x.1', 'a.b.c', 'x.1');
const clause: fc.Arbitrary<Clause> = fc.oneof(
  fc
    .tuple(fc.constantFrom('when', 'while', 'unless'), expression)
    .map(([kind, of]): Clause => ({ kind: kind as 'when' | 'while' | 'unless', expression: of, span })),
  fc.tuple(field, word, word).map(
    ([about, state, action]): Clause => ({
      kind: 'absence',
      field: about,
      state: node.name(state),
      action: node.name(action),
      span,
    }),
  ),
  fc
    .constantFrom('deny', 'note', 'whatever')
    .map((action): Clause => ({ kind: 'unsure', action: node.name(action), span })),
  fc
    .tuple(fc.constantFrom('reason', 'hint'), text)
    .map(([kind, of]): Clause => ({ kind: kind as 'reason', text: of, span })),
  word.map((level): Clause => ({ kind: 'severity', level: node.name(level), span })),
  some(tag, 30).map((tags): Clause => ({ kind: 'tags', tags: tags.map(node.name), span })),
  fc
    .tuple(maybe(text), maybe(text), fc.array(testStep, { maxLength: 4 }))
    .map(([title, skip, steps]): Clause => ({ kind: 'test', title, skip, steps, span })),
  looseScenario(text, call, fc.oneof(given, givenLabel)),
  exceptionClause(text, word),
);

const codeName = fc.constantFrom(
  'com.example',
  'a',
  'deny-x',
  'policy.x',
  '9lives',
  'a:b',
  'x*y',
  'é'.normalize('NFD')[0] ?? '',
);
const list = fc
  .tuple(
    word,
    maybe(fc.constantFrom('paths', 'names', 'things')),
    fc.array(value, { maxLength: 12 }),
    fc.array(value, { maxLength: 3 }),
  )
  .map(([name, type, items, except]) => ({
    kind: 'list' as const,
    name: node.name(name),
    type: type === undefined || items.length === 0 ? undefined : node.name(type),
    items,
    except,
    span,
  }));

/** A policy file of senseless but well-formed declarations. */
export const loosePolicy: fc.Arbitrary<Policy> = fc
  .record({
    headers: fc.array(
      fc
        .tuple(codeName, maybe(text))
        .map(([name, title]) => ({ kind: 'header' as const, name: node.name(name), title, span })),
      { maxLength: 2 },
    ),
    imports: fc.array(
      text.map((target) => ({ kind: 'import' as const, target, span })),
      { maxLength: 2 },
    ),
    defaults: fc.array(
      fc
        .array(
          clause.filter(
            (each) => each.kind === 'severity' || each.kind === 'unsure' || each.kind === 'exceptions',
          ),
          { maxLength: 2 },
        )
        .map((clauses) => ({ kind: 'defaults' as const, clauses, span })),
      { maxLength: 1 },
    ),
    lists: fc.array(list, { maxLength: 3 }),
    conditions: fc.array(
      fc
        .tuple(word, expression)
        .map(([name, of]) => ({ kind: 'condition' as const, name: node.name(name), expression: of, span })),
      { maxLength: 2 },
    ),
    windows: fc.array(looseWindow(word, text), { maxLength: 2 }),
    knowledge: fc.array(looseKnowledge(text, word), { maxLength: 3 }),
    labels: fc.array(looseLabel(codeName, word, fc.array(clause, { maxLength: 4 })), { maxLength: 2 }),
    exceptions: fc.array(looseException(codeName, fc.array(clause, { maxLength: 4 })), { maxLength: 2 }),
    limits: fc.array(looseLimit(codeName, word, fc.array(clause, { maxLength: 4 })), { maxLength: 2 }),
    rules: fc.array(
      fc
        .tuple(
          fc.constantFrom('deny', 'watch'),
          codeName,
          maybe(looseDay),
          maybe(looseShare),
          fc.array(clause, { maxLength: 5 }),
        )
        .map(([effect, name, from, share, clauses]) => ({
          kind: 'rule' as const,
          effect: effect as 'deny' | 'watch',
          name: node.name(name),
          from,
          share,
          clauses,
          span,
          broken: false,
        })),
      { maxLength: 3 },
    ),
  })
  .map((parts) => node.policy('any.policy', parts));
