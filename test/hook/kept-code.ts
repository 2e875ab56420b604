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
import { keepPolicies } from './kept-policies.ts';

const command = fileURLToPath(new URL('../../dist/bylaw.cjs', import.meta.url));
/** What is run is looked at, so that the code that reads commands is part of what is kept: most rules need it. */
const policy = 'policy com.example.own\ndeny downloads\n  when runs "curl"\n';
const call = '{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"Read","tool_input":{}}';

let made: string | undefined;

/** The file of it. Throws where a hook keeps none. */
function keptCode(): string {
  if (made !== undefined && existsSync(made)) return made;
  const home = mkdtempSync(join(tmpdir(), 'bylaw-code-'));
  process.on('exit', () => rmSync(home, { recursive: true, force: true }));
  writeFileSync(join(home, 'own.policy'), policy);
  const [cache, file, env] = [join(home, '.cache/bylaw'), join(home, 'own.policy'), { HOME: home }];
  keepPolicies([file], env);
  const run = { cwd: home, env: { PATH: '/usr/bin:/bin', ...env }, input: call };
  const kept = (): string | undefined => readdirSync(cache).find((each) => each.startsWith('engine-'));
  // On a busy machine the first may be too late to keep it.
  for (let hook = 0; hook < 2 && kept() === undefined; hook++)
    spawnSync(process.execPath, [command, 'hook', 'claude-code', '--policies', file], run);
  const name = kept();
  if (name === undefined) throw new Error('the hook keeps no code');
  made = join(cache, name);
  return made;
}

/** Puts it into a home that has kept nothing yet. */
export function keepCode(home: string): void {
  const cache = join(home, '.cache/bylaw');
  if (existsSync(join(home, '.cache'))) return;
  mkdirSync(cache, { recursive: true, mode: 0o700 });
  const code = keptCode();
  cpSync(code, join(cache, basename(code)));
}
