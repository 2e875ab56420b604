/** Which version of bylaw runs, and by which policies it decides: what differs between servers is seen before it decides otherwise. */
import { Gauge, type Registry } from 'prom-client';
import { versionOfBylaw } from '../../host/machine/version.ts';
import { gauge } from './metric.ts';

/** A part of what is in force (`metrics.ts`). */
interface Deciding {
  readonly policies: string;
  readonly isStale: boolean;
  readonly bundleProblem?: string | undefined;
  readonly brokenLayers: readonly string[];
}

export function addVersionMetrics(registry: Registry, inForce: Deciding): void {
  const version = versionOfBylaw();
  info(registry, 'bylaw_build_info', 'The version of bylaw, and that of Node.js.', () => ({
    version,
    node: process.versions.node,
  }));
  info(registry, 'bylaw_policies_info', 'The digest of the policies in force, as the log has it.', () => ({
    digest: inForce.policies,
  }));
  gauge(
    registry,
    'bylaw_policies_stale',
    '1 while the policies on disk, one of their layers or the published bundle are not valid, and older ones decide.',
    () => (isStale(inForce) ? 1 : 0),
  );
}

const isStale = (inForce: Deciding): boolean =>
  inForce.isStale || inForce.bundleProblem !== undefined || inForce.brokenLayers.length > 0;

/** A metric that says something by its labels, and is always 1. */
function info(
  registry: Registry,
  name: string,
  help: string,
  labels: () => Readonly<Record<string, string>>,
): void {
  new Gauge({
    name,
    help,
    labelNames: Object.keys(labels()),
    aggregator: 'max',
    registers: [registry],
    collect() {
      this.reset();
      this.set(labels(), 1);
    },
  });
}
