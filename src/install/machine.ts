/**
 * The machine that is set up, as values: which folders there are, which programs
 * can be found, what the environment moves elsewhere. Everything that installs or
 * looks takes one of these, so that tests can hand in another machine.
 */
import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { machinePolicies } from '../host/machine/user-folders.ts';

export interface Machine {
  /** Absolute. */
  readonly home: string;
  /** The folder of the project, absolute. */
  readonly project: string;
  /** The folder that the places of the system are below: `/`, or a folder to try things in. */
  readonly root: string;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Where a configuration counts: for one person, for one project, or for everybody on the machine. */
export type InstallScope = 'user' | 'project' | 'managed';

/** The machine that a command runs on. `project` and `root` are absolute. */
export function thisMachine(env: Machine['env'], project: string, root = '/'): Machine {
  return { home: env.HOME || homedir(), project, root, platform: process.platform, env };
}

/** A folder that a variable may move: the variable's value if it is absolute, else below the home. */
export function movedBy({ env, home }: Machine, variable: string, ...usual: readonly string[]): string {
  const named = env[variable];
  return named !== undefined && /^(?:\/|[A-Za-z]:[\\/])/.test(named) ? named : join(home, ...usual);
}

/** A place of the system, by platform; all others are as Linux. */
export interface SystemPlace {
  readonly linux: string;
  readonly mac?: string;
  readonly windows?: string;
}

export function systemPlace({ platform, root }: Machine, { linux, mac, windows }: SystemPlace): string {
  const place = platform === 'darwin' ? (mac ?? linux) : platform === 'win32' ? (windows ?? linux) : linux;
  return root === '/' ? place : join(root, place.replace(/^[A-Za-z]:/, ''));
}

/** The folder of the policies that an administrator puts in force for everybody. */
export const managedPolicies = (machine: Machine): string =>
  systemPlace(machine, { linux: machinePolicies, windows: 'C:/ProgramData/bylaw/policies' });

/** The file that a name on the search path means; undefined where there is none. */
export function findProgram(name: string, { env, platform }: Machine): string | undefined {
  const endings = platform === 'win32' ? ['.exe', '.cmd', '.bat', ''] : [''];
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    if (folder === '') continue;
    for (const ending of endings) {
      const file = join(folder, name + ending);
      if (isExecutable(file)) return file;
    }
  }
  return undefined;
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

export const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
