/**
 * Finds out whether one harness is really guarded. It reads the configuration on disk, runs the command in it as the
 * harness would, and judges the answer as the harness would. A warning names what cannot be found out from outside, and
 * a known hole names what no hook can prevent.
 */
import { type CommandLine, commandWords, optionOf, typedWord } from '../install/command-line.ts';
import { type FoundHook, isSameJson } from '../install/config-form.ts';
import { find } from '../install/edit.ts';
import { readConfig } from '../install/file-change.ts';
import type { DoctorFinding } from '../install/finding.ts';
import type { HarnessInstall, HookPlace } from '../install/harness-install.ts';
import { readJsonFile } from '../install/json-entries.ts';
import { findProgram, type InstallScope, type Machine } from '../install/machine.ts';
import { ownCommand, typed } from '../install/own-command.ts';
import { judgeCommand, type ProbeCommands, shortened } from './judge-command.ts';
import { runCommand } from './run-command.ts';

export interface Diagnosis {
  readonly harness: HarnessInstall;
  /** Whether a hook of bylaw is in any of its configurations. */
  readonly isConfigured: boolean;
  /** The folders of policies that its hooks of bylaw name, each once. */
  readonly policies: readonly string[];
  /** The servers on other machines that its hooks ask, each once. */
  readonly servers: readonly string[];
  /** What they say of where decisions are written down, each once. */
  readonly logs: readonly string[];
  readonly findings: readonly DoctorFinding[];
}

interface Place extends HookPlace {
  readonly hooks: readonly FoundHook[];
}

const scopes: readonly InstallScope[] = ['managed', 'user', 'project'];

/** Examines one harness. Runs the hook's own command, and asks the harness's program for its version; changes nothing. */
export async function diagnose(
  harness: HarnessInstall,
  machine: Machine,
  probes: ProbeCommands,
): Promise<Diagnosis> {
  const findings: DoctorFinding[] = [];
  const places = findPlaces(harness, machine, findings);
  if (places.length > 0) {
    const own = places.flatMap((place) => {
      const hooks = place.hooks.filter(({ isOwn }) => isOwn);
      return hooks.length === 0 ? [] : [{ ...place, hooks }];
    });
    for (const place of own) findings.push(...judgePlace(place, harness, machine));
    findings.push(...judgeForeign(places, own.length > 0, harness, machine));
    for (const hook of distinctHooks(deciding(own, harness))) {
      const flags = `${scopeFlag(hook.scope)}${wayFlag(hook)}`;
      const init = typed(machine, `init ${harness.id}${flags}`);
      findings.push(...(await judgeCommand(hook, harness, machine, probes, init)));
    }
    findings.push(...switchedOff(harness, machine));
    findings.push(...(harness.check.review?.(own, machine) ?? []));
    const posts = own.some(({ hooks }) => hooks.some(({ command }) => command.kind === 'post'));
    findings.push(...(await judgeVersion(harness, machine, posts)));
    findings.push(...harness.holes.map((text) => ({ kind: 'hole', text }) as const));
  }
  const named = (option: string): readonly string[] => [
    ...new Set(
      places.flatMap(({ hooks }) =>
        hooks.flatMap(({ isOwn, command }) => (isOwn ? (optionOf(command, option) ?? []) : [])),
      ),
    ),
  ];
  const isConfigured = places.length > 0;
  return {
    harness,
    isConfigured,
    policies: [...new Set([...named('--policies'), ...named('--layers')])],
    servers: named('--server'),
    logs: named('--log'),
    findings,
  };
}

/** The option of `init` that writes where this hook is. */
const scopeFlag = (scope: InstallScope): string => (scope === 'user' ? '' : ` --${scope}`);

/** The options of `init` that write a hook which asks a server, as it does now. */
function wayFlag({ command }: FoundHook): string {
  if (command.kind === 'post') return ` --http ${new URL(command.url).port || 80}`;
  const words = commandWords(command);
  const at = words.indexOf('--server');
  return at < 0 ? '' : ` ${words.slice(at).map(typedWord).join(' ')}`;
}

/** The files that have a hook of bylaw; files that cannot be read are among the findings. */
function findPlaces(harness: HarnessInstall, machine: Machine, findings: DoctorFinding[]): readonly Place[] {
  const command = ownCommand(machine, '/');
  return scopes.flatMap((scope) =>
    harness.files(scope, machine, command).flatMap(({ path, form }) => {
      const reading = readConfig(path);
      if (!reading.ok) {
        findings.push({ kind: 'fail', text: `${path}: ${reading.problem}.` });
        return [];
      }
      const found = find(reading.text ?? '', form);
      if (!found.ok) {
        const line = found.line === undefined ? '' : `:${found.line}`;
        findings.push({
          kind: 'fail',
          text: `${path}${line}: ${found.problem}; the harness may leave the file out.`,
        });
        return [];
      }
      return found.hooks.length === 0 ? [] : [{ path, scope, hooks: found.hooks }];
    }),
  );
}

/** Whether the hook is at every event that can stop a call, and for every tool. */
function judgePlace(
  { path, scope, hooks }: Place,
  { id, check }: HarnessInstall,
  machine: Machine,
): readonly DoctorFinding[] {
  const [first] = hooks;
  const flags = `${scopeFlag(scope)}${first === undefined ? '' : wayFlag(first)}`;
  const again = `run \`${typed(machine, `init ${id}${flags}`)}\` again`;
  const findings: DoctorFinding[] = [];
  const events = new Set(hooks.map(({ event }) => event));
  const lacks = (wanted: readonly string[]): string =>
    wanted.filter((event) => !events.has(event)).join(', ');
  const [undecided, untold] = [lacks(check.decides), lacks(check.observes)];
  if (undecided !== '')
    findings.push({
      kind: 'fail',
      text: `${path}: there is no hook for ${undecided}; ${again}.`,
    });
  else findings.push({ kind: 'pass', text: `${path}: the hook is there.` });
  if (untold !== '')
    findings.push({
      kind: 'warning',
      text: `${path}: there is no hook for ${untold}, so rules on what happened before miss it; ${again}.`,
    });
  for (const { event, matcher, entry, command } of hooks) {
    if (matcher !== undefined && check.decides.includes(event ?? '') && !check.everyTool.includes(matcher))
      findings.push({
        kind: 'fail',
        text: `${path}: the hook for ${event} is only for the tools \`${matcher}\`; ${again}.`,
      });
    if (command.kind === 'post' && check.decides.includes(event ?? '') && entry.onFailure !== 'block')
      findings.push({
        kind: 'fail',
        text: `${path}: \`onFailure\` is not \`block\` for ${event}: if the server cannot be reached, the call passes; ${again}.`,
      });
    if (isSameJson(entry.failClosed, false))
      findings.push({
        kind: 'warning',
        text: `${path}: \`failClosed\` is off for ${event}: a hook that fails lets the call pass.`,
      });
    if (typeof entry.cache_ttl_seconds === 'number' && entry.cache_ttl_seconds > 0)
      findings.push({
        kind: 'fail',
        text: `${path}: \`cache_ttl_seconds\` keeps one verdict for all calls; take it out.`,
      });
  }
  return findings;
}

/** Commands that only have bylaw in them: whether the harness asks bylaw through one cannot be known without running it. */
function judgeForeign(
  places: readonly Place[],
  isGuarded: boolean,
  { id }: HarnessInstall,
  machine: Machine,
): readonly DoctorFinding[] {
  return places.flatMap(({ path, scope, hooks }) =>
    hooks
      .filter(({ isOwn }) => !isOwn)
      .map(({ command }): DoctorFinding => {
        const shown = shortened(command.kind === 'words' ? command.words.join(' ') : textOf(command));
        const what = `${path}: a hook there has more in its command than node and bylaw, so it is not run here: ${shown}`;
        return isGuarded
          ? { kind: 'warning', text: `${what} It belongs to others and is left as it is.` }
          : {
              kind: 'fail',
              text: `${what} Run \`${typed(machine, `init ${id}${scopeFlag(scope)}`)}\`, which puts a hook of its own beside it.`,
            };
      }),
  );
}

const textOf = (command: Exclude<CommandLine, { readonly kind: 'words' }>): string =>
  command.kind === 'post' ? command.url : command.text;

/** The hooks that stop calls, where there are any: what others answer stops nothing. */
function deciding(places: readonly Place[], { check }: HarnessInstall): readonly Place[] {
  const some = places.map((place) => ({
    ...place,
    hooks: place.hooks.filter(({ event }) => check.decides.includes(event ?? '')),
  }));
  return some.some(({ hooks }) => hooks.length > 0) ? some : places;
}

/** One of the hooks that start the same command, with its place. */
function distinctHooks(places: readonly Place[]): readonly (FoundHook & Pick<Place, 'scope'>)[] {
  const hooks = places.flatMap(({ scope, hooks }) => hooks.map((hook) => ({ ...hook, scope })));
  return [...new Map(hooks.map((hook) => [JSON.stringify(hook.command), hook])).values()];
}

function switchedOff({ check }: HarnessInstall, machine: Machine): readonly DoctorFinding[] {
  return (check.switches?.(machine) ?? []).flatMap(({ path, problem }) => {
    const reading = readConfig(path);
    const settings = reading.ok && reading.text !== undefined ? readJsonFile(reading.text) : undefined;
    const said = settings === undefined ? undefined : problem(settings);
    return said === undefined
      ? []
      : [{ kind: 'fail', text: `${path}: hooks are switched off, because ${said}.` } as const];
  });
}

async function judgeVersion(
  harness: HarnessInstall,
  machine: Machine,
  posts: boolean,
): Promise<readonly DoctorFinding[]> {
  const { name, check } = harness;
  const first = { version: check.posts ?? '', reason: postsOpen };
  const minimum = posts ? first : check.minimum;
  const found = minimum && (await versionOf(harness, machine));
  if (minimum === undefined || found === undefined) return [];
  const kind = posts ? 'fail' : 'warning';
  if (found.version === undefined)
    return [
      {
        kind: 'warning',
        text: `${found.program} does not say its version; it should be ${minimum.version} or later.`,
      },
    ];
  return isBefore(found.version, minimum.version)
    ? [{ kind, text: `${name} ${found.version} is older than ${minimum.version}: ${minimum.reason}.` }]
    : [];
}

/** Why a harness must be new enough to post its hooks itself; follows a colon. */
export const postsOpen = 'before it, every call passes if the server cannot be reached';

/** What the program of a harness says of its version; undefined where there is no program. */
export async function versionOf(
  { programs }: HarnessInstall,
  machine: Machine,
): Promise<{ readonly program: string; readonly version: string | undefined } | undefined> {
  const program = programs.map((each) => findProgram(each, machine)).find((path) => path !== undefined);
  if (program === undefined) return undefined;
  const line = { kind: 'words', words: [program, '--version'] } as const;
  const run = await runCommand(line, 'sh', '', machine, {}, 10_000);
  return { program, version: /\d+\.\d+\.\d+/.exec(run.stdout)?.[0] };
}

export function isBefore(version: string, other: string): boolean {
  const [one, two] = [version, other].map((text) => text.split('.').map(Number));
  for (const [at, number] of (one ?? []).entries()) {
    const against = two?.[at] ?? 0;
    if (number !== against) return number < against;
  }
  return false;
}
