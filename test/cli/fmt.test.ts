import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bylaw, withFolder } from './command.ts';

const untidy = 'policy com.example.dev\r\ndeny shell # why\r\n   when kind is shell\r\n';
const tidy = 'policy com.example.dev\n\ndeny shell  # why\n  when kind is shell\n';
const broken = 'policy com.example.dev\ndeny shell\n  whn kind is shell\n';

const read = (...path: string[]): string => readFileSync(join(...path), 'utf8');

describe('files', () => {
  test('are rewritten where they change, and named', async () => {
    const files = { 'p/a.policy': untidy, 'p/b.policy': tidy, 'p/c.txt': untidy, 'p/.d.policy': untidy };
    await withFolder(files, async (cwd) => {
      const { mtimeMs } = statSync(join(cwd, 'p/b.policy'));
      expect(await bylaw(['fmt', 'p'], { cwd })).toEqual({
        code: 0,
        stdout: 'p/a.policy\n',
        stderr: '1 of 2 files was formatted.\n',
      });
      expect(read(cwd, 'p/a.policy')).toBe(tidy);
      expect(statSync(join(cwd, 'p/b.policy')).mtimeMs).toBe(mtimeMs);
      expect([read(cwd, 'p/c.txt'), read(cwd, 'p/.d.policy')]).toEqual([untidy, untidy]);
      expect(readdirSync(join(cwd, 'p')).sort()).toEqual(['.d.policy', 'a.policy', 'b.policy', 'c.txt']);
      expect(await bylaw(['fmt', 'p'], { cwd })).toEqual({
        code: 0,
        stdout: '',
        stderr: '2 files, nothing to format.\n',
      });
    });
  });

  test('of profiles are formatted with their folder, and any file that is named', async () => {
    await withFolder(
      { 'strict/.profile': '', 'strict/s.policy': untidy, 'draft.txt': untidy },
      async (cwd) => {
        const { stdout } = await bylaw(['fmt', '.', 'draft.txt', 'strict'], { cwd });
        expect(stdout).toBe('strict/s.policy\ndraft.txt\n');
        expect([read(cwd, 'strict/s.policy'), read(cwd, 'draft.txt')]).toEqual([tidy, tidy]);
      },
    );
  });

  test('of tests are formatted beside their policies', async () => {
    const tests = 'tests for com.example.dev test shell denies "ls"';
    await withFolder({ 'p/a.policy': tidy, 'p/a.tests.policy': tests }, async (cwd) => {
      expect((await bylaw(['fmt', 'p'], { cwd })).stdout).toBe('p/a.tests.policy\n');
      expect(read(cwd, 'p/a.tests.policy')).toBe('tests for com.example.dev\n\ntest shell\n  denies "ls"\n');
    });
  });

  test('keep their mode, and links stay links', async () => {
    await withFolder({ 'real.policy': untidy }, async (cwd) => {
      chmodSync(join(cwd, 'real.policy'), 0o640);
      mkdirSync(join(cwd, 'p'));
      symlinkSync('../real.policy', join(cwd, 'p/link.policy'));
      expect((await bylaw(['fmt', 'p', 'real.policy'], { cwd })).stdout).toBe('p/link.policy\n');
      expect(lstatSync(join(cwd, 'p/link.policy')).isSymbolicLink()).toBe(true);
      expect(read(cwd, 'real.policy')).toBe(tidy);
      expect(statSync(join(cwd, 'real.policy')).mode & 0o777).toBe(0o640);
    });
  });

  test('with errors are left as they are, and the others formatted', async () => {
    const files = { 'a.policy': untidy, 'b.policy': broken, 'c.policy': Buffer.from([0x70, 0xff]) };
    await withFolder(files, async (cwd) => {
      const { code, stdout, stderr } = await bylaw(['fmt', '.'], { cwd });
      expect([code, stdout]).toEqual([2, 'a.policy\n']);
      expect(stderr).toContain('b.policy:3:3');
      expect(stderr).toContain('c.policy cannot be read: it is not UTF-8 text\n');
      expect(stderr).toContain('1 of 3 files was formatted. Left as they are: 2.\n');
      expect(read(cwd, 'b.policy')).toBe(broken);
    });
  });

  test('that no one may write are named', async () => {
    await withFolder({ 'a.policy': untidy }, async (cwd) => {
      chmodSync(join(cwd, 'a.policy'), 0o444);
      const { code, stderr } = await bylaw(['fmt', 'a.policy'], { cwd });
      expect(code).toBe(2);
      expect(stderr).toContain('a.policy cannot be written: it is read-only; make it writable first\n');
      expect(read(cwd, 'a.policy')).toBe(untidy);
    });
  });

  test('that are not there, or none at all, are wrong usage', async () => {
    await withFolder({ 'p/a.txt': '' }, async (cwd) => {
      expect((await bylaw(['fmt', 'q'], { cwd })).stderr).toContain('there is no file or folder `q`');
      expect((await bylaw(['fmt', 'p'], { cwd })).stderr).toContain(
        'there is no policy file in the folder `p`',
      );
      expect((await bylaw(['fmt', 'p', '-'], { cwd })).stderr).toContain('`-` is standard input');
      for (const args of [['q'], ['p'], ['p', '-'], ['--stdin-path', 'x', 'p'], ['--chek', 'p']])
        expect((await bylaw(['fmt', ...args], { cwd })).code).toBe(3);
    });
  });
});

describe('--check and --diff', () => {
  test('write nothing; --check names what would change', async () => {
    await withFolder({ 'a.policy': untidy, 'b.policy': tidy }, async (cwd) => {
      expect(await bylaw(['fmt', '--check', '.'], { cwd })).toEqual({
        code: 1,
        stdout: 'a.policy\n',
        stderr: '1 of 2 files is not formatted: `bylaw fmt` does it.\n',
      });
      expect(await bylaw(['fmt', '--check', 'b.policy'], { cwd })).toMatchObject({ code: 0, stdout: '' });
      expect(read(cwd, 'a.policy')).toBe(untidy);
    });
  });

  test('--diff shows it', async () => {
    await withFolder({ 'a.policy': untidy }, async (cwd) => {
      const { code, stdout } = await bylaw(['fmt', '--diff', 'a.policy'], { cwd });
      expect(code).toBe(0);
      expect(stdout).toBe(`a.policy
  Its lines will end with a line feed only.
--- a/a.policy
+++ b/a.policy
@@ -1,3 +1,4 @@
-policy com.example.dev\r
-deny shell # why\r
-   when kind is shell\r
+policy com.example.dev
+
+deny shell  # why
+  when kind is shell
`);
      expect((await bylaw(['fmt', '--diff', '--check', 'a.policy'], { cwd })).code).toBe(1);
      expect(read(cwd, 'a.policy')).toBe(untidy);
    });
  });
});

describe('--json', () => {
  const files = { 'a.policy': untidy, 'b.policy': tidy, 'c.policy': broken };

  test('says what changes and what fails', async () => {
    await withFolder(files, async (cwd) => {
      const { code, stdout, stderr } = await bylaw(['fmt', '--json', '.'], { cwd });
      expect([code, stderr]).toEqual([2, '']);
      expect(JSON.parse(stdout)).toEqual({
        files: 3,
        written: true,
        changed: [{ path: 'a.policy' }],
        failed: [
          {
            path: 'c.policy',
            diagnostics: [expect.objectContaining({ code: expect.any(String), line: 3, column: 3 })],
          },
        ],
        unlisted: [],
      });
      expect(read(cwd, 'a.policy')).toBe(tidy);
    });
  });

  test('with --diff it has the diff, and writes nothing', async () => {
    await withFolder(files, async (cwd) => {
      const { stdout } = await bylaw(['fmt', '--json', '--diff', 'a.policy'], { cwd });
      expect(JSON.parse(stdout)).toMatchObject({
        written: false,
        changed: [{ path: 'a.policy', diff: expect.stringContaining('+++ b/a.policy') }],
      });
      expect(read(cwd, 'a.policy')).toBe(untidy);
    });
  });

  test('is for files', async () => {
    expect(await bylaw(['fmt', '--json', '-'], { cwd: '/', stdin: tidy })).toMatchObject({
      code: 3,
      stderr: 'bylaw: `--json` is about files: name them, or a folder\n',
    });
  });
});

describe('standard input', () => {
  test('goes to standard output, with and without a dash', async () => {
    await withFolder({}, async (cwd) => {
      const fine = { code: 0, stdout: tidy, stderr: '' };
      expect(await bylaw(['fmt', '-'], { cwd, stdin: untidy })).toEqual(fine);
      expect(await bylaw(['fmt'], { cwd, stdin: `\uFEFF${untidy}` })).toEqual(fine);
      expect(await bylaw(['fmt'], { cwd, stdin: '' })).toEqual({ code: 0, stdout: '', stderr: '' });
    });
  });

  test('with errors gives nothing, and they name what they were told to', async () => {
    await withFolder({}, async (cwd) => {
      const { code, stdout, stderr } = await bylaw(['fmt', '--stdin-path', 'p/x.policy'], {
        cwd,
        stdin: broken,
      });
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain('--> p/x.policy:3:3');
      expect((await bylaw(['fmt'], { cwd, stdin: broken })).stderr).toContain('--> standard input:3:3');
      expect((await bylaw(['fmt'], { cwd, stdin: Buffer.from([0xff]) })).stderr).toBe(
        'standard input cannot be read: it is not UTF-8 text\n',
      );
    });
  });

  test('is checked', async () => {
    await withFolder({}, async (cwd) => {
      expect(await bylaw(['fmt', '--check'], { cwd, stdin: untidy })).toEqual({
        code: 1,
        stdout: 'standard input\n',
        stderr: '',
      });
      expect(await bylaw(['fmt', '--check'], { cwd, stdin: tidy })).toEqual({
        code: 0,
        stdout: '',
        stderr: '',
      });
    });
  });
});
