/** placeholder */
import type { PathShape } from './path-shape.ts';
import type { Shape } from './shape.ts';

export function otherReadings(_shape: Shape, _base: PathShape | undefined): readonly PathShape[] {
  return [];
}
