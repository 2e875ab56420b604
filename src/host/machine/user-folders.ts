/** Where this user's programs keep what is theirs, as the XDG base directories say. */
import { isAbsolute, join } from 'node:path';
import { homeFolder } from './home-folder.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Without the variable, or with one that names no absolute path, what the system knows of the user. */
const homeOf = ({ HOME: named }: Env): string =>
  named !== undefined && isAbsolute(named) ? named : homeFolder();

const below = (env: Env, variable: string, ...usual: readonly string[]): string => {
  const named = env[variable];
  // A relative one is to be ignored, says the XDG Base Directory Specification.
  const base = named?.startsWith('/') === true ? named : join(homeOf(env), ...usual);
  return join(base, 'bylaw');
};

/** For what can be made again. */
export const userCacheFolder = (env: Env): string => below(env, 'XDG_CACHE_HOME', '.cache');
/** For what is remembered. */
export const userStateFolder = (env: Env): string => below(env, 'XDG_STATE_HOME', '.local', 'state');
/** For what the user sets up. */
export const userConfigFolder = (env: Env): string => below(env, 'XDG_CONFIG_HOME', '.config');

/** The policies of all users of a machine. */
export const machinePolicies = '/etc/bylaw/policies';

/** The socket of the user's own server, where the system has a folder for that; else beside its state. On Windows a named pipe. */
export function defaultSocket(env: Env, platform: NodeJS.Platform = process.platform): string {
  if (platform === 'win32') return `\\\\.\\pipe\\bylaw-${homeOf(env).replace(/[^A-Za-z0-9]+/g, '-')}`;
  return env.XDG_RUNTIME_DIR?.startsWith('/') === true
    ? join(env.XDG_RUNTIME_DIR, 'bylaw.sock')
    : join(userStateFolder(env), 'bylaw.sock');
}
