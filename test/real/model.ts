/**
 * A fake model on loopback, which plays a script: in its n-th turn it takes the n-th step, and after the last it says
 * that it is done. The turn is the number of results in the request, so that there is no state and a retry gets the same
 * answer. It is also the place that forbidden commands send to and download from, and a proxy that lets nothing out.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Conversation,
  dialects,
  type Move,
  type Schema,
  type StreamEvent,
  type Tool,
} from './dialects.ts';

/** What the model does in one turn. */
export type Step = (conversation: Conversation) => Move;

export interface Script {
  readonly steps: readonly Step[];
  /** Given where not the agent itself takes the steps, but a subagent that it starts with these arguments. */
  readonly subagent?: object | undefined;
}

/** What was asked of the model and of the places beside it. */
export interface Seen {
  /** Answers that were calls, of the steps of the script. */
  readonly calls: Move[];
  /** The most results that one request of the script had. */
  results: readonly string[];
  /** What commands sent to `/leak`. */
  readonly leaks: string[];
  downloads: number;
  /** Each request to the model, and what came to no known place. */
  readonly log: object[];
}

export interface Model {
  /** `http://127.0.0.1:PORT` */
  readonly base: string;
  /** Begins a script; what was seen before is forgotten. */
  play(script: Script): Seen;
  close(): void;
}

/** The prompt of the agent, which a subagent does not have, and that of a subagent. */
export const prompt = 'Do the steps of the task, one after another.';
const brief = 'SUBAGENT-BRIEF: take the steps.';

const shells = [
  ...['Bash', 'bash', 'run_shell_command', 'exec_command', 'shell_command', 'shell', 'run_terminal_command'],
  ...['run_terminal_cmd', 'run_commands', 'Execute', 'execute_command', 'Shell', 'local_shell'],
];
const spawners = ['Agent', 'Task', 'task', 'agent', 'spawn_agent', 'spawn_subagent', 'invoke_agent'];

const say = (text: string): Move => ({ kind: 'say', text });
const isOneOf = (names: readonly string[], tools: readonly Tool[]): Tool | undefined =>
  names.flatMap((name) => tools.find((tool) => tool.name === name) ?? [])[0];
const nothingOf = (what: string, { tools }: Conversation): Move =>
  say(`no ${what} among ${tools.map(({ name }) => name).join(', ')}`);

/** A command for whatever the harness calls its shell. */
export const shell =
  (command: string): Step =>
  (conversation) => {
    const tool = isOneOf(shells, conversation.tools);
    if (tool === undefined) return nothingOf('shell', conversation);
    const key = ['command', 'cmd', 'commands'].find((name) => tool.schema?.properties?.[name]) ?? 'command';
    const isList = tool.schema?.properties?.[key]?.type === 'array';
    const words = key === 'commands' ? [command] : ['bash', '-lc', command];
    return { kind: 'call', tool, input: { ...required(tool.schema), [key]: isList ? words : command } };
  };

/** A tool by its name, with the group before it. */
export const call =
  (name: RegExp, input: object): Step =>
  (conversation) => {
    const tool = conversation.tools.find((each) => name.test(`${each.namespace ?? ''}${each.name}`));
    return tool === undefined ? nothingOf(`${name}`, conversation) : { kind: 'call', tool, input };
  };

/** Starts a subagent. */
const spawnSubagent =
  (input: object): Step =>
  (conversation) => {
    const tool = isOneOf(spawners, conversation.tools);
    if (tool === undefined) return nothingOf('tool for subagents', conversation);
    const briefs = Object.keys(tool.schema?.properties ?? {}).filter((key) =>
      /^(?:prompt|task|message|objective)$/.test(key),
    );
    const filled = Object.fromEntries(briefs.map((key) => [key, brief]));
    return { kind: 'call', tool, input: { ...required(tool.schema), ...filled, ...input } };
  };

/** Waits for the subagent where the harness does not do so by itself. */
const awaitSubagent: Step = ({ tools, results }) => {
  const tool = tools.find(({ name }) => name === 'wait_agent');
  const id = /"agent_id"\s*:\s*"([^"]+)"/.exec(results[0]?.replaceAll('\\"', '"') ?? '')?.[1];
  if (tool === undefined || id === undefined) return say('done');
  const key = ['targets', 'ids'].find((name) => tool.schema?.properties?.[name]) ?? 'targets';
  return { kind: 'call', tool, input: { [key]: [id], timeout_ms: 60_000 } };
};

/** Something harmless for each argument that must be there. */
function required(schema: Schema | undefined): Record<string, unknown> {
  const names = schema?.required ?? [];
  return Object.fromEntries(names.map((name) => [name, anyOf(schema?.properties?.[name] ?? {})]));
}

function anyOf(schema: Schema): unknown {
  if (schema.enum?.[0] !== undefined) return schema.enum[0];
  const [type] = [schema.type ?? 'string'].flat();
  if (type === 'boolean') return false;
  if (type === 'number' || type === 'integer') return 10;
  if (type === 'array') return [];
  return type === 'object' ? {} : 'a step of the task';
}

/** Whether a request is the subagent's: it has been told the brief, and not the prompt. */
const isSubagents = (raw: string): boolean => raw.includes(brief) && !raw.includes(prompt);

/** Starts it. `download` is what `GET /install.sh` answers. */
export async function startModel(download = ''): Promise<Model> {
  let script: Script = { steps: [] };
  let seen = nothingSeen();
  let answers = 0;

  /** The move for a request; requests without tools are for titles and the like. */
  function moveFor(raw: string, conversation: Conversation): Move {
    const { tools, results } = conversation;
    if (tools.length === 0) return say('done');
    const isOuter = script.subagent !== undefined && !isSubagents(raw);
    const steps = isOuter ? [spawnSubagent(script.subagent ?? {}), awaitSubagent] : script.steps;
    const move = steps[results.length]?.(conversation) ?? say('done');
    if (!isOuter) {
      if (move.kind === 'call') seen.calls.push(move);
      if (results.length > seen.results.length) seen.results = results;
    }
    return move;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    let raw = '';
    for await (const chunk of request) raw += chunk;
    if (pathname === '/leak') {
      seen.leaks.push(raw);
      response.end('taken');
      return;
    }
    if (pathname === '/install.sh') {
      seen.downloads++;
      response.end(download);
      return;
    }
    if (/\/count_?tokens$|:countTokens$/.test(pathname))
      return json(response, { input_tokens: 20, totalTokens: 20 });
    if (request.method === 'GET' && /\/models(?:\/[^/]+)?$/.test(pathname)) return json(response, models);
    if (pathname === '/api/cli/whoami') return json(response, { userId: 'nobody', orgId: 'none' });
    const dialect = dialects.find(({ path }) => request.method === 'POST' && path.test(pathname));
    if (dialect === undefined) {
      seen.log.push({ nowhere: `${request.method} ${request.url}` });
      return json(response, { error: { message: 'there is nothing here' } }, 404);
    }
    const body = JSON.parse(raw) as { readonly model?: string; readonly stream?: boolean };
    const conversation = dialect.read(body);
    const move = moveFor(raw, conversation);
    seen.log.push({ dialect: dialect.name, path: pathname, move, results: conversation.results });
    const { whole, events } = dialect.answer(
      move,
      String(++answers).padStart(8, '0'),
      body.model ?? 'fake-model',
    );
    if (body.stream === true || /:stream/.test(pathname)) stream(response, events);
    else json(response, whole);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) =>
      json(response, { error: { message: error.message } }, 400),
    );
  });
  // It is the proxy for everything that is not on loopback as well, and lets nothing through.
  server.on('connect', ({ url }, socket) => {
    seen.log.push({ nowhere: `CONNECT ${url}` });
    // Who is turned away may be gone already.
    socket.on('error', () => {});
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    play(next) {
      script = next;
      seen = nothingSeen();
      return seen;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const nothingSeen = (): Seen => ({ calls: [], results: [], leaks: [], downloads: 0, log: [] });

const models = {
  object: 'list',
  models: [],
  data: [{ id: 'fake-model', object: 'model', type: 'model', display_name: 'Fake', context_length: 128_000 }],
};

function json(response: ServerResponse, value: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

function stream(response: ServerResponse, events: readonly StreamEvent[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  for (const [name, data] of events) {
    if (name !== undefined) response.write(`event: ${name}\n`);
    response.write(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
  }
  response.end();
}
