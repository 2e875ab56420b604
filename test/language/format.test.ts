import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPolicy } from '../../src/language/format.ts';
import { parse } from '../../src/language/parse.ts';
import { loosePolicy } from '../reference/loose-policy.ts';
import { withoutSpans } from '../reference/node.ts';

const format = (text: string): string => {
  const { policy, diagnostics } = parse({ path: 'any.policy', text });
  expect(diagnostics).toEqual([]);
  return formatPolicy(policy);
};

test('formatted trees are read back as they were, and formatting twice changes nothing', () => {
  fc.assert(
    fc.property(loosePolicy, (policy) => {
      const text = formatPolicy(policy);
      const parsed = parse({ path: policy.path, text });
      expect(parsed.diagnostics.map(({ message }) => message)).toEqual([]);
      expect(withoutSpans(parsed.policy)).toStrictEqual(withoutSpans(policy));
      expect(formatPolicy(parsed.policy)).toBe(text);
    }),
    { numRuns: Number(process.env.BYLAW_RUNS ?? 2000), seed: Number(process.env.BYLAW_SEED ?? 1) },
  );
});
