/**
 * What runs before tests of the built command: the code that V8 makes of it is kept in the home of the tests, as a user has it
 * after the first use. Processes that have this home find it, and `keepCode` puts it into other homes. To make it takes longer
 * than all else that most processes do.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const command = fileURLToPath(new URL('../dist/bylaw.cjs', import.meta.url));
/** What is run is looked at, so that the code that reads commands is part of what is kept: most rules need it. */
const policy = 'policy com.example.own\ndeny downloads\n  when runs "curl"\n';
const payload =
  '{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"Bash","tool_input":{"command":"ls"}}';
const event = '{"tool":{"name":"Bash","input":{"command":"ls"}}}';

export default async function setup(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-code-'));
  const file = join(folder, 'own.policy');
  const cache = join(homedir(), '.cache/bylaw');
  writeFileSync(file, policy);
  const run = (args: readonly string[], input = ''): unknown =>
    spawnSync(process.execPath, [command, ...args], { cwd: folder, input });
  const isKept = (name: string): boolean => readdirSync(cache).some((each) => each.startsWith(`${name}-`));
  const serving = served(file);
  run(['eval', '--policies', file], event);
  run(['check', file]);
  // On a busy machine the first may be too late to keep it.
  for (let hook = 0; hook < 3 && !isKept('engine'); hook++)
    run(['hook', 'claude-code', '--policies', file], payload);
  await serving;
  rmSync(folder, { recursive: true });
  for (const name of ['engine', 'program', 'late-program'])
    if (!isKept(name)) throw new Error(`no code is kept of \`${name}\``);
}

/** Serves once, and ends when the server has ended. */
async function served(file: string): Promise<void> {
  const args = [command, 'serve', '--no-config', '--no-log', '--policies', file, '--port', '0'];
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  for await (const part of server.stderr.setEncoding('utf8')) {
    said += part;
    if (said.includes('bylaw is ready')) server.kill();
  }
}
