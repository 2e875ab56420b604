/** Octets → a bundle that may be looked at: signed by a trusted key, whole, and for this engine. */
import { type BundleContent, BundleProblem, decodeContent, versionParts } from './bundle-content.ts';
import { decodeEnvelope, digestOf, signersOf } from './envelope.ts';
import { type BundleKey, shortId } from './keys.ts';

export interface Bundle {
  /** The SHA-256 of its content, 64 hexadecimal digits: its name. */
  readonly digest: string;
  readonly content: BundleContent;
  /** The ids of the trusted keys that signed it. */
  readonly signers: readonly string[];
  /** Of the file. */
  readonly octets: Buffer;
}

/** What a bundle is held against. */
export interface Trust {
  readonly keys: readonly BundleKey[];
  /** The version of the engine that is to decide by it. */
  readonly version: string;
}

/** Verifies and reads a bundle. Throws `BundleProblem`, and nothing else, whatever the octets are. */
export function openBundle(octets: Buffer, { keys, version }: Trust): Bundle {
  const envelope = decodeEnvelope(octets);
  const signers = signersOf(envelope, keys);
  const content = decodeContent(envelope.payload);
  if (isLater(content.engine, version))
    throw new BundleProblem(`it needs bylaw ${content.engine}, and this is ${version}: update bylaw first`);
  return { digest: digestOf(envelope), content, signers, octets };
}

/** Whether a version comes after another; what is no version is before all. */
function isLater(version: string, than: string): boolean {
  const [left, right] = [versionParts(version) ?? [], versionParts(than.replace(/-.*$/, '')) ?? []];
  for (const [at, part] of left.entries()) {
    const other = right[at] ?? -1;
    if (part !== other) return part > other;
  }
  return false;
}

/** A bundle as messages call it. */
export const describeBundle = ({
  digest,
  content,
  signers,
}: Pick<Bundle, 'digest' | 'content' | 'signers'>): string =>
  `bundle ${content.sequence} (${digest.slice(0, 16)}), signed by ${signers.map(shortId).join(', ')}`;
