/**
 * The result of reading a script of PowerShell or `cmd.exe`: its commands in their order, however deep they are
 * nested. The tables say what the commands do. Only what is not a command (`[IO.File]::Delete('x')`) is a
 * finding.
 */
import type { Shape } from '../../../pattern/text/shape.ts';
import type { CodeFinding } from '../../code/values/finding.ts';
import type { Found, Location } from './windows-state.ts';

/** One command of a script. */
export interface WindowsCommand {
  /** As written, without quotes. */
  readonly program: Shape;
  /** The words behind the program; lists are split into their items. */
  readonly words: readonly Shape[];
  /** UTF-16 offsets into the script. */
  readonly start: number;
  readonly end: number;
  /** The index in `commands` of the command whose output is its input. */
  readonly stdin: number | undefined;
  readonly redirects: readonly WindowsRedirect[];
  readonly certain: boolean;
  /** A variable gets its output. */
  readonly isKept?: true;
  /** The places in which it may run. */
  readonly locations: readonly Location[];
}

/** A file that a redirection reads or writes. */
export interface WindowsRedirect {
  readonly use: 'read' | 'write';
  readonly path: Shape;
  /** It adds to the file. */
  readonly appends?: boolean;
}

/** A part of a script that is not understood, with the reason; offsets are UTF-16 units. */
export interface WindowsUnknown {
  readonly text: string;
  readonly why: string;
  /** `code` if absent. */
  readonly sort?: 'budget' | undefined;
  readonly start: number;
  readonly end: number;
}

/** Everything that reading a script finds. */
export interface WindowsScript {
  readonly commands: readonly WindowsCommand[];
  readonly unknowns: readonly WindowsUnknown[];
  readonly findings: readonly CodeFinding[];
  /** The location of each mark in its texts (`windows-place.ts`). */
  readonly places?: readonly (readonly Location[])[];
}

/** In UTF-16 units. A longer script is read up to here, and the rest is unknown. */
export const longestWindowsScript = 65_536;
/**
 * The most statements that are read, counted for each round of a loop and each way. An honest script has some
 * hundreds.
 */
export const mostWindowsSteps = 5000;
/** The most unknown parts that are listed. One more entry says that there are more. */
export const mostUnknowns = 100;
export const tooManyUnknowns = `the script has more than ${mostUnknowns} parts that are not understood`;

/** The most commands. No honest script has more. */
export const mostWindowsCommands = 1000;

/** The lists that a reader adds to, for `repeat`: their lengths, their new entries, and a way to drop these. */
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

/** Commands that change the location of the script. */
export const changesLocation: ReadonlySet<string> = new Set(
  'cd chdir sl set-location pushd push-location popd pop-location'.split(' '),
);
