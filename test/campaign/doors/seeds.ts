/** Good messages of every door, to be spoilt: payloads of all harnesses, messages of the protocol, uploads, and MCP. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { type HarnessId, harnessIds } from '../../../src/adapters/harnesses.ts';
import { intercept, observe } from '../../protocol/messages.ts';

const folder = new URL('../../adapters/cases/', import.meta.url);

export interface Payload {
  readonly harness: HarnessId;
  readonly text: string;
}

/** The payloads of the cases, each with its harness. */
export const payloads: readonly Payload[] = readdirSync(folder).flatMap((file) => {
  const harness = harnessIds.find((id) => file === `${id}.txt`);
  if (harness === undefined) return [];
  const lines = readFileSync(new URL(file, folder), 'utf8').split('\n');
  return lines.flatMap((text, at) =>
    text.startsWith('{"') && lines[at + 1] === '==>' && text.length < 4000 ? [{ harness, text }] : [],
  );
});

export const messages: readonly string[] = [
  ...(['0.1', 'draft'] as const).flatMap((revision) => [
    intercept(revision),
    observe(revision, 'tool.after'),
    observe(revision, 'session.end'),
  ]),
].map((message) => JSON.stringify(message));

const forwarded = ({ harness, text }: Payload): string =>
  JSON.stringify({
    ...{ jsonrpc: '2.0', id: 1, method: 'bylaw/hook' },
    params: {
      ...{ harness, payload: text, host: { env: {}, cwd: '/' }, failOpen: false, watch: false },
      ...{ policies: [], mounts: null, searchPath: null, nonce: '1-2' },
    },
  });

export const lines: readonly string[] = [...messages, ...payloads.map(forwarded)];

/** A request as octets. */
export function request(path: string, body: Buffer, headers: Readonly<Record<string, string>>): Buffer {
  const all = { Host: 'localhost', 'Content-Length': `${body.length}`, Connection: 'close', ...headers };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`POST ${path} HTTP/1.1\r\n${head.join('')}\r\n`), body]);
}

export const uploads = ['', 'a', 'a text', 'x'.repeat(3000)].map((text) => ({
  body: Buffer.from(text),
  sha256: createHash('sha256').update(text).digest('base64'),
}));

const rpc = (method: string, params?: object, id?: number | string): string =>
  JSON.stringify({ jsonrpc: '2.0', ...(id === undefined ? {} : { id }), method, params });

/** What a client of MCP writes. */
export const clientLines: readonly string[] = [
  rpc('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'd' } }, 0),
  rpc('notifications/initialized'),
  rpc('tools/list', {}, 1),
  rpc('tools/call', { name: 'read_file', arguments: { path: '/a' } }, 2),
  rpc('tools/call', { name: 'run', arguments: { command: 'ls', _meta: { a: [1, null] } } }, 'three'),
  rpc('tools/call', { name: 'run', arguments: {}, task: { ttl: 1 } }, 4),
  rpc('resources/read', { uri: 'file:///etc/passwd' }, 5),
  rpc('notifications/cancelled', { requestId: 2 }),
  `[${rpc('ping', {}, 6)},${rpc('tools/call', { name: 'a', arguments: {} }, 7)}]`,
];

/** What a server of MCP writes. */
export const serverLines: readonly string[] = [
  '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"files","version":"1"}}}',
  '{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"a"}]}}',
  '{"jsonrpc":"2.0","id":5,"error":{"code":-32000,"message":"no"}}',
  '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}',
];
