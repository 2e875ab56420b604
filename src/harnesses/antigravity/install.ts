/**
 * Antigravity: a group of the name `bylaw` among the named groups of hooks.json.
 * Its parser takes no comments, and one mistake costs every hook in the file.
 */
import { join } from 'node:path';
import type { HookCommand } from '../../install/command-line.ts';
import type { HarnessFile, HarnessInstall } from '../../install/harness-install.ts';
import { commandHandler, groups, jsonFile, probeSession } from '../../install/harness-install.ts';
import type { InstallScope, Machine } from '../../install/machine.ts';
import { antigravity as adapter } from './adapter.ts';

function pathOf(scope: InstallScope, { home, project }: Machine): string {
  return scope === 'user'
    ? join(home, '.gemini', 'config', 'hooks.json')
    : join(project, '.agents', 'hooks.json');
}

function files(scope: InstallScope, machine: Machine, command: HookCommand): readonly HarnessFile[] {
  if (scope === 'managed') return [];
  const handler = commandHandler(command, adapter, machine);
  const list = groups(['bylaw'], { PreToolUse: '*', PostToolUse: '*' }, handler);
  return [jsonFile(pathOf(scope, machine), list)];
}

export const antigravity: HarnessInstall = {
  id: 'antigravity',
  name: 'Antigravity',
  programs: ['agy', 'antigravity'],
  traces: ({ home, project }) => ({
    user: [join(home, '.gemini', 'config'), join(home, '.gemini', 'antigravity'), join(home, '.antigravity')],
    project: [join(project, '.agents', 'hooks.json'), join(project, '.agent')],
  }),
  files,
  check: {
    decides: ['PreToolUse'],
    observes: ['PostToolUse'],
    everyTool: ['*', ''],
    payload: (shellCommand, cwd) => ({
      conversationId: probeSession,
      workspacePaths: [cwd],
      transcriptPath: join(cwd, 'bylaw-doctor.jsonl'),
      artifactDirectoryPath: cwd,
      toolCall: { name: 'run_command', args: { CommandLine: shellCommand, Cwd: cwd } },
      stepIdx: 1,
    }),
    answers: { denies: ['decision'], neutral: ['ask'] },
    switches: (machine) =>
      (['user', 'project'] as const).map((scope) => ({
        path: pathOf(scope, machine),
        problem: ({ bylaw }) =>
          typeof bylaw === 'object' && bylaw !== null && 'enabled' in bylaw && bylaw.enabled === false
            ? '`bylaw.enabled` is false there'
            : undefined,
      })),
  },
  next: () => ['Start Antigravity again.'],
  holes: [
    'A denial for `invoke_subagent` is ignored. (antigravity-cli#640 (open))',
    'There is no answer that says nothing: bylaw answers `ask`, which is Antigravity’s own approval. (Antigravity hooks documentation)',
    'Builds of the command line are reported to read hooks of installed plugins only; ask the agent for a call that is denied. (toolahead 0.7.0, agy 1.1.11)',
  ],
};
