/** What readers of patches tell: one change for each file, in the order of the text. */
import type { TextEdit } from './text-edit.ts';

/** What a patch does to one file. A file that is changed is read and written. */
export interface PatchChange {
  readonly use: 'read' | 'write' | 'delete' | 'move' | 'copy';
  readonly path: string;
  /** Of a move or a copy: where the file goes. */
  readonly target: string | undefined;
  /** Of a write, and of what is moved: the lines that are added. */
  readonly content: string | undefined;
  /** Of a write: `content` is the whole file; or the parts that change. */
  readonly result?: 'content' | readonly TextEdit[];
  /** Not set for another reading of a name: with or without its first directory. */
  readonly certain: boolean;
  /** UTF-16 offsets of the name in the text. */
  readonly start: number;
  readonly end: number;
}
