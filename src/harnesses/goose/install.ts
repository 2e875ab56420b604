/** Goose: a plugin folder of its own. `on_failure` makes it deny when the hook is missing or fails. */
import { join } from 'node:path';
import type { HookCommand } from '../../install/command-line.ts';
import type { HarnessFile, HarnessInstall } from '../../install/harness-install.ts';
import { commandHandler, groups, jsonFile, probeSession } from '../../install/harness-install.ts';
import { type InstallScope, type Machine, movedBy } from '../../install/machine.ts';
import { goose as adapter } from './adapter.ts';

const mark = 'Asks the policies of bylaw before each tool call.';
const manifest = `${JSON.stringify({ name: 'bylaw', version: '1.0.0', description: mark }, null, 2)}\n`;

function files(scope: InstallScope, machine: Machine, command: HookCommand): readonly HarnessFile[] {
  if (scope === 'managed') return [];
  const plugin = join(scope === 'user' ? machine.home : machine.project, '.agents', 'plugins', 'bylaw');
  const handler = commandHandler(command, adapter, machine);
  const list = [
    // A matcher `*` is skipped without a word.
    ...groups(['hooks'], { PreToolUse: '.*' }, { ...handler, on_failure: 'block' }),
    ...groups(
      ['hooks'],
      { PostToolUse: '.*', PostToolUseFailure: '.*', SessionStart: undefined, SessionEnd: undefined },
      handler,
    ),
  ];
  return [
    { path: join(plugin, 'plugin.json'), form: { kind: 'file', text: manifest, mark, executable: false } },
    jsonFile(join(plugin, 'hooks', 'hooks.json'), list),
  ];
}

export const goose: HarnessInstall = {
  id: 'goose',
  name: 'Goose',
  programs: ['goose'],
  traces: (machine) => ({
    user: [join(movedBy(machine, 'XDG_CONFIG_HOME', '.config'), 'goose')],
    project: [join(machine.project, '.agents', 'plugins')],
  }),
  files,
  check: {
    decides: ['PreToolUse'],
    observes: ['PostToolUse', 'PostToolUseFailure', 'SessionStart', 'SessionEnd'],
    everyTool: ['.*', ''],
    payload: (shellCommand, cwd) => ({
      event: 'PreToolUse',
      session_id: probeSession,
      matcher_context: 'developer__shell',
      tool_name: 'developer__shell',
      tool_input: { command: shellCommand },
      working_dir: cwd,
      tool_call_id: 'bylaw-doctor',
    }),
    answers: { denies: ['exit-2', 'decision'], neutral: ['empty'] },
  },
  next: () => ['Start Goose again: plugins are loaded when it starts.'],
  holes: [
    'Without `on_failure: "block"` a hook that fails lets the call pass; versions that do not know the key ignore it. (Goose hooks documentation)',
  ],
};
