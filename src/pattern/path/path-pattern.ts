/** A compiled path pattern, and how it is asked. */
import type { Truth } from '../text/truth.ts';
import type { PathShape } from './path-shape.ts';
import type { PathValue } from './path-value.ts';

export interface PathPattern {
  readonly text: string;
  readonly anchor: 'root' | 'home' | 'anywhere' | 'workspace';
  /**
   * Whether the pattern matches the path; with `below`, also whether the path is below a match. `exact`
   * compares case; otherwise a match in either view counts. Unknown if the path or the workspace is not
   * known well enough.
   */
  test(path: PathValue, roots: readonly PathValue[] | undefined, options: MatchOptions): Truth;
  /** The same for a path with unknown parts: yes if it holds for all paths that it could be, no if for none. */
  testShape(path: PathShape, roots: readonly PathValue[] | undefined, options: MatchOptions): Truth;
}

export interface MatchOptions {
  readonly exact: boolean;
  readonly below: boolean;
}
