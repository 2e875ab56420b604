// What the check says that events call a harness is what its adapter calls it.
import { expect, test } from 'vitest';
import { adapters } from '../../src/harnesses/adapters.ts';
import { harnessNames, titleOfHarness } from '../../src/vocabulary/harness-names.ts';

test.each(harnessNames)('the events of %s have its name', (id) => {
  expect(adapters[id].name).toBe(titleOfHarness(id));
});
