import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redact } from '../../src/compile/redact.ts';

const letters = 'aB3dE5gH7jK9mN1pQ2sT4vW6yZ8';
const long = letters + letters;

test.each([
  ['a GitHub token', `git clone https://x ghp_${long.slice(0, 36)}`, 'git clone https://x [redacted]'],
  ['a fine-grained one', `github_pat_${long}`, '[redacted]'],
  ['a GitLab token', `glpat-${letters.slice(0, 20)}`, '[redacted]'],
  ['an AWS key', 'id AKIAIOSFODNN7EXAMPLE.', 'id [redacted].'],
  ['an OpenAI key', `key sk-${letters}`, 'key [redacted]'],
  ['an Anthropic key', `sk-ant-api03-${letters}`, '[redacted]'],
  ['a project key', `sk-proj-${letters}_${letters}`, '[redacted]'],
  ['a Stripe key', `sk_live_${letters}`, '[redacted]'],
  ['a Slack token', 'xoxb-123456789012-abcdef', '[redacted]'],
  ['a Google key', `AIza${long.slice(0, 35)}`, '[redacted]'],
  ['an npm token', `npm_${long.slice(0, 36)}`, '[redacted]'],
  ['a PyPI token', `pypi-${long}`, '[redacted]'],
  ['a JWT', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', '[redacted]'],
  ['a private key', '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\nrest', '[redacted]\nrest'],
  [
    'a private key with headers',
    '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nMIIE\n-----END RSA PRIVATE KEY-----',
    '[redacted]',
  ],
  ['a private key that is cut off', 'x -----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl-bn', 'x [redacted]'],
  [
    'a PGP key',
    '-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQ\n-----END PGP PRIVATE KEY BLOCK-----.',
    '[redacted].',
  ],
  ['a private key inside JSON', '{"k":"-----BEGIN EC PRIVATE KEY-----\\nMIIE', '{"k":"[redacted]'],
  ['a bearer token', `Bearer ${letters}`, 'Bearer [redacted]'],
  ['a header', 'curl -H "Authorization: Bearer abc123"', 'curl -H "Authorization: Bearer [redacted]"'],
  ['a header in JSON', '{"authorization":"Basic dXNlcg=="}', '{"authorization":"Basic [redacted]"}'],
  ['a password', 'password=hunter2 user=sam', 'password=[redacted] user=sam'],
  ['a password in capitals', 'DB_PASSWORD: "hunter2"', 'DB_PASSWORD: "[redacted]"'],
  ['a password in JSON', '{"password":"hunter2","a":1}', '{"password":"[redacted]","a":1}'],
  [
    'a password in JSON in JSON',
    '{"command":"curl -d \'{\\"password\\":\\"hunter2\\"}\'"}',
    '{"command":"curl -d \'{\\"password\\":\\"[redacted]\\"}\'"}',
  ],
  ['a variable', 'AWS_SECRET_ACCESS_KEY=wJalr/XUtn', 'AWS_SECRET_ACCESS_KEY=[redacted]'],
  ['a query', 'https://x.y/?api_key=abcdef&b=1', 'https://x.y/?api_key=[redacted]&b=1'],
  ['a URL', 'postgres://sam:hunter2@db/x', 'postgres://sam:[redacted]@db/x'],
  ['a URL whose password has an @', 'https://sam:p@ss:w@db/x', 'https://sam:[redacted]@db/x'],
  ['several', `a=ghp_${long.slice(0, 36)} b=ghp_${long.slice(0, 36)}`, 'a=[redacted] b=[redacted]'],
])('%s is replaced', (_, text, expected) => {
  expect(redact(text)).toBe(expected);
});

test.each([
  'The quick brown fox jumps over the lazy dog.',
  'src/auth/token.ts',
  '/home/user/.ssh/id_rsa',
  'git push --force origin main',
  'Basic authentication is not enough',
  'the bearer of this letter',
  'pk_customer_order_items',
  'task-management-system-overview',
  'disk-usage-of-the-whole-machine',
  'password reset page',
  'max_tokens=4096',
  'https://example.com:8080/a?b=c@d',
  'git@github.com:example/repo.git',
  'user@example.com',
  '-----BEGIN CERTIFICATE-----',
  '-----BEGIN PUBLIC KEY-----',
  'AKIA is how they begin',
  'eyJ is how they begin.',
  'com.example.dev.force-push',
  '2026-10-01T12:00:00Z',
  '{"a":[1,2,{"b":null}]}',
  'é漢😀',
])('%s is left alone', (text) => {
  expect(redact(text)).toBe(text);
});

test('replacing again changes nothing, and marks are never read as anything else', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'password=',
      'token: ',
      'Bearer ',
      '://a:',
      '@',
      'sk-',
      '$1',
      '[redacted]',
      '"',
      '\\',
      '&',
    ),
    fc.string({ maxLength: 8 }),
    fc.constant(letters),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const once = redact(pieces.join(''));
      expect(redact(once)).toBe(once);
    }),
    { numRuns: 3_000, seed: 1 },
  );
});

test.each([
  ['one letter', 'a'],
  ['keys that begin and never end', '-----BEGIN PRIVATE KEY'],
  ['whole beginnings', '-----BEGIN PRIVATE KEY-----'],
  ['users without passwords', '://a:'],
  ['passwords', 'password=aaaa '],
  ['tokens without values', 'token="'],
  ['the start of a JWT', 'eyJaaaaaaaaaaa.'],
  ['dashes', 'sk-'],
  ['back-slashes', 'password\\\\'],
])('a megabyte of %s comes to an end', (_, unit) => {
  const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
  expect(redact(text).length).toBeGreaterThan(0);
});
