/**
 * One digest for a set of policies, so that a decision can be told apart from one
 * by other policies. It is the SHA-256 of what `sha256sum` prints for the files in
 * the order of their paths: a line each, digest, two spaces, path.
 */
import { createHash } from 'node:crypto';
import type { Source } from '../language/source.ts';

/** 64 hexadecimal digits. */
export function policyDigest(sources: readonly Source[]): string {
  const lines = sources
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, text }) => `${sha256(text)}  ${path}\n`);
  return sha256(lines.join(''));
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
