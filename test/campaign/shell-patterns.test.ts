/**
 * Patterns of shells, beside what bash says: whatever a pattern matches there, the path that is derived of it may be;
 * and what it cuts off a value is cut off, or not known. Nothing is run but `case`, which takes a dot for any character,
 * as globs do with `dotglob`.
 */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are of shells.
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { compilePath } from '../../src/pattern/path/path.ts';
import { NO } from '../../src/pattern/text/truth.ts';
import { type Chance, chanceOf, pick } from '../pattern/path-pairs.ts';
import { effectsOf } from './differential/compare.ts';
import { workspace } from './differential/sandbox.ts';
import { effort, seed, tell, timeout } from './effort.ts';

const locales = ['C', 'C.utf8'];
const hasBash = spawnSync('bash', ['-c', 'shopt -s extglob'], { encoding: 'utf8' }).status === 0;

const some = (chance: Chance, most: number, make: () => string): string =>
  Array.from({ length: Math.floor(chance() * (most + 1)) }, make).join('');

const members = [
  'a',
  'b',
  'B',
  'c-e',
  'a-c',
  'A-C',
  '0-9',
  'x-',
  '-',
  '.',
  '_',
  '=',
  ':',
  '^',
  '!',
  '+--',
  'z-a',
];
const named = [
  '[:alpha:]',
  '[:digit:]',
  '[:punct:]',
  '[:upper:]',
  '[:space:]',
  '[:nope:]',
  '[=a=]',
  '[.-.]',
  '[.a.]',
  '[.a.]-c',
];
const odd = ['[', '\\]', '\\a', "'-'", '"]"', "'a-c'", '$v', '"$v"', 'é', '\\\\', '~', '[:alpha', '[=', '[a'];

const singles = [
  'a',
  'b',
  'ab',
  'B',
  '1',
  '-',
  '.',
  ']',
  "'*'",
  '"["',
  '\\[',
  '\\*',
  '$v',
  '"$v"',
  'é',
  'x.y',
];

const bracket = (chance: Chance): string => {
  const start = pick(chance, ['[', '[', '[', '[!', '[^', '[]', '[!]', '[-']);
  const body = some(chance, 3, () =>
    pick(chance, [members, members, named, odd][Math.floor(chance() * 4)] ?? members),
  );
  return `${start}${body}${pick(chance, [']', ']', ']', ']', '', '-]'])}`;
};

const part = (chance: Chance, depth: number): string => {
  const kind = chance();
  if (kind < 0.4) return bracket(chance);
  if (kind < 0.6) return pick(chance, ['*', '?', '**', '??']);
  if (kind < 0.75 && depth > 0) {
    const choices = Array.from({ length: 1 + Math.floor(chance() * 2) }, () => patternOf(chance, depth - 1));
    return `${pick(chance, ['@', '!', '+', '?', '*'])}(${choices.join('|')})`;
  }
  return pick(chance, singles);
};

const patternOf = (chance: Chance, depth: number): string =>
  Array.from({ length: 1 + Math.floor(chance() * 3) }, () => part(chance, depth)).join('');

const values = ['a', '*', '[a', 'b]', ']', 'a-c', '[ab]', '?', '@(a|b)', '!a', '-', '^'];
// No rule can name a file with a back-slash in it.
const letters = [...'abcdBAé1-._][*!^:=x+~,'];
const nameOf = (chance: Chance): string =>
  pick(chance, letters) + some(chance, 2, () => pick(chance, letters));

/** What a program takes for something else than a file of that name. */
const special: ReadonlySet<string> = new Set(['', '.', '..', '~', '-']);

interface Trial {
  readonly value: string;
  readonly pattern: string;
  readonly names: readonly string[];
}

const trialOf = (chance: Chance): Trial => ({
  value: pick(chance, values),
  pattern: patternOf(chance, 2),
  names: [...new Set(Array.from({ length: 12 }, () => nameOf(chance)))].filter((name) => !special.has(name)),
});

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** What bash says of all trials, a line of each: the answers for all names, or nothing where it cannot read the pattern. */
function ask(lines: readonly string[], locale: string): readonly string[] {
  const input = `PATH=\nshopt -s extglob\n${lines.map((line) => `( eval ${quote(line)} ) 2>/dev/null; echo`).join('\n')}\n`;
  const { stdout, status } = spawnSync('bash', [], {
    input,
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: locale },
    maxBuffer: 1 << 28,
  });
  expect(status).toBe(0);
  return stdout.split('\n').slice(0, lines.length);
}

const escaped = (path: string): string =>
  path.replace(/[*?[\]{}()!+@\\~,]/g, (mark) => (mark === ',' || mark === '~' ? mark : `\\${mark}`));

/** Whether the call may delete a file of the workspace; by its exact name, as rules that excuse ask. */
function mayDelete(effects: ReturnType<typeof effectsOf>, name: string): boolean {
  if (effects.unknowns.length > 0) return true;
  const { pattern, problem } = compilePath(escaped(`${workspace}/${name}`));
  if (pattern === undefined) throw new Error(`${name}: ${problem}`);
  return effects.paths.some(
    ({ kind, path, others }) =>
      kind === 'delete' &&
      [path, ...others].some(
        (view) => pattern.testShape(view, undefined, { exact: true, below: false }) !== NO,
      ),
  );
}

describe.runIf(hasBash)('a pattern of a shell', () => {
  test('is one for all that bash matches', { timeout }, () => {
    const chance = chanceOf(seed);
    const trials = Array.from({ length: effort(20_000, 40) }, () => trialOf(chance));
    const figures = {
      'patterns of shells': trials.length,
      read: 0,
      matched: 0,
      'known to differ': 0,
      unmatched: 0,
    };
    const missed: string[] = [];
    for (const locale of locales) {
      const lines = trials.map(
        ({ value, pattern, names }) =>
          `v=${quote(value)}; for n in ${names.map(quote).join(' ')}; do case $n in ${pattern}) printf 1;; *) printf 0;; esac; done`,
      );
      for (const [at, answers] of ask(lines, locale).entries()) {
        const trial = trials[at];
        if (trial === undefined || answers.length !== trial.names.length) continue;
        figures.read++;
        const { value, pattern, names } = trial;
        const effects = effectsOf(`shopt -s extglob dotglob\nv=${quote(value)}\nrm -- ${pattern}`);
        for (const [index, name] of names.entries()) {
          const may = mayDelete(effects, name);
          if (answers[index] === '1') {
            figures.matched++;
            if (!may) missed.push(`${locale}: v=${value} ${pattern} matches ${name}`);
          } else {
            figures.unmatched++;
            if (!may) figures['known to differ']++;
          }
        }
      }
    }
    tell(figures);
    expect(missed.slice(0, 20)).toEqual([]);
    expect(figures.read).toBeGreaterThan(trials.length);
    expect(figures.matched).toBeGreaterThan(trials.length / 2);
    // An answer that is always open holds nothing.
    expect(figures['known to differ'] / figures.unmatched).toBeGreaterThan(0.3);
  });

  test('cuts off what bash cuts off', { timeout }, () => {
    const chance = chanceOf(seed + 1);
    const operators = ['#', '##', '%', '%%'];
    const trials = Array.from({ length: effort(20_000, 40) }, () => ({
      ...trialOf(chance),
      operator: pick(chance, operators),
      text: nameOf(chance) + nameOf(chance),
    }));
    const missed: string[] = [];
    let known = 0;
    for (const locale of locales) {
      const lines = trials.map(
        ({ value, pattern, operator, text }) =>
          `v=${quote(value)}; x=${quote(text)}; y=\${x${operator}${pattern}}; printf 'x%s' "$y"`,
      );
      for (const [at, answer] of ask(lines, locale).entries()) {
        const trial = trials[at];
        const name = answer.slice(1);
        if (trial === undefined || special.has(name) || /\/|^[A-Za-z]:/.test(name)) continue;
        const { value, pattern, operator, text } = trial;
        const script = `shopt -s extglob\nv=${quote(value)}\nx=${quote(text)}\nrm -- "\${x${operator}${pattern}}"`;
        const effects = effectsOf(script);
        if (effects.unknowns.length === 0 && !mayDelete(effects, 'some other name')) known++;
        // Half of a character that has several bytes is no name that can be written here.
        if (name.includes('\ufffd')) continue;
        if (!mayDelete(effects, name))
          missed.push(`${locale}: v=${value} x=${text} \${x${operator}${pattern}} is ${name}`);
      }
    }
    tell({ 'values cut by patterns': trials.length });
    expect(missed.slice(0, 20)).toEqual([]);
    expect(known).toBeGreaterThan(trials.length / 10);
  });
});
