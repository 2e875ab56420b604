/** A command that is being read: what the parts of its reading share. */
import type { HostShape } from '../../../pattern/host.ts';
import type { PathShape } from '../../../pattern/path-shape.ts';
import type { InputSpan, PathEffect } from '../../effect.ts';
import type { Invocation } from '../../knowledge/arguments.ts';
import type { Io, Shell } from '../shell.ts';
import type { ShellState } from '../state/state.ts';
import type { Origins, Stream, Word } from '../word.ts';

export interface Running {
  readonly invocation: Invocation;
  /** The words after the program. */
  readonly words: readonly Word[];
  readonly command: number;
  readonly shell: Shell;
  readonly state: ShellState;
  readonly io: Io;
  readonly span: InputSpan;
  readonly base: PathShape | undefined;
  readonly recursive: boolean;
  readonly reads: PathEffect[];
  /** What it wrote, of which the content is known only when all of its words are read. */
  readonly writes: PathEffect[];
  /** What files that it reads may hold. */
  readonly held: Origins[];
  readonly uploads: Origins[];
  readonly hosts: HostShape[];
  /** What it passes on: output of what it runs. */
  readonly outputs: Stream[];
}
