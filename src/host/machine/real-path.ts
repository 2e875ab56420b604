/** Where a path leads, through all links. */
import { realpathSync } from 'node:fs';

/** The path itself where it cannot be followed. */
export function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
