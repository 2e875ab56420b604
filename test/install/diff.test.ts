/** Diffs, judged by the programs that take them. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unifiedDiff } from '../../src/install/diff.ts';
import { tries } from '../campaign/effort.ts';

const folder = mkdtempSync(join(tmpdir(), 'bylaw-diff-'));

/** The file after `patch` has applied the diff. */
function patched(path: string, before: string | undefined, after: string | undefined): string | undefined {
  const file = join(folder, path);
  if (before === undefined) rmSync(file, { force: true });
  else writeFileSync(file, before);
  execFileSync('patch', ['-p1', '--silent', '--no-backup-if-mismatch'], {
    cwd: folder,
    input: unifiedDiff({ path, before, after }),
  });
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

test.each<[path: string, before: string | undefined, after: string | undefined]>([
  ['new', undefined, 'a\nb\n'],
  ['deleted', 'a\nb\n', undefined],
  ['name with a blank', 'a\n', 'b\n'],
  ['name "with" quotes', 'a\n', 'b\n'],
  ['ends', 'a\nb', 'a\nb\n'],
  ['no-end', 'a\n', 'a\nb'],
  ['lines-of-windows', 'a\r\nb\r\n', 'a\nb\n'],
  ['controls', 'a\u001b[2J\tb\n', 'a\u001b[2J\tc\n'],
])('%s', (path, before, after) => {
  expect(patched(path, before, after)).toBe(after);
});

test('any two texts', () => {
  const text = fc.array(fc.constantFrom('a', 'b', '', '-- x', '++ y', '@@ -1 +1 @@', '\\ z'), {
    maxLength: 12,
  });
  const whole = fc.tuple(text, fc.constantFrom('', '\n')).map(([lines, end]) => lines.join('\n') + end);
  fc.assert(
    fc.property(whole, whole, (before, after) => {
      fc.pre(before !== after && before !== '' && after !== '');
      expect(patched('f', before, after)).toBe(after);
    }),
    { numRuns: tries(40), seed: 1 },
  );
});
