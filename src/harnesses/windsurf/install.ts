/** Windsurf, now Devin Desktop. Its events have no tool names; the only denial is exit code 2. */
import { join } from 'node:path';
import type { HookCommand } from '../../install/command-line.ts';
import type { HarnessFile, HarnessInstall } from '../../install/harness-install.ts';
import {
  entries,
  hookCommandText,
  jsonFile,
  probeSession,
  probeTime,
} from '../../install/harness-install.ts';
import { type InstallScope, type Machine, systemPlace } from '../../install/machine.ts';
import { windsurf as adapter } from './adapter.ts';

const managed = {
  linux: '/etc/windsurf/hooks.json',
  mac: '/Library/Application Support/Windsurf/hooks.json',
  windows: 'C:/ProgramData/Windsurf/hooks.json',
};

const decides = ['pre_run_command', 'pre_read_code', 'pre_write_code', 'pre_mcp_tool_use'];
const observes = decides.map((event) => event.replace('pre_', 'post_'));

function pathOf(scope: InstallScope, machine: Machine): string {
  if (scope === 'managed') return systemPlace(machine, managed);
  return scope === 'user'
    ? join(machine.home, '.codeium', 'windsurf', 'hooks.json')
    : join(machine.project, '.windsurf', 'hooks.json');
}

function files(scope: InstallScope, machine: Machine, command: HookCommand): readonly HarnessFile[] {
  const entry = { command: hookCommandText(command, adapter, machine), show_output: false };
  return [jsonFile(pathOf(scope, machine), entries(['hooks'], [...decides, ...observes], entry))];
}

export const windsurf: HarnessInstall = {
  id: 'windsurf',
  name: 'Windsurf',
  programs: ['windsurf'],
  traces: ({ home, project }) => ({
    user: [join(home, '.codeium', 'windsurf'), join(home, '.windsurf')],
    project: [join(project, '.windsurf')],
  }),
  files,
  check: {
    decides,
    observes,
    everyTool: [],
    runsIn: 'bash',
    payload: (shellCommand, cwd) => ({
      agent_action_name: 'pre_run_command',
      trajectory_id: probeSession,
      execution_id: 'bylaw-doctor',
      timestamp: probeTime,
      model_name: 'bylaw-doctor',
      tool_info: { command_line: shellCommand, cwd },
    }),
    answers: { denies: ['exit-2'], neutral: ['empty'] },
    // The vendor names no limit; this is how long people wait.
    patience: 20_000,
  },
  next: () => ['Start Windsurf again.'],
  holes: [
    'Web tools and searches have no event before them. (Windsurf Cascade hooks documentation)',
    'A hook whose shell cannot be started lets the call pass. (Windsurf Cascade hooks documentation)',
  ],
};
