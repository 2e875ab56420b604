/** Texts that a tool may apply as a patch, although no table says that it does. All that such a patch does is only possible. */
import { recordPatch } from '../patch/patch.ts';
import { Recorder } from '../record/recorder.ts';
import type { Where } from './possible-command.ts';

/** The header of a unified or a context diff, of `git diff`, or a line of a Begin-Patch text. */
const patchHeader =
  /^[ \t>]*(?:---[ \t]+\S[^\n]*\n[ \t>]*\+\+\+[ \t]+\S|\*\*\*[ \t]+\S[^\n]*\n[ \t>]*---[ \t]+\S|\*\*\* (?:Begin Patch|(?:Add|Delete|Update) File: *\S)|diff --git \S|Index: +\S[^\n]*\n={3})/m;

const longestSearched = 2 * 1024 * 1024;

/** Whether a text has the header of a patch. */
export const looksLikePatch = (text: string): boolean =>
  text.length <= longestSearched && /^[ \t>]*(?:---|\*\*\*|diff|Index)/m.test(text) && patchHeader.test(text);

/** Records that the files of a patch are possibly changed, in each of the directories. */
export function patchPossibly(text: string, { field, bases }: Where, recorder: Recorder): void {
  const found = new Recorder(recorder.disk);
  for (const base of bases)
    recordPatch(
      text,
      { base, certain: false, field, offset: 0, length: text.length, command: undefined },
      found,
    );
  recorder.possibly(found.effects);
}
