/** Whether the code that is kept for this user may be run by a command. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ownsAll } from '../host/machine/owns-all.ts';
import { machinePolicies } from '../host/machine/user-folders.ts';

/** What goes on until it is stopped, and answers many calls. */
const serves: ReadonlySet<string> = new Set(['serve', 'stdio', 'mcp']);

export const isServing = ([name = '']: readonly string[]): boolean => serves.has(name);

/**
 * What decides for others runs it only if all that it may have its policies from is this user's: what is named in the command
 * line and in variables, the folder here, and the policies of all users. `uninstall` deletes what is kept.
 */
export function keptCodeCounts(
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
): boolean {
  if (!isServing(args)) return args[0] !== 'uninstall';
  const named = Object.entries(env).flatMap(([name, value = '']) =>
    name.startsWith('BYLAW_') ? value.split(/[,:;\n]/) : [],
  );
  const given = args.map((arg) => (arg.startsWith('-') ? arg.slice(arg.indexOf('=') + 1) : arg));
  const places = [...given, ...named, 'policies', machinePolicies].map((place) => resolve(cwd, place));
  return ownsAll(places.filter((place) => existsSync(place)));
}
