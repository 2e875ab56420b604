/** A file that holds one of several contents on a way through a script. */
import type { Stream } from '../word.ts';
import type { Contents } from './written-files.ts';

/** The content, and those that it is chosen of. */
export interface Pin {
  readonly content: Stream | undefined;
  /** The contents that the pin belongs to. Once the file has other contents, a later write has replaced it. */
  readonly of: Contents;
}
