/**
 * A bundle as a file: the octets of its content and signatures over them, in an envelope of DSSE (the Dead Simple Signing
 * Envelope of in-toto and Sigstore). A signature is over the exact octets and the type of the content, so that nothing of
 * the content is read before a signature of a trusted key has been verified.
 */
import { createHash, sign as signOctets, verify as verifyOctets } from 'node:crypto';
import type { Json } from '../../facts/event.ts';
import { isJsonObject, own, readJson } from '../../protocol/json.ts';
import { BundleProblem, mostBundleOctets } from './bundle-content.ts';
import { type BundleKey, shortId } from './keys.ts';

export interface Envelope {
  readonly payload: Buffer;
  readonly signatures: readonly Signature[];
}

export interface Signature {
  /** Of the key, as it says itself. */
  readonly keyid: string;
  readonly sig: Buffer;
}

const payloadType = 'application/vnd.bylaw.bundle+json';
const mostSignatures = 32;

/** The name of a bundle: the SHA-256 of its content, whoever signed it. */
export const digestOf = ({ payload }: Pick<Envelope, 'payload'>): string =>
  createHash('sha256').update(payload).digest('hex');

/** The octets of the file; the same for the same envelope. */
export function encodeEnvelope({ payload, signatures }: Envelope): Buffer {
  const signed = signatures.map(({ keyid, sig }) => ({ keyid, sig: sig.toString('base64') }));
  const text = JSON.stringify({ payload: payload.toString('base64'), payloadType, signatures: signed });
  return Buffer.from(`${text}\n`);
}

/** Reads a file. Throws `BundleProblem` for all that `encodeEnvelope` would not have written. The content is not looked at. */
export function decodeEnvelope(octets: Buffer): Envelope {
  if (octets.length > mostBundleOctets)
    throw new BundleProblem(`it is larger than ${mostBundleOctets / 1024 ** 2} MiB`);
  // Cheap to tell, and the usual mistake: an address that answers with a page.
  if (octets[0] !== 0x7b) throw new BundleProblem('it is no bundle: it does not begin as one');
  const json = readJson(octets.toString('latin1'), { depth: 4 });
  if (!json.ok) throw new BundleProblem('it is no bundle, or it was cut off: it is not one JSON value');
  const top = isJsonObject(json.value) ? json.value : {};
  const [payload, signatures] = [own(top, 'payload'), own(top, 'signatures')];
  if (own(top, 'payloadType') !== payloadType || typeof payload !== 'string' || !Array.isArray(signatures))
    throw new BundleProblem('it is no bundle: it is some other JSON');
  if (signatures.length > mostSignatures)
    throw new BundleProblem(`it has ${signatures.length} signatures, and at most ${mostSignatures} can be`);
  const envelope = {
    payload: Buffer.from(payload, 'base64'),
    signatures: signatures.map(signatureFrom),
  };
  if (!encodeEnvelope(envelope).equals(octets))
    throw new BundleProblem('it is not written as bylaw writes it, octet for octet');
  return envelope;
}

function signatureFrom(value: Json): Signature {
  const [keyid, sig] = isJsonObject(value) ? [own(value, 'keyid'), own(value, 'sig')] : [];
  if (typeof keyid !== 'string' || typeof sig !== 'string' || !/^[0-9a-f]{64}$/.test(keyid))
    throw new BundleProblem('a signature of it has no `keyid` and `sig`');
  return { keyid, sig: Buffer.from(sig, 'base64') };
}

/** What is signed: the type and the octets, each with its length, so that they can be split in one way only. */
const toBeSigned = ({ payload }: Pick<Envelope, 'payload'>): Buffer =>
  Buffer.concat([Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${payload.length} `), payload]);

/** The envelope with a signature of a private key, which takes the place of an earlier one of that key. */
export function signed(envelope: Envelope, key: BundleKey): Envelope {
  const signature = { keyid: key.id, sig: signOctets(null, toBeSigned(envelope), key.key) };
  const others = envelope.signatures.filter(({ keyid }) => keyid !== key.id);
  const signatures = [...others, signature].sort((a, b) => (a.keyid < b.keyid ? -1 : 1));
  return { ...envelope, signatures };
}

/**
 * The ids of those of the keys that signed an envelope: at least one. Signatures of other keys are passed over, as rotation
 * needs it. Throws `BundleProblem` where there is none, and where one that names a trusted key is not of it.
 */
export function signersOf(envelope: Envelope, trusted: readonly BundleKey[]): readonly string[] {
  const octets = toBeSigned(envelope);
  const keys = new Map(trusted.map((each) => [each.id, each] as const));
  const ids = envelope.signatures.flatMap(({ keyid, sig }) => {
    const key = keys.get(keyid);
    if (key === undefined) return [];
    if (!verifyOctets(null, octets, key.key, sig))
      throw new BundleProblem(`its content does not match its signature by the key ${shortId(keyid)}`);
    return [keyid];
  });
  if (ids.length > 0) return [...new Set(ids)];
  const by = envelope.signatures.map(({ keyid }) => shortId(keyid)).join(', ');
  const known = trusted.map(({ id }) => shortId(id)).join(', ');
  throw new BundleProblem(
    by === ''
      ? 'it is not signed'
      : `it is signed by ${by}, and none of them is a key that is trusted here (${known})`,
  );
}
