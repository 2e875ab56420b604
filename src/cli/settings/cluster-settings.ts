/** The settings of a cluster, tried against one another. */
import { resolve } from 'node:path';
import type { ClusterMemory } from '../../host/remembering.ts';
import { type CommandContext, UsageError } from '../terminal/context.ts';
import { excludeEachOther, mistake } from './invalid-config.ts';
import { namedBy, type ServerSettings } from './server-settings.ts';
import { clusterTokenVariable } from './strange-variables.ts';
import { keys } from './table.ts';

/** Where servers remember together; undefined where this one remembers on its machine. Throws `UsageError` and `InvalidConfig`. */
export function clusterFrom(
  settings: ServerSettings,
  { cwd, env }: Pick<CommandContext, 'cwd' | 'env'>,
): ClusterMemory | undefined {
  const { get, origin } = settings;
  const servers = get('cluster.servers');
  const token = env[clusterTokenVariable] || undefined;
  if (servers === undefined) {
    const stray = keys.find((key) => key.startsWith('cluster.') && origin(key).kind !== 'default');
    const named = stray === undefined ? token && `\`${clusterTokenVariable}\`` : namedBy(settings, stray);
    if (named === undefined) return undefined;
    const message = `${named} is about a cluster, and there is none: name its nodes with \`cluster.servers\``;
    throw stray === undefined
      ? new UsageError(message)
      : mistake(settings, stray, message, ['cluster.servers']);
  }
  if (get('memory.folder') !== undefined)
    throw excludeEachOther(
      settings,
      'memory.folder',
      'cluster.servers',
      'earlier calls are remembered in one place',
    );
  const name = get('cluster.name') ?? 'bylaw';
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(name))
    throw mistake(
      settings,
      'cluster.name',
      `${namedBy(settings, 'cluster.name')} takes up to 32 letters, digits, \`-\` and \`_\`, not \`${name}\``,
    );
  const file = (key: 'credentials' | 'tls-ca' | 'tls-certificate' | 'tls-key'): string | undefined => {
    const named = get(`cluster.${key}`);
    return named === undefined ? undefined : resolve(cwd, named);
  };
  const credentials = file('credentials');
  if (credentials !== undefined && token !== undefined)
    throw mistake(
      settings,
      'cluster.credentials',
      `${namedBy(settings, 'cluster.credentials')} and \`${clusterTokenVariable}\` exclude each other`,
    );
  return {
    servers,
    name,
    replicas: get('cluster.replicas') ?? (servers.length >= 3 ? 3 : 1),
    age: get('cluster.age') ?? 0,
    ...{ credentials, token },
    tls: tlsOf(settings, servers, file),
    onFailure: get('cluster.on-store-failure') ?? 'deny',
  };
}

function tlsOf(
  settings: ServerSettings,
  servers: readonly string[],
  file: (key: 'tls-ca' | 'tls-certificate' | 'tls-key') => string | undefined,
): ClusterMemory['tls'] {
  const [ca, certificate, key] = [file('tls-ca'), file('tls-certificate'), file('tls-key')];
  const named = namedBy(settings, 'cluster.servers');
  const encrypted = servers.filter((server) => server.startsWith('tls://'));
  if (encrypted.length === servers.length) {
    if ((certificate === undefined) === (key === undefined)) return { ca, certificate, key };
    throw mistake(
      settings,
      certificate === undefined ? 'cluster.tls-key' : 'cluster.tls-certificate',
      'a certificate for the cluster needs its key: `cluster.tls-certificate` and `cluster.tls-key` belong together',
      ['cluster.tls-certificate', 'cluster.tls-key'],
    );
  }
  if (encrypted.length > 0)
    throw mistake(
      settings,
      'cluster.servers',
      `${named} has nodes with and without TLS: write all of them with \`tls://\``,
    );
  if ([ca, certificate, key].some((each) => each !== undefined))
    throw mistake(
      settings,
      'cluster.servers',
      `files of TLS are named for the cluster, and ${named} has nodes without it: write \`tls://\``,
    );
  const far = servers.find((server) => !isOfThisMachine(server));
  if (far !== undefined && settings.get('cluster.insecure-plain') !== true)
    throw mistake(
      settings,
      'cluster.servers',
      `what is remembered would go to \`${far}\` without TLS: write \`tls://\`, or say \`--cluster-insecure-plain\` where the network between is trusted`,
      ['cluster.insecure-plain'],
    );
  return undefined;
}

const isOfThisMachine = (server: string): boolean =>
  /^nats:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/.test(server);
