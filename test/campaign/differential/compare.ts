/**
 * What a script did, held against what is derived of its text: each change needs a delete or a write that may name it,
 * or an unknown part. A home is the one that scripts are run with.
 */
import type { Effects, PathEffect } from '../../../src/facts/effect.ts';
import { derive } from '../../../src/facts/facts.ts';
import { compilePath, type PathPattern } from '../../../src/pattern/path.ts';
import { isKnown, type PathShape, showPathShape } from '../../../src/pattern/path-shape.ts';
import { NO } from '../../../src/pattern/truth.ts';
import { shellEvent } from '../../variants/shell-event.ts';
import { type Change, home, workspace } from './sandbox.ts';

/**
 * How a change is covered, the best of: `certain`: by its path. `possible`: perhaps, or by a path of which parts are not
 * known. `anywhere`: by a path of which nothing is known. `unknown`: only by what is said not to be known.
 */
export type Coverage = 'certain' | 'possible' | 'anywhere' | 'unknown' | 'missed';
const order: readonly Coverage[] = ['certain', 'possible', 'anywhere', 'unknown', 'missed'];

export const effectsOf = (text: string): Effects => derive(shellEvent(text, workspace)).effects;

const homeSegments = home.slice(1).split('/');
const atHome = (path: PathShape): PathShape =>
  path.anchor === 'home' ? { anchor: 'root', segments: [...homeSegments, ...path.segments] } : path;

/** What no pattern may hold. */
const unwritable = /\\(?=[A-Za-z0-9])|[\u0000-\u001f\u007f]/g;

const patterns = new Map<string, PathPattern>();
function patternOf(path: string): PathPattern {
  const known = patterns.get(path);
  if (known !== undefined) return known;
  const { pattern, problem } = compilePath(path.replace(/[*?[\]{}()!+@]/g, '\\$&').replace(unwritable, '?'));
  if (pattern === undefined) throw new Error(`${path}: ${problem}`);
  patterns.set(path, pattern);
  return pattern;
}

const mayBe = (shape: PathShape, path: string): boolean =>
  patternOf(path).testShape(atHome(shape), undefined, { exact: true, below: false }) !== NO;

function* above(path: string): Generator<string> {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) yield path.slice(0, at);
}

const elsewhere = '/nowhere/at/all';

function coverageBy({ path, others, recursive, certain }: PathEffect, wanted: readonly string[]): Coverage {
  const [real = ''] = wanted;
  const names = recursive ? [real, ...above(real)] : wanted;
  const covers = (shape: PathShape): boolean => names.some((name) => mayBe(shape, name));
  if (!covers(path)) return others.some(covers) ? 'possible' : 'missed';
  if (certain && isKnown(path) && path.anchor !== 'floating') return 'certain';
  return mayBe(path, elsewhere) ? 'anywhere' : 'possible';
}

export function coverageOf({ path, what, kind }: Change, { paths, unknowns }: Effects): Coverage {
  let best: Coverage = unknowns.length > 0 ? 'unknown' : 'missed';
  for (const effect of paths) {
    if (effect.kind !== (what === 'deleted' ? 'delete' : 'write')) continue;
    const found = coverageBy(effect, [path]);
    if (order.indexOf(found) < order.indexOf(best)) best = found;
  }
  // A folder is made on the way to what is written below it.
  if (best === 'missed' && what === 'created' && kind === 'folder' && makesBelow(path, paths))
    return 'possible';
  return best;
}

const makesBelow = (folder: string, paths: readonly PathEffect[]): boolean =>
  paths.some(
    ({ kind, path: { anchor, segments } }) =>
      kind === 'write' &&
      segments.some((_, end) => mayBe({ anchor, segments: segments.slice(0, end) }, folder)),
  );

export const showEffects = ({ paths, unknowns }: Effects): string =>
  [
    ...paths
      .filter(({ kind }) => kind !== 'read')
      .map(
        ({ kind, path, recursive, certain }) =>
          `${kind} ${showPathShape(path)}${recursive ? ' and below' : ''}${certain ? '' : ' ?'}`,
      ),
    ...unknowns.map(({ why }) => `unknown: ${why}`),
  ].join('; ');
