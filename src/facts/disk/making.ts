/**
 * Files that programs make under names of their choice: the content of an archive, the parts of a file, a program built
 * from sources. Only their folder and the sort of file are known.
 */

/** `any`: whatever was packed or split. `program`: the output of a compiler. `script`: JavaScript from TypeScript. */
export type MadeSort = 'any' | 'program' | 'script';

/** Files of a sort that may have been made in a folder, or below it. */
export interface Making {
  /** A path in the form of the disk. */
  readonly folder: string;
  readonly sort: MadeSort;
}

const ends: Readonly<Record<MadeSort, RegExp>> = {
  any: /^/,
  program: /(?:^|\/)[^./][^./]*$|\.(?:out|exe|bin|class|jar|so|wasm)$/,
  script: /\.[cm]?jsx?$/,
};

export const isOfMaking = (path: string, { folder, sort }: Making): boolean =>
  path.startsWith(`${folder}/`.replace('//', '/')) && ends[sort].test(path);

/** Whether a file or a folder is in one that a program has filled with whatever it found. */
export const isBrought = (path: string, { folder, sort }: Making): boolean =>
  sort === 'any' && `${path}/`.startsWith(`${folder}/`);

/** A key for a making among the paths of files: no file has such a name. */
export const pathOfMaking = ({ folder, sort }: Making): string => `${folder}/**${sort}`;

/** The making of such a key; undefined for the path of a file. */
export function makingOf(path: string): Making | undefined {
  const [, folder, sort] = /^(.*)\/\*\*(any|program|script)$/s.exec(path) ?? [];
  return folder === undefined ? undefined : { folder, sort: sort as MadeSort };
}
