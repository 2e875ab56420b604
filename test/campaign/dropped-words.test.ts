// In a good text no word is without effect: a shipped policy without it says something else, or is wrong.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { check } from '../../src/check/check.ts';
import { resolveTarget } from '../../src/check/names/imports.ts';
import { acceptWarnings } from '../../src/language/acceptance.ts';
import { isError } from '../../src/language/diagnostic.ts';
import { type Parsed, parse } from '../../src/language/parse.ts';
import { tokensOf } from '../../src/language/scan.ts';
import type { Source } from '../../src/language/source.ts';
import { withoutSpans } from '../reference/node.ts';
import { sampled, tell, timeout } from './effort.ts';

const sources: readonly Source[] = readdirSync('policies', { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.policy') && !name.endsWith('.tests.policy'))
  .map((path) => ({ path, text: readFileSync(`policies/${path}`, 'utf8') }));

/** What is wrong or doubtful in files; what is only doubtful is looked for last, since it takes the longest. */
type Depth = 'errors' | 'warnings';

/** Everything that the words of the files come to: what is decided, the titles, and what is wrong. */
const meaning = (
  files: readonly Parsed[],
  depth: Depth,
): { readonly tree: string; readonly findings: number } => {
  const policies = files.map(({ policy }) => policy);
  const { bundle, diagnostics } = check(
    policies,
    files.flatMap((each) => each.diagnostics),
    { lints: depth === 'warnings' },
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
  const parsed = sources.map(parse);
  const { diagnostics } = check(
    parsed.map(({ policy }) => policy),
    parsed.flatMap((each) => each.diagnostics),
    { lints: true },
  );
  const accepted = acceptWarnings(sources, diagnostics).accepted.map(({ diagnostic }) => diagnostic);
  expect(diagnostics.filter((each) => !accepted.includes(each))).toEqual([]);
});

// Each file is read with all that it imports, so that the gate has no time for every one.
test.each(sampled(sources, 30))('$path: a word that is dropped is missed', { timeout }, (source) => {
  const { path, text } = source;
  const others = related(source).map(withoutTests);
  const whole = [...others, parse(source)];
  const wholes = { errors: meaning(whole, 'errors'), warnings: meaning(whole, 'warnings') };
  expect(wholes.errors.tree).toContain('"rules"');
  const isNoticed = (parsed: Parsed): boolean =>
    parsed.diagnostics.length > 0 ||
    (['errors', 'warnings'] as const).some((depth) => {
      const { tree, findings } = meaning([...others, parsed], depth);
      return findings !== wholes[depth].findings || tree !== wholes[depth].tree;
    });
  const words = sampled(tokensOf(text, { start: 0, end: text.length }), 1200);
  tell({ 'words dropped': words.length });
  const unnoticed = words.flatMap(({ start, end }) => {
    const word = text.slice(start, end);
    if (fillers.has(word)) return [];
    const without = { path, text: text.slice(0, start) + text.slice(end) };
    return isNoticed(parse(without)) ? [] : [`${start}: ${word}`];
  });
  expect(unnoticed).toEqual([]);
});

test('a broken file never lets the others pass', { timeout }, () => {
  for (const source of sampled(sources, 30)) {
    const files = sources.map((each) => (each === source ? { ...each, text: `${each.text}\ndeny` } : each));
    const parsed = files.map(parse);
    const { bundle, diagnostics } = check(
      parsed.map(({ policy }) => policy),
      parsed.flatMap((each) => each.diagnostics),
      { lints: false },
    );
    expect(bundle).toBeUndefined();
    expect(diagnostics.filter(isError).map(({ code }) => code)).toEqual(['syntax']);
  }
});
