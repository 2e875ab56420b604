/** The code that commands keep for their next start: it saves time, and is never part of an answer. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withFolder } from './command.ts';

const command = new URL('../../dist/bylaw.cjs', import.meta.url).pathname;

const run = (home: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    cwd: home,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: home, ...env },
  });
  return { status, stdout, stderr };
};

const version = { status: 0, stdout: expect.stringMatching(/^bylaw \d/), stderr: '' };

test('it is kept for this user alone, used, made anew where it was damaged, and deleted with the rest', () =>
  withFolder({}, async (home) => {
    const cache = join(home, '.cache/bylaw');
    const first = run(home, ['--version']);
    expect(first).toEqual(version);
    const names = readdirSync(cache);
    expect(names).toEqual([expect.stringMatching(/^late-program-.*-v\d/)]);
    const file = join(cache, names[0] ?? '');
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o077).toBe(0);
    const whole = readFileSync(file);
    const { ino } = statSync(file);
    expect(run(home, ['--version'])).toEqual(first);
    expect(statSync(file).ino).toBe(ino);
    const damaged = Buffer.from(whole);
    const at = Math.floor(whole.length * 0.4);
    damaged[at] = (damaged[at] ?? 0) ^ 0x10;
    writeFileSync(file, damaged);
    expect(run(home, ['--version'])).toEqual(first);
    expect(readFileSync(file).equals(damaged)).toBe(false);
    expect(readFileSync(file).length).toBeGreaterThan(whole.length / 2);
    // A command that runs much more of it keeps more.
    expect(run(home, ['check', '--help']).status).toBe(0);
    const more = statSync(file).size;
    expect(more).toBeGreaterThan(whole.length);
    run(home, ['uninstall', '--yes']);
    expect(existsSync(file)).toBe(false);
  }));

test('nothing is kept where that is switched off or cannot be, and all goes on', () =>
  withFolder({ file: '' }, async (home) => {
    expect(run(home, ['--version'], { BYLAW_CACHE: 'off' })).toEqual(version);
    expect(run(home, ['--version'], { XDG_CACHE_HOME: join(home, 'file') })).toEqual(version);
    expect(readdirSync(home)).toEqual(['file']);
  }));
