/**
 * Patches: the text of `apply_patch`, and unified diffs. One text can change many files, and each change has the place
 * of its name in the patch. A text that claims to be a patch and cannot be parsed gives undefined, so that it never
 * counts as a patch without changes.
 */
import type { PathShape } from '../../pattern/path/path-shape.ts';
import { textShape } from '../../pattern/text/shape.ts';
import type { Recorder } from '../record/recorder.ts';
import { readBeginPatch } from './begin-patch.ts';
import { leaveText } from './leave-text.ts';
import type { PatchChange } from './patch-change.ts';
import { hasEdScript, readUnifiedDiff } from './unified-diff.ts';

export type { PatchChange } from './patch-change.ts';

/** A longer patch is not parsed. */
export const longestPatch = 2 * 1024 * 1024;
/** The limit of files in one patch. */
const mostChanges = 5000;

/** What a patch does, in order; undefined for a text that is no patch or cannot be parsed. Never throws. */
export function readPatch(text: string): readonly PatchChange[] | undefined {
  if (text.length > longestPatch) return undefined;
  const changes = text.includes('*** Begin Patch') ? readBeginPatch(text) : readUnifiedDiff(text);
  return changes === undefined || changes.length > mostChanges ? undefined : changes;
}

export interface PatchPlace {
  readonly base: PathShape | undefined;
  readonly certain: boolean;
  readonly field: readonly (string | number)[];
  /** Offset of the patch in the text of the field; undefined if the field has it in another spelling. */
  readonly offset: number | undefined;
  /** Length of the field's text, for patches without an offset. */
  readonly length: number;
  readonly command: number | undefined;
}

/** Records what a patch does; a text that cannot be parsed is an unknown part. */
export function recordPatch(text: string, place: PatchPlace, recorder: Recorder): void {
  const { base, field, offset, length, command } = place;
  const changes = readPatch(text);
  if (changes === undefined) {
    const span = { field, start: 0, end: length };
    recorder.unknown({ sort: 'code', text: text.slice(0, 200), why: 'the patch cannot be read', span });
    return;
  }
  if (!text.includes('*** Begin Patch') && hasEdScript(text)) {
    const span = { field, start: 0, end: length };
    recorder.unknown({
      sort: 'code',
      text: text.slice(0, 200),
      why: 'the patch holds commands for `ed`',
      span,
    });
  }
  for (const { use, path, target, content, result, certain, start, end } of changes) {
    const effects = recorder.path({
      use,
      path: textShape(path),
      target: target === undefined ? undefined : { path: textShape(target), into: 'no' },
      base,
      certain: certain && place.certain,
      span:
        offset === undefined
          ? { field, start: 0, end: length }
          : { field, start: offset + start, end: offset + end },
      command,
      content,
    });
    for (const effect of effects)
      if (use === 'write' && effect.kind === 'write' && result !== undefined)
        leaveText(effect, result === 'content' ? { whole: content ?? '' } : { edits: result }, recorder);
  }
}
