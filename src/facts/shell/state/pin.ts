/** Which of its possible contents a file has on one way through a script. */
import type { Stream } from '../word.ts';
import type { Contents } from './written-files.ts';

/** One content of a file, and all its contents. */
export interface Pin {
  readonly content: Stream | undefined;
  /** The contents that the pin belongs to. Once the file has other contents, a later write has replaced it. */
  readonly of: Contents;
}
