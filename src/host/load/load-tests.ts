/** The files of tests beside loaded policies → what they expect. Nothing of it is ever in force. */
import { checkTests, type TestsCheck } from '../../check/tests/tests-file.ts';
import { parseTests } from '../../language/parse-tests.ts';
import type { LoadedPolicies } from './load.ts';

/**
 * Reads the files of tests of policies, and checks them against the rules. Where
 * the policies have errors, only the form of the files is looked at. Never throws.
 */
export function loadTests({ testFiles, policyNames, bundle }: LoadedPolicies): TestsCheck {
  const parsed = testFiles.map(parseTests);
  const diagnostics = parsed.flatMap((each) => each.diagnostics);
  if (bundle === undefined) return { tests: { cases: [], scenarios: [] }, diagnostics };
  return checkTests(
    parsed.map(({ tests }) => tests),
    {
      policies: policyNames,
      rules: bundle.rules,
      exceptions: bundle.exceptions ?? [],
      labels: bundle.labels,
    },
    diagnostics,
  );
}
