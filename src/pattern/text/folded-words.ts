/**
 * Finds which of many folded words a text folds to. The result is that of `fold` and a map, but a text of
 * printable ASCII, as nearly all names are, is never copied.
 */
import { fold } from './fold.ts';

export interface FoldedWords {
  /** The index of the word that the text folds to; -1 if there is none. */
  find(text: string): number;
}

/** Makes the table. The words have to be folded, and different. */
export function compileFoldedWords(words: readonly string[]): FoldedWords {
  const places = new Map(words.map((word, place) => [word, place] as const));
  const size = 2 ** Math.ceil(Math.log2(2 * words.length + 1));
  /** By hash, the index of a word plus one; words with the same hash follow each other. */
  const slots = new Int32Array(size);
  for (const [place, word] of words.entries()) {
    let slot = hashOf(word) & (size - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (size - 1);
    slots[slot] = place + 1;
  }
  return {
    find(text) {
      const hash = hashOf(text);
      if (hash === notPlain) return places.get(fold(text)) ?? -1;
      let slot = hash & (size - 1);
      for (let entry = slots[slot] ?? 0; entry !== 0; entry = slots[slot] ?? 0) {
        if (isFolded(text, words[entry - 1] ?? '')) return entry - 1;
        slot = (slot + 1) & (size - 1);
      }
      return -1;
    },
  };
}

/** The hash of a text with other characters than printable ASCII. */
const notPlain = -1;

/** A hash of the text with small letters; at least 0. (Fowler, Noll and Vo's, with its high bits mixed in.) */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 32 || code > 126) return notPlain;
    hash = Math.imul(hash ^ small(code), 0x01000193);
  }
  return (hash ^ (hash >>> 15)) & 0x7fffffff;
}

const small = (code: number): number => (code >= 65 && code <= 90 ? code + 32 : code);

/** The hash of a text of printable ASCII. */
function isFolded(text: string, word: string): boolean {
  if (text.length !== word.length) return false;
  for (let at = 0; at < text.length; at++) {
    if (small(text.charCodeAt(at)) !== word.charCodeAt(at)) return false;
  }
  return true;
}
