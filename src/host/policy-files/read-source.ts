/** Reads one policy file again, for the places in messages. */
import { join } from 'node:path';
import type { Source } from '../../language/source.ts';
import { readRegularFile } from '../machine/regular-file.ts';

/** A policy file as it is now, by its path below the root; undefined where it cannot be read. */
export function readSource(root: string, path: string): Source | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      readRegularFile(join(root, path)),
    );
    return { path, text };
  } catch {
    return undefined;
  }
}
