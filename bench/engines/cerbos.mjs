// Cerbos: its server on loopback, with policies in a folder, asked over HTTP on a connection that stays open; bodies are
// made beforehand. Cerbos finds policies by kind of resource and by action, so that rules of kind and name, which are
// that, cost it no conditions; globs of tools stand in its actions; all else is a condition of one policy. One call is
// one request: its batches answer another question. A rule that holds allows, in its words, since it denies what no
// rule speaks of. Log, audit, telemetry and watching of files are off. What it takes is counted by the clock: it is
// another process.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { celOf } from './cel.mjs';

export const title = 'Cerbos over HTTP';
export const elsewhere = true;

/**
 * @param {import('../workloads.mjs').Workload} workload
 * @param {{ within: number }} options milliseconds that loading may take
 */
export async function prepare({ rules, fields }, { within }) {
  const binary = findBinary();
  if (binary === undefined) return { cannot: 'no binary for this platform' };
  const [byTool, others] = partition(rules, (rule) => valueIn(rule, 'tool') !== undefined);
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-bench-cerbos-'));
  const ports = await freePorts(2);
  const close = start(binary, folder, [...policiesByTool(byTool), ...policyOfOthers(others)], ports);
  const agent = new Agent({ keepAlive: true, maxSockets: 1, noDelay: true });
  const post = (path, method, body) => send({ agent, host: '127.0.0.1', port: ports[0], path, method }, body);
  const end = performance.now() + within;
  while (!(await post('/_cerbos/health', 'GET').then(isServing, () => false))) {
    if (performance.now() > end) {
      close();
      return { leftOut: `loading takes longer than ${within / 1000} s` };
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    ask: ({ view }) =>
      Buffer.from(JSON.stringify(requestFor(view, fields, byTool.length > 0, others.length > 0))),
    async decide(body) {
      const answer = JSON.parse(await post('/api/check/resources', 'POST', body));
      return (
        answer.results.some(({ actions }) => Object.values(actions).includes('EFFECT_ALLOW')) || undefined
      );
    },
    close,
  };
}

const isServing = (text) => text.includes('"SERVING"');

function findBinary() {
  const name = `cerbos-${process.platform}-${process.arch}`;
  try {
    return createRequire(import.meta.url).resolve(`@cerbos/${name}/${name}`);
  } catch {
    return undefined;
  }
}

/** Starts the server; what is returned ends it, by its process id, and so does the end of this process. */
function start(binary, folder, policies, [http, grpc]) {
  const directory = join(folder, 'policies');
  mkdirSync(directory);
  for (const [number, policy] of policies.entries()) {
    writeFileSync(join(directory, `policy-${number}.json`), JSON.stringify(policy));
  }
  const config = {
    server: { httpListenAddr: `127.0.0.1:${http}`, grpcListenAddr: `127.0.0.1:${grpc}` },
    storage: { driver: 'disk', disk: { directory, watchForChanges: false } },
    compile: { cacheSize: 100_000 },
    telemetry: { disabled: true },
    audit: { enabled: false },
  };
  const file = join(folder, 'config.json');
  writeFileSync(file, JSON.stringify(config));
  const server = spawn(binary, ['server', `--config=${file}`, '--log-level=error'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const close = () => {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  process.on('exit', close);
  process.on('SIGTERM', () => process.exit());
  return close;
}

const policyFor = (resource, rules) => ({
  apiVersion: 'api.cerbos.dev/v1',
  resourcePolicy: { resource, version: 'default', rules },
});

/** A policy for each tool: no two rules of a workload are about the same one. */
const policiesByTool = (rules) => rules.map((rule) => policyFor(valueIn(rule, 'tool'), [ruleFor(rule)]));

const policyOfOthers = (rules) => (rules.length === 0 ? [] : [policyFor('call', rules.map(ruleFor))]);

function ruleFor({ tests }) {
  const kind = tests.find(({ field }) => field === 'kind')?.value;
  const glob = tests.find(({ field, like }) => field === 'tool' && like !== undefined)?.like;
  const asked = tests.filter(({ field }) => field !== 'kind' && field !== 'tool');
  return {
    actions: [glob !== undefined ? `tool:${glob}` : kind !== undefined ? `kind:${kind}` : 'kind:*'],
    effect: 'EFFECT_ALLOW',
    roles: ['*'],
    ...(asked.length === 0 ? {} : { condition: { match: { expr: celOf(asked, undefined, attribute) } } }),
  };
}

const attribute = (field) => `R.attr.${field}`;
const valueIn = ({ tests }, field) => tests.find((test) => test.field === field)?.value;

function requestFor(view, fields, asksTools, asksOthers) {
  const attr = Object.fromEntries(
    fields.filter((field) => field !== 'kind' && field !== 'tool').map((field) => [field, view[field]]),
  );
  const actions = [`kind:${view.kind}`, ...(fields.includes('tool') ? [`tool:${view.tool}`] : [])];
  return {
    requestId: 'r',
    principal: { id: 'agent', roles: ['agent'], attr: {} },
    resources: [
      ...(asksTools
        ? [{ actions: actions.slice(0, 1), resource: { kind: view.tool, id: 'call', attr: {} } }]
        : []),
      ...(asksOthers ? [{ actions, resource: { kind: 'call', id: 'call', attr } }] : []),
    ],
  };
}

function send(options, body) {
  return new Promise((resolve, reject) => {
    const headers =
      body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': body.length };
    const asked = request({ ...options, headers }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks).toString()));
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

/** Ports that nothing listens on just now. */
async function freePorts(count) {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => new Promise((resolve) => server.on('listening', resolve))));
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

function partition(values, holds) {
  return [values.filter(holds), values.filter((value) => !holds(value))];
}
