// bylaw beside other engines. Prints a table of how long one decision takes, and fails where an engine decided wrongly:
// a wrong answer that is fast is no figure.
//
//   npm run build && npm ci --prefix bench && node bench/compare.mjs [options]
//
// README.md beside this file says what is measured and how to read it; `--help` lists the options.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from '../scripts/statistics.mjs';
import { allCases, caseName, engines, familyLines, peers, references } from './cases.mjs';
import { drawChart } from './chart.mjs';
import { betweenMarkers } from './docs-section.mjs';
import { allOf, leastRounds, measure } from './measure.mjs';
import { markdownTables } from './table.mjs';
import {
  chosenCases,
  readFigures,
  readOptions,
  runBench,
  someOf,
  WrongUsage,
  wholeNumber,
  writeFigures,
} from './usage.mjs';

const help = `node bench/compare.mjs [options]

  --rounds N         rounds in which every engine has a turn (7; at least ${leastRounds})
  --turn MS          how long a turn lasts (200)
  --engines A,B      only these: ${Object.keys(engines).join(', ')}
  --only FAMILY,…    only these workloads:
${familyLines(21)}
  --rules N,…        only these numbers of rules
  --load-within S    an engine that takes longer to load is left out, and the table says so (20)
  --clock            the clock instead of the processor's time
  --json FILE        write all figures
  --from FILE        do not measure: take the figures that --json wrote
  --write-docs       rewrite the table and the chart of docs/development/performance.md
`;

const folder = dirname(fileURLToPath(import.meta.url));
const docs = resolve(folder, '../docs/development');

await runBench(main);

async function main() {
  const options = readOptions({
    rounds: { type: 'string', default: '7' },
    turn: { type: 'string', default: '200' },
    engines: { type: 'string', default: Object.keys(engines).join(',') },
    only: { type: 'string' },
    rules: { type: 'string' },
    'load-within': { type: 'string', default: '20' },
    clock: { type: 'boolean', default: false },
    json: { type: 'string' },
    from: { type: 'string' },
    'write-docs': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  });
  if (options.help) {
    console.log(help);
    return 0;
  }
  if (options['write-docs'] && (options.only ?? options.rules) !== undefined) {
    throw new WrongUsage('`--write-docs` writes the whole table: leave out `--only` and `--rules`.');
  }
  const result = options.from === undefined ? await run(options) : readFigures('from', options.from, 'cases');
  console.log(markdownTables(result.cases));
  if (options['write-docs']) writeDocs(result);
  return failures(result.cases);
}

async function run(options) {
  const chosen = someOf('engines', options.engines, Object.keys(engines));
  const how = {
    rounds: wholeNumber('rounds', options.rounds, leastRounds),
    turn: wholeNumber('turn', options.turn, 1),
    loadWithin: wholeNumber('load-within', options['load-within'], 1) * 1000,
    clock: options.clock,
  };
  const result = {
    node: process.version,
    rounds: how.rounds,
    measured: options.clock ? 'clock' : 'processor',
    cases: [],
  };
  for (const each of chosenCases(allCases(), options)) {
    console.error(caseName(each.plan));
    result.cases.push({ ...each, taken: await measure(allOf(each.plan, chosen), how) });
    // After each case, so that a run that is broken off keeps what it has.
    if (options.json !== undefined) writeFigures('json', options.json, result, 1);
  }
  return result;
}

/** A wrong decision, or an engine that broke: the run has failed. */
function failures(cases) {
  const failed = cases.flatMap(({ plan, taken }) =>
    Object.values(taken).flatMap(({ title, failed }) =>
      failed === undefined ? [] : [`${title} (${caseName(plan)}): ${failed}`],
    ),
  );
  for (const each of failed) console.error(each);
  return failed.length === 0 ? 0 : 1;
}

function writeDocs({ node, rounds, measured, cases }) {
  const page = join(docs, 'performance.md');
  const what = measured === 'clock' ? 'By the clock' : "Processor's time, of Cerbos the clock's";
  const intro = `${what}; medians of ${rounds} rounds in which all engines took turns; Node ${node.slice(1)}.`;
  writeFileSync(
    page,
    betweenMarkers(readFileSync(page, 'utf8'), 'compare', `${intro}\n\n${markdownTables(cases)}`),
  );
  writeFileSync(join(docs, 'decisions.svg'), drawChart(chartOf(cases, 'name')));
}

function chartOf(cases, family) {
  const own = cases.filter(({ table, plan }) => table === 'rules' && plan.family === family);
  const lines = ['bylaw', ...references, ...peers].flatMap((engine) => {
    const points = own.flatMap(({ plan, taken }) => {
      const rounds = taken[engine]?.rounds;
      return rounds === undefined ? [] : [{ rules: plan.rules, nanoseconds: median(rounds) }];
    });
    const role = engine === 'bylaw' ? 'own' : references.includes(engine) ? 'reference' : 'peer';
    return points.length === 0 ? [] : [{ name: engines[engine], role, points }];
  });
  return { title: 'Rules about the kind and the name of a tool', lines };
}
