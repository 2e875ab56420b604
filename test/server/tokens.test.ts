import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Permission } from '../../src/host/credentials/tokens.ts';
import { loadTokens, readTokens } from '../../src/host/credentials/tokens.ts';
import {
  type Access,
  createAccess,
  grantFor,
  grantForMessages,
  type Identified,
  openAccess,
} from '../../src/server/access/access.ts';
import { isLoopback, missingFor } from '../../src/server/access/exposure.ts';
import { accessBy, sha256 } from './fakes.ts';

/** What static tokens prove is there at once. */
const identified = (access: Access, headers: readonly string[]): Identified =>
  access.identify({ rawHeaders: headers }) as Identified;
const scopeFor = (access: Access, permission: Permission, headers: readonly string[]) => {
  const found = identified(access, headers);
  return found.ok ? grantFor(found.grants, permission)?.scope : undefined;
};

const digest = sha256('secret');

function problems(value: unknown): readonly string[] {
  const reading = readTokens(typeof value === 'string' ? value : JSON.stringify(value));
  return reading.ok ? [] : reading.problems;
}

describe('the tokens file', () => {
  test('says of each token what it may do, and when it ends', () => {
    const entry = { sha256: digest, scope: 'team-a', may: ['observe', 'upload'], expires: '2027-01-01' };
    expect(readTokens(JSON.stringify({ tokens: [entry] }))).toEqual({
      ok: true,
      tokens: [{ ...entry, expires: Date.UTC(2027, 0, 1) }],
    });
  });

  test.each(['team-a\u200b', 'team\u00ad-a', '\u202eteam-a', 'team-a\ufe0f'])(
    'has no scope that looks like another one: %j',
    (scope) => {
      expect(problems({ tokens: [{ sha256: digest, scope, may: ['observe'] }] })).toEqual([
        expect.stringContaining('characters that cannot be seen'),
      ]);
    },
  );

  test('has a list for each use in its earlier form', () => {
    const entry = { sha256: digest, scope: 'team-a' };
    expect(readTokens(JSON.stringify({ events: [entry], metrics: [entry] }))).toEqual({
      ok: true,
      tokens: [
        { ...entry, may: ['intercept', 'observe'] },
        { ...entry, may: ['read-metrics'] },
      ],
    });
    // The same credential may be good for both, if it is listed for both.
    expect(problems({ events: [entry], uploads: [{ ...entry, scope: 'team-b' }] })).toEqual([]);
  });

  test.each<[string, unknown, RegExp]>([
    ['no JSON', '{', /not one JSON value/],
    ['a key twice', '{"events":[],"events":[]}', /same key twice/],
    ['no object', [], /must be an object with the list `tokens`/],
    ['no token at all', { events: [], uploads: [] }, /has no token/],
    [
      'an unknown list',
      { event: [] },
      /the file has the unknown key "event"; only `tokens`, `events`, `uploads` and `metrics`/,
    ],
    ['no permissions', { tokens: [{ sha256: digest, scope: 'a' }] }, /`tokens\[0\]\.may` must be a list/],
    [
      'none of them',
      { tokens: [{ sha256: digest, scope: 'a', may: [] }] },
      /`tokens\[0\]\.may` must be a list/,
    ],
    [
      'a permission that there is not',
      { tokens: [{ sha256: digest, scope: 'a', may: ['root'] }] },
      /`tokens\[0\]\.may` knows no "root"; it is one of `intercept`/,
    ],
    [
      'a day that there is not',
      { tokens: [{ sha256: digest, scope: 'a', may: ['upload'], expires: '2027-02-30' }] },
      /`tokens\[0\]\.expires` must be a day/,
    ],
    ['a list that is none', { events: {} }, /`events` must be a list/],
    ['an entry that is none', { events: ['x'] }, /`events\[0\]` must be an object/],
    [
      'an unknown key',
      { events: [{ sha256: digest, scope: 'a', role: 'x' }] },
      /`events\[0\]` has the unknown key "role"/,
    ],
    [
      'a short digest',
      { uploads: [{ sha256: 'abc', scope: 'a' }] },
      /`uploads\[0\]\.sha256` must be the SHA-256/,
    ],
    ['a digest in capitals', { events: [{ sha256: digest.toUpperCase(), scope: 'a' }] }, /lowercase/],
    ['no digest', { events: [{ scope: 'a' }] }, /`events\[0\]\.sha256`/],
    ['no scope', { events: [{ sha256: digest }] }, /`events\[0\]\.scope` must name/],
    ['an empty scope', { events: [{ sha256: digest, scope: '' }] }, /`events\[0\]\.scope`/],
    ['a scope of space', { events: [{ sha256: digest, scope: ' ' }] }, /`events\[0\]\.scope`/],
    [
      'a scope with a control character',
      { events: [{ sha256: digest, scope: 'a\nb' }] },
      /`events\[0\]\.scope`/,
    ],
    [
      'a digest with two scopes',
      {
        events: [
          { sha256: digest, scope: 'a' },
          { sha256: digest, scope: 'b' },
        ],
      },
      /`events\[1\]` repeats a digest/,
    ],
    ['a key of prototypes', '{"__proto__":{"events":[]}}', /unknown key "__proto__"/],
  ])('%s is a problem', (_name, value, message) => {
    expect(problems(value).join('\n')).toMatch(message);
  });

  test('has all its problems told at once', () => {
    expect(problems({ x: 1, events: [{ sha256: 'a', scope: 'a' }, 7], uploads: 'no' })).toHaveLength(4);
  });

  test('never repeats what may be a token', () => {
    expect(problems({ events: [{ sha256: 'my-plain-token', scope: 'a' }] }).join()).not.toContain('my-plain');
  });

  test('of any text never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => typeof readTokens(text).ok === 'boolean'),
    );
  });

  test('is read from disk, and its name is in every problem', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'bylaw-tokens-'));
    try {
      const path = join(directory, 'tokens.json');
      expect(await loadTokens(path)).toEqual({
        ok: false,
        problems: [`The tokens file ${JSON.stringify(path)} cannot be read: it does not exist.`],
      });
      writeFileSync(path, '[]');
      expect(await loadTokens(path)).toMatchObject({
        problems: [expect.stringContaining(`${path}": the JSON`)],
      });
      writeFileSync(path, JSON.stringify({ events: [{ sha256: digest, scope: 'a' }] }));
      expect(await loadTokens(path)).toMatchObject({ ok: true });
      chmodSync(path, 0o666);
      expect(await loadTokens(path)).toMatchObject({
        problems: [expect.stringContaining('can be written by others (mode 666)')],
      });
      expect(await loadTokens(directory)).toMatchObject({
        problems: [expect.stringContaining('a directory')],
      });
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});

describe('access', () => {
  const access = accessBy({
    events: [
      { sha256: digest, scope: 'team-a' },
      { sha256: sha256('second'), scope: 'team-b' },
    ],
    uploads: [{ sha256: sha256('upload'), scope: 'team-a' }],
  });
  const scope = (...authorizations: string[]) =>
    scopeFor(
      access,
      'intercept',
      authorizations.flatMap((value) => ['AuthoRization', value]),
    );

  test('is by the token, and the scope is the token’s', () => {
    expect(scope('Bearer secret')).toBe('team-a');
    expect(scope('bearer   second')).toBe('team-b');
    expect(scopeFor(access, 'upload', ['Authorization', 'Bearer upload'])).toBe('team-a');
  });

  test.each([
    [[]],
    [['Bearer']],
    [['Bearer ']],
    [['Bearer upload']],
    [['Bearer secret2']],
    [['Bearersecret']],
    [['Basic secret']],
    [[digest]],
    [[`Bearer ${digest}`]],
    [['Bearer secret, Bearer second']],
    [['Bearer secret', 'Bearer secret']],
  ])('is refused to %j', (authorizations) => {
    expect(scope(...authorizations)).toBeUndefined();
  });

  test('takes a token by its octets', () => {
    const odd = accessBy({ events: [{ sha256: sha256('tökén'), scope: 'a' }], uploads: [] });
    const asNodeReadsIt = Buffer.from('Bearer tökén').toString('latin1');
    expect(scopeFor(odd, 'intercept', ['Authorization', asNodeReadsIt])).toBe('a');
  });

  test('is for what the token may do, as long as it lasts', () => {
    let now = Date.UTC(2026, 11, 31);
    const tokens = [
      { sha256: sha256('asks'), scope: 'a', may: ['intercept'] as const },
      { sha256: sha256('tells'), scope: 'b', may: ['observe', 'upload'] as const },
      {
        sha256: sha256('both'),
        scope: 'c',
        may: ['intercept', 'observe'] as const,
        expires: Date.UTC(2027, 0, 1),
      },
      { sha256: sha256('reads'), scope: 'd', may: ['read-metrics'] as const },
    ];
    const limited = createAccess(tokens, { now: () => now });
    const grant = (token: string) => {
      const found = identified(limited, ['Authorization', `Bearer ${token}`]);
      if (!found.ok) return found.why;
      const { scope, only } = grantForMessages(found.grants) ?? {};
      return only === undefined ? { scope } : { scope, only };
    };
    expect(['asks', 'tells', 'both', 'reads', 'other'].map(grant)).toEqual([
      { scope: 'a', only: 'intercept' },
      { scope: 'b', only: 'observe' },
      { scope: 'c' },
      { scope: undefined },
      'unknown',
    ]);
    expect(scopeFor(limited, 'upload', ['Authorization', 'Bearer tells'])).toBe('b');
    expect(scopeFor(limited, 'upload', ['Authorization', 'Bearer asks'])).toBeUndefined();
    now = Date.UTC(2027, 0, 1);
    expect(grant('both')).toBe('expired');
    limited.follow([{ sha256: sha256('new'), scope: 'e', may: ['intercept', 'observe'] }]);
    expect(['asks', 'new'].map(grant)).toEqual(['unknown', { scope: 'e' }]);
  });

  test('without tokens is for everybody, as `local`', () => {
    const open = openAccess;
    expect(scopeFor(open, 'intercept', [])).toBe('local');
    expect(scopeFor(open, 'upload', ['Authorization', 'Bearer whatever'])).toBe('local');
    expect(scopeFor(open, 'intercept', ['Authorization', 'a', 'authorization', 'b'])).toBeUndefined();
  });
});

describe('loopback', () => {
  test.each([
    '127.0.0.1',
    '127.1.2.3',
    '::1',
    '0:0:0:0:0:0:0:1',
    'localhost',
    'LocalHost',
    '::ffff:127.0.0.1',
  ])('%s is', (host) => expect(isLoopback(host)).toBe(true));
  test.each([
    '',
    '0.0.0.0',
    '::',
    '10.0.0.1',
    '128.0.0.1',
    '127.0.0.1.example.org',
    'localhost.example.org',
    '127',
    '::2',
    '[::1]',
    '::ffff:10.0.0.1',
  ])('%j is not', (host) => expect(isLoopback(host)).toBe(false));

  test('is all that is listened on without tokens, and without TLS unless it is said in words', () => {
    const open = openAccess;
    const guarded = accessBy({ events: [], uploads: [] });
    const missing = (access: typeof open, isEncrypted: boolean, mayBePlain: boolean) =>
      ['localhost', '0.0.0.0'].map((host) => missingFor(host, { access, isEncrypted, mayBePlain }));
    expect(missing(open, false, false)).toEqual([undefined, 'tokens']);
    expect(missing(open, true, true)).toEqual([undefined, 'tokens']);
    expect(missing(guarded, false, false)).toEqual([undefined, 'tls']);
    expect(missing(guarded, true, false)).toEqual([undefined, undefined]);
    expect(missing(guarded, false, true)).toEqual([undefined, undefined]);
  });
});
