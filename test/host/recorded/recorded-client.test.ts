/** Who asked is written down with each decision, and a replay decides by it. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createEngine } from '../../../src/host/create-engine.ts';
import { readRecorded } from '../../../src/host/recorded/recorded.ts';
import { recordedClient } from '../../../src/host/recorded/recorded-client.ts';
import { bylaw, withFolder } from '../../cli/command.ts';
import { recordsIn } from '../../store/decision-log/logs.ts';
import { expectValid } from '../../store/decision-log/schema.ts';

const push = `policy com.example.dev
deny push
  when runs "git push"
  unless client.token is "release"
`;
const layers = `layers:
  - { name: organisation, policies: policies }
clients:
  - { token: release, source: "urn:release" }
`;
const files = { 'bylaw.yaml': layers, 'policies/dev.policy': push };
const call = (id: string, source: string) => ({
  ...{ id, source, session: { id: 's' }, call: { id } },
  tool: { name: 'Bash', kind: 'shell', input: { command: 'git push' } },
});

test('what was proved of a client is in the log, and a replay has it', () =>
  withFolder(files, async (cwd) => {
    const engine = createEngine({ policies: 'bylaw.yaml', cwd, log: { folder: 'log' } });
    const release = { client: { token: 'release' } };
    expect(engine.decide(call('a', 'urn:release'), release)).toMatchObject({
      effect: 'none',
      client: { way: 'library', token: 'release', source: 'urn:release' },
    });
    expect(engine.decide(call('b', 'urn:other'), { client: { user: 'eve' } }).code).toBe(
      'com.example.dev.push',
    );
    expect(engine.decide(call('c', 'urn:release'), { client: { user: 'eve' } }).code).toBe(
      'io.bylaw.engine.foreign-source',
    );
    engine.observe({ ...call('a', 'urn:release'), id: 'd', type: 'tool.after', outcome: 'ok' }, release);
    engine.close();
    const records = recordsIn(join(cwd, 'log'));
    expectValid(records);
    expect(records.flatMap((record) => ('client' in record ? [record.client] : []))).toEqual([
      { way: 'library', token: 'release', source: 'urn:release' },
      { way: 'library', user: 'eve' },
      { way: 'library', user: 'eve' },
      { way: 'library', token: 'release' },
    ]);
    const replayed = await bylaw(['replay', 'log', '--layers', 'bylaw.yaml', '--fail-on-change'], { cwd });
    expect(replayed).toMatchObject({ code: 0 });
    expect(replayed.stdout).toContain('no answer changes');
    const dry = await bylaw(['eval', '--json', '--policies', 'policies', '-'], {
      cwd,
      stdin: records
        .flatMap((record) => (record.type === 'decision' ? [JSON.stringify(record)] : []))
        .join('\n'),
    });
    const codes = dry.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).code);
    expect(codes).toEqual([null, 'com.example.dev.push', 'com.example.dev.push']);
  }));

test('by default the user of the program asks, and what is no text proves nothing', () =>
  withFolder(files, async (cwd) => {
    const engine = createEngine({ policies: 'policies', cwd });
    expect(engine.decide(call('a', 'urn:x')).client).toMatchObject({ way: 'library' });
    expect(engine.decide(call('b', 'urn:x')).client?.user).toBeDefined();
    const odd = { client: { token: 1, user: '' } as unknown as { token: string } };
    expect(engine.decide(call('c', 'urn:x'), odd).client).toEqual({ way: 'library' });
  }));

test('of a record only what can be is taken', () => {
  expect(recordedClient({ way: 'socket', token: 1, user: 'dana', other: 'x' })).toEqual({
    way: 'socket',
    user: 'dana',
  });
  expect(recordedClient({ way: 'sky' })).toEqual({});
  for (const nothing of [undefined, null, 'ci', []]) expect(recordedClient(nothing)).toBeUndefined();
  const event = { id: 'e', client: { token: 'claimed' }, tool: { name: 'Bash', input: {} } };
  expect(readRecorded(JSON.stringify(event), 'e', {})).not.toHaveProperty('client');
});
