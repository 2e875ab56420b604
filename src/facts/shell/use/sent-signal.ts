/** Programs that end other processes may end the shell that runs them: `kill $$`, `pkill -f deploy`. */
import { staticText } from '../../../pattern/text/shape.ts';
import { mannersOf } from '../../knowledge/words/manners.ts';
import type { Word } from '../word.ts';
import type { Running } from './running/running.ts';

type Ends = 'numbers' | 'names';

/** Notes that what follows runs only if no shell has been ended. A subshell can end the shells around it: `(kill $$)`. */
export function noteSentSignal({ invocation, words, shell }: Running): void {
  const { ends, endsBy = [] } = mannersOf(invocation.program);
  if (words.some((word) => isOneOf(endsBy, word))) shell.signals.mayEnd = true;
  if (ends === undefined || onlyTells(words, ends)) return;
  const { signals, targets } = readSignals(words, ends);
  if (signals.length > 0 && signals.every((signal) => harmless.test(signal ?? ''))) return;
  // Without a target here it may come from elsewhere: `xargs kill`.
  if (ends === 'names' || targets.length === 0 || !targets.every(isOtherProcess)) shell.signals.mayEnd = true;
}

/** Whether a word is one of these words and options, has an option among its letters (`-vk`), or is not known. */
function isOneOf(wanted: readonly string[], { shape }: Word): boolean {
  const text = staticText(shape);
  if (text === undefined) return wanted.length > 0;
  const hasLetter = (option: string): boolean =>
    /^-\w$/.test(option) && /^-\w+$/.test(text) && text.includes(option.slice(1));
  return wanted.some((each) => each === text || hasLetter(each));
}

/** Signals that end nothing. */
const harmless = /^(?:0|(?:SIG)?(?:CHLD|CONT|WINCH|URG))$/i;

/** `-l` lists signals for `kill`; `pkill` has another option of that name, and still ends what it finds. */
function onlyTells([first]: readonly Word[], ends: Ends): boolean {
  const text = first === undefined ? undefined : staticText(first.shape);
  return /^--(?:help|version)$/.test(text ?? '') || (ends === 'numbers' && /^-[lL]$/.test(text ?? ''));
}

interface SentSignals {
  /** As they are written, undefined where one is not known. Some shells take the first of several, others the last. */
  readonly signals: readonly (string | undefined)[];
  readonly targets: readonly Word[];
}

function readSignals(words: readonly Word[], ends: Ends): SentSignals {
  const signals: (string | undefined)[] = [];
  const targets: Word[] = [];
  const texts = words.map(({ shape }) => staticText(shape));
  let at = 0;
  for (; at < words.length && texts[at] !== '--'; at++) {
    const text = texts[at];
    const word = words[at];
    if (withSignal[ends].test(text ?? '')) signals.push(texts[++at]);
    else if (text?.startsWith('--signal=') === true) signals.push(text.slice('--signal='.length));
    else if (text !== undefined && isSignal(text, ends, signals.length === 0)) signals.push(text.slice(1));
    else if (word !== undefined) targets.push(word);
  }
  return { signals, targets: [...targets, ...words.slice(at + 1)] };
}

/** Options with a signal in the next word. For `pkill`, `-n` is the newest process, and `-s` a session: of `killall` it is a signal. */
const withSignal: Readonly<Record<Ends, RegExp>> = {
  numbers: /^(?:-[sn]|--signal)$/,
  names: /^(?:-s|--signal)$/,
};

/** `-9`, `-KILL`; behind the first signal of `kill` a number is a group of processes. Shorter options of `pkill` are no signals. */
const isSignal = (text: string, ends: Ends, isFirst: boolean): boolean =>
  /^-\d+$/.test(text) ? ends === 'names' || isFirst : /^-[a-z][a-z\d+]{2,}$/i.test(text);

/** A number that is written out, a job of the shell, or its last one. */
function isOtherProcess({ shape }: Word): boolean {
  const text = staticText(shape);
  return text === undefined ? /^"?\$(?:!|\{!\})"?$/.test(shape.source) : /^(?:%.*|-?[1-9]\d+)$/.test(text);
}
