/** Devin CLI: the events of Claude Code, in a file of the project or in the user's settings. */
import { join } from 'node:path';
import type { HookCommand } from '../../install/command-line.ts';
import type { HarnessFile, HarnessInstall } from '../../install/harness-install.ts';
import { claudePayload, commandHandler, groups, jsonFile } from '../../install/harness-install.ts';
import { type InstallScope, type Machine, movedBy } from '../../install/machine.ts';
import { claudeEvents } from '../claude-code/install.ts';
import { devin as adapter } from './adapter.ts';

const folder = (machine: Machine): string =>
  machine.platform === 'win32'
    ? movedBy(machine, 'APPDATA', 'AppData', 'Roaming')
    : movedBy(machine, 'XDG_CONFIG_HOME', '.config');

function files(scope: InstallScope, machine: Machine, command: HookCommand): readonly HarnessFile[] {
  if (scope === 'managed') return [];
  const handler = commandHandler(command, adapter, machine);
  const { PostToolUseFailure: _, ...events } = claudeEvents;
  // Without a matcher an event is for every tool.
  const all = Object.fromEntries(Object.keys(events).map((event) => [event, undefined]));
  return [
    scope === 'user'
      ? jsonFile(join(folder(machine), 'devin', 'config.json'), groups(['hooks'], all, handler))
      : jsonFile(join(machine.project, '.devin', 'hooks.v1.json'), groups([], all, handler)),
  ];
}

export const devin: HarnessInstall = {
  id: 'devin',
  name: 'Devin',
  programs: ['devin'],
  traces: (machine) => ({
    user: [join(folder(machine), 'devin')],
    project: [join(machine.project, '.devin')],
  }),
  files,
  check: {
    decides: ['PreToolUse'],
    observes: ['PostToolUse', 'SessionStart', 'SessionEnd'],
    everyTool: ['', '.*'],
    env: ({ project }) => ({ DEVIN_PROJECT_DIR: project }),
    payload(shellCommand, cwd) {
      // Devin does not say where it is.
      const { cwd: _, ...payload } = claudePayload('exec', shellCommand, cwd, { prompt_id: 'bylaw-doctor' });
      return payload;
    },
    answers: { denies: ['decision', 'claude', 'exit-2'], neutral: ['empty', 'object'] },
  },
  next: () => [
    'Start Devin again; `/hooks` lists the hook.',
    'Devin also runs the hooks of Claude Code: where both are installed, calls are decided twice, with the same answer.',
  ],
  holes: [
    'A hook whose shell cannot be started lets the call pass. (Devin CLI hooks documentation)',
    'The payload does not say in which folder a command runs. (Devin CLI hooks documentation)',
  ],
};
