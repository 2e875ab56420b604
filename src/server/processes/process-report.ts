/**
 * The reports of several processes, combined as if they were one server, with the counts of ended
 * processes, so that no total goes back.
 */
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client';
import type { ServerStatus } from '../routes/status-routes.ts';

export type Metrics = readonly MetricObjectWithValues<MetricValue<string>>[];

/** The report of one process. */
export interface ProcessReport {
  readonly metrics: Metrics;
  readonly problems: readonly string[];
}

/** The reports of all processes. */
export interface GroupReports {
  readonly reports: readonly ProcessReport[];
  /** The counts of processes that ended, or that do not report now. */
  readonly earlier: readonly Metrics[];
  /** How many processes there should be. */
  readonly of: number;
}

/** The status of a group, from the reports of its processes. */
export function groupStatus(
  own: Pick<ServerStatus, 'contentType' | 'unready' | 'hindered' | 'warnings'>,
  gather: () => Promise<GroupReports>,
): ServerStatus {
  return {
    contentType: own.contentType,
    // Each process reports its own readiness: it is the one that would decide.
    unready: () => own.unready(),
    hindered: () => own.hindered(),
    // All processes have the same policies.
    warnings: () => own.warnings(),
    async problems() {
      const { reports, of } = await gather();
      const problems = new Set(reports.flatMap((report) => report.problems));
      const missing = of - reports.length;
      if (missing > 0) problems.add(`Of ${of} processes ${missing} did not say how they are.`);
      return [...problems];
    },
    async text() {
      const { reports, earlier } = await gather();
      return together([...reports.map(({ metrics }) => metrics), ...earlier.map(countsOf)]).metrics();
    },
  };
}

/** The counts of several processes, as if they were one. */
export const addCounts = (all: readonly Metrics[]): Promise<Metrics> =>
  together(all.map(countsOf)).getMetricsAsJSON();

const together = (all: readonly Metrics[]): ReturnType<typeof AggregatorRegistry.aggregate> =>
  AggregatorRegistry.aggregate(all.map((metrics) => [...metrics]));

/** A gauge is a present value and ends with its process; a counter stays. */
const countsOf = (metrics: Metrics): Metrics =>
  // The types of the library say number, but it is a word.
  metrics.filter(({ type }) => ['counter', 'histogram'].includes(String(type)));
