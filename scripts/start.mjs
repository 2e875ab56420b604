// `npm start`: a dry run whose denial the reader sees, and then the server with a
// line to try it. Everything here is done with the command that users have.
import { spawn, spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const command = join('dist', 'bylaw.cjs');
const example = 'examples/shell-call.json';

// The types of the library are not needed here. What is up to date is not built again; the rest says what it does.
const build = spawnSync(process.execPath, [join('scripts', 'build.mjs'), 'parser', 'validators', 'command'], {
  cwd: root,
  stdio: 'inherit',
});
if (build.status !== 0) process.exit(build.status ?? 1);

console.log(`$ bylaw eval --policies policies ${example}\n`);
const dryRun = spawnSync(process.execPath, [command, 'eval', '--policies', 'policies', example], {
  cwd: root,
  stdio: 'inherit',
});
// 1 says that the event was denied, which is what it is there for.
if (dryRun.status !== 1) process.exit(dryRun.status ?? 1);

console.log('\n$ bylaw serve --policies policies\n');
const server = spawn(
  process.execPath,
  [command, 'serve', '--policies', 'policies', ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: ['ignore', 'inherit', 'pipe'],
  },
);
server.stderr.setEncoding('utf8');
let told = false;
server.stderr.on('data', (text) => {
  process.stderr.write(text);
  const url = /http:\S+\/hooks/.exec(text)?.[0];
  if (url === undefined || told) return;
  told = true;
  console.log(
    `\nTry it from another terminal, in this folder; end the server with Ctrl-C, or with \`kill ${server.pid}\`:\n`,
  );
  console.log(`  curl -s ${url} -H 'content-type: application/json' -d @${example}\n`);
});
server.on('exit', (code) => process.exit(code ?? 0));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
