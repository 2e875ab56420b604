/** The directories that `cd -` and `popd` find. */
import { type PathShape, showPathShape } from '../../../pattern/path/path-shape.ts';

/** The directories that `cd -` and `popd` find. */
export interface Stack {
  readonly directories: readonly (PathShape | undefined)[];
  readonly previous: PathShape | undefined;
}

export const noStack: readonly Stack[] = [{ directories: [], previous: undefined }];

export const floating: PathShape = { anchor: 'floating', segments: [] };

export const unknownStack: Stack = { directories: [], previous: floating };

export const keyOfStack = ({ directories, previous }: Stack): string =>
  [previous, ...directories].map((each) => each && showPathShape(each)).join('\n');
