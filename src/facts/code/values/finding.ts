/**
 * What a script does, as far as its text shows it: its files, programs and hosts. Offsets are into the script.
 */
import type { Shape } from '../../../pattern/text/shape.ts';
import type { Kept, PathUse } from '../../effect/effect.ts';

/** The limit of findings in a script of a small language. */
export const mostFindings = 500;

/** The findings up to the limit, and an unknown one if there are more. */
export function bounded(findings: readonly CodeFinding[], code: string): readonly CodeFinding[] {
  if (findings.length <= mostFindings) return findings;
  const start = findings[mostFindings]?.start ?? 0;
  return [...findings.slice(0, mostFindings), cutOff('commands', code, { start, end: code.length })];
}

/** An unknown finding: there is more of something than the limit allows. */
export const cutOff = (
  what: string,
  code: string,
  { start, end }: { readonly start: number; readonly end: number },
): CodeFinding => ({
  kind: 'unknown',
  sort: 'budget',
  text: code.slice(start, Math.min(end, start + 200)),
  why: `the script has more ${what} than are followed`,
  certain: true,
  start,
  end,
});

interface Found {
  /** The script always does it if it runs to its end. Calls in functions, branches and loops count as certain too. */
  readonly certain: boolean;
  /** It is in a function or a loop, so other parts of the script may run before or after it. */
  readonly again?: boolean;
  readonly start: number;
  readonly end: number;
}

interface Started {
  /** The directory in which it starts, if the script sets one: `cwd="/srv"`. */
  readonly cwd: Shape | undefined;
  /** Its standard input, if the script gives it: `input="…"`. */
  readonly stdin: Shape | undefined;
}

export type CodeFinding =
  | (Found & {
      readonly kind: 'path';
      /** A move and a copy have a target; the reads, writes and deletes that they imply have no separate findings. */
      readonly use: PathUse;
      readonly path: Shape;
      readonly target: Shape | undefined;
      readonly recursive: boolean;
      readonly content: string | undefined;
      /** It stays open, so what the script reads later may get into it too. */
      readonly stays?: true;
      readonly keeps?: Kept;
      /** What it reads becomes variables of the environment: `dotenv.config()`. */
      readonly sets?: true;
      /** Where the link leads that is made at the path. `isHard`: it is another name of that file. */
      readonly leads?: Shape;
      readonly isHard?: true;
    })
  /** A file that is executed as code of the same language: `runpy.run_path("a.py")`. `ends`: its name may be longer. */
  | (Found & { readonly kind: 'load'; readonly path: Shape; readonly ends: boolean })
  /** Text for the system's shell: `os.system("…")`. */
  | (Found & Started & { readonly kind: 'shell'; readonly text: Shape })
  /** A program with its words: `subprocess.run(["git", "push"])`. */
  | (Found &
      Started & {
        readonly kind: 'run';
        readonly words: readonly Shape[];
        /** Whether the first word is a command of PowerShell. */
        readonly isCmdlet?: true;
      })
  /** A URL or host that it connects to; `sends` if data go there. */
  | (Found & { readonly kind: 'connect'; readonly url: Shape; readonly sends: boolean })
  /**
   * A change of the current directory. `perhaps`: only on some path of execution, so the directory may be the old one.
   * `repeats`: it may happen many times, each from the directory before.
   */
  | (Found & {
      readonly kind: 'cwd';
      readonly path: Shape;
      readonly perhaps: boolean;
      readonly repeats?: boolean;
    })
  /** A variable that it may set for the programs that it starts; which one is not known where there is no name. */
  | (Found & { readonly kind: 'variable'; readonly name: string | undefined; readonly value: Shape })
  /** It reads variables of the environment. `name`: the one that may hold a secret. */
  | (Found & {
      readonly kind: 'environment';
      readonly name: string | undefined;
      /** It prints the value of that variable; without a name, of a variable that is not known, or of `all`. */
      readonly prints?: 'one' | 'all';
    })
  /** A folder becomes the root of all paths: `os.chroot("/srv")`. */
  | (Found & { readonly kind: 'root'; readonly path: Shape })
  /** A part that could do anything: `eval(x)`. */
  | (Found & {
      readonly kind: 'unknown';
      readonly text: string;
      readonly why: string;
      /** The sort of the unknown part; `code` if absent. */
      readonly sort?: 'budget';
    });
