/** The metrics that say which policies a server decides by, and whether newer ones are not valid. */
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { addVersionMetrics } from '../../src/server/metrics/version-metrics.ts';

test.each([
  [{}, 0],
  [{ isStale: true }, 1],
  [{ bundleProblem: 'The bundle is not signed.' }, 1],
  [{ brokenLayers: ['The layer team is not in force.'] }, 1],
])('%j counts as stale: %i', async (state, stale) => {
  const registry = new Registry();
  const inForce = { policies: 'abc', isStale: false, bundleProblem: undefined, brokenLayers: [], ...state };
  addVersionMetrics(registry, inForce);
  const text = await registry.metrics();
  expect(text).toMatch(new RegExp(`^bylaw_policies_stale ${stale}$`, 'm'));
  expect(text).toMatch(/^bylaw_policies_info\{digest="abc"\} 1$/m);
  Object.assign(inForce, { policies: 'def' });
  expect(await registry.metrics()).toMatch(/^bylaw_policies_info\{digest="def"\} 1$/m);
});
