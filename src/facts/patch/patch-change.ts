/** The result of the readers of patches: one change for each file, in the order of the text. */
import type { TextEdit } from './text-edit.ts';

/** What a patch does to one file. A changed file is read and written. */
export interface PatchChange {
  readonly use: 'read' | 'write' | 'delete' | 'move' | 'copy';
  readonly path: string;
  /** The target of a move or a copy. */
  readonly target: string | undefined;
  /** With a write or a move: the added lines. */
  readonly content: string | undefined;
  /** With a write: `content` is the whole file, or these are the changed parts. */
  readonly result?: 'content' | readonly TextEdit[];
  /** False for an alternative reading of a name: with or without its first directory. */
  readonly certain: boolean;
  /** UTF-16 offsets of the name in the text. */
  readonly start: number;
  readonly end: number;
}
