/** The cluster of a server, for commands that use it beside the server. */
import type { OpenConfigFile } from '../../host/config/config-file.ts';
import type { ClusterOptions } from '../../store/cluster/cluster.ts';
import { asUsage } from '../policies/load-policies.ts';
import { type CommandContext, UsageError } from '../terminal/context.ts';
import { clusterFrom } from './cluster-settings.ts';
import { InvalidConfig } from './invalid-config.ts';
import { readServerSettings, type ServerSettings } from './server-settings.ts';

/** The cluster of a file of configuration, and of the environment. Throws `UsageError`. */
export function clusterNamed(config: string | undefined, context: CommandContext): ClusterOptions {
  const settings = asUsage(() => readServerSettings({ config }, context.env, context.cwd));
  if (settings.file !== undefined && settings.file.problems.length > 0) throw notValid(settings.file);
  const cluster = validCluster(settings, context);
  if (cluster !== undefined) return cluster;
  throw new UsageError(
    'no cluster is named: put `cluster.servers` into bylaw.yaml, or BYLAW_CLUSTER_SERVERS into the environment',
  );
}

function validCluster(settings: ServerSettings, context: CommandContext): ClusterOptions | undefined {
  try {
    return clusterFrom(settings, context);
  } catch (error) {
    throw error instanceof InvalidConfig ? notValid(error.file) : error;
  }
}

const notValid = ({ source }: OpenConfigFile): UsageError =>
  new UsageError(`${source.path} is not valid: see \`bylaw config check\``);
