/**
 * One digest for a set of policies, which distinguishes a decision from one
 * by other policies. It is the SHA-256 of what `sha256sum` prints for the files in
 * the order of their paths: a line each, digest, two spaces, path.
 */
import { createHash } from 'node:crypto';
import type { ClientPin } from '../../check/tree/checked.ts';
import type { Source } from '../../language/source.ts';

/** 64 hexadecimal digits. */
export function policyDigest(sources: readonly Source[]): string {
  const lines = sources
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, text }) => `${sha256(text)}  ${path}\n`);
  return sha256(lines.join(''));
}

/** One digest for layers: that of the only one, or of what `sha256sum` would print for files with their names. */
export function layersDigest(
  layers: readonly { readonly name: string }[],
  digests: readonly string[],
  clients: readonly ClientPin[],
): string {
  const [only = '', ...others] = digests;
  const lines = digests.map((digest, at) => `${digest}  ${layers[at]?.name ?? ''}\n`).join('');
  const rules = others.length === 0 ? only : sha256(lines);
  // Who may speak for what decides, too.
  return clients.length === 0 ? rules : sha256(`${rules}  ${JSON.stringify(clients)}\n`);
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
