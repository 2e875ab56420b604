// Whatever the text, there are diagnostics and no surprises; and in a good text no word is without effect.
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { check } from '../../src/check/check.ts';
import { resolveTarget } from '../../src/check/scope.ts';
import { isError } from '../../src/language/diagnostic.ts';
import { type Parsed, parse } from '../../src/language/parse.ts';
import { tokensOf } from '../../src/language/scan.ts';
import type { Source } from '../../src/language/source.ts';
import { withoutSpans } from '../reference/node.ts';
import { anyPolicyText, obeysLaws } from './arbitrary-text.ts';

const sources: readonly Source[] = readdirSync('policies', { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.policy') && !name.endsWith('.tests.policy'))
  .map((path) => ({ path, text: readFileSync(`policies/${path}`, 'utf8') }));
const examples = sources.map(({ text }) => text);

const seed = Number(process.env.BYLAW_SEED ?? 1);
const numRuns = Number(process.env.BYLAW_RUNS ?? 3000);

test('no text makes the parser or the checker throw, point outside it, or pass with errors', () => {
  fc.assert(
    fc.property(anyPolicyText(examples), (text) => {
      obeysLaws(text);
    }),
    { seed, numRuns },
  );
});

describe('texts that are too much', () => {
  const codesIn = (text: string): string[] => {
    const { policy, diagnostics } = parse({ path: 'main.policy', text });
    return [...new Set(check([policy], diagnostics).diagnostics.map(({ code }) => code))].sort();
  };
  const header = 'policy com.example.dev\n';

  test.each([
    ['a million opening brackets', `${header}deny x when ${'('.repeat(1e6)}`, ['too-deep']],
    [
      'half a million opening brackets of an object',
      `${header}deny x when a test denies tool "x" ${'{a:'.repeat(5e5)}`,
      ['too-deep', 'unknown-condition'],
    ],
    ['a million negations', `${header}deny x when ${'not '.repeat(1e6)}`, ['too-deep']],
    ['a million quotes', `${header}${'"'.repeat(1e6)}`, ['syntax']],
    ['a million and one quotes', `${header}${'"'.repeat(1e6 + 1)}`, ['unclosed-text']],
    ['a million slashes', `${header}${'/ '.repeat(1e6)}`, ['syntax']],
    ['a million back-slashes in a text', `${header}deny x when tool is "${'\\'.repeat(1e6)}"`, []],
    [
      'a million unknown escapes',
      `${header}deny x when tool is "${'\\d'.repeat(1e6)}"`,
      ['too-many-errors', 'unknown-escape'],
    ],
    ['a million stray characters', `${header}${'é '.repeat(1e6)}`, ['stray-character', 'too-many-errors']],
    ['a line of four megabytes without sense', 'x'.repeat(4e6), ['syntax']],
    [
      'a line of four megabytes of words',
      `${header}${'deny x '.repeat(3e5)}`,
      ['missing-when', 'too-many-errors'],
    ],
    ['a text of four megabytes', `${header}deny x when tool is "${'x'.repeat(4e6)}"`, []],
    ['a comment of four megabytes', `${header}# ${'x'.repeat(4e6)}`, []],
    ['a name of four megabytes', `${header}deny ${'x'.repeat(4e6)} when kind is shell`, ['invalid-code']],
    [
      'three hundred thousand rules without a condition',
      `${header}${'deny x\n'.repeat(3e5)}`,
      ['missing-when', 'too-many-errors'],
    ],
    [
      'thirty thousand unknown names',
      `${header}deny x when ${Array.from({ length: 3e4 }, (_, i) => `a${i}`).join(' or ')}`,
      ['too-many-errors', 'unknown-condition'],
    ],
    [
      'twenty thousand unknown lists beside as many known ones',
      `${header}${Array.from({ length: 2e4 }, (_, i) => `list l${i} = "a"\ndeny r${i} when tool in @k${i}\n`).join('')}`,
      ['too-many-errors', 'unknown-list'],
    ],
    [
      'twenty thousand comparisons',
      `${header}deny x when ${Array.from({ length: 2e4 }, (_, i) => `tool is not "a${i}"`).join(' and ')}`,
      ['rule-too-large'],
    ],
    [
      'ten thousand comparisons in each of many rules',
      `${header}condition c = ${Array.from({ length: 9999 }, (_, i) => `tool is not "a${i}"`).join(' and ')}\n${Array.from({ length: 1000 }, (_, i) => `deny r${i} when c\n`).join('')}`,
      ['policies-too-large'],
    ],
    [
      'a chain of fifty thousand conditions',
      `${header}condition c0 = kind is shell\n${Array.from({ length: 5e4 }, (_, i) => `condition c${i + 1} = c${i}\n`).join('')}deny x when c50000`,
      ['too-deep'],
    ],
    [
      'the same chain the other way round',
      `${header}deny x when c0\n${Array.from({ length: 5e4 }, (_, i) => `condition c${i} = c${i + 1}\n`).join('')}condition c50000 = kind is shell`,
      ['too-deep'],
    ],
    [
      'conditions that double each other forty times',
      `${header}condition c0 = kind is shell\n${Array.from({ length: 40 }, (_, i) => `condition c${i + 1} = c${i} or (c${i} and not c${i})\n`).join('')}deny x when c40`,
      ['rule-too-large'],
    ],
    [
      'lists that double each other forty times',
      `${header}list a0 = "x"\nlist b0 = "y"\n${Array.from({ length: 40 }, (_, i) => `list a${i + 1} = @a${i}, @b${i}\nlist b${i + 1} = @b${i}, @a${i}\n`).join('')}deny x when tool in @a40`,
      ['list-too-long', 'too-deep', 'unused-list'],
    ],
    [
      'two hundred thousand items',
      `${header}list a = ${'"x", '.repeat(2e5)}"y"\ndeny x when tool in @a`,
      ['duplicate-item', 'list-too-long', 'too-many-warnings'],
    ],
  ])('%s', (_, text, expected) => {
    expect(codesIn(text)).toEqual(expected);
  });

  test('sixty-four brackets in each other are not too much', () => {
    const deep = `${'(not not not not not not not not '.repeat(64)}kind is shell${')'.repeat(64)}`;
    expect(codesIn(`${header}deny x when ${'('.repeat(64)}kind is shell${')'.repeat(64)}`)).toEqual([]);
    expect(codesIn(`${header}deny x when ${deep}`)).toEqual(['too-deep']);
    expect(
      codesIn(
        `${header}deny x when kind is shell test denies tool "x" ${'{a:'.repeat(64)}1${'}'.repeat(64)}`,
      ),
    ).toEqual([]);
  });
});

describe('in a good text nothing is without effect', () => {
  /** Everything that the words of the files come to: what is decided, the titles, and what is wrong. */
  const meaning = (files: readonly Parsed[]): { readonly tree: string; readonly findings: number } => {
    const policies = files.map(({ policy }) => policy);
    const { bundle, diagnostics } = check(
      policies,
      files.flatMap((each) => each.diagnostics),
    );
    const headers = policies.map((policy) => withoutSpans(policy.headers));
    const tree = JSON.stringify([headers, bundle], (key, value: unknown) =>
      key === 'place' ? undefined : value,
    );
    return { tree, findings: diagnostics.length };
  };

  /** A file without the tests of its rules, which no other file has a use for. */
  const withoutTests = (source: Source): Parsed => {
    const { policy, diagnostics } = parse(source);
    const rules = policy.rules.map((rule) => ({
      ...rule,
      clauses: rule.clauses.filter(({ kind }) => kind !== 'test'),
    }));
    return { policy: { ...policy, rules }, diagnostics };
  };

  const importsOf = ({ path, text }: Source): readonly Source[] =>
    [...text.matchAll(/^import "([^"]+)"/gm)].flatMap(([, target = '']) =>
      sources.filter((each) => each.path === resolveTarget(path, target)),
    );
  const withImports = (source: Source): readonly Source[] => [
    source,
    ...importsOf(source).flatMap(withImports),
  ];

  /** The files that a word of one could mean something to: what it imports and, where it declares names, what imports it. */
  const related = (source: Source): readonly Source[] => {
    const declares = /^(?:list|condition) /m.test(source.text);
    const users = declares ? sources.filter((each) => withImports(each).includes(source)) : [source];
    const all = new Set(users.flatMap(withImports));
    all.delete(source);
    return [...all];
  };

  /** Words that may be left out, because they only make a sentence of it, or say again what the use says. */
  const fillers = new Set([
    'is',
    'in',
    'server',
    ',',
    'texts',
    'names',
    'tools',
    'servers',
    'models',
    'agents',
    'paths',
    'kinds',
    'hosts',
    'commands',
    'packages',
  ]);

  test('the shipped policies have nothing wrong with them', () => {
    expect(sources.length).toBeGreaterThan(3);
    expect(meaning(sources.map(parse)).findings).toBe(0);
  });

  test.each(sources)('$path: a word that is dropped is missed', (source) => {
    const { path, text } = source;
    const others = related(source).map(withoutTests);
    const whole = meaning([...others, parse(source)]);
    expect(whole.tree).toContain('"rules"');
    const unnoticed = tokensOf(text, { start: 0, end: text.length }).flatMap(({ start, end }) => {
      const word = text.slice(start, end);
      if (fillers.has(word)) return [];
      const without = { path, text: text.slice(0, start) + text.slice(end) };
      const { tree, findings } = meaning([...others, parse(without)]);
      return findings === whole.findings && tree === whole.tree ? [`${start}: ${word}`] : [];
    });
    expect(unnoticed).toEqual([]);
  });

  test('a broken file never lets the others pass', () => {
    for (const source of sources) {
      const files = sources.map((each) => (each === source ? { ...each, text: `${each.text}\ndeny` } : each));
      const parsed = files.map(parse);
      const { bundle, diagnostics } = check(
        parsed.map(({ policy }) => policy),
        parsed.flatMap((each) => each.diagnostics),
      );
      expect(bundle).toBeUndefined();
      expect(diagnostics.filter(isError).map(({ code }) => code)).toEqual(['syntax']);
    }
  });
});
