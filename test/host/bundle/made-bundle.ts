/** Keys and bundles for tests. */
import type { BundleContent } from '../../../src/host/bundle/bundle-content.ts';
import { encodeContent } from '../../../src/host/bundle/bundle-content.ts';
import { type Envelope, encodeEnvelope, signed } from '../../../src/host/bundle/envelope.ts';
import { type BundleKey, newKeys, readPrivateKey, readPublicKeys } from '../../../src/host/bundle/keys.ts';

export interface Keys {
  readonly secret: BundleKey;
  readonly open: readonly BundleKey[];
  readonly publicPem: string;
  readonly privatePem: string;
}

export function keys(): Keys {
  const { privatePem, publicPem } = newKeys();
  return {
    secret: readPrivateKey(privatePem, undefined),
    open: readPublicKeys(publicPem),
    publicPem,
    privatePem,
  };
}

const policy = (program: string): string => `policy com.acme.security

deny it
  when runs "${program}"
  test
    denies "${program}"
`;

const layer = {
  owner: undefined,
  namespace: undefined,
  replaces: false,
  workspace: [],
  budget: undefined,
  isOptional: false,
};

/** A content that denies a program. */
export const contentOf = (sequence: number, program = 'terraform'): BundleContent => ({
  sequence,
  engine: '0.1.0',
  layers: [{ ...layer, name: 'company', files: [{ path: 'a.policy', text: policy(program) }] }],
  clients: [],
});

/** The octets of a content as JSON has it, which need not be one that bylaw would write. */
export const signedOctets = (payload: Buffer, ...by: readonly Keys[]): Buffer => {
  const unsigned: Envelope = { payload, signatures: [] };
  return encodeEnvelope(by.reduce((envelope, { secret }) => signed(envelope, secret), unsigned));
};

/** A file of some content, with any text in the place of its signatures. */
export const enveloped = (signatures: string, payload = ''): Buffer => {
  const type = 'application/vnd.bylaw.bundle+json';
  return Buffer.from(`{"payload":"${payload}","payloadType":"${type}","signatures":[${signatures}]}\n`);
};

export const bundleOf = (content: BundleContent, ...by: readonly Keys[]): Buffer =>
  signedOctets(encodeContent(content), ...by);
