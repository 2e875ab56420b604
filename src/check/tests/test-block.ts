/** Tests inside rules: `given` lines gathered into scenes, calls made of literals. */
import type { QuotedText } from '../../language/expression.ts';
import type { Expectation, TestClause, TestStep } from '../../language/test-tree.ts';
import { meantVerdicts, suggestion } from '../../language/words.ts';
import { isOneOf, type TestVerdict, verdicts } from '../../vocabulary/kinds.ts';
import { type Context, reportError, reportWarning } from '../names/context.ts';
import type { Scene, TestCall, TestCase } from '../tree/checked-tests.ts';
import { type ExampleTable, fillExamples, reportUnusedColumns, resolveExamples, rowsOf } from './examples.ts';
import { addGiven, addLabel, type FindLabel, labelOfRule, reportUnusedGiven } from './given.ts';
import { resolveCall } from './test-call.ts';
import { checkTestSize } from './test-size.ts';

/**
 * The cases of one test block; a step with an error in it is left out and reported. A broken rule may lack steps.
 */
export function resolveTest(context: Context, test: TestClause, broken: boolean): TestCase[] {
  const skip = resolveSkip(context, test.skip);
  const resolved = resolveExpectations(context, test.steps, (name) => labelOfRule(context, name));
  const cases = resolved.map(({ scene, step, verdict, call, example }): TestCase => {
    const place = { path: context.path, span: step.span };
    const made = { title: test.title?.value, skip: skip ?? step.skip?.value, verdict, call, scene, place };
    return example === undefined ? made : { ...made, example };
  });
  if (!broken) reportIdle(context, test);
  return cases;
}

/** An expectation with everything about it resolved. */
export interface ResolvedStep {
  readonly step: Expectation;
  readonly verdict: TestVerdict;
  readonly call: TestCall;
  readonly scene: Scene;
  /** The row of examples, as it is written. */
  readonly example: string | undefined;
}

/** Expectations, each with its scene and its row of examples; one with an error in it is left out and reported. */
export function resolveExpectations(
  context: Context,
  steps: readonly TestStep[],
  findLabel: FindLabel,
): ResolvedStep[] {
  let scene: Scene = new Map();
  let table: ExampleTable | undefined;
  const resolved: ResolvedStep[] = [];
  for (const step of steps) {
    if (step.kind === 'given-label') {
      scene = addLabel(context, scene, step, findLabel);
      continue;
    }
    if (step.kind === 'examples') {
      reportUnusedColumns(context, table);
      table = resolveExamples(context, step);
      continue;
    }
    if (step.kind !== 'expectation') {
      scene = addGiven(context, scene, step);
      continue;
    }
    resolveSkip(context, step.skip);
    const { verdict } = step;
    if (!isOneOf(verdicts, verdict.text)) {
      reportError(context, 'unknown-word', verdict.span, `a test cannot expect \`${verdict.text}\``, {
        help:
          unfinishedSteps[verdict.text] ??
          meantVerdict(verdict.text) ??
          suggestion(verdict.text, verdicts) ??
          `a test says ${verdicts.join(', ')}, given or examples`,
      });
      continue;
    }
    const call = resolveCall(context, step.call);
    if (call === undefined) continue;
    const rows = rowsOf({ call, scene }, table);
    if (!checkTestSize(context, step.span, rows.calls, rows.characters)) continue;
    for (const filled of fillExamples({ call, scene }, rows))
      resolved.push({ step, verdict: verdict.text, ...filled });
  }
  reportUnusedColumns(context, table);
  return resolved;
}

/** Words that are only part of a line. */
/** For a word of other systems, such as `allows`. */
function meantVerdict(word: string): string | undefined {
  const meant = meantVerdicts.get(word.toLowerCase());
  return meant === undefined ? undefined : `did you mean \`${meant}\`?`;
}

const unfinishedSteps: Readonly<Record<string, string>> = {
  skip: 'what is skipped says why: `skip "until …" denies "…"`',
  examples: 'the names of the columns come before the rows: `examples branch, flag "main", "-f"`',
};

/** Why something is skipped. An empty reason is reported. */
export function resolveSkip(context: Context, skip: QuotedText | undefined): string | undefined {
  if (skip === undefined || skip.value.trim() !== '') return skip?.value;
  return reportError(context, 'empty-text', skip.span, 'what is skipped needs a reason', {
    help: 'say what it waits for: `skip "until the table knows jj" denies "jj push"`',
  });
}

/** Reports a test that expects nothing, and `given` lines that no expectation follows. */
export function reportIdle(context: Context, { steps, span }: Pick<TestClause, 'steps' | 'span'>): void {
  const last = steps.findLastIndex(({ kind }) => kind === 'expectation');
  if (last < 0) {
    reportWarning(context, 'empty-test', span, 'the test expects nothing', {
      help: 'add a line such as `denies "rm -rf /"` or `passes read "README.md"`',
    });
    return;
  }
  for (const step of steps.slice(last + 1)) reportUnusedGiven(context, step.span);
}
