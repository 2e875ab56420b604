/** What a command writes or deletes replaces what a file held only where that is sure: else both are followed. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writtenDisk } from '../../src/facts/disk/written-disk.ts';
import { bash, call, Setting } from './setting.ts';

const [inOneCall = '', inTwoCalls = '', replaced = '', inTheEnd = ''] = readFileSync(
  new URL('not-replaced.txt', import.meta.url),
  'utf8',
)
  .split(/^## .*\n/m)
  .slice(1);
const commandsOf = (text: string): readonly string[] =>
  text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

const rules = 'deny push when runs "git push" reason "no"';
const push = 'git push -f\n';

/** `denied`, `unsure` or `passes`. */
function answer(setting: Setting, command: string, id: string): string {
  const { effect, unsure } = setting.decide(bash(command, id));
  return effect === 'deny' ? 'denied' : unsure.length > 0 ? 'unsure' : 'passes';
}

function inACallOfItsOwn(command: string): string {
  const setting = new Setting(rules);
  const files = { 'x.sh': push, y: 'ls\n' };
  for (const [path, content] of Object.entries(files)) {
    const event = call('Write', path, { file_path: path, content });
    setting.decide(event);
    setting.tell(event, 'ok');
  }
  const event = bash(command, 'between');
  setting.decide(event);
  setting.tell(event, 'ok');
  return answer(setting, 'bash x.sh', 'last');
}

const withinOneCall = (command: string): string =>
  answer(new Setting(rules), `printf 'git push -f\\n' > x.sh; echo ls > y; ${command}; bash x.sh`, 'only');

/** The same with the files on a disk. */
function onDisk(command: string): string {
  const disk = writtenDisk(
    new Map([
      ['/w/x.sh', { text: push }],
      ['/w/y', { text: 'ls\n' }],
    ]),
    '/home/u',
  );
  const { effect, unsure } = new Setting(rules).engine.decide(bash(`${command}; bash x.sh`, 'only'), {
    disk,
  });
  return effect === 'deny' ? 'denied' : unsure.length > 0 ? 'unsure' : 'passes';
}

const bare = (command: string): string => command.replace(/&$/, '& wait');

describe('what a file held may still be in it', () => {
  test.each(commandsOf(inOneCall))('within one call: %s', (command) => {
    expect(withinOneCall(bare(command))).not.toBe('passes');
    expect(onDisk(bare(command))).not.toBe('passes');
  });

  test.each([...commandsOf(inOneCall), ...commandsOf(inTwoCalls)])('in two calls: %s', (command) => {
    expect(inACallOfItsOwn(command)).not.toBe('passes');
  });
});

describe('what a file held is gone', () => {
  test.each(commandsOf(inTheEnd))('in the end: %s', (command) => {
    expect(inACallOfItsOwn(command)).toBe('passes');
    expect(isGone(command)).toBe(true);
  });

  test.each(commandsOf(replaced))('%s', (command) => {
    expect(withinOneCall(command)).toBe('passes');
    expect(inACallOfItsOwn(command)).toBe('passes');
    expect(onDisk(command)).toBe('passes');
    expect(isGone(command)).toBe(true);
  });
});

/** Whether a real shell replaces it. */
function isGone(command: string): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-replaced-'));
  try {
    writeFileSync(join(folder, 'x.sh'), push);
    writeFileSync(join(folder, 'y'), 'ls\n');
    execFileSync('bash', ['-c', command], { cwd: folder, stdio: 'ignore' });
    return !/push/.test(
      execFileSync('bash', ['-c', 'cat x.sh || true'], {
        cwd: folder,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
