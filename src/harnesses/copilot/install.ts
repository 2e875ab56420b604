/**
 * GitHub Copilot: the command line, the cloud agent and VS Code read the same
 * files. bylaw has a file of its own among them, and registers events in one
 * spelling only: in both, each hook runs twice.
 */
import { join } from 'node:path';
import { type HookCommand, hookShellText, powerShellText } from '../../install/command-line.ts';
import { judgeFolderTrust, trustByList } from '../../install/folder-trust.ts';
import type { HarnessFile, HarnessInstall, HookSwitch } from '../../install/harness-install.ts';
import {
  entries,
  hookTimeout,
  jsonFile,
  offWhen,
  probeSession,
  probeTime,
} from '../../install/harness-install.ts';
import { type InstallScope, type Machine, movedBy, systemPlace } from '../../install/machine.ts';
import { copilot as adapter } from './adapter.ts';

const managed = {
  linux: '/etc/github-copilot/policy.d/bylaw.json',
  windows: 'C:/ProgramData/GitHub/Copilot/policy.d/bylaw.json',
};

const folder = (machine: Machine): string => movedBy(machine, 'COPILOT_HOME', '.copilot');

function pathOf(scope: InstallScope, machine: Machine): string {
  if (scope === 'managed') return systemPlace(machine, managed);
  return scope === 'user'
    ? join(folder(machine), 'hooks', 'bylaw.json')
    : join(machine.project, '.github', 'hooks', 'bylaw.json');
}

function files(scope: InstallScope, machine: Machine, command: HookCommand): readonly HarnessFile[] {
  const entry = {
    type: 'command',
    bash: hookShellText(command, adapter),
    ...(machine.platform === 'win32' ? { powershell: powerShellText(command, 'copilot') } : {}),
    timeoutSec: hookTimeout,
  };
  const list = entries(['hooks'], [...decides, ...observes], entry);
  return [jsonFile(pathOf(scope, machine), list, { version: 1 })];
}

export const decides = ['preToolUse'];
export const observes = ['postToolUse', 'postToolUseFailure', 'sessionStart', 'sessionEnd'];

const switches = (machine: Machine): readonly HookSwitch[] =>
  [join(folder(machine), 'settings.json'), join(machine.project, '.github', 'copilot', 'settings.json')].map(
    (path) => offWhen(path, ['disableAllHooks'], true),
  );

export const copilot: HarnessInstall = {
  id: 'copilot',
  name: 'GitHub Copilot',
  programs: ['copilot'],
  traces: (machine) => ({
    user: [folder(machine)],
    project: [join(machine.project, '.github', 'hooks'), join(machine.project, '.github', 'copilot')],
  }),
  files,
  check: {
    decides,
    observes,
    everyTool: ['', '.*'],
    runsIn: 'bash',
    env: ({ project }) => ({ COPILOT_CLI: '1', COPILOT_PROJECT_DIR: project }),
    payload: (shellCommand, cwd) => ({
      sessionId: probeSession,
      timestamp: Date.parse(probeTime),
      cwd,
      toolName: 'bash',
      toolArgs: JSON.stringify({ command: shellCommand, description: 'bylaw doctor' }),
    }),
    answers: { denies: ['flat', 'exit-2'], neutral: ['object', 'empty'] },
    minimum: {
      version: '1.0.70',
      reason: 'before it, exit code 2 and failures of hooks were treated otherwise',
    },
    review: (places, machine) =>
      judgeFolderTrust(
        {
          harness: 'GitHub Copilot with `-p`',
          file: join(folder(machine), 'config.json'),
          says: trustByList,
          how: 'Start Copilot in the folder and trust it when it asks.',
        },
        places,
        machine,
      ),
    switches,
  },
  next: (scope) => [
    'Start Copilot again.',
    ...(scope === 'project'
      ? [
          'With `-p` the hooks of a repository run only in a folder that is trusted.',
          'Copilot’s cloud agent reads this file too, and has no bylaw at that path: it denies every call there. Keep the file out of the repository, or install bylaw in the agent’s set-up steps at the same path.',
        ]
      : []),
    ...(scope === 'managed'
      ? ['The file must belong to root and not be writable for others; Copilot ignores it otherwise.']
      : []),
  ],
  holes: [
    'Agents in the background ran without hooks. (github/copilot-cli#3013 (open), #2392)',
    'In a folder that is not in `trustedFolders` the hooks of the project do not run; with `-p` no question is asked. (github/copilot-cli#2866 (open), seen with 1.0.102)',
    'A hook that takes longer than its timeout lets the call pass. (github/copilot-cli 1.0.67)',
    'Behaviour changes between patch versions: 1.0.72-1 denied every tool. Fix a version, and run `bylaw doctor` after each update. (rjmurillo/ai-agents#3247)',
    'A denial without a reason had no effect; bylaw always gives one. (github/copilot-cli#3874)',
  ],
};
