/** docs/decision-log.md, docs/operations.md and the schema say the same as the source. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { defaultLimits } from '../../src/server/limits.ts';
import { Load } from '../../src/server/load.ts';
import { createLoopDelay } from '../../src/server/loop-delay.ts';
import { createMetrics } from '../../src/server/metrics.ts';
import { logInputs, whenFullChoices } from '../../src/store/decision-log/record.ts';

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

const noUploads = { kept: 0, there: 0, 'too-large': 0, length: 0, digest: 0, aborted: 0, full: 0, failed: 0 };

test('every metric is listed', async () => {
  const log = {
    status: {
      written: 0,
      bytes: 0,
      dropped: { 'queue-full': 0, 'write-failed': 0 },
      pending: 0,
      lag: 0,
      problem: undefined,
      blocks: true,
      file: 1,
    },
  };
  const inForce = {
    policies: '',
    isStale: false,
    brokenLayers: [],
    sessions: { memories: 0, evicted: 0 },
    memoryProblem: undefined,
    bundle: { sequence: 1, digest: '', signers: [] },
  };
  const metrics = createMetrics(
    { ...log, inputs: 'masked', digestOf: String, append() {}, lose() {} },
    inForce,
    { load: new Load(defaultLimits), delay: createLoopDelay() },
  );
  metrics.tellOf({ status: { octets: 0, maxTotalBytes: 0, removed: 0, uploads: noUploads } });
  metrics.tellOfTls({ identity: { context: {}, expires: 0, names: '' }, problem: undefined });
  metrics.tellOfShadow(() => ({ same: 0 }));
  metrics.tellOfExpiry(() => new Map([['team-a', 0]]));
  const text = await metrics.text();
  const names = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name ?? '');
  const docs = read('operations.md');
  const listed = [...docs.matchAll(/`(bylaw_[a-z_]+)(?:\{[a-z]+\})?`/g)].map(([, name]) => name ?? '');
  expect([...new Set(listed)].sort()).toEqual(names.sort());
});
