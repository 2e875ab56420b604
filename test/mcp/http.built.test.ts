import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  ListRootsRequestSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, test } from 'vitest';
import { bylaw, type Outcome, withFolder } from '../cli/command.ts';
import { command, policy } from './proxy.ts';
import { createNotes } from './servers/notes.mjs';

const policies = { 'policies/dev.policy': policy };

type Answer = (request: IncomingMessage, body: string, response: ServerResponse) => void | Promise<void>;

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A server on this machine, until the callback is done; `seen` is what it was asked. */
async function serving<Result>(
  answer: Answer,
  use: (url: string, seen: readonly Seen[]) => Promise<Result>,
): Promise<Result> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request
      .setEncoding('utf8')
      .on('data', (text) => {
        body += text;
      })
      .on('end', () => {
        const { method = '', url: path = '', headers } = request;
        seen.push({ method, path, headers, body });
        void answer(request, body, response);
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, seen);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** The proxy over lines of a client that ends its input after them. */
function talk(url: string, lines: readonly string[], args: readonly string[] = []): Promise<Outcome> {
  return withFolder(policies, (cwd) =>
    bylaw(['mcp', '--url', url, ...args], { cwd, stdin: lines.map((line) => `${line}\n`).join('') }),
  );
}

const request = (id: number, method = 'ping'): string => `{"jsonrpc":"2.0","id":${id},"method":"${method}"}`;
const result = (id: number): string => `{"jsonrpc":"2.0","id":${id},"result":{}}`;
const json = { 'content-type': 'application/json; charset=utf-8' };
const stream = { 'content-type': 'text/event-stream' };
const linesOf = ({ stdout }: Outcome): unknown[] =>
  stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
const errorOf = (outcome: Outcome): string => {
  const [line] = linesOf(outcome) as { readonly error?: { readonly message?: string } }[];
  return line?.error?.message ?? '';
};

describe('a real client and a real server over HTTP', () => {
  /** Servers of the SDK, one for each session. */
  function notes(enableJsonResponse: boolean): Answer {
    const sessions = new Map<string, StreamableHTTPServerTransport>();
    return async (message, body, response) => {
      const known = sessions.get(String(message.headers['mcp-session-id']));
      if (known !== undefined)
        return known.handleRequest(message, response, body === '' ? undefined : JSON.parse(body));
      const transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        enableJsonResponse,
        onsessioninitialized: (id) => void sessions.set(id, transport),
        onsessionclosed: (id) => void sessions.delete(id),
      });
      await createNotes().connect(transport as Transport);
      await transport.handleRequest(message, response, JSON.parse(body));
    };
  }

  test.each([
    ['streams of events', false],
    ['JSON', true],
  ])('that answers with %s', async (_, enableJsonResponse) => {
    await withFolder(policies, (cwd) =>
      serving(notes(enableJsonResponse), async (url, seen) => {
        const args = [command, 'mcp', '--url', url, '--header', 'Authorization: Bearer blue'];
        const client = new Client({ name: 'test-client', version: '1' }, { capabilities: { roots: {} } });
        client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: `file://${cwd}` }] }));
        const changed = new Promise((resolve) => {
          client.setNotificationHandler(ToolListChangedNotificationSchema, resolve);
        });
        await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd }));
        expect(client.getServerVersion()).toMatchObject({ name: 'notes' });
        const denied = await client.callTool({ name: 'add_note' });
        expect(denied).toEqual({
          content: [{ type: 'text', text: 'No writing: add_note. [com.example.dev.writing]' }],
          isError: true,
        });
        const failed = await client.callTool({ name: 'fail' });
        expect(failed.content).toEqual([{ type: 'text', text: 'no notes today' }]);
        const read = await client.readResource({ uri: 'note://today' });
        expect(read.contents).toHaveLength(1);
        await expect(client.readResource({ uri: 'note://secret' })).rejects.toMatchObject({ code: -32003 });
        if (!enableJsonResponse) {
          // The server asks the client, and sends it something unasked.
          const where = await client.callTool({ name: 'where' });
          expect(where.content).toEqual([{ type: 'text', text: `file://${cwd}` }]);
          await client.callTool({ name: 'grow' });
          await changed;
        }
        await client.close();
        expect(seen.map(({ body }) => body).join()).not.toMatch(/add_note|secret/);
        expect(new Set(seen.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer blue']));
        expect(seen.at(-1)?.method).toBe('DELETE');
        const later = seen
          .slice(1)
          .map(({ headers }) => [headers['mcp-session-id'], headers['mcp-protocol-version']]);
        expect(new Set(later.map(String))).toEqual(new Set([`${later[0]?.[0]},2025-11-25`]));
      }),
    );
  });
});

describe('what the server answers', () => {
  test('as JSON over several lines is one line for the client, and is not changed otherwise', async () => {
    const answer: Answer = (_, __, response) =>
      void response
        .writeHead(200, json)
        .end('{\r\n  "jsonrpc": "2.0",\n  "id": 1, "result": {"a": 1.50, "b": "\\u00e9\\n"}\n}\n');
    const { stdout, code } = await serving(answer, (url) => talk(url, [request(1)]));
    expect(stdout).toBe('{   "jsonrpc": "2.0",   "id": 1, "result": {"a": 1.50, "b": "\\u00e9\\n"} }\n');
    expect(code).toBe(0);
  });

  test('as events is a line each; other events are not for the client', async () => {
    const events = [
      ': hello',
      'id: 1\ndata:',
      `event: other\ndata: {}`,
      `event: message\ndata: {"jsonrpc":"2.0",\ndata: "method":"notifications/progress"}`,
      `data: ${result(1)}`,
    ].join('\n\n');
    const answer: Answer = (_, __, response) => void response.writeHead(200, stream).end(`${events}\n\n`);
    const { stdout, code } = await serving(answer, (url) => talk(url, [request(1)]));
    expect(stdout).toBe(`{"jsonrpc":"2.0", "method":"notifications/progress"}\n${result(1)}\n`);
    expect(code).toBe(0);
  });

  test('in a stream that breaks off is gone on with after the last event', async () => {
    const answer: Answer = ({ method, headers }, _, response) => {
      if (method === 'POST') response.writeHead(200, stream).end('id: 7\nretry: 0\ndata:\n\n');
      else if (headers['last-event-id'] === '7')
        response.writeHead(200, stream).end('id: 8\ndata: {"jsonrpc":"2.0","method":"x"}\n\n');
      else response.writeHead(200, stream).end(`id: 9\ndata: ${result(1)}\n\n`);
    };
    await serving(answer, async (url, seen) => {
      const { stdout, code } = await talk(url, [request(1)]);
      expect([stdout, code]).toEqual([`{"jsonrpc":"2.0","method":"x"}\n${result(1)}\n`, 0]);
      expect(seen.map(({ method, headers }) => [method, headers['last-event-id']])).toEqual([
        ['POST', undefined],
        ['GET', '7'],
        ['GET', '8'],
      ]);
    });
  });

  test.each<[string, Answer, string]>([
    ['nothing', (_, __, response) => void response.writeHead(202).end(), 'HTTP 202, and neither JSON'],
    [
      'a page',
      (_, __, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
      'neither JSON',
    ],
    [
      'no JSON',
      (_, __, response) => void response.writeHead(200, json).end('{'),
      'something that is no JSON',
    ],
    [
      'another answer',
      (_, __, response) => void response.writeHead(200, json).end(result(5)),
      'without answering',
    ],
    ['an empty stream', (_, __, response) => void response.writeHead(200, stream).end(), 'without answering'],
    [
      'half an answer',
      (_, __, response) =>
        void response.writeHead(200, { ...json, 'content-length': '9' }).write('{', () => response.destroy()),
      'broke off its answer',
    ],
    [
      'an HTTP error',
      (_, __, response) => void response.writeHead(500).end('<p>secrets'),
      'answered with HTTP 500.',
    ],
    [
      'a reason',
      (_, __, response) =>
        void response.writeHead(400, json).end('{"error":{"message":"Bad Request: no"},"id":null}'),
      'HTTP 400: Bad Request: no.',
    ],
    [
      'that it wants a token',
      (_, __, response) => void response.writeHead(401).end(),
      'give it with `--header`',
    ],
    [
      'that it is not there',
      (_, __, response) => void response.writeHead(404).end(),
      'may not be that of an MCP server',
    ],
  ])('with %s is an error for the request', async (_, answer, message) => {
    const outcome = await serving(answer, (url) => talk(url, [request(1)]));
    expect(linesOf(outcome).at(-1)).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32000, message: expect.stringContaining(message) },
    });
    expect(outcome.code).toBe(0);
  });

  test('with an HTTP error and an answer to the request is that answer', async () => {
    const error = '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no such tool"}}';
    const answer: Answer = (_, __, response) => void response.writeHead(400, json).end(error);
    expect((await serving(answer, (url) => talk(url, [request(1)]))).stdout).toBe(`${error}\n`);
  });

  test('with an error to what has no answer is told to people', async () => {
    const answer: Answer = (_, __, response) => void response.writeHead(500).end();
    const { stdout, stderr } = await serving(answer, (url) => talk(url, ['{"jsonrpc":"2.0","method":"x"}']));
    expect([stdout, stderr]).toEqual([
      '',
      'bylaw: a message was not taken: the MCP server answered with HTTP 500\n',
    ]);
  });

  test('is an error when there is no one', async () => {
    const url = await serving(
      () => {},
      async (gone) => gone,
    );
    const outcome = await talk(url, [request(1)], ['--header', 'Authorization: Bearer blue']);
    expect(errorOf(outcome)).toBe(
      `The MCP server cannot be reached at ${new URL(url).origin} (ECONNREFUSED).`,
    );
    expect(JSON.stringify(outcome)).not.toContain('blue');
  });
});

describe('a session', () => {
  const initialized = '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18"}}';

  test('has its id and version from the server, and a new one has not those of the old', async () => {
    let count = 0;
    const answer: Answer = ({ method }, body, response) => {
      if (method === 'DELETE') response.writeHead(405).end();
      else if (body.includes('initialize"'))
        response.writeHead(200, { ...json, 'mcp-session-id': `s${++count}` }).end(initialized);
      else response.writeHead(404).end();
    };
    await serving(answer, async (url, seen) => {
      const outcome = await talk(url, [request(1, 'initialize'), request(2), request(1, 'initialize')]);
      const told = linesOf(outcome) as { readonly id: number }[];
      expect(told.find(({ id }) => id === 2)).toMatchObject({
        error: { message: expect.stringContaining('the session is over') },
      });
      const sent = seen.map(({ method, headers, body }) =>
        [
          method,
          body.includes('ping') ? 'ping' : '',
          headers['mcp-session-id'],
          headers['mcp-protocol-version'],
        ].join(' '),
      );
      // The second and the third are under way at once.
      const expected = ['DELETE  s2 2025-06-18', 'POST   ', 'POST   ', 'POST ping s1 2025-06-18'];
      expect([...sent].sort()).toEqual(expected);
      expect(sent.at(-1)).toMatch(/^DELETE/);
      expect(outcome.code).toBe(0);
    });
  });

  test.each([
    [405, ''],
    [
      500,
      'bylaw: messages that the server sends by itself are not received any more: it answered with HTTP 500\n',
    ],
  ])('is listened to once it is there; HTTP %i', async (status, notice) => {
    let listened = (): void => {};
    const asked = new Promise<void>((resolve) => {
      listened = resolve;
    });
    const answer: Answer = async ({ method }, body, response) => {
      if (method === 'GET') {
        response.writeHead(status).end(listened);
        return;
      }
      if (body.includes('"ping"')) await asked;
      const isRequest = body.includes('"id"');
      response
        .writeHead(isRequest ? 200 : 202, json)
        .end(isRequest ? body.replace(/"method.*/, '"result":{}}') : undefined);
    };
    await serving(answer, async (url, seen) => {
      const lines = [
        request(1, 'initialize'),
        '{"jsonrpc":"2.0","method":"notifications/initialized"}',
        request(2),
      ];
      const { stdout, stderr } = await talk(url, lines);
      expect(stdout).toContain('"id":2,"result"');
      expect(seen.filter(({ method }) => method === 'GET')).toHaveLength(1);
      expect(['', notice]).toContain(stderr);
    });
  });
});

describe('a redirect', () => {
  test('within the origin is followed with everything that was sent', async () => {
    const answer: Answer = ({ url }, _, response) => {
      if (url === '/mcp') response.writeHead(307, { location: '/moved' }).end();
      else response.writeHead(200, json).end(result(1));
    };
    await serving(answer, async (url, seen) => {
      const { stdout } = await talk(url, [request(1)], ['--header', 'X-Key: blue']);
      expect(stdout).toBe(`${result(1)}\n`);
      expect(seen.map(({ path, body, headers }) => [path, body, headers['x-key']])).toEqual([
        ['/mcp', request(1), 'blue'],
        ['/moved', request(1), 'blue'],
      ]);
    });
  });

  test('to another origin is not followed', async () => {
    await serving(
      (_, __, response) => void response.writeHead(200, json).end(result(1)),
      (other, seenThere) =>
        serving(
          (_, __, response) => void response.writeHead(308, { location: other }).end(),
          async (url) => {
            const outcome = await talk(url, [request(1)]);
            expect(errorOf(outcome)).toContain(`redirects to another origin, ${new URL(other).origin}`);
            expect(seenThere).toEqual([]);
          },
        ),
    );
  });

  test.each([
    [302, { location: '/moved' }, 'a message cannot follow'],
    [307, {}, 'no address to go to'],
    [307, { location: '/mcp' }, 'more than 5 times'],
  ])('HTTP %i with %j is an error', async (status, headers, message) => {
    const answer: Answer = (_, __, response) => void response.writeHead(status, headers).end();
    expect(errorOf(await serving(answer, (url) => talk(url, [request(1)])))).toContain(message);
  });
});

test('a call that is denied, and what is no message, never reach the server', async () => {
  const answer: Answer = (_, body, response) =>
    void response.writeHead(200, json).end(body.replace(/"method.*/, '"result":{}}'));
  await serving(answer, async (url, seen) => {
    const denied = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"write_file"}}';
    const outcome = await talk(url, [denied, 'nonsense', '  ', request(2)]);
    expect(seen.map(({ body }) => body)).toEqual([request(2)]);
    expect(linesOf(outcome)).toMatchObject([{ id: 1, result: { isError: true } }, { id: null }, { id: 2 }]);
  });
});
