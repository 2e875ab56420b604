/** Lists in words: `$@`, `$*`, `${a[@]}` and `${a[*]}`, which are several words in a command and one text elsewhere. */
import type { ParameterExpansionPart, WordPart } from 'unbash';
import { anyShape, type Piece } from '../../../pattern/text/shape.ts';
import { spend } from '../budget.ts';
import { severalOf } from '../state/listed-words.ts';
import type { ShellState } from '../state/state.ts';
import { mergeOrigins, wordOfShape } from '../word.ts';
import { separatorsOf } from './fields.ts';
import { lookUpAll } from './parameter.ts';
import type { Builder } from './word-builder.ts';

/** Whether a part is `$@` or `${a[@]}` with a list that is known to be empty. */
export function isEmptyList(part: WordPart, state: ShellState): boolean {
  if (part.type === 'SimpleExpansion') return part.text === '$@' && lookUpAll('@', state)?.length === 0;
  if (part.type !== 'ParameterExpansion' || !isAll(part)) return false;
  const isEach = part.index === undefined ? part.parameter === '@' : part.index.text === '@';
  return isEach && lookUpAll(part.parameter, state)?.length === 0;
}

/** `${a[@]}`, `${@}`: all words of a list, unchanged. */
export const isAll = ({ index, parameter, prefix, operation }: ParameterExpansionPart): boolean =>
  prefix === undefined &&
  operation === undefined &&
  (index === undefined ? parameter === '@' || parameter === '*' : index.text === '@' || index.text === '*');

/** `"${a[@]:1}"`, `"${@#x}"`, `"${!a@}"`: several words that are made of a list, or of names. */
export const isEachOf = ({ index, parameter, prefix, operation }: ParameterExpansionPart): boolean =>
  prefix !== '#' &&
  (operation !== undefined || prefix !== undefined) &&
  (index === undefined ? parameter === '@' || operation?.type === 'Names' : index.text === '@');

export const listIn = ({ parameter, index, text }: ParameterExpansionPart): List => ({
  name: parameter,
  joiner: parameter === '*' || index?.text === '*' ? '*' : '@',
  source: text,
});

/** A list in a word: `$@` and `${a[@]}` have the joiner `@`, `$*` and `${a[*]}` the joiner `*`. */
interface List {
  readonly name: string;
  readonly joiner: '@' | '*';
  readonly source: string;
}

/** Adds a list: each of its words in a command, and all of them as one text elsewhere (`x="$@"`). */
export function addAll(list: List, quoted: boolean, builder: Builder, state: ShellState): void {
  if (!builder.splitting) {
    addJoined(list, builder, state);
    return;
  }
  const words = lookUpAll(list.name, state);
  const separators = separatorsOf(state);
  if (words === undefined)
    builder.addUnquoted({ ...wordOfShape(anyShape(list.source)), splits: true }, separators);
  else if (quoted) builder.addWords(words);
  else builder.addUnquotedWords(words, separators);
}

/** Adds the words of a list as one text, with what the shell puts between them. */
export function addJoined({ name, joiner }: List, builder: Builder, state: ShellState): void {
  const words = lookUpAll(name, state);
  if (words === undefined || !spend(state.budget, words.length) || severalOf(words).size > 0) {
    builder.add([{ kind: 'any' }], mergeOrigins(...(words ?? [])));
    return;
  }
  if (words.length === 1) {
    builder.addWords(words);
    return;
  }
  const separators = separatorsOf(state);
  // Behind `@` bash and ksh have a blank, and the others the first separator.
  const isKnown = separators !== undefined && (joiner === '*' || separators.startsWith(' '));
  const text = separators?.slice(0, 1) ?? '';
  const between: readonly Piece[] = !isKnown
    ? [{ kind: 'any' }]
    : text === ''
      ? []
      : [{ kind: 'text', text }];
  for (const [index, word] of words.entries()) {
    if (index > 0) builder.add(between);
    // A glob may become several words, with the same text between them.
    const isGlob = word.shape.pieces.some(({ kind }) => kind === 'glob');
    builder.add(isGlob ? [{ kind: 'any' }] : word.shape.pieces, word);
  }
}
