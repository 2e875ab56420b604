// Whether bylaw has become slower than it was: measures it beside the references written by hand, and compares the
// ratios with those of `baseline.json`. Ends with 1 where one lies beyond the noise of both measurements.
//
//   npm run build && node bench/regressions.mjs --compare
//
// Needs none of the other engines. `--help` lists the options.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digits } from '../scripts/statistics.mjs';
import { compareRatios, ratiosOf } from './baseline.mjs';
import { baselineCases, caseName, familyLines, references } from './cases.mjs';
import { allOf, leastRounds, measure } from './measure.mjs';
import {
  chosenCases,
  readFigures,
  readOptions,
  runBench,
  WrongUsage,
  wholeNumber,
  writeFigures,
} from './usage.mjs';

const help = `node bench/regressions.mjs --compare | --write

  --compare          measure, and compare with the baseline
  --write            measure, and write the baseline
  --only FAMILY,…    only these workloads:
${familyLines(21)}
  --rules N,…        only these numbers of rules
  --repetitions N    processes in which each case is measured anew: their difference is the noise (5)
  --turn MS          how long a turn lasts (100)
  --handicap N       let bylaw decide each call N times, to see that the comparison notices
  --file FILE        the baseline (bench/baseline.json)
`;

await runBench(main);

async function main() {
  const options = readOptions({
    compare: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    only: { type: 'string' },
    rules: { type: 'string' },
    repetitions: { type: 'string', default: '5' },
    turn: { type: 'string', default: '100' },
    handicap: { type: 'string', default: '1' },
    file: { type: 'string', default: join(dirname(fileURLToPath(import.meta.url)), 'baseline.json') },
    help: { type: 'boolean', default: false },
  });
  if (options.help) {
    console.log(help);
    return 0;
  }
  if (options.compare === options.write)
    throw new WrongUsage('Give either `--compare` or `--write`; `--help` says what they do.');
  // Read before anything is measured, which takes minutes.
  const before = options.compare ? readFigures('file', options.file, 'ratios').ratios : [];
  const now = await ratiosNow(options);
  if (options.write) {
    writeFigures('file', options.file, { node: process.version, ratios: now }, 2);
    console.log(`${now.length} ratios written to ${options.file}`);
    return 0;
  }
  return report(compareRatios(before, now), now);
}

async function ratiosNow(asked) {
  const options = {
    rounds: leastRounds,
    turn: wholeNumber('turn', asked.turn, 1),
    loadWithin: 120_000,
    handicap: wholeNumber('handicap', asked.handicap, 1),
  };
  const repetitions = wholeNumber('repetitions', asked.repetitions, 1);
  const found = [];
  for (const { plan } of chosenCases(baselineCases(), asked)) {
    const name = caseName(plan);
    const all = [];
    for (let repetition = 0; repetition < repetitions; repetition++) {
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
  if (known === 0) console.log('nothing was compared: the baseline has none of these cases');
  return regressions.length > 0 || known === 0 ? 1 : 0;
}
