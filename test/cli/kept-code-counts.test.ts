/** What decides for others runs no code that whoever could not change its policies could have planted. */
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keptCodeCounts } from '../../src/cli/kept-code-counts.ts';
import { statOf } from '../../src/host/machine/regular-file.ts';
import { machinePolicies } from '../../src/host/machine/user-folders.ts';
import { withFolder } from './command.ts';

/** A file that is not this user's: root's, or where this is root, one that is given away. */
function strangeFile(folder: string): string {
  if (process.getuid?.() !== 0) return '/etc/passwd';
  const file = join(folder, 'strange');
  writeFileSync(file, '');
  chownSync(file, 12_345, 12_345);
  return file;
}

const hasStrange = (): boolean => statOf(machinePolicies) !== undefined;

test.skipIf(process.platform === 'win32' || hasStrange())('by whose policies are', () =>
  withFolder({ 'own.policy': '' }, async (cwd) => {
    const strange = strangeFile(cwd);
    const counts = (args: readonly string[], env = {}): boolean => keptCodeCounts(args, { cwd, env });
    for (const name of ['serve', 'stdio', 'mcp']) {
      expect(counts([name])).toBe(true);
      expect(counts([name, '--policies', 'own.policy', '--port', '0'])).toBe(true);
      expect(counts([name, '--policies', 'own.policy', '--policies', strange])).toBe(false);
      expect(counts([name, `--layers=${strange}`])).toBe(false);
      expect(counts([name], { BYLAW_POLICIES: `own.policy,${strange}` })).toBe(false);
    }
    expect(counts(['check', strange])).toBe(true);
    expect(counts(['eval', '--policies', strange])).toBe(true);
    expect(counts(['uninstall'])).toBe(false);
    mkdirSync(join(cwd, 'policies'));
    expect(counts(['serve'])).toBe(true);
    if (process.getuid?.() !== 0) return;
    chownSync(join(cwd, 'policies'), 12_345, 12_345);
    expect(counts(['serve'])).toBe(false);
  }),
);
