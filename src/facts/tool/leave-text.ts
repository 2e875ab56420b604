/** What a file holds when a tool has written to it. */
import type { PathEffect } from '../effect.ts';
import type { Recorder } from '../recorder.ts';
import { editText, type TextEdit } from './text-edit.ts';

/** All that it holds, or the parts of it that change. */
export type TextLeft = { readonly whole: string } | { readonly edits: readonly TextEdit[] } | 'unknown';

export function leaveText(effect: PathEffect, left: TextLeft, recorder: Recorder): void {
  recorder.leaves(effect, [textOf(effect, left, recorder) ?? null], !effect.certain);
}

function textOf(effect: PathEffect, left: TextLeft, recorder: Recorder): string | undefined {
  if (left === 'unknown') return undefined;
  if ('whole' in left) return left.whole;
  // An edit of nothing makes the file.
  const [only] = left.edits;
  if (left.edits.length === 1 && only?.before === '') return only.after;
  const before = textBefore(effect, recorder);
  return before === undefined ? undefined : editText(before, left.edits);
}

/** What the file holds before this: by an earlier part of the call, by the session, or on the disk. */
function textBefore(effect: PathEffect, recorder: Recorder): string | undefined {
  const { disk } = recorder;
  const earlier = recorder.left(effect);
  if (earlier !== undefined) {
    const [content] = earlier.contents;
    const isSure = !earlier.orBefore && earlier.contents.length === 1;
    return isSure && typeof content === 'string' ? content : undefined;
  }
  const place = disk.placeOf(effect.path);
  if (place === undefined || (disk.session.file(place)?.open.length ?? 0) > 0) return undefined;
  const content = disk.text(effect.path);
  return content.is === 'text' ? content.text : undefined;
}
