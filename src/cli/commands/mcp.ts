/** `bylaw mcp`: a proxy between an MCP client and an MCP server. */
import { randomUUID } from 'node:crypto';
import { parse as parsePath } from 'node:path';
import { openDisk } from '../../host/disk/disk.ts';
import { startChildServer } from '../../mcp/child-server.ts';
import { openClientOutput } from '../../mcp/client-output.ts';
import { Gate } from '../../mcp/gate.ts';
import { connectHttp } from '../../mcp/http-server.ts';
import { relay } from '../../mcp/relay.ts';
import type { Upstream, UpstreamOptions } from '../../mcp/upstream.ts';
import { decisionOptions, openDecisions } from '../open-decisions.ts';
import { logHelp } from '../options/log-options.ts';
import { refuseOperands } from '../options/operands.ts';
import { flag, parseOptions, several, textArg } from '../options/options.ts';
import { policiesHelp } from '../options/policies-option.ts';
import { type CliCommand, exitCodes, UsageError, write } from '../terminal/context.ts';

/** Milliseconds that a server is given to end by itself, before each harder step. */
const grace = 5000;

const mcpOptions = {
  ...decisionOptions,
  name: textArg,
  'no-disk': flag,
  url: textArg,
  header: several(textArg),
};

export const mcp: CliCommand = {
  name: 'mcp',
  summary: 'stand between an MCP client and an MCP server',
  help: `Usage: bylaw mcp [--policies DIR… | --layers FILE] [--name NAME] -- COMMAND [ARG…]
       bylaw mcp [--policies DIR… | --layers FILE] [--name NAME]
                 --url URL [--header 'NAME: VALUE']…

For hosts without hooks: put it in front of the server's command in the host's
configuration. It starts the server and passes everything on as it comes, except
calls of tools (and reads of resources) that the policies deny. A denied call never
reaches the server; the model reads the reason as the result of the call.

With --url the client still speaks over standard input and output; the server is
spoken to over Streamable HTTP.

Options:
${policiesHelp}  --memory DIR     where earlier calls and what they wrote are remembered
                   (default: bylaw/memory in the user's state folder)
  --forget-files   keep nothing of what calls write to files
  --watch          deny nothing: record what rules would deny
  --no-disk        decide by the text of calls alone: look up neither where paths lead
                   nor what scripts hold
  --name NAME      what rules know the server by (default: what it calls itself)
  --url URL        a server over HTTP
  --header H       a header for it, as 'Name: value'; may be given several times
  --log DIR        where decisions are written down; see \`bylaw log --help\`
${logHelp}
Examples:
  bylaw mcp --policies ~/policies --name files -- mcp-server-filesystem ~/project
  bylaw mcp --policies ~/policies --url https://mcp.example.com/mcp

Exit codes: 0 ended as the client or a signal asked, 1 the server ended by itself,
2 the policies are not valid and no server was started, 3 wrong usage, or a command
that cannot be started.
`,
  options: mcpOptions,
  async run(args, context) {
    const dashes = args.indexOf('--');
    const own = dashes < 0 ? args : args.slice(0, dashes);
    const [command, ...commandArgs] = dashes < 0 ? [] : args.slice(dashes + 1);
    const { values, positionals } = parseOptions('mcp', own, mcpOptions);
    refuseOperands(positionals, 'the command of the server comes after `--`: `bylaw mcp -- COMMAND …`');
    if ((command === undefined) === (values.url === undefined))
      throw new UsageError('`bylaw mcp` takes either `-- COMMAND …` or `--url URL`; see `bylaw mcp --help`');
    if (values.name === '') throw new UsageError('`--name` takes the name of the server, which is not empty');
    if (values.header !== undefined && values.url === undefined)
      throw new UsageError('`--header` is for a server over HTTP, named with `--url`');
    const url = values.url === undefined ? undefined : serverUrl(values.url);
    const headers = (values.header ?? []).map(headerOf);
    const disk = values['no-disk'] === true ? undefined : openDisk();
    const decisions = await openDecisions('mcp', values, context, disk);
    if (decisions === undefined) return exitCodes.invalidPolicy;
    const { cwd, stdin, stdout, stop } = context;
    const gate = new Gate({
      engine: decisions.point,
      name: values.name,
      usualName: url?.hostname ?? parsePath(command ?? '').name,
      connection: url === undefined ? { command, args: commandArgs, cwd } : { url: url.href },
      cwd,
      run: `mcp_${randomUUID()}`,
      now: () => new Date().toISOString(),
    });
    const shared: UpstreamOptions = {
      gate,
      output: openClientOutput(stdout, () => stdin.destroy()),
      notify: (sentence) => write(context.stderr, `bylaw: ${sentence}\n`),
      grace,
    };
    const upstream =
      url === undefined
        ? await start({ command: command ?? '', args: commandArgs, cwd }, shared)
        : connectHttp({ ...shared, url, headers });
    const end = new AbortController();
    const hangUp = (): void => end.abort('SIGHUP');
    process.once('SIGHUP', hangUp);
    if (stop.aborted) end.abort(stop.reason);
    stop.addEventListener('abort', () => end.abort(stop.reason), { once: true });
    try {
      const isFine = await relay(upstream, { ...shared, input: stdin, stop: end.signal });
      return isFine ? exitCodes.fine : exitCodes.findings;
    } finally {
      process.off('SIGHUP', hangUp);
      await decisions.close();
    }
  },
};

async function start(
  server: { readonly command: string; readonly args: readonly string[]; readonly cwd: string },
  options: UpstreamOptions,
): Promise<Upstream> {
  try {
    return await startChildServer(server, options);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    const why = code === 'ENOENT' ? 'there is no such program' : code;
    throw new UsageError(`the server cannot be started: \`${server.command}\`: ${why}`);
  }
}

function serverUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new UsageError('`--url` takes an address that begins with `https://` or `http://`');
  if (url.username !== '' || url.password !== '')
    throw new UsageError("`--url` takes no user and password; give them with `--header 'Authorization: …'`");
  url.hash = '';
  return url;
}

/** What the proxy says itself, and what is the connection’s own. */
const ownHeaders = new Set([
  'accept',
  'connection',
  'content-length',
  'content-type',
  'host',
  'last-event-id',
  'mcp-protocol-version',
  'mcp-session-id',
  'transfer-encoding',
]);

/** INVARIANT: no message holds a value, which may be a secret. */
function headerOf(text: string): readonly [string, string] {
  const colon = text.indexOf(':');
  const name = text.slice(0, Math.max(colon, 0)).trim();
  const value = text.slice(colon + 1).trim();
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name))
    throw new UsageError("`--header` takes a name and a value: `--header 'Name: value'`");
  if (ownHeaders.has(name.toLowerCase()))
    throw new UsageError(`the header \`${name}\` is set by bylaw itself, so \`--header\` does not take it`);
  if (!/^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value))
    throw new UsageError(`the value of the header \`${name}\` has a character that no header can have`);
  return [name, value];
}
