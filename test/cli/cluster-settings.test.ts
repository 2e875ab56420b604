/** The settings of a cluster: what they come to, and what excludes each other. */
import { expect, test } from 'vitest';
import { clusterFrom } from '../../src/cli/settings/cluster-settings.ts';
import { readServerSettings } from '../../src/cli/settings/server-settings.ts';
import { withFolder } from './command.ts';

const read = (values: object, env: Record<string, string> = {}) =>
  withFolder({}, async (cwd) => clusterFrom(readServerSettings({ ...values }, env, cwd), { cwd, env }));

test('nodes are named as a text or a list, and three of them have three copies', async () => {
  expect(await read({})).toBeUndefined();
  expect(await read({ 'cluster-servers': 'nats://localhost:4222' })).toMatchObject({
    ...{ servers: ['nats://localhost:4222'], name: 'bylaw', replicas: 1, onFailure: 'deny', tls: undefined },
    age: 30 * 24 * 60 * 60_000,
  });
  const env = { BYLAW_CLUSTER_SERVERS: 'tls://a:1, tls://b:1,tls://c:1', BYLAW_CLUSTER_TOKEN: 't' };
  expect(await read({ 'cluster-on-store-failure': 'stateless' }, env)).toMatchObject({
    ...{ servers: ['tls://a:1', 'tls://b:1', 'tls://c:1'], replicas: 3, token: 't', onFailure: 'stateless' },
    tls: {},
  });
  await withFolder(
    { 'bylaw.yaml': 'policies: p\ncluster: { servers: [nats://127.0.0.1:1, nats://127.0.0.1:2] }' },
    async (cwd) =>
      expect(clusterFrom(readServerSettings({}, {}, cwd), { cwd, env: {} })?.servers).toHaveLength(2),
  );
});

test.each([
  [{ 'cluster-name': 'x' }, {}, 'name its nodes with `cluster.servers`'],
  [{}, { BYLAW_CLUSTER_TOKEN: 't' }, '`BYLAW_CLUSTER_TOKEN` is about a cluster'],
  [{ 'cluster-servers': 'nats://localhost', memory: 'm' }, {}, 'exclude each other'],
  [{ 'cluster-servers': 'nats://10.0.0.1' }, {}, 'without TLS: write `tls://`'],
  [{ 'cluster-servers': 'nats://localhost,tls://localhost' }, {}, 'with and without TLS'],
  [{ 'cluster-servers': 'nats://localhost', 'cluster-tls-ca': 'ca' }, {}, 'write `tls://`'],
  [{ 'cluster-servers': 'tls://localhost', 'cluster-tls-key': 'k' }, {}, 'belong together'],
  [{ 'cluster-servers': 'nats://user:pass@localhost' }, {}, 'takes addresses such as'],
  [{ 'cluster-servers': 'nats://localhost', 'cluster-name': 'a b' }, {}, 'takes up to 32 letters'],
  [
    { 'cluster-servers': 'nats://localhost', 'cluster-credentials': 'c' },
    { BYLAW_CLUSTER_TOKEN: 't' },
    'exclude each other',
  ],
] as const)('%j is refused (%j)', async (values, env, message) => {
  await expect(read(values, env)).rejects.toThrow(message);
});
