/**
 * Servers of bylaw as they are built, which take their bundle from one cluster and remember in it, with a shipper of the log beside
 * each; a client that asks them and notes what it was told; and somebody who publishes.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryCode } from '../../../src/engine/engine.ts';
import { bylaw } from '../../cli/command.ts';
import { bundleOf, contentOf, keys } from '../../host/bundle/made-bundle.ts';

const command = new URL('../../../dist/bylaw.cjs', import.meta.url).pathname;

/** Calls of one session that may pass. */
export const mostCounted = 5;
const policyOf = (mark: string): string => `policy com.example

label seen on session lasts 24h
  when tool "Note"

deny next
  while seen
  when tool "Push"
  reason "A note was taken before."

deny which
  when tool "Which"
  reason "${mark}"

limit few to ${mostCounted} other per 24h per session
`;

export interface Call {
  readonly id: string;
  readonly session: string;
  readonly tool: 'Note' | 'Push' | 'Count' | 'Which';
}

/** What a server said of a call; `none`: nothing, since it was killed. */
export type Answer = 'passed' | 'denied' | 'no memory' | 'none';

export interface FleetServer {
  ask(call: Call): Promise<Answer>;
  /** The sequence of the bundle that decides; undefined without an answer. */
  sequence(): Promise<number | undefined>;
  /** The mark in the bundle that decides, by the reason of a denial; undefined without an answer, or without memory. */
  mark(id: string): Promise<string | undefined>;
  kill(): Promise<void>;
  /** Starts it again with the same folders. */
  start(): Promise<void>;
  readonly shipper: Shipper;
  /** The records that its log has on disk. */
  records(): readonly ShippedRecord[];
}

/** `bylaw log ship` beside a server. */
export interface Shipper {
  readonly runs: boolean;
  start(): void;
  kill(): Promise<void>;
}

/** What is looked at of a record. */
export interface ShippedRecord {
  readonly hash: string;
  readonly process: string;
  readonly seq: number;
  readonly time: string;
  readonly type: string;
  readonly id?: string;
}

export interface Fleet {
  /** Starts a server, and a shipper where `ships`. */
  start(ships: boolean): Promise<FleetServer>;
  /** Ships what the log of each server has. */
  shipAll(): Promise<void>;
  /** Publishes a bundle with a mark; whether that was acknowledged. */
  publish(sequence: number, mark: string): Promise<boolean>;
  /** Publishes the content of the bundle before the last one; its sequence where that was acknowledged. */
  rollback(): Promise<number | undefined>;
  close(): Promise<void>;
}

/** Publishes the first bundle, with the mark `first`, under the sequence 1. */
export async function openFleet(nodes: readonly string[]): Promise<Fleet> {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-fleet-'));
  const release = keys();
  const cluster = `cluster: { servers: [${nodes.join(', ')}], replicas: ${nodes.length >= 3 ? 3 : 1} }`;
  writeFileSync(join(folder, 'bylaw.yaml'), `bundle: { from: cluster, keys: release.pub }\n${cluster}\n`);
  writeFileSync(join(folder, 'release.pub'), release.publicPem);
  writeFileSync(join(folder, 'release.key'), release.privatePem);
  const place = ['--to', 'cluster', '--bundle-key', 'release.pub'];
  const servers: FleetServer[] = [];
  let published = 0;
  const fleet: Fleet = {
    async start(ships) {
      const server = serverIn(folder, servers.length);
      servers.push(server);
      await server.start();
      if (ships) server.shipper.start();
      return server;
    },
    async shipAll() {
      for (const at of servers.keys()) {
        const shipped = await bylaw(['log', 'ship', `log-${at}`, '--to', 'cluster', '--once'], {
          cwd: folder,
        });
        if (shipped.code !== 0) throw new Error(shipped.stderr);
      }
    },
    async publish(sequence, mark) {
      const [layer] = contentOf(sequence).layers;
      const files = [{ path: 'a.policy', text: policyOf(mark) }];
      const content = { ...contentOf(sequence), layers: layer === undefined ? [] : [{ ...layer, files }] };
      const name = `${++published}.bundle`;
      writeFileSync(join(folder, name), bundleOf(content, release));
      return (await bylaw(['bundle', 'publish', name, ...place], { cwd: folder })).code === 0;
    },
    async rollback() {
      const { stdout } = await bylaw(['bundle', 'rollback', ...place, '--key', 'release.key'], {
        cwd: folder,
      });
      const sequence = /published at the cluster: bundle (\d+)/.exec(stdout)?.[1];
      return sequence === undefined ? undefined : Number(sequence);
    },
    async close() {
      await Promise.all(servers.flatMap((server) => [server.kill(), server.shipper.kill()]));
      rmSync(folder, { recursive: true, force: true });
    },
  };
  while (!(await fleet.publish(1, 'first')));
  return fleet;
}

/** A process that can be started again. */
function startable(make: () => ChildProcess): {
  readonly runs: boolean;
  start(): ChildProcess;
  kill(): Promise<void>;
} {
  let child: ChildProcess | undefined;
  let ended: Promise<void> = Promise.resolve();
  return {
    start() {
      const own = make();
      child = own;
      ended = new Promise((resolve) => own.once('exit', () => resolve()));
      return own;
    },
    async kill() {
      child?.kill('SIGKILL');
      await ended;
      child = undefined;
    },
    get runs() {
      return child !== undefined;
    },
  };
}

function serverIn(folder: string, at: number): FleetServer {
  const [state, log] = [join(folder, `state-${at}`), `log-${at}`];
  mkdirSync(join(folder, log), { mode: 0o700 });
  const env = { PATH: process.env.PATH ?? '', HOME: folder, XDG_STATE_HOME: state };
  const run = (args: readonly string[]): ChildProcess =>
    spawn(process.execPath, [command, ...args], {
      ...{ cwd: folder, env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  const own = startable(() => run(['serve', '--port', '0', '--log', log]));
  const shipper = startable(() => {
    const child = run(['log', 'ship', log, '--to', 'cluster']);
    child.stderr?.resume();
    return child;
  });
  let url = '';
  const reply = (call: Call): Promise<Reply | undefined> =>
    fetch(`${url}/hooks`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: message(call) },
    })
      .then((response) => response.json() as Promise<Reply>)
      .catch(() => undefined);
  return {
    async ask(call) {
      const replied = await reply(call);
      return replied === undefined ? 'none' : answerOf(replied);
    },
    async sequence() {
      const metrics = await fetch(`${url}/metrics`).then(
        (response) => response.text(),
        () => '',
      );
      const found = /^bylaw_bundle_sequence (\d+)$/m.exec(metrics)?.[1];
      return found === undefined ? undefined : Number(found);
    },
    async mark(id) {
      const replied = await reply({ id, session: id, tool: 'Which' });
      const [effect] = replied?.result?.effects ?? [];
      return effect?.code === memoryCode ? undefined : effect?.reason;
    },
    kill: own.kill,
    async start() {
      const child = own.start();
      url = await new Promise((resolve, reject) => {
        let said = '';
        child.stderr?.on('data', (text) => {
          said += text;
          const found = /http:\S+(?=\/hooks)/.exec(said)?.[0];
          if (found !== undefined) resolve(found);
        });
        child.once('exit', () => reject(new Error(said)));
      });
    },
    shipper: {
      start: () => void shipper.start(),
      kill: shipper.kill,
      get runs() {
        return shipper.runs;
      },
    },
    records: () => recordsIn(join(folder, log)),
  };
}

/** A last line that was not written to its end is no record. */
const recordsIn = (folder: string): readonly ShippedRecord[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.ndjson'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').slice(0, -1))
    .map((line) => JSON.parse(line) as ShippedRecord);

interface Reply {
  readonly result?: { readonly effects: readonly { readonly code?: string; readonly reason?: string }[] };
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

function answerOf(reply: Reply): Answer {
  if (reply.result === undefined) throw new Error(JSON.stringify(reply));
  const [effect] = reply.result.effects;
  return effect === undefined ? 'passed' : effect.code === memoryCode ? 'no memory' : 'denied';
}
