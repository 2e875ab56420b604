/** What the built command does when nobody reads its output any more. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepCode } from '../hook/kept-code.ts';

const command = new URL('../../dist/bylaw.cjs', import.meta.url).pathname;

test('`init --yes | head` sets everything up', () => {
  const home = mkdtempSync(join(tmpdir(), 'bylaw-closed-'));
  try {
    mkdirSync(join(home, '.claude'));
    keepCode(home);
    // `head` reads one line, and the rest finds no reader.
    const { status } = spawnSync(
      'bash',
      ['-c', 'set -o pipefail; "$0" "$1" init claude-code --yes | head -1', process.execPath, command],
      { env: { PATH: process.env.PATH ?? '', HOME: home }, encoding: 'utf8' },
    );
    expect(status).toBe(0);
    expect(existsSync(join(home, '.claude', 'settings.json'))).toBe(true);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});
