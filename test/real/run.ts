/**
 * One column with one harness: a throw-away home and workspace, `bylaw init` in it, and the harness headless against
 * the fake model. The evidence stays in the folder: `init.txt`, `harness.txt`, `model.json`, `payloads.jsonl`.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { guardExits, guardOutput, guardVariable } from '../../src/adapters/guarded.ts';
import { type Change, type Column, harmlessOutput, type Outcome } from './columns.ts';
import type { Command, Files, Harness, HarnessName, Place, Rival } from './harnesses.ts';
import { type Installed, root } from './install.ts';
import { type Model, type Script, startModel } from './model.ts';
import { type Ended, endAllOf, start } from './process.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const secret = 'API_KEY=not-for-anybody';
const secondsForRun = 180;
/** Of the server to which a harness posts its hooks. */
const token = 'a-token-for-real-harnesses';

/** The folders of a run. */
interface Sandbox {
  readonly folder: string;
  readonly home: string;
  readonly workspace: string;
  readonly log: string;
  readonly payloads: string;
  /** The copy of bylaw that is in front of the harness, which can be broken. */
  readonly product: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Runs a column, and says what was seen. */
export async function runColumn(
  name: HarnessName,
  harness: Harness,
  { folder: install }: Installed,
  title: string,
  column: Column,
): Promise<Outcome> {
  const model = await startModel('touch ../PROOF\n');
  const at = join(root, 'run', `${name}-${title.replaceAll(' ', '-')}`);
  const sandbox = await newSandbox(at, install, model.base);
  if (column.init === 'posted') sandbox.env.BYLAW_TOKEN = token;
  const { folder, home, workspace } = sandbox;
  try {
    const change = column.change;
    const server = { command: process.execPath, args: [join(repository, 'test/real/mcp-server.mjs')] };
    const place: Place = {
      install,
      home,
      workspace,
      base: model.base,
      server: change?.kind === 'MCP rule' ? server : undefined,
    };
    write(sandbox, harness.files(place));
    if (harness.prepare !== undefined) await runIn(sandbox, harness.prepare(place));
    const setUp = column.init === 'not' || (await initialize(sandbox, harness, column));
    if (change !== undefined) changes[change.kind](sandbox, harness.rival, change);
    const runs = [];
    for (const script of column.scripts(harness, { workspace, base: model.base }))
      runs.push(await converse(sandbox, model, script, harness, place));
    return {
      setUp,
      asked: runs.every(({ asked }) => asked),
      leaked: runs.some(({ leaked }) => leaked),
      installed:
        existsSync(join(folder, 'PROOF')) ||
        runs.some(({ downloaded }) => downloaded && column.init !== 'not'),
      harmless: existsSync(join(workspace, 'harmless.txt')),
      told: isTold(sandbox.log),
      kept: existsSync(join(workspace, 'keep.txt')),
      published: existsSync(join(workspace, 'publish.txt')),
    };
  } finally {
    model.close();
    endAllOf(home);
  }
}

async function newSandbox(folder: string, install: string, base: string): Promise<Sandbox> {
  const [home, workspace] = [join(folder, 'home'), join(folder, 'ws')];
  rmSync(folder, { recursive: true, force: true });
  for (const each of [home, workspace]) mkdirSync(each, { recursive: true });
  writeFileSync(join(workspace, '.env'), `${secret}\n`);
  writeFileSync(join(workspace, 'README.md'), '# A project\n');
  const bins = ['node/bin', '.bin'].map((each) => join(install, 'node_modules', each));
  const sandbox = {
    folder,
    home,
    workspace,
    log: join(folder, 'log'),
    payloads: join(folder, 'payloads.jsonl'),
    product: join(folder, 'product', 'dist', 'bylaw.cjs'),
    env: {
      PATH: [...bins.filter(existsSync), '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
      HOME: home,
      TERM: 'dumb',
      LANG: 'C.UTF-8',
      SHELL: '/bin/bash',
      NO_COLOR: '1',
      CI: '1',
      // Whatever does not go to loopback goes nowhere.
      HTTPS_PROXY: base,
      NO_PROXY: '127.0.0.1,localhost',
    },
  };
  await runIn(sandbox, { file: 'git', args: ['init', '-q', '.'] });
  return sandbox;
}

function runIn({ workspace, env }: Sandbox, command: Command): Promise<Ended> {
  return start(command, {
    cwd: workspace,
    env: { ...env, ...command.env },
    seconds: secondsForRun,
  });
}

const pathIn = ({ home, workspace }: Sandbox, path: string): string =>
  path.startsWith('./') ? join(workspace, path) : join(home, path);

/** Writes files, which may be programs. */
function write(sandbox: Sandbox, files: Files): void {
  for (const [name, content] of Object.entries(files)) {
    const path = pathIn(sandbox, name);
    mkdirSync(dirname(path), { recursive: true });
    const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2);
    writeFileSync(path, text, { mode: 0o755 });
  }
}

/** Puts a copy of bylaw, with the files of its package, in front of the harness. False where it cannot be. */
async function initialize(sandbox: Sandbox, { id }: Harness, { init, change }: Column): Promise<boolean> {
  const { folder, product } = sandbox;
  const copy = resolve(product, '../..');
  mkdirSync(copy);
  const manifest = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { files: string[] };
  for (const part of ['package.json', ...manifest.files].filter((each) => existsSync(join(repository, each))))
    cpSync(join(repository, part), join(copy, part), { recursive: true });
  symlinkSync(join(repository, 'node_modules'), join(copy, 'node_modules'));
  const file = change?.kind === 'node gone' ? ownNode(sandbox) : process.execPath;
  const port = init === 'posted' ? await freePort() : undefined;
  const scope = port === undefined ? [`--${init}`] : ['--http', `${port}`];
  const { status, output } = await runIn(sandbox, { file, args: [product, 'init', id, ...scope, '--yes'] });
  writeFileSync(join(folder, 'init.txt'), output);
  if (port !== undefined && change?.kind !== 'server gone') await serve(sandbox, port);
  return status === 0;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('there is no port');
  return address.port;
}

/** Starts the server that a harness posts to; it ends with all that has this home. */
async function serve({ product, home, folder, env }: Sandbox, port: number): Promise<void> {
  const tokens = join(folder, 'tokens.json');
  const sha256 = createHash('sha256').update(token).digest('hex');
  writeFileSync(tokens, JSON.stringify({ events: [{ sha256, scope: 'real' }], uploads: [] }));
  const policies = join(home, '.config/bylaw/policies');
  const args = [product, 'serve', '--policies', policies, '--tokens', tokens, '--port', `${port}`];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  await once(child.stderr, 'data');
  child.stderr.resume();
}

const nodeOf = ({ folder }: Sandbox): string => join(folder, 'node');

/** A node that can be taken away. */
function ownNode(sandbox: Sandbox): string {
  const path = nodeOf(sandbox);
  try {
    linkSync(process.execPath, path);
  } catch {
    copyFileSync(process.execPath, path);
  }
  return path;
}

/** What is done to bylaw or beside it. */
const changes: Readonly<Record<Change['kind'], (sandbox: Sandbox, rival: Rival, change: Change) => void>> = {
  program: ({ product }, _, { text = '' }) => writeFileSync(product, text),
  'program gone': ({ product }) => rmSync(product),
  'node gone': (sandbox) => rmSync(nodeOf(sandbox)),
  recorded: record,
  // It was never started.
  'server gone': () => {},
  'MCP rule': (sandbox) => {
    write(sandbox, { '.config/bylaw/policies/notes.policy': noteRule });
    record(sandbox);
  },
  rival: addRival,
};

function addRival(sandbox: Sandbox, { file, says = {}, add }: Rival): void {
  const script = join(sandbox.folder, 'rival.sh');
  const text = `#!/bin/sh\ncat > /dev/null\nprintf %s '${JSON.stringify(says)}'\n`;
  writeFileSync(script, text, { mode: 0o755 });
  const path = pathIn(sandbox, file);
  write(sandbox, { [file]: add(existsSync(path) ? readFileSync(path, 'utf8') : '', script) });
}

const noteRule = `policy com.example.notes

deny publishing
  when mcp "my-notes" tool "publish"
  reason "Notes are not for the public."
`;

/** Puts a program before bylaw that writes down each payload and its answer, and has bylaw keep a log. */
function record({ product, payloads, log }: Sandbox): void {
  const real = product.replace(/bylaw\.cjs$/, 'bylaw-real.cjs');
  renameSync(product, real);
  writeFileSync(
    product,
    `const { spawnSync } = require('node:child_process');
const { appendFileSync, readFileSync, writeSync } = require('node:fs');
// The shell around the hook wants an answer where only the hook prints, and an exit code that only the hook has.
const { ${guardVariable}: guarded, ...env } = process.env;
const input = readFileSync(0, 'utf8');
const args = [${JSON.stringify(real)}, ...process.argv.slice(2), '--log', ${JSON.stringify(log)}];
const { stdout, stderr, status } = spawnSync(process.execPath, args, { input, env, encoding: 'utf8' });
appendFileSync(${JSON.stringify(payloads)}, JSON.stringify({ input, stdout, stderr, status }) + '\\n');
writeSync(guarded === undefined ? 1 : ${guardOutput}, stdout);
process.stderr.write(stderr);
process.exitCode = guarded === undefined ? status ?? 2 : ${JSON.stringify(guardExits)}[status] ?? 1;
`,
  );
}

/** One start of the harness, with what the model saw. */
async function converse(
  sandbox: Sandbox,
  model: Model,
  script: Script,
  harness: Harness,
  place: Place,
): Promise<{ readonly asked: boolean; readonly leaked: boolean; readonly downloaded: boolean }> {
  const seen = model.play(script);
  const { status, output } = await runIn(sandbox, harness.run(place));
  appendFileSync(join(sandbox.folder, 'harness.txt'), `${output}\nends with ${status}\n`);
  appendFileSync(join(sandbox.folder, 'model.json'), `${JSON.stringify(seen, null, 1)}\n`);
  const turns = harness.endsOnDenial === true ? seen.calls.length : seen.results.length;
  return {
    asked: turns >= script.steps.length,
    leaked: seen.leaks.some((each) => each.includes(secret)),
    downloaded: seen.downloads > 0,
  };
}

/** Whether a log has what came of the harmless command. */
function isTold(log: string): boolean {
  if (!existsSync(log)) return false;
  const lines = readdirSync(log).flatMap((name) => readFileSync(join(log, name), 'utf8').split('\n'));
  return lines
    .filter((line) => line.includes('"type":"observed"') && line.includes(harmlessOutput))
    .some((line) => JSON.parse(line).of === 'tool.after');
}
