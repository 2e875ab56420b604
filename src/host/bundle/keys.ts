/** Keys that bundles are signed with: Ed25519, as files of PEM have them, made by bylaw or by `openssl genpkey`. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';

export interface BundleKey {
  /** SHA-256 of the public key as DER, 64 hexadecimal digits: the same wherever the key is. */
  readonly id: string;
  readonly key: KeyObject;
}

/** What is wrong with a key, as a sentence without an end. */
export class KeyProblem extends Error {}

/** What a key is called in messages. */
export const shortId = (id: string): string => id.slice(0, 16);

/** The public keys of a text of PEM, one after the other. Throws `KeyProblem` where one of them is none, and where there is none. */
export function readPublicKeys(pem: string): readonly BundleKey[] {
  const blocks = pem.match(/-----BEGIN [A-Z0-9 ]+-----[\s\S]*?-----END [A-Z0-9 ]+-----/g) ?? [];
  if (blocks.length === 0)
    throw new KeyProblem('there is no key in it: `-----BEGIN PUBLIC KEY-----` is missing');
  return blocks.map((block) => {
    if (!block.startsWith('-----BEGIN PUBLIC KEY-----'))
      throw new KeyProblem(
        block.includes('PRIVATE KEY')
          ? 'a private key is in it: keep it where bundles are signed, and name the public key here'
          : 'something that is no public key is in it',
      );
    return asKey(() => createPublicKey(block));
  });
}

/** The private key of a text of PEM. Throws `KeyProblem`. */
export function readPrivateKey(pem: string, passphrase: string | undefined): BundleKey {
  if (!pem.includes('PRIVATE KEY-----'))
    throw new KeyProblem('there is no private key in it: `-----BEGIN PRIVATE KEY-----` is missing');
  if (pem.includes('ENCRYPTED') && passphrase === undefined)
    throw new KeyProblem('it is encrypted, and `BYLAW_SIGNING_PASSPHRASE` is not set');
  return asKey(() => createPrivateKey({ key: pem, ...(passphrase === undefined ? {} : { passphrase }) }));
}

/** A new pair of keys as PEM. */
export function newKeys(): { readonly publicPem: string; readonly privatePem: string; readonly id: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    id: idOf(publicKey),
  };
}

function asKey(make: () => KeyObject): BundleKey {
  let key: KeyObject;
  try {
    key = make();
  } catch {
    throw new KeyProblem(
      'a key in it cannot be read: it is damaged, of another form, or its passphrase is another',
    );
  }
  if (key.asymmetricKeyType !== 'ed25519')
    throw new KeyProblem(
      `a key in it is of the kind ${key.asymmetricKeyType ?? 'unknown'}: bundles are signed with Ed25519 only`,
    );
  return { id: idOf(key.type === 'private' ? createPublicKey(key) : key), key };
}

const idOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex');
