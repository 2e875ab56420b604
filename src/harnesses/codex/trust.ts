/**
 * Whether Codex runs a hook in its configuration. It silently skips every hook
 * that no person has trusted in the form that it has now; what was
 * trusted is in the user's config.toml, by the place of the hook and a digest of
 * it. Read as Codex 0.129 to 0.147 write it: a digest that differs may also be that
 * of a version that makes it otherwise, so it proves nothing either way.
 */
import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { realPathOf } from '../../host/machine/real-path.ts';
import { isOwnCommand } from '../../install/command-line.ts';
import { readConfig } from '../../install/file-change.ts';
import type { DoctorFinding } from '../../install/finding.ts';
import { readJsonFile } from '../../install/json-entries.ts';
import type { InstallScope, Machine } from '../../install/machine.ts';
import { typed } from '../../install/own-command.ts';
import {
  isTable,
  readTomlText,
  type TomlTable,
  type TomlValue,
  textIn,
  tomlMember,
} from '../../install/toml-value.ts';
import type { Json, JsonObject } from '../../language/json.ts';
import { isJsonObject } from '../../protocol/json.ts';

export interface CodexFiles {
  /** The hooks.json files with a hook of bylaw, absolute; requirements.toml for the managed scope. */
  readonly places: readonly { readonly path: string; readonly scope: InstallScope }[];
  /** The user's config.toml. */
  readonly settings: string;
  /** The administrator's requirements.toml. */
  readonly requirements: string;
  /** Events that decide, and all events that the hook is for. */
  readonly decides: readonly string[];
  readonly events: readonly string[];
}

/** Judges what Codex makes of the hooks. A hook of the administrator needs no trust. */
export function judgeCodexTrust(files: CodexFiles, machine: Machine): readonly DoctorFinding[] {
  const places = files.places.filter(({ scope }) => scope !== 'managed');
  const isManaged = places.length < files.places.length;
  if (places.length === 0) return [];
  const reading = readSettings(files.settings);
  if (typeof reading === 'string') return [{ kind: 'fail', text: `${files.settings}: ${reading}` }];
  if (tomlMember(tomlMember(reading, 'features'), 'hooks') === false)
    return [
      {
        kind: 'fail',
        text: `${files.settings}: hooks are switched off, because \`hooks\` is false among the features there.`,
      },
    ];
  // Then the hooks of users are not looked at any more, and need not be.
  if (isManaged) return [];
  return [
    ...onlyManaged(files.requirements),
    ...places.flatMap(({ path, scope }) => [
      ...judgeHooks(path, reading, files, machine),
      ...(scope === 'project' ? judgeProject(reading, files.settings, machine) : []),
    ]),
  ];
}

/** The content of the file, `{}` without a file; or the problem with it, as a sentence. */
function readSettings(path: string): TomlTable | string {
  const file = readConfig(path);
  if (!file.ok) return `${file.problem}.`;
  const reading = readTomlText(file.text ?? '');
  if (reading.ok) return reading.value;
  const where = reading.line === undefined ? '' : `in line ${reading.line}, `;
  return `${where}${reading.problem}; Codex does not start with it, or leaves it out.`;
}

function onlyManaged(path: string): readonly DoctorFinding[] {
  const settings = readSettings(path);
  return typeof settings !== 'string' && tomlMember(settings, 'allow_managed_hooks_only') === true
    ? [
        {
          kind: 'fail',
          text: `${path}: Codex runs the administrator’s hooks only, because \`allow_managed_hooks_only\` is true there, and bylaw is not among them.`,
        },
      ]
    : [];
}

type Trust = 'trusted' | 'untrusted' | 'differs' | 'disabled';

/** One finding for the events that decide, by the worst of them, and one for the others. */
function judgeHooks(
  path: string,
  settings: TomlTable,
  { decides, events, settings: where }: CodexFiles,
  machine: Machine,
): readonly DoctorFinding[] {
  const file = readConfig(path);
  const hooks = file.ok ? readJsonFile(file.text ?? '')?.hooks : undefined;
  const states = tomlMember(tomlMember(settings, 'hooks'), 'state');
  const trust = new Map(events.map((event) => [event, trustOf(event, hooks, path, states)] as const));
  const found = decides.flatMap((event) => trust.get(event) ?? []);
  const worst = (['disabled', 'untrusted', 'differs'] as const).find((each) => found.includes(each));
  const unheard = events.filter(
    (event) => !decides.includes(event) && ['untrusted', 'disabled'].includes(trust.get(event) ?? ''),
  );
  const again = `run \`${typed(machine, 'doctor codex')}\` again`;
  const judged: Record<Exclude<Trust, 'trusted'>, DoctorFinding> = {
    disabled: {
      kind: 'fail',
      text: `${path}: the hook is switched off in Codex; switch it on in \`/hooks\` in Codex, and ${again}.`,
    },
    untrusted: {
      kind: 'fail',
      text: `${path}: the hook is not trusted in Codex yet, so Codex skips it: open \`/hooks\` in Codex, trust it, and ${again}.`,
    },
    differs: {
      kind: 'unproved',
      text: `${path}: what was trusted in Codex is not the hook as it is now, as far as is known from ${where}; Codex skips a hook that was changed: open \`/hooks\` in Codex, trust it, and ${again}. If it is trusted there, only a call can show that it runs.`,
    },
  };
  if (worst !== undefined) return [judged[worst]];
  if (!found.includes('trusted')) return [];
  return [
    { kind: 'pass', text: `${path}: the hook as it is now is trusted in Codex.` },
    ...(unheard.length === 0
      ? []
      : [
          {
            kind: 'warning',
            text: `${path}: the hooks for ${unheard.join(', ')} are not trusted in Codex, so rules on what happened before miss it; open \`/hooks\` in Codex.`,
          } as const,
        ]),
  ];
}

/** The best of an event's hooks: one that runs is enough. Undefined where the event has none. */
function trustOf(
  event: string,
  hooks: Json | undefined,
  path: string,
  states: TomlValue | undefined,
): Trust | undefined {
  const label = event.replace(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
  const found = listOf(objectOf(hooks)?.[event]).flatMap((group, at) =>
    listOf(objectOf(group)?.hooks).flatMap((handler, index): readonly Trust[] => {
      const digest = digestOf(label, objectOf(group), objectOf(handler));
      if (digest === undefined) return [];
      const keys = pathsOf(path).map((each) => `${each}:${label}:${at}:${index}`);
      const state = keys.map((key) => tomlMember(states, key)).find(isTable);
      if (state === undefined) return ['untrusted'];
      if (tomlMember(state, 'enabled') === false) return ['disabled'];
      const trusted = textIn(state, 'trusted_hash');
      return [trusted === undefined ? 'untrusted' : trusted === digest ? 'trusted' : 'differs'];
    }),
  );
  return (['trusted', 'differs', 'untrusted', 'disabled'] as const).find((each) => found.includes(each));
}

/** The digest that Codex compares: of what the hook does, with sorted names and its default timeout. Undefined for hooks of others. */
function digestOf(
  label: string,
  group: JsonObject | undefined,
  handler: JsonObject | undefined,
): string | undefined {
  const { command, commandWindows, timeout, statusMessage } = handler ?? {};
  const line = process.platform === 'win32' && typeof commandWindows === 'string' ? commandWindows : command;
  if (typeof line !== 'string' || !isOwnCommand({ kind: 'shell', text: line })) return undefined;
  const identity = {
    event_name: label,
    hooks: [
      {
        async: handler?.async === true,
        command: line,
        ...(typeof statusMessage === 'string' ? { statusMessage } : {}),
        timeout: typeof timeout === 'number' ? Math.max(timeout, 1) : 600,
        type: 'command',
      },
    ],
    ...(typeof group?.matcher === 'string' ? { matcher: group.matcher } : {}),
  };
  return `sha256:${createHash('sha256').update(JSON.stringify(identity)).digest('hex')}`;
}

/** Codex loads what is in a project only where the folder, or one above it, is trusted. */
function judgeProject(settings: TomlTable, where: string, { project }: Machine): readonly DoctorFinding[] {
  const projects = tomlMember(settings, 'projects');
  const isTrusted = pathsOf(project)
    .flatMap(withParents)
    .some((folder) => tomlMember(tomlMember(projects, folder), 'trust_level') === 'trusted');
  return isTrusted
    ? []
    : [
        {
          kind: 'unproved',
          text: `${where} does not say that ${project} is trusted, and Codex loads no hooks from a project that is not; start Codex there and trust it.`,
        },
      ];
}

function withParents(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...withParents(parent)];
}

/** A path as it was named, and where its folder, or it, really is. */
function pathsOf(path: string): readonly string[] {
  return [...new Set([path, join(realPathOf(dirname(path)), basename(path)), realPathOf(path)])];
}

const objectOf = (value: Json | undefined): JsonObject | undefined =>
  isJsonObject(value) ? value : undefined;

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
