/**
 * Files → a program that may decide. One gate for everything that runs a policy:
 * it parses, it passes the checks, and its own tests pass, or nothing of it is
 * loaded.
 */
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { check } from '../check/check.ts';
import type { CheckedBundle } from '../check/checked.ts';
import { compile, type Program } from '../compile/program.ts';
import type { Unknown, UnknownCause } from '../engine/decision.ts';
import { type Accepted, acceptWarnings } from '../language/acceptance.ts';
import type { Policy } from '../language/ast.ts';
import { type Diagnostic, errorAt, inReadingOrder, isError } from '../language/diagnostic.ts';
import { parse } from '../language/parse.ts';
import type { SourceLookup } from '../language/render.ts';
import type { Source } from '../language/source.ts';
import { decodeEvent } from '../protocol/decode.ts';
import { readJson } from '../protocol/json.ts';
import { runScenarios } from '../scenario/run-scenarios.ts';
import { type ReadRecorded, runTests, type TestResult } from '../scenario/run-tests.ts';

import type { CacheContent } from './policy-cache.ts';
import { policyDigest } from './policy-digest.ts';
import { describeError, readPolicyFiles } from './policy-files.ts';
import { policyStamp, testsEnding } from './policy-folder.ts';
import { digestsOfTested, isPassing, notePassing } from './tested-files.ts';

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
}

/** A recorded event larger than this is no event. */
const largestEvent = 16 * 1024 * 1024;

export interface LoadOptions {
  /** Run the tests inside the rules, as whatever is to decide does; true by default. */
  readonly runsTests?: boolean;
}

/** Reads, checks and compiles policies, and runs their tests. Throws `NoSuchPath` only. */
export function loadPolicies(
  paths: readonly string[],
  cwd: string,
  { runsTests = true }: LoadOptions = {},
): LoadedPolicies {
  const files = readPolicyFiles(paths, cwd);
  const byPath = new Map([...files.sources, ...files.tests].map((source) => [source.path, source] as const));
  const empty = files.sources.length === 0 && files.diagnostics.length === 0 ? [noPolicies(paths)] : [];
  const { policies, ...checked } = checkSources(files.sources, [...files.diagnostics, ...empty]);
  const { bundle } = checked;
  const program = bundle && compile(bundle);
  const recorded = new Set<string>();
  const readRecorded = recordedBelow(files.root);
  return {
    root: files.root,
    sources: files.sources,
    testFiles: files.tests,
    profiles: files.profiles,
    ...checked,
    digest: policyDigest(files.sources),
    lookup: (path) => byPath.get(path),
    program,
    tests:
      bundle === undefined || program === undefined || !runsTests
        ? []
        : runNew(program, digestsOfTested(files.sources, policies, bundle), (file) => {
            recorded.add(file);
            return readRecorded(file);
          }),
    recorded: [...recorded],
  };
}

/** Policies that were just read, and whether they may be kept. */
export interface FreshPolicies {
  readonly loaded: LoadedPolicies;
  /** What keeps them from being in force; empty where they are. */
  readonly problems: readonly Diagnostic[];
  /** Set exactly where they may be in force. */
  readonly content: CacheContent | undefined;
}

/** Loads policies to be put in force and kept. Throws `NoSuchPath` only. */
export function loadFresh(named: readonly string[], cwd = '/'): FreshPolicies {
  const paths = named.map((path) => resolve(cwd, path));
  // Taken before anything is read: what changes meanwhile is a change.
  const before = policyStamp(paths, []);
  const loaded = loadPolicies(named, cwd);
  const problems = obstacles(loaded);
  const { bundle, root, digest, recorded } = loaded;
  if (problems.length > 0 || bundle === undefined) return { loaded, problems, content: undefined };
  const sources = loaded.sources.map(({ path }) => path);
  const files = [...sources, ...recorded].map((name) => join(root, name));
  const others = policyStamp([], files);
  // What is read besides the folders themselves was last looked at by the tests, just now.
  const isCurrent = (): boolean => policyStamp(paths, []) === before && policyStamp([], files) === others;
  return { loaded, problems, content: { bundle, root, digest, sources, recorded, isCurrent } };
}

interface Checked extends Pick<LoadedPolicies, 'diagnostics' | 'accepted' | 'bundle' | 'policyNames'> {
  readonly policies: readonly Policy[];
}

/** Parses and checks texts as one set of policies. `found` is what is wrong with it already. Never throws. */
export function checkSources(sources: readonly Source[], found: readonly Diagnostic[] = []): Checked {
  const parsed = sources.map(parse);
  let accepted: readonly Accepted[] = [];
  const policies = parsed.map(({ policy }) => policy);
  const { bundle, diagnostics } = check(
    policies,
    [...found, ...parsed.flatMap((each) => each.diagnostics)],
    (all) => {
      const accepting = acceptWarnings(sources, inReadingOrder(all));
      accepted = accepting.accepted;
      return accepting.diagnostics;
    },
  );
  const policyNames = policies.flatMap(({ headers }) => headers.map(({ name }) => name.text));
  return { diagnostics, accepted, bundle, policyNames, policies };
}

/** Runs the tests of files that are not known to pass, and notes those that do. */
function runNew(program: Program, digests: ReadonlyMap<string, string>, read: ReadRecorded): TestResult[] {
  const known = new Set([...digests].flatMap(([path, digest]) => (isPassing(digest) ? [path] : [])));
  const results = runTests(program, read, { isChosen: ({ test }) => !known.has(test.place.path) });
  const failing = new Set(results.flatMap(({ passed, test }) => (passed ? [] : [test.place.path])));
  for (const [path, digest] of digests) if (!failing.has(path)) notePassing(digest);
  return [...results, ...runScenarios(program, read)];
}

/** What keeps policies from being put in force: errors in their text, and their failing tests. */
export function obstacles({ diagnostics, tests, program, sources }: LoadedPolicies): Diagnostic[] {
  const failing = tests.flatMap((result) => (result.passed ? [] : [failingTest(result)]));
  const idle = program !== undefined && program.rules.length === 0 ? [noRules(sources)] : [];
  return inReadingOrder([...diagnostics.filter(isError), ...failing, ...idle]);
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
  if (result.actual === undefined) {
    const { problem, ran } = result;
    return errorAt(
      'failing-test',
      path,
      span,
      ran === true ? problem : `the test of \`${code}\` cannot run: ${problem}`,
    );
  }
  const notes = result.explanation.unknowns.map((unknown) => ({
    ...unknown.place,
    message: describeUnknown(unknown),
  }));
  const message = `the test expects that \`${code}\` ${phrase[test.verdict]}, but it ${phrase[result.actual]}`;
  return errorAt('failing-test', path, span, message, {
    notes,
    help: path.endsWith(testsEnding)
      ? 'mend the rule or the test'
      : 'mend the rule or the test; policies with failing tests are not loaded',
  });
}

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
