/** Variables that begin with `BYLAW_` and that nothing reads are told of, with the name that was meant, and break nothing. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { warnOfStrange } from '../../src/cli/settings/strange-variables.ts';
import { bylaw, denyShell, withFolder } from './command.ts';

test.each([
  ['BYLAW_TOKEN_S', 'BYLAW_TOKENS'],
  ['BYLAW_POLICY', 'BYLAW_POLICIES'],
  ['BYLAW_SIGNING_PASSPHRAES', 'BYLAW_SIGNING_PASSPHRASE'],
])('%s is told of, and %s was meant', (name, meant) => {
  expect(warnOfStrange({ [name]: 'x', OTHER: 'y', BYLAW_TOKEN: 'z' })).toBe(
    `bylaw: the variable \`${name}\` is read by no command; did you mean \`${meant}\`?\n`,
  );
  expect(warnOfStrange({ [name]: '' })).toBe('');
});

test('a file of configuration is as valid as without it', () =>
  withFolder({ 'bylaw.yaml': 'policies: policies\n', 'policies/a.policy': denyShell }, async (cwd) => {
    const env = { BYLAW_TOKEN_S: 'x' };
    for (const part of ['check', 'show']) {
      const { code, stderr } = await bylaw(['config', part], { cwd, env });
      expect([part, code, stderr]).toEqual([
        part,
        0,
        expect.stringContaining('did you mean `BYLAW_TOKENS`?'),
      ]);
    }
  }));

test('what any part of bylaw reads is known', () => {
  const root = new URL('../../', import.meta.url).pathname;
  const texts = ['src', 'contrib', 'templates', 'action.yml', 'Dockerfile'].flatMap((place) => {
    const path = join(root, place);
    const files = statSync(path).isFile()
      ? [path]
      : readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name));
    return files.filter((file) => statSync(file).isFile() && !file.includes('generated'));
  });
  const names = texts.flatMap((file) => readFileSync(file, 'utf8').match(/\bBYLAW_[A-Z][A-Z_]+\b/g) ?? []);
  // The build puts this one into the code: it is no variable of the environment.
  const env = Object.fromEntries(names.filter((name) => name !== 'BYLAW_BUILD').map((name) => [name, 'x']));
  expect(Object.keys(env).length).toBeGreaterThan(15);
  expect(warnOfStrange(env)).toBe('');
});
