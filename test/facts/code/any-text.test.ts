// Any text in any language is read, within its bounds.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { longestCode, scanCode, scanLanguages } from '../../../src/facts/code/scan.ts';
import { isOpen, showShape, textShape } from '../../../src/pattern/shape.ts';

const pieces = [
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  '"',
  "'",
  '`',
  '"""',
  '${',
  '#{',
  '\\',
  '/',
  '//',
  '/*',
  '#',
  '--',
  '<<A\n',
  '\n',
  '\n  ',
  ' ',
  ';',
  ',',
  '=',
  '+',
  '-',
  '.',
  '..',
  '->',
  '::',
  '=>',
  ':',
  '?',
  '|',
  '||',
  '&',
  '&&',
  '!',
  '<',
  '>',
  '*',
  '**',
  '%',
  '@',
  '$x',
  '@x',
  '%w[',
  'x',
  'f',
  'os',
  'fs',
  'open',
  'system',
  'eval',
  'exec',
  'import os',
  'from os import *',
  'require("fs")',
  'def f(p):\n',
  'def f p',
  'function f(p)',
  'sub f {',
  'lambda p: ',
  'for x in ',
  'for (const x of ',
  'foreach my $x (',
  'if ',
  'else',
  'end',
  'do |x|',
  'return ',
  'with open("a") as f:\n',
  'class A:',
  'q{',
  's/a/',
  'm!',
  '%x{',
  'f"{',
  "'a'",
  '"b"',
  '1',
  'x = x + x\n',
  '"os.system(1)"',
  '\uE000',
  '\u{1F600}',
  '\0',
  'é',
  'BEGIN {',
  'print > ',
  'getline',
  ':!',
  'w ',
  's/a/b/e',
  'COPY x TO PROGRAM ',
  'do shell script ',
  '<?php ',
  '?>',
] as const;

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.array(fc.constantFrom(...pieces), { maxLength: 80 }).map((each) => each.join('')),
);

describe.each(scanLanguages)('%s', (language) => {
  test('any text gives findings in range, the same each time', () => {
    fc.assert(
      fc.property(text, (code) => {
        const findings = scanCode(language, code);
        expect(findings.filter(({ start, end }) => start < 0 || end > code.length || start > end)).toEqual(
          [],
        );
        expect(scanCode(language, code)).toEqual(findings);
      }),
      { seed: 11, numRuns: 300 },
    );
  });

  test('text of one piece over and over is read to its end or given up with a word', () => {
    for (const piece of pieces) {
      const findings = scanCode(language, piece.repeat(Math.ceil(4000 / piece.length)));
      expect(findings.length).toBeLessThanOrEqual(1100);
    }
  });
});

test('homes stand only at the start of what is found', () => {
  const code = 'import os\nh = os.environ["HOME"]\nopen("x" + h)\nos.system("ls " + h)\nopen(h + h)';
  const shapes = scanCode('python', code).flatMap((finding) => {
    if (finding.kind === 'path') return [finding.path];
    return finding.kind === 'shell' ? [finding.text] : [];
  });
  expect(shapes.map(showShape)).toEqual(['x…', 'ls $HOME', '~…']);
  expect(shapes.filter(({ pieces: parts }) => parts.slice(1).some(({ kind }) => kind === 'home'))).toEqual(
    [],
  );
});

test('code beyond the bound is unknown', () => {
  const code = `${'x = 1\n'.repeat(Math.ceil(longestCode / 6))}import os; os.remove("a")`;
  const findings = scanCode('python', code);
  expect(findings.map(({ kind }) => kind)).toEqual(['unknown']);
  expect(findings[0]?.start).toBeLessThanOrEqual(longestCode);
  expect(findings[0]?.end).toBe(code.length);
});

test('code that nests too deep is unknown, and never nothing', () => {
  for (const open of ['(', '[', '{', 'f(', 'if x: ', '-', '!']) {
    const kinds = scanCode('python', `${open.repeat(20_000)}os.remove("a")`).map(({ kind }) => kind);
    expect(kinds).toContain('unknown');
  }
});

test('arguments of a script are what it is called with', () => {
  const args = [textShape('a.txt'), textShape('b.txt')];
  const paths = (language: string, code: string): string[] =>
    scanCode(language, code, args).flatMap((finding) =>
      finding.kind === 'path' ? [showShape(finding.path)] : [],
    );
  expect(paths('python', 'import sys; open(sys.argv[1]); open(sys.argv[2])')).toEqual(['a.txt', 'b.txt']);
  expect(paths('python', 'import sys\nfor f in sys.argv[1:]: open(f)')).toEqual(['a.txt', 'b.txt']);
  expect(paths('perl', 'unlink $ARGV[1]')).toEqual(['b.txt']);
  expect(paths('ruby', 'File.delete(ARGV[0])')).toEqual(['a.txt']);
  expect(paths('node', 'fs.unlinkSync(process.argv[2])')).toContain('a.txt');
});

test('a text with parts that are not known stays open', () => {
  const [finding] = scanCode('python', 'open("/data/" + name + ".txt")');
  expect(finding?.kind === 'path' && isOpen(finding.path)).toBe(true);
});
