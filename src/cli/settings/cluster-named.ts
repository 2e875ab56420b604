/** The cluster of a server, for commands that use it beside the server. */
import type { ClusterOptions } from '../../store/cluster/cluster.ts';
import { type CommandContext, UsageError } from '../context.ts';
import { asUsage } from '../load-policies.ts';
import { clusterFrom } from './cluster-settings.ts';
import { readServerSettings } from './server-settings.ts';

/** The cluster of a file of configuration, and of the environment. Throws `UsageError`. */
export function clusterNamed(config: string | undefined, context: CommandContext): ClusterOptions {
  const settings = asUsage(() => readServerSettings({ config }, context.env, context.cwd));
  if (settings.file !== undefined && settings.file.problems.length > 0)
    throw new UsageError(`${settings.file.source.path} is not valid: see \`bylaw config check\``);
  const cluster = clusterFrom(settings, context);
  if (cluster !== undefined) return cluster;
  throw new UsageError(
    'no cluster is named: put `cluster.servers` into bylaw.yaml, or BYLAW_CLUSTER_SERVERS into the environment',
  );
}
