/**
 * Bundles that pass the checks: a file of rules and the file that it imports,
 * as trees. Between them they use every field, operator, quantifier, measure,
 * list and clause of the language. The names of lists and conditions are fixed;
 * what is in them is not.
 */
import fc from 'fast-check';
import type {
  Clause,
  ConditionDeclaration,
  Defaults,
  ListDeclaration,
  Policy,
  Rule,
} from '../../src/language/ast.ts';
import type { CompareSubject, Field, PolicyExpression, PolicyValue } from '../../src/language/expression.ts';
import * as node from './node.ts';
import * as pools from './pools.ts';

const { span } = node;
const oneOf = <Item>(items: readonly Item[]): fc.Arbitrary<Item> => fc.constantFrom(...items);
const some = <Item>(item: fc.Arbitrary<Item>, maxLength = 3): fc.Arbitrary<Item[]> =>
  fc.array(item, { minLength: 1, maxLength });
const maybe = <Item>(item: fc.Arbitrary<Item>, freq = 2): fc.Arbitrary<Item | undefined> =>
  fc.option(item, { nil: undefined, freq });
const listOf = (...names: readonly string[]): fc.Arbitrary<PolicyValue> => oneOf(names.map(node.listValue));
const textOf = (items: readonly string[]): fc.Arbitrary<PolicyValue> => oneOf(items.map(node.textValue));
const wordOf = (items: readonly string[]): fc.Arbitrary<PolicyValue> => oneOf(items.map(node.wordValue));

// ── lists ─────────────────────────────────────────────────────────────────────────────────

/** A list of the imported file, or of the importing one, which may be made of the others. */
function list(
  name: string,
  type: string | undefined,
  item: fc.Arbitrary<PolicyValue>,
  except: fc.Arbitrary<PolicyValue> = item,
): fc.Arbitrary<ListDeclaration> {
  return fc.tuple(some(item), fc.array(except, { maxLength: 2 })).map(([items, excepted]) => ({
    kind: 'list',
    name: node.name(name),
    type: type === undefined ? undefined : node.name(type),
    items,
    except: excepted,
    span,
  }));
}

const pathText = textOf(pools.pathPatterns);
const nameText = textOf([...pools.toolPatterns, ...pools.serverPatterns, ...pools.modelPatterns]);
const plainText = textOf(pools.texts);
const partText = textOf(pools.parts);
const kindWord = wordOf(pools.kinds);
const foreignKind = textOf(pools.foreignKinds);
const number = oneOf(pools.rawNumbers.map(node.numberValue));
const constant = wordOf(['true', 'false', 'null']);
const regex = fc
  .tuple(oneOf(pools.regexes), fc.constantFrom('', '', 'i', 'm', 's'))
  .map(([source, flags]): PolicyValue => node.regexValue(source, flags));

const importedLists = fc.tuple(
  list('tool-names', 'names', nameText),
  list('plain-texts', 'texts', fc.oneof(plainText, partText)),
  list('dirs', 'paths', pathText),
  list('portable', 'kinds', fc.oneof(kindWord, foreignKind)),
  list('words', undefined, fc.oneof(plainText, nameText)),
);
const ownLists = fc.tuple(
  list(
    'nested-names',
    'names',
    fc.oneof(nameText, listOf('tool-names')),
    fc.oneof(nameText, listOf('tool-names')),
  ),
  list('nested-dirs', 'paths', fc.oneof(pathText, listOf('dirs')), fc.oneof(pathText, listOf('dirs'))),
  list(
    'mixed',
    undefined,
    fc.oneof(plainText, number, constant, listOf('plain-texts', 'dirs', 'tool-names', 'portable')),
  ),
  list('kind-words', undefined, fc.oneof(kindWord, listOf('portable'))),
  list('path-words', undefined, fc.oneof(pathText, listOf('dirs'))),
);

/** Which lists of the two files can be used: the imported file does not see the other. */
interface Names {
  readonly own: boolean;
}

// ── comparisons ───────────────────────────────────────────────────────────────────────────

type Test = fc.Arbitrary<readonly [operator: string, negated: boolean, values: readonly PolicyValue[]]>;

const test = (operators: readonly string[], values: fc.Arbitrary<readonly PolicyValue[]>): Test =>
  fc.tuple(oneOf(operators), fc.boolean(), values);
/** Numbers are compared without `not`: there is an operator for each. */
const order = (values: fc.Arbitrary<PolicyValue>): Test =>
  fc.tuple(
    oneOf(['<', '<=', '>', '>=']),
    fc.constant(false),
    values.map((value) => [value]),
  );
const presence: Test = test(['missing', 'present'], fc.constant([]));

const textParts = ({ own }: Names): fc.Arbitrary<PolicyValue> =>
  fc.oneof(
    { arbitrary: partText, weight: 3 },
    { arbitrary: listOf('plain-texts', 'words', 'tool-names', ...(own ? ['nested-names'] : [])), weight: 1 },
  );
const textTests = (names: Names): Test =>
  fc.oneof(
    { arbitrary: test(['contains', 'starts with', 'ends with'], some(textParts(names), 2)), weight: 2 },
    { arbitrary: test(['matches'], some(regex, 2)), weight: 1 },
  );

/** `is` with patterns, or `in` with lists, and patterns among them. */
function choice(pattern: fc.Arbitrary<PolicyValue>, lists: fc.Arbitrary<PolicyValue>): Test {
  return fc.oneof(
    { arbitrary: test(['is'], some(pattern)), weight: 2 },
    { arbitrary: test(['in'], some(fc.oneof(lists, lists, pattern), 2)), weight: 1 },
  );
}

const nameTests = (names: Names, patterns: readonly string[]): Test =>
  fc.oneof(
    choice(
      textOf(patterns),
      listOf('tool-names', 'words', 'plain-texts', ...(names.own ? ['nested-names'] : [])),
    ),
    textTests(names),
  );
const textFieldTests = (names: Names): Test =>
  fc.oneof(choice(plainText, listOf('plain-texts', 'words', 'tool-names')), textTests(names));
const kindTests = (names: Names): Test =>
  fc.oneof(
    {
      arbitrary: choice(
        fc.oneof(kindWord, kindWord, foreignKind),
        listOf('portable', ...(names.own ? ['kind-words'] : [])),
      ),
      weight: 4,
    },
    { arbitrary: textTests(names), weight: 1 },
  );
const pathLists = ({ own }: Names): fc.Arbitrary<PolicyValue> =>
  listOf('dirs', ...(own ? ['nested-dirs', 'path-words'] : []));
const under = (names: Names): Test =>
  test(['under'], some(fc.oneof(pathText, wordOf(['workspace']), pathLists(names)), 2));
const pathTests = (names: Names): Test =>
  fc.oneof(choice(pathText, pathLists(names)), under(names), textTests(names));

const anyPattern = fc.oneof(plainText, plainText, number, constant);
const anyLists = ({ own }: Names): fc.Arbitrary<PolicyValue> =>
  listOf(
    'tool-names',
    'plain-texts',
    'dirs',
    'dirs',
    'portable',
    ...(own ? ['mixed', 'nested-dirs', 'nested-names'] : []),
  );
const anyTests = (names: Names): Test =>
  fc.oneof(
    { arbitrary: choice(anyPattern, anyLists(names)), weight: 3 },
    { arbitrary: textTests(names), weight: 2 },
    { arbitrary: under(names), weight: 2 },
    { arbitrary: order(number), weight: 1 },
  );

/** Fields of one sort, and the tests that they can be put to. */
interface Sort {
  readonly fields: readonly Field[];
  readonly optional: boolean;
  readonly tests: (names: Names) => Test;
}

const { field } = node;
const sorts = {
  tool: {
    fields: [field('tool'), field('tool', 'name')],
    optional: false,
    tests: (names) => nameTests(names, pools.toolPatterns),
  },
  kind: { fields: [field('kind'), field('tool', 'kind')], optional: true, tests: kindTests },
  origin: {
    fields: [field('origin'), field('tool', 'origin')],
    optional: false,
    tests: (names) => fc.oneof(test(['is', 'in'], some(wordOf(['native', 'mcp']), 2)), textTests(names)),
  },
  way: {
    fields: [field('client', 'way')],
    optional: true,
    tests: (names) =>
      fc.oneof(test(['is', 'in'], some(wordOf(['token', 'socket', 'port']), 2)), textTests(names)),
  },
  server: {
    fields: [field('mcp', 'server'), field('mcp')],
    optional: true,
    tests: (names) => nameTests(names, pools.serverPatterns),
  },
  mcpTool: {
    fields: [field('mcp', 'tool')],
    optional: true,
    tests: (names) => nameTests(names, pools.toolPatterns),
  },
  names: {
    fields: [
      field('session', 'model'),
      field('model'),
      field('agent'),
      field('session', 'agent', 'id'),
      field('agent', 'type'),
      field('session', 'agent', 'type'),
      field('harness'),
      field('harness', 'name'),
      field('client', 'token'),
      field('client', 'certificate'),
      field('client', 'user'),
      field('client', 'harness'),
      field('client', 'agent'),
    ],
    optional: true,
    tests: (names) => nameTests(names, pools.modelPatterns),
  },
  texts: {
    fields: [field('session', 'id'), field('harness', 'version'), field('client', 'source')],
    optional: true,
    tests: textFieldTests,
  },
  source: { fields: [field('source')], optional: false, tests: textFieldTests },
  cwd: { fields: [field('cwd'), field('session', 'cwd')], optional: true, tests: pathTests },
} satisfies Record<string, Sort>;

const single: readonly { readonly sort: Sort; readonly weight: number }[] = [
  { sort: sorts.tool, weight: 4 },
  { sort: sorts.kind, weight: 4 },
  { sort: sorts.origin, weight: 1 },
  { sort: sorts.way, weight: 1 },
  { sort: sorts.server, weight: 2 },
  { sort: sorts.mcpTool, weight: 2 },
  { sort: sorts.names, weight: 3 },
  { sort: sorts.texts, weight: 1 },
  { sort: sorts.source, weight: 1 },
  { sort: sorts.cwd, weight: 3 },
];

const roots = [field('workspace'), field('session', 'workspaceRoots')];
const open: readonly Field[] = [
  field('input', 'file_path'),
  field('input', 'file_path'),
  field('tool', 'input', 'file_path'),
  field('input', 'owner'),
  field('input', 'owner'),
  field('input', 'timeout'),
  field('input', 'force'),
  field('input', 'a key', 'deep'),
  field('input', 'tags', 0),
  field('input', 'edits', 0, 'path'),
  field('extension', 'com.example.a'),
  field('extension', 'com.example.a', 'level'),
  field('event', 'path'),
  field('event', 'call', 'id'),
  field('event', 'session', 'cwd'),
];
const many: readonly Field[] = [
  field('input', 'tags'),
  field('input', 'tags'),
  field('input', 'edits', 'path'),
  field('input', 'edits', 'path'),
  field('input', 'edits'),
  field('extension', 'com.example.list'),
  field('input', 'owner'),
  field('event', 'session', 'workspaceRoots'),
];
const whole: readonly Field[] = [
  field('input'),
  field('input', 'tags'),
  field('input', 'edits'),
  field('input', 'a key'),
  field('event', 'tool'),
  field('extension', 'com.example.a'),
];

const about = (
  fields: readonly Field[],
  quantified = false,
  measure?: CompareSubject['measure'],
): fc.Arbitrary<CompareSubject> =>
  fc
    .tuple(oneOf(fields), fc.constantFrom('any' as const, 'every' as const))
    .map(([of, quantifier]) => node.subject(of, quantified ? quantifier : undefined, measure));

const compare = (subject: fc.Arbitrary<CompareSubject>, tests: Test): fc.Arbitrary<PolicyExpression> =>
  fc
    .tuple(subject, tests)
    .map(([of, [operator, negated, values]]) => node.compare(of, operator, negated, values));

function comparison(names: Names): fc.Arbitrary<PolicyExpression> {
  const measured = textTests(names);
  const textLists = listOf('plain-texts', 'words', 'tool-names');
  return fc.oneof(
    ...single.map(({ sort, weight }) => ({
      arbitrary: fc.oneof(
        { arbitrary: compare(about(sort.fields), sort.tests(names)), weight: 6 },
        { arbitrary: compare(about(sort.fields), sort.optional ? presence : sort.tests(names)), weight: 1 },
      ),
      weight,
    })),
    { arbitrary: compare(about(roots, true), pathTests(names)), weight: 3 },
    { arbitrary: compare(about(roots), presence), weight: 1 },
    { arbitrary: compare(about(open), anyTests(names)), weight: 10 },
    { arbitrary: compare(about(open), presence), weight: 2 },
    { arbitrary: compare(about(many, true), anyTests(names)), weight: 6 },
    {
      arbitrary: compare(about(whole, true, 'text'), fc.oneof(measured, choice(plainText, textLists))),
      weight: 3,
    },
    { arbitrary: compare(about(whole, false, 'size'), sizeTests), weight: 2 },
    { arbitrary: compare(about(whole, false, 'count'), countTests), weight: 2 },
    {
      arbitrary: fc
        .tuple(some(textOf(pools.serverPatterns), 2), some(textOf(pools.toolPatterns), 2))
        .map(([server, tool]) => node.mcpMatch(server, tool)),
      weight: 2,
    },
  );
}

const sizes = oneOf(['0', '10B', '40', '0.1KB', '1KiB'].map(node.numberValue));
const counts = oneOf(['0', '1', '2', '3'].map(node.numberValue));
const numberTests = (values: fc.Arbitrary<PolicyValue>): Test =>
  fc.oneof(order(values), test(['is'], some(values)));
const sizeTests = numberTests(sizes);
const countTests = numberTests(counts);

/** Comparisons joined, turned round, doubted, and named. */
function expression(names: Names, conditions: readonly string[]): fc.Arbitrary<PolicyExpression> {
  const leaf =
    conditions.length === 0
      ? comparison(names)
      : fc.oneof(
          { arbitrary: comparison(names), weight: 8 },
          { arbitrary: oneOf(conditions.map(node.reference)), weight: 1 },
        );
  const { tree } = fc.letrec<{ tree: PolicyExpression }>((tie) => ({
    tree: fc.oneof(
      { depthIdentifier: 'tree', maxDepth: 3 },
      { arbitrary: leaf, weight: 5 },
      {
        arbitrary: fc
          .tuple(
            fc.constantFrom('and' as const, 'or' as const, 'or' as const),
            fc.array(tie('tree'), { minLength: 2, maxLength: 3 }),
          )
          .map(([kind, operands]): PolicyExpression => ({ kind, operands, span })),
        weight: 2,
      },
      {
        arbitrary: fc
          .tuple(fc.constantFrom('not' as const, 'not' as const, 'might' as const), tie('tree'))
          .map(([kind, operand]): PolicyExpression => ({ kind, operand, span })),
        weight: 1,
      },
    ),
  }));
  return tree;
}

// ── declarations ──────────────────────────────────────────────────────────────────────────

const imported: Names = { own: false };
const own: Names = { own: true };

const condition = (name: string, of: fc.Arbitrary<PolicyExpression>): fc.Arbitrary<ConditionDeclaration> =>
  of.map((expression) => ({ kind: 'condition', name: node.name(name), expression, span }));

const importedConditions = fc.tuple(
  condition('lib-one', expression(imported, [])),
  condition('lib-two', expression(imported, ['lib-one'])),
);
const ownCondition = condition('here', expression(own, ['lib-one', 'lib-two']));
const conditionNames = ['lib-one', 'lib-two', 'here'];

const absenceFields: readonly Field[] = [
  field('workspace'),
  field('workspace'),
  field('cwd'),
  field('kind'),
  field('mcp', 'server'),
  field('mcp', 'tool'),
  field('model'),
  field('agent'),
  field('harness'),
  field('input', 'file_path'),
  field('input', 'owner'),
  field('input', 'timeout'),
  field('input', 'tags'),
  field('input', 'edits', 'path'),
  field('extension', 'com.example.a'),
];
const absences = fc
  .uniqueArray(fc.tuple(fc.nat(absenceFields.length - 1), fc.constantFrom('missing', 'unknown')), {
    maxLength: 4,
    // `workspace` is there twice, and is one field.
    selector: ([at, state]) => `${Math.max(1, at)} ${state}`,
  })
  .chain((chosen) =>
    fc.tuple(
      ...chosen.map(([at, state]) =>
        fc.constantFrom('apply', 'skip', 'note').map(
          (action): Clause => ({
            kind: 'absence',
            field: absenceFields[at] ?? field('workspace'),
            state: node.name(state),
            action: node.name(action),
            span,
          }),
        ),
      ),
    ),
  );

const template = fc.constantFrom(
  'No.',
  '{tool} may not touch {input.owner}.',
  'In {session.cwd}: {{braces}} and {mcp server}, {mcp.tool}.',
  '{input.timeout} {input.tags} {input.edits[0].path}',
  '{kind} by {session.model} in {workspace}',
);
const reason = template.map((text): Clause => ({ kind: 'reason', text: node.text(text), span }));
const hint = template.map((text): Clause => ({ kind: 'hint', text: node.text(text), span }));
const unsure = fc
  .constantFrom('deny', 'note')
  .map((action): Clause & { kind: 'unsure' } => ({ kind: 'unsure', action: node.name(action), span }));
const severity = fc
  .constantFrom('low', 'medium', 'high', 'critical')
  .map((level): Clause & { kind: 'severity' } => ({ kind: 'severity', level: node.name(level), span }));
const when = expression(own, conditionNames).map((of): Clause => ({ kind: 'when', expression: of, span }));
const unless = expression(own, conditionNames).map(
  (of): Clause => ({ kind: 'unless', expression: of, span }),
);

const present = <Item>(items: readonly (Item | undefined)[]): Item[] => items.flatMap((each) => each ?? []);

/** A rule says what it does when unsure, wherever its severity could ask for that. */
const clauses: fc.Arbitrary<Clause[]> = fc
  .tuple(
    fc.array(when, { minLength: 1, maxLength: 2, size: 'small' }),
    fc.array(unless, { maxLength: 2 }),
    absences,
    maybe(unsure),
    maybe(severity),
    maybe(reason),
    maybe(hint),
  )
  .map(([whens, unlesses, absent, ifUnsure, level, why, advice]) => {
    const isGrave = level?.level.text === 'high' || level?.level.text === 'critical';
    const stated: Clause[] = present([ifUnsure]);
    if (isGrave && ifUnsure === undefined) stated.push({ kind: 'unsure', action: node.name('note'), span });
    return [
      ...present<Clause>([level]),
      ...whens,
      ...unlesses,
      ...absent,
      ...stated,
      ...present([why, advice]),
    ];
  });

const effect = fc.constantFrom('deny' as const, 'deny' as const, 'watch' as const);
const rules = (names: string, maxLength: number): fc.Arbitrary<Rule[]> =>
  fc.array(fc.tuple(effect, clauses), { minLength: 1, maxLength }).map((made) =>
    made.map(
      ([of, each], at): Rule => ({
        kind: 'rule',
        effect: of,
        name: node.name(`${names}-${at}`),
        from: undefined,
        share: undefined,
        clauses: each,
        span,
        broken: false,
      }),
    ),
  );

const defaults: fc.Arbitrary<Defaults[]> = fc
  .tuple(maybe(fc.constantFrom('low', 'medium')), maybe(unsure))
  .map(([level, ifUnsure]) => [
    {
      kind: 'defaults',
      clauses: present([level && ({ kind: 'severity', level: node.name(level), span } as const), ifUnsure]),
      span,
    },
  ]);

const header = (name: string) => ({ kind: 'header' as const, name: node.name(name), title: undefined, span });

/** The two files of a bundle; one to eight rules in all. */
export const bundle: fc.Arbitrary<readonly Policy[]> = fc
  .record({
    importedLists,
    importedConditions,
    ownLists,
    ownCondition,
    rules: rules('r', 8),
    defaults,
  })
  .map((made) => [
    node.policy('rules/main.policy', {
      headers: [header('com.example.main')],
      imports: [{ kind: 'import', target: node.text('../lib.policy'), span }],
      defaults: made.defaults,
      lists: made.ownLists,
      conditions: [made.ownCondition],
      rules: made.rules,
    }),
    node.policy('lib.policy', {
      headers: [header('com.example.lib')],
      lists: made.importedLists,
      conditions: made.importedConditions,
    }),
  ]);
