/**
 * Files → a program that may decide. One gate for everything that runs a policy:
 * it parses, it passes the checks, and its own tests pass, or nothing of it is
 * loaded.
 */
import type { Layers } from '../../check/names/layers.ts';
import type { CheckedBundle } from '../../check/tree/checked.ts';
import { compile, type Program } from '../../compile/program.ts';
import type { Accepted } from '../../language/acceptance.ts';
import { type Diagnostic, errorAt, inReadingOrder, isObstacle } from '../../language/diagnostic.ts';
import type { SourceLookup } from '../../language/render.ts';
import type { Source } from '../../language/source.ts';
import type { TestResult } from '../../scenario/run-tests.ts';
import { layerOf, type NamedLayers } from '../policy-files/layer.ts';
import { namedFrom } from '../policy-files/named-from.ts';
import { layersDigest, policyDigest } from '../policy-files/policy-digest.ts';
import { type LayerFiles, readLayerFiles, readPolicyFiles } from '../policy-files/policy-files.ts';
import { checkSources } from './check-sources.ts';
import { failingTest } from './failing-test.ts';
import { layersOfFiles } from './layers-of-files.ts';
import { recordedBelow } from './recorded-below.ts';
import { type RecordedOfLayers, runOwnTests } from './run-own-tests.ts';

export interface LoadedPolicies {
  readonly root: string;
  readonly sources: readonly Source[];
  /** Files of tests beside the policies: they decide nothing, and keep nothing from being loaded. */
  readonly testFiles: readonly Source[];
  /** Profiles below the paths that were left out, relative to the root. */
  readonly profiles: readonly string[];
  /** What the files call their policies. */
  readonly policyNames: readonly string[];
  /** Identifies these policies: 64 hexadecimal digits. */
  readonly digest: string;
  readonly lookup: SourceLookup;
  /** What is wrong or doubtful, without the warnings that the files accept. */
  readonly diagnostics: readonly Diagnostic[];
  readonly accepted: readonly Accepted[];
  /** What passed the checks; set where there are no errors in the text, whatever the tests say. */
  readonly bundle: CheckedBundle | undefined;
  /** The same, compiled. */
  readonly program: Program | undefined;
  /** The tests inside the rules that were run. Those of files that are known to pass are not run again. */
  readonly tests: readonly TestResult[];
  /** Recorded events that the tests were run on, relative to the root. */
  readonly recorded: readonly string[];
  /** What reads the recorded events of each layer. */
  readonly recordedOf: RecordedOfLayers;
  /** Which layer each file is of. */
  readonly layers: Layers;
  /** A digest for each layer. */
  readonly layerDigests: readonly string[];
}

export interface LoadOptions {
  /** Run the tests inside the rules, as whatever is to decide does; true by default. */
  readonly runsTests?: boolean;
  /** When it is asked which exceptions end, in milliseconds since 1970; undefined where it is not asked. */
  readonly at?: number | undefined;
  /** Looks for what is doubtful as well; true by default. */
  readonly lints?: boolean;
  /** Is called as each stage begins, with what it is in a few words. */
  readonly onStage?: ((stage: string) => void) | undefined;
}

/** Reads, checks and compiles policies, and runs their tests. Throws `NoSuchPath` only. */
export function loadPolicies(
  paths: readonly string[],
  cwd: string,
  options: LoadOptions = {},
): LoadedPolicies {
  const { root, ...files } = readPolicyFiles(paths, cwd);
  const layer = layerOf('layer-1', paths);
  const isEmpty = files.sources.length === 0 && files.diagnostics.length === 0;
  const empty = isEmpty ? [noPolicies(paths)] : [];
  const own = { ...files, diagnostics: [...files.diagnostics, ...empty] };
  return loadFiles({ root, cwd, layers: [layer], clients: [], files: [own], file: undefined }, options);
}

/** The same of layers, as `layersNamed` has them. */
export const loadLayers = (named: NamedLayers, cwd: string, options: LoadOptions = {}): LoadedPolicies =>
  loadFiles(readLayers(named, cwd), options);

/** Layers with the files of each; those of a layer that is out of force are left out. */
export interface ReadLayers extends NamedLayers {
  readonly root: string;
  /** The folder that messages name files from. */
  readonly cwd: string;
  readonly files: readonly LayerFiles[];
}

export function readLayers(named: NamedLayers, cwd: string): ReadLayers {
  if (named.file !== undefined && named.file.problems.length > 0)
    return { ...named, root: cwd, cwd, files: [{ ...noFiles, diagnostics: named.file.problems }] };
  const { root, layers: files } = readLayerFiles(named.layers, cwd);
  return { ...named, root, cwd, files };
}

export const noFiles: LayerFiles = { own: '', sources: [], tests: [], diagnostics: [], profiles: [] };

/** Checks and compiles what was read, and runs its tests. Never throws. */
export function loadFiles(
  { root, cwd, layers: given, clients, files, file }: ReadLayers,
  { runsTests = true, at, lints = true, onStage }: LoadOptions = {},
): LoadedPolicies {
  const layers = layersOfFiles(given, files);
  const [sources, testFiles] = [files.flatMap((each) => each.sources), files.flatMap(({ tests }) => tests)];
  const shown = [...sources, ...testFiles, ...(file === undefined ? [] : [file.source])];
  const byPath = new Map(shown.map((source) => [source.path, source] as const));
  const found = files.flatMap(({ diagnostics }) => diagnostics);
  const imported = new Set(files.flatMap((each) => each.imported ?? []));
  const {
    policies,
    bundle: rules,
    ...checked
  } = checkSources(sources, found, { layers, at, lints, onStage, imported });
  const bundle = rules && (clients.length === 0 ? rules : { ...rules, clients });
  const recorded = new Set<string>();
  const digests = files.map((each) => policyDigest(each.sources));
  const recordedOf: RecordedOfLayers = (place) => recordedBelow(root, files[place]?.own ?? root);
  const noting: RecordedOfLayers = (place) => {
    const read = recordedOf(place);
    return (name) => {
      recorded.add(name);
      return read(name);
    };
  };
  return {
    root,
    sources,
    testFiles,
    profiles: files.flatMap(({ profiles }) => profiles),
    ...checked,
    bundle,
    digest: layersDigest(given, digests, clients),
    lookup: namedFrom((path) => byPath.get(path), { root, cwd }),
    program: bundle && compile(bundle),
    tests:
      bundle === undefined || !runsTests ? [] : runOwnTests({ bundle, sources, policies, layers }, noting),
    recorded: [...recorded],
    recordedOf,
    layers,
    layerDigests: digests,
  };
}

/** What keeps policies from being put in force: errors in their text, and their failing tests. */
export function obstacles({ diagnostics, tests, program, sources }: LoadedPolicies): Diagnostic[] {
  const failing = tests.flatMap((result) => (result.passed ? [] : [failingTest(result)]));
  const idle = program !== undefined && program.rules.length === 0 ? [noRules(sources)] : [];
  return inReadingOrder([...diagnostics.filter(isObstacle), ...failing, ...idle]);
}

function noPolicies(paths: readonly string[]): Diagnostic {
  const what = paths.map((path) => `\`${path}\``).join(', ');
  return errorAt('no-policies', '.', { start: 0, end: 0 }, `there is no policy file in ${what}`, {
    help: 'policy files end in `.policy`; an empty set of rules would let every call pass',
  });
}

function noRules([first]: readonly Source[]): Diagnostic {
  return errorAt('no-policies', first?.path ?? '.', { start: 0, end: 0 }, 'no policy file here has a rule', {
    help: 'name the folder that holds the rules; an empty set of rules would let every call pass',
  });
}
