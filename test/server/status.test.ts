/** What a server says of itself, and to whom. */
import { expect, test } from 'vitest';
import { openAccess } from '../../src/server/access/access.ts';
import { createApp } from '../../src/server/app.ts';
import { accessBy, fakeHandler, sha256 } from './fakes.ts';

const tokens = { events: [], uploads: [], metrics: [{ sha256: sha256('sesame'), scope: 'probe' }] };

function asking(
  unready: readonly string[],
  isAnonymous = false,
  hindered: readonly string[] = [],
  { problems = ['All is old.'], warnings = [] }: { problems?: string[]; warnings?: string[] } = {},
) {
  const metrics = {
    problems: () => [...problems, ...unready],
    warnings: () => warnings,
    unready: () => unready,
    hindered: () => hindered,
    text: async () => 'a 1\n',
    contentType: 'text/plain',
  };
  const access = isAnonymous ? openAccess : accessBy(tokens);
  const app = createApp({ handler: fakeHandler(), access, metrics });
  return async (url: string, token?: string) => {
    const headers = {
      host: 'localhost',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    };
    const { statusCode, payload, headers: sent } = await app.inject({ method: 'GET', url, headers });
    return { answer: [statusCode, payload.startsWith('{') ? JSON.parse(payload) : payload], sent };
  };
}

test('probes need no token, and are told one word', async () => {
  const ask = asking([]);
  expect((await ask('/healthz')).answer).toEqual([200, { status: 'ok' }]);
  expect((await ask('/readyz')).answer).toEqual([200, { status: 'ready' }]);
  expect((await ask('/health')).answer[0]).toBe(401);
  expect((await ask('/metrics')).answer[0]).toBe(401);
  expect((await ask('/health', 'sesame')).answer).toEqual([
    503,
    { status: 'failing', problems: ['All is old.'] },
  ]);
});

test('a server that can decide nothing is not ready, is alive, and says why to who may ask for more', async () => {
  const why = 'Nothing can be written.';
  const ask = asking([why]);
  expect((await ask('/healthz')).answer[0]).toBe(200);
  expect((await ask('/readyz')).answer).toEqual([503, { status: 'not ready' }]);
  expect((await ask('/readyz', 'wrong')).answer).toEqual([503, { status: 'not ready' }]);
  expect((await ask('/readyz', 'sesame')).answer).toEqual([503, { status: 'not ready', problems: [why] }]);
  expect((await asking([why], true)('/readyz')).answer).toEqual([
    503,
    { status: 'not ready', problems: [why] },
  ]);
});

test('a server that goes on deciding with less is ready, and names the problem to who may ask for more', async () => {
  const why = 'No node of the cluster answers.';
  const ask = asking([], false, [why]);
  expect((await ask('/readyz')).answer).toEqual([200, { status: 'ready' }]);
  expect((await ask('/readyz', 'sesame')).answer).toEqual([200, { status: 'ready', problems: [why] }]);
});

test('no answer is kept, guessed at or framed', async () => {
  for (const path of ['/healthz', '/readyz', '/health', '/metrics', '/elsewhere']) {
    const { sent } = await asking([])(path);
    expect([path, sent['cache-control'], sent['x-content-type-options']]).toEqual([
      path,
      'no-store',
      'nosniff',
    ]);
    expect(sent['content-security-policy']).toContain("frame-ancestors 'none'");
  }
});

test('what has no effect is told, and the server is well', async () => {
  const warnings = ['The exception a.b touches no rule.'];
  const ask = asking([], false, [], { problems: [], warnings });
  expect((await ask('/health', 'sesame')).answer).toEqual([200, { status: 'ok', problems: [], warnings }]);
});
