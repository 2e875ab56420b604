// Runs campaigns: the same tests as in the gate, many times as many cases, with a seed that was never used before.
//
//   npm run campaign -- [NAME…] [harnesses [HARNESS…] [COLUMN…]] [--minutes N] [--seed S]
//
//   NAME          a campaign, which is a file in test/campaign/; all of them if none is named
//   HARNESS, COLUMN   those of the campaign `harnesses`; all of them if none is named
//   --minutes N   begins new rounds, each with a seed of its own, until so many minutes are over; one round otherwise
//   --seed S      the seed of the first round, to repeat one; a new one otherwise
//
// The last figures of each campaign are kept in docs/development/campaigns.md. Ends with 1 where anything was found,
// and says how to repeat it.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { root } from './build/root.mjs';
import { readCampaignArguments } from './campaign-arguments.mjs';
import { writeFigures } from './campaign-figures.mjs';

const known = readdirSync(join(root, 'test', 'campaign'))
  .flatMap((file) => /^(.+)\.test\.ts$/.exec(file)?.[1] ?? [])
  .sort();
const given = readCampaignArguments(process.argv.slice(2), process.env, known);
if ('problem' in given) {
  console.error(`campaign: ${given.problem}`);
  process.exit(3);
}
const { names, only = [], minutes, seed = randomInt(2 ** 31) } = given;

if ((await run([join('scripts', 'build.mjs')])) !== 0) process.exit(1);
const findings = [];
for (const name of names) findings.push(...(await campaign(name)));
for (const { name, seed } of findings)
  console.error(
    `campaign: ${name} found something; repeat it with: npm run campaign -- ${name} --seed ${seed}`,
  );
process.exitCode = findings.length === 0 ? 0 : 1;

/** Runs the rounds of one campaign; what it found, by its seed. */
async function campaign(name) {
  const began = Date.now();
  const figures = {};
  const found = [];
  let rounds = 0;
  do {
    const of = (seed + rounds) % 2 ** 31;
    console.log(`campaign: ${name}, round ${rounds + 1}, seed ${of}`);
    if (!(await round(name, of, figures))) found.push({ name, seed: of });
    rounds++;
    const shown = Object.entries(figures).map(([what, count]) => `${count.toLocaleString('en-US')} ${what}`);
    console.log(
      `campaign: ${name}, ${minutesSince(began)} min, tried ${shown.join(', ')}; rounds with findings: ${found.length}`,
    );
  } while (Date.now() - began < minutes * 60_000);
  writeFigures({
    name,
    date: new Date().toISOString().slice(0, 10),
    seed,
    rounds,
    figures,
    minutes: minutesSince(began),
    found,
  });
  return found;
}

/** One round; adds up its figures. False where anything was found. */
async function round(name, seed, figures) {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-campaign-'));
  const told = join(folder, 'figures.jsonl');
  try {
    const code = await run(
      [
        join('node_modules', 'vitest', 'vitest.mjs'),
        'run',
        '--project',
        'campaign',
        `test/campaign/${name}.test.ts`,
      ],
      { BYLAW_CAMPAIGN: 'full', BYLAW_SEED: String(seed), BYLAW_FIGURES: told, BYLAW_ONLY: only.join() },
    );
    const lines = existsSync(told) ? readFileSync(told, 'utf8').trimEnd().split('\n') : [];
    for (const line of lines)
      for (const [what, count] of Object.entries(JSON.parse(line)))
        figures[what] = (figures[what] ?? 0) + count;
    return code === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(args, env = {}) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return new Promise((resolve) => child.on('close', resolve));
}

function minutesSince(began) {
  return ((Date.now() - began) / 60_000).toFixed(1);
}
