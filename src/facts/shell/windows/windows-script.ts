/**
 * A script of PowerShell or `cmd.exe`, read: its commands in order, wherever they stand
 * in it. What they do is for the knowledge of programs to say; only what is
 * no command (`[IO.File]::Delete('x')`) is told as findings.
 */
import type { Shape } from '../../../pattern/shape.ts';
import type { CodeFinding } from '../../code/finding.ts';
import type { Found, Location } from './windows-state.ts';

export interface WindowsCommand {
  /** As written, without quotes. */
  readonly program: Shape;
  /** What follows the program; lists are split into their items. */
  readonly words: readonly Shape[];
  /** UTF-16 offsets into the script. */
  readonly start: number;
  readonly end: number;
  /** The command whose output is its input, as an index into `commands`. */
  readonly stdin: number | undefined;
  readonly redirects: readonly WindowsRedirect[];
  readonly certain: boolean;
  /** Where it may run. */
  readonly locations: readonly Location[];
}

export interface WindowsRedirect {
  readonly use: 'read' | 'write';
  readonly path: Shape;
}

export interface WindowsUnknown {
  readonly text: string;
  readonly why: string;
  /** `code` where it does not say. */
  readonly sort?: 'budget' | undefined;
  readonly start: number;
  readonly end: number;
}

export interface WindowsScript {
  readonly commands: readonly WindowsCommand[];
  readonly unknowns: readonly WindowsUnknown[];
  readonly findings: readonly CodeFinding[];
}

/** Longer scripts are read up to here; what is beyond is unknown. In UTF-16 units. */
export const longestWindowsScript = 65_536;
/** Statements that are read, with all rounds of loops and all ways; an honest script comes to some hundreds. */
export const mostWindowsSteps = 5000;
/** Parts of a script that are not understood: of more than this, only that there are more is told. */
export const mostUnknowns = 100;
export const tooManyUnknowns = `the script has more than ${mostUnknowns} parts that are not understood`;

/** More commands than these no honest script has. */
export const mostWindowsCommands = 1000;

/** Lists that a reader adds to, for loops. */
export function foundIn(lists: {
  readonly commands: WindowsCommand[];
  readonly unknowns: WindowsUnknown[];
  readonly findings?: CodeFinding[];
}): Found {
  const all = [lists.commands, lists.unknowns, lists.findings ?? []];
  return {
    mark: () => all.map(({ length }) => length),
    since: (mark) =>
      JSON.stringify(
        all.map((list, at) =>
          list.slice(mark[at]).map((each) => ({ ...each, stdin: undefined, locations: undefined })),
        ),
      ),
    forget: (mark) => {
      for (const [at, list] of all.entries()) list.length = mark[at] ?? list.length;
    },
  };
}

/** Commands behind which the script is somewhere else. */
export const changesLocation: ReadonlySet<string> = new Set(
  'cd chdir sl set-location pushd push-location popd pop-location'.split(' '),
);
