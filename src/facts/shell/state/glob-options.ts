/** Options of shells that change what globs find, and their names in bash and zsh. */
/**
 * Options that may be on and that change what globs find. `dotglob`: `*` also finds names that begin with a
 * dot. `nocaseglob`: every glob ignores case.
 */
export type GlobOption = 'dotglob' | 'nocaseglob';

export const noGlobOptions: ReadonlySet<GlobOption> = new Set();

export const allGlobOptions: ReadonlySet<GlobOption> = new Set(['dotglob', 'nocaseglob']);

/** Variables that turn such options on: `GLOBIGNORE` in this shell, the others in shells that it starts. */
export const turnsGlobOptionsOn: ReadonlySet<string> = new Set([
  'GLOBIGNORE',
  'BASHOPTS',
  'SHELLOPTS',
  'BASH_ENV',
  'ENV',
  'ZDOTDIR',
]);

/** The options after one of any name was turned on or off; the same set if that name is no option of globs. */
export function withGlobOption(
  options: ReadonlySet<GlobOption>,
  option: string,
  on: boolean,
): ReadonlySet<GlobOption> {
  if (!/glob/i.test(option)) return options;
  // zsh writes `GLOB_DOTS` and has names of its own.
  const name = option.toLowerCase().replaceAll('_', '');
  const known = /^(?:no)?(?:globdots|dotglob)$/.test(name)
    ? 'dotglob'
    : /^(?:nocaseglob|caseglob)$/.test(name)
      ? 'nocaseglob'
      : undefined;
  if (known === undefined) return options;
  const is = /^(?:noglobdots|nodotglob|caseglob)$/.test(name) ? !on : on;
  const others = [...options].filter((each) => each !== known);
  return new Set(is ? [...others, known] : others);
}
