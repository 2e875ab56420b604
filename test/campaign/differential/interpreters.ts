/**
 * Scripts in the languages whose interpreters are here: names that get values in branches, loops, functions and handlers,
 * and files that are deleted and written by them.
 */
import { existsSync } from 'node:fs';
import { type Chance, pick } from '../../pattern/path-pairs.ts';

type Statement =
  | { readonly kind: 'set'; readonly name: string; readonly value: string }
  | { readonly kind: 'copy'; readonly name: string; readonly from: string }
  | {
      readonly kind: 'choose';
      readonly name: string;
      readonly holds: boolean;
      readonly values: readonly string[];
    }
  | { readonly kind: 'delete' | 'write'; readonly name: string }
  | { readonly kind: 'if'; readonly holds: boolean; readonly met: Body; readonly otherwise: Body }
  | { readonly kind: 'loop'; readonly times: number; readonly body: Body }
  | { readonly kind: 'each'; readonly name: string; readonly values: readonly string[]; readonly body: Body }
  | { readonly kind: 'function'; readonly name: string; readonly body: Body; readonly calls: boolean }
  | { readonly kind: 'try'; readonly body: Body; readonly handler: Body };
type Body = readonly Statement[];

interface Language {
  readonly program: string;
  readonly show: (body: Body) => string;
}

const values = ['a.txt', 'b.txt', 'list', 'sub/a.txt', 'sub/c.txt', '../a.txt', 'new'];
const names = ['x', 'y', 'z'];

const below = (chance: Chance, bound: number): number => Math.floor(chance() * bound);
const isHeads = (chance: Chance): boolean => chance() < 0.5;

/** A script that sets each of its names first, so that it runs in all languages. */
export function generateBody(chance: Chance): Body {
  const first = names.map((name): Statement => ({ kind: 'set', name, value: pick(chance, values) }));
  return [...first, ...bodyOf(chance, 3), { kind: 'delete', name: pick(chance, names) }];
}

const bodyOf = (chance: Chance, depth: number): Body =>
  Array.from({ length: 1 + below(chance, 3) }, (_, at) => statementOf(chance, depth, at));

function statementOf(chance: Chance, depth: number, at: number): Statement {
  const name = pick(chance, names);
  const body = (): Body => bodyOf(chance, depth - 1);
  const simple: readonly (() => Statement)[] = [
    () => ({ kind: 'set', name, value: pick(chance, values) }),
    () => ({ kind: 'set', name, value: pick(chance, values) }),
    () => ({ kind: 'copy', name, from: pick(chance, names) }),
    () => ({
      kind: 'choose',
      name,
      holds: isHeads(chance),
      values: [pick(chance, values), pick(chance, values)],
    }),
    () => ({ kind: 'delete', name }),
    () => ({ kind: 'write', name }),
  ];
  const nested: readonly (() => Statement)[] = [
    () => ({ kind: 'if', holds: isHeads(chance), met: body(), otherwise: isHeads(chance) ? [] : body() }),
    () => ({ kind: 'loop', times: below(chance, 3), body: body() }),
    () => ({ kind: 'each', name, values: [pick(chance, values), pick(chance, values)], body: body() }),
    () => ({
      kind: 'function',
      name: `f${depth}${at}${below(chance, 1000)}`,
      body: body(),
      calls: below(chance, 3) > 0,
    }),
    () => ({ kind: 'try', body: body(), handler: body() }),
  ];
  return pick(chance, depth > 0 && isHeads(chance) ? nested : simple)();
}

const quoted = (value: string): string => JSON.stringify(value);
const lines = (body: Body, show: (statement: Statement) => readonly string[]): string[] => body.flatMap(show);
const inside = (body: Body, show: (statement: Statement) => readonly string[]): string[] =>
  lines(body, show).map((line) => `  ${line}`);

function python(statement: Statement): readonly string[] {
  switch (statement.kind) {
    case 'set':
      return [`${statement.name} = ${quoted(statement.value)}`];
    case 'copy':
      return [`${statement.name} = ${statement.from}`];
    case 'choose': {
      const [one = '', two = ''] = statement.values;
      return [
        `${statement.name} = ${quoted(one)} if ${statement.holds ? 'n > 0' : 'n < 0'} else ${quoted(two)}`,
      ];
    }
    case 'delete':
      return [`if os.path.exists(${statement.name}): os.remove(${statement.name})`];
    case 'write':
      return [`open(${statement.name}, 'w').close()`];
    case 'if':
      return [
        `if n ${statement.holds ? '>' : '<'} 0:`,
        ...inside(statement.met, python),
        ...(statement.otherwise.length === 0 ? [] : ['else:', ...inside(statement.otherwise, python)]),
      ];
    case 'loop':
      return [`for i in range(${statement.times}):`, ...inside(statement.body, python)];
    case 'each':
      return [
        `for ${statement.name} in [${statement.values.map(quoted).join(', ')}]:`,
        ...inside(statement.body, python),
      ];
    case 'function':
      return [
        `def ${statement.name}():`,
        `  global ${names.join(', ')}`,
        ...inside(statement.body, python),
        ...(statement.calls ? [`${statement.name}()`] : []),
      ];
    case 'try':
      return [
        'try:',
        ...inside(statement.body, python),
        '  raise ValueError()',
        'except ValueError:',
        ...inside(statement.handler, python),
      ];
    default:
      return statement satisfies never;
  }
}

function node(statement: Statement): readonly string[] {
  switch (statement.kind) {
    case 'set':
      return [`${statement.name} = ${quoted(statement.value)};`];
    case 'copy':
      return [`${statement.name} = ${statement.from};`];
    case 'choose':
      return [
        `${statement.name} = n ${statement.holds ? '>' : '<'} 0 ? ${statement.values.map(quoted).join(' : ')};`,
      ];
    case 'delete':
      return [`fs.rmSync(${statement.name}, { force: true });`];
    case 'write':
      return [`fs.writeFileSync(${statement.name}, '');`];
    case 'if':
      return [
        `if (n ${statement.holds ? '>' : '<'} 0) {`,
        ...inside(statement.met, node),
        ...(statement.otherwise.length === 0 ? [] : ['} else {', ...inside(statement.otherwise, node)]),
        '}',
      ];
    case 'loop':
      return [`for (let i = 0; i < ${statement.times}; i++) {`, ...inside(statement.body, node), '}'];
    case 'each':
      return [
        `for (${statement.name} of [${statement.values.map(quoted).join(', ')}]) {`,
        ...inside(statement.body, node),
        '}',
      ];
    case 'function':
      return [
        `const ${statement.name} = () => {`,
        ...inside(statement.body, node),
        '};',
        ...(statement.calls ? [`${statement.name}();`] : []),
      ];
    case 'try':
      return [
        'try {',
        ...inside(statement.body, node),
        '  throw 1;',
        '} catch {',
        ...inside(statement.handler, node),
        '}',
      ];
    default:
      return statement satisfies never;
  }
}

function perl(statement: Statement): readonly string[] {
  switch (statement.kind) {
    case 'set':
      return [`$${statement.name} = ${quoted(statement.value)};`];
    case 'copy':
      return [`$${statement.name} = $${statement.from};`];
    case 'choose':
      return [
        `$${statement.name} = $n ${statement.holds ? '>' : '<'} 0 ? ${statement.values.map(quoted).join(' : ')};`,
      ];
    case 'delete':
      return [`unlink $${statement.name};`];
    case 'write':
      return [`open(my $f, '>', $${statement.name}); close $f;`];
    case 'if':
      return [
        `if ($n ${statement.holds ? '>' : '<'} 0) {`,
        ...inside(statement.met, perl),
        ...(statement.otherwise.length === 0 ? [] : ['} else {', ...inside(statement.otherwise, perl)]),
        '}',
      ];
    case 'loop':
      return [`for (my $i = 0; $i < ${statement.times}; $i++) {`, ...inside(statement.body, perl), '}'];
    case 'each':
      return [
        `for my $each (${statement.values.map(quoted).join(', ')}) {`,
        `  $${statement.name} = $each;`,
        ...inside(statement.body, perl),
        '}',
      ];
    case 'function':
      return [
        `sub ${statement.name} {`,
        ...inside(statement.body, perl),
        '}',
        ...(statement.calls ? [`${statement.name}();`] : []),
      ];
    case 'try':
      return ['eval {', ...inside(statement.body, perl), '  die;', '};', ...lines(statement.handler, perl)];
    default:
      return statement satisfies never;
  }
}

const document = (program: string, script: string): string => `${program} - <<'EOF'\n${script}\nEOF`;

const all: readonly Language[] = [
  {
    program: '/usr/bin/python3',
    show: (body) => document('/usr/bin/python3', ['import os', 'n = 1', ...lines(body, python)].join('\n')),
  },
  {
    program: '/usr/bin/node',
    show: (body) =>
      document(
        '/usr/bin/node',
        [`const fs = require('fs'); let n = 1, ${names.join(', ')};`, ...lines(body, node)].join('\n'),
      ),
  },
  {
    program: '/usr/bin/perl',
    show: (body) =>
      document(
        '/usr/bin/perl',
        [`my ($n, ${names.map((name) => `$${name}`).join(', ')}) = (1);`, ...lines(body, perl)].join('\n'),
      ),
  },
];

/** Those whose interpreters are here. */
export const interpreters: readonly Language[] = all.filter(({ program }) => existsSync(program));
