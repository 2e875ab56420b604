/** What the options of `bylaw serve` ask for, read and tried against one another before anything is opened. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import type { UseMode } from '../../compile/program.ts';
import type { OpenConfigFile } from '../../host/config/config-file.ts';
import { loadTokens, type Permission, permissions } from '../../host/credentials/tokens.ts';
import type { LogSettings } from '../../host/decision-log/log-settings.ts';
import { userStateFolder } from '../../host/machine/user-folders.ts';
import type { ClusterMemory } from '../../host/remembering.ts';
import {
  type Access,
  type AccessOptions,
  createAccess,
  openAccess,
  type TokenAccess,
} from '../../server/access/access.ts';
import { missingFor, type Protection, plainAdvice, plainText } from '../../server/access/exposure.ts';
import { defaultLimits, type Limits } from '../../server/limits/limits.ts';
import type { Rate } from '../../server/limits/rate-limiter.ts';
import { Oauth } from '../../server/oauth/oauth.ts';
import { inheritedOfGroup, isServingProcess } from '../../server/processes/group-member.ts';
import {
  type InheritedSocket,
  inheritedSockets,
  refuseInherited,
} from '../../server/sockets/inherited-sockets.ts';
import type { TlsFiles } from '../../server/sockets/tls.ts';
import { defaultRotation } from '../../store/decision-log/rotation.ts';
import { type EventBudget, largestEvent } from '../options/budget-option.ts';
import { refuseOperands } from '../options/operands.ts';
import { parseOptions } from '../options/options.ts';
import { statsAt } from '../options/stats-at.ts';
import { asUsage } from '../policies/load-policies.ts';
import type { BundleSettings } from '../settings/bundle-option.ts';
import { bundleFrom, type ShadowSettings, shadowFrom, sharesIn } from '../settings/bundle-settings.ts';
import { clusterFrom } from '../settings/cluster-settings.ts';
import { excludeEachOther, mistake } from '../settings/invalid-config.ts';
import { Mistakes } from '../settings/mistakes.ts';
import { oauthFrom } from '../settings/oauth-settings.ts';
import {
  namedBy,
  type OptionValues,
  readServerSettings,
  type ServerSettings,
  serverOptions,
} from '../settings/server-settings.ts';
import type { Shares } from '../settings/share.ts';
import {
  type Key,
  keys,
  mostProcesses,
  type ServiceLogFormat,
  type Setting,
  settings as settingTable,
} from '../settings/table.ts';
import { type TelemetrySettings, telemetryFrom } from '../settings/telemetry-settings.ts';
import { tlsFrom } from '../settings/tls-settings.ts';
import { type CommandContext, UsageError } from '../terminal/context.ts';
import { asUsageError } from './listen-mistake.ts';

export const defaultPort = 4517;

/** What a file of configuration says after a change. */
export interface ChangedSettings {
  /** The settings that are others now than at the start, and need a new start. */
  readonly keys: readonly Key[];
  /** The shares of a candidate, which need none; undefined where the file is not valid. */
  readonly shares: Shares | undefined;
  /** What is wrong with the file, as the end of a sentence. */
  readonly problem: string | undefined;
}

/** Folders and files are as the command line names them, undefined where it does not. */
export interface ServeSettings {
  readonly policies: readonly string[] | undefined;
  /** Where the policies come from as a bundle, in the place of folders. */
  readonly bundle: BundleSettings | undefined;
  /** What the file says now. */
  readonly changedSettings: () => ChangedSettings;
  /** The file of configuration, where there is one. */
  readonly config: OpenConfigFile | undefined;
  /** A bundle that is compared with what decides. */
  readonly shadow: ShadowSettings | undefined;
  readonly memory: string | undefined;
  /** Undefined where memory is on this machine. */
  readonly cluster: ClusterMemory | undefined;
  /** Whether to forget what calls write to files. */
  readonly mode: UseMode;
  readonly content: string | undefined;
  /** Milliseconds for which uploads are kept. */
  readonly contentAge: number;
  /** Octets of all uploads in a cluster. */
  readonly contentRoom: number;
  readonly host: string;
  /** Undefined where there is only a Unix socket. */
  readonly port: number | undefined;
  /** A path, or `default`. */
  readonly socket: string | undefined;
  /** Sockets of a service manager, which take the place of an address, a port and a path. */
  readonly inherited: readonly InheritedSocket[];
  /** The file of tokens. */
  readonly tokens: string | undefined;
  /** Undefined where TCP is plain. */
  readonly tls: TlsFiles | undefined;
  /** Whether TCP beyond this machine may be plain. */
  readonly mayBePlain: boolean;
  readonly access: Access | TokenAccess;
  /** Tokens of an issuer, which `access` takes as well; undefined where there is none. */
  readonly oauth: Oauth | undefined;
  readonly limits: Limits;
  /** How often a client may come that has proved who it is; undefined for no limit. */
  readonly clientRate: Rate | undefined;
  /** How often requests of an address are refused for their credentials before they are not looked at. */
  readonly refusedRate: Rate;
  /** How many processes serve. */
  readonly processes: number;
  /** Undefined where nothing is written down. */
  readonly log: LogSettings | undefined;
  /** Undefined where nothing is sent to a collector. */
  readonly telemetry: TelemetrySettings | undefined;
  readonly serviceLog: ServiceLogFormat;
  readonly budget: EventBudget | undefined;
  readonly tolerateMissingHarness: boolean;
  /** Whether the disk is looked at for hooks on this machine. */
  readonly disk: boolean;
}

/** The folders and files of a server, as they are named. */
export const placesBeside = (settings: ServeSettings): readonly (string | undefined)[] => {
  const { memory, content, socket, tokens, log, config, bundle } = settings;
  return [
    memory,
    content,
    socket === 'default' ? undefined : socket,
    tokens,
    log?.folder,
    config?.path,
    bundle?.keys,
  ];
};

/** What else is tried before the settings hold: it is asked with those that could be read. */
export type Tries = (
  read: ServeSettings,
  settings: ServerSettings,
  mistakes: Mistakes,
) => Promise<void> | void;

/**
 * Reads what is said of a server, and the file of tokens where there is one. All that is wrong is said together. Throws
 * `UsageError` and `InvalidConfig`.
 */
export async function serveSettings(
  args: readonly string[],
  context: CommandContext,
  tries: Tries = () => undefined,
): Promise<ServeSettings> {
  const { values, positionals } = parseOptions('serve', args, serverOptions);
  refuseOperands(positionals, '`bylaw serve` takes no files; name policies with `--policies`');
  const settings = asUsage(() => readServerSettings(values, context.env, context.cwd));
  const { file } = settings;
  const mistakes = new Mistakes();
  // Of a file that is no YAML nothing more can be said.
  if (file !== undefined && file.sections.size === 0) mistakes.end(file);
  const read = await readTogether(settings, values, mistakes, context);
  await tries(read, settings, mistakes);
  mistakes.end(file);
  return read;
}

/** Only where nothing is wrong is what it gives what was asked for. */
async function readTogether(
  settings: ServerSettings,
  values: OptionValues,
  mistakes: Mistakes,
  context: CommandContext,
): Promise<ServeSettings> {
  const { file, get } = settings;
  const tried = <Result>(read: () => Result): Result | undefined => mistakes.tried(read);
  const isSet = (key: Key): boolean => settings.origin(key).kind !== 'default';
  const limits: Limits = {
    ...defaultLimits,
    maxMessageBytes: get('limits.max-body') ?? defaultLimits.maxMessageBytes,
    maxUploadBytes: get('limits.max-upload') ?? defaultLimits.maxUploadBytes,
  };
  const issuer = tried(() => oauthFrom(settings, context));
  const oauth = issuer && new Oauth(issuer);
  const tls = tried(() => tlsFrom(settings, context));
  const certificates = tls?.clientName === undefined ? undefined : permissionsOfCertificates(settings);
  const refusedRate = get('limits.refused-rate') ?? 0;
  const found = await mistakes.triedLater(() =>
    accessFrom(settings, { verifier: oauth, certificates }, context),
  );
  const access = found ?? openAccess;
  const mayBePlain = get('listen.insecure-plain-http') === true;
  const protection = { access, isEncrypted: tls !== undefined, mayBePlain };
  // What protects the server is wrong itself; it would be said to be missing.
  const isProtected = !mistakes.none;
  for (const key of folders) tried(() => refuseFile(key, settings, context));
  const inherited = isProtected ? [] : (tried(() => inheritedFrom(settings, protection, context)) ?? []);
  const socket = get('listen.socket');
  const asked = socket === undefined || isSet('listen.port') || isSet('listen.host');
  const tcp = asked && inherited.length === 0;
  const port = tcp ? (get('listen.port') ?? defaultPort) : undefined;
  const host = get('listen.host') ?? '127.0.0.1';
  if (tcp && !isProtected) tried(() => refuseUnprotected(host, settings, protection));
  const processes = processesOf(get('listen.processes'));
  if (processes > 1) tried(() => refuseWithProcesses(settings, tcp || inherited.length > 0));
  const cluster = tried(() => clusterFrom(settings, context));
  const budget = settings.budget && {
    budget: settings.budget.value,
    octets: largestEvent(limits.maxMessageBytes),
  };
  return {
    policies: settings.policies?.value,
    bundle: tried(() => bundleFrom(settings, cluster)),
    shadow: tried(() => shadowFrom(settings, cluster)),
    config: file,
    changedSettings: () => changedIn(settings, values, context),
    memory: get('memory.folder'),
    cluster,
    content: get('content.folder'),
    contentAge: get('content.age') ?? 0,
    contentRoom: get('cluster.content-room') ?? 0,
    host,
    port,
    socket,
    inherited,
    tokens: get('tokens'),
    tls,
    mayBePlain,
    access,
    oauth,
    clientRate: tried(() => clientRateFrom(settings)),
    refusedRate: { perSecond: refusedRate / 60, burst: refusedRate },
    limits,
    processes,
    log: tried(() => logFrom(settings, context)),
    telemetry: tried(() => telemetryFrom(settings, context)),
    serviceLog: get('service-log') ?? 'text',
    budget,
    tolerateMissingHarness: get('tolerate-missing-harness') === true,
    disk: get('disk') === true,
    mode: { forgetsFiles: get('memory.files') === false, watches: get('watch') === true },
  };
}

/** The sockets that were handed to this process, or to its group. Throws `UsageError`. */
function inheritedFrom(
  settings: ServerSettings,
  protection: Protection,
  { env }: CommandContext,
): readonly InheritedSocket[] {
  if (isServingProcess()) return inheritedOfGroup();
  try {
    const sockets = inheritedSockets(env, process.pid);
    const key = (['listen.host', 'listen.port', 'listen.socket'] as const).find(
      (each) => settings.origin(each).kind !== 'default',
    );
    if (sockets.length > 0 && key !== undefined) {
      const named = namedBy(settings, key);
      throw new UsageError(
        `${named} and sockets of the service manager exclude each other: the socket unit says where to listen; leave out ${named}, or start without the socket unit`,
      );
    }
    refuseInherited(sockets, protection);
    return sockets;
  } catch (error) {
    throw asUsageError(error);
  }
}

/** Settings that are taken up without a new start. */
const followed: readonly Key[] = ['bundle.shadow-share', 'bundle.canary-share'];

/** What the file says now, beside what it said at the start. */
function changedIn(
  before: ServerSettings,
  values: OptionValues,
  { env, cwd }: CommandContext,
): ChangedSettings {
  try {
    const now = readServerSettings(values, env, cwd);
    const [problem] = now.file?.problems ?? [];
    if (problem !== undefined) return { keys: [], shares: undefined, problem: problem.message };
    const isOther = (key: Key): boolean => shownOf(now, key) !== shownOf(before, key);
    const needing = keys.filter((key) => !followed.includes(key) && isOther(key));
    return { keys: needing, shares: sharesIn(now), problem: undefined };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { keys: [], shares: undefined, problem };
  }
}

/** As a text, since lists that are equal may be two. */
function shownOf({ get }: ServerSettings, key: Key): string | undefined {
  const { kind } = settingTable[key] as Setting<unknown>;
  const value = get(key);
  return value === undefined ? undefined : kind.show(value);
}

const folders = ['log.folder', 'content.folder', 'memory.folder'] as const;

/** What is to be a folder, and is something else. Throws `UsageError` and `InvalidConfig`. */
function refuseFile(key: (typeof folders)[number], settings: ServerSettings, { cwd }: CommandContext): void {
  const folder = settings.get(key);
  const stats = folder === undefined ? undefined : statsAt(resolve(cwd, folder), folder);
  if (stats !== undefined && !stats.isDirectory())
    throw mistake(settings, key, `${namedBy(settings, key)} takes a folder, and \`${folder}\` is none`);
}

/** An address that others reach without tokens or TLS. Throws `UsageError` and `InvalidConfig`. */
function refuseUnprotected(host: string, settings: ServerSettings, protection: Protection): void {
  const missing = missingFor(host, protection);
  if (missing === 'tokens')
    throw mistake(
      settings,
      'listen.host',
      `without tokens only this machine may connect: listen on 127.0.0.1 instead of \`${host}\`, or give \`--tokens FILE\` or \`--oauth-issuer ADDRESS\``,
      ['tokens', 'oauth.issuer', 'tls.client-name', 'tls.client-ca'],
    );
  if (missing === 'tls')
    throw mistake(
      settings,
      'listen.host',
      `${plainText.slice(0, -1)}: listen on 127.0.0.1 instead of \`${host}\`, or ${plainAdvice}`,
      ['tls.certificate', 'tls.key', 'listen.insecure-plain-http'],
    );
}

/** How often a client may come. Throws `UsageError`. */
function clientRateFrom(settings: ServerSettings): Rate | undefined {
  const [rate, burst] = [settings.get('limits.client-rate'), settings.get('limits.client-burst')];
  if (rate !== undefined) return { perSecond: rate, burst: burst ?? 2 * rate };
  if (burst === undefined) return undefined;
  throw mistake(
    settings,
    'limits.client-burst',
    `${namedBy(settings, 'limits.client-burst')} is about a rate, and there is none: name it with ${namedBy(settings, 'limits.client-rate')}`,
    ['limits.client-rate'],
  );
}

/** How many processes serve. */
const processesOf = (said: number | 'auto' | undefined): number =>
  said === 'auto' ? Math.min(mostProcesses, availableParallelism()) : (said ?? 1);

/** What several processes cannot do together. Throws `UsageError` and `InvalidConfig`. */
function refuseWithProcesses(settings: ServerSettings, isShared: boolean): void {
  const processes = namedBy(settings, 'listen.processes');
  if (settings.get('content.folder') !== undefined)
    throw excludeEachOther(
      settings,
      'listen.processes',
      'content.folder',
      'the bound on uploads is kept by one process; run another server for uploads',
    );
  if (!isShared)
    throw mistake(
      settings,
      'listen.processes',
      `${processes} is about a TCP port, and there is none: a Unix socket is served by one process; name a port too, with ${namedBy(settings, 'listen.port')}`,
    );
}

/** A server logs unless that is switched off. Throws `UsageError` and `InvalidConfig`. */
function logFrom(settings: ServerSettings, { env, cwd }: CommandContext): LogSettings | undefined {
  const { get } = settings;
  if (get('log.enabled') === false) {
    const stray = keys.find(
      (key) => key.startsWith('log.') && key !== 'log.enabled' && settings.origin(key).kind !== 'default',
    );
    if (stray === undefined) return undefined;
    throw excludeEachOther(settings, stray, 'log.enabled', 'there is no decision log');
  }
  const folder = get('log.folder') ?? join(userStateFolder(env), 'decisions');
  return {
    folder: resolve(cwd, folder),
    inputs: get('log.inputs') ?? 'masked',
    whenFull: get('log.when-full') ?? 'block',
    rotation: {
      maxSize: get('log.max-size') ?? defaultRotation.maxSize,
      maxAge: get('log.max-age') ?? defaultRotation.maxAge,
      keep: get('log.keep') ?? defaultRotation.keep,
    },
  };
}

/** Whether nothing is asked for. */
const isOpen = ({ verifier, certificates }: AccessOptions): boolean =>
  verifier === undefined && certificates === undefined;

const permissionsOfCertificates = ({ get }: ServerSettings): readonly Permission[] =>
  permissions.filter((each) => get('tls.client-permissions')?.includes(each));

/** Throws `UsageError` and `InvalidConfig` where there is a file of tokens that cannot be read. */
async function accessFrom(
  settings: ServerSettings,
  options: AccessOptions,
  { cwd }: CommandContext,
): Promise<Access | TokenAccess> {
  const file = settings.get('tokens');
  if (file === undefined) return isOpen(options) ? openAccess : createAccess([], options);
  const reading = await loadTokens(resolve(cwd, file));
  if (reading.ok) return createAccess(reading.tokens, options);
  const advice = existsSync(resolve(cwd, file))
    ? []
    : [`a first token makes it: \`bylaw token new SCOPE --file ${file}\``];
  throw mistake(settings, 'tokens', [...reading.problems, ...advice]);
}
