/**
 * Files that programs make under names that they choose: what an archive held, the parts of a file, a program that is built of
 * sources. Only where they are made is known, and what sort of file that is.
 */

/** `any`: whatever was packed or cut up. `program`: what a compiler makes. `script`: JavaScript that is made of TypeScript. */
export type MadeSort = 'any' | 'program' | 'script';

/** Files of a sort that may have been made in a folder, or below it. */
export interface Making {
  /** A path as a disk is asked for it. */
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

/** A making in the place of a path: no file has such a name. */
export const pathOfMaking = ({ folder, sort }: Making): string => `${folder}/**${sort}`;

/** The making that a path stands for; undefined for the path of a file. */
export function makingOf(path: string): Making | undefined {
  const [, folder, sort] = /^(.*)\/\*\*(any|program|script)$/s.exec(path) ?? [];
  return folder === undefined ? undefined : { folder, sort: sort as MadeSort };
}
