import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { loadForUse } from '../../src/cli/policies/policies.ts';
import { PoliciesInForce } from '../../src/cli/serving/policies-in-force.ts';
import type { CommandContext } from '../../src/cli/terminal/context.ts';
import type { Decision } from '../../src/engine/decision.ts';
import { decodeEvent } from '../../src/protocol/decode.ts';
import { defaultLimits } from '../../src/server/limits/limits.ts';
import { Load } from '../../src/server/limits/load.ts';
import { createMetrics } from '../../src/server/metrics/metrics.ts';
import { withFolder } from './command.ts';

const ruleAbout = (kind: string): string => `policy com.example.dev
deny it
  when kind is ${kind}
  when unsure note
`;

const limiting = 'policy com.example.dev\nlimit calls to 5 shell per 1h per session\n';
/** It remembers the files that calls write, and nothing else. */
const touching = 'policy com.example.dev\ndeny it\n  when runs "rm"\n  test\n    denies "rm x"\n';

/** A server's policies in a folder, with what it says on standard error. */
async function inForce(
  files: Readonly<Record<string, string>>,
  use: (inForce: PoliciesInForce, folder: string, said: () => string) => Promise<void>,
): Promise<void> {
  await withFolder(files, async (cwd) => {
    const stderr = new PassThrough();
    const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr };
    const context: CommandContext = { ...streams, cwd, env: {}, stop: new AbortController().signal };
    const policies = await loadForUse(context, undefined);
    if (policies === undefined) throw new Error(String(stderr.read()));
    const options = { policies: undefined, mode: {}, memory: 'memory', cluster: undefined };
    const server = new PoliciesInForce(context, policies, options);
    try {
      await use(server, cwd, () => String(stderr.read() ?? ''));
    } finally {
      await server.close();
    }
  });
}

let ids = 0;
async function decide({ engine }: PoliciesInForce, kind: string, id = `event-${++ids}`): Promise<Decision> {
  const tool = { name: 'X', kind, input: {} };
  const decoded = decodeEvent({ id, type: 'tool.before', tool }, id);
  if (!decoded.ok) throw new Error(decoded.problem.message);
  return engine.decide(decoded.event);
}

const file = (folder: string): string => join(folder, 'policies/dev.policy');

test('a change that is valid comes into force when it has stayed for a moment', () =>
  inForce({ 'policies/dev.policy': ruleAbout('shell') }, async (server, folder, said) => {
    expect((await decide(server, 'fetch')).effect).toBe('none');
    writeFileSync(file(folder), ruleAbout('fetch'));
    await server.look();
    expect((await decide(server, 'fetch')).effect).toBe('none');
    await server.look();
    expect((await decide(server, 'fetch')).effect).toBe('deny');
    expect((await decide(server, 'shell')).effect).toBe('none');
    expect(said()).toBe('bylaw: New policies are in force: 1 rule from 1 file.\n');
    await server.look();
    expect(said()).toBe('');
  }));

test('a change that is not valid leaves the policies before in force, and is said once', () =>
  inForce({ 'policies/dev.policy': ruleAbout('shell') }, async (server, folder, said) => {
    writeFileSync(file(folder), ruleAbout('shel'));
    for (let look = 0; look < 4; look++) await server.look();
    expect((await decide(server, 'shell')).effect).toBe('deny');
    const text = said();
    expect(text.match(/unknown kind/g)).toHaveLength(1);
    expect(text).toContain(
      '\nThe policies are not valid: 1 error. The policies that were in force before go on deciding for clients of the server; hooks with this folder deny every call until it is valid.\n',
    );
    expect(text).not.toContain('Nothing was loaded');
    expect(server.isStale).toBe(true);
    writeFileSync(file(folder), ruleAbout('fetch'));
    for (let look = 0; look < 2; look++) await server.look();
    expect((await decide(server, 'fetch')).effect).toBe('deny');
    expect(server.isStale).toBe(false);
  }));

test('a folder that is gone is no policy: the ones before stay in force', () =>
  inForce({ 'policies/dev.policy': ruleAbout('shell') }, async (server, folder, said) => {
    rmSync(join(folder, 'policies'), { recursive: true });
    for (let look = 0; look < 3; look++) await server.look();
    expect((await decide(server, 'shell')).effect).toBe('deny');
    expect(said()).toContain('those before go on deciding');
  }));

test('a retry gets the answer of the first time, whatever is in force by then', () =>
  inForce({ 'policies/dev.policy': ruleAbout('shell') }, async (server, folder) => {
    expect((await decide(server, 'shell', 'one')).effect).toBe('deny');
    writeFileSync(file(folder), ruleAbout('fetch'));
    await server.reload();
    expect(await decide(server, 'shell', 'one')).toMatchObject({ effect: 'deny', repeated: true });
    expect((await decide(server, 'shell', 'two')).effect).toBe('none');
  }));

test('what is remembered outlives a change of the policies', () => {
  const limited = (most: number): string => `policy com.example.dev
limit calls to ${most} shell per 1h per session
`;
  return inForce({ 'policies/dev.policy': limited(2) }, async (server, folder) => {
    expect((await decide(server, 'shell')).effect).toBe('none');
    writeFileSync(file(folder), limited(3));
    await server.reload();
    const effects = await Promise.all([1, 2, 3].map(async () => (await decide(server, 'shell')).effect));
    expect(effects).toEqual(['none', 'none', 'deny']);
  });
});

test('a memory that is taken away while the server runs is reported once, and denies what needs it', () =>
  inForce(
    { 'policies/dev.policy': 'policy com.example.dev\nlimit calls to 5 shell per 1h per session\n' },
    async (server, folder, said) => {
      expect((await decide(server, 'shell')).effect).toBe('none');
      expect([server.sessions.memories, server.memoryProblem]).toEqual([1, undefined]);
      truncateSync(join(folder, 'memory', 'memory.db'));
      for (let look = 0; look < 3; look++) await server.look();
      const told = said();
      expect(told).toMatch(
        /^bylaw: Every call is denied, because rules need the memory of earlier ones\. The memory file ".+" was emptied while bylaw uses it: .+\.\n$/,
      );
      expect(server.memoryProblem).toContain('was emptied');
      expect(server.sessions.memories).toBe(1);
      expect(await decide(server, 'shell')).toMatchObject({ effect: 'deny', code: 'io.bylaw.engine.memory' });
    },
  ));

test.each([
  ['deny', limiting, 'Every call is denied, because rules need', true],
  ['stateless', limiting, 'Calls are decided without the memory of earlier ones', false],
  ['deny', touching, 'such files are unknown', false],
] as const)(
  'a cluster that is not there, with `%s`: what is said is what happens',
  (onFailure, policy, said, denies) =>
    withFolder({ 'policies/dev.policy': policy }, async (cwd) => {
      const stderr = Object.assign(new PassThrough(), { takesLevels: true });
      const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr };
      const context: CommandContext = { ...streams, cwd, env: {}, stop: new AbortController().signal };
      const policies = await loadForUse(context, undefined);
      const nowhere = { servers: ['nats://127.0.0.1:1'], name: 'x', replicas: 1, age: 3_600_000, wait: 50 };
      const cluster = { ...nowhere, onFailure };
      const options = { policies: undefined, mode: {}, memory: undefined, cluster };
      const server = new PoliciesInForce(context, policies!, options);
      const metrics = createMetrics(undefined, server, {
        load: new Load(defaultLimits),
        delay: { most: 0 },
      });
      try {
        expect((await decide(server, 'shell')).effect).toBe(denies ? 'deny' : 'none');
        await server.look();
        const text = String(stderr.read());
        expect(text).toMatch(/^<3>bylaw: /);
        expect(text).toContain(said);
        const problem = server.memoryProblem;
        expect(problem).toBeDefined();
        expect([metrics.unready(), metrics.hindered()]).toEqual(denies ? [[problem], []] : [[], [problem]]);
        expect(metrics.problems()).toContain(problem);
      } finally {
        await server.close();
      }
    }),
);

test('policies that begin to remember find a place for it', () =>
  inForce({ 'policies/dev.policy': ruleAbout('shell') }, async (server, folder) => {
    writeFileSync(file(folder), 'policy com.example.dev\nlimit calls to 1 shell per 1h per session\n');
    await server.reload();
    const effects = await Promise.all([1, 2].map(async () => (await decide(server, 'shell')).effect));
    expect(effects).toEqual(['none', 'deny']);
  }));

const layered = {
  'bylaw.yaml':
    'layers:\n  - {name: top, policies: top}\n  - {name: low, owner: kim@acme.example, policies: low}\n',
  'top/top.policy': ruleAbout('shell'),
  'low/low.policy': ruleAbout('task').replace('com.example.dev', 'com.example.low'),
};

/** A server by a file of layers. */
async function inLayers(
  use: Parameters<typeof inForce>[1],
  files: Readonly<Record<string, string>> = layered,
) {
  await withFolder(files, async (cwd) => {
    const stderr = new PassThrough();
    const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr };
    const context: CommandContext = { ...streams, cwd, env: {}, stop: new AbortController().signal };
    const named = ['bylaw.yaml'];
    const policies = await loadForUse(context, named);
    if (policies === undefined) throw new Error(String(stderr.read()));
    const server = new PoliciesInForce(context, policies, {
      policies: named,
      mode: {},
      memory: 'memory',
      cluster: undefined,
    });
    try {
      await use(server, cwd, () => String(stderr.read() ?? ''));
    } finally {
      await server.close();
    }
  });
}

test('a lower layer that a change breaks goes on as it was, until another layer changes', () =>
  inLayers(async (server, folder, said) => {
    writeFileSync(join(folder, 'low/low.policy'), 'policy com.example.low\ndeny\n');
    for (let look = 0; look < 4; look++) await server.look();
    expect((await decide(server, 'task')).code).toBe('com.example.low.it');
    expect((await decide(server, 'fetch')).effect).toBe('none');
    expect(server.isStale).toBe(true);
    expect(server.brokenLayers.join()).toContain('The layer `low` (kim@acme.example) is not valid: ');
    expect(
      said().match(
        /The layer `low` \(kim@acme\.example\) is not valid: \d errors?\. No other layer has changed/g,
      ),
    ).toHaveLength(1);
    writeFileSync(join(folder, 'top/top.policy'), ruleAbout('search'));
    for (let look = 0; look < 4; look++) await server.look();
    expect((await decide(server, 'search')).code).toBe('com.example.dev.it');
    expect((await decide(server, 'fetch')).code).toBe('io.bylaw.engine.layer.low');
    expect(server.isStale).toBe(false);
    expect(server.brokenLayers.join()).toContain('The layer `low` (kim@acme.example) is not in force: ');
    expect(said()).toContain('Every call is denied until it is fixed; the rules of the other layers go on.');
    writeFileSync(join(folder, 'low/low.policy'), layered['low/low.policy']);
    for (let look = 0; look < 3; look++) await server.look();
    expect((await decide(server, 'fetch')).effect).toBe('none');
    expect(server.brokenLayers).toEqual([]);
  }));

test('a layer that need not exist, and does not, is no other layer that has changed', () =>
  inLayers(
    async (server, folder) => {
      writeFileSync(join(folder, 'low/low.policy'), 'policy com.example.low\ndeny\n');
      for (let look = 0; look < 4; look++) await server.look();
      expect((await decide(server, 'task')).code).toBe('com.example.low.it');
      expect((await decide(server, 'fetch')).effect).toBe('none');
    },
    {
      ...layered,
      'bylaw.yaml': `${layered['bylaw.yaml']}  - {name: own, policies: own, optional: true}\n`,
    },
  ));

test('a server starts with a layer that is broken, and says so', () =>
  inLayers(
    async (server, _, said) => {
      expect((await decide(server, 'shell')).code).toBe('com.example.dev.it');
      expect((await decide(server, 'fetch')).code).toBe('io.bylaw.engine.layer.low');
      expect(said()).toContain('bylaw: The layer `low` (kim@acme.example) is not in force');
    },
    { ...layered, 'low/low.policy': 'policy com.example.low\ndeny\n' },
  ));

test('who asks for a reload during another one gets its result', () =>
  inForce({ 'policies/dev.policy': ruleAbout('shell') }, async (server, folder) => {
    expect(await Promise.all([server.reload(), server.reload()])).toEqual(['in force', 'in force']);
    writeFileSync(file(folder), ruleAbout('shel'));
    expect(await Promise.all([server.reload(), server.reload()])).toEqual(['refused', 'refused']);
    writeFileSync(file(folder), ruleAbout('fetch'));
    expect(await server.reload()).toBe('in force');
  }));
