/**
 * Scripts that are run for real, in a sandbox, do nothing that is not derived of their text. Where there can be no
 * sandbox, nothing is run: a campaign fails then, and the sample of the gate is left out and says why.
 */
import { describe, expect, test } from 'vitest';
import { chanceOf } from '../pattern/path-pairs.ts';
import { cases } from './differential/cases.ts';
import { type Coverage, coverageOf, effectsOf, showEffects } from './differential/compare.ts';
import { generate, namesOf, runOf, type Script, textOf } from './differential/generate.ts';
import { generateBody, interpreters } from './differential/interpreters.ts';
import { outside } from './differential/outside.ts';
import { hasDash, whyNot } from './differential/probes.ts';
import { type Change, runAll } from './differential/sandbox.ts';
import { type Miss, shrink } from './differential/shrink.ts';
import { effort, isFull, seed, tell, timeout } from './effort.ts';

const reason = await whyNot();
if (reason !== undefined) console.warn(`scripts are not run, since they cannot be contained: ${reason}`);

test.runIf(isFull)('scripts are contained', () => {
  expect(reason).toBeUndefined();
});

const missed = (text: string, changes: readonly Change[]): readonly Change[] => {
  const effects = effectsOf(text);
  return changes.filter((change) => coverageOf(change, effects) === 'missed');
};
const show = (changes: readonly Change[]): string =>
  changes.map(({ what, path }) => `${what} ${path}`).join(', ');

describe.runIf(reason === undefined)('what scripts do is derived', () => {
  test('of those that once did more', { timeout }, () => {
    const outcomes = runAll(cases.map((text) => ({ shell: 'bash', text })));
    // A case that does nothing shows nothing.
    expect(cases.filter((_, at) => outcomes[at]?.changes.length === 0)).toEqual([]);
    expect(cases.filter((text, at) => missed(text, outcomes[at]?.changes ?? []).length > 0)).toEqual([]);
  });

  test('except for what is known to be outside', { timeout }, () => {
    const shown = outside.filter(({ shell }) => shell !== 'dash' || hasDash);
    const outcomes = runAll(shown.map(({ example, shell = 'bash' }) => ({ shell, text: example })));
    expect(shown.filter(({ example, test }, at) => !test(example, outcomes[at]?.said ?? ''))).toEqual([]);
    const mended = shown.filter(
      ({ example }, at) => missed(example, outcomes[at]?.changes ?? []).length === 0,
    );
    expect(mended.map(({ example, why }) => ({ example, why }))).toEqual([]);
  });

  test.each(interpreters)('of generated ones for $program', { timeout }, ({ show: write }) => {
    const chance = chanceOf(seed);
    const misses: string[] = [];
    const all = effort(1000, 20);
    for (let done = 0; done < all; done += 500) {
      const texts = Array.from({ length: Math.min(500, all - done) }, () => write(generateBody(chance)));
      for (const [at, { changes }] of runAll(texts.map((text) => ({ shell: 'bash', text }))).entries()) {
        const text = texts[at] ?? '';
        const open = missed(text, changes);
        if (open.length > 0) misses.push(`${show(open)}\n${text}`);
      }
    }
    expect(misses.sort((one, other) => one.length - other.length).slice(0, 3)).toEqual([]);
  });

  test('of generated ones', { timeout }, () => {
    const all = effort(20_000, 60);
    const chance = chanceOf(seed);
    const figures = {
      effects: 0,
      certain: 0,
      possible: 0,
      anywhere: 0,
      unknown: 0,
      missed: 0,
      outside: 0,
      quiet: 0,
    };
    const misses: Miss[] = [];
    for (let done = 0; done < all; done += 500) {
      const scripts = Array.from({ length: Math.min(500, all - done) }, () => generate(chance)).map(
        (script): Script => (hasDash ? script : { ...script, shell: 'bash' }),
      );
      for (const [at, { changes, said }] of runAll(scripts.map(runOf)).entries()) {
        const script = scripts[at];
        if (script === undefined) continue;
        if (changes.length === 0) figures.quiet++;
        const text = textOf(script);
        const effects = effectsOf(text);
        const open = changes.filter((change) => {
          const coverage: Coverage = coverageOf(change, effects);
          figures.effects++;
          figures[coverage]++;
          return coverage === 'missed';
        });
        if (open.length === 0) continue;
        if (outside.some(({ test }) => test(text, said))) figures.outside++;
        else misses.push({ script, missed: open });
      }
    }
    tell({
      scripts: all,
      'scripts that changed nothing': figures.quiet,
      changes: figures.effects,
      'changes that are certain': figures.certain,
      'changes that are possible': figures.possible,
      'changes of a path of which nothing is known': figures.anywhere,
      'changes that only an unknown part covers': figures.unknown,
      'scripts with a miss that is outside': figures.outside,
    });
    const shown = shrink(misses.slice(0, 20 * effort(10, 1)));
    const groups = new Map<string, string>();
    for (const { script, missed: changes } of shown) {
      const text = textOf(script);
      const group = namesOf(script).join(' | ');
      if (groups.has(group) || groups.size >= 20) continue;
      groups.set(
        group,
        `${script.shell}: ${text}\n  did: ${show(changes)}\n  derived: ${showEffects(effectsOf(text))}`,
      );
    }
    const report = [...groups].map(([group, text]) => `── ${group}\n${text}`).join('\n');
    expect(`${misses.length} misses\n${report}`).toBe('0 misses\n');
  });
});
