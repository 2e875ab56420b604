/**
 * The compiled code of the hook, which the first hook in a home keeps. It is made once for all tests of a worker, and
 * copied into homes where the first hook is not the point: to make it takes longer than all else that a hook does.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const command = fileURLToPath(new URL('../../dist/bylaw.cjs', import.meta.url));
const policy = 'policy com.example.own\ndeny shell\n  when kind is shell\n';
const call = '{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"Read","tool_input":{}}';

let made: string | undefined;

/** The file of it. Throws where a hook keeps none. */
function keptCode(): string {
  if (made !== undefined && existsSync(made)) return made;
  const home = mkdtempSync(join(tmpdir(), 'bylaw-code-'));
  process.on('exit', () => rmSync(home, { recursive: true, force: true }));
  writeFileSync(join(home, 'own.policy'), policy);
  const cache = join(home, '.cache/bylaw');
  // Policies that nothing is kept of come first: the code is kept by the second hook at the latest.
  for (let hook = 0; hook < 2; hook++)
    spawnSync(process.execPath, [command, 'hook', 'claude-code', '--policies', join(home, 'own.policy')], {
      cwd: home,
      env: { PATH: '/usr/bin:/bin', HOME: home },
      input: call,
    });
  const name = readdirSync(cache).find((each) => each.startsWith('engine-'));
  if (name === undefined) throw new Error('the hook keeps no code');
  made = join(cache, name);
  return made;
}

/** Puts it into a home that has kept nothing yet; false for any other. */
export function keepCode(home: string): boolean {
  const cache = join(home, '.cache/bylaw');
  if (existsSync(join(home, '.cache'))) return false;
  mkdirSync(cache, { recursive: true, mode: 0o700 });
  const code = keptCode();
  cpSync(code, join(cache, basename(code)));
  return true;
}
