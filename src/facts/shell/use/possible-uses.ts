/** What words may be used for that are not known. */
import type { UseName } from '../../knowledge/table/use-names.ts';
import { findEntry } from '../../knowledge/words/find-program.ts';
import { hasRunningMode, usesOfProgram } from '../../knowledge/words/uses-of-forms.ts';
import { knownStart } from '../../knowledge/words/word-parts.ts';
import type { Word } from '../word.ts';
import type { Running } from './running/running.ts';

/**
 * What the tables say of such words. A first word that is not known, and may be several words, may be any option: where an
 * option makes another command of the program (`cmake $X a`), and where no word is known, unless each is most likely one
 * more file (`sort $X`).
 */
export function possibleUses({ invocation, words, shell }: Running): readonly UseName[] {
  const [first] = words;
  if (first === undefined || !isOpen(first)) return invocation.possible;
  const entry = findEntry(shell.knowledge, invocation.program, 'posix');
  const areFiles = invocation.places.length < 2 && !invocation.traits.bundled;
  const isAny = entry !== undefined && ((words.every(isOpen) && !areFiles) || hasRunningMode(entry));
  return isAny ? [...invocation.possible, ...usesOfProgram(entry)] : invocation.possible;
}

const isOpen = ({ shape, splits }: Word): boolean => splits && knownStart(shape) === undefined;
