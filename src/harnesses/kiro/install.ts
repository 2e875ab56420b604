/** Kiro: a file of its own in the form that the command line 3 and the editor 1.0 read. */
import { join } from 'node:path';
import type { HookCommand } from '../../install/command-line.ts';
import type { ConfigFile, HarnessInstall } from '../../install/harness-install.ts';
import { claudePayload, commandText, hookTimeout, nothing } from '../../install/harness-install.ts';
import type { Machine, Scope } from '../../install/machine.ts';

const triggers = ['PreToolUse', 'PostToolUse'];

function files(scope: Scope, machine: Machine, command: HookCommand): readonly ConfigFile[] {
  if (scope === 'managed') return [];
  const base = scope === 'user' ? machine.home : machine.project;
  const action = { type: 'command', command: commandText(command, 'kiro', machine) };
  const list = triggers.map((trigger) => ({
    at: ['hooks'],
    value: { name: `bylaw-${trigger}`, trigger, matcher: '.*', action, timeout: hookTimeout, enabled: true },
  }));
  return [
    {
      path: join(base, '.kiro', 'hooks', 'bylaw.json'),
      form: { kind: 'json', root: { version: 'v1' }, entries: list },
    },
  ];
}

export const kiro: HarnessInstall = {
  id: 'kiro',
  name: 'Kiro',
  programs: ['kiro', 'kiro-cli'],
  traces: ({ home, project }) => ({ user: [join(home, '.kiro')], project: [join(project, '.kiro')] }),
  files,
  check: {
    decides: ['PreToolUse'],
    observes: ['PostToolUse'],
    everyTool: ['.*', '*', ''],
    runsIn: 'bash',
    env: () => ({}),
    payload: (shellCommand, cwd) => claudePayload('execute_bash', shellCommand, cwd),
    answers: { denies: ['exit-2'], neutral: ['empty'] },
    patience: hookTimeout * 1000,
    switches: nothing,
  },
  next: () => [
    'Start Kiro again. The command line reads this file from version 2.13 on with `--v3`.',
    'Before that, hooks belong into each custom agent: put the command into its `preToolUse`, and never set `cache_ttl_seconds`.',
  ],
  holes: [
    {
      what: '`cache_ttl_seconds` above 0 keeps one verdict for all calls of a hook, whatever their input.',
      reference: 'Amazon Q Developer CLI sources',
    },
    {
      what: 'Command lines before 3 read hooks from custom agents only; other agents run without.',
      reference: 'Kiro hooks documentation',
    },
    {
      what: 'A hook whose shell cannot be started lets the call pass.',
      reference: 'Kiro hooks documentation',
    },
  ],
};
