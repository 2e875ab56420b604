/**
 * Files → a program that may decide. One gate for everything that runs a policy:
 * it parses, it passes the checks, and its own tests pass, or nothing of it is
 * loaded.
 */
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { type CheckOptions, check } from '../check/check.ts';
import type { AddedKnowledge, CheckedBundle, CheckedRule } from '../check/checked.ts';
import type { Layers } from '../check/layers.ts';
import { withoutExceptions } from '../compile/lazy-rule.ts';
import { compile, type Program } from '../compile/program.ts';
import { costOf } from '../cost/cost.ts';
import type { Unknown, UnknownCause } from '../engine/decision.ts';
import type { Explanation } from '../engine/explain.ts';
import { namesKnown } from '../facts/known-names.ts';
import { type Accepted, acceptWarnings } from '../language/acceptance.ts';
import type { Policy } from '../language/ast.ts';
import { type Diagnostic, errorAt, inReadingOrder, isError, isObstacle } from '../language/diagnostic.ts';
import { parse } from '../language/parse.ts';
import type { SourceLookup } from '../language/render.ts';
import type { Source } from '../language/source.ts';
import { decodeEvent } from '../protocol/decode.ts';
import { readJson } from '../protocol/json.ts';
import { adviceOfTime } from '../scenario/judge-together.ts';
import { runExceptionTests } from '../scenario/run-exceptions.ts';
import { runScenarios } from '../scenario/run-scenarios.ts';
import { type ReadRecorded, runRuleTests, type Testing, type TestResult } from '../scenario/run-tests.ts';
import type { Verdict } from '../vocabulary/kinds.ts';

import { type Layer, layerOf, type NamedLayers } from './layer.ts';
import { layerOutOfForce } from './layer-out-of-force.ts';
import { placesOf } from './layer-places.ts';
import { layersNamed } from './layers-named.ts';
import { layersOfFiles } from './layers-of-files.ts';
import { overBudget } from './over-budget.ts';
import type { CacheContent } from './policy-cache.ts';
import { layersDigest, policyDigest } from './policy-digest.ts';
import { describeError, type LayerFiles, readLayerFiles, readPolicyFiles } from './policy-files.ts';
import { policyStamp, testsEnding } from './policy-folder.ts';
import { digestsOfTested, isPassing, notePassing } from './tested-files.ts';
import { wholePlace } from './whole-place.ts';

export interface LoadedPolicies {
  readonly root: string;
  readonly sources: readonly Source[];
  /** Files of tests beside the policies: they decide nothing, and keep nothing from being loaded. */
  readonly testFiles: readonly Source[];
  /** Profiles below the paths that were left out, relative to the root. */
  readonly profiles: readonly string[];
  /** What the files call their policies. */
  readonly policyNames: readonly string[];
  /** Tells these policies from others: 64 hexadecimal digits. */
  readonly digest: string;
  readonly lookup: SourceLookup;
  /** What is wrong or doubtful, without the warnings that the files accept. */
  readonly diagnostics: readonly Diagnostic[];
  readonly accepted: readonly Accepted[];
  /** What passed the checks; set where there are no errors in the text, whatever the tests say. */
  readonly bundle: CheckedBundle | undefined;
  /** The same, compiled. */
  readonly program: Program | undefined;
  /** Of the tests inside the rules that were run: those of files that are known to pass are not run again. */
  readonly tests: readonly TestResult[];
  /** Recorded events that the tests were run on, relative to the root. */
  readonly recorded: readonly string[];
  /** Which layer each file is of. */
  readonly layers: Layers;
  /** A digest for each layer. */
  readonly layerDigests: readonly string[];
}

/** A recorded event larger than this is no event. */
const largestEvent = 16 * 1024 * 1024;

export interface LoadOptions {
  /** Run the tests inside the rules, as whatever is to decide does; true by default. */
  readonly runsTests?: boolean;
  /** When it is asked which exceptions end, in milliseconds since 1970; undefined where nobody asks. */
  readonly at?: number | undefined;
  /** Looks for what is doubtful as well; true by default. */
  readonly lints?: boolean;
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
  return loadFiles({ root, layers: [layer], clients: [], files: [own], file: undefined }, options);
}

/** The same of layers, as `layersNamed` has them. */
export const loadLayers = (named: NamedLayers, cwd: string, options: LoadOptions = {}): LoadedPolicies =>
  loadFiles(readLayers(named, cwd), options);

/** Layers with the files of each; those of a layer that is out of force are left out. */
interface ReadLayers extends NamedLayers {
  readonly root: string;
  readonly files: readonly LayerFiles[];
}

function readLayers(named: NamedLayers, cwd: string): ReadLayers {
  if (named.file !== undefined && named.file.problems.length > 0)
    return { ...named, root: cwd, files: [{ ...noFiles, diagnostics: named.file.problems }] };
  const { root, layers: files } = readLayerFiles(named.layers, cwd);
  return { ...named, root, files };
}

const noFiles: LayerFiles = { sources: [], tests: [], diagnostics: [], profiles: [] };

function loadFiles(
  { root, layers: given, clients, files, file }: ReadLayers,
  { runsTests = true, at, lints = true }: LoadOptions = {},
): LoadedPolicies {
  const layers = layersOfFiles(given, files);
  const [sources, testFiles] = [files.flatMap((each) => each.sources), files.flatMap(({ tests }) => tests)];
  const shown = [...sources, ...testFiles, ...(file === undefined ? [] : [file.source])];
  const byPath = new Map(shown.map((source) => [source.path, source] as const));
  const found = files.flatMap(({ diagnostics }) => diagnostics);
  const { policies, bundle: rules, ...checked } = checkSources(sources, found, { layers, at, lints });
  const bundle = rules && (clients.length === 0 ? rules : { ...rules, clients });
  const recorded = new Set<string>();
  const readRecorded = recordedBelow(root);
  const digests = files.map((each) => policyDigest(each.sources));
  const noting: ReadRecorded = (name) => {
    recorded.add(name);
    return readRecorded(name);
  };
  return {
    root,
    sources,
    testFiles,
    profiles: files.flatMap(({ profiles }) => profiles),
    ...checked,
    bundle,
    digest: layersDigest(given, digests, clients),
    lookup: (path) => byPath.get(path),
    program: bundle && compile(bundle),
    tests: bundle === undefined || !runsTests ? [] : runNew({ bundle, sources, policies, layers }, noting),
    recorded: [...recorded],
    layers,
    layerDigests: digests,
  };
}

/** A layer that is not in force, and why. */
export interface BrokenLayer {
  readonly layer: Layer;
  readonly problems: readonly Diagnostic[];
}

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
  for (;;) {
    const files = read.files.map((each, place) => (broken.has(place) ? noFiles : each));
    const loaded = loadFiles({ ...read, files }, options);
    const problems = [...obstacles(loaded), ...layersOverBudget(loaded, named.layers, octets)];
    const places = new Set(problems.map(({ path }) => loaded.layers.of(path)));
    const layers = [...broken].map(([place, each]) => ({ layer: layerAt(named, place), problems: each }));
    if (problems.length === 0 || places.has(0)) {
      // What is wrong with a layer that is left out is shown in its own text.
      const shown = { ...loaded, lookup: (path: string) => lookUp(read, path) };
      return freshOf(shown, paths, before, layers, problems);
    }
    for (const place of places)
      broken.set(
        place,
        problems.filter(({ path }) => loaded.layers.of(path) === place),
      );
  }
}

/** Of a layer with a budget: the largest event that it is told for, in octets. */
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
): FreshPolicies {
  const { bundle, root, digest, recorded } = loaded;
  if (problems.length > 0 || bundle === undefined) return { loaded, problems, broken, content: undefined };
  const sources = loaded.sources.map(({ path }) => path);
  const files = [...sources, ...recorded].map((name) => join(root, name));
  const others = policyStamp([], files);
  // What is read besides the folders themselves was last looked at by the tests, just now.
  const isCurrent = (): boolean =>
    broken.length === 0 && policyStamp(paths, []) === before && policyStamp([], files) === others;
  const guards = broken.map(({ layer, problems: [first] }) =>
    layerOutOfForce(layer, placeIn(loaded, layer), (place) => wholePlace(place, loaded), first),
  );
  const rules = [...bundle.rules, ...guards].sort((a, b) => (a.code < b.code ? -1 : 1));
  const kept = guards.length === 0 ? bundle : { ...bundle, rules };
  return {
    loaded,
    problems,
    broken,
    content: { bundle: kept, root, digest, sources, recorded, paths, isCurrent },
  };
}

const placeIn = ({ layers }: LoadedPolicies, { name }: Layer): number =>
  layers.all.findIndex((each) => each.name === name);

/** What layers cost more than their budgets allow, each by itself. */
function layersOverBudget(
  { bundle }: LoadedPolicies,
  layers: readonly Layer[],
  octets: number,
): readonly Diagnostic[] {
  return layers.flatMap(({ budget }, place) => {
    if (budget === undefined || bundle === undefined) return [];
    const isOwn = ({ layer = 0 }: CheckedRule): boolean => layer === place;
    const exceptions = new Set(
      (bundle.exceptions ?? []).filter(({ layer = 0 }) => layer === place).map(({ code }) => code),
    );
    const own: CheckedBundle = {
      // What a lower layer adds to a rule is nothing that the layer of the rule pays for.
      rules: bundle.rules
        .filter(isOwn)
        .map((rule) => withoutExceptions(rule, (code) => !exceptions.has(code))),
      labels: bundle.labels.filter(({ subject }) => isOwn(subject)),
      limits: bundle.limits.filter(({ subject }) => isOwn(subject)),
      knowledge: knowledgeOf(bundle, place),
    };
    return overBudget(costOf(own, octets), budget);
  });
}

/** What a layer knows of commands and tools. */
const knowledgeOf = ({ knowledge, later = [] }: CheckedBundle, place: number): AddedKnowledge =>
  later.findLast(({ layer }) => layer <= place)?.knowledge ?? knowledge;

/** A layer with those above it: what its tests are about, whatever stands below. */
function downTo(bundle: CheckedBundle, place: number): CheckedBundle {
  const { rules, labels, limits, exceptions = [], later } = bundle;
  const isAbove = ({ layer = 0 }: { readonly layer?: number }): boolean => layer <= place;
  const above = later?.filter(isAbove) ?? [];
  const { later: _, exceptions: all, ...rest } = bundle;
  const own = exceptions.filter(isAbove);
  const codes = new Set(own.map(({ code }) => code));
  return {
    ...rest,
    rules: rules.filter(isAbove).map((rule) => withoutExceptions(rule, (code) => !codes.has(code))),
    ...(own.length === 0 ? {} : { exceptions: own }),
    labels: labels.filter(({ subject }) => isAbove(subject)),
    limits: limits.filter(({ subject }) => isAbove(subject)),
    ...(above.length === 0 ? {} : { later: above }),
  };
}

interface Checked extends Pick<LoadedPolicies, 'diagnostics' | 'accepted' | 'bundle' | 'policyNames'> {
  readonly policies: readonly Policy[];
}

/** Parses and checks texts as one set of policies. `found` is what is wrong with it already. Never throws. */
export function checkSources(
  sources: readonly Source[],
  found: readonly Diagnostic[] = [],
  options: Omit<CheckOptions, 'sift' | 'namesKnown'> = {},
): Checked {
  const parsed = sources.map(parse);
  let accepted: readonly Accepted[] = [];
  const policies = parsed.map(({ policy }) => policy);
  const given = [...found, ...parsed.flatMap((each) => each.diagnostics)];
  const sift = (all: readonly Diagnostic[]): readonly Diagnostic[] => {
    const accepting = acceptWarnings(sources, inReadingOrder(all));
    accepted = accepting.accepted;
    // Whether there is anything to accept is not known of what was not looked for.
    return options.lints === false ? accepting.diagnostics.filter(isError) : accepting.diagnostics;
  };
  const { bundle, diagnostics } = check(policies, given, { ...options, sift, namesKnown });
  const policyNames = policies.flatMap(({ headers }) => headers.map(({ name }) => name.text));
  return { diagnostics, accepted, bundle, policyNames, policies };
}

interface Testable {
  readonly bundle: CheckedBundle;
  readonly sources: readonly Source[];
  readonly policies: readonly Policy[];
  readonly layers: Layers;
}

/** For each layer the rules that its tests are about, and which places are its own: what stands below is nothing to them. */
export const programsOfLayers = (
  bundle: CheckedBundle,
  layers: Layers,
): readonly { readonly program: Program; isOwn(place: { readonly path: string }): boolean }[] =>
  layers.all.map((_, place) => ({
    program: compile(downTo(bundle, place)),
    isOwn: ({ path }) => layers.of(path) === place,
  }));

/** Runs the tests of files that are not known to pass, and notes those that do. Those of a layer see nothing of lower ones. */
function runNew(all: Testable, read: ReadRecorded): TestResult[] {
  const { bundle, layers } = all;
  return programsOfLayers(bundle, layers).flatMap(({ program, isOwn }, place) => {
    const sources = all.sources.filter(isOwn);
    const knowledge = knowledgeOf(bundle, place);
    const rules = bundle.rules.filter((rule) => isOwn(rule.place));
    const digests = digestsOfTested(sources, all.policies.filter(isOwn), { rules, knowledge });
    const known = new Set([...digests].flatMap(([path, digest]) => (isPassing(digest) ? [path] : [])));
    const results = runRuleTests(program, read, {
      isChosen: ({ test }) => isOwn(test.place) && !known.has(test.place.path),
    });
    const failing = new Set(results.flatMap(({ passed, test }) => (passed ? [] : [test.place.path])));
    for (const [path, digest] of digests) if (!failing.has(path)) notePassing(digest);
    const chosen = { isChosen: ({ test }: Testing) => isOwn(test.place) };
    return [...results, ...runExceptionTests(program, read, chosen), ...runScenarios(program, read, chosen)];
  });
}

/** What keeps policies from being put in force: errors in their text, and their failing tests. */
export function obstacles({ diagnostics, tests, program, sources }: LoadedPolicies): Diagnostic[] {
  const failing = tests.flatMap((result) => (result.passed ? [] : [failingTest(result)]));
  const idle = program !== undefined && program.rules.length === 0 ? [noRules(sources)] : [];
  return inReadingOrder([...diagnostics.filter(isObstacle), ...failing, ...idle]);
}

function noPolicies(paths: readonly string[]): Diagnostic {
  const what = paths.map((path) => `\`${path}\``).join(', ');
  return errorAt('no-policies', paths[0] ?? '.', { start: 0, end: 0 }, `there is no policy file in ${what}`, {
    help: 'policy files end in `.policy`; an empty set of rules would let every call pass',
  });
}

function noRules([first]: readonly Source[]): Diagnostic {
  return errorAt('no-policies', first?.path ?? '.', { start: 0, end: 0 }, 'no policy file here has a rule', {
    help: 'name the folder that holds the rules; an empty set of rules would let every call pass',
  });
}

/** A failing test as a diagnostic at the line of the test. */
export function failingTest(result: TestResult & { readonly passed: false }): Diagnostic {
  const { test, code } = result;
  const { path, span } = test.place;
  const which = test.example === undefined ? '' : ` (${test.example})`;
  if (result.actual === undefined) {
    const { problem, ran } = result;
    return errorAt(
      'failing-test',
      path,
      span,
      ran === true ? `${problem}${which}` : `the test of \`${code}\` cannot run: ${problem}${which}`,
    );
  }
  const notes = result.explanation.unknowns.map((unknown) => ({
    ...unknown.place,
    message: describeUnknown(unknown),
  }));
  const message = `the test expects that \`${code}\` ${phrase[test.verdict]}, but it ${phrase[result.actual]}${which}`;
  return errorAt('failing-test', path, span, message, {
    notes,
    help: isTimeless(result.actual, result.explanation)
      ? adviceOfTime
      : path.endsWith(testsEnding)
        ? 'mend the rule or the test'
        : 'mend the rule or the test; policies with failing tests are not loaded',
  });
}

/** Nobody said what time it is, and the rule is unsure of it. */
const isTimeless = (actual: Verdict, { unknowns }: Explanation): boolean =>
  actual === 'unsure' && unknowns.some(({ field }) => field === 'time');

const phrase = { denies: 'denies the call', passes: 'lets the call pass', unsure: 'is unsure' } as const;

/** What could not be told, and why, as a sentence. */
export function describeUnknown({ field, cause, detail }: Unknown): string {
  if (detail !== undefined) return `\`${field}\` cannot be told, because ${detail}`;
  return `\`${field}\` is ${describeCause[cause]}`;
}

const describeCause: Readonly<Record<UnknownCause, string>> = {
  missing: 'missing from the event',
  type: 'of a type that cannot be compared here',
  ambiguous: 'open to more than one reading',
  size: 'longer than such a thing can be',
  unresolved: 'not known',
};

/** Reads recorded events of tests, below the policy root only: of calls that are about to run, which alone are decided. */
export function recordedBelow(root: string): ReadRecorded {
  return (file) => {
    const path = join(root, file);
    try {
      const real = realpathSync(path);
      if (!real.startsWith(realpathSync(root) + sep))
        return `\`${file}\` is a link that leads out of the policy root`;
      if (statSync(real).size > largestEvent) return `\`${file}\` is larger than an event can be`;
      const json = readJson(readFileSync(real, 'utf8'));
      if (!json.ok) return `\`${file}\` is not JSON that can be used: ${json.message}`;
      const decoded = decodeEvent(json.value);
      if (!decoded.ok) return `\`${file}\` is not a usable event: ${decoded.problem.message}`;
      const { type } = decoded.event;
      return type === 'tool.before'
        ? decoded.event
        : `\`${file}\` is an event \`${type}\`: only \`tool.before\` is decided, so that every rule would let it pass`;
    } catch (error) {
      return `\`${file}\` cannot be read: ${describeError(error)}`;
    }
  };
}
