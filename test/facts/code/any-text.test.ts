// The limits of what is read, and the findings at them; test/campaign/code-texts.test.ts reads any texts.
import { expect, test } from 'vitest';
import { longestCode, scanCode } from '../../../src/facts/code/scan.ts';
import { isOpen, showShape, textShape } from '../../../src/pattern/text/shape.ts';

test('a home is only at the start of a shape in findings', () => {
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
  for (const open of ['(', '[', '{', 'f(', 'if x: ', '-']) {
    const kinds = scanCode('python', `${open.repeat(20_000)}os.remove("a")`).map(({ kind }) => kind);
    expect(kinds).toContain('unknown');
  }
});

test('arguments of a script are what it is called with', () => {
  const args = [textShape('a.txt'), textShape('b.txt')];
  const paths = (language: string, code: string): string[] =>
    scanCode(language, code, { args }).flatMap((finding) =>
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

test('a call whose block is never closed ends where the code does', () => {
  const code = '(\uE000{';
  const findings = scanCode('perl', code);
  expect(findings.map(({ kind }) => kind)).toContain('unknown');
  expect(findings.filter(({ start, end }) => start > end || end > code.length)).toEqual([]);
});

test('the folder of a script is that of its file, and the current one for code that is in none', () => {
  const paths = (language: string, code: string, folder?: string): string[] =>
    scanCode(language, code, folder === undefined ? {} : { folder: textShape(folder) }).flatMap((finding) =>
      finding.kind === 'path' ? [showShape(finding.path)] : [],
    );
  const node = 'require("fs").rmSync(require("path").join(__dirname, "..", "dist"))';
  expect(paths('node', node, '/w/scripts')).toEqual(['/w/scripts/../dist']);
  expect(paths('node', node)).toEqual(['./../dist']);
  expect(paths('ruby', 'File.delete(__dir__ + "/a")', '/w/scripts')).toEqual(['/w/scripts/a']);
});
