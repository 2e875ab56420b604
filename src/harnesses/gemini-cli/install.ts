/** Gemini CLI. Its timeouts are milliseconds, and the hook has a name by which it is listed. */
import { join } from 'node:path';
import type { HookCommand } from '../../install/command-line.ts';
import { judgeFolderTrust, trustByFolder } from '../../install/folder-trust.ts';
import type { HarnessFile, HarnessInstall } from '../../install/harness-install.ts';
import {
  claudePayload,
  groups,
  hookCommandText,
  hookTimeout,
  jsonFile,
  offWhen,
  probeTime,
} from '../../install/harness-install.ts';
import { type InstallScope, type Machine, systemPlace } from '../../install/machine.ts';
import type { JsonObject } from '../../language/json.ts';
import { geminiCli as adapter } from './adapter.ts';

const managed = {
  linux: '/etc/gemini-cli/settings.json',
  mac: '/Library/Application Support/GeminiCli/settings.json',
  windows: 'C:/ProgramData/gemini-cli/settings.json',
};

function pathOf(scope: InstallScope, machine: Machine): string {
  if (scope === 'user') return join(machine.home, '.gemini', 'settings.json');
  if (scope === 'project') return join(machine.project, '.gemini', 'settings.json');
  return machine.env.GEMINI_CLI_SYSTEM_SETTINGS_PATH || systemPlace(machine, managed);
}

function files(scope: InstallScope, machine: Machine, command: HookCommand): readonly HarnessFile[] {
  const events = { BeforeTool: '.*', AfterTool: '.*', SessionStart: undefined, SessionEnd: undefined };
  const handler = {
    type: 'command',
    name: 'bylaw',
    command: hookCommandText(command, adapter, machine),
    timeout: hookTimeout * 1000,
  };
  return [jsonFile(pathOf(scope, machine), groups(['hooks'], events, handler))];
}

/** A list of names or commands of hooks that do not run. */
function disabled(settings: JsonObject): string | undefined {
  const config = settings.hooksConfig;
  const list = typeof config === 'object' && config !== null && 'disabled' in config ? config.disabled : [];
  const names = Array.isArray(list) ? list.filter((name) => typeof name === 'string') : [];
  return names.some((name) => name === 'bylaw' || name.includes('bylaw.cjs'))
    ? '`hooksConfig.disabled` names the hook of bylaw there'
    : undefined;
}

export const geminiCli: HarnessInstall = {
  id: 'gemini-cli',
  name: 'Gemini CLI',
  programs: ['gemini'],
  traces: ({ home, project }) => ({
    // The folder itself is Antigravity's too.
    user: ['settings.json', 'oauth_creds.json', 'tmp'].map((name) => join(home, '.gemini', name)),
    project: [join(project, '.gemini')],
  }),
  files,
  check: {
    decides: ['BeforeTool'],
    observes: ['AfterTool', 'SessionStart', 'SessionEnd'],
    everyTool: ['.*', '', '*'],
    runsIn: 'bash',
    env: ({ project }) => ({
      GEMINI_PROJECT_DIR: project,
      GEMINI_CWD: project,
      GEMINI_SESSION_ID: 'bylaw-doctor',
      CLAUDE_PROJECT_DIR: project,
    }),
    payload: (shellCommand, cwd) =>
      claudePayload('run_shell_command', shellCommand, cwd, {
        hook_event_name: 'BeforeTool',
        transcript_path: join(cwd, 'bylaw-doctor.json'),
        timestamp: probeTime,
      }),
    answers: { denies: ['decision'], neutral: ['object', 'empty'] },
    review: (places, machine) =>
      judgeFolderTrust(
        {
          harness: 'Gemini CLI',
          file:
            machine.env.GEMINI_CLI_TRUSTED_FOLDERS_PATH ||
            join(machine.home, '.gemini', 'trustedFolders.json'),
          says: trustByFolder,
          how: 'Start Gemini CLI in the folder and trust it when it asks.',
        },
        places,
        machine,
      ),
    switches: (machine) =>
      (['user', 'project', 'managed'] as const).flatMap((scope) => {
        const path = pathOf(scope, machine);
        return [offWhen(path, ['hooksConfig', 'enabled'], false), { path, problem: disabled }];
      }),
  },
  next: () => [
    'Start Gemini CLI again, and trust the folder when it asks: in a folder that is not trusted it runs no hooks at all.',
  ],
  holes: [
    'In a folder that is not trusted no hooks run, whatever file they are in. (Gemini CLI hooks documentation)',
    'With `--skip-trust` the hooks of a project do not run, and those of the user do. (seen with Gemini CLI 0.61.0)',
    '`hooksConfig.disabled` in the user’s settings can name any hook, also one of the system’s settings. (Gemini CLI 0.61 sources)',
    'A hook that takes longer than its timeout, or is ended by a signal, lets the call pass. (Gemini CLI 0.61 sources)',
  ],
};
