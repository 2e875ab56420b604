/**
 * Whatever happens to a cluster, nothing that was acknowledged is lost: no session passes more calls than its limit, a label
 * that was set is seen everywhere, every answer is given again to a retry by every server, a bundle that was published decides
 * on all servers, and each record of the log is in the stream once.
 */
import { availableParallelism, loadavg } from 'node:os';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../store/cluster/fleet.ts';
import { hasNats } from '../store/cluster/nats-server.ts';
import {
  openPublisher,
  type Publisher,
  publishUnder,
  rollbackInSplit,
  takerKilled,
  twoPublishers,
} from './cluster/bundles.ts';
import { callsUnder } from './cluster/calls.ts';
import {
  comparedRecords,
  type RecordsUnderFault,
  recordsUnder,
  shipperKilled,
  unshippedKilled,
} from './cluster/records.ts';
import {
  leaderCutOff,
  leaderFrozen,
  leaderKilled,
  nodeCutOff,
  nodeFrozen,
  nodeKilled,
  nodeRestarted,
  nothing,
  openSetting,
  type Setting,
  serverKilled,
  twoNodesKilled,
} from './cluster/setting.ts';
import { writeTable } from './cluster/table.ts';
import { effort, isFull, tell, timeout } from './effort.ts';

/** Sessions before, during and after a fault. */
const sessions = effort(6, 2);

const [memory, bundles, log] = ['KV_bylaw_memory', 'KV_bylaw_bundles', 'bylaw_log'] as const;
const faultsOfCalls = isFull
  ? [
      nothing,
      serverKilled,
      nodeKilled(memory),
      leaderKilled(memory),
      nodeFrozen(memory),
      leaderFrozen(memory),
      leaderCutOff(memory),
      twoNodesKilled,
    ]
  : [serverKilled, nodeRestarted];
const faultsOfBundles = isFull
  ? [
      nothing,
      twoPublishers,
      takerKilled,
      leaderKilled(bundles),
      nodeCutOff(bundles),
      leaderCutOff(bundles),
      rollbackInSplit,
    ]
  : [twoPublishers];
const faultsOfTheLog = isFull
  ? [
      nothing,
      unshippedKilled,
      shipperKilled,
      nodeKilled(log),
      leaderKilled(log),
      leaderFrozen(log),
      leaderCutOff(log),
    ]
  : [];

test('there is a nats-server to try it with', () => {
  // The sample of the gate is left out without one, and says so.
  if (isFull) expect(hasNats).toBe(true);
});

describe.runIf(hasNats)('a cluster', () => {
  let setting: Setting;
  let publisher: Publisher;
  beforeAll(async () => {
    setting = await openSetting(isFull ? 3 : 1, isFull ? 3 : 2, isFull);
    publisher = openPublisher(setting);
  });
  afterEach(() => setting?.untilWhole(), timeout);
  afterAll(() => setting?.close());

  /** Rows of a table of the documentation, which is written when all of them are there. */
  const rowsOf = (name: string, head: readonly string[], count: number) => {
    const rows: (string | number)[][] = [];
    return (...row: readonly (string | number)[]): void => {
      rows.push([...row]);
      if (isFull && rows.length === count) writeTable(name, head, rows);
    };
  };

  const callRow = rowsOf(
    'calls',
    ['fault', 'calls', 'let pass', 'denied by rules', 'denied without memory', 'without answer', 'lost'],
    faultsOfCalls.length,
  );
  test.each(faultsOfCalls)('loses no answer where $name', { timeout }, async (fault) => {
    const { told, acknowledged, lost } = await callsUnder(fault, setting, sessions);
    const count = (of: Answer): number => told.filter(({ answer }) => answer === of).length;
    callRow(
      ...[fault.name, told.length, count('passed'), count('denied'), count('no memory'), count('none'), lost],
    );
    tell({ 'calls of a fleet': told.length, 'of them acknowledged': acknowledged });
    expect(lost).toBe(0);
    expect(acknowledged).toBeGreaterThan(told.length / 3);
  });

  const bundleRow = rowsOf(
    'published',
    ['fault', 'published', 'acknowledged', 'live on all servers, ms', 'lost'],
    faultsOfBundles.length,
  );
  test.each(faultsOfBundles)('loses no bundle where $name', { timeout }, async (fault) => {
    const { asked, acknowledged, live, lost } = await publishUnder(fault, setting, publisher, isFull);
    bundleRow(fault.name, asked, acknowledged, Math.round(live), lost);
    tell({ 'bundles that were published': acknowledged });
    expect(lost).toBe(0);
  });

  /** Milliseconds from the end of publishing until all servers decide by the bundle. */
  const mostUntilLive = 1000;
  /** Whether the machine has nothing else to do: a server reads a new bundle in a process of its own, which needs its share of a core. */
  const [loadBefore = 0] = loadavg();
  const isQuiet = loadBefore < availableParallelism() / 2;
  test.runIf(isFull)('a bundle that is published is live on all servers', { timeout }, async () => {
    const took: number[] = [];
    for (let round = 0; round < 20; round++) {
      expect(await publisher.publish()).toBe(true);
      const [began, sequence] = [performance.now(), publisher.acknowledged.at(-1)];
      const live = setting.servers.map(async (server) => {
        while ((await server.sequence()) !== sequence) await new Promise((resolve) => setTimeout(resolve, 5));
        took.push(performance.now() - began);
      });
      await Promise.all(live);
    }
    took.sort((a, b) => a - b);
    tell({
      'median milliseconds until a bundle is live': Math.round(took[took.length >> 1] ?? 0),
      'longest milliseconds until it is live': Math.round(took.at(-1) ?? 0),
      'percent of a core that other work had': Math.round(100 * loadBefore),
    });
    if (isQuiet) expect(Math.max(...took)).toBeLessThan(mostUntilLive);
  });

  const recordRow = rowsOf('shipped', ['fault', 'records', 'lost', 'twice'], faultsOfTheLog.length);
  let before = 0;
  const tellRecords = ({ records, lost, twice }: RecordsUnderFault): void => {
    tell({ 'records that were shipped': records - before });
    before = records;
    expect({ lost, twice }).toEqual({ lost: [], twice: 0 });
  };
  test.each(faultsOfTheLog)('loses no record where $name', { timeout }, async (fault) => {
    const result = await recordsUnder(fault, setting, sessions);
    recordRow(fault.name, result.records - before, result.lost.length, result.twice);
    tellRecords(result);
  });

  // In the sample of the gate no shipper runs before, so that a server was killed with records that nothing had sent.
  test.runIf(!isFull)('has each record of what was answered once', async () => {
    await setting.fleet.shipAll();
    tellRecords(await comparedRecords(setting));
  });
});
