import { Counter, Gauge, Registry } from 'prom-client';
import { afterEach, expect, test, vi } from 'vitest';
import { GatheredReports, type Reporter } from '../../src/server/processes/gathered-reports.ts';
import { groupStatus, type ProcessReport } from '../../src/server/processes/process-report.ts';

afterEach(() => vi.useRealTimers());

/** The report of a process that counted so much, and has so much on its hands. */
async function reportOf(counted: number, inHand = 0): Promise<ProcessReport> {
  const registers = [new Registry()];
  new Counter({ name: 'counted_total', help: 'c', labelNames: ['of'], registers }).inc({ of: 'a' }, counted);
  new Gauge({ name: 'in_hand', help: 'h', registers }).set(inHand);
  return { metrics: await (registers[0] as Registry).getMetricsAsJSON(), problems: [] };
}

/** Processes that say at once how they are, but for those that have nothing to say. */
const answering = (reports: GatheredReports, all: Readonly<Record<number, ProcessReport | undefined>>) =>
  Object.entries(all).map(([text, report]): Reporter => {
    const id = Number(text);
    return { id, ask: (asked) => report && reports.take(id, asked, report) };
  });

const countedIn = (text: string): number => Number(/^counted_total\{of="a"\} (\d+)$/m.exec(text)?.[1]);
const inHandIn = (text: string): number => Number(/^in_hand (\d+)$/m.exec(text)?.[1]);

/** What `GET /metrics` and `GET /health` would say. */
async function told(reports: GatheredReports, reporters: readonly Reporter[]) {
  const gathered = { ...(await reports.gather(reporters)), of: reporters.length };
  const status = groupStatus(
    { contentType: 'text/plain', unready: () => [], hindered: () => [], warnings: () => [] },
    async () => gathered,
  );
  const text = await status.text();
  return { counted: countedIn(text), inHand: inHandIn(text), problems: await status.problems() };
}

test('counts of processes that died stay in the sums, and how they were does not', async () => {
  const reports = new GatheredReports();
  const [three, four, five] = await Promise.all([reportOf(3, 1), reportOf(4, 2), reportOf(5, 4)]);
  expect(await told(reports, answering(reports, { 1: three, 2: four }))).toEqual({
    counted: 7,
    inHand: 3,
    problems: [],
  });
  reports.end(1);
  expect(await told(reports, answering(reports, { 2: four }))).toMatchObject({ counted: 7, inHand: 2 });
  reports.end(2);
  expect(await told(reports, answering(reports, { 3: five }))).toMatchObject({ counted: 12, inHand: 4 });
});

test('of a process that does not answer in time the last counts are told, and that it did not answer', async () => {
  const reports = new GatheredReports();
  const [three, four] = await Promise.all([reportOf(3), reportOf(4)]);
  await told(reports, answering(reports, { 1: three, 2: four }));
  vi.useFakeTimers();
  const later = told(reports, answering(reports, { 1: three, 2: undefined }));
  await vi.advanceTimersByTimeAsync(1000);
  expect(await later).toMatchObject({ counted: 7, problems: ['Of 2 processes 1 did not say how they are.'] });
});

test('a process that dies while the others are asked is not waited for, and counts once', async () => {
  const reports = new GatheredReports();
  const [three, four] = await Promise.all([reportOf(3), reportOf(4)]);
  const asked: number[] = [];
  const reporters = [1, 2, 3].map((id): Reporter => ({ id, ask: (ask) => void asked.push(ask) }));
  const gathering = told(reports, reporters);
  const [ask = Number.NaN] = asked;
  reports.take(1, ask, three);
  reports.take(2, ask, four);
  reports.end(1);
  reports.end(3);
  expect(await gathering).toMatchObject({ counted: 7 });
});

test('a report that comes too late is the last one all the same', async () => {
  const reports = new GatheredReports();
  reports.take(1, 99, await reportOf(3));
  reports.end(1);
  expect(await told(reports, answering(reports, { 2: await reportOf(1) }))).toMatchObject({ counted: 4 });
});
