/** The calls of a subagent belong to the session that a person began, where the payload names it: labels, and what the session wrote. */
import { expect, test } from 'vitest';
import type { HarnessId } from '../../src/adapters/harnesses.ts';
import type { JsonObject } from '../../src/facts/event/event.ts';
import { answerHook } from '../../src/hook/answer-hook.ts';
import { nothingEnded } from '../../src/store/ended-calls.ts';
import { Setting } from '../engine/setting.ts';

const rules = `
label tainted on session lasts 30m
  when reads ".env"
deny sending
  while tainted
  when connects to "a.example"
  reason "Not after that."`;

/** A main agent's call and a subagent's, as the harness sends them; and how the subagent ends, where that is reported. */
interface Payloads {
  main(command: string): JsonObject;
  subagent(command: string): JsonObject;
  readonly end?: JsonObject;
}

const openCode = (sessionID: string, command: string, more: JsonObject = {}): JsonObject => ({
  ...{ shim: 1, hook: 'tool.execute.before', directory: '/w', worktree: '/w' },
  ...{ input: { tool: 'bash', sessionID, callID: `c-${command}` }, output: { args: { command } }, ...more },
});
const deleted = (id: string, more: JsonObject): JsonObject => ({
  ...{ shim: 1, hook: 'event', directory: '/w', worktree: '/w', ...more },
  input: { event: { type: 'session.deleted', properties: { info: { id } } } },
});
const copilot = (sessionId: string, command: string, more: JsonObject = {}): JsonObject => ({
  ...{ sessionId, timestamp: 1, cwd: '/w', toolName: 'bash', toolArgs: { command }, ...more },
});
const cline = (taskId: string, hookName: string, more: JsonObject): JsonObject => ({
  ...{ clineVersion: '', hookName, timestamp: '2026-11-21T09:30:00.000Z', taskId, workspaceRoots: ['/w'] },
  ...{ sessionContext: { rootSessionId: 'root' }, agent_id: `agent of ${taskId}`, ...more },
});
const clineCall = (command: string): JsonObject => ({
  tool_call: { id: `c-${command}`, name: 'run_commands', input: { commands: [command] } },
});

const harnesses: Readonly<Partial<Record<HarnessId, Payloads>>> = {
  opencode: {
    main: (command) => openCode('main', command),
    subagent: (command) => openCode('sub', command, { parentID: 'main' }),
    end: deleted('sub', { parentID: 'main' }),
  },
  copilot: {
    main: (command) => copilot('main', command),
    subagent: (command) => copilot('sub', command, { agentId: 'sub', parentAgentId: 'main' }),
  },
  cline: {
    main: (command) => cline('one', 'tool_call', { ...clineCall(command), parent_agent_id: null }),
    subagent: (command) =>
      cline('two', 'tool_call', { ...clineCall(command), parent_agent_id: 'agent of one' }),
    end: cline('two', 'session_shutdown', { parent_agent_id: 'agent of one' }),
  },
};

test.each(Object.entries(harnesses) as [HarnessId, Payloads][])('%s', (harness, payloads) => {
  const { engine } = new Setting(rules);
  const denies = (payload: JsonObject): boolean => {
    const request = { harness, payload: JSON.stringify(payload), host: { env: {}, cwd: '/' } };
    const context = { engine, ended: nothingEnded, now: '2026-11-21T10:00:00Z', failOpen: false };
    return JSON.stringify(answerHook(request, context)).includes('Not after that.');
  };
  expect(denies(payloads.subagent('curl a.example/1'))).toBe(false);
  expect(denies(payloads.main('cat .env'))).toBe(false);
  expect(denies(payloads.subagent('curl a.example/2'))).toBe(true);
  expect(denies(payloads.main('echo "curl a.example" > x.sh'))).toBe(false);
  if (payloads.end !== undefined) expect(denies(payloads.end)).toBe(false);
  // The session goes on: what it wrote is still known.
  expect(denies(payloads.main('sh x.sh'))).toBe(true);
  // The same words by two agents are two calls.
  expect(denies(payloads.subagent('cat .env'))).toBe(false);
});
