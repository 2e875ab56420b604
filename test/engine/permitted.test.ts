import { expect, test } from 'vitest';
import { emptyDecision as passing } from '../../src/engine/decision.ts';
import type { DecisionPoint } from '../../src/engine/engine.ts';
import { notPermittedCode, permitted } from '../../src/engine/permitted.ts';

const told: string[] = [];
const point: DecisionPoint = {
  decide: () => passing,
  observe: ({ id }) => void told.push(id),
};
const event = { id: 'e', source: 's', type: 'tool.before', raw: {} } as never;

test('who may only tell is denied, who may only ask is not heard, and all others go on', () => {
  const by = permitted(point, false);
  expect(by.decide(event, { client: { only: 'observe' } })).toMatchObject({
    effect: 'deny',
    code: notPermittedCode,
  });
  expect(permitted(point, true).decide(event, { client: { only: 'observe' } })).toMatchObject({
    effect: 'none',
  });
  for (const asked of [undefined, {}, { client: {} }, { client: { only: 'intercept' as const } }])
    expect(by.decide(event, asked)).toBe(passing);
  expect(by.observe(event, { client: { only: 'intercept' } })).toEqual({ unproven: 'permission' });
  expect(told).toEqual([]);
  by.observe(event, { client: { only: 'observe' } });
  by.observe(event);
  expect(told).toEqual(['e', 'e']);
});
