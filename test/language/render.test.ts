import { expect, test } from 'vitest';
import { errorAt, warningAt } from '../../src/language/diagnostic.ts';
import { printable, renderDiagnostic, renderPlace } from '../../src/language/render.ts';
import { indexLines, type Source } from '../../src/language/source.ts';
import { made } from './made-code.ts';

const source: Source = { path: 'a.policy', text: 'policy a.b\n\tdeny \u202ex\r\n  when ñ\n' };
const lookup = (path: string): Source | undefined => (path === source.path ? source : undefined);

test('carets stand under the words, behind tabs and characters that are shown as their numbers', () => {
  const at = source.text.indexOf('x');
  expect(
    renderDiagnostic(errorAt(made('some-code'), 'a.policy', { start: at, end: at + 1 }, 'no'), lookup),
  ).toBe(
    [
      'error[some-code]: no',
      '  --> a.policy:2:8',
      '  |',
      '2 |   deny \\u{202e}x',
      `  | ${' '.repeat('  deny \\u{202e}'.length)}^`,
    ].join('\n'),
  );
});

test('a span of several lines is shown on its first, and one of nothing by one caret', () => {
  const carets = (start: number, end: number): string =>
    renderDiagnostic(errorAt(made('some-code'), 'a.policy', { start, end }, 'no'), lookup)
      .split('\n')
      .at(-1) ?? '';
  expect(carets(0, source.text.length)).toBe('  | ^^^^^^^^^^');
  expect(carets(0, 0)).toBe('  | ^');
});

test('notes and help follow; colours are only there when they are asked for', () => {
  const span = { start: 0, end: 6 };
  const diagnostic = warningAt(made('some-code'), 'a.policy', span, 'no', {
    notes: [{ path: 'a.policy', span, message: 'here' }],
    help: 'do',
  });
  expect(renderDiagnostic(diagnostic, lookup).split('\n').slice(5)).toEqual([
    'note: here',
    '  --> a.policy:1:1',
    '  |',
    '1 | policy a.b',
    '  | ------',
    'help: do',
  ]);
  expect(renderDiagnostic(diagnostic, lookup)).not.toContain('\u001b');
  expect(renderDiagnostic(diagnostic, lookup, { color: true })).toContain(
    '\u001b[1;33mwarning[some-code]\u001b[0m',
  );
});

test('a file that is not there is named, and nothing is drawn', () => {
  const diagnostic = errorAt(made('some-code'), 'b.policy', { start: 5, end: 6 }, 'no');
  expect(renderDiagnostic(diagnostic, lookup)).toBe('error[some-code]: no\n  --> b.policy');
  expect(renderPlace('b.policy', { start: 5, end: 6 }, lookup)).toBe('b.policy');
  expect(renderPlace('a.policy', { start: 11, end: 12 }, lookup)).toBe('a.policy:2:1');
});

test('of a very long line, the part around the fault is shown', () => {
  const long: Source = { path: 'a.policy', text: `${'a'.repeat(5000)}b${'c'.repeat(5000)}` };
  const shown = renderDiagnostic(
    errorAt(made('some-code'), 'a.policy', { start: 5000, end: 9000 }, 'no'),
    () => long,
  );
  const [, , , line = '', carets = ''] = shown.split('\n');
  expect(line.length).toBeLessThan(140);
  expect(line[carets.indexOf('^')]).toBe('b');
  expect(carets.length).toBeLessThanOrEqual(line.length + 1);
});

test('nothing that would steer a terminal, or turn a line round, is printed', () => {
  expect(printable('\u001b[2J\u202e\u0000\ud800\u2028')).toBe('\\u{1b}[2J\\u{202e}\\u{0}\\u{d800}\\u{2028}');
  expect(printable('größer 日本')).toBe('größer 日本');
});

test('lines are counted from one, columns in characters of the text', () => {
  const index = indexLines('ab\r\n\ncd');
  expect(index.lineCount).toBe(3);
  expect(index.positionAt(0)).toMatchObject({ line: 1, column: 1, lineText: 'ab' });
  expect(index.positionAt(4)).toMatchObject({ line: 2, column: 1, lineText: '' });
  expect(index.positionAt(6)).toMatchObject({ line: 3, column: 2, lineText: 'cd' });
  expect(index.positionAt(99)).toMatchObject({ line: 3, column: 3 });
  expect(index.positionAt(-1)).toMatchObject({ line: 1, column: 1 });
});
