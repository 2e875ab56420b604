// What path patterns name: what minimatch says, and what must hold of any path of which only a part is known.
import fc from 'fast-check';
import { braceExpand } from 'minimatch';
import { describe, expect, test } from 'vitest';
import { UNRESOLVED } from '../../src/compile/outcome.ts';
import { compilePlaceTest } from '../../src/compile/path-test.ts';
import { derive } from '../../src/facts/facts.ts';
import { compilePath } from '../../src/pattern/path/path.ts';
import { namesOfFitting, neededNames } from '../../src/pattern/path/path-names.ts';
import type { MatchOptions, PathPattern } from '../../src/pattern/path/path-pattern.ts';
import { DEEP, type PathShape, type Step, showPathShape } from '../../src/pattern/path/path-shape.ts';
import { type PathValue, readPath } from '../../src/pattern/path/path-value.ts';
import { maximalAlternatives } from '../../src/pattern/text/braces.ts';
import { NO, type Truth, truthName, UNKNOWN, YES } from '../../src/pattern/text/truth.ts';
import { betweenSlashes, namesOfTouched } from '../../src/rule-index/names-in-call.ts';
import { anyCharacter } from '../any-character.ts';
import { bash } from '../engine/setting.ts';
import {
  type Chance,
  chanceOf,
  escapePattern,
  minimatchSays,
  pathPair,
  pick,
} from '../pattern/path-pairs.ts';
import { effort, seed, tell, timeout } from './effort.ts';

const rooted = (segments: readonly string[]): PathValue => ({ anchor: 'root', segments });
const homed = (segments: readonly string[]): PathValue => ({ anchor: 'home', segments });
const floating = (segments: readonly string[]): PathValue => ({ anchor: 'floating', segments });
const everywhere = [rooted([])];

const exactly: MatchOptions = { exact: true, below: false };
const widely: MatchOptions = { exact: false, below: false };
const allOptions: readonly MatchOptions[] = [
  exactly,
  widely,
  { exact: true, below: true },
  { exact: false, below: true },
];

/** Runs over generated pairs whose pattern is accepted; gives how many that were, which are nearly all. */
function overPairs(
  count: number,
  seed: number,
  law: (pattern: PathPattern, segments: readonly string[], chance: Chance) => void,
): number {
  const chance = chanceOf(seed);
  let held = 0;
  for (let index = 0; index < count; index++) {
    const pair = pathPair(chance);
    const { pattern } = compilePath(pair.pattern);
    const { segments } = pair;
    if (pattern === undefined || segments.length === 0) continue;
    if (pattern.anchor !== 'workspace' && pattern.anchor !== 'anywhere') continue;
    held++;
    law(pattern, segments, chance);
  }
  tell({ 'pairs of path pattern and path': held });
  expect(held).toBeGreaterThan(0.85 * count);
  return held;
}

/** An expectation is dear; most of these hold. */
function expectSame<Value>(actual: Value, expected: Value, shown: string): void {
  if (actual !== expected) expect(actual, shown).toBe(expected);
}

describe('beside minimatch', () => {
  test('names the same paths, with case and without', { timeout }, () => {
    let matched = 0;
    const pairs = overPairs(effort(500_000, 150), seed, (pattern, segments) => {
      const { text } = pattern;
      const exact = minimatchSays(text, segments, false);
      const wide = exact || minimatchSays(text, segments, true);
      const path = rooted(segments);
      const shown = `${text} and ${segments.join('/')}`;
      expectSame(pattern.test(path, everywhere, exactly) === YES, exact, shown);
      expectSame(pattern.test(path, everywhere, widely) === YES, wide, `${shown}, folded`);
      if (wide) matched++;
    });
    tell({ 'pairs that match': matched });
    expect(matched / pairs).toBeGreaterThan(0.35);
    expect(matched / pairs).toBeLessThan(0.7);
  });

  test('names the same absolute paths', { timeout }, () => {
    let compared = 0;
    const pairs = overPairs(effort(50_000, 60), seed + 1, (pattern, segments) => {
      const { text, anchor } = pattern;
      if (anchor === 'anywhere') return;
      const absolute = `/${text.replace(/^\.\//, '')}`;
      const expected = minimatchSays(absolute, ['', ...segments], false);
      const { pattern: whole, problem } = compilePath(absolute);
      // `.` is the workspace by itself, and `/.` is no path.
      if (whole === undefined) {
        expect(problem, absolute).toContain('no path has `.` in it');
        return;
      }
      compared++;
      expectSame(whole.test(rooted(segments), undefined, exactly) === YES, expected, absolute);
    });
    expect(compared).toBeGreaterThan(pairs / 2);
  });

  test('a relative pattern is the same as the pattern joined to each root', { timeout }, () => {
    const roots = [['srv', 'a*b'], ['srv', '[x]', '{a,b}'], ['home', 'u', 'p(1)'], []];
    overPairs(effort(100_000, 60), seed + 2, (pattern, segments, chance) => {
      const { text } = pattern;
      if (pattern.anchor !== 'workspace') return;
      const root = pick(chance, roots);
      const path = chance() < 0.8 ? [...root, ...segments] : segments;
      const expected = roots.some((each) =>
        minimatchSays(
          `/${[...each.map(escapePattern), text.replace(/^\.\//, '')].join('/')}`,
          ['', ...path],
          false,
        ),
      );
      const answer = pattern.test(rooted(path), roots.map(rooted), exactly);
      expectSame(answer === YES, expected, `${text} and /${path.join('/')}`);
    });
  });
});

describe('laws', () => {
  test('with `below`, a path is named if it or one of its ancestors is', { timeout }, () => {
    overPairs(effort(100_000, 60), seed + 3, (pattern, segments) => {
      const { text } = pattern;
      for (const exact of [true, false]) {
        const ancestors = [...segments.keys(), segments.length].map((length) => segments.slice(0, length));
        const expected = ancestors.some(
          (each) => pattern.test(rooted(each), everywhere, { exact, below: false }) === YES,
        );
        const answer = pattern.test(rooted(segments), everywhere, { exact, below: true });
        expectSame(answer === YES, expected, `${text} and ${segments.join('/')}`);
      }
    });
  });

  test('what is named exactly is named in any case too', { timeout }, () => {
    overPairs(effort(100_000, 60), seed + 4, (pattern, segments, chance) => {
      const { text } = pattern;
      const path = pick(chance, [rooted, homed, floating])(segments);
      const roots = pick(chance, [undefined, everywhere, [homed([])], [floating(['a'])]]);
      for (const below of [true, false]) {
        const exact = pattern.test(path, roots, { exact: true, below });
        const wide = pattern.test(path, roots, { exact: false, below });
        expectSame(wide >= exact, true, `${text} and ${segments.join('/')}`);
      }
    });
  });

  /** The answer about a path of which less is known may only be weaker than the one about the whole. */
  function expectWeaker(partial: Truth, whole: Truth, shown: string): void {
    if (partial !== UNKNOWN) expectSame(truthName(partial), truthName(whole), shown);
  }

  test('a path without its first segments is never answered more surely than any that it may be', {
    timeout,
  }, () => {
    overPairs(effort(30_000, 60), seed + 5, ({ text }, segments, chance) => {
      const before = pick(chance, [
        [],
        ['srv'],
        ['home', 'a'],
        ['root'],
        ['c:', 'Users', 'a'],
        ['Users', 'x', 'a'],
      ]);
      const whole = [...before, ...segments];
      for (const spelled of [text, `/${[...before.map(escapePattern), text].join('/')}`, `~/${text}`]) {
        const { pattern } = compilePath(spelled);
        if (pattern === undefined) continue;
        for (const options of allOptions) {
          for (let cut = 0; cut <= whole.length; cut++) {
            for (const roots of [undefined, [rooted(before)], [homed(['a'])], [rooted([])]]) {
              const known = roots ?? [rooted(whole.slice(0, Math.floor(chance() * whole.length)))];
              expectWeaker(
                pattern.test(floating(whole.slice(cut)), roots, options),
                pattern.test(rooted(whole), known, options),
                `${spelled} and …/${whole.slice(cut).join('/')} of /${whole.join('/')}`,
              );
            }
          }
        }
      }
    });
  });

  test('a path below some home is never answered more surely than below each', { timeout }, () => {
    // Of a pattern that would mean somebody's home by his name, nobody's home is one.
    const homes = [['root'], ['home', 'somebody'], ['Users', 'somebody'], ['c:', 'Users', 'somebody']];
    overPairs(effort(30_000, 70), seed + 6, ({ text }, segments, chance) => {
      const home = pick(chance, homes);
      const inHome = `/${[...home.map(escapePattern), text].join('/')}`;
      for (const spelled of [text, `/${text}`, inHome, `~/${text}`]) {
        const { pattern } = compilePath(spelled);
        if (pattern === undefined) continue;
        const roots = pick(chance, [[rooted(home)], [rooted([])], [rooted(home), rooted(['srv'])]]);
        for (const options of allOptions) {
          for (const each of homes) {
            expectWeaker(
              pattern.test(homed(segments), roots, options),
              pattern.test(rooted([...each, ...segments]), roots, options),
              `${spelled} and ~/${segments.join('/')} as /${each.join('/')}`,
            );
          }
        }
      }
    });
  });

  test('a path with names that are not known is never answered more surely than any that it may be', {
    timeout,
  }, () => {
    let open = 0;
    let sure = 0;
    overPairs(effort(100_000, 60), seed + 9, ({ text }, segments, chance) => {
      const before = pick(chance, [[], ['srv'], ['root'], ['home', 'a'], ['c:', 'Users', 'a']]);
      const whole = [...before, ...segments];
      const made = pick(chance, [rooted, homed, floating]);
      const shape: PathShape = { ...made([]), segments: opened(whole, chance) };
      const place = rooted(whole.slice(0, Math.floor(chance() * (whole.length + 1))));
      const roots = pick(chance, [undefined, [place], [place, homed(['a'])], [floating(['a'])]]);
      for (const spelled of [text, '.', './**', '~', `~/${text}`, '/', `/${text}`, `**/${text}`]) {
        const { pattern } = compilePath(spelled);
        if (pattern === undefined) continue;
        for (const options of allOptions) {
          const partial = pattern.testShape(shape, roots, options);
          open++;
          if (partial !== UNKNOWN) sure++;
          expectWeaker(
            partial,
            pattern.test(made(whole), roots, options),
            `${spelled} and ${showPathShape(shape)}, which may be ${whole.join('/')}, in ${JSON.stringify(roots)}`,
          );
        }
      }
    });
    tell({ 'patterns beside paths with unknown names': open });
    expect(sure / open).toBeGreaterThan(0.2);
  });

  /** The same path, some of whose names are not known, or known in part. */
  function opened(segments: readonly string[], chance: Chance): readonly Step[] {
    const steps = segments.flatMap((segment): Step[] => {
      const kind = chance();
      if (kind < 0.6) return [segment];
      if (kind < 0.75) return [DEEP];
      const [first = ''] = segment;
      return [{ tokens: kind < 0.9 ? [{ glob: '*' }] : [first, { glob: '*' }] }];
    });
    return chance() < 0.1 ? [...steps, DEEP] : steps;
  }

  test('without a workspace, every directory above the path may be the workspace', { timeout }, () => {
    overPairs(effort(50_000, 60), seed + 7, (pattern, segments, chance) => {
      const { text } = pattern;
      if (pattern.anchor !== 'workspace') return;
      const before = pick(chance, [[], ['srv'], ['home', 'a', 'p']]);
      const path = rooted([...before, ...segments]);
      for (const options of allOptions) {
        for (let length = 0; length <= path.segments.length; length++) {
          const root = rooted(path.segments.slice(0, length));
          expectWeaker(
            pattern.test(path, undefined, options),
            pattern.test(path, [root], options),
            `${text} and /${path.segments.join('/')} in /${root.segments.join('/')}`,
          );
        }
      }
    });
  });

  test('a root that floats may be any directory that ends like it', { timeout }, () => {
    overPairs(effort(50_000, 60), seed + 8, (pattern, segments) => {
      const { text } = pattern;
      if (pattern.anchor !== 'workspace') return;
      for (const options of allOptions) {
        expectWeaker(
          pattern.test(rooted(['srv', 'p', ...segments]), [floating(['p'])], options),
          pattern.test(rooted(['srv', 'p', ...segments]), [rooted(['srv', 'p'])], options),
          text,
        );
      }
    });
  });
});

describe('any text', () => {
  test('any text at all is a pattern or has a problem, and what is a pattern answers for any path', {
    timeout,
  }, () => {
    const character = fc.constantFrom(...'ab/*?[]{}()!@+|,\\.~-:^"$ \u0000\u0301\ud800\u202eéC1');
    const text = fc.oneof(
      fc.string({ unit: character, maxLength: 24 }),
      fc.string({ unit: anyCharacter, maxLength: 12 }),
    );
    const segment = text.map((each) => each.replaceAll('/', '')).filter((each) => each !== '');
    const path = fc.tuple(fc.constantFrom(rooted, homed, floating), fc.array(segment, { maxLength: 4 }));
    const numRuns = effort(100_000, 60);
    let taken = 0;
    fc.assert(
      fc.property(text, path, fc.constantFrom(...allOptions), (pattern, [of, segments], options) => {
        const result = compilePath(pattern);
        if (result.pattern === undefined) expect(result.problem).not.toBe('');
        else {
          taken++;
          for (const roots of [undefined, everywhere, [homed([])], [floating([])]]) {
            expect([NO, UNKNOWN, YES]).toContain(result.pattern.test(of(segments), roots, options));
          }
          expect(braceExpand(pattern).length).toBeLessThan(maximalAlternatives);
        }
      }),
      { numRuns, seed },
    );
    tell({ 'texts as path patterns': numRuns });
    expect(taken).toBeGreaterThan(numRuns / 20);
    expect(taken).toBeLessThan(numRuns);
  });
});

describe('the names of a pattern', () => {
  const name = fc.constantFrom(
    'a',
    'A',
    'ab',
    'ba',
    '.ssh',
    'x.pem',
    'X.PEM',
    'home',
    'user',
    'etc',
    'root',
    'Users',
  );
  const part = fc.oneof(
    name,
    fc.constantFrom('*', '**', '?', 'a*', '*b', '*.pem', 'x.*', '?b', '{a,b}', '{ab,x.pem}'),
  );
  const roots = fc.constantFrom(['/home/user/a'], ['/home'], ['/'], ['~/a'], []);
  const above = fc.constantFrom('/', '/home/user/', '/home/user/a/', '~/', '~/a/');

  test('a path that fits has them, also as a folder that holds what fits', { timeout }, () => {
    const numRuns = effort(100_000, 300);
    let matches = 0;
    fc.assert(
      fc.property(
        fc.constantFrom('/', '~/', '**/', '', '/home/', '/Users/', '/root/'),
        fc.array(part, { minLength: 1, maxLength: 4 }),
        above,
        fc.array(name, { maxLength: 4 }),
        fc.record({ below: fc.boolean(), exact: fc.boolean(), recursive: fc.boolean() }),
        roots,
        (start, parts, base, names, { below, exact, recursive }, of) => {
          const value = `${start}${parts.join('/')}`;
          if (compilePath(value).pattern === undefined) return;
          const text = `${base}${names.join('/')}`;
          const touched = { path: readPath(text, undefined), others: [], recursive, text };
          const facts = derive(bash('ls', '1', { cwd: of[0] ?? '/home/user', roots: of }));
          const pattern = { kind: 'path', value } as const;
          const judge = compilePlaceTest([pattern], exact, {
            below,
            settle: (outcome) => outcome,
            cause: UNRESOLVED,
          });
          const found = namesOfTouched(touched, facts, exact);
          if (judge(touched, facts) === NO || found === undefined) return;
          matches++;
          const shown = `${value} and ${text}`;
          const fitting = namesOfFitting(value);
          if (fitting !== undefined)
            expect(
              fitting.some((each) => found.includes(each)),
              shown,
            ).toBe(true);
          const searched = betweenSlashes(found) ?? '';
          const needed = exact ? undefined : neededNames(value);
          const isFound = needed?.some(
            ({ pieces, instead }) =>
              pieces.every((piece) => searched.includes(piece)) ||
              instead.some((each) => searched.includes(each)),
          );
          expect(isFound ?? true, shown).toBe(true);
        },
      ),
      { numRuns, seed },
    );
    tell({ 'paths that fit a pattern': matches });
    expect(matches).toBeGreaterThan(numRuns / 20);
  });
});
