/** Uploads in a cluster, with one node of NATS: what one server has taken, the others know. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ClusterContent, openClusterContent } from '../../../src/store/cluster/cluster-content.ts';
import { openBucket } from '../../../src/store/cluster/nats.ts';
import { hasNats, type Nodes, startNodes } from './nats-server.ts';

const sha256 = (octets: Uint8Array): string => createHash('sha256').update(octets).digest('hex');
async function* chunksOf(octets: Uint8Array, fails = false): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < octets.length; at += 100_000) yield octets.subarray(at, at + 100_000);
  if (fails) throw new Error('the connection was cut');
}

describe.runIf(hasNats)('uploads in a cluster', () => {
  let nodes: Nodes;
  let names = 0;
  const opened: ClusterContent[] = [];
  beforeAll(async () => {
    nodes = await startNodes(1);
  });
  afterAll(async () => {
    for (const each of opened) each.close();
    await nodes.close();
  });

  const room = 2 * 1024 ** 2;
  const open = (age = 3_600_000, wait = 5000) => {
    const cluster = { servers: nodes.servers, name: `content-${names++}`, replicas: 1, age: 3_600_000, wait };
    const server = () => {
      const content = openClusterContent({ cluster, maxBytes: room, room, age });
      opened.push(content);
      return content;
    };
    /** The octets of an upload, as somebody reads them who knows how they are kept. */
    const stored = async (ref: string): Promise<Buffer | undefined> => {
      const { bucket, close } = await openBucket(cluster, 'content', { age, room });
      const deadline = performance.now() + 5000;
      try {
        const key = `kept.${sha256(Buffer.from('a'))}.${ref}`;
        const { value } = await bucket.read(key, deadline);
        if (value === undefined || value.length === 0) return undefined;
        const { id, parts } = JSON.parse(Buffer.from(value).toString());
        const pieces: Uint8Array[] = [];
        for (let at = 0; at < parts; at++)
          pieces.push((await bucket.read(`part.${id}.${at}`, deadline)).value ?? Buffer.from('gone'));
        return Buffer.concat(pieces);
      } finally {
        await close();
      }
    };
    const keys = async (): Promise<number> => {
      const { bucket, close } = await openBucket(cluster, 'content', { age, room });
      return await bucket.count(performance.now() + 5000).finally(close);
    };
    return { server, stored, keys };
  };
  const put = (content: ClusterContent, octets: Uint8Array, scope = 'a', digest = sha256(octets)) =>
    content.put(scope, octets.length, digest, chunksOf(octets));

  test('are there for another server, once, and of each scope apart', async () => {
    const { server, stored, keys } = open();
    const [one, other] = [server(), server()];
    const octets = Buffer.from('x'.repeat(600_000));
    const first = await put(one, octets);
    const second = await put(other, octets);
    expect(first).toEqual(second);
    expect([one.status.uploads.kept, other.status.uploads.there]).toEqual([1, 1]);
    if (!first.ok) throw new Error(first.problem);
    expect((await stored(first.receipt.ref))?.equals(octets)).toBe(true);
    const before = await keys();
    const foreign = await put(other, octets, 'b');
    expect(foreign.ok && foreign.receipt.ref).not.toBe(first.receipt.ref);
    expect(other.status.uploads.kept).toBe(1);
    expect(await keys()).toBe(2 * before);
    expect((await put(one, Buffer.alloc(0))).ok).toBe(true);
  });

  test('the same octets at two servers at once are kept once', async () => {
    const { server, keys } = open();
    const [one, other] = [server(), server()];
    const octets = Buffer.from('y'.repeat(300_000));
    const results = await Promise.all([put(one, octets), put(other, octets), put(one, octets)]);
    expect(results.every(({ ok }) => ok)).toBe(true);
    // Two parts, and the entry.
    expect(await keys()).toBe(3);
  });

  test('that are not what was announced leave nothing, and change nothing that is there', async () => {
    const { server, stored, keys } = open();
    const content = server();
    const good = Buffer.from('good '.repeat(80_000));
    const bad = Buffer.from('evil '.repeat(80_000));
    const wrong = await put(content, bad, 'a', sha256(good));
    expect(wrong).toEqual({ ok: false, problem: 'digest' });
    const short = await content.put('a', bad.length + 1, sha256(bad), chunksOf(bad));
    expect(short).toEqual({ ok: false, problem: 'length' });
    const cut = await content.put('a', bad.length, sha256(bad), chunksOf(bad, true));
    expect(cut).toEqual({ ok: false, problem: 'aborted' });
    expect(await keys()).toBe(0);
    const result = await put(content, good);
    expect(await put(content, bad, 'a', sha256(good))).toEqual({ ok: false, problem: 'digest' });
    expect(result.ok && (await stored(result.receipt.ref))?.equals(good)).toBe(true);
    expect(await content.put('a', room + 1, sha256(bad), chunksOf(bad))).toEqual({
      ...{ ok: false, problem: 'too-large' },
    });
  });

  test('have their bound together: one that is too much leaves nothing, and one that is there can be sent again', async () => {
    const { server, keys } = open();
    const [one, other] = [server(), server()];
    const large = (letter: string): Buffer => Buffer.from(letter.repeat(900_000));
    expect((await put(one, large('a'))).ok).toBe(true);
    expect((await put(other, large('b'))).ok).toBe(true);
    const before = await keys();
    expect(await put(one, large('c'))).toEqual({ ok: false, problem: 'full' });
    expect(await put(other, large('c'))).toEqual({ ok: false, problem: 'full' });
    expect(await keys()).toBe(before);
    expect((await put(other, large('a'))).ok).toBe(true);
    expect(other.status.uploads.there).toBe(1);
  });

  test('are gone when they are too old, and sending them again makes them young', async () => {
    const { server, keys } = open(1000);
    const content = server();
    expect((await put(content, Buffer.from('old'))).ok).toBe(true);
    while ((await keys()) > 0);
    expect((await put(content, Buffer.from('old'))).ok).toBe(true);
    expect(content.status.uploads).toMatchObject({ kept: 2, there: 0 });
  });

  test('fail while the cluster does not answer, and are taken again after that', async () => {
    const { server } = open(3_600_000, 300);
    const content = server();
    await put(content, Buffer.from('first'));
    const [node] = nodes.nodes;
    await node?.kill();
    const failed = put(content, Buffer.from('second'));
    expect(await failed).toEqual({ ok: false, problem: 'failed' });
    await node?.start();
    while (!(await put(content, Buffer.from('second'))).ok);
  });
});
