/**
 * Calls on trees with links, scripts and globs do nothing that is not derived of their text and of the tree. Each is run
 * for real in a sandbox, and derived with a disk that has the same tree.
 */
import { describe, expect, test } from 'vitest';
import type { Effects } from '../../src/facts/effect/effect.ts';
import { derive } from '../../src/facts/facts.ts';
import { isKnown, showPathShape } from '../../src/pattern/path/path-shape.ts';
import { chanceOf } from '../pattern/path-pairs.ts';
import { shellEvent } from '../variants/shell-event.ts';
import { coverageOf, showDeed } from './differential/compare.ts';
import { whyNot } from './differential/probes.ts';
import { hasTracer, runAll, workspace } from './differential/sandbox.ts';
import { callIn, diskOf, treeIn, worldOf } from './disk/trees.ts';
import { effort, isFull, seed, tell, timeout } from './effort.ts';

const reason = await whyNot();
if (reason !== undefined) console.warn(`calls are not run, since they cannot be contained: ${reason}`);

test.runIf(isFull)('calls are contained, and all that they do is seen', () => {
  expect(reason).toBeUndefined();
  expect(hasTracer).toBe(true);
});

/** `. file` and `eval` have the words of the shell that they are in, which are not known. */
const sources = /(?:^|[;&] )(?:\.|eval) /;

/** A name that the call has changed is open in a listing, and so is one of more names than are followed. */
const lists = /; (?:find|ls) |\| (?:head|tail) -1\)/;

/**
 * What of a call is open though its text and the disk decide it. What it may have written itself is open by right: scripts, and
 * names in a folder that it has put in its place.
 */
const isOpen = ({ unknowns, paths }: Effects): boolean =>
  unknowns.some(({ why }) => !/^(?:the call may write|whether the call writes) this script/.test(why)) ||
  (paths.some(({ path }) => !isKnown(path)) &&
    !paths.some(({ kind, recursive }) => kind === 'write' && recursive));

/**
 * Whether a call reads a file outside of the workspace, or a hidden one: what such a file holds is no value, and stays open
 * by right.
 */
const readsClosed = ({ paths }: Effects): boolean =>
  paths.some(
    ({ kind, path, leads }) =>
      kind === 'read' && !/^(?:~|\/home\/user)\/project(?:\/[^.][^/]*)*$/.test(showPathShape(leads ?? path)),
  );

describe.runIf(reason === undefined)('what calls do on a disk is derived', () => {
  test('of generated calls on generated trees', { timeout }, () => {
    const chance = chanceOf(seed);
    const trees = effort(150, 1);
    const each = isFull ? 100 : 30;
    const misses: string[] = [];
    const open: string[] = [];
    let [deeds, calls, through] = [0, 0, 0];
    for (let done = 0; done < trees; done++) {
      const tree = treeIn(chance);
      const texts = Array.from({ length: each }, () => callIn(chance));
      const disk = diskOf(tree);
      const outcomes = runAll(
        texts.map((text) => ({ shell: 'bash', text })),
        worldOf(tree),
      );
      for (const [at, outcome] of outcomes.entries()) {
        const text = texts[at] ?? '';
        const { effects } = derive(shellEvent(text, workspace), undefined, undefined, { disk });
        const missed = outcome.deeds.filter(
          (deed) => deed.what !== 'ran' && coverageOf(deed, effects) === 'missed',
        );
        calls++;
        deeds += outcome.deeds.length;
        if (outcome.deeds.length > 0) through++;
        if (missed.length > 0)
          misses.push(
            `${text}\n  ${missed.map(showDeed).join(', ')}\n  ${JSON.stringify(tree.links)}\n${JSON.stringify(tree.files)}`,
          );
        if (!sources.test(text) && !lists.test(text) && isOpen(effects) && !readsClosed(effects))
          open.push(text);
      }
    }
    tell({
      trees,
      calls,
      'calls that did something': through,
      deeds,
      misses: misses.length,
      'left open': open.length,
    });
    expect(misses.sort((one, other) => one.length - other.length).slice(0, 12)).toEqual([]);
    expect([...new Set(open)].slice(0, 10)).toEqual([]);
  });
});
