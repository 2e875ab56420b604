// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are of shells.
/**
 * What is known not to be derived: which scripts it is in, why, and one of them, which has to miss for as long as it
 * stands here. Most of these are to be mended; what `docs/effects.md` leaves out on purpose says so.
 */
import type { Shell } from './sandbox.ts';

interface Outside {
  readonly why: string;
  readonly example: string;
  /** The one that shows it, where that is not bash. */
  readonly shell?: Shell;
  /** By the script, and by what the shells that ran it said. */
  test(script: string, said: string): boolean;
}

export const outside: readonly Outside[] = [
  {
    why: 'A directory that `cd` is given is taken to be there, as docs/effects.md says.',
    example: 'cd nope\nrm -rf a.txt',
    test: (script, said) =>
      /\bcd nope\b/.test(script) || /can't cd to|\b(?:cd|pushd|popd): |directory stack empty/.test(said),
  },
  {
    why: 'A tilde that a variable holds is the name of a file.',
    example: 'z="~/doc"\nmkdir -p "$z"',
    test: (script) => /["<']~|<<[A-Z]+\n.*~|\S ~.*\nEOF/.test(script),
  },
  {
    why: 'With `lastpipe` the last part of a pipe sets variables of the shell.',
    example: 'x=a.txt\nshopt -s lastpipe; echo sub | read x\nrm -rf "$x"',
    test: (script) => /\blastpipe\b/.test(script),
  },
  {
    why: '`mkdir -p` makes what a path steps into and out of again.',
    example: 'mkdir -p made/../other',
    test: (script) => /\bmkdir -p/.test(script) && script.includes('..'),
  },
  {
    why: 'What is set in front of a special built-in stays set, in shells other than bash. The text is taken for bash.',
    example: 'z=a.txt\nz=.env :\nrm "$z"',
    shell: 'dash',
    test: (script) =>
      /\w=\S* (?::|eval|\.|set|shift|export|unset|readonly|trap|exec|return)(?!\S)/.test(script),
  },
  {
    why: "Shells other than bash know no `$'…'`, and take the dollar for a part of the name. The text is taken for bash.",
    example: "touch $'a\\x2etxt'",
    shell: 'dash',
    test: (script) => script.includes('\\x2e'),
  },
];
