/**
 * What each of several processes says of itself, put together as if it were one server;
 * and what ended processes had counted, so that no count of the whole goes back.
 */
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client';
import type { ServerStatus } from './status-routes.ts';

export type Metrics = readonly MetricObjectWithValues<MetricValue<string>>[];

/** What one process says of itself. */
export interface ProcessReport {
  readonly metrics: Metrics;
  readonly problems: readonly string[];
}

/** What all processes say of themselves. */
export interface GroupReports {
  readonly reports: readonly ProcessReport[];
  /** What was counted by processes that ended, or that do not say how they are now. */
  readonly earlier: readonly Metrics[];
  /** How many processes there should be. */
  readonly of: number;
}

/** The status of a whole group, out of the reports of its processes. */
export function groupStatus(
  own: Pick<ServerStatus, 'contentType' | 'unready'>,
  gather: () => Promise<GroupReports>,
): ServerStatus {
  return {
    contentType: own.contentType,
    // Each process is asked for itself: it is the one that would decide.
    unready: () => own.unready(),
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

/** What several processes counted, as if one had. */
export const addCounts = (all: readonly Metrics[]): Promise<Metrics> =>
  together(all.map(countsOf)).getMetricsAsJSON();

const together = (all: readonly Metrics[]): ReturnType<typeof AggregatorRegistry.aggregate> =>
  AggregatorRegistry.aggregate(all.map((metrics) => [...metrics]));

/** How something is now, a gauge, ends with its process; what was counted does not. */
const countsOf = (metrics: Metrics): Metrics =>
  // The types of the library call it a number; it is a word.
  metrics.filter(({ type }) => ['counter', 'histogram'].includes(String(type)));
