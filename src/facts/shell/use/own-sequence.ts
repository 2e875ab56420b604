/** Several commands of one program among its words: `tmux new -d \\; send-keys x Enter`. */
import { joinPieces, staticText } from '../../../pattern/text/shape.ts';
import { mannersOf } from '../../knowledge/words/manners.ts';
import type { Word } from '../word.ts';

/** The words of each command; undefined where there is only one. A word may also end with the sign that ends a command. */
export function commandsAmong(
  program: string,
  words: readonly Word[],
): readonly (readonly Word[])[] | undefined {
  const { between } = mannersOf(program);
  if (between === undefined) return undefined;
  const commands: Word[][] = [[]];
  for (const word of words) {
    const text = staticText(word.shape);
    const sign = between.find((each) => text?.endsWith(each) && !text.endsWith(`\\${each}`));
    const kept = sign === undefined ? undefined : text?.slice(0, -sign.length);
    if (kept === undefined) commands[commands.length - 1]?.push(word);
    else {
      const shape = joinPieces([{ kind: 'text', text: kept }], word.shape.source);
      if (kept !== '') commands[commands.length - 1]?.push({ ...word, shape });
      commands.push([]);
    }
  }
  const filled = commands.filter(({ length }) => length > 0);
  return filled.length > 1 ? filled.slice(0, mostCommands) : undefined;
}

const mostCommands = 32;
