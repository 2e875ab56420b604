/**
 * Cline. Its hooks are executable files with the name of the event, one each, so
 * bylaw's file can only be there where no other one is.
 */
import { join } from 'node:path';
import { type HookCommand, hookShellText, powerShellText } from '../../install/command-line.ts';
import type { HarnessFile, HarnessInstall } from '../../install/harness-install.ts';
import { probeSession, probeTime } from '../../install/harness-install.ts';
import { type InstallScope, isFolder, type Machine } from '../../install/machine.ts';
import { cline as adapter } from './adapter.ts';

const events = ['PreToolUse', 'PostToolUse', 'TaskStart'];
const mark = '# Written by `bylaw init`; `bylaw uninstall` takes it away.';

function foldersOf(scope: InstallScope, { home, project, env }: Machine): readonly string[] {
  if (scope === 'user') {
    const documents = join(home, 'Documents', 'Cline');
    return [
      env.CLINE_HOOKS_DIR || join(home, '.cline', 'hooks'),
      ...(isFolder(documents) ? [join(documents, 'Hooks')] : []),
    ];
  }
  const rules = join(project, '.clinerules');
  return [join(project, '.cline', 'hooks'), ...(isFolder(rules) ? [join(rules, 'hooks')] : [])];
}

/** The command line of a script that has nothing else in it. */
function lineIn(text: string): string | undefined {
  const sh = /^#!\/bin\/sh\n# [^\n]*\nexec ([^\n]+)\n$/.exec(text)?.[1];
  return sh ?? /^# [^\n]*\n\$input \| (& [^\n]+)\nexit \$LASTEXITCODE\n$/.exec(text)?.[1];
}

function files(scope: InstallScope, machine: Machine, command: HookCommand): readonly HarnessFile[] {
  if (scope === 'managed') return [];
  const windows = machine.platform === 'win32';
  const text = windows
    ? `${mark}\n$input | ${powerShellText(command, 'cline')}\nexit $LASTEXITCODE\n`
    : `#!/bin/sh\n${mark}\nexec ${hookShellText(command, adapter)}\n`;
  return foldersOf(scope, machine).flatMap((folder) =>
    events.map((event) => {
      const path = join(folder, windows ? `${event}.ps1` : event);
      const script = { starts: { kind: 'words', words: [path] }, lineIn } as const;
      return { path, form: { kind: 'file', text, mark, executable: !windows, script } } as const;
    }),
  );
}

export const cline: HarnessInstall = {
  id: 'cline',
  name: 'Cline',
  programs: ['cline'],
  traces: ({ home, project }) => ({
    user: [join(home, '.cline'), join(home, 'Documents', 'Cline')],
    project: [join(project, '.cline'), join(project, '.clinerules')],
  }),
  files,
  check: {
    decides: [],
    observes: [],
    everyTool: [],
    payload: (shellCommand, cwd) => ({
      clineVersion: '3.40.0',
      hookName: 'PreToolUse',
      timestamp: String(Date.parse(probeTime)),
      taskId: probeSession,
      workspaceRoots: [cwd],
      userId: 'bylaw-doctor',
      preToolUse: {
        toolName: 'execute_command',
        parameters: { command: shellCommand, requires_approval: 'false' },
      },
    }),
    answers: { denies: ['cancel'], neutral: ['go-on'] },
    patience: 30_000,
  },
  next: () => ['In the editor, switch on Hooks in the settings of Cline: it runs none otherwise.'],
  holes: [
    'A denial ends the whole run, not only the call. (Cline hooks documentation)',
    'A hook whose shell cannot be started lets the call pass; its exit code is ignored. (Cline sources)',
    'With the setting Hooks off, the editor runs none. (Cline hooks documentation)',
  ],
};
