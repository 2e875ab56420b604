import { expect, test } from 'vitest';
import { defaultLimits } from '../../src/server/limits/limits.ts';
import { Load } from '../../src/server/limits/load.ts';
import { createLoopDelay } from '../../src/server/limits/loop-delay.ts';
import { createMetrics } from '../../src/server/metrics/metrics.ts';

test('each exception is counted once for a decision that it was used in', async () => {
  const inForce = {
    policies: 'a'.repeat(64),
    isStale: false,
    brokenLayers: [],
    warnings: [],
    sessions: { memories: 0, evicted: 0 },
    memoryProblem: undefined,
    deniesWithoutMemory: false,
  };
  const metrics = createMetrics(undefined, inForce, {
    load: new Load(defaultLimits),
    delay: createLoopDelay(),
  });
  const decided = { effect: 'none', code: undefined, unsure: [], faults: [] } as const;
  const [one, other] = [{ exception: 'com.acme.a' }, { exception: 'com.acme.b' }];
  metrics.tally.decided({ ...decided, excused: [one, one, other] });
  metrics.tally.decided({ ...decided, excused: [one] });
  metrics.tally.decided(decided);
  const text = await metrics.text();
  expect(text).toContain('bylaw_excused_total{exception="com.acme.a"} 2\n');
  expect(text).toContain('bylaw_excused_total{exception="com.acme.b"} 1\n');
});
