/**
 * Rules about what a call does, as the checker makes them, and what calls do.
 * Both are made of the same few words, so that rules are hit, missed and left
 * unsure. They are put in place of conditions of rules that were checked.
 */
import fc from 'fast-check';
import type {
  CheckedBundle,
  CheckedExpression,
  CheckedRule,
  EffectVerb,
  ObjectTest,
  ObjectType,
  Pattern,
  Slot,
  Template,
} from '../../src/check/tree/checked.ts';
import type { SourcePlace } from '../../src/check/tree/source-place.ts';
import {
  type Effects,
  noEffects,
  type PathEffect,
  type PathUse,
  type UnknownPart,
} from '../../src/facts/effect/effect.ts';
import { command, host, inDirectory, span, touch } from '../compile/effects.ts';
import * as pools from './pools.ts';

const oneOf = <Item>(items: readonly Item[]): fc.Arbitrary<Item> => fc.constantFrom(...items);
const place: SourcePlace = { path: 'effects.policy', span: { start: 0, end: 0 } };

// ── what calls do ─────────────────────────────────────────────────────────────────────────

const knownPaths = [
  '/srv/prod',
  '/srv/prod/a.ts',
  '/srv/Prod/src/a.ts',
  '/home/alice/proj/src/a.ts',
  '/home/alice/.ssh/id_rsa',
  '~/.ssh/id_rsa',
  '~/proj',
  '~',
  '/',
  '.env',
  'src/a.ts',
  '../../etc/passwd',
  '/etc/passwd',
];
const openPaths = ['$X', 'src/$X', '/srv/$X/a.ts', '/srv/prod/$X', '~/$X', '/$X.env', '$X/.env'];
const kinds = ['read', 'read', 'write', 'delete', 'move', 'copy'] as const;

const rarely = fc.boolean().chain((yes) => (yes ? fc.boolean() : fc.constant(false)));

function pathEffect(paths: readonly string[], kind: fc.Arbitrary<PathUse>): fc.Arbitrary<PathEffect> {
  return fc
    .record({
      kind,
      path: oneOf(paths),
      possible: rarely,
      recursive: rarely,
      other: fc.option(oneOf(knownPaths), { nil: undefined, freq: 5 }),
      content: fc.option(oneOf(pools.texts), { nil: undefined, freq: 2 }),
    })
    .map(({ kind, path, possible, recursive, other, content }) =>
      touch(kind, possible ? `?${path}` : path, {
        recursive,
        content: kind === 'write' ? content : undefined,
        ...(other === undefined ? {} : { others: [touch(kind, other).path] }),
      }),
    );
}

const commands = [
  'git push origin main',
  'git push -f origin main',
  'git push origin +main',
  'git push --force origin agent/a',
  'git push origin $X',
  'git push -o ci $X',
  'git st$X',
  'git $X',
  'git stash drop',
  'GIT push',
  'npm i left-pad',
  'rm -rf build',
  'rm -r /srv/prod',
  'curl -d @a https://example.com',
  'cat .env',
  'sh',
  'acme deploy main',
  'acme --env prod deploy',
  'acme -xf $X',
  '$X push',
  'bin/$X push',
  'bin/rails db:drop',
  '$X/rails db:drop',
  'tools/Bin/RAILS db:drop',
  'kubectl --context prod delete pod',
  'kubectl --context dev -n main --context prod delete',
  'kubectl delete --context=dev',
  'kubectl -n ci --namespace main delete',
  'kubectl -l a -l main delete',
  'kubectl -l main -l main delete',
  'kubectl --context $X delete pod',
  'kubectl --context main delete --context p$X',
  'acme --context main deploy',
  '/usr/bin/git push origin main',
  '/tmp/git push',
  '$X/rails\\* db:drop',
  'bin/foo\u00b4bar push',
];
const urls = [
  'https://example.com/a',
  'https://api.example.com',
  'https://evil.net:8443/x',
  'http://10.1.2.3/',
  'http://localhost:3000',
  'http://169.254.169.254/latest',
  'https://$X.example.com/',
  'https://$X/',
  'https://api.example.com#@evil.net/',
];

const commandDone = fc
  .tuple(oneOf(commands), rarely, fc.option(oneOf([...knownPaths, ...openPaths]), { nil: undefined }))
  .map(([text, possible, directory]) => {
    const made = command(possible ? `?${text}` : text);
    return directory === undefined ? made : inDirectory(directory, made);
  });
const hostNamed = fc.oneof(
  { arbitrary: oneOf(urls).map(host), weight: 8 },
  oneOf(['.example.com', '.com', '.evil.net']).map((suffix) => ({
    value: undefined,
    suffix,
    text: `…${suffix}`,
    others: [],
  })),
);
const certain = rarely.map((not) => !not);
const few = <Item>(item: fc.Arbitrary<Item>, maxLength = 2): fc.Arbitrary<Item[]> =>
  fc.array(item, { maxLength });
const none = <Item>(): fc.Arbitrary<Item[]> => fc.constant([]);
/** Most calls do things of few sorts. */
const sometimes = <Item>(items: fc.Arbitrary<Item[]>): fc.Arbitrary<Item[]> => fc.oneof(items, none<Item>());

export const effects: fc.Arbitrary<Effects> = fc
  .record({
    known: few(pathEffect(knownPaths, oneOf(kinds)), 3),
    open: sometimes(few(pathEffect(openPaths, oneOf(kinds)), 1)),
    commands: sometimes(fc.array(commandDone, { minLength: 1, maxLength: 3 })),
    connects: sometimes(few(fc.record({ host: hostNamed, certain }))),
    sends: sometimes(
      few(
        fc.record({
          host: hostNamed,
          certain,
          source: fc.option(pathEffect(knownPaths, fc.constant('read' as const)), { nil: undefined }),
        }),
      ),
    ),
    pipes: sometimes(few(fc.record({ from: fc.nat(3), to: fc.nat(3), certain }))),
    installs: sometimes(
      few(
        fc.record({
          manager: oneOf(['npm', 'pip']),
          name: fc.option(oneOf(['left-pad', '@scope/tool', 'requests']), { nil: undefined }),
          source: oneOf(['registry', 'git', 'url', 'unknown'] as const),
          certain,
        }),
      ),
    ),
    spawns: sometimes(few(fc.record({ agent: fc.option(oneOf(pools.models), { nil: undefined }), certain }))),
    elevates: sometimes(few(fc.record({ certain }), 1)),
    doers: fc.array(fc.option(fc.nat(3), { nil: undefined }), { minLength: 1, maxLength: 4 }),
    unknowns: fc.oneof(
      none<UnknownPart>(),
      none<UnknownPart>(),
      none<UnknownPart>(),
      few(fc.constant<UnknownPart>({ sort: 'code', text: 'eval "$X"', why: 'it is not known', span })),
    ),
  })
  .map(({ known, open, commands, connects, sends, pipes, installs, spawns, elevates, unknowns, doers }) => {
    let turn = 0;
    /** Some effects are of a command of the call, others of an unknown one. */
    const ofDoer = <Item extends object>(item: Item) => {
      const place = doers[turn++ % doers.length];
      return { ...item, command: place !== undefined && place < commands.length ? place : undefined };
    };
    return {
      ...noEffects,
      paths: [...known, ...open].map(ofDoer),
      commands,
      connects: connects.map((each) => ofDoer({ ...each, span, kind: 'connect', text: each.host.text })),
      sends: sends.map((each) => ofDoer({ ...each, span, kind: 'send' })),
      pipes: commands.length === 0 ? [] : pipes.map((each) => ({ ...each, span })),
      installs: installs.map((each) => ofDoer({ ...each, span, kind: 'install', text: each.name ?? 'all' })),
      spawns: spawns.map((each) => ofDoer({ ...each, span, kind: 'spawn' })),
      elevates: elevates.map((each) => ofDoer({ ...each, span, kind: 'elevate', by: 'sudo' })),
      unknowns,
    };
  });

// ── questions about objects ───────────────────────────────────────────────────────────────

const patterns =
  (kind: 'path' | 'host' | 'command' | 'package' | 'option' | 'operand' | 'name' | 'text') =>
  (items: readonly string[]): fc.Arbitrary<Pattern> =>
    oneOf(items.map((value): Pattern => ({ kind, value })));

const some = (pattern: fc.Arbitrary<Pattern>): fc.Arbitrary<readonly Pattern[]> => {
  const list = fc
    .tuple(fc.array(pattern, { minLength: 1, maxLength: 3 }), fc.array(pattern, { maxLength: 2 }))
    .map(([items, except]): Pattern => ({ kind: 'list', name: 'list', items, except }));
  return fc.array(fc.oneof({ arbitrary: pattern, weight: 3 }, { arbitrary: list, weight: 1 }), {
    minLength: 1,
    maxLength: 2,
  });
};

interface Question {
  readonly of: ObjectTest['of'];
  readonly operators: readonly ObjectTest['operator'][];
  readonly patterns: fc.Arbitrary<readonly Pattern[]>;
  readonly role?: string;
  readonly option?: string;
}

const pathPattern = patterns('path')([...pools.pathPatterns, '~/.ssh', '/srv/prod/src']);
const workspace: Pattern = { kind: 'workspace' };
const name = patterns('name');
const text = patterns('text');
const hostPattern = patterns('host')([
  '*.example.com',
  'example.com',
  'evil.net',
  '10.0.0.0/8',
  'loopback',
  'metadata',
  'public',
]);
const commandPattern = patterns('command')([
  'git',
  'git push',
  'git push --force',
  'GIT stash',
  'git push origin main',
  'rm -rf',
  'sh',
  'curl',
  'acme deploy',
  'acme -f',
  'npm i',
  'bin/rails',
  'foo\u00b4bar push',
  'bin/foo\u00b4bar',
  '*/RAILS db:drop',
  'bin/*',
  '*',
]);
const regex = oneOf(
  ['^[a-z]+$', 'a', 'push$'].map((source): Pattern => ({ kind: 'regex', source, flags: '' })),
);
const partOfText = some(text(pools.parts));

const commandText: readonly Question[] = [
  { of: 'command', operators: ['is'], patterns: some(commandPattern) },
  { of: 'command', operators: ['is'], patterns: some(commandPattern) },
  {
    of: 'command',
    operators: ['contains', 'starts with', 'ends with'],
    patterns: some(text(['push', 'git', 'a'])),
  },
  { of: 'command', operators: ['matches'], patterns: fc.tuple(regex) },
  {
    of: 'option',
    operators: ['is'],
    patterns: some(
      fc.oneof(patterns('option')(['--force', '-f', '-rf', '-o=ci']), patterns('operand')(['+*', 'main'])),
    ),
  },
  ...['refspec', 'remote', 'argument', 'argument'].flatMap((role): Question[] => [
    {
      of: 'role',
      role,
      operators: ['is'],
      patterns: some(fc.oneof(name(['agent/*', '*main', 'origin', 'ORIGIN', '*']), text(['main', 'ci']))),
    },
    { of: 'role', role, operators: ['contains', 'ends with'], patterns: some(text(['main', 'a'])) },
  ]),
  ...['--context', '--context', '-n', '--namespace', '-l', '-o'].flatMap((option): Question[] => [
    {
      of: 'value',
      option,
      operators: ['is'],
      patterns: some(fc.oneof(name(['prod', '*a*', 'MAIN', '*']), text(['main', 'ci']))),
    },
    { of: 'value', option, operators: ['contains', 'starts with'], patterns: some(text(['main', 'a'])) },
  ]),
];

const pathQuestions: readonly Question[] = [
  { of: 'path', operators: ['is'], patterns: some(pathPattern) },
  { of: 'path', operators: ['is'], patterns: some(pathPattern) },
  { of: 'path', operators: ['under'], patterns: some(fc.oneof(pathPattern, fc.constant(workspace))) },
];
const hostQuestions: readonly Question[] = [
  { of: 'host', operators: ['is', 'under'], patterns: some(hostPattern) },
  {
    of: 'host',
    operators: ['contains', 'ends with'],
    patterns: some(text(['example', '.com', 'EXAMPLE.com'])),
  },
];

/** Of the command of a rule, and of the one that does what a rule is about. */
const ofDoers: readonly Question[] = [
  ...commandText,
  { of: 'directory', operators: ['is'], patterns: some(pathPattern) },
  { of: 'directory', operators: ['under'], patterns: some(fc.oneof(pathPattern, fc.constant(workspace))) },
];

const questions: Readonly<Record<ObjectType, readonly Question[]>> = {
  path: [
    ...pathQuestions,
    ...pathQuestions,
    { of: 'content', operators: ['is', 'contains'], patterns: partOfText },
  ],
  command: ofDoers,
  host: hostQuestions,
  send: [...pathQuestions, ...hostQuestions],
  pipe: (['producer', 'consumer'] as const).flatMap((of): Question[] => [
    { of, operators: ['is'], patterns: some(commandPattern) },
    { of, operators: ['contains'], patterns: some(text(['push'])) },
  ]),
  package: [
    {
      of: 'package',
      operators: ['is'],
      patterns: some(patterns('package')(['left-pad', 'npm:left-*', '@scope/*', 'pip:requests'])),
    },
    { of: 'source', operators: ['is'], patterns: some(text(['registry', 'git', 'url', 'unknown'])) },
  ],
  agent: [{ of: 'agent', operators: ['is', 'contains'], patterns: some(name(pools.modelPatterns)) }],
  // Nothing can be asked of it but what it has not.
  elevation: [{ of: 'host', operators: ['is'], patterns: some(hostPattern) }],
};

function objectTest(type: ObjectType): fc.Arbitrary<ObjectTest> {
  const own = oneOf(questions[type]);
  const asked = type === 'pipe' ? own : fc.oneof({ arbitrary: own, weight: 4 }, oneOf(ofDoers));
  return asked.chain(({ of, operators, patterns: values, role, option }) =>
    fc
      .record({
        operator: oneOf(operators),
        negated: rarely,
        patterns: values,
        quantifier: fc.constantFrom('any' as const, 'every' as const),
        alone: fc.boolean(),
      })
      .map(({ quantifier, alone, ...test }) => {
        const isOne = role === undefined && (option === undefined || alone);
        const made = { ...test, of, role, quantifier: isOne ? undefined : quantifier };
        return option === undefined ? made : { ...made, option };
      }),
  );
}

// ── rules ─────────────────────────────────────────────────────────────────────────────────

const verbsOf: Readonly<Record<ObjectType, readonly (readonly EffectVerb[])[]>> = {
  path: [
    ['reads'],
    ['writes'],
    ['reads', 'writes'],
    ['deletes', 'moves', 'copies'],
    ['reads', 'writes', 'deletes', 'moves', 'copies'],
    ['reads', 'sends'],
  ],
  command: [['runs']],
  host: [['connects']],
  send: [['sends'], ['sends', 'connects']],
  pipe: [['pipes']],
  package: [['installs']],
  agent: [['spawns']],
  elevation: [['elevates']],
};
const typeOfSlot = oneOf<ObjectType>([
  'path',
  'path',
  'path',
  'command',
  'command',
  'command',
  'host',
  'send',
  'pipe',
  'package',
  'agent',
  'elevation',
]);
const slot: fc.Arbitrary<Slot> = typeOfSlot.chain((type) =>
  oneOf(verbsOf[type]).map((verbs) => ({ type, verbs })),
);

function predicate(
  type: ObjectType,
  at: number | undefined,
  among: readonly EffectVerb[],
): fc.Arbitrary<CheckedExpression> {
  return fc
    .tuple(
      fc.subarray([...among], { minLength: 1 }),
      fc.array(objectTest(type), { maxLength: 2, size: 'small' }),
      rarely,
    )
    .map(([verbs, tests, rare]) => {
      const effect = { kind: 'effect', verbs, slot: at, type, tests, place } as const;
      return type === 'command' && rare ? { ...effect, onlyUnknown: true } : effect;
    });
}

const aboutWhole = typeOfSlot.chain((type) =>
  oneOf(verbsOf[type]).chain((verbs) => predicate(type, undefined, verbs)),
);
const opaque = fc
  .tuple(fc.boolean(), fc.constantFrom('opaque' as const, 'too complex' as const))
  .map(([negated, what]): CheckedExpression => ({ kind: 'opaque', what, negated, place }));

function leaf(slots: readonly Slot[]): fc.Arbitrary<CheckedExpression> {
  const own = slots.flatMap(({ type, verbs }, at) => [
    { arbitrary: predicate(type, at, verbs), weight: 6 },
    {
      arbitrary: objectTest(type).map(
        (test): CheckedExpression => ({
          kind: 'object',
          slot: at,
          test,
          text: test.role ?? (test.of === 'path' && test.negated ? 'written path' : test.of),
          place,
        }),
      ),
      weight: 2,
    },
  ]);
  return fc.oneof(...own, { arbitrary: aboutWhole, weight: 1 }, { arbitrary: opaque, weight: 1 });
}

/** Questions joined, turned round and doubted, with a condition of the rule's own now and then. */
function tree(slots: readonly Slot[], own: CheckedExpression | undefined): fc.Arbitrary<CheckedExpression> {
  const leaves =
    own === undefined ? leaf(slots) : fc.oneof({ arbitrary: leaf(slots), weight: 6 }, fc.constant(own));
  const { node } = fc.letrec<{ node: CheckedExpression }>((tie) => ({
    node: fc.oneof(
      { depthIdentifier: 'effects', maxDepth: 2 },
      { arbitrary: leaves, weight: 5 },
      {
        arbitrary: fc
          .tuple(
            fc.constantFrom('and' as const, 'and' as const, 'or' as const),
            fc.array(tie('node'), { minLength: 2, maxLength: 3 }),
          )
          .map(([kind, operands]): CheckedExpression => ({ kind, operands, place })),
        weight: 2,
      },
      {
        arbitrary: fc
          .tuple(fc.constantFrom('not' as const, 'might' as const), tie('node'))
          .map(([kind, operand]): CheckedExpression => ({ kind, operand, place })),
        weight: 1,
      },
    ),
  }));
  return node;
}

function reasonFor(slots: readonly Slot[]): Template {
  const shown = slots.flatMap(({ type }, slot) => {
    const parts = {
      path: ['path'],
      command: ['command', 'directory'],
      host: ['host'],
      send: ['path', 'host'],
      pipe: ['command'],
      package: ['package', 'command'],
      agent: ['agent'],
      elevation: [],
    } as const;
    return parts[type].map((of) => ({ kind: 'object', slot, of }) as const);
  });
  return {
    parts: [
      { kind: 'text', text: 'Not ' },
      ...shown.flatMap((part) => [part, { kind: 'text', text: ', ' } as const]),
    ],
  };
}

/** A checked rule with its conditions among new ones about what the call does. */
function aboutEffects(rule: CheckedRule): fc.Arbitrary<CheckedRule> {
  return fc
    .array(slot, { minLength: 1, maxLength: 2 })
    .chain((slots) =>
      fc.record({
        slots: fc.constant(slots),
        when: fc.array(tree(slots, rule.when[0]), { minLength: 1, maxLength: 2 }),
        unless: fc.array(tree(slots, rule.unless[0]), { maxLength: 1 }),
      }),
    )
    .map((made) => ({ ...rule, ...made, reason: reasonFor(made.slots) }));
}

/** The same bundle, whose rules are about what the call does. */
export const bundleAboutEffects = (bundle: CheckedBundle): fc.Arbitrary<CheckedBundle> =>
  fc.tuple(...bundle.rules.map(aboutEffects)).map((rules) => ({ ...bundle, rules }));
