/** `~`, `~user` and `~-` at the start of a word, and behind the colons of an assignment. */
import { anyShape, joinPieces, type Piece } from '../../../pattern/text/shape.ts';
import { isWordList } from '../state/choice.ts';
import type { ShellState } from '../state/state.ts';
import { type Word, wordOfShape } from '../word.ts';
import { lookUpParameter, workingDirectory } from './parameter.ts';

/**
 * Expands a word that begins with a tilde, or has one behind the `=` or a `:` of an assignment; undefined for
 * any other word.
 */
export function tildesOf(value: string, text: string, state: ShellState, isValue: boolean): Word | undefined {
  if (text.startsWith('~')) return expandTilde(value, text, state);
  if (text !== value || !/[=:]~/.test(text)) return undefined;
  // All readers of paths take a tilde as the usual home. In a value other text may be taken off in front of it.
  if (state.get('HOME') === undefined && !(isValue && text.includes(':~'))) return undefined;
  const start = /^[A-Za-z_]\w*\+?=/.exec(text)?.[0] ?? '';
  const pieces = text
    .slice(start.length)
    .split(':')
    .flatMap((part, at): readonly Piece[] => [
      { kind: 'text', text: at === 0 ? '' : ':' },
      ...((part.startsWith('~') ? expandTilde(part, part, state)?.shape.pieces : undefined) ?? [
        { kind: 'text', text: part },
      ]),
    ]);
  return wordOfShape(joinPieces([{ kind: 'text', text: start }, ...pieces], text));
}

/** Expands `~`, `~/a`, `~alice/a`, `~+/a`; undefined if the word does not begin that way. */
export function expandTilde(value: string, source: string, state: ShellState): Word | undefined {
  const [, prefix = '', rest = ''] = /^~([^/]*)(.*)$/s.exec(value) ?? [];
  if (prefix === '+') {
    const here = lookUpParameter('PWD', state) ?? workingDirectory(state);
    return wordOfShape(joinPieces([...here.shape.pieces, { kind: 'text', text: rest }], source));
  }
  // `~-` is the previous directory, `~1` a place in the stack of directories.
  if (/^(?:-|[-+]?\d+)$/.test(prefix)) return wordOfShape(anyShape(source));
  if (!/^[A-Za-z0-9._-]*$/.test(prefix)) return undefined;
  const own = prefix === '' ? state.get('HOME') : undefined;
  const home: readonly Piece[] = own === undefined || isWordList(own) ? [{ kind: 'home' }] : own.shape.pieces;
  return wordOfShape(joinPieces([...home, { kind: 'text', text: rest }], source));
}
