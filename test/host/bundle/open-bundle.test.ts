/** What is no bundle, or nobody's, is refused in a sentence. */
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { BundleProblem, encodeContent } from '../../../src/host/bundle/bundle-content.ts';
import { decodeEnvelope, digestOf, encodeEnvelope } from '../../../src/host/bundle/envelope.ts';
import { readPrivateKey, readPublicKeys } from '../../../src/host/bundle/keys.ts';
import { openBundle } from '../../../src/host/bundle/open-bundle.ts';
import { tries } from '../../campaign/effort.ts';
import { bundleOf, contentOf, enveloped, keys, signedOctets } from './made-bundle.ts';

const [release, other] = [keys(), keys()];
const trust = { keys: release.open, version: '0.1.0' };

function problemOf(octets: Buffer, held = trust): string {
  try {
    openBundle(octets, held);
    return 'accepted';
  } catch (error) {
    if (error instanceof BundleProblem) return error.message;
    throw error;
  }
}

/** A content of JSON that bylaw would not write. */
const changed = (change: (content: Record<string, unknown>) => void): Buffer => {
  const content = JSON.parse(encodeContent(contentOf(1)).toString());
  change(content);
  return signedOctets(Buffer.from(JSON.stringify(content)), release);
};

const signedTimes = (times: number): Buffer => {
  const { payload, signatures } = decodeEnvelope(bundleOf(contentOf(1), release));
  return encodeEnvelope({ payload, signatures: Array.from({ length: times }, () => signatures[0]!) });
};

const named = (path: string): Buffer =>
  changed((content) => {
    content.layers = [{ files: [{ path, text: '' }], name: 'company' }];
  });

test('a bundle is the same octets for the same content, and its name is the digest of what is signed', () => {
  const octets = bundleOf(contentOf(3), release);
  expect(bundleOf(contentOf(3), release).equals(octets)).toBe(true);
  const bundle = openBundle(octets, trust);
  expect(bundle.content).toEqual(contentOf(3));
  expect(bundle.digest).toBe(digestOf({ payload: encodeContent(contentOf(3)) }));
  expect(bundle.signers).toEqual(release.open.map(({ id }) => id));
});

test('keys rotate: one trusted signature of several is enough, and signing twice is one signature', () => {
  const both = bundleOf(contentOf(1), other, release, release);
  expect(decodeEnvelope(both).signatures).toHaveLength(2);
  for (const { open } of [release, other])
    expect(openBundle(both, { ...trust, keys: open }).signers).toEqual(open.map(({ id }) => id));
  expect(openBundle(both, { ...trust, keys: [...other.open, ...release.open] }).signers).toHaveLength(2);
});

test.each([
  ['nothing', () => Buffer.alloc(0), 'it is no bundle: it does not begin as one'],
  ['a page', () => Buffer.from('<!doctype html>'), 'it is no bundle: it does not begin as one'],
  ['other JSON', () => Buffer.from('{"a":1}'), 'it is no bundle: it is some other JSON'],
  ['nesting', () => Buffer.from(`${'{"a":'.repeat(9)}1${'}'.repeat(9)}`), 'it is some other JSON'],
  ['a content without an end', () => Buffer.from('{"payload":"AAAA'), 'its content has no end'],
  [
    'no signatures after the content',
    () => Buffer.from('{"payload":"AAAA","more":1}'),
    'no list of signatures',
  ],
  ['many values that are no signatures', () => enveloped('{},'.repeat(1_000_000)), 'than 32 signatures take'],
  ['a few values that are no signatures', () => enveloped('{}'), 'octet for octet'],
  ['33 signatures', () => signedTimes(33), 'it has 33 signatures'],
  ['a content that is not as base64 writes it', () => enveloped('', 'A A'), 'octet for octet'],
  ['nobody signed it', () => bundleOf(contentOf(1)), 'it is not signed'],
  ['a stranger signed it', () => bundleOf(contentOf(1), other), 'none of them is a key that is trusted here'],
  ['a later engine', () => bundleOf({ ...contentOf(1), engine: '0.2.0' }, release), 'it needs bylaw 0.2.0'],
  ['a huge file', () => Buffer.alloc(64 * 1024 * 1024 + 1, '{'), 'it is larger than 64 MiB'],
  [
    'a later format',
    () => changed((all) => Object.assign(all, { format: 'bylaw-bundle-2' })),
    'a later version',
  ],
  ['a member of nobody', () => changed((all) => Object.assign(all, { more: 1 })), 'that nothing reads'],
  ['no layers', () => changed((all) => Object.assign(all, { layers: [] })), 'it has 0 layers'],
  ['no sequence', () => changed((all) => Object.assign(all, { sequence: 0 })), 'no whole number from 1 on'],
  ['blanks', () => signedOctets(Buffer.from(` ${encodeContent(contentOf(1))}`), release), 'octet for octet'],
])('%s', (_, octets, problem) => {
  expect(problemOf(octets())).toContain(problem);
});

test.each([
  '../a.policy',
  'a/../../b.policy',
  '/etc/a.policy',
  'C:\\a.policy',
  'a\\b.policy',
  './a.policy',
  'a//b.policy',
  '.hidden/a.policy',
  'a\0.policy',
  'a.policy ',
  'a.sh',
  'e\u0301.policy',
  `${'a/'.repeat(20)}a.policy`,
])('a file cannot be called %j', (path) => {
  expect(problemOf(named(path))).toContain('is no name of a file in a bundle');
});

test('two entries of one name are refused, also where only some systems tell them apart', () => {
  const file = (path: string) => ({ path, text: '' });
  const twice = (paths: readonly string[]): Buffer =>
    changed((content) => {
      content.layers = [{ files: paths.map(file), name: 'company' }];
    });
  expect(problemOf(twice(['a.policy', 'a.policy']))).toContain('two entries of the name');
  expect(problemOf(twice(['A.policy', 'a.policy']))).toContain('two entries of the name');
});

test('octets that nobody has signed are not parsed, whatever they are', () => {
  const parse = vi.spyOn(JSON, 'parse');
  try {
    expect(problemOf(enveloped('{},'.repeat(1_000_000)))).toContain('than 32 signatures take');
    expect(problemOf(bundleOf(contentOf(1), other))).toContain('none of them is a key that is trusted here');
    expect(problemOf(bundleOf(contentOf(1)))).toContain('it is not signed');
    expect(parse).not.toHaveBeenCalled();
  } finally {
    parse.mockRestore();
  }
});

test('as many signatures as there can be fit', () => {
  expect(decodeEnvelope(signedTimes(32)).signatures).toHaveLength(32);
});

test('a signature over other octets is refused, also beside one of another trusted key', () => {
  const { payload } = decodeEnvelope(bundleOf(contentOf(2), release));
  const { signatures } = decodeEnvelope(bundleOf(contentOf(1), release));
  expect(problemOf(encodeEnvelope({ payload, signatures }))).toContain('does not match its signature');
  const good = decodeEnvelope(bundleOf(contentOf(2), other)).signatures;
  const both = { ...trust, keys: [...release.open, ...other.open] };
  expect(problemOf(encodeEnvelope({ payload, signatures: [...signatures, ...good] }), both)).toContain(
    'does not match its signature',
  );
});

test('keys that are none of Ed25519 are refused', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const secret = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  expect(() => readPublicKeys(pem)).toThrow('of the kind ec');
  expect(() => readPublicKeys(`${release.publicPem}${pem}`)).toThrow('of the kind ec');
  expect(() => readPrivateKey(secret, undefined)).toThrow('of the kind ec');
  expect(() => readPublicKeys(release.privatePem)).toThrow('a private key is in it');
  expect(() => readPublicKeys('')).toThrow('there is no key in it');
  expect(() => readPublicKeys('-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----')).toThrow(
    'damaged',
  );
});

test('octets that were changed anywhere are never accepted, and nothing is thrown but the problem', () => {
  const octets = bundleOf(contentOf(1), release);
  const change = fc.oneof(
    fc.record({ at: fc.nat(octets.length - 1), by: fc.integer({ min: 1, max: 255 }) }).map(({ at, by }) => {
      const copy = Buffer.from(octets);
      copy[at] = copy[at]! ^ by;
      return copy;
    }),
    fc.nat(octets.length - 1).map((end) => octets.subarray(0, end)),
    fc
      .record({ at: fc.nat(octets.length), more: fc.uint8Array({ minLength: 1, maxLength: 8 }) })
      .map(({ at, more }) => Buffer.concat([octets.subarray(0, at), more, octets.subarray(at)])),
    fc.uint8Array({ maxLength: 200 }).map((any) => Buffer.from(any)),
  );
  fc.assert(
    fc.property(change, (copy) => {
      expect(problemOf(copy)).not.toBe('accepted');
    }),
    { numRuns: tries(600), seed: 24 },
  );
});

test('contents that are signed and of any form are bundles or refused, and nothing else is thrown', () => {
  fc.assert(
    fc.property(
      fc.json({ maxDepth: 5 }),
      fc.constantFrom('layers', 'clients', 'engine', 'sequence'),
      (json, key) => {
        problemOf(changed((content) => Object.assign(content, { [key]: JSON.parse(json) })));
        problemOf(signedOctets(Buffer.from(json), release));
      },
    ),
    { numRuns: tries(200), seed: 24 },
  );
});

test('openssl makes keys that are as good, and agrees on what is signed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-openssl-'));
  const at = (name: string): string => join(folder, name);
  const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
  try {
    openssl('genpkey', '-algorithm', 'ed25519', '-out', at('a.key'));
    openssl('pkey', '-in', at('a.key'), '-pubout', '-out', at('a.pub'));
    const [privatePem, publicPem] = ['a.key', 'a.pub'].map((name) => readFileSync(at(name), 'utf8'));
    const own = {
      secret: readPrivateKey(privatePem!, undefined),
      open: readPublicKeys(publicPem!),
      publicPem: publicPem!,
      privatePem: privatePem!,
    };
    const { payload, signatures } = decodeEnvelope(bundleOf(contentOf(1), own));
    const type = 'application/vnd.bylaw.bundle+json';
    writeFileSync(
      at('signed'),
      Buffer.concat([Buffer.from(`DSSEv1 ${type.length} ${type} ${payload.length} `), payload]),
    );
    writeFileSync(at('sig'), signatures[0]!.sig);
    const verified = openssl(
      'pkeyutl',
      '-verify',
      '-pubin',
      '-inkey',
      at('a.pub'),
      '-rawin',
      '-in',
      at('signed'),
      '-sigfile',
      at('sig'),
    );
    expect(String(verified)).toContain('Signature Verified Successfully');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
