/** The scripts of `bylaw completion` in the shells that are here. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { withFolder } from './command.ts';

const command = resolve('dist/bylaw.cjs');

/** Bash and fish can be asked from outside; zsh completes only at a terminal, so that its script is only read. */
const asks = {
  bash: 'source x/script; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _bylaw; printf "%s\\n" "$COMPREPLY"',
  fish: 'source x/script; for line in (complete -C (string join " " -- $argv)); string split -f 1 \\t $line; end; true',
};

const isHere = (shell: string): boolean => spawnSync(shell, ['-c', 'exit 0']).status === 0;

const answers: readonly (readonly [words: readonly string[], answer: string])[] = [
  [['che'], 'check'],
  [['log', '--effect', 'd'], 'deny'],
  [['check', '--layers', 'b'], 'bylaw.yaml'],
  [['doctor', '--root', 'p'], 'policies'],
];

test.each(Object.keys(asks) as (keyof typeof asks)[])('%s', async (shell) => {
  if (!isHere(shell)) return;
  await withFolder({ 'bylaw.yaml': '', 'policies/a.policy': '', 'p.policy': '' }, async (cwd) => {
    const program = join(cwd, 'x');
    execFileSync('mkdir', [program]);
    writeFileSync(join(program, 'bylaw'), `#!/bin/sh\nexec '${process.execPath}' '${command}' "$@"\n`);
    chmodSync(join(program, 'bylaw'), 0o755);
    const env = { ...process.env, PATH: `${program}:${process.env.PATH}` };
    const script = execFileSync(process.execPath, [command, 'completion', shell], { env, encoding: 'utf8' });
    writeFileSync(join(cwd, 'x/script'), script);
    for (const [words, answer] of answers) {
      const args =
        shell === 'bash'
          ? ['--norc', '-c', asks.bash, 'x', 'bylaw', ...words]
          : ['-N', '-c', asks.fish, 'bylaw', ...words];
      const lines = execFileSync(shell, args, { cwd, env, encoding: 'utf8' }).trim().split('\n');
      expect(lines.map((line) => line.replace(/\/$/, ''))).toEqual([answer]);
    }
  });
});

test('zsh reads its script', () => {
  if (!isHere('zsh')) return;
  const script = execFileSync(process.execPath, [command, 'completion', 'zsh'], { encoding: 'utf8' });
  expect(spawnSync('zsh', ['-f', '-n'], { input: script, encoding: 'utf8' })).toMatchObject({
    status: 0,
    stderr: '',
  });
});
