/** The variables that a shell gives to what it starts, and those of them that make programs run something. */
import { usesOfVariable } from '../../knowledge/variables.ts';

/**
 * Variables that are in every environment, so that setting one sets it for all started programs as well. `IFS`
 * is not in the environment.
 */
export const ofEnvironment: ReadonlySet<string> = new Set(
  'HOME PATH PWD OLDPWD TMPDIR USER LOGNAME SHELL TERM LANG IFS'.split(' '),
);

/** Variables that started shells get besides those of the environment: on every way, or on some. */
export type Exports = ReadonlyMap<string, 'always' | 'perhaps'>;

export const noExports: Exports = new Map();

/** The exported variables after ways join. */
export function joinedExports(all: readonly Exports[]): Exports {
  const [first = noExports] = all;
  if (all.every((each) => each === first)) return first;
  const names = new Set(all.flatMap((each) => [...each.keys()]));
  return new Map(
    [...names].map((name) => [name, all.every((each) => each.get(name) === 'always') ? 'always' : 'perhaps']),
  );
}

/** Names of variables that make programs run something, and were set or exported since a command last ran. */
export type PendingNames = ReadonlySet<string>;

/** With a name that was set or exported now. */
export const pendingWith = (pending: PendingNames, name: string): PendingNames =>
  usesOfVariable(name).length > 0 ? new Set([...pending, name]) : pending;

/** Without a name whose effects are followed. */
export const pendingWithout = (pending: PendingNames, name: string): PendingNames =>
  pending.has(name) ? new Set([...pending].filter((each) => each !== name)) : pending;

/** The names that are pending on one of several ways. */
export const joinedPending = (all: readonly PendingNames[]): PendingNames =>
  all.every((each) => each === all[0]) && all[0] !== undefined
    ? all[0]
    : new Set(all.flatMap((each) => [...each]));
