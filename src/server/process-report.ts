/** What each of several processes says of itself, put together as if it were one server. */
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client';
import type { ServerStatus } from './status-routes.ts';

/** What one process says of itself. */
export interface ProcessReport {
  readonly metrics: readonly MetricObjectWithValues<MetricValue<string>>[];
  readonly problems: readonly string[];
}

interface Reports {
  readonly reports: readonly ProcessReport[];
  /** How many there should be. */
  readonly of: number;
}

/** The status of a whole group, out of the reports of its processes. */
export function groupStatus(contentType: string, gather: () => Promise<Reports>): ServerStatus {
  return {
    contentType,
    async problems() {
      const { reports, of } = await gather();
      const problems = new Set(reports.flatMap((report) => report.problems));
      const missing = of - reports.length;
      if (missing > 0) problems.add(`Of ${of} processes ${missing} did not say how they are.`);
      return [...problems];
    },
    async text() {
      const { reports } = await gather();
      return AggregatorRegistry.aggregate(reports.map(({ metrics }) => [...metrics])).metrics();
    },
  };
}
