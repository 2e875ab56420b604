/**
 * What the variable `BYLAW_CACHE` says of keeping checked policies: they are kept, unless it is one of a few words.
 * It only saves time, so an unknown word refuses nothing.
 */
import { asChoice, suggestion } from '../../language/words.ts';

type Env = Readonly<Record<string, string | undefined>>;

const offWords = ['off', '0', 'no', 'false'];
const onWords = ['', 'on', '1', 'yes', 'true'];

export const isCacheOff = ({ BYLAW_CACHE: word = '' }: Env): boolean => offWords.includes(word);

/** A sentence about a word that is neither on nor off; undefined for those that are. */
export function strangeCacheSwitch({ BYLAW_CACHE: word = '' }: Env): string | undefined {
  if (offWords.includes(word) || onWords.includes(word)) return undefined;
  const shown = word.length <= 40 ? word : `${word.slice(0, 39)}…`;
  const near = suggestion(word, [...offWords, ...onWords]);
  const off = asChoice(offWords.map((each) => `\`${each}\``));
  return `\`BYLAW_CACHE\` is \`${shown}\`, which is taken as \`on\`: checked policies are kept, and only ${off} keeps none${near === undefined ? '' : `; ${near}`}`;
}
