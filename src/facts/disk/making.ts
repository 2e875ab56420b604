/**
 * Files that programs make under names that are not known: the content of an archive, the parts of a file, a program built
 * from sources, a file whose name comes from a variable. Only their folder and the sort of file are known.
 */
import {
  anyPath,
  DEEP,
  knownFolder,
  type PathShape,
  pathShapeOfText,
} from '../../pattern/path/path-shape.ts';
import { diskPlaceOf } from './disk-place.ts';
import { matchesName, nameOfStep, stepOfName } from './open-name.ts';

/**
 * `any`: whatever was packed or split. `program`: the output of a compiler. `script`: JavaScript from TypeScript. `file`: one
 * file of a name that is not all known. `name`: the same, where only the name matters, since the file is empty. `link`: a
 * link at such a place.
 */
export type MadeSort = 'any' | 'program' | 'script' | 'file' | 'name' | 'link';

/** Files of a sort that may have been made in a folder, or below it. */
export interface Making {
  /** A path in the form of the disk. */
  readonly folder: string;
  readonly sort: MadeSort;
  /** What is known of the name, with `*` for any characters; absent for any name. */
  readonly name?: string;
}

const ends: Readonly<Record<MadeSort, RegExp>> = {
  any: /^/,
  program: /(?:^|\/)[^./][^./]*$|\.(?:out|exe|bin|class|jar|so|wasm)$/,
  script: /\.[cm]?jsx?$/,
  file: /^/,
  name: /(?!)/,
  link: /(?!)/,
};

export const isOfMaking = (path: string, { folder, sort, name }: Making): boolean =>
  (folder === '' || path.startsWith(`${folder}/`.replace('//', '/'))) &&
  ends[sort].test(path) &&
  (name === undefined || matchesName(path.slice(path.lastIndexOf('/') + 1), name));

/** Whether a file or a folder is in one that a program has filled with whatever it found. */
export const isBrought = (path: string, { folder, sort }: Making): boolean =>
  sort === 'any' && `${path}/`.startsWith(`${folder}/`);

/** A file or a link at an absolute path that is only partly known. */
export function makingAt(path: PathShape, sort: 'file' | 'name' | 'link'): Making {
  const folder = diskPlaceOf(knownFolder(path)) ?? '/';
  return { folder: folder === '/' ? '' : folder, sort, name: nameOfStep(path.segments.at(-1)) };
}

/** The path of such a file or link. */
export function placeOfMaking({ folder, name = '*' }: Making): PathShape {
  const { anchor, segments } = folder === '' ? anyPath : pathShapeOfText(folder, undefined);
  return { anchor, segments: [...segments.filter((step) => step !== DEEP), DEEP, stepOfName(name)] };
}

/** A key for a making among the paths of files: no file has such a name. */
export const pathOfMaking = ({ folder, sort, name }: Making): string =>
  `${folder}/**${sort}${name === undefined ? '' : `:${name}`}`;

/** The making of such a key; undefined for the path of a file. */
export function makingOf(path: string): Making | undefined {
  const [, folder, sort, name] =
    /^(.*)\/\*\*(any|program|script|file|name|link)(?::(.*))?$/s.exec(path) ?? [];
  if (folder === undefined) return undefined;
  return { folder, sort: sort as MadeSort, ...(name === undefined ? {} : { name }) };
}
