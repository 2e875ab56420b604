/** Qwen Code: the events of Claude Code in a file like that of Gemini CLI, with timeouts in milliseconds. */
import { join } from 'node:path';
import type { HookCommand } from '../../install/command-line.ts';
import type { HarnessFile, HarnessInstall } from '../../install/harness-install.ts';
import {
  claudePayload,
  groups,
  hookCommandText,
  hookTimeout,
  jsonFile,
  offWhen,
  probeTime,
  tracesOf,
} from '../../install/harness-install.ts';
import { type InstallScope, type Machine, systemPlace } from '../../install/machine.ts';
import { qwenCode as adapter } from './adapter.ts';

const managed = { linux: '/etc/qwen-code/settings.json', windows: 'C:/ProgramData/qwen-code/settings.json' };

function pathOf(scope: InstallScope, machine: Machine): string {
  if (scope === 'managed') return systemPlace(machine, managed);
  return join(scope === 'user' ? machine.home : machine.project, '.qwen', 'settings.json');
}

function files(scope: InstallScope, machine: Machine, command: HookCommand): readonly HarnessFile[] {
  const events = {
    PreToolUse: '.*',
    PostToolUse: '.*',
    PostToolUseFailure: '.*',
    SessionStart: undefined,
    SessionEnd: undefined,
  };
  const handler = {
    type: 'command',
    name: 'bylaw',
    command: hookCommandText(command, adapter, machine),
    timeout: hookTimeout * 1000,
  };
  return [jsonFile(pathOf(scope, machine), groups(['hooks'], events, handler))];
}

export const qwenCode: HarnessInstall = {
  id: 'qwen-code',
  name: 'Qwen Code',
  programs: ['qwen'],
  traces: tracesOf('.qwen'),
  files,
  check: {
    decides: ['PreToolUse'],
    observes: ['PostToolUse', 'PostToolUseFailure', 'SessionStart', 'SessionEnd'],
    everyTool: ['.*', '', '*'],
    runsIn: 'bash',
    env: ({ project }) => ({ QWEN_PROJECT_DIR: project }),
    payload: (shellCommand, cwd) =>
      claudePayload('run_shell_command', shellCommand, cwd, {
        transcript_path: join(cwd, 'bylaw-doctor.json'),
        timestamp: probeTime,
        permission_mode: 'default',
        tool_use_id: 'bylaw-doctor',
      }),
    answers: { denies: ['claude', 'exit-2'], neutral: ['object', 'empty'] },
    minimum: { version: '0.17.0', reason: 'before it, hooks were not complete' },
    switches: (machine) =>
      (['user', 'project', 'managed'] as const).flatMap((scope) => [
        offWhen(pathOf(scope, machine), ['disableAllHooks'], true),
        offWhen(pathOf(scope, machine), ['hooksConfig', 'enabled'], false),
      ]),
  },
  next: () => ['Start Qwen Code again, and trust the folder when it asks.'],
  holes: ['A hook that takes longer than its timeout lets the call pass. (Qwen Code hooks documentation)'],
};
