// Regular expressions match what the built-in ones do, alone, in sets, and where their literals are looked for first.
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, test } from 'vitest';
import { compileRegex, type RegexPattern } from '../../src/pattern/regex/regex.ts';
import { flagBits } from '../../src/pattern/regex/regex-flags.ts';
import { literalsOfRegex } from '../../src/pattern/regex/regex-literals.ts';
import { regexSearch } from '../../src/pattern/regex/regex-search.ts';
import { compileRegexSet } from '../../src/pattern/regex/regex-set.ts';
import { effort, seed, tell, timeout } from './effort.ts';

function compiled(source: string, flags = ''): RegexPattern {
  const { pattern, problem } = compileRegex(source, flags);
  if (pattern === undefined) throw new Error(`${source}: ${JSON.stringify(problem)}`);
  return pattern;
}

describe('one expression', () => {
  // Expressions that mean the same here and to the built-in RegExp with the flag `u`.
  const atom = fc.oneof(
    fc.constantFrom('a', 'b', 'A', '1', ' ', 'é', '\\.', '\\/', '\\\\', '-', '_', '漢'),
    fc.constantFrom(
      '.',
      '\\d',
      '\\w',
      '\\D',
      '\\W',
      '[ab]',
      '[^ab]',
      '[a-c1]',
      '[^\\d]',
      '\\x61',
      '[\\]\\-]',
    ),
  );
  const { expression } = fc.letrec<{ expression: string }>((tie) => ({
    expression: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      atom,
      fc.tuple(tie('expression'), tie('expression')).map((parts) => parts.join('')),
      fc.tuple(tie('expression'), tie('expression')).map((parts) => `(?:${parts.join('|')})`),
      tie('expression').map((part) => `(${part})`),
      fc
        .tuple(
          tie('expression'),
          fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{0,2}', '*?', '+?', '??', '{2,}'),
        )
        .map(([part, times]) => `(?:${part})${times}`),
      fc.constantFrom('^', '$', '\\b', '\\B'),
    ),
  }));
  const text = fc.string({
    unit: fc.constantFrom('a', 'b', 'A', 'c', '1', ' ', '.', '\\', '-', '_', '\n', '漢'),
    maxLength: 12,
  });
  const flags = fc.constantFrom('', 'i', 'm', 's', 'im', 'is', 'ms', 'ims');

  test('an expression matches where the built-in one does', { timeout }, () => {
    const numRuns = effort(100_000, 300);
    let matched = 0;
    fc.assert(
      fc.property(
        expression,
        flags,
        fc.array(text, { minLength: 4, maxLength: 4 }),
        (source, mode, texts) => {
          const pattern = compiled(source, mode);
          const builtIn = new RegExp(source, `${mode}u`);
          for (const each of texts) {
            const expected = builtIn.test(each);
            if (expected) matched++;
            expect(pattern.test(each), `/${source}/${mode} and ${JSON.stringify(each)}`).toBe(expected);
          }
        },
      ),
      { numRuns, seed },
    );
    tell({ 'expressions beside the built-in ones': numRuns });
    expect(matched).toBeGreaterThan(numRuns / 10);
    expect(matched).toBeLessThan(3.9 * numRuns);
  });

  test('any text at all is an expression or has a problem', { timeout }, () => {
    const unit = fc.constantFrom(...'ab()[]{}*+?|^$\\.-,0123:=!<>pPLQE#xu&~ \u0000\ud800é');
    const numRuns = effort(200_000, 1200);
    let taken = 0;
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 30 }), flags, (source, mode) => {
        const { pattern, problem } = compileRegex(source, mode);
        if (pattern === undefined) expect(problem.kind).toMatch(/^(?:syntax|size|flag)$/);
        else {
          taken++;
          // What is only read, and compiled when it is asked, is then an expression, and no larger than was said.
          expect(pattern.size, `/${source}/${mode}`).toBeLessThanOrEqual(pattern.sizeBound);
          expect([true, false]).toContain(pattern.test('ab(c)\n\ud800'));
        }
      }),
      { numRuns, seed },
    );
    tell({ 'texts as expressions': numRuns });
    expect(taken).toBeGreaterThan(numRuns / 100);
    expect(taken).toBeLessThan(numRuns);
  });
});

describe('the literals of an expression', () => {
  // Expressions that this language and RE2 read alike, so that texts can be made for them.
  const atom = fc.constantFrom(
    'a',
    'b',
    'K',
    's',
    '\\.',
    '\\d',
    '\\w',
    '.',
    '[ab]',
    '[^b]',
    '[]x]',
    '^',
    '$',
    '\\b',
    '-',
  );
  const expression = fc.letrec((tie) => ({
    any: fc.oneof({ maxDepth: 4 }, atom, tie('sequence'), tie('choice'), tie('group')),
    sequence: fc
      .array(fc.tuple(tie('any'), fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{0,2}', '+?')), {
        maxLength: 5,
      })
      .map((parts) =>
        parts
          .map(([one, times]) => (/^(?:\^|\$|\\b|)$/.test(one as string) ? one : `(?:${one})${times}`))
          .join(''),
      ),
    choice: fc.tuple(tie('any'), tie('any')).map(([one, other]) => `${one}|${other}`),
    group: tie('any').map((one) => `(${one})`),
  })).any as fc.Arbitrary<string>;
  const text = fc.string({
    unit: fc.constantFrom('a', 'b', 'k', 'K', 's', 'S', '.', '-', '1', 'x', ' ', '\u212a', '\u017f'),
    maxLength: 14,
  });

  test('no text matches without one of them', { timeout }, () => {
    const numRuns = effort(100_000, 300);
    let matches = 0;
    fc.assert(
      fc.property(
        expression,
        fc.constantFrom('', 'i'),
        fc.array(text, { minLength: 8, maxLength: 8 }),
        (source, flags, texts) => {
          const literals = literalsOfRegex(source);
          const { pattern } = compileRegex(source, flags);
          if (pattern === undefined) return;
          const search = regexSearch(source, flags);
          const alone = RE2JS.compile(source, flagBits(flags));
          for (const each of texts) {
            const isMatch = alone.test(each);
            expect(search.test(each), `${source} ${each}`).toBe(isMatch);
            if (!isMatch || literals === undefined) continue;
            matches++;
            const folded = each.replaceAll('\u212a', 'k').replaceAll('\u017f', 's').toLowerCase();
            expect(
              literals.some((one) => folded.includes(one.toLowerCase())),
              `${source} ${each}`,
            ).toBe(true);
          }
        },
      ),
      { numRuns, seed },
    );
    tell({ 'matches with a literal': matches });
    expect(matches).toBeGreaterThan(numRuns / 4);
  });
});

describe('a set of expressions', () => {
  const piece = fc.constantFrom(
    'a',
    'B',
    '.',
    '\\d',
    '[ab]',
    '[^b]',
    '\\w',
    '\\b',
    '^',
    '$',
    'é',
    '(?i:b)',
    '(a|b)',
    '\\s',
    '(?:)',
    '\\z',
    '\\A',
  );
  const repeated = fc
    .tuple(piece, fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,3}'))
    .map(([what, times]) => (/^(?:\^|\$|\\[bAz])$/.test(what) ? what : what + times));
  const expression = fc
    .array(fc.array(repeated, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 2 })
    .map((branches) => branches.map((parts) => parts.join('')).join('|'));
  const text = fc.string({
    unit: fc.constantFrom(
      'a',
      'b',
      'A',
      'B',
      '1',
      ' ',
      '\n',
      'é',
      'É',
      'K',
      '\u{1f600}',
      'e\u0301',
      '\ud800',
    ),
    maxLength: 10,
  });

  test('a set finds what each expression matches by itself', { timeout }, () => {
    const numRuns = effort(40_000, 150);
    let found = 0;
    fc.assert(
      fc.property(
        fc.uniqueArray(expression, { minLength: 1, maxLength: 12 }),
        fc.constantFrom('', 'i', 'm', 's', 'ims'),
        fc.array(text, { minLength: 1, maxLength: 5 }),
        (sources, flags, texts) => {
          const set = compileRegexSet(sources, flags);
          const each = sources.map((source) => compileRegex(source, flags).pattern);
          for (const one of texts) {
            const matching: number[] = [];
            expect(set.search(one, (at) => matching.push(at))).toBe(true);
            const expected = each.flatMap((pattern, at) => (pattern?.test(one) === true ? at : []));
            expect(matching.toSorted((a, b) => a - b)).toEqual(expected);
            found += expected.length;
          }
        },
      ),
      { numRuns, seed },
    );
    tell({ 'matches of expressions in sets': found });
    expect(found).toBeGreaterThan((2 / 3) * numRuns);
  });
});
