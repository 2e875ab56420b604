/** Options of a shell, and what else is either so or not so in it. */
import { allGlobOptions, type GlobOption, noGlobOptions, withGlobOption } from './glob-options.ts';

export interface Modes {
  /** Variables that are set are exported as well: `set -a`. */
  readonly exportsAll: boolean;
  /** Redirections may leave a file unchanged: `set -C`, `ulimit -f`. */
  readonly sparesFiles: boolean;
  /** Whether `cd` may follow links, each before the `..` behind it: `set -P`. */
  readonly chasesLinks: boolean;
  /** Started shells may not get the name of the directory, `PWD`: they find it out by themselves, without its links. */
  readonly hidesPlace: boolean;
  /** Its `echo` may read escapes without `-e`: `shopt -s xpg_echo`. */
  readonly echoReads: boolean;
  /** It may replace `!$` and `^a^b` by words of earlier lines: `set -H`. */
  readonly expandsHistory: boolean;
  /** Started shells get the functions of this one: `export -f`. */
  readonly exportsFunctions: boolean;
  /** A variable whose name is not known is exported: `export $(cat .env)`. */
  readonly exportsAnyName: boolean;
  /** An unknown script ran here and may have changed the directory. */
  readonly mayBeElsewhere: boolean;
  /** The options that may be on and change what globs find: see `globOptions`. */
  readonly globs: ReadonlySet<GlobOption>;
}

export const noModes: Modes = {
  exportsAll: false,
  sparesFiles: false,
  chasesLinks: false,
  hidesPlace: false,
  echoReads: false,
  expandsHistory: false,
  exportsFunctions: false,
  exportsAnyName: false,
  mayBeElsewhere: false,
  globs: noGlobOptions,
};

/** The modes after an option is turned on or off. Options without a meaning here change nothing. */
export function turned(modes: Modes, option: string, on: boolean): Modes {
  const mode = modeOf.get(option);
  const globs = withGlobOption(modes.globs, option, on);
  if (mode === undefined) return globs === modes.globs ? modes : { ...modes, globs };
  return { ...modes, globs, [mode]: on };
}

const modeOf: ReadonlyMap<string, keyof Modes> = new Map([
  ['allexport', 'exportsAll'],
  ['noclobber', 'sparesFiles'],
  ['physical', 'chasesLinks'],
  ['xpg_echo', 'echoReads'],
  ['histexpand', 'expandsHistory'],
]);

/** The modes where each option about globs may be on. */
export const withAnyGlobs = (modes: Modes): Modes => ({ ...modes, globs: allGlobOptions });

/** What may be so after ways join. That every variable is exported must hold on each of them. */
export function joinedModes(all: readonly Modes[]): Modes {
  const [first = noModes] = all;
  if (all.every((each) => each === first)) return first;
  const globs = all.some((each) => each.globs !== first.globs)
    ? new Set(all.flatMap((each) => [...each.globs]))
    : first.globs;
  return {
    globs,
    exportsAll: all.every(({ exportsAll }) => exportsAll),
    sparesFiles: all.some(({ sparesFiles }) => sparesFiles),
    chasesLinks: all.some(({ chasesLinks }) => chasesLinks),
    hidesPlace: all.some(({ hidesPlace }) => hidesPlace),
    echoReads: all.some(({ echoReads }) => echoReads),
    expandsHistory: all.some(({ expandsHistory }) => expandsHistory),
    exportsFunctions: all.some(({ exportsFunctions }) => exportsFunctions),
    exportsAnyName: all.some(({ exportsAnyName }) => exportsAnyName),
    mayBeElsewhere: all.some(({ mayBeElsewhere }) => mayBeElsewhere),
  };
}
