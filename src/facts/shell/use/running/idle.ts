/**
 * Commands that do nothing but tell something, because of one of their words: `gh repo delete --help`,
 * `apt-get -s remove x`, `bash -n -c 'rm -rf ~'`. `knowledge/manners.traits` says which options do that (`idle`), and which
 * words and variables take it back (`awake`).
 */
import { staticText } from '../../../../pattern/text/shape.ts';
import type { Invocation } from '../../../knowledge/words/invocation.ts';
import { mannersOf } from '../../../knowledge/words/manners.ts';
import type { Word } from '../../word.ts';

/**
 * Whether a word surely makes the command do nothing: a command with a word that is not known may do anything. `given` has
 * the names of the variables that the call sets for it.
 */
export function isIdle(
  invocation: Invocation,
  words: readonly Word[],
  given: () => readonly string[],
): boolean {
  const { idle = [], awake = [] } = mannersOf(invocation.program);
  if (idle.length === 0 || invocation.open) return false;
  const texts = words.map(({ shape }) => staticText(shape));
  const isAwakening = (text: string | undefined): boolean => awake.some((word) => isWord(text, word));
  if (texts.some(isAwakening)) return false;
  const hasIdleWord = idle.some((entry) => {
    const [, form = '', option = '', isFirst] = /^(?:(.*)\+)?(-[^!]*)(!?)$/.exec(entry) ?? [];
    if (!isForm(form, invocation.words)) return false;
    const at = texts.indexOf(option);
    const isInPlace = isFirst === '' || (isInFront(at, invocation) && !mayTakeNext(texts[at - 1]));
    return at >= 0 && isInPlace && isGiven(option, at, texts, invocation);
  });
  return hasIdleWord && !given().some((name) => isAwakening(`$${name}`));
}

/** Whether the form is this one; `*` is any that the tables have. */
const isForm = (form: string, [first]: readonly string[]): boolean =>
  form === '' || (form === '*' ? first !== undefined : first === form);

const isWord = (text: string | undefined, word: string): boolean =>
  word.endsWith('*') ? text?.startsWith(word.slice(0, -1)) === true : text === word;

/** Whether the word at a place is this option, given once and not taken back. */
function isGiven(
  option: string,
  at: number,
  texts: readonly (string | undefined)[],
  { options, values }: Invocation,
): boolean {
  const [name = ''] = option.split('=');
  const isAgain = (text: string | undefined, place: number): boolean =>
    place !== at && (text?.split('=')[0] === name || text === `--no-${name.slice(2)}`);
  if (texts.some(isAgain) || texts.slice(0, at).includes('--')) return false;
  // A part of a word of letters is an option as well: `-nc`.
  const isOption = options.some(
    ({ names, certain, mayBeValue }) =>
      certain && mayBeValue !== true && (names.includes(name) || name.startsWith(names[0] ?? ' ')),
  );
  return isOption && !values.some((value) => value.at === at && option === name);
}

/** Whether no operand is in front of a word. */
const isInFront = (at: number, { values }: Invocation): boolean =>
  !values.some((value) => value.option === undefined && value.at < at);

/** A long option with one dash, which may take the next word as its value: `nmap -ttl -h`. Two letters are most often two options. */
const mayTakeNext = (word: string | undefined): boolean =>
  word !== undefined && /^-[A-Za-z][\w-]{2,}$/.test(word);

/** Whether a name is one of the options with which most programs do nothing, or the beginning of one. */
export const isIdleOption = (name: string): boolean =>
  name.length > 2 && ['--help', '--version', '--dry-run'].some((option) => option.startsWith(name));
