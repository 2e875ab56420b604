/**
 * The value of a name after ways through a script join: one of several alternatives. `undefined` among them
 * means that the script has not set the name, so that it has its value from before the script. A value with
 * only one alternative stays plain, which is almost always so.
 */
import { anyShape, staticText } from '../../../pattern/text/shape.ts';
import { type Listed, mergeOrigins, type Word, wordOfShape } from '../word.ts';

/** A variable: a text, or the words of an array. */
export type VariableValue = Word | List;

/** The words of an array; `keyed`: the index of each word is unknown. */
export type List = readonly Word[] & { readonly keyed?: true };

/** The words of a list whose indices are unknown. */
export const keyedList = (words: readonly Word[]): List =>
  Object.assign([...words], { keyed: true } as const);

/** A list whose indices and order are unknown. */
export function mixedList(words: readonly Word[]): List {
  if (words.length < 2) return keyedList(words);
  const lines = words.map(({ shape }) => staticText(shape) ?? '');
  const among: Listed = { lines, isWhole: true, most: lines.length, between: '\n' };
  return keyedList(words.map((word) => ({ ...word, among })));
}

/** A value with more alternatives than this becomes unknown. */
export const mostAlternatives = 8;

/** Several alternatives of one value. */
export class Choice<Item> {
  readonly among: readonly (Item | undefined)[];

  constructor(among: readonly (Item | undefined)[]) {
    this.among = among;
  }
}

/** A value, or several alternatives of it. */
export type Held<Item> = Item | Choice<Item>;

/** All alternatives of a value. */
export const alternativesOf = <Item>(held: Held<Item> | undefined): readonly (Item | undefined)[] =>
  held instanceof Choice ? held.among : [held];

/**
 * A choice between all of these values, without duplicates. A single value stays plain; undefined means that
 * the only one is the value from before the script. Two values with the same `keyOf` are the same.
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

/** Whether a variable is an array. */
export const isWordList = (value: VariableValue): value is List => Array.isArray(value);

/** The words of a variable's value; empty if it has none. */
export const wordsOfChoice = (value: VariableValue | undefined): readonly Word[] =>
  value === undefined ? [] : isWordList(value) ? value : [value];

/** The key of a variable's value: equal values have equal keys. */
export function keyOfValue(value: VariableValue): string {
  return `${isWordList(value)}${wordsOfChoice(value).map(keyOfWord).join()}`;
}

/** Keys of words, computed once for each word: ways that join again and again hold the same words. */
const keysOfWords = new WeakMap<Word, string>();

function keyOfWord(word: Word): string {
  let key = keysOfWords.get(word);
  if (key === undefined) {
    const { shape, splits, sources, from, listed, among } = word;
    key = JSON.stringify([shape.pieces, splits, sources.length, from, listed?.lines, among !== undefined]);
    keysOfWords.set(word, key);
  }
  return key;
}

/** An unknown value that keeps its name and the origins of all these values. */
export function unknownVariable(name: string, values: readonly (VariableValue | undefined)[]): Word {
  const words = values.flatMap(wordsOfChoice);
  return wordOfShape(anyShape(`$${name}`), mergeOrigins(...words));
}
