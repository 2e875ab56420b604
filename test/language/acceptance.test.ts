import { expect, test } from 'vitest';
import { acceptWarnings } from '../../src/language/acceptance.ts';
import { errorAt, warningAt } from '../../src/language/diagnostic.ts';
import { made } from './made-code.ts';

const path = 'a.policy';

/** What becomes of warnings `w` at each `W` and errors `e` at each `E` of a text. */
function accepting(text: string): { readonly left: readonly string[]; readonly accepted: readonly string[] } {
  const found = [...text.matchAll(/[WE]/g)].map(({ 0: letter, index }) => {
    const span = { start: index, end: index + 1 };
    return letter === 'W'
      ? warningAt(made('w'), path, span, 'doubtful')
      : errorAt(made('e'), path, span, 'wrong');
  });
  const { diagnostics, accepted } = acceptWarnings([{ path, text }], found);
  return {
    left: diagnostics.map(({ code, message }) => (code.includes('-') ? `${code}: ${message}` : code)),
    accepted: accepted.map(({ reason }) => reason),
  };
}

test('a comment before a declaration is for all of it, and for nothing behind it', () => {
  const text =
    '# bylaw: accept w because it is so\n# and another\ndeny x\n  when W\n  when W\ndeny y\n  when W\n';
  expect(accepting(text)).toEqual({ left: ['w'], accepted: ['it is so', 'it is so'] });
});

test('a comment before a clause or a step is for that one', () => {
  const text =
    'deny x\n  # bylaw: accept w because a\n  when W\n  when W\n  test\n    # bylaw: accept w because b\n    denies W\n    passes W\n';
  expect(accepting(text)).toEqual({ left: ['w', 'w'], accepted: ['a', 'b'] });
});

test('a comment behind something is for its line', () => {
  expect(accepting('deny x\n  when W # bylaw: accept w because a\n  when W\n')).toEqual({
    left: ['w'],
    accepted: ['a'],
  });
});

test('lines end in every way that lines end', () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const text = ['deny x', '  when W # bylaw: accept w because a', '  when W', ''].join(end);
    expect(accepting(text)).toEqual({ left: ['w'], accepted: ['a'] });
  }
});

test('what stands in a text is no comment', () => {
  expect(accepting('deny x\n  when tool is "# bylaw: accept w because a" W\n')).toEqual({
    left: ['w'],
    accepted: [],
  });
});

test.each([
  ['# bylaw: accept w', 'it does not say why'],
  ['# bylaw: accept w because', 'it does not say why'],
  ['# bylaw: ignore w', 'nothing can be made of it'],
  ['# bylaw:', 'nothing can be made of it'],
  ['# bylaw accept w because so', 'it does not say why'],
  ['# Bylaw: Accept W', 'nothing can be made of it'],
])('%s accepts nothing', (comment, why) => {
  expect(accepting(`${comment}\ndeny x\n  when W\n`.replace('Accept W', 'Accept w'))).toEqual({
    left: [`invalid-acceptance: this comment speaks to bylaw, and ${why}`, 'w'],
    accepted: [],
  });
});

test('an error is not accepted', () => {
  expect(accepting('# bylaw: accept e because so\ndeny x\n  when E\n').left).toEqual([
    'e',
    'invalid-acceptance: `e` is an error, and an error cannot be accepted',
  ]);
});

test('a comment that accepts nothing is told, unless an error may be the reason', () => {
  const comment = '# bylaw: accept w because so\n';
  const unneeded = 'unneeded-acceptance: there is no warning `w` here to be accepted';
  expect(accepting(`${comment}deny x\n`).left).toEqual([unneeded]);
  expect(accepting(`deny x\n${comment}`).left).toEqual([unneeded]);
  expect(accepting(`${comment}deny x\n  when E\n`).left).toEqual(['e']);
  // Some checks run only where every file is right.
  const text = `${comment}deny x\n`;
  const elsewhere = errorAt('syntax', 'other.policy', { start: 0, end: 1 }, 'wrong');
  expect(acceptWarnings([{ path: 'main.policy', text }], [elsewhere]).diagnostics).toEqual([elsewhere]);
});

test('comments about bylaw are free', () => {
  const text = '# bylaw is great; bylaw accepts no nonsense\ndeny x\n';
  expect(accepting(text)).toEqual({ left: [], accepted: [] });
});

test('a misspelt code is shown as what it could be, and the comment is never taken away', () => {
  const path = 'a.policy';
  const text = '# bylaw: accept wide-hosts because so\ndeny x\n  when W\n';
  const span = { start: text.indexOf('W'), end: text.indexOf('W') + 1 };
  const { diagnostics } = acceptWarnings([{ path, text }], [warningAt('wide-host', path, span, 'doubtful')]);
  expect(diagnostics.map(({ code, help, fix }) => [code, help, fix])).toEqual([
    ['wide-host', undefined, undefined],
    ['unneeded-acceptance', 'did you mean `wide-host`?', undefined],
  ]);
});
