/** docs/decision-log.md, docs/operations.md and the schema say the same as the source. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { logInputs, whenFullChoices } from '../../src/store/decision-log/record.ts';
import { metricNames } from './all-metrics.ts';

const read = (path: string): string => readFileSync(new URL(`../../docs/${path}`, import.meta.url), 'utf8');
const schema = JSON.parse(read('decision-log.schema.json'));

test('every member and type of the schema is explained', () => {
  const text = read('decision-log.md');
  const { properties, $defs } = schema;
  const members = [properties, $defs.about.properties, $defs.decision.properties, $defs.observed.properties];
  const names = [...members.flatMap((each) => Object.keys(each)), ...properties.type.enum];
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  for (const choice of [...logInputs, ...whenFullChoices]) expect(text).toContain(`\`${choice}\``);
  expect(schema.$defs.start.properties.inputs.enum).toEqual([...logInputs]);
});

test('every metric is listed', async () => {
  const docs = read('operations.md');
  const listed = [...docs.matchAll(/`(bylaw_[a-z_]+)(?:\{[a-z]+\})?`/g)].map(([, name]) => name ?? '');
  expect([...new Set(listed)].sort()).toEqual([...(await metricNames())].sort());
});
