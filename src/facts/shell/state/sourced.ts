/** Scripts that a shell has run in itself and that are not known. What they have set may hold what is in them. */
import { showPathShape } from '../../../pattern/path/path-shape.ts';
import type { PathEffect } from '../../effect/effect.ts';

/** With a script that was read now. One path counts once, so that a loop comes to an end. */
export const withSourced = (sourced: readonly PathEffect[], read: PathEffect): readonly PathEffect[] =>
  sourced.some(({ path }) => showPathShape(path) === showPathShape(read.path))
    ? sourced
    : [...sourced, { ...read, certain: false }];
