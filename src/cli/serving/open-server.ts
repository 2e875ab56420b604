/** A server of `bylaw serve` on its addresses, put together from what decides and what it is asked by. */
import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { withHooks } from '../../hook/forwarded.ts';
import { postedHook, type RequestHead, shellHook } from '../../hook/shell-hook.ts';
import { isNamedPipe } from '../../host/named-pipe.ts';
import { makeServerKey } from '../../host/server-key.ts';
import { defaultSocket, userStateFolder } from '../../host/user-folders.ts';
import { createHandler } from '../../protocol/handle.ts';
import { createApp } from '../../server/app.ts';
import { type Group, holdsSocket } from '../../server/group-member.ts';
import { type RunningServer, startServer } from '../../server/listen.ts';
import { refusingHandler } from '../../server/load.ts';
import type { ServerStatus } from '../../server/status-routes.ts';
import { type ContentStore, entryBytes, openContentStore } from '../../store/content.ts';
import { openEndedCalls } from '../../store/ended-calls.ts';
import { type CommandContext, UsageError } from '../context.ts';
import type { Deciding } from './deciding.ts';
import { asUsageError } from './listen-mistake.ts';
import type { ServeSettings } from './serve-settings.ts';

/** Listens, alone or as one process of a group. Throws `UsageError`. */
export async function openServer(
  settings: ServeSettings,
  deciding: Deciding,
  group: Group | undefined,
  context: CommandContext,
): Promise<RunningServer> {
  const { access, host, port, inherited, limits, tolerateMissingHarness } = settings;
  const { inForce, engine, load } = deciding;
  const handler = createHandler(engine, { tolerateMissingHarness });
  const strangers = createHandler(deciding.unproven, { tolerateMissingHarness });
  // The bound on all uploads is kept by one process.
  const content = group === undefined ? await openContent(settings, context) : undefined;
  if (content !== undefined) deciding.metrics.tellOf(content);
  const metrics = await statusOf(deciding, group);
  const onForeign = deciding.metrics.turnedAway;
  // One process alone can be found at a path.
  const isFirst = group === undefined || holdsSocket();
  const socket = isFirst ? await socketPath(settings.socket, context) : undefined;
  const hooks = {
    engine,
    onDisk: settings.disk ? deciding.onDisk : undefined,
    ended: openEndedCalls(join(userStateFolder(context.env), 'calls'), Date.now),
    decidesBy: (paths: readonly string[]) => inForce.decidesBy(paths),
    watches: settings.mode.watches === true,
    key: socket === undefined && inherited.length === 0 ? undefined : keyOf(context),
    now: () => new Date().toISOString(),
  };
  const lines = withHooks(handler, hooks);
  const hookOf = (head: RequestHead, isLocal: boolean) => (isLocal ? shellHook : postedHook)(head, hooks);
  const app = createApp({ handler, strangers, content, access, limits, load, metrics, hookOf, onForeign });
  const where = { host, port, socket, inherited };
  return listen({ app, handler: refusingHandler(lines, load), access, limits, ...where });
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

/** Whichever process is asked tells of the whole group. */
async function statusOf({ metrics }: Deciding, group: Group | undefined): Promise<ServerStatus> {
  if (group === undefined) return metrics;
  const { groupStatus } = await import('../../server/process-report.ts');
  return groupStatus(metrics.contentType, () => group.reports());
}

/** `default` is where hooks look for a server; the folder for it is made. */
async function socketPath(
  named: string | undefined,
  { cwd, env }: CommandContext,
): Promise<string | undefined> {
  if (named !== 'default') return named === undefined ? undefined : resolve(cwd, named);
  const path = defaultSocket(env);
  if (!isNamedPipe(path)) await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return path;
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
