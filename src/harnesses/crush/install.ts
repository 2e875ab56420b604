/** Crush: one event decides, in the settings file. Versions that know no other event refuse the file for one, so there is only that. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { HookCommand } from '../../install/command-line.ts';
import type { HarnessFile, HarnessInstall } from '../../install/harness-install.ts';
import {
  entries,
  hookCommandText,
  hookTimeout,
  jsonFile,
  probeSession,
} from '../../install/harness-install.ts';
import { type InstallScope, type Machine, movedBy } from '../../install/machine.ts';
import { crush as adapter } from './adapter.ts';

const folder = (machine: Machine): string =>
  machine.env.CRUSH_GLOBAL_CONFIG || join(movedBy(machine, 'XDG_CONFIG_HOME', '.config'), 'crush');

function pathOf(scope: InstallScope, machine: Machine): string {
  if (scope === 'user') return join(folder(machine), 'crush.json');
  const hidden = join(machine.project, '.crush.json');
  return existsSync(hidden) ? hidden : join(machine.project, 'crush.json');
}

function files(scope: InstallScope, machine: Machine, command: HookCommand): readonly HarnessFile[] {
  if (scope === 'managed') return [];
  const entry = { command: hookCommandText(command, adapter, machine), timeout: hookTimeout };
  const list = entries(['hooks'], ['PreToolUse'], entry);
  return [jsonFile(pathOf(scope, machine), list)];
}

export const crush: HarnessInstall = {
  id: 'crush',
  name: 'Crush',
  programs: ['crush'],
  traces: (machine) => ({
    user: [folder(machine)],
    project: ['crush.json', '.crush.json', '.crush'].map((name) => join(machine.project, name)),
  }),
  files,
  check: {
    decides: ['PreToolUse'],
    observes: [],
    everyTool: ['', '.*'],
    env: ({ project }) => ({ CRUSH_PROJECT_DIR: project }),
    payload: (shellCommand, cwd) => ({
      event: 'PreToolUse',
      session_id: probeSession,
      cwd,
      tool_name: 'bash',
      tool_input: { command: shellCommand, description: 'bylaw doctor' },
    }),
    answers: { denies: ['decision', 'exit-2'], neutral: ['empty', 'object'] },
  },
  next: () => ['Start Crush again.'],
  holes: [
    'Calls of subagents are not hooked, only the call that starts one. (Crush hooks documentation)',
    'The result of a call is not reported, so rules on what happened before miss it. (Crush hooks documentation)',
    'A hook whose shell cannot be started lets the call pass. (Crush hooks documentation)',
  ],
};
