/** Settings of ssh are read as ssh reads them, where there is one to ask. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSshConfig } from '../../../src/facts/settings/ssh-config.ts';

const text = `
# a comment
Host prod p2 !p3
  HostName 10.1.2.3
  ProxyCommand nc -X 5 %h 22
Host *.corp
  HostName=%h.example
  ProxyJump me@gate.example,second
Host "quoted"
	hostname	q.example
Host p*
  HostName later.example
Match host other
  HostName matched.example
`;

describe('the settings of ssh', () => {
  test.each([
    ['prod', '10.1.2.3'],
    ['p2', '10.1.2.3'],
    ['p3', 'later.example'],
    ['a.corp', 'a.corp.example'],
    ['quoted', 'q.example'],
    ['pear', 'later.example'],
  ])('lead %s to %s', (name, host) => {
    expect(readSshConfig(text, name).host).toBe(host);
  });

  test('say what is run, and who is in between', () => {
    expect(readSshConfig(text, 'prod').commands).toEqual([{ text: 'nc -X 5 10.1.2.3 22', certain: true }]);
    expect(readSshConfig(text, 'a.corp').jumps).toEqual(['me@gate.example', 'second']);
    expect(readSshConfig('Match exec "touch x" host a\n Include more\n', 'a')).toMatchObject({
      commands: [{ text: 'touch x', certain: false }],
      includes: ['more'],
    });
  });

  test('are matched in time of the product', () => {
    const config = `Host ${'*a'.repeat(40)}b\n HostName x\n`;
    expect(readSshConfig(config, 'a'.repeat(2000)).host).toBe('a'.repeat(2000));
  });

  const hasSsh = spawnSync('ssh', ['-V']).error === undefined;
  test.runIf(hasSsh)('lead where ssh itself goes', () => {
    const folder = mkdtempSync(join(tmpdir(), 'bylaw-ssh-'));
    try {
      const file = join(folder, 'config');
      writeFileSync(file, text);
      for (const name of ['prod', 'p2', 'p3', 'a.corp', 'quoted', 'pear']) {
        const { stdout } = spawnSync('ssh', ['-G', '-F', file, name], { encoding: 'utf8' });
        expect(`hostname ${readSshConfig(text, name).host}`).toBe(/^hostname .*$/m.exec(stdout)?.[0]);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
