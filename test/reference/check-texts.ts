/** Generated trees by way of their text: formatted, parsed and checked, as an author's would be. */
import { check } from '../../src/check/check.ts';
import type { CheckedBundle } from '../../src/check/tree/checked.ts';
import type { Policy } from '../../src/language/ast.ts';
import { isError } from '../../src/language/diagnostic.ts';
import { formatPolicy } from '../../src/language/format/format.ts';
import { parse } from '../../src/language/parse.ts';
import type { Source } from '../../src/language/source.ts';

export const textsOf = (policies: readonly Policy[]): Source[] =>
  policies.map((policy) => ({ path: policy.path, text: formatPolicy(policy) }));

/** Checks files as text; a bundle with errors is the generator's mistake. */
export function checkTexts(files: readonly Source[]): CheckedBundle {
  const parsed = files.map(parse);
  const result = check(
    parsed.map(({ policy }) => policy),
    parsed.flatMap(({ diagnostics }) => diagnostics),
  );
  if (result.bundle !== undefined) return result.bundle;
  const errors = result.diagnostics.filter(isError).map(({ path, message }) => `${path}: ${message}`);
  throw new Error(errors.join('\n'));
}
