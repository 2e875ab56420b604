/**
 * Factory Droid. The vendor names hooks.json as the place, but some versions read
 * only the member `hooks` of settings.json. So that member is written; and where
 * there is a hooks.json, which other versions read instead of it, that file too.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HookCommand } from '../../install/command-line.ts';
import type { HarnessFile, HarnessInstall } from '../../install/harness-install.ts';
import {
  claudePayload,
  commandHandler,
  groups,
  jsonFile,
  offWhen,
  tracesOf,
} from '../../install/harness-install.ts';
import { readJsonFile } from '../../install/json-entries.ts';
import type { InstallScope, Machine } from '../../install/machine.ts';
import { claudeEvents } from '../claude-code/install.ts';
import { droid as adapter } from './adapter.ts';

const folder = (scope: InstallScope, { home, project }: Machine): string =>
  join(scope === 'user' ? home : project, '.factory');

function files(scope: InstallScope, machine: Machine, command: HookCommand): readonly HarnessFile[] {
  if (scope === 'managed') return [];
  const { PostToolUseFailure: _, ...events } = claudeEvents;
  const handler = commandHandler(command, adapter, machine);
  const settings = join(folder(scope, machine), 'settings.json');
  const own = join(folder(scope, machine), 'hooks.json');
  return [
    jsonFile(settings, groups(['hooks'], events, handler)),
    ...(existsSync(own) ? [jsonFile(own, groups(eventsAt(own), events, handler))] : []),
  ];
}

/** The file has the events at its root, or below `hooks` as settings have them. */
function eventsAt(file: string): readonly string[] {
  try {
    return Object.hasOwn(readJsonFile(readFileSync(file, 'utf8')) ?? {}, 'hooks') ? ['hooks'] : [];
  } catch {
    return [];
  }
}

export const droid: HarnessInstall = {
  id: 'droid',
  name: 'Factory Droid',
  programs: ['droid'],
  traces: tracesOf('.factory'),
  files,
  check: {
    decides: ['PreToolUse'],
    observes: ['PostToolUse', 'SessionStart', 'SessionEnd'],
    everyTool: ['*', '', '.*'],
    runsIn: 'bash',
    env: ({ project }) => ({ FACTORY_PROJECT_DIR: project }),
    payload: (shellCommand, cwd) =>
      claudePayload('Execute', shellCommand, cwd, {
        transcript_path: join(cwd, 'bylaw-doctor.jsonl'),
        permission_mode: 'auto-low',
      }),
    answers: { denies: ['claude', 'exit-2'], neutral: ['empty', 'object'] },
    switches: (machine) =>
      (['user', 'project'] as const).map((scope) =>
        offWhen(join(folder(scope, machine), 'settings.json'), ['hooksDisabled'], true),
      ),
  },
  next: () => ['Start Droid again; `/hooks` lists the hook.'],
  holes: [
    'Droid 0.186 read hooks from settings.json only, whatever its documentation says; where there is a hooks.json, bylaw is in both. (Factory-AI/factory#3)',
    '`hooksDisabled` in the settings switches hooks off. (Factory Droid settings reference)',
    'A hook whose shell cannot be started lets the call pass. (Factory Droid hooks reference)',
  ],
};
