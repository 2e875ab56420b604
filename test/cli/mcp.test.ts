import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bylaw, denyShell, withFolder } from './command.ts';

const policies = { 'policies/dev.policy': denyShell };
const server = ['--', process.execPath, '-e', "require('fs').writeFileSync('started', '')"];

describe('bylaw mcp', () => {
  test.each([
    [[], 'takes either `-- COMMAND …` or `--url URL`'],
    [['--'], 'takes either `-- COMMAND …` or `--url URL`'],
    [['npx', 'server'], 'comes after `--`'],
    [['--url', 'http://127.0.0.1:1', ...server], 'takes either'],
    [['--url', 'ftp://127.0.0.1/'], 'begins with `https://` or `http://`'],
    [['--url', 'mcp'], 'begins with `https://` or `http://`'],
    [['--url', 'https://me:blue@127.0.0.1/'], 'takes no user and password'],
    [['--name', '', ...server], 'is not empty'],
    [['--header', 'X-Key: blue', ...server], 'is for a server over HTTP'],
    [['--url', 'http://127.0.0.1:1', '--header', 'blue'], 'takes a name and a value'],
    [['--url', 'http://127.0.0.1:1', '--header', 'X Key: blue'], 'takes a name and a value'],
    [['--url', 'http://127.0.0.1:1', '--header', 'Mcp-Session-Id: blue'], 'is set by bylaw itself'],
    [
      ['--url', 'http://127.0.0.1:1', '--header', 'X-Key: blue\nX-Other: blue'],
      'a character that no header can have',
    ],
    [['--header-file', 'x', ...server], 'has no option `--header-file`'],
    [['--policies', 'none', ...server], 'none'],
  ])('%j is wrong usage, and no server is started', async (args, message) => {
    await withFolder(policies, async (cwd) => {
      const { code, stdout, stderr } = await bylaw(['mcp', ...args], { cwd });
      expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
      expect(stderr).toContain(message);
      expect(stderr).not.toContain('blue');
      expect(existsSync(join(cwd, 'started'))).toBe(false);
    });
  });

  test('starts no server by policies that are not valid, and says why', async () => {
    await withFolder(
      { 'policies/dev.policy': 'policy com.example.dev\ndeny x\n  when tol is "a"\n' },
      async (cwd) => {
        const { code, stdout, stderr } = await bylaw(['mcp', ...server], { cwd });
        expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
        expect(stderr).toContain('The policies are not valid');
        expect(existsSync(join(cwd, 'started'))).toBe(false);
      },
    );
  });

  test('says what cannot be started', async () => {
    await withFolder(policies, async (cwd) => {
      const { code, stderr } = await bylaw(['mcp', '--', 'no-such-program-of-bylaw', '--help'], { cwd });
      expect(code).toBe(3);
      expect(stderr).toBe(
        'bylaw: the server cannot be started: `no-such-program-of-bylaw`: there is no such program\n',
      );
    });
  });

  test('leaves options behind `--` to the server', async () => {
    await withFolder(policies, async (cwd) => {
      await bylaw(['mcp', ...server, '--', '--url', '--help'], { cwd });
      expect(existsSync(join(cwd, 'started'))).toBe(true);
    });
  });

  test('explains itself', async () => {
    await withFolder({}, async (cwd) => {
      const { code, stdout } = await bylaw(['mcp', '--help'], { cwd });
      expect(code).toBe(0);
      expect(stdout).toMatch(/^Usage: bylaw mcp /);
    });
  });
});
