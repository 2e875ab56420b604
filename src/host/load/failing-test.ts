/** What is said about a test that fails. */
import type { Unknown, UnknownCause } from '../../engine/decision.ts';
import type { ClauseTrace, Explanation } from '../../engine/explain.ts';
import { type Diagnostic, errorAt } from '../../language/diagnostic.ts';
import { adviceForTestTime } from '../../scenario/judge-together.ts';
import type { TestResult } from '../../scenario/run-tests.ts';
import type { TestVerdict } from '../../vocabulary/kinds.ts';
import { policyEnding, testsEnding } from '../policy-files/policy-folder.ts';

/** A failing test as a diagnostic at the line of the test. */
export function failingTest(result: TestResult & { readonly passed: false }): Diagnostic {
  const { test, code } = result;
  const { path, span } = test.place;
  const which = test.example === undefined ? '' : ` (${test.example})`;
  if (result.actual === undefined) {
    const { problem, ran, culprit } = result;
    return errorAt(
      'failing-test',
      path,
      span,
      ran === true ? `${problem}${which}` : `the test of \`${code}\` cannot run: ${problem}${which}`,
      culprit === undefined || culprit.path === testedFile(path)
        ? {}
        : { notes: [{ ...culprit, message: 'the rule' }], help: adviceForStrangers },
    );
  }
  const unknown = result.explanation.unknowns.map((each) => ({
    ...each.place,
    message: describeUnknown(each),
  }));
  // What is not known does not matter where a part says no, and comes behind it.
  const isSecond = result.actual === 'passes' && unknown.length > 0;
  const notes = isSecond ? [...whyPassed(result.explanation), ...unknown] : unknown;
  const message = `the test expects that \`${code}\` ${phrase[test.verdict]}, but it ${phrase[result.actual]}${which}`;
  return errorAt('failing-test', path, span, message, {
    notes,
    help: isTimeless(result.actual, result.explanation)
      ? adviceForTestTime
      : path.endsWith(testsEnding)
        ? 'fix the rule or the test'
        : 'fix the rule or the test; policies with failing tests are not loaded',
  });
}

/** The file of policies that a file of tests is beside. */
const testedFile = (path: string): string => path.replace(testsEnding, policyEnding);

const adviceForStrangers =
  'this test asks all rules of its layer, and a rule of another file answers. If both are right, as where a company adds a rule to packs of others, put that rule into a layer below: tests of a layer see no rules of lower ones. Exceptions to rules of the packs stay in the layer of the packs, as in `policies: [packs, exceptions]` (docs/layers.md)';

/** The test does not say what time it is, and the rule is unsure of it. */
const isTimeless = (actual: TestVerdict, { unknowns }: Explanation): boolean =>
  actual === 'unsure' && unknowns.some(({ field }) => field === 'time');

const phrase = { denies: 'denies the call', passes: 'lets the call pass', unsure: 'is unsure' } as const;

/** The parts that let the call pass: those of `when` that are no, or those of `unless` that are yes. */
function whyPassed({ when, unless }: Explanation): Diagnostic['notes'] {
  const refused = decidedBy(when, 'no').map(({ place }) => ({ ...place, message: 'this is no' }));
  if (refused.length > 0 || unless === undefined) return refused;
  return decidedBy(unless, 'yes').map(({ place }) => ({ ...place, message: 'this excuses the call' }));
}

/** The smallest parts with this value that give the whole its value; none where the whole has another. */
function decidedBy(clause: ClauseTrace, value: 'yes' | 'no'): readonly ClauseTrace[] {
  if (clause.value !== value) return [];
  const isJoined = clause.kind === 'condition' || clause.kind === (value === 'no' ? 'and' : 'or');
  const parts = isJoined ? clause.parts.flatMap((part) => decidedBy(part, value)) : [];
  return parts.length > 0 ? parts : [clause];
}

/** What is unknown, and why, as a sentence. */
export function describeUnknown({ field, cause, detail }: Unknown): string {
  if (detail !== undefined) return `\`${field}\` is not known, because ${detail}`;
  return `\`${field}\` is ${describeCause[cause]}`;
}

const describeCause: Readonly<Record<UnknownCause, string>> = {
  missing: 'missing from the event',
  type: 'of a type that cannot be compared here',
  ambiguous: 'open to more than one reading',
  size: 'longer than such a thing can be',
  unresolved: 'not known',
};
