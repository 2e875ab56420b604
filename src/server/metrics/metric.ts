/** Metrics whose values are read when they are asked for. */
import { Counter, Gauge, type Registry } from 'prom-client';

/** Metrics that are not added up over the processes of a group: they share one value, or the worst one counts. */
const sameForAll = new Set([
  'bylaw_sessions',
  'bylaw_sessions_evicted_total',
  'bylaw_memory_failing',
  'bylaw_log_failing',
  'bylaw_log_lag_seconds',
  'bylaw_loop_delay_seconds',
  'bylaw_tls_certificate_expiry_timestamp_seconds',
  'bylaw_bundle_sequence',
  'bylaw_policies_stale',
  'bylaw_content_bytes',
  'bylaw_content_limit_bytes',
]);

const aggregatorOf = (name: string): 'max' | 'sum' => (sameForAll.has(name) ? 'max' : 'sum');

export function gauge(registry: Registry, name: string, help: string, value: () => number): void {
  new Gauge({
    name,
    help,
    aggregator: aggregatorOf(name),
    registers: [registry],
    collect() {
      this.set(value());
    },
  });
}

/** A counter whose value comes from elsewhere. */
export function total(registry: Registry, name: string, help: string, value: () => number): void {
  new Counter({
    name,
    help,
    aggregator: aggregatorOf(name),
    registers: [registry],
    collect() {
      this.reset();
      this.inc(value());
    },
  });
}

/** Counters whose values come from elsewhere, with a label. */
export function counts(
  registry: Registry,
  name: string,
  help: string,
  label: string,
  values: () => Readonly<Record<string, number>>,
): void {
  new Counter({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect() {
      this.reset();
      for (const [value, count] of Object.entries(values())) this.inc({ [label]: value }, count);
    },
  });
}

/** A counter that counts by itself, with or without a label. */
export const counter = (registry: Registry, name: string, help: string, ...labelNames: string[]): Counter =>
  new Counter({ name, help, labelNames, registers: [registry] });
