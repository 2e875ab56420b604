import { expect, test } from 'vitest';
import { type Changed, ChangeGroups, type Example } from '../../src/replay/change-groups.ts';
import type { AnswerChange } from '../../src/replay/compare.ts';

const change: AnswerChange = { kind: 'newly-denied', rule: 'a', was: null };
const day = 24 * 60 * 60 * 1000;

function changedOn(at: number, about: Partial<Changed> = {}): Changed {
  const example = (): Example => ({
    place: `log:${at}`,
    time: new Date(at).toISOString(),
    source: 's',
    session: null,
    id: 'e',
    input: '{}',
    before: { effect: 'none', code: null, reason: null },
    after: { effect: 'deny', code: 'a', reason: null },
    unknowns: [],
    masked: false,
  });
  return { at, tool: 'Bash', agent: null, masked: false, example, ...about };
}

test('counts for each rule, tool and agent, for each day, with the first examples', () => {
  const groups = new ChangeGroups({ examples: 2 });
  for (const at of [day, 1, 2, 3]) groups.add(change, changedOn(at, { masked: at === 2 }));
  groups.add(change, changedOn(5, { tool: 'Read' }));
  groups.add(change, changedOn(6, { agent: 'explore' }));
  groups.add({ kind: 'code-changed', rule: 'a', was: 'b' }, changedOn(7));
  const [first, ...rest] = groups.list;
  expect(first).toMatchObject({
    kind: 'newly-denied',
    rule: 'a',
    tool: 'Bash',
    agent: null,
    events: 4,
    masked: 1,
    days: [
      { day: '1970-01-01', events: 3 },
      { day: '1970-01-02', events: 1 },
    ],
  });
  expect(first?.examples.map(({ place }) => place)).toEqual([`log:${day}`, 'log:1']);
  expect(rest.map(({ kind, tool, agent, was, events }) => [kind, tool, agent, was, events])).toEqual([
    ['newly-denied', 'Bash', 'explore', null, 1],
    ['newly-denied', 'Read', null, null, 1],
    ['code-changed', 'Bash', null, 'b', 1],
  ]);
});

test('has a bound: a group that it has counts on, and what finds no room is counted as a whole', () => {
  const groups = new ChangeGroups({ groups: 2, examples: 0 });
  for (const tool of ['a', 'b', 'c', 'd', 'a', 'c']) groups.add(change, changedOn(1, { tool }));
  expect(groups.list.map(({ tool, events, examples }) => [tool, events, examples])).toEqual([
    ['a', 2, []],
    ['b', 1, []],
  ]);
  expect(groups.ungrouped).toBe(3);
});

test('makes no example that it does not keep', () => {
  const groups = new ChangeGroups({ examples: 1 });
  let made = 0;
  const example = (): Example => {
    made++;
    return changedOn(1).example(change);
  };
  for (let count = 0; count < 5; count++) groups.add(change, changedOn(1, { example }));
  expect(made).toBe(1);
});
