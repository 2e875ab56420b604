/**
 * `fd foo dir -x cmd {}`: a command that runs for each found file. The found files are a pattern below the searched
 * directories; a search that bylaw cannot read may find any file there.
 */
import {
  anyShape,
  joinPieces,
  type Piece,
  type Shape,
  staticText,
  textShape,
} from '../../../pattern/text/shape.ts';
import { commandText, fillIn } from '../notation/command-text.ts';

export interface FileSearch {
  /** The pattern for names of files, a regular expression or a glob; undefined where all files match. */
  readonly pattern: Shape | undefined;
  readonly isGlob: boolean;
  /** The wanted extensions, without their dot. */
  readonly extensions: readonly Shape[];
  /** Where the search begins; the working directory if the list is empty. */
  readonly roots: readonly Shape[];
}

/** The limit of commands that are written out. */
const mostCommands = 64;

/** The commands that a search runs, as one text. `command`: its words, with `{}` for the file. */
export function commandsForFiles(command: readonly Shape[], search: FileSearch, source: string): Shape {
  const roots = search.roots.length === 0 ? [textShape('.')] : search.roots;
  const allNames = namesOf(search);
  // The commands beyond the limit are unknown.
  if (roots.length * allNames.length > mostCommands) return anyShape(source);
  const files = roots.flatMap((root) =>
    allNames.flatMap((names) =>
      names === undefined ? [root, below(root, [anything])] : [below(root, names)],
    ),
  );
  const hasMark = command.some(({ pieces }) =>
    pieces.some((piece) => piece.kind === 'text' && /\{[./]{0,2}\}/.test(piece.text)),
  );
  const pieces = files.flatMap((file, index): readonly Piece[] => {
    const words = command.map((word) => marks.reduce((filled, mark) => fillIn(filled, mark, file), word));
    return [
      ...(index === 0 ? [] : [{ kind: 'text', text: '; ' } as const]),
      ...commandText(hasMark ? words : [...words, file], source).pieces,
    ];
  });
  return joinPieces(pieces, source);
}

/** The placeholders of the file and of parts of its path. A part is treated as the whole path, which is the wider reading. */
const marks = ['{}', '{/}', '{//}', '{.}', '{/.}'];

const anything: Piece = { kind: 'glob', glob: '*' };

/** The pattern of the last names of the files; undefined for all that lies in a directory. */
function namesOf({ pattern, isGlob, extensions }: FileSearch): readonly (readonly Piece[] | undefined)[] {
  const names = pattern === undefined ? undefined : namesLike(pattern, isGlob);
  if (extensions.length === 0) return [names];
  return extensions.map((extension) => [
    ...(names ?? [anything]),
    { kind: 'text', text: '.' },
    ...extension.pieces,
  ]);
}

/** `foo` finds each name with `foo` in it. Any other regular expression may find any file. */
function namesLike(pattern: Shape, isGlob: boolean): readonly Piece[] | undefined {
  const text = staticText(pattern);
  if (text === undefined) return [anything];
  if (['', '.', '.*', '^', '*'].includes(text)) return undefined;
  if (isGlob) return /^[\w.*?-]+$/.test(text) ? [{ kind: 'glob', glob: text }] : [anything];
  const [, start = '', name = '', end = ''] = /^(\^?)((?:[\w -]|\\\.)+)(\$?)$/.exec(text) ?? [];
  if (name === '') return [anything];
  return [
    ...(start === '' ? [anything] : []),
    { kind: 'text', text: name.replaceAll('\\.', '.') },
    ...(end === '' ? [anything] : []),
  ];
}

const below = (root: Shape, names: readonly Piece[]): Shape =>
  joinPieces(
    [
      ...root.pieces,
      { kind: 'text', text: '/' },
      { kind: 'glob', glob: '**' },
      { kind: 'text', text: '/' },
      ...names,
    ],
    root.source,
  );
