/** The metrics of the destinations that a log is shipped to. All processes of a group read the same files. */
import { Gauge, type Registry } from 'prom-client';
import type { Shipping } from '../../host/ship/shipping.ts';

export function addShippingMetrics(registry: Registry, shipping: () => readonly Shipping[]): void {
  const add = (name: string, help: string, value: (of: Shipping) => number): void =>
    void new Gauge({
      name,
      help,
      labelNames: ['destination'],
      aggregator: 'max',
      registers: [registry],
      collect() {
        this.reset();
        for (const each of shipping()) this.set({ destination: each.destination }, value(each));
      },
    });
  add('bylaw_ship_records', 'Records that a destination has taken.', ({ shipped }) => shipped);
  add('bylaw_ship_failed', 'Batches that a destination has not taken.', ({ failed }) => failed);
  add('bylaw_ship_pending_bytes', 'Octets of the log that wait to be shipped.', ({ pending }) => pending);
  add('bylaw_ship_oldest_seconds', 'How long the oldest record waits to be shipped.', ({ oldest }) =>
    oldest === undefined ? 0 : Math.max(0, (Date.now() - oldest) / 1000),
  );
}
