/** Leaves out of scripts what their misses do not need. */
import { smaller } from './generate.ts';
import { type Judged, judgeAll } from './judge.ts';

/**
 * Scripts that are as short as they go and still do what is looked for; those that do it not at all stay as they are.
 * All at once, since a sandbox takes its time to start.
 */
export function shrink(found: readonly Judged[], isFound: (judged: Judged) => boolean): readonly Judged[] {
  let open = found.map((judged) => ({ judged, done: false }));
  for (let round = 0; round < 12 && open.some(({ done }) => !done); round++) {
    const tries = open.flatMap(({ judged, done }, of) =>
      done ? [] : smaller(judged.script).map((script) => ({ of, script })),
    );
    const results = judgeAll(tries.map(({ script }) => script));
    open = open.map(({ judged, done }, of) => {
      const better = results.find((result, at) => tries[at]?.of === of && isFound(result));
      return better === undefined || done ? { judged, done: true } : { judged: better, done: false };
    });
  }
  return open.map(({ judged }) => judged);
}
