/**
 * Kimi Code, and the kimi-cli that came before it. Hooks are in the user's own
 * TOML file and nowhere else; a key that it does not know breaks the whole file.
 */
import { join } from 'node:path';
import type { HookCommand } from '../../install/command-line.ts';
import type { TomlProblem } from '../../install/config-form.ts';
import type { HarnessFile, HarnessInstall } from '../../install/harness-install.ts';
import { claudePayload, hookCommandText, hookTimeout } from '../../install/harness-install.ts';
import { type InstallScope, isFolder, type Machine } from '../../install/machine.ts';
import { tomlText } from '../../install/toml-block.ts';
import { type TomlTable, tomlMember } from '../../install/toml-value.ts';
import { kimi as adapter } from './adapter.ts';

const events = ['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'SessionStart', 'SessionEnd'];

/** A list that further tables can be added to. */
const isOpenList = /^[ \t]*\[\[[ \t]*(?:hooks|"hooks"|'hooks')[ \t]*\]\]/m;

function files(scope: InstallScope, machine: Machine, command: HookCommand): readonly HarnessFile[] {
  if (scope !== 'user') return [];
  const text = tomlText(hookCommandText(command, adapter, machine));
  const lines = events.flatMap((event) => [
    '[[hooks]]',
    `event = ${tomlText(event)}`,
    `command = ${text}`,
    `timeout = ${hookTimeout}`,
    '',
  ]);
  const block = (rest: TomlTable, all: string): { readonly lines: readonly string[] } | TomlProblem =>
    tomlMember(rest, 'hooks') === undefined || isOpenList.test(all)
      ? { lines: lines.slice(0, -1) }
      : {
          problem: `\`hooks\` is not written as \`[[hooks]]\` there, so nothing can be added to it; write each hook as a table \`[[hooks]]\`, and run this again, or add these yourself: ${events.map((event) => `{ event = ${tomlText(event)}, command = ${text}, timeout = ${hookTimeout} }`).join(', ')}`,
          at: /^[ \t]*(?:\[[ \t]*)?["']?hooks\b/m,
        };
  const form = { kind: 'toml', block } as const;
  const [now, before] = [join(machine.home, '.kimi-code'), join(machine.home, '.kimi')];
  const folders = [now, before].filter(isFolder);
  return (folders.length === 0 ? [now] : folders).map((folder) => ({
    path: join(folder, 'config.toml'),
    form,
  }));
}

export const kimi: HarnessInstall = {
  id: 'kimi',
  name: 'Kimi Code',
  programs: ['kimi'],
  traces: ({ home }) => ({ user: [join(home, '.kimi-code'), join(home, '.kimi')], project: [] }),
  files,
  check: {
    decides: ['PreToolUse'],
    observes: events.slice(1),
    everyTool: ['', '.*'],
    payload: (shellCommand, cwd) =>
      claudePayload('Bash', shellCommand, cwd, {
        tool_call_id: 'bylaw-doctor',
        client_type: 'kimi_code_cli',
      }),
    answers: { denies: ['claude', 'exit-2'], neutral: ['empty'] },
  },
  next: () => ['Start Kimi Code again. It has hooks for the user only, none for a project.'],
  holes: [
    'A hook whose shell cannot be started lets the call pass. (Kimi Code hooks documentation)',
    'Arguments that are not a JSON object reach the hook as `{}`, so rules see nothing of them. (Kimi Code sources, August 2026)',
  ],
};
