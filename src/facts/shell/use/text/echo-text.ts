/** The output of `echo`. Shells differ in its options, and in whether it reads escapes. */
import { joinPieces, type Piece, type Shape, staticText } from '../../../../pattern/text/shape.ts';
import type { Word } from '../../word.ts';
import { unescapeText } from './escapes.ts';

/** Who runs `echo`: bash, the shell of the call, which is bash or zsh or dash, or any shell or program. */
export type EchoReader = 'bash' | 'call' | 'any';

/** All that `echo` may print with these words: one text in bash, and where other shells may read them, those of each. */
export function echoTexts(words: readonly Word[], reader: EchoReader): readonly Shape[] {
  const asked = optionsOf(words);
  // bash and zsh read the same escapes.
  const isBash = reader !== 'any';
  const plain = echo(asked.rest, asked.escapes, asked.lineEnd, isBash);
  if (reader === 'bash') return [plain];
  const isShort = staticText(words[0]?.shape ?? none) === '-n';
  const all = [
    plain,
    // zsh reads escapes, takes the options of bash, and ends them with a dash.
    echo(asked.rest.slice(isDash(asked.rest[0]) ? 1 : 0), true, asked.lineEnd, isBash),
    // dash reads escapes and knows one option.
    echo(isShort ? words.slice(1) : words, true, !isShort, false),
  ];
  const keys = all.map(({ pieces }) => JSON.stringify(pieces));
  return all.filter((_, at) => keys.indexOf(keys[at] ?? '') === at);
}

const isDash = (word: Word | undefined): boolean => word !== undefined && staticText(word.shape) === '-';

const none: Shape = { pieces: [], source: '' };

/** The options in front and the words behind them. A later option replaces an earlier one. */
function optionsOf(words: readonly Word[]): {
  readonly rest: readonly Word[];
  readonly escapes: boolean;
  readonly lineEnd: boolean;
} {
  let escapes = false;
  let lineEnd = true;
  for (const [at, { shape }] of words.entries()) {
    const text = staticText(shape) ?? '';
    if (!/^-[neE]+$/.test(text)) return { rest: words.slice(at), escapes, lineEnd };
    if (text.includes('n')) lineEnd = false;
    const last = text.replace(/[-n]+/g, '').at(-1);
    if (last !== undefined) escapes = last === 'e';
  }
  return { rest: [], escapes, lineEnd };
}

function echo(words: readonly Word[], escapes: boolean, lineEnd: boolean, isBash: boolean): Shape {
  const given = words.flatMap(({ shape: { pieces } }, index): readonly Piece[] =>
    index === 0 ? pieces : [{ kind: 'text', text: ' ' }, ...pieces],
  );
  const all: readonly Piece[] = lineEnd ? [...given, { kind: 'text', text: '\n' }] : given;
  if (!escapes) return joinPieces(all, 'echo …');
  const printed: Piece[] = [];
  for (const piece of joinPieces(all, '').pieces) {
    const { pieces, ends } =
      piece.kind === 'text'
        ? unescapeText(piece.text, { place: 'echo', isBash })
        : { pieces: [piece], ends: false };
    printed.push(...pieces);
    if (ends) break;
  }
  return joinPieces(printed, 'echo …');
}
