/**
 * Cursor. One call may have two events, a general and a special one, and
 * versions differ in which they send, so all that can stop something are
 * registered. `failClosed` makes Cursor deny when the hook is missing or fails;
 * events that are only reports do without, because nothing may stop for them.
 */
import { join } from 'node:path';
import type { HookCommand } from '../../install/command-line.ts';
import type { HarnessFile, HarnessInstall } from '../../install/harness-install.ts';
import {
  entries,
  hookCommandText,
  hookTimeout,
  jsonFile,
  probeSession,
  tracesOf,
} from '../../install/harness-install.ts';
import { type InstallScope, type Machine, systemPlace } from '../../install/machine.ts';
import { cursor as adapter } from './adapter.ts';

const managed = {
  linux: '/etc/cursor/hooks.json',
  mac: '/Library/Application Support/Cursor/hooks.json',
  windows: 'C:/ProgramData/Cursor/hooks.json',
};

const decides = [
  'preToolUse',
  'beforeShellExecution',
  'beforeMCPExecution',
  'beforeReadFile',
  'beforeTabFileRead',
  'subagentStart',
];
const observes = ['postToolUse', 'postToolUseFailure', 'sessionStart', 'sessionEnd'];

function pathOf(scope: InstallScope, machine: Machine): string {
  if (scope === 'managed') return systemPlace(machine, managed);
  return join(scope === 'user' ? machine.home : machine.project, '.cursor', 'hooks.json');
}

function files(scope: InstallScope, machine: Machine, command: HookCommand): readonly HarnessFile[] {
  const entry = { command: hookCommandText(command, adapter, machine), timeout: hookTimeout };
  const list = [
    ...entries(['hooks'], decides, { ...entry, failClosed: true }),
    ...entries(['hooks'], observes, entry),
  ];
  return [jsonFile(pathOf(scope, machine), list, { version: 1 })];
}

export const cursor: HarnessInstall = {
  id: 'cursor',
  name: 'Cursor',
  programs: ['cursor', 'cursor-agent'],
  traces: tracesOf('.cursor'),
  files,
  check: {
    decides,
    observes,
    everyTool: ['*', '', '.*'],
    env: ({ project }) => ({
      CURSOR_PROJECT_DIR: project,
      CLAUDE_PROJECT_DIR: project,
      CURSOR_VERSION: '3.11.25',
    }),
    payload: (shellCommand, cwd) => ({
      conversation_id: probeSession,
      generation_id: 'bylaw-doctor',
      model: 'bylaw-doctor',
      hook_event_name: 'preToolUse',
      cursor_version: '3.11.25',
      workspace_roots: [cwd],
      user_email: null,
      transcript_path: null,
      tool_name: 'Shell',
      tool_input: { command: shellCommand, cwd },
      tool_use_id: 'bylaw-doctor',
      cwd,
    }),
    answers: { denies: ['permission', 'exit-2'], neutral: ['object'] },
    minimum: { version: '2.0.64', reason: 'before it, answers had other names and were not understood' },
  },
  next: (scope) => [
    'Start Cursor again; the hooks are listed in its settings under Hooks.',
    'With “Include third-party Plugins, Skills, and other configs” Cursor also runs the hooks of Claude Code: calls are then decided twice, with the same answer.',
    ...(scope === 'project'
      ? [
          'Agents in Cursor’s cloud read this file too, and have no bylaw at that path: every call is denied there.',
        ]
      : []),
  ],
  holes: [
    'Version 3.11 gave the event of shell commands another name; a later one may do so again. (termaxa changelog)',
    'Cursor 3.15.6 read files without the general event; `beforeReadFile` covers that. (numbat#21)',
    'A denial for the start of a subagent was ignored. (Cursor forum 166143)',
    'Files that are open in the editor are not covered by either event of reading. (sonarqube-cli#450)',
    'The first read-only turns of cloud agents run without hooks. (Cursor hooks documentation)',
    'A `://` in any command of the file makes the agent drop the whole file without a word. (Cursor agent 2026.07.01)',
  ],
};
