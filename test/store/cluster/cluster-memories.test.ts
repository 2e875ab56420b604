/** Memories in a cluster, with one node of NATS: a store like any other, which several servers share. */
import { afterAll, beforeAll, describe } from 'vitest';
import type { MemoryStore } from '../../../src/engine/memory-store.ts';
import { openClusterStore } from '../../../src/store/cluster/cluster-memories.ts';
import { conforms } from '../memory/conformance.ts';
import { hasNats, type Nodes, startNodes } from './nats-server.ts';

describe.runIf(hasNats)('the store in a cluster', () => {
  let nodes: Nodes;
  let names = 0;
  beforeAll(async () => {
    nodes = await startNodes(1);
  });
  afterAll(() => nodes.close());

  const open = (name = `test-${names++}`): MemoryStore =>
    openClusterStore({ servers: nodes.servers, name, replicas: 1, age: 3_600_000 });

  conforms(open);
});
