/**
 * Payloads as no harness sends them today: events and fields in other spellings,
 * in two spellings at once, and calls with an empty sign of a result. Each of them
 * may be a call, so each is decided as one, or denied in the harness's own terms.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type HarnessId, harnessIds } from '../../src/adapters/harnesses.ts';
import type { Event, Json, JsonObject } from '../../src/facts/event/event.ts';
import { answerHook } from '../../src/hook/answer-hook.ts';
import { readRequest } from '../../src/hook/read-request.ts';
import { isJsonObject } from '../../src/protocol/json.ts';
import { nothingEnded } from '../../src/store/ended-calls.ts';
import { denying } from '../engine/decisions.ts';

const denies = denying('com.example.no', 'Not here.');

const host = { cwd: '/home/dev/shop', env: {} };

/** What an engine that denies everything makes of a payload. */
function send(harness: HarnessId, payload: JsonObject) {
  const decided: Event[] = [];
  const engine = {
    decide: (event: Event) => {
      decided.push(event);
      return denies;
    },
    observe: () => {},
  };
  const request = { harness, payload: JSON.stringify(payload), host };
  const context = { engine, ended: nothingEnded, now: '2026-11-21T10:00:00Z', failOpen: false };
  const answer = answerHook(request, context);
  const text = answer.stdout + answer.stderr;
  const reading = readRequest(request);
  const neutral = reading.adapter?.answer({ denied: false }, reading.moment);
  return {
    ...answer,
    tools: decided.map(({ tool }) => tool?.name),
    sender: reading.adapter?.id,
    /** Denied by the engine, or because the payload cannot be read. */
    became: text.includes('[com.example.no]')
      ? 'decided'
      : text.includes('[io.bylaw.engine.unreadable-payload]')
        ? 'unreadable'
        : JSON.stringify(answer) === JSON.stringify(neutral)
          ? 'neutral'
          : text,
  };
}

const cursor = { conversation_id: 'c1', cursor_version: '3.14.27', workspace_roots: ['/home/dev/shop'] };
const claude = { session_id: 's1', cwd: '/home/dev/shop', tool_use_id: 'toolu_1' };
const bash = { tool_name: 'Bash', tool_input: { command: 'ls' } };
const copilot = { sessionId: 's1', timestamp: 1795253400000, cwd: '/home/dev/shop' };
const cline = { clineVersion: '4.0.1', taskId: 't1', workspaceRoots: ['/home/dev/shop'] };
const windsurf = { trajectory_id: 'w1', tool_info: { command_line: 'ls', cwd: '/home/dev/shop' } };
const antigravity = { conversationId: 'a1', workspacePaths: ['/home/dev/shop'] };
const toolCall = { name: 'run_command', args: { CommandLine: 'ls' } };
const grok = { hookEventName: 'pre_tool_use', sessionId: 'g1', workspaceRoot: '/home/dev/shop' };

type Row = readonly [HarnessId, 'decided' | 'unreadable' | 'neutral', JsonObject];

const eventsRespelt: readonly Row[] = [
  ['cursor', 'decided', { ...cursor, hook_event_name: 'beforeshellexecution', command: 'ls' }],
  ['cursor', 'decided', { ...cursor, hook_event_name: 'before_shell_execution', command: 'ls' }],
  ['cursor', 'decided', { ...cursor, hook_event_name: 'BEFORESHELLEXECUTION', command: 'ls' }],
  ['cursor', 'decided', { hook_event_name: 'before_shell_execution', command: 'ls' }],
  ['cursor', 'decided', { ...cursor, hook_event_name: 'pre_tool_use', ...bash }],
  ['cursor', 'decided', { ...cursor, hook_event_name: 'pretooluse', ...bash }],
  ['cursor', 'decided', { ...cursor, hook_event_name: 'PRETOOLUSE', ...bash }],
  ['cursor', 'unreadable', { ...cursor, hook_event_name: 'preToolUse', command: 'ls' }],
  ['cursor', 'unreadable', { ...cursor, hook_event_name: 'shellExecution', command: 'ls' }],
  ['cursor', 'unreadable', { ...cursor, hook_event_name: 'fileRead', file_path: '/a' }],
  ['cursor', 'neutral', { ...cursor, hook_event_name: 'after_shell_execution', command: 'ls', output: '' }],
  ['cursor', 'neutral', { ...cursor, hook_event_name: 'afterFileEdit', file_path: '/a', edits: [] }],
  ['cursor', 'neutral', { ...cursor, hook_event_name: 'afterAnything', file_path: '/a' }],
  ['claude-code', 'decided', { ...claude, ...bash, hook_event_name: ' PreToolUse' }],
  ['claude-code', 'decided', { ...claude, ...bash, hook_event_name: '\u200bPreToolUse' }],
  ['claude-code', 'decided', { ...claude, ...bash, hook_event_name: 'pre-tool use\u00a0' }],
  ['claude-code', 'decided', { ...claude, ...bash, hook_event_name: 'permission_request' }],
  ['claude-code', 'unreadable', { ...claude, ...bash, hook_event_name: 'ToolCall' }],
  ['claude-code', 'unreadable', { ...claude, ...bash, hook_event_name: 'tool_before' }],
  ['claude-code', 'unreadable', { ...claude, tool_input: { command: 'ls' }, hook_event_name: 'ToolCall' }],
  ['claude-code', 'unreadable', { ...claude, ...bash, hook_event_name: 'ToolCall', tool_response: {} }],
  ['claude-code', 'unreadable', { ...claude, ...bash, hook_event_name: `${' '.repeat(300)}PreToolUse` }],
  ['claude-code', 'neutral', { ...claude, ...bash, hook_event_name: 'ToolCall', tool_response: 'a' }],
  ['claude-code', 'neutral', { ...claude, ...bash, hook_event_name: 'PermissionDenied', reason: 'no' }],
  ['claude-code', 'neutral', { ...claude, hook_event_name: 'PostToolBatch', tool_calls: [bash] }],
  ['claude-code', 'neutral', { ...claude, hook_event_name: 'Notification', message: 'hi' }],
  ['claude-code', 'neutral', { ...claude, hook_event_name: 'FileChanged', file_path: '/a' }],
  ['windsurf', 'decided', { ...windsurf, agent_action_name: 'Pre_Run_Command' }],
  ['windsurf', 'decided', { ...windsurf, agent_action_name: 'preRunCommand' }],
  ['windsurf', 'unreadable', { ...windsurf, agent_action_name: 'PreMakeTea' }],
  ['windsurf', 'unreadable', { ...windsurf, agent_action_name: 'run_command' }],
  ['windsurf', 'neutral', { ...windsurf, agent_action_name: 'postRunCommand' }],
  ['cline', 'unreadable', { ...cline, hookName: 'pretooluse', PreToolUse: {} }],
  ['cline', 'decided', { ...cline, hookName: 'Tool-Call', tool_call: { name: 'editor', input: {} } }],
  ['copilot', 'decided', { ...copilot, hookName: 'permission_request', toolName: 'bash', toolArgs: {} }],
  ['copilot', 'decided', { ...copilot, hookName: 'PRETOOLUSE', toolName: 'bash', toolArgs: {} }],
  ['copilot', 'unreadable', { ...copilot, hookName: 'toolCall', toolName: 'bash', toolArgs: {} }],
  ['copilot', 'unreadable', { ...copilot, ToolName: 'bash', ToolArgs: {}, source: 'new' }],
  ['copilot', 'neutral', { ...copilot, hookName: 'preMcpToolCall', toolName: 'a-b', toolArgs: {} }],
  ['antigravity', 'unreadable', { ...antigravity, toolcall: toolCall, executionNum: 1 }],
  ['claude-code', 'unreadable', { ...claude, ...bash, hook_event_name: 'PreToolUseV2', output: { a: 1 } }],
  ['claude-code', 'unreadable', { ...claude, ...bash, hook_event_name: 'PreToolUse2', tool_response: 'x' }],
  ['claude-code', 'unreadable', { ...claude, ...bash, hook_event_name: 'PreToolCompleted', result: 'x' }],
  ['claude-code', 'unreadable', { ...claude, ...bash, hook_event_name: 'PreToolResult' }],
  ['claude-code', 'unreadable', { ...claude, ...bash, hook_event_name: 'ToolUse', error: 'none' }],
  [
    'claude-code',
    'unreadable',
    { ...claude, hook_event_name: 'ToolStart', tool: { name: 'Bash', input: { command: 'ls' } } },
  ],
  ['claude-code', 'unreadable', { ...claude, hook_event_name: 'ToolStart', command: 'rm -rf /' }],
  ['claude-code', 'unreadable', { ...claude, hook_event_name: 'Start', tool: 'Bash', input: { a: 1 } }],
  ['claude-code', 'unreadable', { ...claude, hook_event_name: 'ShellApproval', cmd: ['ls'] }],
  ['claude-code', 'neutral', { ...claude, ...bash, hook_event_name: 'PostToolUseV2' }],
  ['claude-code', 'neutral', { ...claude, ...bash, hook_event_name: 'ToolFailed', error: 'x' }],
  ['claude-code', 'neutral', { ...claude, ...bash, hook_event_name: 'ToolUse', tool_response: 'x' }],
  ['claude-code', 'neutral', { ...claude, hook_event_name: 'PreCompact', trigger: 'auto' }],
  ['claude-code', 'neutral', { ...claude, hook_event_name: 'Notification', message: 'x', title: 'y' }],
  ['claude-code', 'neutral', { ...claude, hook_event_name: 'FileChanged', file_path: '/a' }],
  ['claude-code', 'neutral', { ...claude, hook_event_name: 'ToolsChanged', count: 3 }],
  ['codex', 'unreadable', { ...claude, ...bash, hook_event_name: 'PreToolUseV2', output: 'x' }],
  ['cursor', 'unreadable', { ...cursor, hook_event_name: 'beforeTool2', command: 'ls', output: 'x' }],
  ['opencode', 'decided', opencode('Tool.Execute.Before')],
  ['opencode', 'unreadable', opencode('execute')],
  ['opencode', 'neutral', opencode('tool.executed.after')],
];

function opencode(hook: string): JsonObject {
  return { shim: 1, hook, input: { tool: 'bash' }, output: { args: {} }, directory: '/home/dev/shop' };
}

const fieldsTwice: readonly Row[] = [
  [
    'claude-code',
    'unreadable',
    { ...claude, ...bash, hook_event_name: 'Notification', hookEventName: 'PreToolUse' },
  ],
  ['claude-code', 'unreadable', { ...claude, ...bash, hook_event_name: 'PostToolUse', event: 'PreToolUse' }],
  ['claude-code', 'unreadable', { ...claude, ...bash, hook_event_name: 'PreToolUse', hookEventName: 7 }],
  ['claude-code', 'unreadable', { ...claude, ...bash, hook_event_name: 'PreToolUse', toolName: 'Read' }],
  ['claude-code', 'unreadable', { ...claude, ...bash, hook_event_name: 'PreToolUse', TOOL_NAME: 'Read' }],
  [
    'claude-code',
    'unreadable',
    { ...claude, ...bash, hook_event_name: 'PreToolUse', tool_args: { command: 'rm' } },
  ],
  [
    'claude-code',
    'decided',
    { ...claude, ...bash, hook_event_name: 'PreToolUse', hookEventName: 'pre_tool_use', event: '' },
  ],
  [
    'claude-code',
    'decided',
    { ...claude, ...bash, hook_event_name: 'PreToolUse', toolInput: '{ "command": "ls" }' },
  ],
  ['claude-code', 'decided', { ...claude, ...bash, hook_event_name: 'PreToolUse', sessionId: 'other' }],
  [
    'claude-code',
    'decided',
    { ...claude, hook_event_name: 'PreToolUse', tool_name: 'Run', tool_input: { a_b: 1, aB: 2 } },
  ],
  ['claude-code', 'neutral', { ...claude, ...bash, hook_event_name: 'PostToolUse', toolName: 'Read' }],
  [
    'copilot',
    'unreadable',
    { ...copilot, toolName: 'bash', toolArgs: { command: 'ls' }, toolInput: { command: 'rm' } },
  ],
  ['copilot', 'decided', { ...copilot, toolName: 'bash', toolArgs: '{"a":1}', toolInput: { a: 1 } }],
  ['copilot', 'unreadable', { ...copilot, toolCalls: [{ name: 'bash', Name: 'view', args: {} }] }],
  ['copilot', 'unreadable', { ...copilot, toolCalls: [{ name: 'view', args: {} }], tool_input: {} }],
  ['antigravity', 'unreadable', { ...antigravity, toolCall: { ...toolCall, Args: { CommandLine: 'rm' } } }],
  ['grok', 'unreadable', { ...grok, tool_name: 'Bash', toolName: 'use_tool', toolInput: {} }],
  [
    'grok',
    'unreadable',
    {
      ...grok,
      toolName: 'use_tool',
      toolInput: { tool_name: 'a__read', toolName: 'a__drop', tool_input: {} },
    },
  ],
];

const emptyResults: readonly Row[] = [
  ['copilot', 'decided', { ...copilot, toolName: 'bash', toolArgs: {}, toolResult: {} }],
  ['copilot', 'decided', { ...copilot, toolName: 'bash', toolArgs: {}, error: '' }],
  ['copilot', 'neutral', { ...copilot, toolName: 'bash', toolArgs: {}, error: { message: 'no' } }],
  ['antigravity', 'decided', { ...antigravity, toolCall, error: '' }],
  ['antigravity', 'decided', { ...antigravity, toolCall, error: null }],
  ['antigravity', 'neutral', { ...antigravity, toolCall, error: 'exit 1' }],
];

const show = ([harness, became, payload]: Row): readonly [string, Row] => [
  `${harness}: ${JSON.stringify(payload).slice(0, 160)}`,
  [harness, became, payload],
];

describe.each([
  ['events in other spellings', eventsRespelt],
  ['fields in two spellings', fieldsTwice],
  ['empty results', emptyResults],
])('%s', (_title, rows) => {
  test.each(rows.map(show))('%s', (_name, [harness, became, payload]) => {
    expect(send(harness, payload).became).toBe(became);
  });
});

test('calls that are reported in two ways are all decided', () => {
  const single = { tool_name: 'bash', tool_input: { command: 'rm' } };
  const batch = { ...copilot, toolCalls: [{ name: 'view', args: {} }], ...single };
  expect(send('copilot', batch).tools).toEqual(['view', 'bash']);
  const told = (toolName: string, parameters: JsonObject) => ({
    ...cline,
    hookName: 'tool_call',
    tool_call: { id: 'c1', name: 'read_files', input: { files: ['a'], n: 1 } },
    preToolUse: { toolName, parameters },
  });
  expect(send('cline', told('read_files', { files: '["a"]', n: '1' })).tools).toEqual(['read_files']);
  expect(send('cline', told('execute_command', { command: 'rm' })).tools).toEqual([
    'read_files',
    'execute_command',
  ]);
  expect(send('cline', told('read_files', { files: '["b"]' })).tools).toEqual(['read_files', 'read_files']);
});

const eventFields = ['hook_event_name', 'hookEventName', 'hookName', 'event', 'hook', 'agent_action_name'];

const words = (name: string): readonly string[] => name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [name];

/** The name in the spellings that other harnesses and other versions could choose. */
const respell = (name: string): readonly string[] => [
  name.toUpperCase(),
  name.toLowerCase(),
  words(name).join('_').toLowerCase(),
  words(name).join('-'),
  words(name).join(''),
  ` ${name}\n`,
  `\u200b${name}\ufeff`,
  `${name.slice(0, 3)}\u00ad${name.slice(3)}`,
];

const folder = new URL('./cases/', import.meta.url);

/** The payloads of a file of cases. */
function payloadsOf(file: string): readonly JsonObject[] {
  const lines = readFileSync(new URL(file, folder), 'utf8').split('\n');
  const payloads = lines.map((line, at) => (lines[at + 1] === '==>' ? line : '')).filter(isSound);
  return payloads.map((line): Json => JSON.parse(line)).filter((value) => isJsonObject(value));
}

function isSound(line: string): boolean {
  try {
    return isJsonObject(JSON.parse(line));
  } catch {
    return false;
  }
}

test.each(readdirSync(folder))('%s: every spelling of an event is answered as the event', (file) => {
  const id = harnessIds.find((each) => `${each}.txt` === file) ?? 'claude-code';
  const wrong: string[] = [];
  let tried = 0;
  for (const payload of payloadsOf(file)) {
    const expected = send(id, payload);
    const [field, ...more] = eventFields.filter((each) => typeof payload[each] === 'string');
    const name = field === undefined ? undefined : payload[field];
    if (field === undefined || typeof name !== 'string' || more.length > 0) continue;
    for (const other of respell(name)) {
      tried++;
      const answered = send(id, { ...payload, [field]: other });
      // Detection goes by spellings too; what is not recognised is answered in the terms of the command.
      if (answered.became !== expected.became && expected.sender === answered.sender)
        wrong.push(`${JSON.stringify(other)}: ${answered.became} instead of ${expected.became}`);
      if (expected.became !== 'neutral' && answered.became === 'neutral')
        wrong.push(`${JSON.stringify(other)}: passes`);
    }
  }
  expect(wrong).toEqual([]);
  expect(tried).toBeGreaterThan(0);
});
