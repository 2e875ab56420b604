/** `bylaw serve`: the protocol over HTTP and a Unix socket, with uploads. */
import { defaultLimits } from '../../server/limits/limits.ts';
import { groupOutput, isServingProcess, joinGroup, leaveGroup } from '../../server/processes/group-member.ts';
import { runProcessGroup } from '../../server/processes/process-group.ts';
import { forgetInheritedSockets } from '../../server/sockets/inherited-sockets.ts';
import { FollowedBundles } from '../bundles/followed-bundles.ts';
import { logHelp } from '../options/log-options.ts';
import { loadForUse } from '../policies/policies.ts';
import { type Deciding, openDeciding } from '../serving/deciding.ts';
import { openServer } from '../serving/open-server.ts';
import { readyLine } from '../serving/ready-line.ts';
import { defaultPort, placesBeside, type ServeSettings, serveSettings } from '../serving/serve-settings.ts';
import { openServiceLog, type ServiceLog } from '../serving/service-log.ts';
import { bundleSource } from '../settings/bundle-option.ts';
import { InvalidConfig, invalidConfigText } from '../settings/invalid-config.ts';
import { serverOptions } from '../settings/server-settings.ts';
import { warnOfStrange } from '../settings/strange-variables.ts';
import {
  type CliCommand,
  type CommandContext,
  type ExitCode,
  exitCodes,
  timeIn,
  write,
} from '../terminal/context.ts';

export const serve: CliCommand = {
  name: 'serve',
  summary: 'speak the protocol over HTTP and a Unix socket, with uploads',
  help: `Usage: bylaw serve [--config FILE|--no-config]
                   [--policies DIR… | --layers FILE]
                   [--bundle PLACE --bundle-key FILE] [--accept-older-bundle]
                   [--shadow PLACE] [--shadow-share N] [--canary-share N]
                   [--host H] [--port N] [--socket PATH]
                   [--tls-certificate FILE --tls-key FILE]
                   [--tls-client-ca FILE [--tls-client-name NAME]]
                   [--insecure-plain-http]
                   [--tokens FILE] [--oauth-issuer URL --oauth-…] [--client-rate N]
                   [--content DIR] [--content-age AGE]
                   [--memory DIR|--cluster-servers URL,…] [--cluster-…]
                   [--max-body BYTES] [--max-upload BYTES]
                   [--budget FIGURE=MOST,…] [--processes N|auto]
                   [--tolerate-missing-harness] [--no-disk] [--forget-files] [--watch]
                   [--log DIR|--no-log] [--log-…] [--telemetry URL]
                   [--service-log text|json]

Serves POST /hooks for messages, POST /content for uploads, GET /health, GET /metrics,
GET /healthz and GET /readyz for probes, and for administrators with a token GET /log,
GET /admin/policies, GET /admin/tokens and POST /admin/reload, until it is asked to end
(Ctrl-C). One line on standard error says when it is ready. A policy that is not valid
keeps it from starting: nothing half-loaded ever serves. Policies that change on disk
come into force within seconds (or at once, on SIGHUP) if they are valid; if not, the
ones before stay in force, and standard error says what is wrong.

Options:
  --config FILE       settings and layers, as a file such as bylaw.yaml has them (default:
                      bylaw.yaml in this folder, where it is there; --no-config reads
                      none). Options go before variables of the environment such as
                      BYLAW_LISTEN_PORT, and these before the file: see
                      \`bylaw config explain\`
  --policies DIR      the policies to enforce (default: policies); given again, each
                      is a layer, from the highest to the lowest
  --layers FILE       the layers that a file such as bylaw.yaml names
  --bundle PLACE      a signed bundle in the place of policies: a file, a folder that
                      \`bylaw bundle publish\` writes, or an address of https://, which is
                      asked every 10 s. What may not come into force leaves the last one
                      serving, also after a new start
  --bundle-key FILE   the public keys in PEM that bundles have to be signed by
  --shadow PLACE      a bundle that is evaluated beside the one that decides: its different
                      answers are counted and recorded. It answers nothing without
                      --canary-share
  --shadow-share N    percent of the sessions that are compared (default: 100)
  --canary-share N    percent of the sessions that the bundle of --shadow answers
                      (default: none)
  --accept-older-bundle
                      a bundle may come after one with a higher sequence
  --host H            address to listen on (default: 127.0.0.1); others need --tokens, and
                      TLS or --insecure-plain-http
  --port N            port to listen on, 0 for any that is free (default: ${defaultPort})
  --socket PATH       a Unix socket for HTTP, for JSON lines and for \`bylaw hook\`;
                      without --host and --port there is no TCP port then. \`default\`
                      is where hooks look: $XDG_RUNTIME_DIR/bylaw.sock, or
                      bylaw/bylaw.sock in the user's state folder
  --tls-certificate FILE, --tls-key FILE
                      speak TLS on TCP; read again when the files change. The
                      passphrase of the key is in BYLAW_TLS_PASSPHRASE
  --tls-client-ca FILE
                      clients need a certificate of one of these authorities, too
  --tls-client-name NAME
                      take the certificate of a client for who asks: subject-cn,
                      san-uri, san-dns or san-email; it needs no token then
  --insecure-plain-http
                      an address beyond this machine may be without TLS, since a proxy
                      in front encrypts
  --tokens FILE       bearer tokens of clients, as digests; see \`bylaw token --help\`
  --oauth-issuer URL, --oauth-audience NAME,…, --oauth-jwks PLACE
                      take signed tokens of this issuer too; see \`bylaw config explain\`
                      for the other settings
  --client-rate N     requests a second that a client may send; more get 429
  --content DIR       where uploads are kept (default: bylaw/content in the user's
                      state folder, $XDG_STATE_HOME or ~/.local/state)
  --content-age AGE   how long an upload is kept after it was last sent (default: 30d).
                      Without --tokens all uploads together have at most 256 MiB
  --memory DIR        where earlier calls and what they wrote are remembered
                      (default: bylaw/memory in the user's state folder)
  --cluster-servers URL,…
                      remember together with other servers in NATS JetStream, in the
                      place of a folder; see \`bylaw config explain\` for the other
                      settings of a cluster
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
  --forget-files      keep nothing of what calls write to files
  --watch             deny nothing: record what rules would deny
  --telemetry URL     send traces, metrics and the decision log to a collector of
                      OpenTelemetry, by OTLP over HTTP
  --service-log FORMAT
                      what happens to the server, on standard error, as text or as json
                      (default: text)
  --no-disk           decide by the text of calls alone, also for hooks on this machine
${logHelp}
Listening sockets that a service manager passes (systemd's socket activation) take the
place of --host, --port and --socket, which are refused then: HTTP is served on TCP
sockets, HTTP and JSON lines on Unix sockets named \`socket\`, and HTTP alone on others.

BYLAW_CACHE=off in the environment reads and keeps no checked policies, which
otherwise make the next start faster (in $XDG_CACHE_HOME/bylaw).

Examples:
  bylaw serve --policies policies
  bylaw serve --socket /run/bylaw.sock
  bylaw serve --host 0.0.0.0 --tokens /etc/bylaw/tokens.json --tls-certificate \\
      /etc/bylaw/server.crt --tls-key /etc/bylaw/server.key

Exit codes: 0 ended as asked, 1 its processes ended again and again, 2 the policies
or the file of configuration are not valid, 3 wrong usage, or an address that cannot
be listened on.
`,
  options: serverOptions,
  async run(args, context) {
    try {
      return await serveUntilStopped(args, context);
    } finally {
      // What keeps a process of a group alive, however it ends.
      leaveGroup();
    }
  },
};

async function serveUntilStopped(args: readonly string[], given: CommandContext): Promise<ExitCode> {
  // Who reads what the server says may go; a client whose token is refused must not end it by that.
  given.stderr.on('error', () => undefined);
  if (!isServingProcess()) await write(given.stderr, warnOfStrange(given.env));
  const settings = await settingsOf(args, given);
  if (settings === undefined) return exitCodes.invalidPolicy;
  forgetInheritedSockets();
  const stderr = await openServiceLog(given.stderr, settings.serviceLog, () => timeIn(given));
  const context = { ...given, stderr };
  const { processes: count, inherited } = settings;
  if (count > 1 && !isServingProcess()) {
    stderr.begin();
    const say = (text: string): void => void write(stderr, text);
    return exitCodeOf(await runProcessGroup({ count, inherited, stop: context.stop, say }));
  }
  const deciding = await startDeciding(settings, context);
  if (deciding === undefined) return exitCodes.invalidPolicy;
  await decideUntilStopped(settings, deciding, context);
  return exitCodes.fine;
}

/**
 * Loads the policies and puts them in force; undefined where they may not decide, which has been said then. When it is done,
 * nothing holds them but what decides, so that they go when others come into force.
 */
async function startDeciding(
  settings: ServeSettings,
  context: CommandContext,
): Promise<Deciding | undefined> {
  const { policies, bundle, budget, mode, processes } = settings;
  // What happens to all processes alike need not be said by each.
  const said = processes === 1 ? context : { ...context, stderr: groupOutput(context.stderr) };
  const load = (named: readonly string[] | undefined) =>
    loadForUse(context, named, { budget, mode, beside: placesBeside(settings) });
  const first =
    bundle === undefined
      ? { use: await load(policies), bundles: undefined }
      : await FollowedBundles.open(bundleSource(bundle, context), said, load);
  return first?.use && openDeciding(settings, first.use, said, first.bundles);
}

/** The settings, or undefined where the file of configuration is not valid, which is said then. */
async function settingsOf(
  args: readonly string[],
  context: CommandContext,
): Promise<ServeSettings | undefined> {
  try {
    return await serveSettings(args, context);
  } catch (error) {
    if (!(error instanceof InvalidConfig)) throw error;
    await write(context.stderr, invalidConfigText(error, context));
    return undefined;
  }
}

/** As the only process, or as one of a group. */
async function decideUntilStopped(
  settings: ServeSettings,
  deciding: Deciding,
  context: CommandContext & { readonly stderr: ServiceLog },
): Promise<void> {
  const { stderr } = context;
  const stop = stopperOf(context.stop);
  const reload = (): void => void deciding.inForce.reload();
  const report = () => deciding.metrics.report();
  const group =
    settings.processes === 1 ? undefined : joinGroup({ stop: () => stop.abort(), reload, report });
  const server = await openServer(settings, deciding, group, context).catch(async (error: unknown) => {
    // A log that was begun says that the process has ended, and what for.
    await deciding.close(error instanceof Error ? error.message : String(error));
    throw error;
  });
  const ready = readyLine(settings, deciding.inForce, server);
  // Who reads that it is ready may ask for a reload at once.
  process.on('SIGHUP', reload);
  stderr.begin();
  if (group === undefined) await write(stderr, `${ready}\n`);
  else group.ready(ready);
  deciding.watch();
  await stopped(stop.signal);
  process.off('SIGHUP', reload);
  await server.close();
  await deciding.close();
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

async function stopped(stop: AbortSignal): Promise<void> {
  if (stop.aborted) return;
  await new Promise<void>((resolve) => {
    stop.addEventListener('abort', () => resolve(), { once: true });
  });
}
