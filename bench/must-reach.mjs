// The ratios that a decision must reach, each measured in one run with what it is compared with, in turns. Prints each
// with its aim and whether it is reached; ends with 1 where one is not.
//
//   npm run build && npm ci --prefix bench && node bench/must-reach.mjs [options]
//
// `--from FILE` takes the other engines' figures from a run of compare.mjs (`--json FILE`), which has them all.

import { digits, median, ratios, spread } from '../scripts/statistics.mjs';
import { allCases, ordinarySize, peers, planOf } from './cases.mjs';
import { allOf, leastRounds, measure } from './measure.mjs';
import { readFigures, readOptions, runBench, wholeNumber } from './usage.mjs';

const help = `node bench/must-reach.mjs [options]

  --rounds N        rounds in which every engine has a turn (7; at least ${leastRounds})
  --turn MS         how long a turn lasts (200)
  --load-within S   an engine that takes longer to load is left out (20)
  --from FILE       take the other engines' figures from what compare.mjs wrote (--json FILE)
  --own             leave the other engines out
`;

/** @typedef {{ what: string, aim: string, ratios: readonly number[], isReached: boolean }} Aim */

await runBench(main);

async function main() {
  const options = readOptions({
    help: { type: 'boolean', default: false },
    own: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '7' },
    turn: { type: 'string', default: '200' },
    'load-within': { type: 'string', default: '20' },
    from: { type: 'string' },
  });
  if (options.help) {
    console.log(help);
    return 0;
  }
  const how = {
    rounds: wholeNumber('rounds', options.rounds, leastRounds),
    turn: wholeNumber('turn', options.turn, 1),
    loadWithin: wholeNumber('load-within', options['load-within'], 1) * 1000,
  };
  const before = options.from === undefined ? undefined : readFigures('from', options.from, 'cases').cases;
  const aims = [...(await ownAims(how)), ...(options.own ? [] : await aimsBesidePeers(before, how))];
  const widest = Math.max(...aims.map(({ what }) => what.length));
  for (const { what, aim, ratios: found, isReached } of aims) {
    const shown = `${digits(median(found))} ±${Math.round(spread(found) * 100)}%`;
    console.log(
      `${isReached ? 'reached' : 'MISSED '}  ${what.padEnd(widest)}  ${shown.padStart(14)}  aim: ${aim}`,
    );
  }
  return aims.every(({ isReached }) => isReached) ? 0 : 1;
}

/** What is asked of bylaw beside the references, and beside itself. */
async function ownAims(how) {
  const bylaw = (family, rules) => ({ engine: 'bylaw', plan: planOf(family, rules, ordinarySize) });
  const mixed = planOf('mixed', 1600, ordinarySize);
  const rounds = await roundsOf(
    {
      hundred: bylaw('name', 100),
      thousand: bylaw('name', 1000),
      hash: { engine: 'hash', plan: planOf('name', 1000, ordinarySize) },
      'ten thousand': bylaw('name', 10_000),
      plain: { engine: 'bylaw', plan: planOf('plain', 1000, ordinarySize) },
      mixed: { engine: 'bylaw', plan: mixed },
      values: { engine: 'bylaw-values', plan: mixed },
      unrecorded: { engine: 'bylaw-unrecorded', plan: planOf('name', 1000, ordinarySize) },
      'mixed unrecorded': { engine: 'bylaw-unrecorded', plan: mixed },
    },
    how,
  );
  const { hundred, thousand, hash, plain, mixed: all, values, unrecorded } = rounds;
  // The least may be nothing: where a round was disturbed, the analysis alone can take longer than the decision.
  const besideAnalysis = all.map((taken, at) => Math.max(0, taken - values[at]));
  return [
    atMost('1,000 rules of kind and name, to a hash', 3, ratios(thousand, hash)),
    atMost('10,000 rules of kind and name, to 100', 2, ratios(rounds['ten thousand'], hundred)),
    atMost('1,600 mixed rules less the analysis of commands, to 1,000', 10, ratios(besideAnalysis, plain)),
    atMost('clauses always recorded, to never (kind and name)', 1.15, ratios(thousand, unrecorded)),
    atMost('clauses always recorded, to never (mixed)', 1.15, ratios(all, rounds['mixed unrecorded'])),
  ];
}

/**
 * For each workload and number of rules, the fastest of the other engines to bylaw. Where bylaw has to find out what
 * the others are handed, also with what that takes added to theirs: who takes another engine has to find it out too.
 */
async function aimsBesidePeers(before, how) {
  const cases = before?.filter(({ table }) => table === 'rules') ?? (await measuredCases(how));
  return cases.flatMap(({ title, plan, taken }) => {
    const own = taken.bylaw?.rounds;
    const others = peers.flatMap((peer) =>
      taken[peer]?.rounds === undefined ? [] : [{ peer, rounds: taken[peer].rounds }],
    );
    if (own === undefined || others.length === 0) return [];
    const best = others.reduce((a, b) => (median(b.rounds) < median(a.rounds) ? b : a));
    const what = `${best.peer} to bylaw: ${plan.rules.toLocaleString('en-US')} rules, ${title}`;
    const values = taken['bylaw-values']?.rounds;
    return [
      atLeast(what, plan.rules === 1000 ? 100 : 1, ratios(best.rounds, own)),
      ...(values === undefined
        ? []
        : [
            atLeast(
              `${what}, and the values found out`,
              1,
              ratios(
                best.rounds.map((taken, at) => taken + values[at]),
                own,
              ),
            ),
          ]),
    ];
  });
}

async function measuredCases(how) {
  const found = [];
  for (const each of allCases().filter(({ table }) => table === 'rules')) {
    found.push({ ...each, taken: await measure(allOf(each.plan, ['bylaw', 'bylaw-values', ...peers]), how) });
  }
  return found;
}

async function roundsOf(entries, how) {
  const taken = await measure(entries, { ...how, loadWithin: 120_000 });
  return Object.fromEntries(
    Object.entries(taken).map(([key, one]) => {
      if (one.rounds === undefined)
        throw new Error(`${one.title}: ${one.failed ?? one.cannot ?? one.leftOut}`);
      return [key, one.rounds];
    }),
  );
}

function atMost(what, limit, found) {
  return { what, aim: `at most ${limit}`, ratios: found, isReached: median(found) <= limit };
}

function atLeast(what, limit, found) {
  const isReached = limit === 1 ? median(found) > 1 : median(found) >= limit;
  return { what, aim: limit === 1 ? 'more than 1' : `at least ${limit}`, ratios: found, isReached };
}
