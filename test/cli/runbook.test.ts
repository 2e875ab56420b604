// The recipes of docs/runbook.md, run as they are written.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createEngine } from '../../src/host/create-engine.ts';
import { bylaw, withFolder } from './command.ts';

const runbook = readFileSync(new URL('../../docs/runbook.md', import.meta.url), 'utf8');

const policy = `policy com.example.dev
deny push
  when runs "git push" with --force or -f
  reason "No."
`;

test('one rule denies too much: the clause that decides', () =>
  withFolder({ 'rules/dev.policy': policy }, async (cwd) => {
    const section = /### One rule denies too much\n([^#]*)/.exec(runbook)?.[1] ?? '';
    const [log = '', explain = ''] = (/```sh\n([^`]*)```/.exec(section)?.[1] ?? '').trim().split('\n');
    const env = { XDG_STATE_HOME: cwd };
    const engine = createEngine({ policies: 'rules', cwd, log: { folder: join('bylaw', 'decisions') } });
    engine.decide({
      id: 'e',
      session: { id: 's' },
      tool: { name: 'Bash', kind: 'shell', input: { command: 'git push -f' } },
    });
    engine.close();
    const words = (line: string): readonly string[] =>
      line.replace('CODE', 'com.example.dev.push').replace('DIR', 'rules').split(' ').slice(1);
    const [asked = '', file = ''] = log.split(' > ');
    const { code, stdout } = await bylaw(words(asked), { cwd, env });
    expect(code).toBe(0);
    writeFileSync(join(cwd, file), stdout);
    const explained = await bylaw(words(explain), { cwd, env });
    expect(explained).toMatchObject({ code: 1, stderr: '' });
    expect(explained.stdout).toContain('+ when runs "git push" with --force or -f: yes');
  }));
