/** Programs that end other processes may end the shell that runs them: `kill $$`, `pkill -f deploy`. */
import { staticText } from '../../../pattern/shape.ts';
import { mannersOf } from '../../knowledge/manners.ts';
import type { Word } from '../word.ts';
import type { Running } from './running.ts';

/** Signals that end nothing, and options that only tell something. */
const harmless = /^(?:-?(?:0|(?:SIG)?(?:CHLD|CONT|WINCH|URG))|--(?:help|version))$/i;

/** Options of `kill` that list the signals. `pkill` has others of these names, and still ends what it finds. */
const listing = /^-[lL]$/;

/** Options of `kill` with a signal in the next word. */
const withSignal = /^-[sn]$/;

/** Notes that what follows runs only if no shell has been ended. A subshell can end the shells around it: `(kill $$)`. */
export function noteSentSignal({ invocation, words, shell }: Running): void {
  const { ends } = mannersOf(invocation.program);
  if (ends === undefined) return;
  const [first, second, ...rest] = words;
  const option = first && staticText(first.shape);
  const named = withSignal.test(option ?? '') ? second && staticText(second.shape) : option;
  if (harmless.test(named ?? '') && named !== '0') return;
  if (ends === 'numbers' && listing.test(named ?? '')) return;
  const isSignal = option?.startsWith('-') === true;
  const targets = (
    withSignal.test(option ?? '') ? rest : [...(isSignal ? [] : [first]), second, ...rest]
  ).filter((word) => word !== undefined);
  // Without a target here it may come from elsewhere: `xargs kill`.
  if (ends === 'names' || targets.length === 0 || !targets.every(isOtherProcess)) shell.signals.mayEnd = true;
}

/** A number that is written out, a job of the shell, or its last one. */
function isOtherProcess({ shape }: Word): boolean {
  const text = staticText(shape);
  return text === undefined ? /^"?\$(?:!|\{!\})"?$/.test(shape.source) : /^(?:--|%.*|-?[1-9]\d+)$/.test(text);
}
