/** Reads policy files again, for the places in messages. */
import { join } from 'node:path';
import type { SourceLookup } from '../../language/render.ts';
import type { Source } from '../../language/source.ts';
import { readRegularFile } from '../machine/regular-file.ts';
import { mostOctets } from './policy-files.ts';

/** The files below a root, each read once: a file may have thousands of places. `isCurrent` is asked before a file is read. */
export function sourcesBelow(root: string, isCurrent: () => boolean = () => true): SourceLookup {
  const read = new Map<string, Source | undefined>();
  return (path) => {
    if (!read.has(path)) read.set(path, isCurrent() ? readSource(root, path) : undefined);
    return read.get(path);
  };
}

/** A policy file as it is now, by its path below the root; undefined where it cannot be read. */
export function readSource(root: string, path: string): Source | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      readRegularFile(join(root, path), mostOctets),
    );
    return { path, text };
  } catch {
    return undefined;
  }
}
