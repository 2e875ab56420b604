/**
 * Trees of predicates about what a call does, and of what a file says of commands
 * and tools, that `parse` could give for some text, however senseless.
 */
import fc from 'fast-check';
import type { DeclaredEffect, KnowledgeDeclaration, OptionList } from '../../src/language/ast.ts';
import type {
  EffectMatch,
  OptionGroup,
  PolicyExpression,
  PolicyValue,
  QuotedText,
  Target,
} from '../../src/language/expression.ts';
import * as node from './node.ts';

const { span } = node;
const some = <Item>(item: fc.Arbitrary<Item>, maxLength = 3): fc.Arbitrary<Item[]> =>
  fc.array(item, { minLength: 1, maxLength });
const maybe = <Item>(item: fc.Arbitrary<Item>): fc.Arbitrary<Item | undefined> =>
  fc.option(item, { nil: undefined });

const placeOperator = fc.constantFrom<readonly [string, boolean]>(
  ...['is', 'in', 'under', 'contains', 'matches', 'starts with', 'ends with', 'labelled'].flatMap((each) => [
    [each, false] as const,
    [each, true] as const,
  ]),
);

/** What follows a verb, made of values of the caller's choice. */
function target(value: fc.Arbitrary<PolicyValue>): fc.Arbitrary<Target> {
  const object = fc
    .constantFrom('path', 'host', 'command', 'unknown command', 'package', 'agent', 'file')
    .map(node.name);
  const plain = { object: undefined, operator: undefined, negated: false, values: [], span };
  const tested = fc.tuple(maybe(object), placeOperator, some(value)).map(
    ([of, [operator, negated], values]): Target => ({
      ...plain,
      object: of,
      operator: node.name(operator),
      negated,
      values,
    }),
  );
  return fc.oneof(
    some(value).map((values): Target => ({ ...plain, values })),
    object.map((of): Target => ({ ...plain, object: of })),
    fc.constant<Target>({ ...plain, object: node.name('anything') }),
    tested,
  );
}

/** `content contains "…"`, also with operators that mean nothing there, or need no value. */
function contentTarget(value: fc.Arbitrary<PolicyValue>): fc.Arbitrary<Target> {
  const operator = fc.oneof(placeOperator, fc.constantFrom(['<', false] as const, ['like', false] as const));
  const object = node.name('content');
  return fc.oneof(
    fc
      .tuple(operator, some(value))
      .map(
        ([[name, negated], values]): Target => ({ object, operator: node.name(name), negated, values, span }),
      ),
    fc
      .tuple(fc.constantFrom('missing', 'present'), fc.boolean())
      .map(([name, negated]): Target => ({ object, operator: node.name(name), negated, values: [], span })),
  );
}

const optionName = fc.constantFrom('--force', '-f', '-rf', '+x', '--a.b_c', '-1', '--');
const option = fc.oneof(
  optionName.filter((each) => each !== '--'),
  fc.constantFrom('+*', '', '--a=b', 'x"y', '-'),
);
const optionGroup: fc.Arbitrary<OptionGroup> = fc
  .tuple(fc.boolean(), some(option.map(node.textValue)))
  .map(([negated, options]) => ({ negated, options, span }));

/** Any effect predicate, or a question about the shell. */
export function looseEffect(value: fc.Arbitrary<PolicyValue>): fc.Arbitrary<PolicyExpression> {
  const of = target(value);
  const bare = {
    kind: 'effect',
    target: undefined,
    options: [],
    from: undefined,
    to: undefined,
    span,
  } as const;
  const effect = (verbs: readonly string[], parts: Partial<EffectMatch>): EffectMatch => ({
    ...bare,
    ...parts,
    verbs: verbs.map(node.name),
  });
  const pathVerbs = some(fc.constantFrom('reads', 'writes', 'deletes', 'moves', 'copies'), 4);
  return fc.oneof(
    fc
      .tuple(pathVerbs, fc.oneof(of, contentTarget(value)))
      .map(([verbs, about]) => effect(verbs, { target: about })),
    fc
      .tuple(of, fc.array(optionGroup, { maxLength: 3 }))
      .map(([about, options]) => effect(['runs'], { target: about, options })),
    of.map((about) => effect(['connects'], { target: about })),
    of.map((about) => effect(['spawns'], { target: about })),
    fc.tuple(of, of).map(([about, to]) => effect(['sends'], { target: about, to })),
    fc.tuple(of, of).map(([about, to]) => effect(['pipes'], { target: about, to })),
    fc.tuple(maybe(of), some(value)).map(([about, from]) => effect(['installs'], { target: about, from })),
    of.map((about) => effect(['installs'], { target: about })),
    fc.constant(effect(['elevates'], {})),
    fc
      .tuple(fc.boolean(), fc.constantFrom('opaque' as const, 'too complex' as const))
      .map(([negated, what]): PolicyExpression => ({ kind: 'opaque', what, negated, span })),
  );
}

const optionNames = some(optionName.map(node.text));
const optionList: fc.Arbitrary<OptionList> = fc
  .tuple(fc.boolean(), some(optionNames, 20))
  .map(([values, groups]) => ({ kind: 'options', values, groups, span }));

const declaredObject = (text: fc.Arbitrary<QuotedText>): fc.Arbitrary<DeclaredEffect['of']> =>
  fc.oneof(
    fc.constantFrom<DeclaredEffect['of']>(
      { kind: 'nothing' },
      { kind: 'operands' },
      { kind: 'operand', which: 'first' },
      { kind: 'operand', which: 'last' },
    ),
    optionName.map((name): DeclaredEffect['of'] => ({ kind: 'option', option: node.text(name) })),
    some(text).map((texts): DeclaredEffect['of'] => ({ kind: 'texts', texts })),
    some(fc.oneof(fc.constantFrom('path', 'a b', 'reads', ''), fc.nat(9))).map(
      (steps): DeclaredEffect['of'] => ({ kind: 'field', field: node.field('input', ...steps) }),
    ),
  );

/** Anything that a file says of commands and tools. */
export function looseKnowledge(
  text: fc.Arbitrary<QuotedText>,
  word: fc.Arbitrary<string>,
): fc.Arbitrary<KnowledgeDeclaration> {
  const verb = fc.constantFrom(
    ...['reads', 'writes', 'deletes', 'runs', 'connects', 'installs', 'spawns', 'elevates'],
  );
  const effect = fc
    .tuple(verb, declaredObject(text))
    .map(([name, of]): DeclaredEffect => ({ kind: 'declared-effect', verb: node.name(name), of, span }));
  return fc.oneof(
    some(text, 5).map((commands): KnowledgeDeclaration => ({ kind: 'wrapper', commands, span })),
    fc
      .tuple(text, text)
      .map(([name, command]): KnowledgeDeclaration => ({ kind: 'alias', name, command, span })),
    fc
      .tuple(text, fc.array(fc.oneof(effect, optionList), { maxLength: 4 }))
      .map(
        ([command, parts]): KnowledgeDeclaration => ({ kind: 'command-declaration', command, parts, span }),
      ),
    fc.tuple(text, maybe(text), maybe(word.map(node.name)), fc.array(effect, { maxLength: 3 })).map(
      ([tool, server, toolKind, parts]): KnowledgeDeclaration => ({
        kind: 'tool-declaration',
        tool,
        server,
        toolKind,
        parts,
        span,
      }),
    ),
  );
}
