// `npm test`: everything that a change has to pass. The build comes first, and then all else at once, so that the cores are
// busy to the end. What fails is shown when it fails, and the gate goes on, so that one run shows all that is wrong.
//
//   build           what is out of date, since the tests of the command run what is in dist/
//   lint, types, unused    format and lint (biome), types (tsc), what nothing uses (knip)
//   tests           the projects `unit` and `built` of vitest, at once: what is built mostly waits for processes.
//                   Campaigns are part of `unit`, with a small sample. Names of files (`npm test -- FILE…`) run these alone.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { writePlainSources } from './build/plain-sources.mjs';
import { root } from './build/root.mjs';

/**
 * Much of what tests make is soon garbage: where there is more room for it, less time goes into looking for it. Most code
 * runs a few times in a worker: it is compiled at once without optimizing, and a function has to run for longer before it is
 * optimized. All cores run tests, so that threads of V8 beside them gain nothing. Together they save a fourth.
 */
const flags = [
  '--max-semi-space-size=64',
  '--always-sparkplug',
  // The name of Node 20, and that of later ones; both refuse the other.
  process.versions.v8.startsWith('11.')
    ? '--interrupt-budget=1500000'
    : '--invocation-count-for-turbofan=60000',
  '--single-threaded',
];
const biome = ['ci', '--colors=off', '--error-on-warnings', '.'];
const began = performance.now();
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

await settled(step('build', [join('scripts', 'build.mjs')], 'inherit'));
await writePlainSources();
const chosen = process.argv.slice(2);
const checks = () => [
  step('lint', [join('node_modules', '@biomejs', 'biome', 'bin', 'biome'), ...biome]),
  // Each checker would look at much of the same again, and all of it has room: two fifths less processor time.
  step('types', [join('node_modules', 'typescript', 'bin', 'tsc'), '--noEmit', '--checkers', '1'], 'silent', {
    GOGC: 'off',
  }),
  step('unused', [
    '--max-semi-space-size=64',
    '--single-threaded',
    join('node_modules', 'knip', 'bin', 'knip.js'),
  ]),
];
// Tests of what is built mostly wait for processes, and leave the cores to the checks, which are soon over.
if (chosen.length > 0) await settled(...checks(), step('tests', vitest(...chosen), 'inherit'));
else
  await settled(
    ...checks(),
    step('tests of what is built', vitest('--project', 'built'), 'late'),
    step('tests of the sources', vitest('--project', 'unit'), 'inherit'),
  );
console.log(`gate: passed in ${seconds(began)}`);

function vitest(...args) {
  // The modules of the tests are made from the sources: what fails names its place there.
  return [...flags, '--enable-source-maps', join('node_modules', 'vitest', 'vitest.mjs'), 'run', ...args];
}

/** Waits for steps that run at once, and ends the gate where one of them failed: all that failed have been shown then. */
async function settled(...steps) {
  if ((await Promise.all(steps)).includes(false)) process.exit(1);
}

/**
 * Runs a step as a process; false where it failed. What it prints is shown at once (`inherit`), when it has ended (`late`),
 * or only where it fails (`silent`).
 */
async function step(name, args, output = 'silent', env = {}) {
  const since = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, BYLAW_GATE: '1', ...env },
    stdio: ['ignore', ...Array(2).fill(output === 'inherit' ? output : 'pipe')],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => {
      printed += text;
    });
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0 || output === 'late') process.stdout.write(printed);
  if (code === 0) console.log(`gate: ${name}, ${seconds(since)}`);
  else console.error(`gate: ${name} failed after ${seconds(since)}`);
  return code === 0;
}
