/** Calls that follow on one another: the first is done for real, and the disk then says what the second does. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Disk } from '../../src/facts/disk/disk.ts';
import { openDisk } from '../../src/host/disk/disk.ts';
import { decideOn } from './decide.ts';

const home = '/home/user';
const workspace = `${home}/project`;

const lines = readFileSync(new URL('pairs.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

/** A real disk on which a folder is the home: calls there are not in the folder for temporary files. */
function homeAt(folder: string): Disk {
  const disk = openDisk();
  const there = (path: string): string | undefined =>
    path === home || path.startsWith(`${home}/`) ? folder + path.slice(home.length) : undefined;
  return {
    home,
    searchPath: ['./bin', '/usr/bin', `${home}/.local/bin`],
    entry(path) {
      const place = there(path);
      if (place === undefined) return { is: home.startsWith(`${path}/`) ? 'folder' : 'absent' };
      const entry = disk.entry(place);
      return entry.is === 'link' && entry.to.startsWith(folder)
        ? { is: 'link', to: home + entry.to.slice(folder.length) }
        : entry;
    },
    names: (path) => disk.names(there(path) ?? '/nowhere'),
    text: (path) => disk.text(there(path) ?? '/nowhere'),
  };
}

function answerTo(before: string, call: string): 'deny' | 'pass' {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-pairs-'));
  try {
    const cwd = join(folder, 'project');
    mkdirSync(cwd);
    const env = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1' };
    const done = spawnSync('bash', ['-c', before], { cwd, env, encoding: 'utf8' });
    expect(done.stderr).toBe('');
    const { effect } = decideOn(call, homeAt(folder), workspace);
    return effect === 'deny' ? 'deny' : 'pass';
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('calls that follow on one another', () => {
  test('are as many harmless ones as others', () => {
    const harmless = lines.filter((line) => line.endsWith('=> pass'));
    expect(lines.length).toBeGreaterThanOrEqual(60);
    expect(harmless.length / lines.length).toBeGreaterThan(0.4);
  });

  test.each(lines)('%s', (line) => {
    const [, before = '', call = '', wanted] = /^(.*) \|\|\| (.*) => (deny|pass)$/.exec(line) ?? [];
    expect(answerTo(before, call)).toBe(wanted);
  });
});
