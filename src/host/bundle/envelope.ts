/**
 * A bundle as a file: the octets of its content and signatures over them, in an envelope of DSSE (the Dead Simple Signing
 * Envelope of in-toto and Sigstore). A signature is over the exact octets and the type of the content, so that nothing of
 * the content is read before a signature of a trusted key has been verified.
 */
import { createHash, sign as signOctets, verify as verifyOctets } from 'node:crypto';
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
/** All of a file that is not its content is written in one way. */
const opening = Buffer.from('{"payload":"');
/** A signature of Ed25519 has 64 octets, which are 88 digits of base64. */
const signatureForm = /\{"keyid":"([0-9a-f]{64})","sig":"([0-9A-Za-z+/]{86}==)"\}/g;
const afterContent = /^","payloadType":"application\/vnd\.bylaw\.bundle\+json","signatures":\[(.*)\]\}\n$/;
const mostSignatures = 32;
/** Octets: each signature is below 200. */
const mostAfterContent = 8192;

/** The name of a bundle: the SHA-256 of its content, whoever signed it. */
export const digestOf = ({ payload }: Pick<Envelope, 'payload'>): string =>
  createHash('sha256').update(payload).digest('hex');

/** The octets of the file; the same for the same envelope. */
export function encodeEnvelope({ payload, signatures }: Envelope): Buffer {
  const signed = signatures.map(({ keyid, sig }) => ({ keyid, sig: sig.toString('base64') }));
  const text = JSON.stringify({ payload: payload.toString('base64'), payloadType, signatures: signed });
  return Buffer.from(`${text}\n`);
}

/**
 * Reads a file. Throws `BundleProblem` for all that `encodeEnvelope` would not have written. The content is not looked at.
 * These octets are not signed yet, and a value of JSON can be many times as large as its text. So no value is made of
 * them: the one form is looked for, and beside the content there are so few octets that nothing in them can be large.
 */
export function decodeEnvelope(octets: Buffer): Envelope {
  if (octets.length > mostBundleOctets)
    throw new BundleProblem(`it is larger than ${mostBundleOctets / 1024 ** 2} MiB`);
  // Cheap to tell, and the usual mistake: an address that answers with a page.
  if (octets[0] !== 0x7b) throw new BundleProblem('it is no bundle: it does not begin as one');
  if (!octets.subarray(0, opening.length).equals(opening))
    throw new BundleProblem('it is no bundle: it is some other JSON');
  const end = octets.indexOf('"', opening.length);
  if (end < 0) throw new BundleProblem('it was cut off: its content has no end');
  const envelope = {
    payload: Buffer.from(octets.toString('latin1', opening.length, end), 'base64'),
    signatures: signaturesIn(octets.subarray(end)),
  };
  if (!encodeEnvelope(envelope).equals(octets))
    throw new BundleProblem('it is not written as bylaw writes it, octet for octet');
  return envelope;
}

/** The signatures in what comes after the content. */
function signaturesIn(rest: Buffer): readonly Signature[] {
  if (rest.length > mostAfterContent)
    throw new BundleProblem(`it has more after its content than ${mostSignatures} signatures take`);
  const [, list] = afterContent.exec(rest.toString('latin1')) ?? [];
  if (list === undefined)
    throw new BundleProblem('it is no bundle, or it was cut off: no list of signatures ends it');
  const signatures = Array.from(list.matchAll(signatureForm), ([, keyid = '', sig = '']) => ({
    keyid,
    sig: Buffer.from(sig, 'base64'),
  }));
  if (signatures.length > mostSignatures)
    throw new BundleProblem(`it has ${signatures.length} signatures, and at most ${mostSignatures} can be`);
  return signatures;
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

/** A bundle that has no signature at all. */
export class UnsignedBundle extends BundleProblem {}

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
  if (by === '') throw new UnsignedBundle('it is not signed');
  throw new BundleProblem(`it is signed by ${by}, and none of them is a key that is trusted here (${known})`);
}
