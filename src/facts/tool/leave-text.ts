/** Notes what a file holds after a tool has written it. */
import type { PathEffect } from '../effect.ts';
import type { Recorder } from '../recorder.ts';
import { editText, type TextEdit } from './text-edit.ts';

/** The whole text, or the parts that change. */
export type TextLeft =
  | { readonly whole: string }
  | { readonly edits: readonly TextEdit[] }
  | 'unknown'
  | 'perhaps empty';

export function leaveText(effect: PathEffect, left: TextLeft, recorder: Recorder): void {
  // An input leaves an empty text out, or has it under a name that is not known.
  const contents = left === 'perhaps empty' ? ['', null] : [textOf(effect, left, recorder) ?? null];
  recorder.leaves(effect, contents, !effect.certain);
}

function textOf(
  effect: PathEffect,
  left: Exclude<TextLeft, 'perhaps empty'>,
  recorder: Recorder,
): string | undefined {
  if (left === 'unknown') return undefined;
  if ('whole' in left) return left.whole;
  // An edit without an old text creates the file.
  const [only] = left.edits;
  if (left.edits.length === 1 && only?.before === '') return only.after;
  const before = textBefore(effect, recorder);
  return before === undefined ? undefined : editText(before, left.edits);
}

/** The text before the edit: from an earlier part of the call, from the session, or from the disk. */
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
