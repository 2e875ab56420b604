/** Publishing while something happens: what was acknowledged is published, and every server comes to decide by the last of it. */
import { expect } from 'vitest';
import { openClusterBundles } from '../../../src/store/cluster/cluster-bundles.ts';
import { soon } from '../../store/cluster/nats-server.ts';
import { type Fault, leaderCutOff, type Setting } from './setting.ts';

/** What publishes, with what was acknowledged. */
export interface Publisher {
  /** Publishes the next bundle; whether that was acknowledged. */
  publish(): Promise<boolean>;
  rollback(): Promise<boolean>;
  /** Publishes two bundles with one sequence at once. */
  publishTwo(): Promise<void>;
  readonly asked: number;
  readonly acknowledged: readonly number[];
  /** The mark in the last one that was acknowledged; undefined after a rollback. */
  readonly mark: string | undefined;
}

export interface PublishingFault extends Fault {
  /** What is published while it lasts; by default two bundles. */
  publish?(publisher: Publisher): Promise<unknown>;
}

/** Two publishers at once, of whom one is refused. */
export const twoPublishers: PublishingFault = {
  name: 'two publish at once',
  happen: async () => () => {},
  publish: (publisher) => publisher.publishTwo(),
};

export const rollbackInSplit: PublishingFault = {
  ...leaderCutOff('KV_bylaw_bundles'),
  name: 'a rollback while the leader is cut off',
  publish: (publisher) => publisher.rollback(),
};

/** A server is killed when it may just have heard of the bundle, and starts again. */
export const takerKilled: PublishingFault = {
  name: 'a server is killed while it takes a bundle',
  happen: async () => () => {},
  async publish(publisher) {
    await publisher.publish();
  },
};

export function openPublisher({ fleet }: Setting): Publisher {
  // The first bundle is that of the fleet.
  let last = 1;
  let asked = 0;
  let mark: string | undefined = 'first';
  const acknowledged: number[] = [];
  const put = async (sequence: number, own: string): Promise<boolean> => {
    asked++;
    const isPublished = await fleet.publish(sequence, own);
    if (isPublished) {
      acknowledged.push(sequence);
      mark = own;
    }
    return isPublished;
  };
  return {
    publish: () => put(++last, `mark ${last}`),
    async publishTwo() {
      const sequence = ++last;
      const both = await Promise.all(['one', 'other'].map((each) => put(sequence, `${each} ${sequence}`)));
      expect(both.filter((isPublished) => isPublished).length).toBeLessThanOrEqual(1);
    },
    async rollback() {
      asked++;
      const sequence = await fleet.rollback();
      if (sequence === undefined) return false;
      acknowledged.push(sequence);
      last = Math.max(last, sequence);
      mark = undefined;
      return true;
    },
    get asked() {
      return asked;
    },
    acknowledged,
    get mark() {
      return mark;
    },
  };
}

export interface PublishedUnderFault {
  readonly asked: number;
  readonly acknowledged: number;
  /** Bundles that were acknowledged, and are not in the list or not what all servers decide by. */
  readonly lost: number;
  /** Milliseconds from the last acknowledgement until every server decided by that bundle. */
  readonly live: number;
}

/** Publishes during a fault, and before and after it where `isFull`. */
export async function publishUnder(
  fault: PublishingFault,
  setting: Setting,
  publisher: Publisher,
  isFull: boolean,
): Promise<PublishedUnderFault> {
  const [asked, acknowledged] = [publisher.asked, publisher.acknowledged.length];
  const watch = watchSequences(setting);
  if (isFull) await untilTrue(() => publisher.publish());
  const { publish = async () => [await publisher.publish(), await publisher.publish()] } = fault;
  const publishing = publish(publisher);
  const fix = await fault.happen(setting);
  await publishing;
  // A majority is there: nothing has to be fixed for that.
  if (isFull) await untilTrue(() => publisher.publish());
  if (fault === rollbackInSplit) await untilTrue(() => publisher.rollback());
  const began = performance.now();
  if (fault === takerKilled) await setting.servers[0]?.kill();
  await fix();
  if (fault === takerKilled) await setting.servers[0]?.start();
  const last = publisher.acknowledged.at(-1) ?? 0;
  await Promise.all(
    setting.servers.map((server) => untilTrue(async () => ((await server.sequence()) ?? 0) >= last)),
  );
  const live = performance.now() - began;
  const marks = await Promise.all(
    setting.servers.map(async (server) => {
      let found = await server.mark(`which ${setting.id()}`);
      while (found === undefined) found = await server.mark(`which ${setting.id()}`);
      return found;
    }),
  );
  const mark = publisher.mark ?? marks[0];
  const isSame = marks.every((each) => each === mark);
  const own = publisher.acknowledged.slice(acknowledged);
  const missing = await missingOf(setting, own);
  expect(watch.stop()).toEqual([]);
  return {
    asked: publisher.asked - asked,
    acknowledged: own.length,
    lost: missing + (isSame ? 0 : 1),
    live,
  };
}

/** Looks at the servers all the time; `stop`: where one went back to an earlier bundle. */
function watchSequences({ servers }: Setting): { stop(): readonly string[] } {
  const found: string[] = [];
  let isOver = false;
  for (const [at, server] of servers.entries())
    void (async () => {
      for (let highest = 0; !isOver; await soon()) {
        const sequence = (await server.sequence()) ?? highest;
        if (sequence < highest) found.push(`server ${at} went from ${highest} back to ${sequence}`);
        highest = sequence;
      }
    })();
  return {
    stop() {
      isOver = true;
      return found;
    },
  };
}

/** How many of these sequences are not in the list. */
async function missingOf({ nodes }: Setting, sequences: readonly number[]): Promise<number> {
  const bundles = openClusterBundles({ servers: nodes.servers, name: 'bylaw', replicas: 1, age: 0 });
  try {
    // After a split it may take a moment until a majority answers.
    let list = await bundles.list().catch(() => undefined);
    while (list === undefined) list = await bundles.list().catch(() => undefined);
    const there = list;
    return sequences.filter((each) => !there.some(({ sequence }) => sequence === each)).length;
  } finally {
    await bundles.close();
  }
}

async function untilTrue(look: () => Promise<boolean>): Promise<void> {
  while (!(await look())) await soon();
}
