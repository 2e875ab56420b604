import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openAccess } from '../../src/server/access/access.ts';
import { createApp } from '../../src/server/app.ts';
import { defaultLimits } from '../../src/server/limits/limits.ts';
import { startServer } from '../../src/server/sockets/listen.ts';
import { type ContentStore, openContentStore } from '../../src/store/content.ts';
import { accessBy, fakeHandler, rawClient, sha256, statuses } from './fakes.ts';

const anonymous = openAccess;
const guarded = accessBy({
  events: [{ sha256: sha256('event-token'), scope: 'team-a' }],
  uploads: [
    { sha256: sha256('token-a'), scope: 'team-a' },
    { sha256: sha256('token-b'), scope: 'team-b' },
  ],
});

let directory: string;
const closers: (() => Promise<unknown>)[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'bylaw-upload-'));
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  rmSync(directory, { recursive: true, force: true });
});

async function build({ access = anonymous, maxBytes = 1000, maxTotalBytes = 100_000, limits = {} } = {}) {
  const content = await openContentStore({ directory, maxBytes, maxTotalBytes, maxAge: 1e9 });
  return buildWith(content, access, limits);
}

function buildWith(content: ContentStore, access = anonymous, limits = {}) {
  const handler = fakeHandler();
  const all = { ...defaultLimits, closeTimeout: 50, ...limits };
  const app = createApp({ handler, content, access, limits: all });
  closers.push(() => app.close());
  const upload = (payload: string | Buffer, headers: Record<string, string | undefined> = {}) => {
    const own: Record<string, string | undefined> = {
      'content-type': 'application/octet-stream',
      'ahp-content-sha256': sha256(payload),
      'content-length': String(Buffer.byteLength(payload)),
      ...headers,
    };
    const sent = Object.entries(own).filter(([, value]) => value !== undefined);
    return app.inject({ method: 'POST', url: '/content', payload, headers: Object.fromEntries(sent) });
  };
  const listen = async () => {
    const server = await startServer({ app, handler, access, port: 0, limits: all });
    closers.unshift(() => server.close());
    return () => rawClient({ host: '127.0.0.1', port: Number(new URL(server.addresses[0]!).port) });
  };
  return { app, content, upload, listen };
}

function rawUpload(
  body: string,
  { digest = sha256(body), more = '', type = 'application/octet-stream' } = {},
): string {
  return (
    `POST /content HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nAHP-Content-SHA256: ${digest}\r\n` +
    `Content-Length: ${body.length}\r\n${more}\r\n${body}`
  );
}

/** The files of the store, confirmed or not. */
function files(): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
}

describe('receipts', () => {
  test('are exactly ref, size and sha256, and the reference finds the bytes', async () => {
    const { upload, content } = await build();
    const response = await upload('hello');
    expect(response.statusCode).toBe(201);
    expect(response.headers['content-type']).toBe('application/json');
    const receipt = response.json();
    expect(receipt).toEqual({ ref: expect.any(String), size: 5, sha256: sha256('hello') });
    const found = content.find('local', receipt.ref);
    expect(found).toMatchObject({ size: 5, sha256: sha256('hello') });
    expect(readFileSync(found!.path, 'utf8')).toBe('hello');
  });

  test('of nothing at all are given, too', async () => {
    const { upload, content } = await build();
    const response = await upload('');
    expect(response.json()).toMatchObject({ size: 0, sha256: sha256('') });
    expect(content.find('local', response.json().ref)?.size).toBe(0);
  });

  test('of the same bytes are the same', async () => {
    const { upload } = await build();
    const refs = [(await upload('same')).json().ref, (await upload('same')).json().ref];
    expect(refs[0]).toBe(refs[1]);
    expect(files()).toHaveLength(1);
  });

  test('any octets come through unchanged', async () => {
    const { upload, content } = await build();
    const octets = Buffer.from(Array.from({ length: 512 }, (_, i) => i % 256));
    const { ref } = (await upload(octets)).json();
    expect(readFileSync(content.find('local', ref)!.path)).toEqual(octets);
  });
});

describe('framing', () => {
  const digest = sha256('hello');
  test.each<[string, Record<string, string | undefined>]>([
    ['no media type', { 'content-type': undefined }],
    ['another media type', { 'content-type': 'image/png' }],
    ['a parameter', { 'content-type': 'application/octet-stream; charset=utf-8' }],
    ['a media type that is none', { 'content-type': ';;=' }],
    ['no digest', { 'ahp-content-sha256': undefined }],
    ['a digest in capitals', { 'ahp-content-sha256': digest.toUpperCase() }],
    ['a short digest', { 'ahp-content-sha256': digest.slice(1) }],
    ['a long digest', { 'ahp-content-sha256': `${digest}0` }],
    ['a length with a leading zero', { 'content-length': '05' }],
    ['a length with a sign', { 'content-length': '+5' }],
    ['a negative length', { 'content-length': '-1' }],
    ['a length in hexadecimal', { 'content-length': '0x5' }],
    ['a length with an exponent', { 'content-length': '1e1' }],
    ['a length that is no safe integer', { 'content-length': '9007199254740993' }],
    ['an empty length', { 'content-length': '' }],
    ['a content coding', { 'content-encoding': 'identity' }],
    ['a transfer coding', { 'transfer-encoding': 'identity' }],
    ['a reference', { 'ahp-content-ref': 'mine' }],
    ['a subscription', { 'ahp-subscription': 'mine' }],
  ])('%s is refused with a sentence', async (_name, headers) => {
    const { upload } = await build();
    const response = await upload('hello', headers);
    expect(response.statusCode).toBe(400);
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(response.body).toMatch(/^The header [A-Za-z0-9-]+ .+\.\n$/);
    expect(response.body).not.toContain('mine');
    expect(files()).toEqual([]);
  });

  test.each([
    ['media types', 'Content-Type: application/octet-stream\r\n'],
    ['digests', `ahp-content-sha256: ${sha256('hello')}\r\n`],
  ])('two %s are refused although they are equal', async (_name, more) => {
    const client = await (await (await build()).listen())();
    client.socket.write(rawUpload('hello', { more: `${more}Connection: close\r\n` }));
    const text = await client.closed();
    expect(statuses(text)).toEqual([400]);
    expect(text).toContain('more than once');
    expect(files()).toEqual([]);
  });

  test.each(['Content-Length: 5\r\n', 'Transfer-Encoding: chunked\r\n'])(
    'a second framing is refused: %s',
    async (more) => {
      const client = await (await (await build()).listen())();
      client.socket.write(rawUpload('hello', { more }));
      expect(statuses(await client.closed())).toEqual([400]);
      expect(files()).toEqual([]);
    },
  );

  test('a chunked upload is refused', async () => {
    const client = await (await (await build()).listen())();
    client.socket.write(
      'POST /content HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/octet-stream\r\n' +
        `AHP-Content-SHA256: ${sha256('a')}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n1\r\na\r\n0\r\n\r\n`,
    );
    const text = await client.closed();
    expect(statuses(text)).toEqual([400]);
    expect(text).toContain('Transfer-Encoding');
  });

  test('a digest of other bytes is refused, and nothing is kept', async () => {
    const { upload } = await build();
    const response = await upload('hello', { 'ahp-content-sha256': sha256('other') });
    expect([response.statusCode, response.body]).toEqual([400, expect.stringContaining('digest')]);
    expect(files()).toEqual([]);
  });

  test.each(['3', '9'])('a length of %s for five octets is refused, and nothing is kept', async (length) => {
    const { upload } = await build();
    const response = await upload('hello', { 'content-length': length });
    expect([response.statusCode, response.body]).toEqual([400, expect.stringContaining('length')]);
    expect(files()).toEqual([]);
  });
});

describe('routes, credentials and scopes', () => {
  test.each(['GET', 'HEAD', 'PUT', 'DELETE'] as const)('%s is not allowed', async (method) => {
    const { app } = await build({ access: guarded });
    const response = await app.inject({ method, url: '/content' });
    expect([response.statusCode, response.body, response.headers.allow]).toEqual([
      405,
      method === 'HEAD' ? '' : 'This path accepts only POST.\n',
      'POST',
    ]);
  });

  test.each([
    [undefined, 401, 'Bearer'],
    ['Bearer event-token', 403, 'Bearer error="insufficient_scope"'],
    ['Bearer nobody', 401, 'Bearer error="invalid_token"'],
  ])('%s opens nothing', async (authorization, status, challenge) => {
    const { upload } = await build({ access: guarded });
    // Credentials come before framing: the media type is not looked at.
    const response = await upload('hello', { authorization, 'content-type': 'text/plain' });
    expect([response.statusCode, response.headers['www-authenticate']]).toEqual([status, challenge]);
    expect(files()).toEqual([]);
  });

  test('a reference is unknown in every scope but that of the token', async () => {
    const { upload, content } = await build({ access: guarded });
    const { ref } = (await upload('hello', { authorization: 'Bearer token-a' })).json();
    expect(content.find('team-a', ref)?.size).toBe(5);
    expect(content.find('team-b', ref)).toBeUndefined();
    expect(content.find('local', ref)).toBeUndefined();
  });

  test('without tokens for uploads the route is closed to everybody', async () => {
    const { upload } = await build({ access: accessBy({ events: guardedEvents, uploads: [] }) });
    expect((await upload('hello')).statusCode).toBe(401);
    expect((await upload('hello', { authorization: 'Bearer event-token' })).statusCode).toBe(403);
  });
});

const guardedEvents = [{ sha256: sha256('event-token'), scope: 'team-a' }];

describe('bounds', () => {
  test('an upload of exactly the limit is taken, one octet more is not', async () => {
    const { upload } = await build({ maxBytes: 5 });
    expect((await upload('hello')).statusCode).toBe(201);
    const response = await upload('hello!');
    expect(response.statusCode).toBe(413);
    expect(response.body).toBe('The body is too large: this receiver takes at most 5 octets.\n');
  });

  test('the announced size is enough to refuse: no octet of the body is sent', async () => {
    const client = await (await (await build({ maxBytes: 5 })).listen())();
    client.socket.write(rawUpload('hello!').slice(0, -6));
    expect(statuses(await client.until((text) => text.includes('octets')))).toEqual([413]);
    client.socket.destroy();
  });

  test('framing is checked before the size', async () => {
    const { upload } = await build({ maxBytes: 5 });
    expect((await upload('hello!', { 'ahp-content-sha256': 'x' })).statusCode).toBe(400);
  });

  test('a full store answers 507 and says so', async () => {
    const { upload } = await build({ maxTotalBytes: 1500 });
    expect((await upload('hello')).statusCode).toBe(201);
    const response = await upload('world');
    expect([response.statusCode, response.body]).toEqual([507, expect.stringContaining('no room')]);
  });

  test('a disk that fails is a 500 without details', async () => {
    const { upload } = await build();
    rmSync(directory, { recursive: true });
    const response = await upload('hello');
    expect(response.statusCode).toBe(500);
    expect(response.body).toBe('The receiver could not store the upload: send it again later.\n');
  });

  test('a store that gives up in the middle of a body still gets its answer through', async () => {
    const { content } = await build();
    const givingUp: ContentStore = {
      ...content,
      maxBytes: 1e9,
      async put(_scope, _size, _sha256, stream) {
        for await (const _chunk of stream) break;
        return { ok: false, problem: 'full' };
      },
    };
    const client = await (await buildWith(givingUp, anonymous, { lingerTimeout: 20 }).listen())();
    client.socket.write(rawUpload('x'.repeat(100_000)).slice(0, -50_000));
    expect(statuses(await client.closed())).toEqual([507]);
  });
});

describe('clients that go away or dawdle', () => {
  test('half an upload leaves nothing behind', async () => {
    const { content, listen } = await build();
    const problems: unknown[] = [];
    let settled = () => {};
    const done = new Promise<void>((resolve) => {
      settled = resolve;
    });
    const put = content.put;
    // The same store, watched.
    Object.assign(content, {
      put: async (...args: Parameters<ContentStore['put']>) => {
        const result = await put(...args);
        problems.push(result);
        settled();
        return result;
      },
    });
    const client = await (await listen())();
    client.socket.write(rawUpload('hello').slice(0, -2));
    client.socket.end(() => client.socket.destroy());
    await done;
    expect(problems).toEqual([{ ok: false, problem: 'aborted' }]);
    expect(files()).toEqual([]);
  });

  test('an upload past its time is cut, and leaves nothing behind', async () => {
    const { listen } = await build({ limits: { uploadTimeout: 40, connectionsCheckingInterval: 10 } });
    const client = await (await listen())();
    client.socket.write(rawUpload('hello').slice(0, -2));
    expect(statuses(await client.closed())).toEqual([408]);
    for (const close of closers.splice(0)) await close();
    expect(files()).toEqual([]);
  });

  test('a client that waits to be asked is asked after the checks', async () => {
    const client = await (await (await build()).listen())();
    const text = rawUpload('hello', { more: 'Expect: 100-continue\r\nConnection: close\r\n' });
    client.socket.write(text.slice(0, -5));
    await client.until((received) => received.includes('100 Continue'));
    client.socket.write('hello');
    expect(statuses(await client.closed())).toEqual([100, 201]);
  });
});

test('many uploads at once are all stored, each as itself', async () => {
  const { upload, content } = await build({ maxTotalBytes: 1e6 });
  const bodies = Array.from({ length: 50 }, (_, i) => `body ${i} ${'x'.repeat(i)}`);
  const receipts = (await Promise.all(bodies.map((body) => upload(body)))).map((response) => response.json());
  expect(new Set(receipts.map((receipt) => receipt.ref)).size).toBe(50);
  receipts.forEach((receipt, i) => {
    expect(readFileSync(content.find('local', receipt.ref)!.path, 'utf8')).toBe(bodies[i]);
  });
});

test('files and folders are for this user alone', async () => {
  const { upload, content } = await build();
  const { ref } = (await upload('hello')).json();
  const { path } = content.find('local', ref)!;
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
  expect(existsSync(join(directory, 'unfinished'))).toBe(true);
});
