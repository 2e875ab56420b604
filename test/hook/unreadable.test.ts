/** Payloads that nobody can read: each harness is denied in its own terms, and no decision is asked for. */
import { expect, test } from 'vitest';
import { harnessIds } from '../../src/adapters/harnesses.ts';
import { answerHook } from '../../src/hook/answer-hook.ts';
import { nothingEnded } from '../../src/store/ended-calls.ts';

const engine = {
  decide: () => {
    throw new Error('a decision was asked for');
  },
  observe: () => {
    throw new Error('a call was observed');
  },
};
const host = { env: {}, cwd: '/home/dev/shop' };
const context = { engine, ended: nothingEnded, now: '2026-01-01T00:00:00Z', failOpen: false };

test.each(harnessIds)('%s is never answered with 1, and never with nothing', (harness) => {
  const { exitCode, stdout, stderr } = answerHook({ harness, payload: '{"a":1}', host }, context);
  expect([0, 2]).toContain(exitCode);
  expect(stdout + stderr).toContain('io.bylaw.engine.unreadable-payload');
});

test.each(['', '{', '[]', 'null', '{"hook_event_name":"PreToolUse"}'])('%s is denied', (payload) => {
  const { exitCode, stdout } = answerHook({ harness: 'claude-code', payload, host }, context);
  expect([exitCode, JSON.parse(stdout).hookSpecificOutput]).toEqual([
    0,
    {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: expect.stringContaining('[io.bylaw.engine.unreadable-payload]'),
    },
  ]);
});
