/** Leaves out of scripts what their misses do not need. */
import { coverageOf, effectsOf } from './compare.ts';
import { runOf, type Script, smaller, textOf } from './generate.ts';
import { type Change, runAll } from './sandbox.ts';

export interface Miss {
  readonly script: Script;
  readonly missed: readonly Change[];
}

/** The changes of each script that are not covered; the scripts are run. */
const missesOf = (scripts: readonly Script[]): readonly (readonly Change[])[] =>
  runAll(scripts.map(runOf)).map(({ changes }, at) => {
    const script = scripts[at];
    if (script === undefined || changes.length === 0) return [];
    const effects = effectsOf(textOf(script));
    return changes.filter((change) => coverageOf(change, effects) === 'missed');
  });

/** All at once, since a sandbox takes its time to start. */
export function shrink(misses: readonly Miss[]): readonly Miss[] {
  let open = misses.map((miss) => ({ miss, done: false }));
  for (let round = 0; round < 12 && open.some(({ done }) => !done); round++) {
    const tries = open.flatMap(({ miss, done }, of) =>
      done ? [] : smaller(miss.script).map((script) => ({ of, script })),
    );
    const found = missesOf(tries.map(({ script }) => script));
    open = open.map(({ miss, done }, of) => {
      const better = tries.findIndex((tried, at) => tried.of === of && (found[at]?.length ?? 0) > 0);
      const script = tries[better]?.script;
      return script === undefined || done
        ? { miss, done: true }
        : { miss: { script, missed: found[better] ?? [] }, done: false };
    });
  }
  return open.map(({ miss }) => miss);
}
