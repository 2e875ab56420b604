/** Kiro: a file of its own in the form that the command line 3 and the editor 1.0 read. */
import { join } from 'node:path';
import type { HookCommand } from '../../install/command-line.ts';
import type { HarnessFile, HarnessInstall } from '../../install/harness-install.ts';
import {
  claudePayload,
  hookCommandText,
  hookTimeout,
  jsonFile,
  tracesOf,
} from '../../install/harness-install.ts';
import type { InstallScope, Machine } from '../../install/machine.ts';
import { kiro as adapter } from './adapter.ts';

const triggers = ['PreToolUse', 'PostToolUse'];

function files(scope: InstallScope, machine: Machine, command: HookCommand): readonly HarnessFile[] {
  if (scope === 'managed') return [];
  const base = scope === 'user' ? machine.home : machine.project;
  const action = { type: 'command', command: hookCommandText(command, adapter, machine) };
  const list = triggers.map((trigger) => ({
    at: ['hooks'],
    value: { name: `bylaw-${trigger}`, trigger, matcher: '.*', action, timeout: hookTimeout, enabled: true },
  }));
  return [jsonFile(join(base, '.kiro', 'hooks', 'bylaw.json'), list, { version: 'v1' })];
}

export const kiro: HarnessInstall = {
  id: 'kiro',
  name: 'Kiro',
  programs: ['kiro', 'kiro-cli'],
  traces: tracesOf('.kiro'),
  files,
  check: {
    decides: ['PreToolUse'],
    observes: ['PostToolUse'],
    everyTool: ['.*', '*', ''],
    runsIn: 'bash',
    payload: (shellCommand, cwd) => claudePayload('execute_bash', shellCommand, cwd),
    answers: { denies: ['exit-2'], neutral: ['empty'] },
  },
  next: () => [
    'Start Kiro again. The command line reads this file from version 2.13 on with `--v3`.',
    'Before that, hooks belong into each custom agent: put the command into its `preToolUse`, and never set `cache_ttl_seconds`.',
  ],
  holes: [
    '`cache_ttl_seconds` above 0 keeps one verdict for all calls of a hook, whatever their input. (Amazon Q Developer CLI sources)',
    'Command lines before 3 read hooks from custom agents only; other agents run without. (Kiro hooks documentation)',
    'A hook whose shell cannot be started lets the call pass. (Kiro hooks documentation)',
  ],
};
