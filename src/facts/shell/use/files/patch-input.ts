/** Runs the patch that a program gets: on standard input, or in a known file. */
import { readPathShape } from '../../../../pattern/path/path-shape.ts';
import { type Shape, staticText, textShape } from '../../../../pattern/text/shape.ts';
import type { PathEffect } from '../../../effect/effect.ts';
import type { Invocation } from '../../../knowledge/words/invocation.ts';
import { recordPatch } from '../../../patch/patch.ts';
import { noOrigins, type Stream, streamOf, unknownStream } from '../../word.ts';
import { type Running, readsInput } from '../running/running.ts';
import { textOnDisk, withFileRead } from '../written/disk-script.ts';
import { fill, onlyLooks } from './repack.ts';

/** Applies the known patches of `apply_patch <<EOF`, `patch -p1 < x.diff`, `git apply x.diff`. */
export function runPatch(running: Running): void {
  const { invocation, io } = running;
  if (!invocation.traits.patches) return;
  if (!onlyLooks(running))
    for (const stream of patchFiles(invocation).map((file) => heldBy(file, running)))
      if (stream !== undefined) applyPatch(stream, running);
  if (io.stdin === undefined) return;
  const input = withFileRead(io.stdin, running);
  if (!input.isFile) applyPatch(input, running);
}

/** Whether known patches name all files that a program writes. */
export function isNamedByPatch(running: Running): boolean {
  const { invocation, io } = running;
  if (!invocation.traits.patches) return false;
  const held = patchFiles(invocation).map((file) => heldBy(file, running));
  if (io.stdin !== undefined && !io.stdin.isFile) return true;
  return held.length > 0 && held.every((each) => each !== undefined && staticText(each.shape) !== undefined);
}

/** The patch files among the words. */
const patchFiles = ({ values }: Invocation): readonly Shape[] =>
  values
    .filter(({ role, option }) => role === 'patch' || option === '-i')
    .map(({ value }) => value)
    .filter((value) => !readsInput(staticText(value)));

function heldBy(file: Shape, { state, shell, base }: Running): Stream | undefined {
  const path = readPathShape(file, base);
  const held = state.file(path) ?? textOnDisk(path, shell);
  return held === undefined || held.isFile ? undefined : held;
}

function applyPatch({ shape }: Stream, running: Running): void {
  const { invocation, io, shell, base, span, command } = running;
  const text = staticText(shape);
  if (text === undefined) {
    shell.unknown('code', shape.source, 'the patch is not known', span);
    return;
  }
  if (text.trim() === '') return;
  const place = {
    base,
    certain: io.certain && !io.elsewhere && !namesOthers(invocation),
    field: span.field,
    offset: undefined,
    length: span.end,
    command,
  };
  const { paths } = shell.recorder.effects;
  const since = paths.length;
  recordPatch(text, place, shell.recorder);
  const isAltered = readsOtherwise(invocation);
  for (const effect of paths.slice(since))
    if (effect.kind === 'write') keepPatched(effect, isAltered, running);
  // How much of each name is stripped decides which files these are.
  if (isAltered) fill(textShape('.'), false, running);
}

/** Whether a patch is applied in reverse, or to other names than it contains. */
const readsOtherwise = (invocation: Invocation): boolean =>
  namesOthers(invocation) || invocation.options.some(({ names }) => names.includes('-R'));

/** Whether the patch changes other files than it names: in another folder, or with more of each name stripped. */
const namesOthers = ({ options }: Invocation): boolean =>
  options.some(
    ({ names, value }) =>
      names.includes('--directory') ||
      (names.includes('-p') && !/^[01]$/.test((value && staticText(value)) ?? '')),
  );

/** Keeps the content of a patched file for later commands of the same call. */
function keepPatched(effect: PathEffect, isAltered: boolean, { state, shell }: Running): void {
  const left = isAltered ? undefined : shell.recorder.filesLeft.of(effect);
  const contents = left?.contents ?? [null];
  const unseen = { ...unknownStream(noOrigins), isFile: !isAltered };
  for (const [at, content] of contents.entries())
    state.write(
      effect.path,
      typeof content === 'string' ? streamOf(textShape(content, effect.text), noOrigins) : unseen,
      left?.orBefore !== true && at === 0,
    );
}
