/** The metrics of a server for OpenTelemetry: those that Prometheus gets, under the same names; and how long decisions take. */
import type { Attributes, Histogram, Meter, ObservableResult } from '@opentelemetry/api';
import type { MetricObjectWithValues, MetricValue } from 'prom-client';

export type Gathered = readonly MetricObjectWithValues<MetricValue<string>>[];

/** How long decisions take, in seconds. */
export const latencyIn = (meter: Meter): Histogram =>
  meter.createHistogram('bylaw_decision_seconds', {
    unit: 's',
    description: 'Time from the question to the decision, without the time to record it.',
    advice: {
      explicitBucketBoundaries: [
        0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1,
      ],
    },
  });

/**
 * Sends the result of `gather` at regular times. A counter has no `_total` here: an exporter for Prometheus
 * adds it.
 */
export function mirror(meter: Meter, gather: () => Promise<Gathered>): void {
  const known = new Set<string>();
  let gathered = gather();
  const observe = (name: string) => async (result: ObservableResult) => {
    for (const { value, labels } of (await gathered).find((metric) => metric.name === name)?.values ?? [])
      result.observe(value, labels as Attributes);
  };
  /** Some metrics are added later, such as those of uploads. */
  const learn = async (): Promise<void> => {
    for (const { name, help, type } of await gathered) {
      const kind = String(type);
      if (known.has(name) || kind === 'histogram') continue;
      known.add(name);
      const instrument =
        kind === 'counter'
          ? meter.createObservableCounter(name.replace(/_total$/, ''), { description: help })
          : meter.createObservableGauge(name, { description: help });
      instrument.addCallback(observe(name));
    }
  };
  void learn().catch(() => {});
  // The instrument that is made first is also read first, each time.
  meter
    .createObservableGauge('bylaw_up', { description: '1 while the server runs.' })
    .addCallback(async (result) => {
      result.observe(1);
      gathered = gather();
      await learn();
    });
}
