/** What words may be used for that are not known. */
import type { UseName } from '../../knowledge/table/use-names.ts';
import { findEntry } from '../../knowledge/words/find-program.ts';
import { hasRunningMode, usesBelow } from '../../knowledge/words/uses-of-forms.ts';
import { knownStart } from '../../knowledge/words/word-parts.ts';
import type { Word } from '../word.ts';
import type { Running } from './running/running.ts';

/**
 * What the tables say of such words. A word in front of all operands that is not known, and may be several words, may be any
 * option: where an option makes another command of the program (`cmake $X a`, `cmake -B build $X`), and where no word is
 * known, unless each is most likely one more file (`sort $X`).
 */
export function possibleUses({ invocation, words, shell }: Running): readonly UseName[] {
  const { start, program, possible, places, traits } = invocation;
  const first = start === undefined ? undefined : words[start];
  if (first === undefined || !isOpen(first)) return possible;
  const entry = findEntry(shell.knowledge, program, 'posix');
  const areFiles = places.length < 2 && !traits.bundled;
  const isAny = entry !== undefined && ((words.every(isOpen) && !areFiles) || hasRunningMode(entry));
  return isAny ? [...possible, ...usesBelow(entry, [])] : possible;
}

const isOpen = ({ shape, splits }: Word): boolean => splits && knownStart(shape) === undefined;
