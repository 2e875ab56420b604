/** What the options of `bylaw serve` ask for, read and tried against one another before anything is opened. */
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import type { UseMode } from '../../compile/program.ts';
import { type LogSettings, readDuration } from '../../host/log-settings.ts';
import { loadTokens } from '../../host/tokens.ts';
import { userStateFolder } from '../../host/user-folders.ts';
import { type Access, createAccess, mayListen } from '../../server/access.ts';
import { inheritedOfGroup, isServingProcess } from '../../server/group-member.ts';
import { type InheritedSocket, inheritedSockets, refuseInherited } from '../../server/inherited-sockets.ts';
import { defaultLimits, type Limits } from '../../server/limits.ts';
import { type EventBudget, largestEvent, parseBudget } from '../budget-option.ts';
import { type CommandContext, UsageError } from '../context.ts';
import { logOptions, logSettings } from '../log-options.ts';
import { parseMaxBody } from '../max-body-option.ts';
import { parseInteger, parseOptions } from '../options.ts';
import { policiesNamed, policiesOptions } from '../policies-option.ts';
import { asUsageError } from './listen-mistake.ts';

export const defaultPort = 4517;
const largestUpload = 16 * 1024 * 1024 * 1024;

/** Folders and files are as the command line names them, undefined where it does not. */
export interface ServeSettings {
  readonly policies: readonly string[] | undefined;
  readonly memory: string | undefined;
  /** Whether to forget what calls write to files. */
  readonly mode: UseMode;
  readonly content: string | undefined;
  /** Milliseconds for which uploads are kept. */
  readonly contentAge: number;
  readonly host: string;
  /** Undefined where there is only a Unix socket. */
  readonly port: number | undefined;
  /** A path, or `default`. */
  readonly socket: string | undefined;
  /** Sockets of a service manager, which take the place of an address, a port and a path. */
  readonly inherited: readonly InheritedSocket[];
  /** The file of tokens. */
  readonly tokens: string | undefined;
  readonly access: Access;
  readonly limits: Limits;
  /** How many processes serve. */
  readonly processes: number;
  /** Undefined where nothing is written down. */
  readonly log: LogSettings | undefined;
  readonly budget: EventBudget | undefined;
  readonly tolerateMissingHarness: boolean;
  /** Whether the disk is looked at for hooks on this machine. */
  readonly disk: boolean;
}

/** The folders and files of a server, as they are named. */
export const placesBeside = (settings: ServeSettings): readonly (string | undefined)[] => {
  const { memory, content, socket, tokens, log } = settings;
  return [memory, content, socket === 'default' ? undefined : socket, tokens, log?.folder];
};

const options = {
  ...policiesOptions,
  host: { type: 'string' },
  port: { type: 'string' },
  socket: { type: 'string' },
  tokens: { type: 'string' },
  content: { type: 'string' },
  'content-age': { type: 'string' },
  memory: { type: 'string' },
  'max-body': { type: 'string' },
  'max-upload': { type: 'string' },
  budget: { type: 'string', multiple: true },
  'tolerate-missing-harness': { type: 'boolean' },
  processes: { type: 'string' },
  'no-log': { type: 'boolean' },
  'no-disk': { type: 'boolean' },
  'forget-files': { type: 'boolean' },
  watch: { type: 'boolean' },
  ...logOptions,
} as const;

/** Reads the options, and the file of tokens where there is one. Throws `UsageError`. */
export async function serveSettings(
  args: readonly string[],
  context: CommandContext,
): Promise<ServeSettings> {
  const { values, positionals } = parseOptions({ name: 'serve' }, args, options);
  if (positionals.length > 0)
    throw new UsageError('`bylaw serve` takes no files; name policies with `--policies`');
  const { memory, content, socket, host = '127.0.0.1' } = values;
  const policies = policiesNamed(values);
  const limits = limitsFrom(values);
  const access = createAccess(await tokensFrom(values.tokens, context));
  const inherited = inheritedFrom(values, access, context);
  const asked = socket === undefined || values.port !== undefined || values.host !== undefined;
  const tcp = asked && inherited.length === 0;
  const port = tcp ? parseInteger('port', values.port ?? String(defaultPort), 0, 65_535) : undefined;
  if (tcp && !mayListen(host, access)) {
    throw new UsageError(
      `without tokens only this machine may connect: listen on 127.0.0.1 instead of \`${host}\`, or give \`--tokens FILE\``,
    );
  }
  const processes = processesFrom(values.processes);
  if (processes > 1) refuseWithProcesses(values, tcp || inherited.length > 0);
  const log = logSettings(values, logFolder(values, context), context);
  const most = parseBudget(values.budget);
  const budget = most && { budget: most, octets: largestEvent(limits.maxMessageBytes) };
  const tolerateMissingHarness = values['tolerate-missing-harness'] === true;
  const asNamed = { policies, memory, content, host, port, socket, inherited, tokens: values.tokens };
  const contentAge = contentAgeFrom(values['content-age']);
  const disk = values['no-disk'] !== true;
  const mode = { forgetsFiles: values['forget-files'] === true, watches: values.watch === true };
  return {
    ...asNamed,
    contentAge,
    access,
    limits,
    processes,
    log,
    budget,
    tolerateMissingHarness,
    disk,
    mode,
  };
}

/** The sockets that were handed to this process, or to its group. Throws `UsageError`. */
function inheritedFrom(
  values: { readonly [Name in 'host' | 'port' | 'socket']?: string | undefined },
  access: Access,
  { env }: CommandContext,
): readonly InheritedSocket[] {
  if (isServingProcess()) return inheritedOfGroup();
  try {
    const sockets = inheritedSockets(env, process.pid);
    const option = (['host', 'port', 'socket'] as const).find((name) => values[name] !== undefined);
    if (sockets.length > 0 && option !== undefined) {
      throw new UsageError(
        `\`--${option}\` and sockets of the service manager exclude each other: the socket unit says where to listen; leave out \`--${option}\`, or start without the socket unit`,
      );
    }
    refuseInherited(sockets, access);
    return sockets;
  } catch (error) {
    throw asUsageError(error);
  }
}

type Bounds = { readonly [Name in 'max-body' | 'max-upload']?: string | undefined };

function limitsFrom({ 'max-body': body, 'max-upload': upload }: Bounds): Limits {
  const { maxUploadBytes } = defaultLimits;
  return {
    ...defaultLimits,
    maxMessageBytes: parseMaxBody(body),
    maxUploadBytes: parseInteger('max-upload', upload ?? String(maxUploadBytes), 0, largestUpload),
  };
}

const defaultContentAge = '30d';

function contentAgeFrom(text: string = defaultContentAge): number {
  const age = readDuration(text);
  if (age !== undefined) return age;
  throw new UsageError(
    `\`--content-age\` takes 1m to 3650d, such as \`${defaultContentAge}\`, not \`${text}\``,
  );
}

const mostProcesses = 64;

/** How many processes serve. Throws `UsageError`. */
function processesFrom(text: string | undefined): number {
  if (text === 'auto') return Math.min(mostProcesses, availableParallelism());
  return parseInteger('processes', text ?? '1', 1, mostProcesses);
}

/** What several processes cannot do together. Throws `UsageError`. */
function refuseWithProcesses(
  { content }: { readonly content?: string | undefined },
  isShared: boolean,
): void {
  if (content !== undefined)
    throw new UsageError(
      '`--processes` and `--content` exclude each other: the bound on uploads is kept by one process; run another server for uploads',
    );
  if (!isShared)
    throw new UsageError(
      '`--processes` is about a TCP port, and there is none: a Unix socket is served by one process; name a port with `--port N` too',
    );
}

/** A server logs unless it is told not to. */
function logFolder(
  values: { readonly log?: string; readonly 'no-log'?: boolean },
  { env }: CommandContext,
): string | undefined {
  if (values['no-log'] !== true) return values.log ?? join(userStateFolder(env), 'decisions');
  if (values.log !== undefined) throw new UsageError('`--log` and `--no-log` exclude each other');
  return undefined;
}

async function tokensFrom(
  file: string | undefined,
  { cwd }: CommandContext,
): Promise<Parameters<typeof createAccess>[0]> {
  if (file === undefined) return undefined;
  const reading = await loadTokens(resolve(cwd, file));
  if (reading.ok) return reading.tokens;
  throw new UsageError(reading.problems.join('\nbylaw: '));
}
