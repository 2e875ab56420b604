/**
 * Texts that somebody could hand to the parser: any characters, words of the
 * language in any order, and good policies with something broken in them. And
 * the laws that hold for each of them.
 */
import fc from 'fast-check';
import { check } from '../../src/check/check.ts';
import { compile } from '../../src/compile/program.ts';
import { maximalDiagnostics } from '../../src/language/bounds.ts';
import { isError } from '../../src/language/diagnostic.ts';
import { parse } from '../../src/language/parse.ts';
import { renderDiagnostic } from '../../src/language/render.ts';
import { tokensOf } from '../../src/language/scan.ts';
import type { Source } from '../../src/language/source.ts';
import {
  clauseKeywords,
  declarationKeywords,
  foreignClauses,
  foreignDeclarations,
  knowledgeKeywords,
  operatorWords,
} from '../../src/language/words.ts';
import {
  foreignVerbs,
  hostClassWords,
  objectWords,
  packageSources,
  roles,
} from '../../src/vocabulary/effects.ts';
import { fieldSpellings } from '../../src/vocabulary/fields.ts';
import { callVerbs, kinds, listTypes, severities, verdicts } from '../../src/vocabulary/kinds.ts';
import { foreignOperators } from '../../src/vocabulary/operators.ts';
import { anyCharacter } from '../any-character.ts';

const vocabulary: readonly string[] = [
  ...declarationKeywords,
  ...knowledgeKeywords,
  ...clauseKeywords,
  ...foreignDeclarations.keys(),
  ...foreignClauses.keys(),
  ...foreignVerbs.keys(),
  ...Object.keys(objectWords),
  ...[...roles, ...packageSources, ...hostClassWords],
  ...[
    '--force',
    '-f',
    '-f/--force',
    'opaque',
    'to',
    'from',
    'operands',
    'operand',
    'value',
    'options',
    'options:',
  ],
  ...operatorWords,
  ...fieldSpellings,
  ...foreignOperators.keys(),
  ...[...kinds, ...severities, ...verdicts, ...callVerbs, ...Object.keys(listTypes)],
  ...[
    'unsure',
    'deny',
    'note',
    'missing',
    'unknown',
    'apply',
    'skip',
    'given',
    'tool',
    'mcp',
    'event',
    'present',
  ],
  ...[
    '(',
    ')',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '.',
    '=',
    '@',
    '/',
    '"',
    '\\',
    '#',
    '-',
    '<',
    '>=',
    '~',
    '*',
    '\n',
    '\r',
  ],
  ...[
    '"a"',
    '"*"',
    '""',
    '"{tool}"',
    '"{"',
    '"../x"',
    '"/a/**"',
    '/a/',
    '/(/',
    '/a{1000}/',
    '@l',
    '@m',
    'l',
    'm',
    'c',
  ],
  ...[
    '0',
    '-1',
    '1.5',
    '10m',
    '64KiB',
    '5weeks',
    '99999999999999999999',
    'true',
    'null',
    'com.example.x',
    'x',
    'y',
  ],
  ...[
    'list l =',
    'list m = paths',
    'condition c =',
    'policy com.example.x',
    'deny x',
    'when kind is shell',
    'test denies',
  ],
  ...['\u202e', '\u0000', 'é', '“', '\ud800', '\u2028', '\uFEFF'],
];

const soup = fc
  .array(fc.tuple(fc.constantFrom(...vocabulary), fc.constantFrom(' ', ' ', ' ', '\n', '\n  ', '')), {
    maxLength: 60,
  })
  .map((parts) => parts.map(([word, space]) => word + space).join(''));

// ── sentences that parse, and mean whatever they mean ─────────────────────────────────────

const fields = [
  ...fieldSpellings,
  ...[
    'input.a',
    'input.b[0].c',
    'tool.input',
    'extension "com.example.x".y',
    'event.call.id',
    'inptu.a',
    ...['path', 'host', 'command', 'written path', 'spawned agent', 'refspec'],
  ],
];
const operators = [
  ...[
    'is',
    'is not',
    'in',
    'not in',
    'contains',
    'does not contain',
    'starts with',
    'ends with',
    'matches',
    'under',
  ],
  ...['outside', '<', '<=', '>', '>=', '==', 'iss', ''],
];
const values = [
  ...[
    '"a"',
    '"b*"',
    '""',
    '"/srv/**"',
    '"../x"',
    '"src/**"',
    '/a/',
    '/(/',
    '/[a-z]{999}{9}/i',
    '5',
    '10m',
    '64KiB',
    '3x',
  ],
  ...['true', 'null', 'shell', 'mcp', 'workspace', 'nothing', '@l', '@m', '@n', 'c', 'd'],
];
const patterns = fc
  .array(
    fc.constantFrom(
      '"a"',
      '"git push"',
      '"*.pem"',
      '"10.0.0.0/8"',
      '"*.com"',
      '""',
      'private',
      '@l',
      '@m',
      'c',
      '/a/',
    ),
    {
      minLength: 1,
      maxLength: 2,
    },
  )
  .map((all) => all.join(' or '));
const target = fc.oneof(
  patterns,
  fc.constantFrom(
    'anything',
    'any path',
    'any host',
    'any command',
    'any unknown command',
    'any package',
    'any agent',
  ),
  fc
    .tuple(fc.constantFrom('', 'any path ', 'any host ', 'content '), fc.constantFrom(...operators), patterns)
    .map((parts) => parts.join(' ')),
  fc.constantFrom('outside workspace', 'any path under workspace', 'outside @m'),
);
const effect = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('reads', 'writes', 'writes or deletes', 'moves', 'copies', 'connects to', 'spawns'),
      target,
    )
    .map((parts) => parts.join(' ')),
  fc
    .tuple(target, fc.constantFrom('', 'with -f', 'with --a or "+*" without -n', 'with "" or "b"'))
    .map(([about, options]) => `runs ${about} ${options}`),
  fc.tuple(target, target).map(([about, to]) => `sends ${about} to ${to}`),
  fc.tuple(target, target).map(([about, to]) => `pipes ${about} into ${to}`),
  fc
    .tuple(target, fc.constantFrom('', 'from url', 'from git or nowhere'))
    .map(([about, from]) => `installs ${about} ${from}`),
  fc.constantFrom(
    'elevates',
    'shell is opaque',
    'any refspec is "a"',
    'every image in @l',
    'any nothing is "a"',
  ),
);
const comparison = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('', '', '', 'any ', 'every ', 'any text in ', 'size of ', 'count of ', 'text in '),
      fc.constantFrom(...fields),
      fc.constantFrom(...operators),
      fc.array(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }),
    )
    .map(([start, field, operator, all]) => `${start}${field} ${operator} ${all.join(' or ')}`),
  fc
    .tuple(fc.constantFrom(...fields), fc.constantFrom('is missing', 'is present', 'is not missing'))
    .map((p) => p.join(' ')),
  fc.constantFrom('c', 'd', 'e', 'mcp "a" tool "b*" or "c"'),
  { weight: 3, arbitrary: fc.constant(undefined).chain(() => effect) },
);
const condition = fc
  .tuple(comparison, fc.array(fc.tuple(fc.constantFrom('and', 'and', 'or'), comparison), { maxLength: 2 }))
  .chain(([first, rest]) =>
    fc.constantFrom('', '', 'not ', 'might ').map((start) => {
      const whole = `(${[first, ...rest.map(([joint, each]) => `${joint} ${each}`)].join(' ')})`;
      return start + (start === '' ? whole.slice(1, -1) : whole);
    }),
  );
const step = fc.oneof(
  fc.tuple(
    fc.constantFrom(...verdicts, 'denise'),
    fc.constantFrom('"ls"', 'read "a"', 'frob "a"', 'mcp "a" "b" { c: [1] }'),
  ),
  fc.tuple(
    fc.constantFrom('denies', 'unsure'),
    fc.constantFrom('tool "x" kind shell { a: 1, b: { a: null } }', 'event "a.json"'),
  ),
  fc.tuple(
    fc.constant('given'),
    fc.constantFrom(
      'disk { "x.sh": "rm -rf ~", "d" -> "~/D" }',
      'disk { "": "x" }',
      'disk {}',
      'cwd "/a"',
      'workspace "/a", "/b"',
      'model missing',
      'tool "x"',
      'cwd 5',
    ),
  ),
);
const clause = fc.oneof(
  { weight: 4, arbitrary: condition.map((text) => `when ${text}`) },
  condition.map((text) => `unless ${text}`),
  fc
    .tuple(
      fc.constantFrom(...fields),
      fc.constantFrom('missing', 'unknown', 'gone'),
      fc.constantFrom('apply', 'skip', 'note', 'deny'),
    )
    .map((parts) => `if ${parts.join(' ')}`),
  fc.constantFrom(
    'when unsure deny',
    'when unsure note',
    'when unsure block',
    'severity low',
    'severity critical',
    'severity hgih',
  ),
  fc.constantFrom(
    'reason "{tool} {input.a}"',
    'reason "{path}"',
    'hint "{command} {host} {written path}"',
    'hint "{"',
    'hint ""',
    'tags a, b',
    'tags a, a',
  ),
  fc
    .array(step, { maxLength: 3 })
    .map((steps) => `test\n    ${steps.map((each) => each.join(' ')).join('\n    ')}`),
);
const declaration = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('l', 'm', 'n'),
      fc.constantFrom('', 'paths ', 'names ', 'kinds ', 'hosts '),
      fc.array(fc.constantFrom(...values), { maxLength: 4 }),
    )
    .map(([name, type, items]) => `list ${name} = ${type}${items.join(', ')}`),
  fc.tuple(fc.constantFrom('c', 'd', 'tool'), condition).map(([name, text]) => `condition ${name} = ${text}`),
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.constantFrom('deny', 'watch'),
        fc.constantFrom('x', 'y', 'z', '9x'),
        fc.array(clause, { maxLength: 5 }),
      )
      .map(([effect, name, clauses]) => [`${effect} ${name}`, ...clauses].join('\n  ')),
  },
  fc.constantFrom(
    'defaults severity low',
    'defaults severity high when unsure deny',
    'import "a.policy"',
    'policy com.example.x',
    ...['wrapper "a" "b c"', 'wrapper "a*"', 'alias k = kubectl', 'alias "a b" = ""'],
    'command "a b"\n  options with values: -e/--env -e\n  reads operands\n  connects to "*"',
    'command "a"\n  options: -n\n  writes value of -n\n  runs "x"\n  elevates',
    'tool "a" of mcp "b" kind shell\n  writes input.x\n  reads operands',
  ),
);
const sentences = fc
  .array(declaration, { minLength: 1, maxLength: 5 })
  .map((declarations) => ['policy com.example.dev', ...declarations, ''].join('\n'));

// ── good policies, broken ─────────────────────────────────────────────────────────────────

/** A policy with some of its words gone, doubled, swapped, replaced, or with characters put between them. */
function broken(examples: readonly string[]): fc.Arbitrary<string> {
  const change = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    how: fc.constantFrom('drop', 'double', 'swap', 'replace', 'insert', 'cut'),
    word: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...vocabulary) },
      { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 3 }) },
    ),
  });
  return fc
    .tuple(fc.constantFrom(...examples), fc.array(change, { minLength: 1, maxLength: 4 }))
    .map(([example, changes]) => changes.reduce(applyChange, example));
}

function applyChange(text: string, { at, how, word }: { at: number; how: string; word: string }): string {
  const tokens = tokensOf(text, { start: 0, end: text.length });
  const index = Math.floor(at * tokens.length);
  const token = tokens[index];
  if (token === undefined) return text + word;
  const before = text.slice(0, token.start);
  const own = text.slice(token.start, token.end);
  const behind = text.slice(token.end);
  switch (how) {
    case 'drop':
      return before + behind;
    case 'double':
      return `${before}${own} ${own}${behind}`;
    case 'swap': {
      const next = tokens[index + 1];
      if (next === undefined) return text;
      const between = text.slice(token.end, next.start);
      return before + text.slice(next.start, next.end) + between + own + text.slice(next.end);
    }
    case 'replace':
      return before + word + behind;
    case 'insert':
      return `${before}${word} ${own}${behind}`;
    default:
      return before + own.slice(0, -1) + behind;
  }
}

/** Any text at all; most of them are nearly good. */
export const anyPolicyText = (examples: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 80 }),
    soup,
    soup.map((text) => `policy com.example.dev\ndeny x\n  when ${text}`),
    { weight: 4, arbitrary: sentences },
    { weight: 3, arbitrary: broken(examples) },
    sentences.chain((text) => broken([text])),
  );

export interface Outcome {
  readonly errors: number;
  readonly warnings: number;
  readonly codes: ReadonlySet<string>;
}

/** Parses, checks and compiles a text; throws where one of the laws does not hold. */
export function obeysLaws(text: string): Outcome {
  const source: Source = { path: 'main.policy', text };
  const parsed = parse(source);
  const { bundle, diagnostics } = check([parsed.policy], parsed.diagnostics);
  const errors = diagnostics.filter(isError);
  for (const { span, notes } of diagnostics) {
    for (const each of [span, ...notes.map((note) => note.span)]) {
      if (!(each.start >= 0 && each.start <= each.end && each.end <= text.length)) {
        throw new Error(`the span ${each.start}–${each.end} is not inside the text`);
      }
    }
  }
  if (diagnostics.length > 2 * (maximalDiagnostics + 1))
    throw new Error('there are more diagnostics than anybody reads');
  if ((bundle === undefined) !== errors.length > 0)
    throw new Error('a text with errors gave a bundle, or a good one gave none');
  if (parsed.diagnostics.some((each) => !isError(each))) throw new Error('the parser gave a warning');
  for (const diagnostic of diagnostics.slice(0, 20)) {
    const shown = renderDiagnostic(diagnostic, () => source);
    if (/[^\P{C}\n]/u.test(shown)) throw new Error('a rendered diagnostic has a control character in it');
  }
  if (bundle !== undefined) compile(bundle);
  return {
    errors: errors.length,
    warnings: diagnostics.length - errors.length,
    codes: new Set(diagnostics.map(({ code }) => code)),
  };
}
