/**
 * Programs that another program runs for each file that it works on: `rg --pre cmd`, `git difftool -x cmd`,
 * `LESSOPEN='|cmd %s'`. The name of the file is put at a mark in the command, or behind its words.
 */
import { anyShape, joinPieces, type Piece, type Shape, textShape } from '../../../../pattern/text/shape.ts';
import type { Invocation, UsedValue } from '../../../knowledge/words/invocation.ts';

/** `%s`, `%` as a word or behind a slash, `{}`, `{1}`, `#1`. */
const mark = /%[A-Za-z]\b|%(?![\w%])|\{[\w.+:,-]*\}|#1/;

/** Whether a command has a mark for the name of the file. */
export const hasFileMark = ({ pieces }: Shape): boolean =>
  pieces.some((piece) => piece.kind === 'text' && mark.test(piece.text));

/** The command for files that are not known. */
export const onAnyFile = (command: Shape): Shape => withFiles(command, [anyShape('…')]);

/** The command of an option as it runs: with the files that it is given, by the role of the option. */
export function commandOnFiles(value: UsedValue, invocation: Invocation): Shape {
  if (value.role === 'on-files') return onOperands(value, invocation);
  return value.role === 'with-files' && hasFileMark(value.value) ? onAnyFile(value.value) : value.value;
}

/** The command for the files that the operands name, and those below. */
function onOperands({ value }: UsedValue, invocation: Invocation): Shape {
  const named = invocation.values.filter(
    ({ option, uses }) =>
      option === undefined && uses.some(({ name }) => name === 'read' || name === 'write'),
  );
  const { implied } = invocation.traits;
  if (named.length === 0 && implied.length === 0) return onAnyFile(value);
  const roots =
    named.length === 0 ? implied.map(({ path }) => textShape(path)) : named.map((each) => each.value);
  return withFiles(
    value,
    roots.slice(0, mostRoots).flatMap((root) => [root, below(root)]),
  );
}

const mostRoots = 16;

const below = ({ pieces, source }: Shape): Shape =>
  joinPieces(
    [
      ...pieces,
      { kind: 'text', text: '/' },
      { kind: 'glob', glob: '**' },
      { kind: 'text', text: '/' },
      { kind: 'glob', glob: '*' },
    ],
    source,
  );

function withFiles(command: Shape, files: readonly Shape[]): Shape {
  const words = files.flatMap((file, index): readonly Piece[] => [
    ...(index === 0 ? [] : [{ kind: 'text', text: ' ' } as const]),
    ...file.pieces,
  ]);
  if (!hasFileMark(command))
    return joinPieces([...command.pieces, { kind: 'text', text: ' ' }, ...words], command.source);
  const pieces = command.pieces.flatMap((piece): readonly Piece[] =>
    piece.kind !== 'text'
      ? [piece]
      : piece.text
          .split(mark)
          .flatMap((part, index): readonly Piece[] => [
            ...(index === 0 ? [] : words),
            { kind: 'text', text: part },
          ]),
  );
  return joinPieces(pieces, command.source);
}
