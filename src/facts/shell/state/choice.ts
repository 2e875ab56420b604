/**
 * The value of a name where ways through a script meet: one of several. `undefined` among them is what the
 * name has where the script never set it. A value that only one way can have stays plain, which is almost always so.
 */
import { anyShape } from '../../../pattern/shape.ts';
import { mergeOrigins, type Word, wordOfShape } from '../word.ts';

/** A variable: a text, or the words of an array. */
export type Value = Word | List;

/** The words of an array; `keyed`: the index of each word is unknown. */
export type List = readonly Word[] & { readonly keyed?: true };

/** The words of a list whose indices are unknown. */
export const keyedList = (words: readonly Word[]): List =>
  Object.assign([...words], { keyed: true } as const);

/** More alternatives than this become a value that is not known. */
export const mostAlternatives = 8;

export class Choice<Item> {
  readonly among: readonly (Item | undefined)[];

  constructor(among: readonly (Item | undefined)[]) {
    this.among = among;
  }
}

export type Held<Item> = Item | Choice<Item>;

/** All that it may be. */
export const alternativesOf = <Item>(held: Held<Item> | undefined): readonly (Item | undefined)[] =>
  held instanceof Choice ? held.among : [held];

/**
 * One of all of these, each once; plain where there is only one, undefined where that is what was there without the
 * script. `keyOf` says what is the same.
 */
export function choiceOf<Item>(
  helds: readonly (Held<Item> | undefined)[],
  keyOf: (item: Item) => unknown,
): Held<Item> | undefined {
  const first = helds[0];
  if (helds.every((held) => held === first)) return first;
  const seen = new Map<unknown, Item | undefined>();
  for (const held of helds)
    for (const item of alternativesOf(held)) {
      const key = item === undefined ? undefined : keyOf(item);
      if (!seen.has(key)) seen.set(key, item);
    }
  const among = [...seen.values()];
  return among.length === 1 ? among[0] : new Choice(among);
}

export const isList = (value: Value): value is List => Array.isArray(value);

/** Says what a variable's value is: two that are the same have the same key. */
export function keyOfValue(value: Value): string {
  const words: readonly Word[] = isList(value) ? value : [value];
  return `${isList(value)}${words.map(keyOfWord).join()}`;
}

/** Keys of words, worked out once for each: ways that meet again and again hold the same words. */
const keysOfWords = new WeakMap<Word, string>();

function keyOfWord(word: Word): string {
  let key = keysOfWords.get(word);
  if (key === undefined) {
    const { shape, splits, sources, from } = word;
    key = JSON.stringify([shape.pieces, splits, sources.length, from]);
    keysOfWords.set(word, key);
  }
  return key;
}

/** A value of which only the name is known, and what it may hold of all these. */
export function unknownValue(name: string, values: readonly (Value | undefined)[]): Word {
  const words = values.flatMap((value) => (value === undefined ? [] : isList(value) ? value : [value]));
  return wordOfShape(anyShape(`$${name}`), mergeOrigins(...words));
}
