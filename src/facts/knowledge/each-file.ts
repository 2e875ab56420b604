/**
 * `fd foo dir -x cmd {}`: a command for every file that is found. What is found
 * is said as a pattern below the directories that are searched; a search that
 * is not understood finds any file there.
 */
import { anyShape, joinPieces, type Piece, type Shape, staticText, textShape } from '../../pattern/shape.ts';
import { commandText, fillIn } from './command-text.ts';

export interface FileSearch {
  /** What names of files are to match, as a regular expression, or as a glob; undefined where all do. */
  readonly pattern: Shape | undefined;
  readonly isGlob: boolean;
  /** Endings that are asked for, without their dot. */
  readonly extensions: readonly Shape[];
  /** Where the search begins; the working directory where there are none. */
  readonly roots: readonly Shape[];
}

/** More commands than these are not written out. */
const mostCommands = 64;

/** The commands that a search comes to, as one text for a shell. `command`: its words, with `{}` for the file. */
export function commandsForFiles(command: readonly Shape[], search: FileSearch, source: string): Shape {
  const roots = search.roots.length === 0 ? [textShape('.')] : search.roots;
  const allNames = namesOf(search);
  // What the others would do is not known.
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

/** The file, and parts of its path: what a part of it could be is what the whole could. */
const marks = ['{}', '{/}', '{//}', '{.}', '{/.}'];

const anything: Piece = { kind: 'glob', glob: '*' };

/** How the last names of the files look; undefined for all that lies in a directory. */
function namesOf({ pattern, isGlob, extensions }: FileSearch): readonly (readonly Piece[] | undefined)[] {
  const names = pattern === undefined ? undefined : namesLike(pattern, isGlob);
  if (extensions.length === 0) return [names];
  return extensions.map((extension) => [
    ...(names ?? [anything]),
    { kind: 'text', text: '.' },
    ...extension.pieces,
  ]);
}

/** `foo` finds each name with `foo` in it; of another expression no more is known than that it finds files. */
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
