/** What the options of `bylaw serve` ask for, read and tried against one another before anything is opened. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import type { UseMode } from '../../compile/program.ts';
import { clusterWord } from '../../host/bundle/cluster-place.ts';
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
} from '../../server/access.ts';
import { missingFor, type Protection, plainAdvice, plainText } from '../../server/exposure.ts';
import { inheritedOfGroup, isServingProcess } from '../../server/group-member.ts';
import { type InheritedSocket, inheritedSockets, refuseInherited } from '../../server/inherited-sockets.ts';
import { defaultLimits, type Limits } from '../../server/limits.ts';
import { Oauth } from '../../server/oauth/oauth.ts';
import type { Rate } from '../../server/rate-limiter.ts';
import type { TlsFiles } from '../../server/tls.ts';
import { defaultRotation } from '../../store/decision-log/rotation.ts';
import { type EventBudget, largestEvent } from '../budget-option.ts';
import { type BundleSettings, noKeys } from '../bundles/bundle-option.ts';
import type { Shares } from '../bundles/share.ts';
import { type CommandContext, UsageError } from '../context.ts';
import { asUsage } from '../load-policies.ts';
import { refuseOperands } from '../operands.ts';
import { parseOptions } from '../options.ts';
import { clusterFrom } from '../settings/cluster-settings.ts';
import { cannotBoth, excludeEachOther, InvalidConfig } from '../settings/invalid-config.ts';
import { oauthFrom } from '../settings/oauth-settings.ts';
import {
  namedBy,
  type OptionValues,
  passphraseVariable,
  readServerSettings,
  type ServerSettings,
  serverOptions,
} from '../settings/server-settings.ts';
import { type Key, keys, mostProcesses, type Setting, settings as settingTable } from '../settings/table.ts';
import { type TelemetrySettings, telemetryFrom } from '../settings/telemetry-settings.ts';
import { statsAt } from '../stats-at.ts';
import { asUsageError } from './listen-mistake.ts';
import type { ServiceLogFormat } from './service-log.ts';

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
  /** A bundle that is compared with what decides; `share`: percent of the sessions. */
  readonly shadow:
    | (BundleSettings & {
        readonly share: number;
        /** Percent of the sessions that it answers, to begin with. */
        readonly canaryShare: number;
      })
    | undefined;
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
  /** How often a client may come that has proved who it is; undefined for as often as it likes. */
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

/** Reads what is said of a server, and the file of tokens where there is one. Throws `UsageError` and `InvalidConfig`. */
export async function serveSettings(
  args: readonly string[],
  context: CommandContext,
): Promise<ServeSettings> {
  const { values, positionals } = parseOptions('serve', args, serverOptions);
  refuseOperands(positionals, '`bylaw serve` takes no files; name policies with `--policies`');
  const settings = asUsage(() => readServerSettings(values, context.env, context.cwd));
  const { file, get } = settings;
  if (file !== undefined && file.problems.length > 0) throw new InvalidConfig(file);
  const isSet = (key: Key): boolean => settings.origin(key).kind !== 'default';
  const policies = settings.policies?.value;
  const limits: Limits = {
    ...defaultLimits,
    maxMessageBytes: get('limits.max-body') ?? defaultLimits.maxMessageBytes,
    maxUploadBytes: get('limits.max-upload') ?? defaultLimits.maxUploadBytes,
  };
  const issuer = oauthFrom(settings, context);
  const oauth = issuer && new Oauth(issuer);
  const tls = tlsFrom(settings, context);
  const certificates = tls?.clientName === undefined ? undefined : permissionsOfCertificates(settings);
  const refusedRate = get('limits.refused-rate') ?? 0;
  const access = await accessFrom(settings, { verifier: oauth, certificates }, context);
  refuseFiles(settings, context);
  const mayBePlain = get('listen.insecure-plain-http') === true;
  const protection = { access, isEncrypted: tls !== undefined, mayBePlain };
  const inherited = inheritedFrom(settings, protection, context);
  const socket = get('listen.socket');
  const asked = socket === undefined || isSet('listen.port') || isSet('listen.host');
  const tcp = asked && inherited.length === 0;
  const port = tcp ? (get('listen.port') ?? defaultPort) : undefined;
  const host = get('listen.host') ?? '127.0.0.1';
  const missing = tcp ? missingFor(host, protection) : undefined;
  if (missing === 'tokens') {
    throw new UsageError(
      `without tokens only this machine may connect: listen on 127.0.0.1 instead of \`${host}\`, or give \`--tokens FILE\` or \`--oauth-issuer ADDRESS\``,
    );
  }
  if (missing === 'tls')
    throw new UsageError(
      `${plainText.slice(0, -1)}: listen on 127.0.0.1 instead of \`${host}\`, or ${plainAdvice}`,
    );
  const processes = processesOf(get('listen.processes'));
  if (processes > 1) refuseWithProcesses(settings, tcp || inherited.length > 0);
  const budget = settings.budget && {
    budget: settings.budget.value,
    octets: largestEvent(limits.maxMessageBytes),
  };
  return {
    policies,
    bundle: bundleFrom(settings, context),
    shadow: shadowFrom(settings, context),
    config: file,
    changedSettings: () => changedIn(settings, values, context),
    memory: get('memory.folder'),
    cluster: clusterFrom(settings, context),
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
    clientRate: clientRateFrom(settings),
    refusedRate: { perSecond: refusedRate / 60, burst: refusedRate },
    limits,
    processes,
    log: logFrom(settings, context),
    telemetry: telemetryFrom(settings, context),
    serviceLog: get('service-log') ?? 'text',
    budget,
    tolerateMissingHarness: get('tolerate-missing-harness') === true,
    disk: get('disk') === true,
    mode: { forgetsFiles: get('memory.files') === false, watches: get('watch') === true },
  };
}

/** The bundle that is compared with what decides. Throws `UsageError`. */
function shadowFrom(settings: ServerSettings, context: CommandContext): ServeSettings['shadow'] {
  const { get } = settings;
  const [from, keys] = [get('bundle.shadow'), get('bundle.keys')];
  const { compared: share, answers: canaryShare } = sharesIn(settings);
  if (from === undefined) {
    if (canaryShare === 0) return undefined;
    throw new UsageError(
      `${namedBy(settings, 'bundle.canary-share')} is about a bundle that is compared: name it with ${namedBy(settings, 'bundle.shadow')}`,
    );
  }
  if (keys === undefined) throw new UsageError(noKeys(namedBy(settings, 'bundle.keys')));
  const cluster = from === clusterWord ? clusterOf('bundle.shadow', settings, context) : undefined;
  return { from, keys, acceptsOlder: true, share, canaryShare, cluster, list: 'candidate' };
}

const sharesIn = ({ get }: ServerSettings): Shares => ({
  compared: get('bundle.shadow-share') ?? 100,
  answers: get('bundle.canary-share') ?? 0,
});

/** The cluster that a setting means by its word. Throws `UsageError` and `InvalidConfig`. */
function clusterOf(
  key: 'bundle.from' | 'bundle.shadow',
  settings: ServerSettings,
  context: CommandContext,
): ClusterMemory {
  const cluster = clusterFrom(settings, context);
  if (cluster !== undefined) return cluster;
  throw new UsageError(
    `${namedBy(settings, key)} says \`${clusterWord}\`, and there is none: name its nodes with ${namedBy(settings, 'cluster.servers')}`,
  );
}

const precedence = { default: 0, file: 1, variable: 2, option: 3 } as const;

/** The bundle that takes the place of policies. Throws `UsageError` and `InvalidConfig`. */
function bundleFrom(settings: ServerSettings, context: CommandContext): BundleSettings | undefined {
  const [from, keys] = [settings.get('bundle.from'), settings.get('bundle.keys')];
  if (from === undefined) {
    if (keys === undefined || settings.get('bundle.shadow') !== undefined) return undefined;
    throw new UsageError(
      `${namedBy(settings, 'bundle.keys')} is about a bundle, and there is none: name it with ${namedBy(settings, 'bundle.from')}`,
    );
  }
  const own = precedence[settings.origin('bundle.from').kind];
  const other = settings.policies === undefined ? 0 : precedence[settings.policies.origin.kind];
  // As everywhere: what the command line says goes before the environment, and that before a file.
  if (other > own) return undefined;
  if (other === own)
    throw cannotBoth(
      settings,
      [settings.origin('bundle.from'), settings.policies?.origin ?? { kind: 'default' }],
      `${namedBy(settings, 'bundle.from')} and other policies exclude each other: all layers are in the bundle`,
    );
  if (settings.file?.sections.has('clients') === true)
    throw new UsageError(
      `\`clients:\` in ${settings.file.source.path} is for the policies that the file names, and a bundle has its own: build it with them`,
    );
  if (keys === undefined) throw new UsageError(noKeys(namedBy(settings, 'bundle.keys')));
  const acceptsOlder = settings.get('bundle.accept-older') === true;
  if (from !== clusterWord) return { from, keys, acceptsOlder };
  return { from, keys, acceptsOlder, cluster: clusterOf('bundle.from', settings, context) };
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

/** What is to be a folder, and is something else. Throws `UsageError`. */
function refuseFiles(settings: ServerSettings, { cwd }: CommandContext): void {
  for (const key of ['log.folder', 'content.folder', 'memory.folder'] as const) {
    const folder = settings.get(key);
    const stats = folder === undefined ? undefined : statsAt(resolve(cwd, folder), folder);
    if (stats !== undefined && !stats.isDirectory())
      throw new UsageError(`${namedBy(settings, key)} takes a folder, and \`${folder}\` is none`);
  }
}

/** How often a client may come. Throws `UsageError`. */
function clientRateFrom(settings: ServerSettings): Rate | undefined {
  const [rate, burst] = [settings.get('limits.client-rate'), settings.get('limits.client-burst')];
  if (rate !== undefined) return { perSecond: rate, burst: burst ?? 2 * rate };
  if (burst === undefined) return undefined;
  throw new UsageError(
    `${namedBy(settings, 'limits.client-burst')} is about a rate, and there is none: name it with ${namedBy(settings, 'limits.client-rate')}`,
  );
}

/** The files of TLS. Throws `UsageError` where one is missing. */
function tlsFrom(settings: ServerSettings, { cwd, env }: CommandContext): TlsFiles | undefined {
  const files = (['tls.certificate', 'tls.key', 'tls.client-ca'] as const).map((key) => settings.get(key));
  const [certificate, key, clientCa] = files.map((file) =>
    file === undefined ? undefined : resolve(cwd, file),
  );
  const clientName = settings.get('tls.client-name');
  refuseClientNames(settings, clientCa);
  if (certificate !== undefined && key !== undefined)
    return { certificate, key, clientCa, clientName, passphrase: env[passphraseVariable] || undefined };
  if (files.every((file) => file === undefined)) return undefined;
  const missing = certificate === undefined ? 'tls.certificate' : 'tls.key';
  throw new UsageError(`TLS needs a certificate and its key: ${namedBy(settings, missing)} is missing`);
}

/** What is said of certificates of clients where none is asked for. Throws `UsageError`. */
function refuseClientNames(settings: ServerSettings, clientCa: string | undefined): void {
  const { get, origin } = settings;
  if (get('tls.client-name') !== undefined && clientCa === undefined)
    throw new UsageError(
      `${namedBy(settings, 'tls.client-name')} is about certificates of clients, and none is asked for: name their authorities with ${namedBy(settings, 'tls.client-ca')}`,
    );
  if (get('tls.client-name') === undefined && origin('tls.client-permissions').kind !== 'default')
    throw new UsageError(
      `${namedBy(settings, 'tls.client-permissions')} is about clients that a certificate names, and none does: say which name it is with ${namedBy(settings, 'tls.client-name')}`,
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
    throw new UsageError(
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

/** Throws `UsageError` where there is a file of tokens that cannot be read. */
async function accessFrom(
  { get }: ServerSettings,
  options: AccessOptions,
  { cwd }: CommandContext,
): Promise<Access | TokenAccess> {
  const file = get('tokens');
  if (file === undefined) return isOpen(options) ? openAccess : createAccess([], options);
  const reading = await loadTokens(resolve(cwd, file));
  if (reading.ok) return createAccess(reading.tokens, options);
  const advice = existsSync(resolve(cwd, file))
    ? ''
    : `\nbylaw: a first token makes it: \`bylaw token new SCOPE --file ${file}\``;
  throw new UsageError(`${reading.problems.join('\nbylaw: ')}${advice}`);
}
