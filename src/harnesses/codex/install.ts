/**
 * Codex. The entries are in hooks.json, which holds nothing else; the form that
 * an administrator enforces is TOML, in requirements.toml. Every hook that is not
 * managed needs a review in Codex before it runs.
 */
import { dirname, join } from 'node:path';
import { commandPromptText, type HookCommand, hookShellText } from '../../install/command-line.ts';
import type { TomlForm } from '../../install/config-form.ts';
import type { HarnessFile, HarnessInstall } from '../../install/harness-install.ts';
import { claudePayload, groups, hookTimeout, jsonFile } from '../../install/harness-install.ts';
import { type InstallScope, type Machine, movedBy, systemPlace } from '../../install/machine.ts';
import { tomlText } from '../../install/toml-block.ts';
import { isTable, tomlMember } from '../../install/toml-value.ts';
import { codex as adapter } from './adapter.ts';
import { judgeCodexTrust } from './trust.ts';

const folder = (machine: Machine): string => movedBy(machine, 'CODEX_HOME', '.codex');

const managed = {
  linux: '/etc/codex/requirements.toml',
  windows: 'C:/ProgramData/OpenAI/Codex/requirements.toml',
};

const events = ['PreToolUse', 'PostToolUse', 'SessionStart', 'SessionEnd'];

/** In seconds. Codex gives the end of a session no more than three, and warns of more. */
const timeoutOf = (event: string): number => (event === 'SessionEnd' ? 3 : hookTimeout);

const commandOf = (command: HookCommand, { platform }: Machine): string =>
  platform === 'win32' ? commandPromptText(command, 'codex') : hookShellText(command, adapter);

function files(scope: InstallScope, machine: Machine, command: HookCommand): readonly HarnessFile[] {
  if (scope === 'managed')
    return [{ path: systemPlace(machine, managed), form: requirements(command, machine) }];
  const base = scope === 'user' ? folder(machine) : join(machine.project, '.codex');
  const text = commandOf(command, machine);
  const windows = machine.platform === 'win32' ? { commandWindows: text } : {};
  const entries = events.flatMap((event) =>
    groups(
      ['hooks'],
      { [event]: undefined },
      { type: 'command', command: text, ...windows, timeout: timeoutOf(event) },
    ),
  );
  return [jsonFile(join(base, 'hooks.json'), entries)];
}

/**
 * Hooks must be switched on, and every event gets a table of its own. What is
 * written in one line, or with dots, cannot be added to further below: a parser
 * may take that for a second definition.
 */
function requirements(command: HookCommand, machine: Machine): TomlForm {
  const { platform } = machine;
  const line = commandOf(command, machine);
  return {
    kind: 'toml',
    block(rest, text) {
      const lines: string[] = [];
      const features = tomlMember(rest, 'features');
      if (features === undefined) lines.push('[features]', 'hooks = true', '');
      else if (tomlMember(features, 'hooks') !== true)
        return {
          problem:
            'hooks are not switched on by the `features` there; add `hooks = true` to the table `[features]`, and run this again',
          at: /^[ \t]*(?:\[[ \t]*)?["']?features\b/m,
        };
      const hooks = tomlMember(rest, 'hooks');
      if (hooks !== undefined && (!isTable(hooks) || hasDots.test(beforeTables(text))))
        return {
          problem:
            '`hooks` is not written as a table there, so nothing can be added to it; write it as the table `[hooks]`, and run this again',
          at: /^[ \t]*(?:\[\[?[ \t]*)?["']?hooks\b/m,
        };
      if (hooks === undefined) {
        const name = platform === 'win32' ? 'windows_managed_dir' : 'managed_dir';
        lines.push('[hooks]', `${name} = ${tomlText(dirname(command.policies))}`, '');
      }
      for (const event of events)
        lines.push(
          `[[hooks.${event}]]`,
          `[[hooks.${event}.hooks]]`,
          'type = "command"',
          `command = ${tomlText(line)}`,
          `timeout = ${timeoutOf(event)}`,
          '',
        );
      return { lines: lines.slice(0, -1) };
    },
  };
}

const hasDots = /^[ \t]*(?:hooks|"hooks"|'hooks')[ \t]*\./m;

/** What belongs to no table. */
const beforeTables = (text: string): string => text.split(/^[ \t]*\[/m, 1)[0] ?? '';

export const codex: HarnessInstall = {
  id: 'codex',
  name: 'Codex',
  programs: ['codex'],
  traces: (machine) => ({ user: [folder(machine)], project: [join(machine.project, '.codex')] }),
  files,
  check: {
    decides: ['PreToolUse'],
    observes: ['PostToolUse', 'SessionStart', 'SessionEnd'],
    everyTool: ['*', '', '.*'],
    runsIn: 'login',
    payload: (shellCommand, cwd) =>
      claudePayload('Bash', shellCommand, cwd, {
        turn_id: 'bylaw-doctor',
        transcript_path: null,
        model: 'bylaw-doctor',
        permission_mode: 'default',
        tool_use_id: 'call_bylaw_doctor',
      }),
    answers: { denies: ['claude', 'exit-2'], neutral: ['empty'] },
    review: (places, machine) =>
      judgeCodexTrust(
        {
          places,
          settings: join(folder(machine), 'config.toml'),
          requirements: systemPlace(machine, managed),
          decides: events.slice(0, 1),
          events,
        },
        machine,
      ),
  },
  next: (scope) =>
    scope === 'managed'
      ? ['Set `allow_managed_hooks_only = true` at the top of requirements.toml if no other hooks may run.']
      : [
          'Open `/hooks` in Codex and trust the hook: until then Codex skips it without a word, also in `codex exec`. After every change of the command it must be trusted again.',
          ...(scope === 'project' ? ['Trust the project in Codex, or its hooks are not loaded.'] : []),
        ],
  holes: [
    'Web search and image generation never reach a hook; neither does input to a process that is running already. (Codex hooks documentation)',
    'Desktop builds for Windows did not enforce a denial of patches and shell commands. (openai/codex#27833, #26733, #23411 (open))',
    '`--dangerously-bypass-hook-trust` runs hooks that were not trusted. (openai/codex#24093)',
    'A hook whose shell cannot be started lets the call pass, and so does an unknown key in an answer. (Codex hooks documentation)',
  ],
};
