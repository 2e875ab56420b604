/** docs/bundles.md: its files are put on a disk, and its commands run one after the other. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bylaw, withFolder } from '../cli/command.ts';

const page = readFileSync('docs/bundles.md', 'utf8');
const files = Object.fromEntries(
  [...page.matchAll(/^```(?:policy|yaml) (\S+)\n([\s\S]*?)^```$/gm)].map(([, path = '', text = '']) => [
    path,
    text,
  ]),
);
const commands = [...page.matchAll(/^\$ bylaw (.*)$/gm)].map(([, line = '']) => line.split(' '));

test('its commands build, sign, publish and go back', () =>
  withFolder(files, async (cwd) => {
    expect([Object.keys(files).length, commands.length]).toEqual([3, 11]);
    const said: string[] = [];
    for (const args of commands) {
      const { code, stdout, stderr } = await bylaw(args, { cwd });
      expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' });
      said.push(stdout);
    }
    expect(said[1]).toContain('2 tests passed; not signed yet');
    expect(said[5]).toMatch(/^published at published: bundle 1 /);
    expect(said[9]).toMatch(/bundle 3 .*; its content is that of 1$/m);
    expect(said[10]).toMatch(/^published at published: bundle 3 /);
  }));

test('a call is decided by what is in the bundle', () =>
  withFolder(
    {
      ...files,
      'call.json': '{"tool":{"name":"Bash","kind":"shell","input":{"command":"terraform destroy"}}}',
    },
    async (cwd) => {
      const env = { XDG_STATE_HOME: join(cwd, 'state'), XDG_CACHE_HOME: join(cwd, 'cache') };
      for (const args of commands.slice(0, 5)) await bylaw(args, { cwd });
      const asked = (...options: readonly string[]) => bylaw(['eval', ...options, 'call.json'], { cwd, env });
      const { code, stdout } = await asked('--bundle', 'published', '--bundle-key', 'release.pub');
      expect({ code, stdout }).toEqual({
        code: 1,
        stdout: expect.stringContaining('com.acme.security.destroy'),
      });
      expect((await asked('--bundle', 'published')).stderr).toContain('a bundle needs the public keys');
      await bylaw(['bundle', 'keygen', 'other'], { cwd });
      expect((await asked('--bundle', 'acme.bundle', '--bundle-key', 'other.pub')).stderr).toContain(
        'none of them is a key that is trusted here',
      );
    },
  ));
