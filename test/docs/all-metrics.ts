/** A server's metrics with everything that it can report. */
import { defaultLimits } from '../../src/server/limits/limits.ts';
import { Load } from '../../src/server/limits/load.ts';
import { createLoopDelay } from '../../src/server/limits/loop-delay.ts';
import { createMetrics } from '../../src/server/metrics/metrics.ts';

const noUploads = { kept: 0, there: 0, 'too-large': 0, length: 0, digest: 0, aborted: 0, full: 0, failed: 0 };

/** As Prometheus gets them. */
async function metricsText(): Promise<string> {
  const log = {
    status: {
      written: 0,
      bytes: 0,
      dropped: { 'queue-full': 0, 'write-failed': 0 },
      pending: 0,
      lag: 0,
      problem: undefined,
      blocks: true,
      file: 1,
    },
  };
  const inForce = {
    policies: '',
    isStale: false,
    brokenLayers: [],
    warnings: [],
    sessions: { memories: 0, evicted: 0 },
    memoryProblem: undefined,
    deniesWithoutMemory: false,
    bundle: { sequence: 1, digest: '', signers: [] },
  };
  const metrics = createMetrics(
    { ...log, inputs: 'masked', digestOf: String, append() {}, lose() {} },
    inForce,
    { load: new Load(defaultLimits), delay: createLoopDelay() },
  );
  metrics.addContent({ status: { octets: 0, maxTotalBytes: 0, removed: 0, uploads: noUploads } });
  metrics.addTls({ identity: { context: {}, expires: 0, names: '' }, problem: undefined });
  metrics.addShadow({ counts: { same: 0 }, candidate: undefined });
  metrics.addCanary(() => 0);
  metrics.addShipping(() => []);
  metrics.addExpiry(() => new Map([['team-a', 0]]));
  metrics.addTelemetry(() => ({ dropped: { spans: 0, logs: 0 }, problem: undefined }));
  return metrics.text();
}

/** The name of each metric, without what a histogram has behind it. */
export const metricNames = async (): Promise<readonly string[]> =>
  [...(await metricsText()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name ?? '');
