/**
 * What can be told statically of a script in some language: the files,
 * programs and hosts in it. Offsets are into the script.
 */
import type { Shape } from '../../pattern/shape.ts';
import type { Kept, PathUse } from '../effect.ts';

/** More findings than these of a script in a small language are not kept. */
export const mostFindings = 500;

/** The findings that are kept, and word of it where there are more. */
export function bounded(findings: readonly CodeFinding[], code: string): readonly CodeFinding[] {
  if (findings.length <= mostFindings) return findings;
  const start = findings[mostFindings]?.start ?? 0;
  return [...findings.slice(0, mostFindings), cutOff('commands', code, { start, end: code.length })];
}

/** Says that there is more of something than is followed. */
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
  /** Set where the script does it whenever it runs to its end; calls in functions, branches and loops count as certain too. */
  readonly certain: boolean;
  /** It happens in a function or a loop, so that other parts of the script may come before it and behind it. */
  readonly again?: boolean;
  readonly start: number;
  readonly end: number;
}

interface Started {
  /** The directory it is started in, where the script gives one of its own: `cwd="/srv"`. */
  readonly cwd: Shape | undefined;
  /** What it is given to read on its standard input, where the script says: `input="…"`. */
  readonly stdin: Shape | undefined;
}

export type CodeFinding =
  | (Found & {
      readonly kind: 'path';
      /** A move and a copy have a target; the reads, writes and deletes that they imply are not findings of their own. */
      readonly use: PathUse;
      readonly path: Shape;
      readonly target: Shape | undefined;
      readonly recursive: boolean;
      readonly content: string | undefined;
      readonly keeps?: Kept;
    })
  /** A file that is executed as code of the same language: `runpy.run_path("a.py")`. `ends`: its name may be longer. */
  | (Found & { readonly kind: 'load'; readonly path: Shape; readonly ends: boolean })
  /** Text for the system's shell: `os.system("…")`. */
  | (Found & Started & { readonly kind: 'shell'; readonly text: Shape })
  /** A program with its words: `subprocess.run(["git", "push"])`. */
  | (Found & Started & { readonly kind: 'run'; readonly words: readonly Shape[] })
  /** A URL or host that is connected to; `sends` where data goes there. */
  | (Found & { readonly kind: 'connect'; readonly url: Shape; readonly sends: boolean })
  /**
   * A change of the current directory. `perhaps`: only on some way through the script, so that it may be what it was.
   * `repeats`: perhaps many times, each from where the one before led.
   */
  | (Found & {
      readonly kind: 'cwd';
      readonly path: Shape;
      readonly perhaps: boolean;
      readonly repeats?: boolean;
    })
  /** A part that could do anything: `eval(x)`. */
  | (Found & {
      readonly kind: 'unknown';
      readonly text: string;
      readonly why: string /** `code` where it does not say. */;
      readonly sort?: 'budget';
    });
