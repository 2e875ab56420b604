import { expect, test } from 'vitest';
import { type Fix, warningAt } from '../../src/language/diagnostic.ts';
import { applyFixes } from '../../src/language/fix.ts';
import { made } from './made-code.ts';

/** Applies one fix to what is between `[` and `]`; `of` is between `{` and `}`. */
function fixed(marked: string, kind: Fix['kind'], instead = ''): string {
  const text = marked.replace(/[[\]{}]/g, '');
  const between = (open: string, close: string): { start: number; end: number } => {
    const plain = (part: string): number => part.replace(/[[\]{}]/g, '').length;
    return {
      start: plain(marked.slice(0, marked.indexOf(open))),
      end: plain(marked.slice(0, marked.indexOf(close))),
    };
  };
  const span = between('[', ']');
  const fix: Fix =
    kind === 'replace'
      ? { kind, span, text: instead }
      : kind === 'remove'
        ? { kind, span }
        : { kind, span, of: between('{', '}') };
  return applyFixes(text, [warningAt(made('w'), 'a.policy', span, 'doubtful', { fix })]).text;
}

test.each([
  ['a ["x"] b', 'replace', 'y', 'a y b'],
  ['a\n  [b]\nc', 'remove', '', 'a\nc'],
  ['a\r\n  [b]\r\nc', 'remove', '', 'a\r\nc'],
  ['list x = "a", ["a"]\n', 'remove', '', 'list x = "a"\n'],
  ['list x = ["a"], "b"\n', 'remove', '', 'list x = "b"\n'],
  ['list x = "a",\n  ["a"],\n  "b"\n', 'remove', '', 'list x = "a",\n  "b"\n'],
  ['a [b] # why\nc', 'remove', '', 'a  # why\nc'],
  ['[a]', 'remove', '', ''],
  ['{tags a}\n[tags a]\nb', 'remove-copy', '', 'tags a\nb'],
  ['{tags a}\n[tags b]\nb', 'remove-copy', '', 'tags a\ntags b\nb'],
] as const)('%j, %s %j', (text, kind, instead, wanted) => {
  expect(fixed(text, kind, instead)).toBe(wanted);
});

test('of fixes that touch each other one is applied at a time', () => {
  const at = (start: number, end: number, text: string) =>
    warningAt(made('w'), 'a.policy', { start, end }, 'doubtful', {
      fix: { kind: 'replace', span: { start, end }, text },
    });
  const { text, applied } = applyFixes('abcdef', [at(0, 2, 'x'), at(2, 3, 'y'), at(5, 6, 'z')]);
  expect([text, applied.length]).toEqual(['xcdez', 2]);
});
