// Whether bylaw has become slower than it was: measures it beside the references written by hand, and compares the
// ratios with those of `baseline.json`. Ends with 1 where one lies beyond the noise of both measurements.
//
//   npm run build && node bench/regressions.mjs --compare
//
// Needs none of the other engines. `--help` lists the options.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compareRatios, ratiosOf } from './baseline.mjs';
import { baselineCases, caseName, references } from './cases.mjs';
import { allOf, measure } from './measure.mjs';
import { digits } from './statistics.mjs';

const help = `node bench/regressions.mjs --compare | --write

  --compare          measure, and compare with the baseline
  --write            measure, and write the baseline
  --only FAMILY,…    only these workloads
  --rules N,…        only these numbers of rules
  --repetitions N    processes in which each case is measured anew: their difference is the noise (5)
  --turn MS          how long a turn lasts (100)
  --handicap N       let bylaw decide each call N times, to see that the comparison notices
  --file FILE        the baseline (bench/baseline.json)
`;

process.exitCode = await main();

async function main() {
  const { values: options } = parseArgs({
    options: {
      compare: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      only: { type: 'string' },
      rules: { type: 'string' },
      repetitions: { type: 'string', default: '5' },
      turn: { type: 'string', default: '100' },
      handicap: { type: 'string', default: '1' },
      file: { type: 'string', default: join(dirname(fileURLToPath(import.meta.url)), 'baseline.json') },
      help: { type: 'boolean', default: false },
    },
  });
  if (options.help || options.compare === options.write) {
    console.log(help);
    return options.help ? 0 : 2;
  }
  const now = await ratiosNow(options);
  if (options.write) {
    writeFileSync(options.file, `${JSON.stringify({ node: process.version, ratios: now }, null, 2)}\n`);
    console.log(`${now.length} ratios written to ${options.file}`);
    return 0;
  }
  return report(compareRatios(JSON.parse(readFileSync(options.file, 'utf8')).ratios, now), now);
}

async function ratiosNow({ only, rules, repetitions, turn, handicap }) {
  const found = [];
  for (const { plan } of baselineCases()) {
    if (only !== undefined && !only.split(',').includes(plan.family)) continue;
    if (rules !== undefined && !rules.split(',').map(Number).includes(plan.rules)) continue;
    const name = caseName(plan);
    const all = [];
    for (let repetition = 0; repetition < Number(repetitions); repetition++) {
      const options = { rounds: 5, turn: Number(turn), loadWithin: 120_000, handicap: Number(handicap) };
      all.push(await measure(allOf(plan, ['bylaw', ...references]), options));
    }
    const failed = all.flatMap((taken) => Object.values(taken).flatMap((each) => each.failed ?? []))[0];
    if (failed !== undefined) throw new Error(`${name}: ${failed}`);
    const ratios = ratiosOf(name, all, references);
    for (const { against, ratio, noise } of ratios) {
      console.error(`${name}: ${digits(ratio)} times ${against}, ±${Math.round(noise * 100)}%`);
    }
    found.push(...ratios);
  }
  return found;
}

function report({ regressions, unknown }, now) {
  for (const { ratio, before, limit } of regressions) {
    console.log(
      `slower: ${ratio.case}: ${digits(ratio.ratio)} times ${ratio.against}, and it was ${digits(before.ratio)}; noise would explain ${digits(limit)}`,
    );
  }
  for (const { case: name, against } of unknown)
    console.log(`not in the baseline: ${name}, against ${against}`);
  const known = now.length - unknown.length;
  console.log(`${regressions.length} of ${known} ratios are worse than their noise allows`);
  if (now.length === 0)
    console.log('there is no such case: `--only` and `--rules` name workloads and numbers of rules');
  else if (known === 0) console.log('nothing was compared: the baseline has none of these cases');
  return regressions.length > 0 || known === 0 ? 1 : 0;
}
