/** Listens, alone or as one process of a group. Throws `UsageError`. */
import { dirname, join, resolve } from 'node:path';
import type { RequestHead } from '../../hook/shell-hook.ts';
import { makeServerKey } from '../../host/credentials/server-key.ts';
import { ExpiryWarnings, endsOf } from '../../host/credentials/token-expiry.ts';
import { loadTokens } from '../../host/credentials/tokens.ts';
import { isNamedPipe } from '../../host/machine/named-pipe.ts';
import { defaultSocket, userStateFolder } from '../../host/machine/user-folders.ts';
import { policyStamp } from '../../host/policy-files/policy-folder.ts';
import type { ClientLimiter } from '../../server/access/authorize.ts';
import { RefusalLog } from '../../server/access/refusal-log.ts';
import { type AppOptions, createApp } from '../../server/app.ts';
import { refusingHandler } from '../../server/limits/load.ts';
import { RateLimiter } from '../../server/limits/rate-limiter.ts';
import { SharedLimiter } from '../../server/limits/shared-limiter.ts';
import type { Oauth } from '../../server/oauth/oauth.ts';
import { resourceOf } from '../../server/oauth/resource-metadata.ts';
import { type Group, holdsSocket } from '../../server/processes/group-member.ts';
import type { ServerStatus } from '../../server/routes/status-routes.ts';
import { type RunningServer, startServer } from '../../server/sockets/listen.ts';
import type { TlsKeeper } from '../../server/sockets/tls.ts';
import { type ClusterContent, openClusterContent } from '../../store/cluster/cluster-content.ts';
import { openClusterRates } from '../../store/cluster/cluster-rates.ts';
import { type ContentStore, openContentStore } from '../../store/content.ts';
import { makeFolder } from '../../store/make-folder.ts';
import { entryBytes } from '../../store/upload.ts';
import { type CommandContext, say, UsageError } from '../terminal/context.ts';
import { pollFiles } from '../terminal/watch-files.ts';
import { openAdministration } from './administration.ts';
import type { Deciding } from './deciding.ts';
import { openLanes } from './lanes.ts';
import { asUsageError } from './listen-mistake.ts';
import { openTls } from './open-tls.ts';
import type { ServeSettings } from './serve-settings.ts';

export async function openServer(
  settings: ServeSettings,
  deciding: Deciding,
  group: Group | undefined,
  context: CommandContext,
): Promise<RunningServer> {
  const { access, oauth, host, port, inherited, limits, mayBePlain } = settings;
  const tls = settings.tls && openTls(settings.tls);
  if (tls !== undefined) deciding.metrics.addTls(tls);
  if (oauth !== undefined) await startOauth(oauth, deciding, context);
  const resource = oauth && resourceIn(oauth);
  const { load } = deciding;
  const content = await contentOf(settings, group, context);
  if (content !== undefined) deciding.metrics.addContent(content);
  const metrics = await statusOf(deciding, group);
  const onForeign = deciding.metrics.turnedAway;
  // One process alone can be found at a path.
  const isFirst = group === undefined || holdsSocket();
  const socket = isFirst ? await socketPath(settings.socket, context) : undefined;
  const key = socket === undefined && inherited.length === 0 ? undefined : keyOf(context);
  const { answering, close } = openLanes(settings, deciding, key, context);
  const [handler, strangers, lines] = [answering('proven'), answering('unproven'), answering('lines')];
  const hookOf = ({ method, url, rawHeaders }: RequestHead, isLocal: boolean) =>
    answering({ method, url, rawHeaders, isLocal });
  const administration = openAdministration(settings, deciding, group, context);
  const doors = doorsOf(settings, deciding, context);
  const app = createApp({
    ...{ handler, strangers, content, access, resource, limits, load, metrics, hookOf, onForeign },
    administration,
    doors,
  });
  const where = { host, port, socket, inherited };
  const server = await listen({
    ...{ app, handler: refusingHandler(lines, load), access, limits },
    ...{ ...where, tls, mayBePlain },
  });
  const watching = [
    ...(tls === undefined ? [] : [watchTls(tls, context)]),
    ...watchTokens(settings, deciding, context),
    ...watchConfig(settings, deciding, context),
  ];
  return {
    addresses: server.addresses,
    async close() {
      for (const each of watching) each.close();
      oauth?.close();
      await server.close();
      await doors.close();
      administration.close();
      close();
    },
  };
}

/** Reads the keys of the issuer. A server starts without them, and takes no token of it until they are there. */
async function startOauth(oauth: Oauth, { metrics }: Deciding, { stderr }: CommandContext): Promise<void> {
  await oauth.start();
  metrics.addOauth(oauth);
  if (oauth.problem !== undefined) void say(stderr, 'error', `${oauth.problem}\n`);
}

/** What says to clients where to get a token; undefined where it is not known how they name this server. */
function resourceIn({ settings }: Oauth): ReturnType<typeof resourceOf> | undefined {
  const { resource: address, issuer, permissions } = settings;
  return address === undefined ? undefined : resourceOf({ address, issuer, permissions });
}

/** Takes up the files of TLS when they change, and says so. */
function watchTls(tls: TlsKeeper, { stderr, watchFiles = pollFiles }: CommandContext): { close(): void } {
  const stamp = (): string => policyStamp(tls.paths, []);
  const renew = (): void => {
    const sentence = tls.renew();
    void say(stderr, tls.problem === undefined ? 'info' : 'error', `${sentence}\n`);
  };
  return watchFiles(stamp, renew);
}

/**
 * Takes up the shares of a candidate when the file changes, and says which other settings are others than those that the
 * server was started with: they need a new start.
 */
function watchConfig(
  { config, bundle, changedSettings }: ServeSettings,
  { shadow }: Deciding,
  { stderr, watchFiles = pollFiles }: CommandContext,
): readonly { close(): void }[] {
  if (config === undefined) return [];
  const changed = (): void => {
    const { keys, shares, problem } = changedSettings();
    // What is wrong with a file is said where its policies are taken up, if it has any.
    if (problem !== undefined && bundle !== undefined)
      void say(
        stderr,
        'error',
        `${config.source.path} is not valid, and none of its settings is used: ${problem}.\n`,
      );
    if (shares !== undefined) void shadow?.follow(shares);
    if (keys.length === 0) return;
    const named = keys.map((key) => `\`${key}\``).join(', ');
    void say(
      stderr,
      'warning',
      `${config.source.path} has another ${named} than the server was started with: that needs a new start.\n`,
    );
  };
  return [watchFiles(() => policyStamp([config.path], []), changed)];
}

/** How often clients may ask, and where refusals are reported. */
function doorsOf(
  settings: ServeSettings,
  { metrics }: Deciding,
  context: CommandContext,
): NonNullable<AppOptions['doors']> & { close(): Promise<void> } {
  const { refusedRate } = settings;
  const log = new RefusalLog((line) => void say(context.stderr, 'warning', line));
  const clients = clientsOf(settings, context);
  return {
    clients,
    close: async () => (clients instanceof SharedLimiter ? await clients.close() : undefined),
    refusals: new RateLimiter(refusedRate),
    refused(why, address, detail) {
      metrics.unauthorized(why);
      log.note(why, address, detail);
    },
    throttled: metrics.throttled,
  };
}

/** The limit of clients, which the servers of a cluster count together; undefined without one. */
function clientsOf(
  { clientRate: rate, cluster }: ServeSettings,
  { stderr }: CommandContext,
): ClientLimiter | undefined {
  if (rate === undefined) return undefined;
  if (cluster === undefined) return new RateLimiter(rate);
  return new SharedLimiter({
    rate,
    buckets: openClusterRates(cluster, rate),
    away: (why) =>
      void (why === undefined
        ? say(stderr, 'info', 'Requests of clients are counted together with other servers again.\n')
        : say(stderr, 'warning', `Requests of clients are counted by this process alone: ${why}.\n`)),
  });
}

/** How often it is looked whether tokens end soon, in milliseconds. */
const expiryInterval = 60 * 60_000;

/** Takes up the file of tokens when it changes, and says so, and which end soon. One that cannot be read leaves those before as they are. */
function watchTokens(
  { tokens, access }: ServeSettings,
  { metrics }: Deciding,
  { cwd, stderr, now = Date.now, watchFiles = pollFiles }: CommandContext,
): readonly { close(): void }[] {
  if (tokens === undefined || !('follow' in access)) return [];
  const path = resolve(cwd, tokens);
  let problem: string | undefined;
  metrics.addTokens(() => problem);
  metrics.addExpiry(() => endsOf(access.tokens));
  const warnings = new ExpiryWarnings();
  const warn = (): void => {
    for (const sentence of warnings.due(access.tokens, now())) void say(stderr, 'warning', `${sentence}\n`);
  };
  warn();
  const timer = setInterval(warn, expiryInterval).unref();
  const changed = async (): Promise<void> => {
    const reading = await loadTokens(path);
    problem = reading.ok
      ? undefined
      : `${reading.problems[0]} The tokens that were known before go on: one that was taken out of the file is still good.`;
    if (reading.ok) access.follow(reading.tokens);
    void say(stderr, problem === undefined ? 'info' : 'error', `${problem ?? 'New tokens are in force.'}\n`);
    warn();
  };
  return [
    watchFiles(
      () => policyStamp([path], []),
      () => void changed(),
    ),
    { close: () => clearInterval(timer) },
  ];
}

/** The key by which hooks of this user know their server. */
function keyOf({ env }: CommandContext): string {
  try {
    return makeServerKey(env);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `the key by which hooks know this server cannot be kept: ${why}; name a folder of this user with \`XDG_STATE_HOME\``,
    );
  }
}

/** Any process that is asked answers for the whole group. */
async function statusOf({ metrics }: Deciding, group: Group | undefined): Promise<ServerStatus> {
  if (group === undefined) return metrics;
  const { groupStatus } = await import('../../server/processes/process-report.ts');
  return groupStatus(metrics, () => group.reports());
}

/** `default` is where hooks look for a server; the folder for it is made. */
async function socketPath(
  named: string | undefined,
  { cwd, env }: CommandContext,
): Promise<string | undefined> {
  if (named !== 'default') return named === undefined ? undefined : resolve(cwd, named);
  const path = defaultSocket(env);
  if (!isNamedPipe(path)) makeFolder(dirname(path), 0o700);
  return path;
}

/** Uploads are in the cluster, or in a folder, whose bound is kept by one process. */
async function contentOf(
  settings: ServeSettings,
  group: Group | undefined,
  context: CommandContext,
): Promise<ContentStore | ClusterContent | undefined> {
  const { cluster, content, contentAge: age, contentRoom: room, limits } = settings;
  if (cluster !== undefined && content === undefined)
    return openClusterContent({ cluster, maxBytes: Math.min(limits.maxUploadBytes, room), room, age });
  return group === undefined ? await openContent(settings, context) : undefined;
}

async function openContent(
  { content: folder, contentAge: maxAge, access, limits }: ServeSettings,
  context: CommandContext,
): Promise<ContentStore> {
  const maxTotalBytes = access.anonymous ? limits.maxStoredAnonymousBytes : limits.maxStoredBytes;
  const directory =
    folder === undefined ? join(userStateFolder(context.env), 'content') : resolve(context.cwd, folder);
  try {
    return await openContentStore({
      directory,
      maxBytes: Math.min(limits.maxUploadBytes, maxTotalBytes - entryBytes),
      maxTotalBytes,
      maxAge,
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `uploads cannot be kept in \`${directory}\`: ${why}; choose another folder with \`--content DIR\``,
    );
  }
}

async function listen(options: Parameters<typeof startServer>[0]): Promise<RunningServer> {
  try {
    return await startServer(options);
  } catch (error) {
    throw asUsageError(error);
  }
}
