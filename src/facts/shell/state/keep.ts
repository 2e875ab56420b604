/** What files hold that the call itself writes. */
import type { PathShape } from '../../../pattern/path-shape.ts';
import { joinPieces, showShape, staticText } from '../../../pattern/shape.ts';
import type { DiskView } from '../../disk/disk-view.ts';
import type { PathEffect } from '../../effect.ts';
import { mayLeadNowhere } from '../../files-left.ts';
import type { Recorder } from '../../recorder.ts';
import { costOfText, spend } from '../budget.ts';
import { lengthOf, mergeOrigins, originsOf, type Stream, streamOf } from '../word.ts';
import type { ShellState } from './state.ts';

/**
 * A file holds this from here on. Where the write may fail or be skipped, it may also hold what is there: `isSure` says what the
 * command does, the effect and earlier changes of the file say the rest.
 */
export function writeFile(
  effect: PathEffect,
  content: Stream,
  isSure: boolean,
  state: ShellState,
  recorder: Recorder,
): void {
  const { path, text, certain } = effect;
  const happens = isSure && certain && !mayLeadNowhere(text) && !state.files.isGuarded(path);
  if (!happens) recorder.mayNotHappen(effect);
  const isAlone = state.file(path) === undefined && !mayBeThere(path, recorder.disk);
  state.write(path, content, happens || isAlone);
}

/** Whether something is known to be at a path, or may be as far as the disk says. */
const mayBeThere = (path: PathShape, disk: DiskView): boolean =>
  disk.isThere && !['absent', 'unseen'].includes(disk.entry(path));

/** How a text is written to a file. */
export interface Writing {
  readonly appends: boolean;
  /** Whether the write surely happens, as far as its command says. */
  readonly isSure: boolean;
  /** What the file holds if the call has not written it, where that is known. */
  readonly there?: Stream | undefined;
}

/** What was written is there for whoever reads or runs it later in the same call. */
export function keep(
  effect: PathEffect,
  output: Stream,
  writing: Writing,
  state: ShellState,
  recorder: Recorder,
): void {
  const { appends, isSure, there } = writing;
  const { readings, ...either } = output;
  if (readings !== undefined && !appends) {
    for (const [at, shape] of readings.entries())
      keep(effect, { ...either, shape }, { ...writing, isSure: isSure && at === 0 }, state, recorder);
    return;
  }
  const before = appends ? (state.file(effect.path) ?? there) : undefined;
  // What the file held is still in it.
  if (appends && (before === undefined || staticText(before.shape) === undefined))
    recorder.mayNotHappen(effect);
  // What is written as it is has its origins already.
  spend(
    state.budget,
    (before === undefined ? 1 : originsOf([before, output])) +
      costOfText(lengthOf(output.shape) + (before ? lengthOf(before.shape) : 0)),
  );
  if (before === undefined) {
    const content = appends
      ? { ...output, shape: joinPieces([{ kind: 'any' }, ...output.shape.pieces], output.shape.source) }
      : output;
    writeFile(effect, content, isSure, state, recorder);
    return;
  }
  const pieces = [...before.shape.pieces, ...output.shape.pieces];
  const shape = joinPieces(pieces, showShape(before.shape));
  const { file } = before;
  const content = {
    ...streamOf(shape, mergeOrigins(before, output)),
    isFile: false,
    ...(file === undefined ? {} : { file }),
  };
  writeFile(effect, content, isSure, state, recorder);
}
