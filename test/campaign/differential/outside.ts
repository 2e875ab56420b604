// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are of shells.
/**
 * What is known not to be derived: which scripts it is in, why, and one of them, which has to miss for as long as it
 * is here. Most of these are to be fixed; what `docs/effects.md` leaves out on purpose says so.
 */
import type { Deed, Outcome, Shell } from './sandbox.ts';

interface Outside {
  readonly why: string;
  readonly example: string;
  /** The one that shows it, where that is not bash. */
  readonly shell?: Shell;
  /** By the script, by how the shells that ran it ended, and by which that was. */
  test(script: string, outcome: Outcome, shell: Shell): boolean;
  /** The sorts of deeds that are missed of it; all of them where it does not say. */
  readonly of?: readonly Deed['what'][];
}

/** A shell that may not be bash is started. */
const startsSh = /\bsh\b|\bsystem\(|\bmake\b|git -c|--filter|checkpoint|'1e /;
export const isSh = (script: string, shell: Shell): boolean => shell === 'dash' || startsSh.test(script);

/** Whether a shell did not find a directory, by what it said: that may be hidden, so a tracer counts as well. */
const isWithoutDirectory = ({ said, isLost }: Outcome): boolean =>
  isLost || /can't cd to|\b(?:cd|pushd|popd): |directory stack empty/.test(said);

export const outside: readonly Outside[] = [
  {
    why: 'A directory that `cd` is given is taken to be there, as docs/effects.md says.',
    example: 'cd nope\nrm -rf a.txt',
    test: (script, outcome) => /\bcd nope\b/.test(script) || isWithoutDirectory(outcome),
  },
  {
    why: 'So is one that `chdir` of another language is given.',
    example: `perl -e 'chdir "nope"; unlink "a.txt"'`,
    test: (script) => /\bchdir\b/.test(script) && /\b(?:perl|python3|node)\b/.test(script),
  },
  {
    why: '`PWD` means what it usually means, as docs/effects.md says: not nothing, where the directory is deleted.',
    example: `trap 'env x=~/doc sh -c '\\''rm -rf "$PWD"'\\''' DEBUG; :; trap - DEBUG`,
    of: ['ran'],
    test: (script) => /\$\{?PWD/.test(script) && /\brm -rf?\b/.test(script),
  },
  {
    why: 'A tilde that a variable holds is the name of a file, and is taken for the home, as docs/effects.md says.',
    example: 'z="~/doc"\nmkdir -p "$z"',
    test: (script) => /["<']~|<<[A-Z]+\n.*~|\S ~.*\nEOF/.test(script),
  },
  {
    why: "Shells other than bash know no `$'…'`, and take the dollar for a part of the name. The text is taken for bash.",
    example: "touch $'a\\x2etxt'",
    shell: 'dash',
    test: (script, _, shell) => isSh(script, shell) && script.includes('\\x2e'),
  },
  {
    why: 'Shells other than bash leave braces, `~+`, the tilde of `env x=~/f` and the like as they are. The text is taken for bash.',
    example: 'touch {a,b}.new',
    shell: 'dash',
    test: (script, _, shell) =>
      isSh(script, shell) && /\{[^ }]*(?:,|\.\.)[^ }]*\}|~[+-]|\benv \w+=~|\$"|\btime \{/.test(script),
  },
  {
    why: 'The number that `wget` gives what it fetches, where something is there already, is its own choice, as docs/effects.md says.',
    example: 'echo x > empty/f; wget -q -P empty http://one.example/f',
    of: ['created'],
    test: (script) => /\bwget\b/.test(script),
  },
];

/** Whether a deed that is not derived is one of those that are known not to be. */
export const isOutside = (text: string, outcome: Outcome, shell: Shell, deed: Deed): boolean =>
  outside.some(({ test, of }) => (of === undefined || of.includes(deed.what)) && test(text, outcome, shell));
