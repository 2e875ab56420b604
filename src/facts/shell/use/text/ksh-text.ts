/** What the shells of the family of ksh read in another way than bash, as which bylaw follows a script. */
import { withoutStrings } from './zsh-text.ts';

/** Patterns for the text without its quoted strings. */
const words: readonly RegExp[] = [
  // A co-process, which reads what is later written to it.
  /\|&|[<>]&p\b/,
  // Functions in files with their names.
  /\bautoload\b|\bFPATH\+?=|\b(?:typeset|functions)\s+-\w*u/,
  /\bread\s+-\w*A/,
  // A built-in of mksh, with two names of files.
  /\brename\b/,
];

/** The reason why a script means something else to ksh; undefined if none is known. `finds`: it has a path of functions. */
export function kshReadsOtherwise(text: string, finds: boolean): string | undefined {
  if (finds) return 'ksh loads functions from files';
  const { bare } = withoutStrings(text);
  // `${|REPLY=x;}` is the value that the commands in it set, also within double quotes.
  const isOther = text.includes('${|') || words.some((pattern) => pattern.test(bare));
  return isOther ? 'ksh reads it in another way than bash' : undefined;
}
