/** Whether a path is in a workspace. */
import type { PathShape } from './path/path-shape.ts';
import { isUnder } from './path/path-shape-test.ts';
import { NO, type Truth, UNKNOWN } from './text/truth.ts';

/**
 * Whether a path is a root of the workspace or below it. In an exact comparison, a path that differs from
 * the root only in case is *unknown* on a disk that usually ignores case: agents on macOS and Windows write
 * a folder in both ways, and this file does not look at the disk.
 */
export function isInWorkspace(path: PathShape, root: PathShape, exact: boolean): Truth {
  const truth = isUnder(path, root, { exact, below: true });
  if (truth !== NO || !exact || !foldsCase(root)) return truth;
  return isUnder(path, root, { exact: false, below: true }) === NO ? NO : UNKNOWN;
}

/** Whether a folder is on a drive of Windows or a volume of macOS. */
function foldsCase({ anchor, segments: [first] }: PathShape): boolean {
  return anchor === 'root' && typeof first === 'string' && /^(?:[a-z]:|users|volumes)$/i.test(first);
}
