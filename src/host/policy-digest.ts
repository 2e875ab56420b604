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

/** One digest for layers: that of the only one, or of what `sha256sum` would print for files with their names. */
export const layersDigest = (
  layers: readonly { readonly name: string }[],
  digests: readonly string[],
): string =>
  digests.length === 1
    ? (digests[0] ?? '')
    : sha256(digests.map((digest, at) => `${digest}  ${layers[at]?.name ?? ''}\n`).join(''));

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
