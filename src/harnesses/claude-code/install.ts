/**
 * Claude Code. The command is one text for a shell, not a program with `args`:
 * versions before 2.1.139 do not know `args`, and neither do the harnesses that
 * load this file as well; both would start node alone and let the call pass. On
 * Windows, where one text cannot suit both of its shells, it is `args`. In a
 * project the entries go to the file that is not shared, because their paths are
 * this machine's.
 */
import { join } from 'node:path';
import { type HookCommand, hookShellText, hookWords, postHandler } from '../../install/command-line.ts';
import type { HarnessFile, HarnessInstall } from '../../install/harness-install.ts';
import { claudePayload, groups, hookTimeout, jsonFile, offWhen } from '../../install/harness-install.ts';
import { type InstallScope, type Machine, movedBy, systemPlace } from '../../install/machine.ts';
import { claudeCode as adapter } from './adapter.ts';

const folder = (machine: Machine): string => movedBy(machine, 'CLAUDE_CONFIG_DIR', '.claude');

const managed = {
  linux: '/etc/claude-code/managed-settings.json',
  mac: '/Library/Application Support/ClaudeCode/managed-settings.json',
  windows: 'C:/Program Files/ClaudeCode/managed-settings.json',
};

function pathOf(scope: InstallScope, machine: Machine): string {
  if (scope === 'user') return join(folder(machine), 'settings.json');
  if (scope === 'project') return join(machine.project, '.claude', 'settings.local.json');
  return systemPlace(machine, managed);
}

export const claudeEvents = {
  PreToolUse: '*',
  PostToolUse: '*',
  PostToolUseFailure: '*',
  SessionStart: undefined,
  SessionEnd: undefined,
};

function files(scope: InstallScope, machine: Machine, command: HookCommand): readonly HarnessFile[] {
  const [program = '', ...args] = hookWords(command, 'claude-code');
  const line =
    machine.platform === 'win32' ? { command: program, args } : { command: hookShellText(command, adapter) };
  const own = { type: 'command', ...line, timeout: hookTimeout };
  const { port } = command;
  const handler =
    port === undefined ? own : { ...postHandler(command, port, 'claude-code'), timeout: hookTimeout };
  const { PreToolUse, SessionStart, ...observed } = claudeEvents;
  // What a hook only observes must not stop anything. The beginning of a session is never posted.
  const entries = [
    ...groups(['hooks'], { PreToolUse }, { ...handler, onFailure: 'block' }),
    ...groups(['hooks'], observed, handler),
    ...groups(['hooks'], { SessionStart }, own),
  ];
  return [jsonFile(pathOf(scope, machine), entries)];
}

export const claudeCode: HarnessInstall = {
  id: 'claude-code',
  name: 'Claude Code',
  programs: ['claude'],
  traces: (machine) => ({ user: [folder(machine)], project: [join(machine.project, '.claude')] }),
  files,
  check: {
    decides: ['PreToolUse'],
    observes: ['PostToolUse', 'PostToolUseFailure', 'SessionStart', 'SessionEnd'],
    everyTool: ['*', '', '.*'],
    env: ({ project }) => ({ CLAUDE_PROJECT_DIR: project }),
    payload: (shellCommand, cwd) =>
      claudePayload('Bash', shellCommand, cwd, {
        transcript_path: join(cwd, 'bylaw-doctor.jsonl'),
        permission_mode: 'default',
        tool_use_id: 'toolu_bylaw_doctor',
      }),
    answers: { denies: ['claude', 'exit-2'], neutral: ['empty', 'object'] },
    minimum: {
      version: '2.1.214',
      reason: 'before it, exit code 2 did not stop a call when the JSON beside it was not valid',
    },
    posts: '2.1.295',
    switches: (machine) =>
      [
        pathOf('user', machine),
        join(machine.project, '.claude', 'settings.json'),
        pathOf('project', machine),
        pathOf('managed', machine),
      ].map((path) => offWhen(path, ['disableAllHooks'], true)),
  },
  next: (scope) =>
    scope === 'managed'
      ? [
          'Look at `/status` in Claude Code: one source of managed settings is in force at a time, and it must be this file.',
          'Set `allowManagedHooksOnly` there as well if no other hooks may run.',
        ]
      : [
          'Start Claude Code again; `/hooks` lists the hook.',
          ...(scope === 'project'
            ? ['Trust the folder when Claude Code asks; until then no hook runs.']
            : []),
        ],
  holes: [
    'Hooks do not see `@file` mentions, `!` commands that the user types, or calls that Claude Code rejects because their input is not valid. (Claude Code hooks reference)',
    '`--bare`, `--safe-mode` and `--settings \'{"disableAllHooks":true}\'` switch off every hook that is not managed. (Claude Code settings reference)',
    'With `-p` the hooks of a project run before it is trusted. (Claude Code hooks reference)',
    'Hooks of plugins did not fire in subagents of some versions. (anthropics/claude-code#21460, #84701, #88441)',
    'Before 2.1.295, without `onFailure`, a hook whose shell cannot be started lets the call pass. (anthropics/claude-code#85430, Claude Code hooks reference)',
  ],
};
