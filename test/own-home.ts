/**
 * What runs before all tests: a home of their own. What they start would otherwise leave settings, caches and logs in
 * the home of whoever runs them, where `bylaw init` finds an agent that is not there. It is set before any worker
 * starts, since a thread asks the process for its home, and not its own environment.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/** Variables that name a place in a home. */
const places = ['XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_CACHE_HOME', 'XDG_STATE_HOME', 'CLAUDE_CONFIG_DIR'];

export default function setup(): () => void {
  const home = mkdtempSync(join(tmpdir(), 'bylaw-home-'));
  // Where npm keeps what it has fetched, and what it was set up with, stays what it was.
  process.env.npm_config_userconfig ??= join(process.env.HOME ?? home, '.npmrc');
  process.env.npm_config_cache ??= join(process.env.HOME ?? home, '.npm');
  process.env.HOME = home;
  process.env.USERPROFILE = home;
  for (const name of places) delete process.env[name];
  return () => rmSync(home, { recursive: true, force: true, maxRetries: 3 });
}
