// Rules that deny from a day on, and for a share of sessions; until then, and for the others, they are watched.
import { expect, test } from 'vitest';
import { compile } from '../../src/compile/program.ts';
import type { Decision } from '../../src/engine/decision.ts';
import { Engine } from '../../src/engine/engine.ts';
import { evaluate } from '../../src/engine/evaluate.ts';
import { positionOf } from '../../src/engine/rollout.ts';
import type { Event } from '../../src/facts/event/event.ts';
import { derive } from '../../src/facts/facts.ts';
import { decodeEvent } from '../../src/protocol/decode.ts';
import { eventOf } from '../../src/scenario/call.ts';
import { checkTexts } from '../reference/check-texts.ts';

const programOf = (rule: string) =>
  compile(checkTexts([{ path: 'a.policy', text: `policy com.example.a\n${rule}\n` }]));

const call = (session: string | null): Event => {
  const event = eventOf({ kind: 'command', command: 'git push' }, new Map());
  return {
    ...event,
    session: event.session && session !== null ? { ...event.session, id: session } : undefined,
  };
};

const decide = (rule: string, at: number | undefined, session: string | null = 's'): Decision =>
  evaluate(programOf(rule), derive(call(session), undefined, undefined, { at }));

const announced = `deny x from 2026-12-01
  severity high
  when runs "git push"
  when unsure deny
  reason "Use the button."`;

const day = Date.parse('2026-12-01T00:00:00Z');

test('until its day an announced rule is watched, and says from when it denies', () => {
  const before = decide(announced, day - 1);
  expect(before.effect).toBe('none');
  expect(before.matched).toEqual([]);
  expect(before.watched).toMatchObject([
    { code: 'com.example.a.x', effect: 'deny', rollout: { from: '2026-12-01', reason: 'Use the button.' } },
  ]);
  const on = decide(announced, day);
  expect(on).toMatchObject({
    effect: 'deny',
    code: 'com.example.a.x',
    reason: 'Use the button.',
    watched: [],
  });
  expect(on.matched[0]).not.toHaveProperty('rollout');
});

test('where nobody says what time it is, it is unsure', () => {
  const decision = decide(announced, undefined);
  expect(decision).toMatchObject({
    effect: 'deny',
    matched: [],
    watched: [],
    unsure: [{ unknowns: [{ field: 'time', cause: 'missing' }] }],
    reason: 'Denied to be safe, because it is not said what time it is: Use the button.',
  });
  expect(decide(announced.replace('unsure deny', 'unsure note'), undefined).effect).toBe('none');
});

test('an announced rule that is unsure denies nothing either, until its day', () => {
  const rule = 'deny x from 2026-12-01\n  when input.a is "b"\n  when unsure deny';
  expect(decide(rule, day - 1)).toMatchObject({
    effect: 'none',
    unsure: [{ rollout: { from: '2026-12-01' } }],
  });
  expect(decide(rule, day)).toMatchObject({ effect: 'deny' });
});

const partly = (percent: number): string => `deny x for ${percent} % of sessions\n  when runs "git push"`;

test('a call without a session belongs to every share', () => {
  expect(decide(partly(0.1), undefined, null).effect).toBe('deny');
});

test('an id that a dry run has filled in is none', () => {
  const tool = { name: 'Bash', kind: 'shell', input: { command: 'git push' } };
  const decoded = decodeEvent({ session: { cwd: '/srv' }, tool });
  if (!decoded.ok) throw new Error(decoded.problem.message);
  expect(evaluate(programOf(partly(0.1)), derive(decoded.event)).effect).toBe('deny');
});

test('a session that is not among them is watched, at any time', () => {
  const session = sessions.find((each) => positionOf('com.example.a.x', each) >= 10) ?? '';
  expect(decide(partly(10), undefined, session)).toMatchObject({
    effect: 'none',
    watched: [{ rollout: { share: 10 } }],
  });
  expect(decide(partly(100), undefined, session).effect).toBe('deny');
});

const sessions = Array.from({ length: 20_000 }, (_, at) =>
  at % 2 === 0 ? `session-${at}` : `${at.toString(16).padStart(8, '0')}-4c1e-4f6a-9d3b-0123456789ab`,
);

test.each([1, 10, 50, 90])('%s %% of sessions are so many, whatever their ids are like', (percent) => {
  for (const code of ['com.example.a.x', 'com.example.a.y', 'io.bylaw.git.force-push']) {
    const share = sessions.filter((id) => positionOf(code, id) < percent).length / sessions.length;
    expect(Math.abs(share * 100 - percent)).toBeLessThan(1);
  }
});

test('which sessions they are differs from rule to rule', () => {
  const both = sessions.filter((id) => positionOf('a.x', id) < 50 && positionOf('a.y', id) < 50);
  expect(Math.abs(both.length / sessions.length - 0.25)).toBeLessThan(0.02);
});

test('a session keeps its place, in every version and process', () => {
  expect(
    ['s1', 's2', '', '😀'].map((id) => positionOf('com.example.a.x', id).toFixed(4)),
  ).toMatchInlineSnapshot(`
    [
      "82.3325",
      "4.3891",
      "66.8935",
      "58.2621",
    ]
  `);
});

test('a server asks its clock for every call, and gives a retry the first answer', () => {
  let now = day - 1;
  const engine = new Engine({ program: programOf(announced), now: () => now });
  const first = call('s');
  expect(engine.decide(first).effect).toBe('none');
  now = day;
  expect(engine.decide(first)).toMatchObject({ effect: 'none', repeated: true });
  const raw = { ...first.raw, id: 'other' };
  expect(engine.decide({ ...first, id: 'other', raw }).effect).toBe('deny');
});

test('a session of which only an adapter made the id belongs to every share', () => {
  const rule = 'deny x for 1 % of sessions\n  when runs "git push"';
  const program = programOf(rule);
  const spared = Array.from({ length: 50 }, (_, at) => `syn_${at}`).find(
    (id) => positionOf('com.example.a.x', id) >= 1,
  );
  const event = call(spared ?? '');
  expect(evaluate(program, derive(event)).effect).toBe('none');
  const made = { ...event, raw: { ...event.raw, session: { id: spared ?? '', synthesized: true } } };
  expect(evaluate(program, derive(made)).effect).toBe('deny');
});
