/** `bylaw serve`: the protocol over HTTP and a Unix socket, with uploads. */
import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { withHooks } from '../../hook/forwarded.ts';
import { loadTokens } from '../../host/tokens.ts';
import { defaultSocket, userStateFolder } from '../../host/user-folders.ts';
import { createHandler } from '../../protocol/handle.ts';
import { createAccess, mayListen } from '../../server/access.ts';
import { createApp } from '../../server/app.ts';
import { holdsSocket, isServingProcess, joinGroup, leaveGroup } from '../../server/group-member.ts';
import { defaultLimits, type Limits } from '../../server/limits.ts';
import { type RunningServer, startServer } from '../../server/listen.ts';
import { ListenError } from '../../server/listen-error.ts';
import { Load, refusingHandler } from '../../server/load.ts';
import { createLoopDelay } from '../../server/loop-delay.ts';
import { runProcessGroup } from '../../server/process-group.ts';
import { type ContentStore, openContentStore } from '../../store/content.ts';
import type { LogEntry } from '../../store/decision-log/record.ts';
import { openEndedCalls } from '../../store/ended-calls.ts';
import { largestEvent, parseBudget } from '../budget-option.ts';
import {
  type Command,
  type CommandContext,
  type ExitCode,
  exitCodes,
  UsageError,
  write,
} from '../context.ts';
import { logHelp, logOptions, logSettings, openLogFor } from '../log-options.ts';
import { parseInteger, parseOptions } from '../options.ts';
import { countOf, loadForUse } from '../policies.ts';
import { PoliciesInForce } from '../policies-in-force.ts';

export const defaultPort = 4517;
const largestBody = 64 * 1024 * 1024;
/** How often it is looked whether policies have changed on disk, in milliseconds. */
const watchInterval = 1000;
const largestUpload = 16 * 1024 * 1024 * 1024;

export const serve: Command = {
  name: 'serve',
  summary: 'speak the protocol over HTTP and a Unix socket, with uploads',
  help: `Usage: bylaw serve [--policies DIR] [--host H] [--port N] [--socket PATH]
                   [--tokens FILE] [--content DIR] [--memory DIR]
                   [--max-body BYTES] [--max-upload BYTES]
                   [--budget FIGURE=MOST,…] [--processes N|auto]
                   [--tolerate-missing-harness] [--log DIR|--no-log] [--log-…]

Serves POST /hooks for messages, POST /content for uploads, GET /health and
GET /metrics, until it is asked to end (Ctrl-C). One line on standard error says when
it is ready. A policy that is not valid keeps it from starting: nothing half-loaded
ever serves. Policies that change on disk come into force within seconds (or at once,
on SIGHUP) if they are valid; if not, the ones before stay in force, and standard
error says what is wrong.

Options:
  --policies DIR      the policies to enforce (default: policies)
  --host H            address to listen on (default: 127.0.0.1); others need --tokens
  --port N            port to listen on, 0 for any that is free (default: ${defaultPort})
  --socket PATH       a Unix socket for HTTP, for JSON lines and for \`bylaw hook\`;
                      without --host and --port there is no TCP port then. \`default\`
                      is where hooks look: $XDG_RUNTIME_DIR/bylaw.sock, or
                      bylaw/bylaw.sock in the user's state folder
  --tokens FILE       bearer tokens of clients, as digests; see \`bylaw token --help\`
  --content DIR       where uploads are kept (default: bylaw/content in the user's
                      state folder, $XDG_STATE_HOME or ~/.local/state)
  --memory DIR        where earlier calls are remembered, for rules that ask for them
                      (default: bylaw/memory in the user's state folder)
  --max-body BYTES    largest message (default: ${defaultLimits.maxMessageBytes})
  --max-upload BYTES  largest upload (default: ${defaultLimits.maxUploadBytes})
  --budget FIGURE=MOST,…
                      what policies may cost, as for \`bylaw check\`: those that cost
                      more are not valid, at the start and when they change
  --tolerate-missing-harness
                      accept draft events without \`harness\`, which older clients send
  --processes N       so many processes serve the port, \`auto\` for one on each core
                      (default: 1). Not with --content: several take no uploads. The
                      Unix socket, where there is one too, is served by one of them
  --log DIR           where decisions are written down (default: bylaw/decisions in the
                      user's state folder); see \`bylaw log --help\`
  --no-log            write nothing down
${logHelp}
Examples:
  bylaw serve --policies policies
  bylaw serve --socket /run/bylaw.sock
  bylaw serve --host 0.0.0.0 --tokens /etc/bylaw/tokens.json

Exit codes: 0 ended as asked, 1 its processes ended again and again, 2 the policies
are not valid, 3 wrong usage, or an address that cannot be listened on.
`,
  async run(args, context) {
    try {
      return await serveUntilStopped(args, context);
    } finally {
      // What keeps a process of a group alive, however it ends.
      leaveGroup();
    }
  },
};

async function serveUntilStopped(args: readonly string[], context: CommandContext): Promise<ExitCode> {
  const { values, positionals } = parseOptions(serve, args, {
    policies: { type: 'string' },
    host: { type: 'string' },
    port: { type: 'string' },
    socket: { type: 'string' },
    tokens: { type: 'string' },
    content: { type: 'string' },
    memory: { type: 'string' },
    'max-body': { type: 'string' },
    'max-upload': { type: 'string' },
    budget: { type: 'string', multiple: true },
    'tolerate-missing-harness': { type: 'boolean' },
    processes: { type: 'string' },
    'no-log': { type: 'boolean' },
    ...logOptions,
  });
  if (positionals.length > 0)
    throw new UsageError('`bylaw serve` takes no files; name policies with `--policies`');
  const limits: Limits = {
    ...defaultLimits,
    maxMessageBytes: parseInteger(
      'max-body',
      values['max-body'] ?? String(defaultLimits.maxMessageBytes),
      1024,
      largestBody,
    ),
    maxUploadBytes: parseInteger(
      'max-upload',
      values['max-upload'] ?? String(defaultLimits.maxUploadBytes),
      0,
      largestUpload,
    ),
  };
  const tcp = values.socket === undefined || values.port !== undefined || values.host !== undefined;
  const port = tcp ? parseInteger('port', values.port ?? String(defaultPort), 0, 65_535) : undefined;
  const host = values.host ?? '127.0.0.1';
  const access = createAccess(await tokensFrom(values.tokens, context));
  if (tcp && !mayListen(host, access)) {
    throw new UsageError(
      `without tokens only this machine may connect: listen on 127.0.0.1 instead of \`${host}\`, or give \`--tokens FILE\``,
    );
  }
  const processes = processesFrom(values.processes);
  if (processes > 1) refuseWithProcesses(values, tcp);
  const settings = logSettings(values, logFolder(values, context), context);
  const most = parseBudget(values.budget);
  const budget = most && { budget: most, octets: largestEvent(limits.maxMessageBytes) };
  if (processes > 1 && !isServingProcess()) {
    const say = (text: string): void => void write(context.stderr, text);
    const code = await runProcessGroup({ count: processes, stop: context.stop, say });
    return exitCodeOf(code);
  }
  const use = await loadForUse(context, values.policies, { budget });
  if (use === undefined) return exitCodes.invalidPolicy;
  const tolerateMissingHarness = values['tolerate-missing-harness'] === true;
  const log = settings && (await openLogFor(settings, 'serve', use.loaded.digest, otherLog));
  // What cannot be written is counted by the log, and no reason to stop.
  const note = (entry: LogEntry): void => {
    if (log !== undefined) Promise.resolve(log.append(entry)).catch(() => {});
  };
  const inForce = new PoliciesInForce(context, use, {
    policies: values.policies,
    memory: values.memory,
    budget,
    changed: ({ loaded }) => note({ type: 'policies', policies: loaded.digest }),
    evicted: (memories) => note({ type: 'evicted', memories }),
  });
  const { createMetrics } = await import('../../server/metrics.ts');
  const { groupStatus } = await import('../../server/process-report.ts');
  const load = new Load(limits);
  const delay = createLoopDelay();
  const metrics = createMetrics(log, inForce, { load, delay });
  const engine = metrics.counted(inForce.engine);
  const handler = createHandler(engine, { tolerateMissingHarness });
  // The bound on all uploads is kept by one process.
  const content = processes > 1 ? undefined : await openContent(values.content, limits, context);
  const stop = stopperOf(context.stop);
  const reload = (): void => void inForce.reload();
  const group =
    processes > 1
      ? joinGroup({ stop: () => stop.abort(), reload, report: () => metrics.report() })
      : undefined;
  const status = group === undefined ? metrics : groupStatus(metrics.contentType, () => group.reports());
  const app = createApp({ handler, content, access, limits, load, metrics: status });
  // One process alone can be found at a path.
  const isFirst = group === undefined || holdsSocket();
  const socket = isFirst ? await socketPath(values.socket, context) : undefined;
  const lines = withHooks(handler, {
    engine,
    ended: openEndedCalls(join(userStateFolder(context.env), 'calls'), Date.now),
    decidesBy: (paths) => inForce.decidesBy(paths),
    now: () => new Date().toISOString(),
  });
  const server = await listen({
    app,
    handler: refusingHandler(lines, load),
    access,
    host,
    port,
    socket,
    limits,
  });
  const counts = `${countOf(use.program.rules.length, 'rule')} from ${countOf(use.loaded.sources.length, 'file')}`;
  const openness = access.anonymous ? 'no tokens, so this machine only' : 'bearer tokens required';
  const record =
    settings === undefined ? 'decisions are not logged' : `decisions logged in ${settings.folder}`;
  const ready = `bylaw is ready: ${describeAddresses(server)}; ${counts}; ${openness}; ${record}`;
  if (group === undefined) await write(context.stderr, `${ready}\n`);
  else group.ready(ready);
  process.on('SIGHUP', reload);
  inForce.watch(watchInterval);
  delay.watch();
  await stopped(stop.signal);
  process.off('SIGHUP', reload);
  await server.close();
  inForce.close();
  delay.close();
  await log?.close();
  return exitCodes.fine;
}

const mostProcesses = 64;

/** How many processes serve. Throws `UsageError`. */
function processesFrom(text: string | undefined): number {
  if (text === 'auto') return Math.min(mostProcesses, availableParallelism());
  return parseInteger('processes', text ?? '1', 1, mostProcesses);
}

/** What several processes cannot do together. Throws `UsageError`. */
function refuseWithProcesses({ content }: { readonly content?: string | undefined }, tcp: boolean): void {
  if (content !== undefined)
    throw new UsageError(
      '`--processes` and `--content` exclude each other: the bound on uploads is kept by one process; run another server for uploads',
    );
  if (!tcp)
    throw new UsageError(
      '`--processes` is about a TCP port, and there is none: a Unix socket is served by one process; name a port with `--port N` too',
    );
}

/** A signal of one's own, that another one aborts too. */
function stopperOf(signal: AbortSignal): AbortController {
  const stop = new AbortController();
  if (signal.aborted) stop.abort();
  else signal.addEventListener('abort', () => stop.abort(), { once: true });
  return stop;
}

function exitCodeOf(code: number): ExitCode {
  return code === 0 || code === 2 || code === 3 ? code : exitCodes.findings;
}

const otherLog = 'name another folder with `--log DIR`, or go without a log with `--no-log`';

/** A server logs unless it is told not to. */
function logFolder(
  values: { readonly log?: string; readonly 'no-log'?: boolean },
  { env }: CommandContext,
): string | undefined {
  if (values['no-log'] !== true) return values.log ?? join(userStateFolder(env), 'decisions');
  if (values.log !== undefined) throw new UsageError('`--log` and `--no-log` exclude each other');
  return undefined;
}

/** `default` is where hooks look for a server; the folder for it is made. */
async function socketPath(
  named: string | undefined,
  { cwd, env }: CommandContext,
): Promise<string | undefined> {
  if (named !== 'default') return named === undefined ? undefined : resolve(cwd, named);
  const path = defaultSocket(env);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return path;
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

async function openContent(
  folder: string | undefined,
  limits: Limits,
  context: CommandContext,
): Promise<ContentStore> {
  const directory =
    folder === undefined ? join(userStateFolder(context.env), 'content') : resolve(context.cwd, folder);
  try {
    return await openContentStore({
      directory,
      maxBytes: limits.maxUploadBytes,
      maxTotalBytes: limits.maxStoredBytes,
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
    if (error instanceof ListenError)
      throw new UsageError(error.message.replace(/^C/, 'c').replace(/\.$/, ''));
    throw error;
  }
}

const describeAddresses = ({ addresses }: RunningServer): string =>
  addresses.map((address) => (address.startsWith('http') ? `${address}/hooks` : address)).join(' and ');

async function stopped(stop: AbortSignal): Promise<void> {
  if (stop.aborted) return;
  await new Promise<void>((resolve) => {
    stop.addEventListener('abort', () => resolve(), { once: true });
  });
}
