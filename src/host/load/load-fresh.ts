/** Policies that are to be put in force: read anew, with each broken lower layer left out. */
import { join } from 'node:path';
import type { Diagnostic } from '../../language/diagnostic.ts';
import type { Source } from '../../language/source.ts';
import type { CacheContent } from '../policy-cache/policy-cache.ts';
import { type BrokenLayer, type Layer, layerOf, type NamedLayers } from '../policy-files/layer.ts';
import { namedFrom } from '../policy-files/named-from.ts';
import { overBudget } from '../policy-files/over-budget.ts';
import { policyStamp } from '../policy-files/policy-folder.ts';
import { wholePlace } from '../policy-files/whole-place.ts';
import { costOfLayer } from './layer-cost.ts';
import { layerOutOfForce } from './layer-out-of-force.ts';
import { placesOf } from './layer-places.ts';
import { layersNamed } from './layers-named.ts';
import type { LoadedPolicies, LoadOptions } from './load.ts';
import { loadFiles, loadPolicies, noFiles, obstacles, type ReadLayers, readLayers } from './load.ts';

/** Policies that were just read, and whether they may be kept. */
export interface FreshPolicies {
  readonly loaded: LoadedPolicies;
  /** What keeps them from being in force; empty where they are. */
  readonly problems: readonly Diagnostic[];
  /** Lower layers without which they are in force. */
  readonly broken: readonly BrokenLayer[];
  /** Set exactly where they may be in force. */
  readonly content: CacheContent | undefined;
}

/**
 * Loads policies to be put in force and kept: a path for each layer, or a file of layers. A lower layer in which something is
 * wrong is left out, and what it is about is denied; the others are in force. What is only doubtful is not looked for.
 * Throws `NoSuchPath` only.
 */
export function loadFresh(
  given: readonly string[],
  cwd = '/',
  octets = usualOctets,
  asked: LoadOptions = {},
): FreshPolicies {
  const options = { ...asked, lints: false };
  const named = layersNamed(given, cwd);
  const paths = placesOf(given, named, cwd);
  // Taken before anything is read: what changes meanwhile is a change.
  const before = policyStamp(paths, []);
  const read = named.layers.length === 1 && named.file === undefined ? undefined : readLayers(named, cwd);
  if (read === undefined) return freshOf(loadPolicies(given, cwd, options), paths, before, []);
  const broken = new Map<number, readonly Diagnostic[]>();
  // What is wrong with a layer that is left out is shown in its own text.
  const lookup = namedFrom((path) => lookUp(read, path), read);
  // Everything that was read, also of what is left out in the end.
  const seen = new Set(read.files.flatMap(({ sources }) => sources.map(({ path }) => path)));
  for (;;) {
    const files = read.files.map((each, place) => (broken.has(place) ? noFiles : each));
    const loaded = loadFiles({ ...read, files }, options);
    for (const path of loaded.recorded) seen.add(path);
    const problems = [...obstacles(loaded), ...layersOverBudget(loaded, named.layers, octets)];
    const places = new Set(problems.map(({ path }) => loaded.layers.of(path)));
    const layers = [...broken].map(([place, each]) => ({ layer: layerAt(named, place), problems: each }));
    if (problems.length === 0 || places.has(0))
      return freshOf({ ...loaded, lookup }, paths, before, layers, problems, {
        seen: [...seen],
        // A file that could not be read may be readable without having changed.
        isReadable: [...broken.keys()].every((place) => read.files[place]?.diagnostics.length === 0),
      });
    for (const place of places)
      broken.set(
        place,
        problems.filter(({ path }) => loaded.layers.of(path) === place),
      );
  }
}

/** The largest event that the budget of a layer is for, in octets. */
const usualOctets = 20 * 1024 * 1024;

const layerAt = ({ layers }: NamedLayers, place: number): Layer =>
  layers[place] ?? layerOf(`layer-${place + 1}`, []);

const lookUp = ({ files, file }: ReadLayers, path: string): Source | undefined =>
  [
    ...files.flatMap(({ sources, tests }) => [...sources, ...tests]),
    ...(file === undefined ? [] : [file.source]),
  ].find((source) => source.path === path);

function freshOf(
  loaded: LoadedPolicies,
  paths: readonly string[],
  before: string,
  broken: readonly BrokenLayer[],
  problems = obstacles(loaded),
  { seen, isReadable }: { readonly seen: readonly string[]; readonly isReadable: boolean } = everything,
): FreshPolicies {
  const { bundle, root, digest, recorded } = loaded;
  if (problems.length > 0 || bundle === undefined) return { loaded, problems, broken, content: undefined };
  const sources = loaded.sources.map(({ path }) => path);
  const used = new Set([...sources, ...recorded]);
  const leftOut = seen.filter((path) => !used.has(path));
  const files = [...used, ...leftOut].map((name) => join(root, name));
  const others = policyStamp([], files);
  // What is read besides the folders themselves was last looked at by the tests, just now.
  const isCurrent = (): boolean =>
    isReadable && policyStamp(paths, []) === before && policyStamp([], files) === others;
  const guards = broken.map(({ layer, problems: [first] }) =>
    layerOutOfForce(layer, placeIn(loaded, layer), (place) => wholePlace(place, loaded), first),
  );
  const rules = [...bundle.rules, ...guards].sort((a, b) => (a.code < b.code ? -1 : 1));
  const kept = guards.length === 0 ? bundle : { ...bundle, rules };
  return {
    loaded,
    problems,
    broken,
    content: { bundle: kept, root, digest, sources, recorded, leftOut, broken, paths, isCurrent },
  };
}

const everything = { seen: [], isReadable: true };

const placeIn = ({ layers }: LoadedPolicies, { name }: Layer): number =>
  layers.all.findIndex((each) => each.name === name);

/** What layers cost more than their budgets allow, each by itself. */
function layersOverBudget(
  { bundle }: LoadedPolicies,
  layers: readonly Layer[],
  octets: number,
): readonly Diagnostic[] {
  return layers.flatMap(({ budget }, place) =>
    budget === undefined || bundle === undefined
      ? []
      : overBudget(costOfLayer(bundle, place, octets), budget),
  );
}
