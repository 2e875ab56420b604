/**
 * OpenCode and Kilo. They have no hooks that run a command, so what is installed
 * is a plugin, which runs it for them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFile } from '../../host/machine/package-files.ts';
import { type HookCommand, hookWords } from '../../install/command-line.ts';
import type { HarnessFile, HarnessInstall } from '../../install/harness-install.ts';
import { probeSession } from '../../install/harness-install.ts';
import { type InstallScope, isFolder, type Machine, movedBy } from '../../install/machine.ts';

/** It is a file of the package as it is, because OpenCode loads it from its own folder. */
const shim = 'src/harnesses/opencode/shim.js';
const mark = 'bylaw for OpenCode and Kilo.';

const configFolder = (machine: Machine, name: string): string =>
  join(movedBy(machine, 'XDG_CONFIG_HOME', '.config'), name);

function files(scope: InstallScope, machine: Machine, command: HookCommand): readonly HarnessFile[] {
  if (scope === 'managed') return [];
  const words = JSON.stringify(hookWords(command, 'opencode'));
  const text = readFileSync(packageFile(shim), 'utf8').replace(
    /^const command = \[.*\];$/m,
    () => `const command = ${words};`,
  );
  const form = { kind: 'file', text, mark, executable: false } as const;
  const kilo = kiloFolders(machine);
  const usesKilo = isFolder(kilo.user) || (scope === 'project' && isFolder(kilo.project));
  const own = scope === 'project' ? join(machine.project, '.opencode') : configFolder(machine, 'opencode');
  return [
    { path: join(own, 'plugins', 'bylaw.js'), form },
    ...(usesKilo ? [{ path: join(kilo[scope], 'plugin', 'bylaw.ts'), form }] : []),
  ];
}

/** Kilo reads no plugin of OpenCode's folders. */
const kiloFolders = (machine: Machine) => ({
  user: configFolder(machine, 'kilo'),
  project: join(machine.project, '.kilo'),
});

export const opencode: HarnessInstall = {
  id: 'opencode',
  name: 'OpenCode',
  programs: ['opencode', 'kilo'],
  traces: (machine) => ({
    user: [configFolder(machine, 'opencode'), kiloFolders(machine).user, join(machine.home, '.opencode')],
    project: [join(machine.project, '.opencode'), kiloFolders(machine).project],
  }),
  files,
  check: {
    decides: [],
    observes: [],
    everyTool: [],
    payload: (shellCommand, cwd) => ({
      shim: 1,
      hook: 'tool.execute.before',
      input: { tool: 'bash', sessionID: probeSession, callID: 'bylaw-doctor' },
      output: { args: { command: shellCommand, description: 'bylaw doctor' } },
      directory: cwd,
      worktree: cwd,
    }),
    answers: { denies: ['decision'], neutral: ['object'] },
    // The plugin's own deadline.
    patience: 10_000,
  },
  next: () => ['Start OpenCode again: plugins are loaded when it starts.'],
  holes: [
    '`--pure`, or `OPENCODE_PURE` in the environment, switches all plugins off. (OpenCode documentation)',
    'The shell of its HTTP interface (`POST /session/{id}/shell`) and `!` commands that the user types reach no plugin. (OpenCode 1.18 sources)',
    'A plugin that cannot be loaded is left out without a word. (OpenCode 1.18 sources)',
    'Results of calls were not reported in some versions, so rules on what happened before may miss them. (anomalyco/opencode#25918)',
    'Older versions did not call plugins for subagents. (anomalyco/opencode#5894)',
  ],
};
