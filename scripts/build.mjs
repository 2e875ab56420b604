// Builds what is out of date, and nothing else:
//
//   node scripts/build.mjs [STEP…]     all steps if none is named: parser, validators, tables, command, policies, types
//
// `prepare` runs it after an installation, `npm start` and `npm test` before they begin.
import { rmSync } from 'node:fs';
import process from 'node:process';

const began = performance.now();
const seconds = () => `${((performance.now() - began) / 1000).toFixed(1)} s`;

await haveTools();
const { steps } = await import('./build/steps.mjs');
const { outOfDate, runStep, unknownFiles } = await import('./build/up-to-date.mjs');
const { linkCommand } = await import('./build/link-command.mjs');

const named = process.argv.slice(2);
const unknown = named.find((name) => !steps.some((step) => step.name === name));
if (unknown !== undefined) {
  console.error(`build: there is no step \`${unknown}\`: ${steps.map(({ name }) => name).join(', ')}`);
  process.exit(3);
}
const wanted = steps.filter(({ name }) => named.length === 0 || named.includes(name));
let built = 0;
for (const step of wanted) {
  // A step may make the input of a later one, so each is checked when its turn comes.
  if (outOfDate([step]).length === 0) continue;
  console.error(`build: making ${step.says} …`);
  try {
    await runStep(step);
  } catch (error) {
    // esbuild has shown its own errors, with their places.
    console.error(
      `build: could not make ${step.says}${error.errors === undefined ? `\n${error.stack}` : ''}`,
    );
    process.exit(1);
  }
  built++;
}
if (named.length === 0)
  for (const path of unknownFiles()) {
    console.error(`build: removing ${path}, which no step makes`);
    rmSync(new URL(`../${path}`, import.meta.url));
  }
if (built > 0) console.error(`build: done in ${seconds()}`);
else if (process.env.npm_lifecycle_event === 'build') console.error('build: up to date');
linkCommand();

/** The build needs the development dependencies. `npm pack` in a clone that has none installs them first. */
async function haveTools() {
  const missing = await import('esbuild').then(
    () => false,
    (error) => error.code === 'ERR_MODULE_NOT_FOUND',
  );
  if (!missing) return;
  if (['pack', 'publish'].includes(process.env.npm_command ?? '')) {
    console.error('build: installing what the build needs (npm ci) …');
    const { spawnSync } = await import('node:child_process');
    const { status } = spawnSync('npm', ['ci', '--ignore-scripts'], {
      cwd: new URL('..', import.meta.url),
      // npm's standard output is the result of `npm pack`.
      stdio: ['ignore', 2, 2],
      env: { ...process.env, npm_config_dry_run: 'false' },
      shell: process.platform === 'win32',
    });
    if (status === 0) return;
  }
  console.error('build: what builds bylaw is not installed; run `npm ci` in this folder first');
  process.exit(1);
}
