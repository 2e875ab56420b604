/** Servers of bylaw as they are built, which remember in one cluster, and a client that asks them and notes what it was told. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryCode } from '../../../src/engine/engine.ts';

const command = new URL('../../../dist/bylaw.cjs', import.meta.url).pathname;

/** Calls of one session that may pass. */
export const mostCounted = 5;
const policy = `policy com.example

label seen on session lasts 24h
  when tool "Note"

deny next
  while seen
  when tool "Push"
  reason "A note was taken before."

limit few to ${mostCounted} other per 24h per session
`;

export interface Call {
  readonly id: string;
  readonly session: string;
  readonly tool: 'Note' | 'Push' | 'Count';
}

/** What a server said of a call; `none`: nothing, since it was killed. */
export type Answer = 'passed' | 'denied' | 'no memory' | 'none';

export interface FleetServer {
  ask(call: Call): Promise<Answer>;
  kill(): Promise<void>;
}

export interface Fleet {
  /** Starts a server that asks these nodes. */
  start(nodes: readonly string[], onFailure?: 'deny' | 'stateless'): Promise<FleetServer>;
  close(): Promise<void>;
}

export function openFleet(): Fleet {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-fleet-'));
  mkdirSync(join(folder, 'policies'));
  writeFileSync(join(folder, 'policies', 'example.policy'), policy);
  const servers: FleetServer[] = [];
  return {
    async start(nodes, onFailure = 'deny') {
      const server = await startServer(folder, nodes, onFailure);
      servers.push(server);
      return server;
    },
    async close() {
      await Promise.all(servers.map((server) => server.kill()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startServer(
  folder: string,
  nodes: readonly string[],
  onFailure: 'deny' | 'stateless',
): Promise<FleetServer> {
  const child: ChildProcess = spawn(
    process.execPath,
    [
      ...[command, 'serve', '--port', '0', '--no-log', '--policies', join(folder, 'policies')],
      ...['--cluster-servers', nodes.join(','), '--cluster-replicas', String(nodes.length >= 3 ? 3 : 1)],
      ...['--cluster-on-store-failure', onFailure],
    ],
    {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', HOME: folder },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const said = String(await new Promise((resolve) => child.stderr?.once('data', resolve)));
  child.stderr?.resume();
  const url = /http:\S+\/hooks/.exec(said)?.[0];
  if (url === undefined) throw new Error(said);
  return {
    async ask(call) {
      const headers = { 'content-type': 'application/json' };
      const reply: unknown = await fetch(url, { method: 'POST', headers, body: message(call) })
        .then((response) => response.json())
        .catch(() => undefined);
      return reply === undefined ? 'none' : answerOf(reply);
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function message({ id, session, tool }: Call): string {
  const event = {
    ...{ id, source: 'urn:example:fleet', type: 'tool.before', time: '2026-10-01T12:00:00Z' },
    path: 'native',
    harness: { name: 'example', version: '1' },
    session: { id: session, cwd: '/w', workspaceRoots: ['/w'] },
    call: { id },
    tool: { name: tool, kind: 'other', input: {}, origin: 'native' },
  };
  return JSON.stringify({
    ...{ jsonrpc: '2.0', id, method: 'hooks/intercept' },
    params: { protocolVersion: 'draft', event, capabilities: { effects: ['deny'] } },
  });
}

function answerOf(reply: unknown): Answer {
  const { result } = reply as { result?: { effects: readonly { code?: string }[] } };
  if (result === undefined) throw new Error(JSON.stringify(reply));
  const [effect] = result.effects;
  return effect === undefined ? 'passed' : effect.code === memoryCode ? 'no memory' : 'denied';
}
