/**
 * Keeps the contents of files that the call itself writes, so that a later command of the same call reads or
 * runs them.
 */
import type { PathShape } from '../../../pattern/path/path-shape.ts';
import { joinPieces, showShape, staticText } from '../../../pattern/text/shape.ts';
import type { DiskView } from '../../disk/disk-view.ts';
import type { PathEffect } from '../../effect/effect.ts';
import { mayLeadNowhere } from '../../record/files-left.ts';
import type { Recorder } from '../../record/recorder.ts';
import { costOfText, spend } from '../budget.ts';
import { closedAs, lengthOf, mergeOrigins, originsOf, type Stream, streamOf } from '../word.ts';
import type { ShellState } from './state.ts';

/**
 * Sets what a file holds from here on. If the write may fail or may be skipped, the file may also hold its
 * earlier content. `isSure` is what the command says about that; the effect and earlier changes of the file say
 * the rest.
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
  recorder.sendsTo(effect, content.sources);
  const isAlone = state.file(path) === undefined && !mayBeThere(path, recorder.disk);
  state.write(path, content, happens || isAlone);
}

/** Whether something is, or may be, at a path, as far as the disk is known. */
const mayBeThere = (path: PathShape, disk: DiskView): boolean =>
  disk.isThere && !['absent', 'unseen'].includes(disk.entry(path));

/** How a text is written to a file. */
export interface Writing {
  readonly appends: boolean;
  /** Whether the command always does the write. */
  readonly isSure: boolean;
  /** What the file holds if the call has not written it yet, where that is known. */
  readonly there?: Stream | undefined;
}

/** Keeps what is written, so that a later command of the same call can read or run it. */
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
  // The file keeps its old content, before the new one.
  if (appends && (before === undefined || staticText(before.shape) === undefined))
    recorder.mayNotHappen(effect);
  // Content that is written unchanged has its origins already.
  spend(
    state.budget,
    (before === undefined ? 1 : originsOf([before, output])) +
      costOfText(lengthOf(output.shape) + (before ? lengthOf(before.shape) : 0)),
  );
  if (before === undefined) {
    const content = appends
      ? {
          ...output,
          shape: joinPieces([{ kind: 'any' }, ...output.shape.pieces], output.shape.source),
          ...(output.shape.pieces[0]?.kind === 'any' ? {} : { isAdded: true as const }),
        }
      : output;
    writeFile(effect, content, isSure, state, recorder);
    return;
  }
  const pieces = [...before.shape.pieces, ...output.shape.pieces];
  const shape = joinPieces(pieces, showShape(before.shape));
  const { file, isAdded } = before;
  const content = {
    ...streamOf(shape, mergeOrigins(before, output)),
    isFile: false,
    ...(file === undefined ? {} : { file }),
    ...(isAdded === undefined ? {} : { isAdded }),
    ...closedAs(before, output),
  };
  writeFile(effect, content, isSure, state, recorder);
}
