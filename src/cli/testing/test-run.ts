/**
 * One run of `bylaw test`: the policies and their tests read anew, everything run
 * that is chosen, and whatever makes the outcome worth less than it looks reported
 * beside it. Nothing is written here.
 */
import { dirname, resolve } from 'node:path';
import { failingTest } from '../../host/load/failing-test.ts';
import { programsOfLayers } from '../../host/load/layer-programs.ts';
import { type LoadedPolicies, loadLayers, loadPolicies } from '../../host/load/load.ts';
import { loadTests } from '../../host/load/load-tests.ts';
import { findUnusedEvents } from '../../host/load/unused-events.ts';
import { NoSuchPath } from '../../host/machine/no-such-path.ts';
import { statOf } from '../../host/machine/regular-file.ts';
import type { NamedLayers } from '../../host/policy-files/layer.ts';
import { testsEnding } from '../../host/policy-files/policy-folder.ts';
import { type Diagnostic, inReadingOrder, isError, isObstacle } from '../../language/diagnostic.ts';
import type { Coverage } from '../../scenario/coverage/coverage.ts';
import { CoverageRecorder } from '../../scenario/coverage/record-coverage.ts';
import { runSuite, type SkippedTest } from '../../scenario/run-suite.ts';
import type { TestResult } from '../../scenario/run-tests.ts';
import { findWeakTests, recordedFiles, skippedTest } from '../../scenario/weak-tests.ts';
import { withNeighbours } from '../policies/load-policies.ts';
import { UsageError } from '../terminal/context.ts';
import type { Stages } from '../terminal/progress.ts';
import { TestChoice } from './test-name.ts';
import { shortfalls, type Thresholds } from './threshold.ts';

export interface TestPlan {
  /** As given. */
  readonly paths: readonly string[];
  /** They are those of several layers. */
  readonly layers?: NamedLayers | undefined;
  readonly cwd: string;
  /** Patterns of the tests that are run; all where there are none. */
  readonly only: readonly string[];
  /** A skipped test fails. */
  readonly noSkips: boolean;
  /** Take down what the tests see of the rules. */
  readonly coverage: boolean;
  /** How much of that there must be. */
  readonly thresholds: Thresholds;
  /** Shows what is done meanwhile. */
  readonly stages?: Stages;
}

export interface TestRun {
  readonly loaded: LoadedPolicies;
  /** What keeps the tests from being run: errors in policies or in files of tests. Nothing has run where there are any. */
  readonly errors: readonly Diagnostic[];
  readonly results: readonly TestResult[];
  readonly skipped: readonly SkippedTest[];
  /** What is wrong with the tests themselves; each fails the run. */
  readonly problems: readonly Diagnostic[];
  /** Patterns of names that no test has. */
  readonly unmatched: readonly string[];
  /** Codes of rules without a test. */
  readonly untested: readonly string[];
  /** Where it was asked for, and the tests have run. */
  readonly coverage: Coverage | undefined;
  /** A sentence for each measure that is below what was asked for. */
  readonly shortfalls: readonly string[];
  /** Recorded events that tests name, relative to the root. */
  readonly events: readonly string[];
}

/** Reads and runs. A path that is not there throws `UsageError`. */
export function runOnce(plan: TestPlan): TestRun {
  const { folders, files, loaded } = read(plan);
  const { tests: all, diagnostics } = loadTests(loaded);
  const { program, bundle } = loaded;
  const errors = inReadingOrder([...loaded.diagnostics, ...diagnostics].filter(isObstacle));
  const nothing = {
    results: [],
    skipped: [],
    problems: [],
    unmatched: [],
    untested: [],
    shortfalls: [],
  };
  if (program === undefined || bundle === undefined || errors.length > 0)
    return { loaded, errors, ...nothing, events: [], coverage: undefined };
  const recorder = plan.coverage ? new CoverageRecorder(program, bundle) : undefined;
  const choice = new TestChoice(plan.only, loaded.lookup);
  const isOfFile = (path: string): boolean => files === undefined || files.has(path);
  let started = 0;
  plan.stages?.stage('running tests');
  const runs = programsOfLayers(bundle, loaded.layers).map(({ program: own, isOwn }, place) =>
    runSuite(own, all, loaded.recordedOf(place), {
      isChosen: (testing) => {
        const isChosen =
          isOwn(testing.test.place) && isOfFile(testing.test.place.path) && choice.isChosen(testing);
        if (isChosen) started++;
        plan.stages?.count(() => `${started.toLocaleString('en-US')} tests`);
        return isChosen;
      },
      observe: (rule, facts) => recorder?.observe(rule, facts),
    }),
  );
  const results = runs.flatMap((run) => run.results);
  const skipped = runs.flatMap((run) => run.skipped);
  const coverage = recorder?.coverage;
  const events = recordedFiles(program, all);
  const tested = new Set(results.map(({ code }) => code));
  const isWhole = plan.only.length === 0 && files === undefined;
  // Exceptions that touch nothing: their tests cannot be run.
  const untouching =
    plan.only.length > 0 ? [] : loaded.diagnostics.filter((each) => isError(each) && isOfFile(each.path));
  const weak =
    plan.only.length > 0
      ? []
      : [
          ...[...loaded.diagnostics, ...diagnostics].flatMap((each) =>
            idle.has(each.code) ? { ...each, severity: 'error' as const } : [],
          ),
          ...findWeakTests(program, all),
          ...(isWhole ? findUnusedEvents(loaded.root, folders, events) : []),
        ].filter(({ path }) => isOfFile(path));
  return {
    loaded,
    errors,
    results,
    skipped,
    problems: inReadingOrder([...untouching, ...weak, ...(plan.noSkips ? skipped.map(skippedTest) : [])]),
    unmatched: choice.unmatched,
    untested: isWhole ? program.rules.flatMap(({ code }) => (tested.has(code) ? [] : [code])) : [],
    coverage,
    shortfalls: coverage === undefined ? [] : shortfalls(coverage, plan.thresholds),
    events: [...events],
  };
}

/** Warnings of the checker about tests that say nothing: here they fail. */
const idle: ReadonlySet<string> = new Set(['empty-test', 'unused-given']);

/** Whether a run shows that the policies do what their tests say. */
export const hasPassed = ({ errors, results, problems, unmatched, shortfalls }: TestRun): boolean =>
  errors.length === 0 &&
  shortfalls.length === 0 &&
  problems.length === 0 &&
  unmatched.length === 0 &&
  results.length > 0 &&
  results.every(({ passed }) => passed);

/** Failing tests as diagnostics, each at its line. */
export const failuresOf = ({ results }: TestRun): Diagnostic[] =>
  results.flatMap((result) => (result.passed ? [] : [failingTest(result)]));

interface Read {
  readonly loaded: LoadedPolicies;
  /** Absolute. */
  readonly folders: readonly string[];
  /** The files of tests whose tests alone are run; undefined for all tests. */
  readonly files: ReadonlySet<string> | undefined;
}

/** A file of tests that is named is run alone, with all policies of its folder. */
function read({ paths, cwd, layers, stages }: TestPlan): Read {
  try {
    const named = paths.filter((path) => path.endsWith(testsEnding) && isFile(resolve(cwd, path)));
    const others = paths.filter((path) => !named.includes(path));
    const folders = named.map((path) => dirname(resolve(cwd, path)));
    const options = { runsTests: false, onStage: stages?.stage };
    const { loaded, own } =
      layers === undefined
        ? withNeighbours([...new Set([...others, ...folders])], cwd, (all) => loadPolicies(all, cwd, options))
        : { loaded: loadLayers(layers, cwd, options), own: undefined };
    const isOnly = named.length > 0 && others.length === 0;
    const absolute = paths.map((path) => resolve(cwd, path));
    return {
      loaded,
      folders: absolute.filter((path) => statOf(path)?.isDirectory() === true),
      files: isOnly ? new Set(relativeTo(loaded, named, cwd)) : own,
    };
  } catch (error) {
    if (error instanceof NoSuchPath) throw new UsageError(error.message);
    throw error;
  }
}

const isFile = (path: string): boolean => statOf(path)?.isFile() === true;

/** Files of tests by the paths that diagnostics have. */
const relativeTo = ({ root, testFiles }: LoadedPolicies, named: readonly string[], cwd: string): string[] => {
  const absolute = new Set(named.map((path) => resolve(cwd, path)));
  return testFiles.flatMap(({ path }) => (absolute.has(resolve(root, path)) ? [path] : []));
};
