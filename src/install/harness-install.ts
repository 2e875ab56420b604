/**
 * How bylaw is installed for one harness, and how that is proved: where the configuration is, what is written into it,
 * how the harness runs a hook, which answers it understands, and which calls it is known to let pass. The facts are
 * those of the vendors' documentation and sources; one file per harness.
 */
import { join } from 'node:path';
import type { Adapter } from '../adapters/adapter.ts';
import type { HarnessId } from '../adapters/harnesses.ts';
import type { Json, JsonObject } from '../language/json.ts';
import { isJsonObject, own } from '../protocol/json.ts';
import { type HookCommand, hookShellText, powerShellText } from './command-line.ts';
import type { ConfigForm, JsonEntry } from './config-form.ts';
import type { DoctorFinding } from './finding.ts';
import type { InstallScope, Machine } from './machine.ts';

export interface HarnessInstall {
  readonly id: HarnessId;
  /** The product's name. */
  readonly name: string;
  /** Programs by which it is known to be installed. */
  readonly programs: readonly string[];
  /** Folders by which it is known to be in use, for this user and in this project. */
  traces(machine: Machine): { readonly user: readonly string[]; readonly project: readonly string[] };
  /** The files of a scope; none where the harness has no such scope. */
  files(scope: InstallScope, machine: Machine, command: HookCommand): readonly HarnessFile[];
  readonly check: HarnessCheck;
  /** What a person must do after the files are written, as sentences. */
  next(scope: InstallScope): readonly string[];
  /** Ways past the hook that bylaw cannot close: a sentence each, and in brackets the ticket or chapter that says so. */
  readonly holes: readonly string[];
}

export interface HarnessFile {
  /** Absolute. */
  readonly path: string;
  readonly form: ConfigForm;
}

export interface HarnessCheck {
  /** Events that decide: each must have its hook. Empty where the form knows no events. */
  readonly decides: readonly string[];
  /** Events that are only reports. */
  readonly observes: readonly string[];
  /** Matchers that mean every tool. */
  readonly everyTool: readonly string[];
  /** `sh` by default. */
  readonly runsIn?: HookShell;
  /** What the harness adds to the environment of its hooks; nothing by default. */
  env?(machine: Machine): Readonly<Record<string, string>>;
  /** What it sends before a shell command runs. */
  payload(shellCommand: string, cwd: string): JsonObject;
  readonly answers: AnswerForm;
  /** Milliseconds after which it no longer waits; `hookTimeout` by default. */
  readonly patience?: number;
  /** Below it hooks have defects that matter. */
  readonly minimum?: { readonly version: string; readonly reason: string };
  /** The first version that can post its hooks itself and block where that fails; undefined where none can. */
  readonly posts?: string;
  /** Other settings that decide whether the harness runs the hook in these files. */
  review?(places: readonly HookPlace[], machine: Machine): readonly DoctorFinding[];
  /** Settings that switch hooks off; none by default. */
  switches?(machine: Machine): readonly HookSwitch[];
}

/** A file with a hook of bylaw in it. */
export interface HookPlace {
  /** Absolute. */
  readonly path: string;
  readonly scope: InstallScope;
}

/** What starts the command line: `sh`, `bash`, the user's own shell as at login, or nothing in between. */
export type HookShell = 'sh' | 'bash' | 'login';

/** What the harness takes for which answer. */
export interface AnswerForm {
  readonly denies: readonly ('exit-2' | 'claude' | 'decision' | 'permission' | 'flat' | 'cancel')[];
  readonly neutral: readonly ('empty' | 'object' | 'ask' | 'go-on')[];
}

export interface HookSwitch {
  /** Absolute. */
  readonly path: string;
  /** What is wrong with the settings in a JSON file, as a sentence. */
  problem(settings: JsonObject): string | undefined;
}

/** Seconds that a harness waits for the hook: more than the hook's own deadline, so that the hook's denial comes first. */
export const hookTimeout = 20;

/** Milliseconds after which a harness no longer waits for its hook. */
export const patienceOf = ({ check }: HarnessInstall): number => check.patience ?? hookTimeout * 1000;

/** The command as the shells of this machine read it. */
export const hookCommandText = (command: HookCommand, adapter: Adapter, { platform }: Machine): string =>
  platform === 'win32' ? powerShellText(command, adapter.id) : hookShellText(command, adapter);

/** The handler of a harness that runs a command as Claude Code does. */
export const commandHandler = (command: HookCommand, adapter: Adapter, machine: Machine): JsonObject => ({
  type: 'command',
  command: hookCommandText(command, adapter, machine),
  timeout: hookTimeout,
});

/** Entries in groups with a matcher, as Claude Code has them; `undefined` for events without tools. */
export function groups(
  at: readonly string[],
  events: Readonly<Record<string, string | undefined>>,
  handler: JsonObject,
): readonly JsonEntry[] {
  return Object.entries(events).map(([event, matcher]) => ({
    at: [...at, event],
    value: { ...(matcher === undefined ? {} : { matcher }), hooks: [handler] },
  }));
}

/** Entries that are directly in the list of their event. */
export const entries = (
  at: readonly string[],
  events: readonly string[],
  entry: JsonObject,
): readonly JsonEntry[] => events.map((event) => ({ at: [...at, event], value: entry }));

/** A member of settings that switches hooks off when it has a value. */
export const offWhen = (path: string, names: readonly string[], value: Json): HookSwitch => ({
  path,
  problem(settings) {
    let found: Json | undefined = settings;
    for (const name of names) found = isJsonObject(found) ? own(found, name) : undefined;
    return found === value ? `\`${names.join('.')}\` is ${JSON.stringify(value)} there` : undefined;
  },
});

/** The payload of a harness that speaks as Claude Code does. */
export const claudePayload = (
  tool: string,
  shellCommand: string,
  cwd: string,
  more: JsonObject = {},
): JsonObject => ({
  session_id: probeSession,
  cwd,
  hook_event_name: 'PreToolUse',
  tool_name: tool,
  tool_input: { command: shellCommand },
  ...more,
});

/** A placeholder for the session of a trial call, which is another one each time. */
export const probeSession = 'bylaw-doctor';
/** Probes say when they were by a time that is always the same: nothing depends on it. */
export const probeTime = '2026-01-01T00:00:00.000Z';

/** A JSON file with these entries. `root`: members that the harness wants at its root. */
export const jsonFile = (path: string, list: readonly JsonEntry[], root?: JsonObject): HarnessFile => ({
  path,
  form: { kind: 'json', entries: list, ...(root && { root }) },
});

/** The folder of a harness by its name, in the home and in the project. */
export const tracesOf =
  (folder: string): HarnessInstall['traces'] =>
  ({ home, project }) => ({ user: [join(home, folder)], project: [join(project, folder)] });
