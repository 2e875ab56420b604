/** Which patterns mean something only where the workspace is known. */
import { anchorOf } from '../../pattern/path/path.ts';
import type { Pattern } from './checked.ts';

/** `workspace` itself, or a path pattern that is relative to its roots. */
export function needsWorkspace(pattern: Pattern): boolean {
  if (pattern.kind === 'list') return [...pattern.items, ...pattern.except].some(needsWorkspace);
  if (pattern.kind === 'path') return anchorOf(pattern.value) === 'workspace';
  return pattern.kind === 'workspace';
}
