/**
 * Factory Droid. The vendor names hooks.json as the place, but some versions read
 * only the member `hooks` of settings.json. So that member is written; and where
 * there is a hooks.json, which other versions read instead of it, that file too.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HookCommand } from '../../install/command-line.ts';
import type { ConfigFile, HarnessInstall } from '../../install/harness-install.ts';
import { claudePayload, commandText, groups, hookTimeout, offWhen } from '../../install/harness-install.ts';
import { readJsonFile } from '../../install/json-entries.ts';
import type { Machine, Scope } from '../../install/machine.ts';
import { claudeEvents } from '../claude-code/install.ts';

const folder = (scope: Scope, { home, project }: Machine): string =>
  join(scope === 'user' ? home : project, '.factory');

function files(scope: Scope, machine: Machine, command: HookCommand): readonly ConfigFile[] {
  if (scope === 'managed') return [];
  const { PostToolUseFailure: _, ...events } = claudeEvents;
  const handler = { type: 'command', command: commandText(command, 'droid', machine), timeout: hookTimeout };
  const settings = join(folder(scope, machine), 'settings.json');
  const own = join(folder(scope, machine), 'hooks.json');
  return [
    { path: settings, form: { kind: 'json', entries: groups(['hooks'], events, handler) } },
    ...(existsSync(own)
      ? [{ path: own, form: { kind: 'json', entries: groups(eventsAt(own), events, handler) } } as const]
      : []),
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
  traces: ({ home, project }) => ({ user: [join(home, '.factory')], project: [join(project, '.factory')] }),
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
    patience: hookTimeout * 1000,
    switches: (machine) =>
      (['user', 'project'] as const).map((scope) =>
        offWhen(join(folder(scope, machine), 'settings.json'), ['hooksDisabled'], true),
      ),
  },
  next: () => ['Start Droid again; `/hooks` lists the hook.'],
  holes: [
    {
      what: 'Droid 0.186 read hooks from settings.json only, whatever its documentation says; where there is a hooks.json, bylaw is in both.',
      reference: 'Factory-AI/factory#3',
    },
    {
      what: '`hooksDisabled` in the settings switches hooks off.',
      reference: 'Factory Droid settings reference',
    },
    {
      what: 'A hook whose shell cannot be started lets the call pass.',
      reference: 'Factory Droid hooks reference',
    },
  ],
};
