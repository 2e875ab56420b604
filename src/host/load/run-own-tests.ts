/** The tests inside policies, run before their rules decide. */
import type { Layers } from '../../check/names/layers.ts';
import type { CheckedBundle } from '../../check/tree/checked.ts';
import type { Policy } from '../../language/ast.ts';
import type { Source } from '../../language/source.ts';
import { runExceptionTests } from '../../scenario/run-exceptions.ts';
import { runScenarios } from '../../scenario/run-scenarios.ts';
import { type ReadRecorded, runRuleTests, type Testing, type TestResult } from '../../scenario/run-tests.ts';
import { knowledgeOf, programsOfLayers } from './layer-programs.ts';
import { digestsOfTested, isPassing, notePassing } from './tested-files.ts';

interface Testable {
  readonly bundle: CheckedBundle;
  readonly sources: readonly Source[];
  readonly policies: readonly Policy[];
  readonly layers: Layers;
}

/** What reads the recorded events of a layer. */
export type RecordedOfLayers = (place: number) => ReadRecorded;

/** Runs the tests of files that are not known to pass, and notes those that do. Those of a layer see nothing of lower ones. */
export function runOwnTests(all: Testable, recordedOf: RecordedOfLayers): TestResult[] {
  const { bundle, layers } = all;
  return programsOfLayers(bundle, layers).flatMap(({ program, isOwn }, place) => {
    const read = recordedOf(place);
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
