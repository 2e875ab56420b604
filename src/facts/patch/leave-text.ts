/** Records what a file holds after a tool has written it. */
import type { LeftContent } from '../disk/session-files.ts';
import type { PathEffect } from '../effect/effect.ts';
import type { Recorder } from '../record/recorder.ts';
import { editText, type TextEdit } from './text-edit.ts';

/** The whole text, the edited parts, or parts whose place in the file is not known. */
export type TextLeft =
  | { readonly whole: string }
  | { readonly edits: readonly TextEdit[] }
  | { readonly parts: readonly string[] }
  | 'perhaps empty';

export function leaveText(effect: PathEffect, left: TextLeft, recorder: Recorder): void {
  // Some harnesses leave out an empty text, or send it in an unknown field.
  const text = left === 'perhaps empty' ? '' : textOf(effect, left, recorder);
  if (text !== undefined && left !== 'perhaps empty')
    recorder.filesLeft.write(effect, [text], !effect.certain, isWhole(left) ? [] : [effect]);
  else recorder.filesLeft.write(effect, [...partsOf(left), unknownAfter(effect, recorder)], true);
}

/** Whether the call has the whole text. An edit also leaves what was in the file before. */
const isWhole = (left: TextLeft): boolean => typeof left === 'object' && 'whole' in left;

/** The unknown content of a file whose text was known: it has changed. Any other file stays as unknown as it was. */
function unknownAfter(effect: PathEffect, { disk, filesLeft }: Recorder): LeftContent {
  const place = disk.placeOf(effect.path);
  const file = place === undefined ? undefined : disk.session.file(place);
  const known = [...(filesLeft.of(effect)?.contents ?? []), ...(file?.left ?? []), ...(file?.open ?? [])];
  return known.some((each) => each !== null) ? { why: 'edited' } : null;
}

/** The text that is surely somewhere in the file, if the text around it is not known. */
function partsOf(left: TextLeft): readonly string[] {
  if (left === 'perhaps empty') return [''];
  if ('parts' in left) return left.parts;
  return 'edits' in left ? left.edits.map(({ after }) => after) : [];
}

function textOf(
  effect: PathEffect,
  left: Exclude<TextLeft, 'perhaps empty'>,
  recorder: Recorder,
): string | undefined {
  if ('parts' in left) return undefined;
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
  const earlier = recorder.filesLeft.of(effect);
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
