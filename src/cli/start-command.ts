/** Starts a command other than the hook, with the code that V8 made of it for an earlier one. */
import { installedProgram } from '../host/load/installed-program.ts';
import { isServing, keptCodeCounts } from './kept-code-counts.ts';

type Parts = typeof import('./parts.ts');

/** Milliseconds after which a server has compiled what its start needs. */
const started = 2000;

export async function startCommand(): Promise<void> {
  const { argv, env } = process;
  const args = argv.slice(2);
  const mayKeep = keptCodeCounts(args, { cwd: process.cwd(), env });
  const isShort = !isServing(args);
  const { parts, keep } = installedProgram<Parts>({ env, isShort, mayKeep });
  const { main } = await parts.command();
  if (!isShort) setTimeout(keep, started).unref();
  await main();
  keep();
}
