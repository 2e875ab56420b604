import { describe, expect, test } from 'vitest';
import { compare } from '../../src/replay/compare.ts';
import type { Answer } from '../../src/replay/step.ts';

const passed: Answer = { effect: 'none', code: null, unsure: [] };
const denied = (code: string | null, unsure: readonly string[] | undefined = []): Answer => ({
  effect: 'deny',
  code,
  unsure,
});

describe('two answers to one call', () => {
  test.each<[string, Answer, Answer, string[]]>([
    ['the same passing', passed, passed, []],
    ['the same denial', denied('a'), denied('a'), []],
    ['a denial that is new', passed, denied('a'), ['newly-denied a']],
    ['a denial that is gone', denied('a'), passed, ['newly-passing a']],
    ['another code', denied('a'), denied('b'), ['code-changed b was a']],
    ['a denial without a code', denied(null), passed, ['newly-passing (no code)']],
    [
      'doubts that are new',
      passed,
      { ...passed, unsure: ['a', 'b', 'a'] },
      ['newly-unsure a', 'newly-unsure b'],
    ],
    [
      'doubts that are gone',
      { ...passed, unsure: ['a', 'b'] },
      { ...passed, unsure: ['b'] },
      ['no-longer-unsure a'],
    ],
    ['doubts that nobody wrote down', { ...passed, unsure: undefined }, { ...passed, unsure: ['a'] }, []],
    ['a denial out of doubt', passed, denied('a', ['a']), ['newly-denied a', 'newly-unsure a']],
  ])('%s', (_, before, after, changes) => {
    expect(
      compare(before, after).map(
        ({ kind, rule, was }) => `${kind} ${rule}${was === null ? '' : ` was ${was}`}`,
      ),
    ).toEqual(changes);
  });
});
