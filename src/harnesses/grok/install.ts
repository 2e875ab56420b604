/** Grok Build: a file of its own among the hook files. Its default timeout is shorter than a hook may take, so one is set. */
import { join } from 'node:path';
import type { HookCommand } from '../../install/command-line.ts';
import { judgeFolderTrust } from '../../install/folder-trust.ts';
import type { HarnessFile, HarnessInstall } from '../../install/harness-install.ts';
import { commandHandler, groups, jsonFile, probeSession, tracesOf } from '../../install/harness-install.ts';
import type { InstallScope, Machine } from '../../install/machine.ts';
import { claudeEvents } from '../claude-code/install.ts';
import { grok as adapter } from './adapter.ts';

function files(scope: InstallScope, machine: Machine, command: HookCommand): readonly HarnessFile[] {
  if (scope === 'managed') return [];
  const base = scope === 'user' ? machine.home : machine.project;
  const handler = commandHandler(command, adapter, machine);
  // Without a matcher an event is for every tool.
  const all = Object.fromEntries(Object.keys(claudeEvents).map((event) => [event, undefined]));
  return [jsonFile(join(base, '.grok', 'hooks', 'bylaw.json'), groups(['hooks'], all, handler))];
}

export const grok: HarnessInstall = {
  id: 'grok',
  name: 'Grok Build',
  programs: ['grok'],
  traces: tracesOf('.grok'),
  files,
  check: {
    decides: ['PreToolUse'],
    observes: ['PostToolUse', 'PostToolUseFailure', 'SessionStart', 'SessionEnd'],
    everyTool: ['', '.*'],
    payload: (shellCommand, cwd) => ({
      sessionId: probeSession,
      cwd,
      workspaceRoot: cwd,
      hookEventName: 'PreToolUse',
      toolName: 'run_terminal_command',
      toolInput: { command: shellCommand },
    }),
    // It wants both: the JSON for the reason, the exit code for the denial.
    answers: { denies: ['exit-2'], neutral: ['empty', 'object'] },
    review: (places, machine) =>
      judgeFolderTrust(
        {
          harness: 'Grok Build',
          file: undefined,
          says: () => undefined,
          how: 'Type `/hooks-trust` in Grok in the folder, and see with `/hooks` that the hook is listed.',
        },
        places,
        machine,
      ),
  },
  next: (scope) => [
    'Start Grok again; `/hooks` lists the hook.',
    ...(scope === 'project' ? ['Trust the folder with `/hooks-trust`, or its hooks do not run.'] : []),
  ],
  holes: [
    'Grok also runs the hooks of Claude Code and Cursor, with payloads of its own; bylaw knows them by their shape, other hooks may not. (Grok Build hooks documentation)',
    'A hook whose shell cannot be started lets the call pass. (Grok Build hooks documentation)',
  ],
};
