/**
 * A hook in the place of the built one, for what `bylaw doctor` makes of configurations and of answers: a shell that answers in
 * the form that Claude Code, Codex and Gemini CLI read. To start the real one takes forty times as long.
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { guardExits, guardOutput } from '../../src/adapters/guarded.ts';
import type { Home } from './with-home.ts';

const command = fileURLToPath(new URL('../../dist/bylaw.cjs', import.meta.url));
const reason = 'Not from there. [local.own.downloads]';
const denial = JSON.stringify({
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: 'deny',
    permissionDecisionReason: reason,
  },
  decision: 'deny',
  reason,
});
/** As `bylaw init` writes them, within a text of JSON. */
const real = [process.execPath, command].map((word) => `\\"${word}\\"`).join(' ');
const files = [
  'home/.claude/settings.json',
  'home/.codex/hooks.json',
  'home/.gemini/settings.json',
  'project/.codex/hooks.json',
];

/** Has the hooks that `bylaw init` wrote start it. It denies calls that have a text in them. */
export function standIn({ folder, home }: Home, denied = 'curl'): void {
  mkdirSync(join(home, 'stand-in'), { recursive: true });
  const program = join(home, 'stand-in/bylaw');
  const script = `#!/bin/sh
case "$(cat)" in *'${denied}'*) printf %s '${denial}' >&${guardOutput} ;; esac
exit ${guardExits[0]}
`;
  writeFileSync(program, script);
  chmodSync(program, 0o755);
  let hooks = 0;
  for (const file of files.map((each) => join(folder, each)).filter((each) => existsSync(each))) {
    const text = readFileSync(file, 'utf8').replaceAll(real, `\\"${program}\\"`);
    hooks += text.split(program).length - 1;
    writeFileSync(file, text);
  }
  if (hooks === 0) throw new Error('no hook is there that the stand-in could take the place of');
}
