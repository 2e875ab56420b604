import { expect, test } from 'vitest';
import { boundMemory, longestCall, tick } from '../../src/engine/bound-memory.ts';
import { emptyMemory, type FileMark, type RememberedCall } from '../../src/engine/memory.ts';

const program = { rules: [], labels: [], limits: [], scopes: [] } as unknown as Parameters<typeof tick>[0];

const call = (name: string, parts: Partial<RememberedCall> = {}): RememberedCall => ({
  event: name,
  call: name,
  digest: name,
  at: 1000,
  outcome: null,
  marks: [],
  limits: [],
  answer: null,
  ...parts,
});

const marked = (name: string, unlessTold: boolean): RememberedCall =>
  call(name, {
    marks: [{ mark: { label: name, since: 1000, until: null, tool: 'Read' }, on: ['ok'], unlessTold }],
  });

const many = (count: number): RememberedCall[] =>
  Array.from({ length: count }, (_, index) => marked(`later-${index}`, false));

test('a label that counts unless told otherwise goes on counting when its call is too old to be waited for', () => {
  const memory = { ...emptyMemory, clock: 1000, calls: [marked('untold', true), marked('told', false)] };
  const later = tick(program, memory, 1000 + longestCall);
  expect(later.calls).toEqual([]);
  expect(later.labels).toEqual([{ label: 'untold', since: 1000, until: null, tool: 'Read' }]);
});

test('nor is it lost when so many calls are open that the oldest must leave', () => {
  const memory = { ...emptyMemory, clock: 1000, calls: [marked('untold', true), ...many(64)] };
  const bounded = boundMemory(memory);
  expect(bounded.calls.map(({ event }) => event)).not.toContain('untold');
  expect(bounded.labels.map(({ label }) => label)).toEqual(['untold']);
  expect(bounded.forgotten).toBe(1);
});

test('one that waits for news and must leave before counts as set, and excuses nothing', () => {
  const memory = { ...emptyMemory, clock: 1000, calls: [marked('told', false), ...many(64)] };
  const { labels } = boundMemory(memory);
  expect(labels).toEqual([{ label: 'told', since: 1000, until: null, tool: 'Read', perhaps: true }]);
});

test('of settled calls, which are kept for retries, the oldest leave, and nothing is lost with them', () => {
  const settled = Array.from({ length: 40 }, (_, index) => call(`c${index}`, { outcome: 'ok' }));
  const bounded = boundMemory({ ...emptyMemory, clock: 1000, calls: settled });
  expect(bounded.calls.map(({ event }) => event)).toEqual(settled.slice(8).map(({ event }) => event));
  expect(bounded.forgotten).toBe(0);
});

test('no memory is larger than it may be', () => {
  const files = Array.from({ length: 512 }, (_, index) => ({
    label: 'downloaded',
    since: 1000,
    until: null,
    tool: 'Bash',
    path: `["root",${JSON.stringify('x'.repeat(2000) + index)}]`,
    open: false,
  }));
  const answer = { effect: 'deny', code: 'c', reason: 'r'.repeat(4000) } as const;
  const calls = Array.from({ length: 32 }, (_, index) => call(`c${index}`, { outcome: 'denied', answer }));
  const bounded = boundMemory({ ...emptyMemory, clock: 1000, files, calls });
  expect(JSON.stringify(bounded).length).toBeLessThan(64 * 1024);
  expect(bounded.files.length).toBeGreaterThan(0);
  expect(bounded.forgotten).toBeGreaterThan(0);
});

test('labels of lower layers make place first, and a few marks of each label stay as they are', () => {
  const marks = (label: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...{ label, since: 1000, until: null, tool: 'Bash' },
      // Those of the flood have a folder each, so that of the others are more in one.
      ...{ path: JSON.stringify(['root', label, ...(label === 'low' ? [`d${index}`] : []), `f${index}`]) },
      open: false,
    }));
  const own = marks('own', 40);
  const few = marks('few', 8);
  const files = [...own, ...few, ...marks('low', 560)];
  const labels = [
    { code: 'own', layer: 0 },
    { code: 'few', layer: 2 },
    { code: 'low', layer: 1 },
  ] as unknown as Parameters<typeof tick>[0]['labels'];
  const memory = { ...emptyMemory, clock: 1000, files };
  const bounded = boundMemory(memory, { denials: [], labels });
  expect(bounded.files.length).toBeLessThanOrEqual(512);
  const kept = (from: readonly FileMark[], of: readonly FileMark[]) =>
    from.filter((each) => of.some(({ label, path }) => label === each.label && path === each.path));
  expect(kept(bounded.files, own)).toEqual(own);
  expect(kept(bounded.files, few)).toEqual(few);
  const { files: inOne } = boundMemory(memory);
  expect(kept(inOne, own)).toEqual([]);
  expect(kept(inOne, few)).toEqual(few);
});
