/**
 * Whether one harness is really guarded: its configuration is read as it is on
 * disk, the command in it is run as the harness would run it, and what comes back
 * is judged by what the harness makes of it. What cannot be found out from
 * outside is said as a warning, and what no hook can prevent as a known hole.
 */
import { accessSync, constants, existsSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import { type CommandLine, optionOf, wordsOf } from './command-line.ts';
import { type FoundHook, isSameJson } from './config-form.ts';
import { find } from './edit.ts';
import { readConfig } from './file-change.ts';
import type { HarnessInstall } from './harness-install.ts';
import { readJsonFile } from './json-entries.ts';
import { type CheckedPolicies, checkPolicies } from './keep-compiled.ts';
import { findProgram, isExecutable, type Machine, type Scope } from './machine.ts';
import { ownCommand } from './own-command.ts';
import { type ProbeAnswer, readAnswer } from './read-answer.ts';
import { type CommandRun, runCommand } from './run-command.ts';

export interface Finding {
  /** `hole` is a warning about the harness itself. */
  readonly kind: 'pass' | 'fail' | 'warning' | 'hole';
  /** A sentence. */
  readonly text: string;
}

export interface Diagnosis {
  readonly harness: HarnessInstall;
  /** Whether a hook of bylaw stands in any of its configurations. */
  readonly isConfigured: boolean;
  readonly findings: readonly Finding[];
}

export interface ProbeCommands {
  readonly harmless: string;
  readonly forbidden: string;
  /** Whether a person chose the forbidden one. */
  readonly isChosen: boolean;
  readonly seen: SeenPolicies;
}

/** Folders that were checked: one may be behind many hooks, and reading it takes a while. */
export type SeenPolicies = Map<string, CheckedPolicies | undefined>;

interface Place {
  readonly path: string;
  readonly scope: Scope;
  readonly hooks: readonly FoundHook[];
}

const scopes: readonly Scope[] = ['managed', 'user', 'project'];

/** Examines one harness. Runs the hook's own command, and asks the harness's program for its version; changes nothing. */
export async function diagnose(
  harness: HarnessInstall,
  machine: Machine,
  probes: ProbeCommands,
): Promise<Diagnosis> {
  const findings: Finding[] = [];
  const places = findPlaces(harness, machine, findings);
  if (places.length > 0) {
    for (const place of places) findings.push(...judgePlace(place, harness));
    for (const hook of distinctHooks(places))
      findings.push(...(await judgeCommand(hook, harness, machine, probes)));
    findings.push(...switchedOff(harness, machine));
    findings.push(...reviews(harness, places, machine));
    findings.push(...(await judgeVersion(harness, machine)));
    findings.push(
      ...harness.holes.map(
        ({ what, reference }) => ({ kind: 'hole', text: `${what} (${reference})` }) as const,
      ),
    );
  }
  return { harness, isConfigured: places.length > 0, findings };
}

/** The files that have a hook of bylaw; files that cannot be read are among the findings. */
function findPlaces(harness: HarnessInstall, machine: Machine, findings: Finding[]): readonly Place[] {
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

/** Whether the hook stands at every event that can stop a call, and for every tool. */
function judgePlace({ path, hooks }: Place, { check }: HarnessInstall): readonly Finding[] {
  const findings: Finding[] = [];
  const events = new Set(hooks.map(({ event }) => event));
  const lacks = (wanted: readonly string[]): string =>
    wanted.filter((event) => !events.has(event)).join(', ');
  const [undecided, untold] = [lacks(check.decides), lacks(check.observes)];
  if (undecided !== '')
    findings.push({
      kind: 'fail',
      text: `${path}: there is no hook for ${undecided}; run \`bylaw init\` again.`,
    });
  else findings.push({ kind: 'pass', text: `${path}: the hook is there.` });
  if (untold !== '')
    findings.push({
      kind: 'warning',
      text: `${path}: there is no hook for ${untold}, so rules on what happened before miss it; run \`bylaw init\` again.`,
    });
  for (const { event, matcher, entry } of hooks) {
    if (matcher !== undefined && check.decides.includes(event ?? '') && !check.everyTool.includes(matcher))
      findings.push({
        kind: 'fail',
        text: `${path}: the hook for ${event} is only for the tools \`${matcher}\`; run \`bylaw init\` again.`,
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

/** One of those that start the same command. */
function distinctHooks(places: readonly Place[]): readonly FoundHook[] {
  const hooks = places.flatMap((place) => place.hooks);
  return [...new Map(hooks.map((hook) => [JSON.stringify(hook.command), hook])).values()];
}

async function judgeCommand(
  { command: line, starts = line }: FoundHook,
  harness: HarnessInstall,
  machine: Machine,
  probes: ProbeCommands,
): Promise<readonly Finding[]> {
  if (!isPlainHook(line, machine)) {
    const shown = line.kind === 'shell' ? line.text : line.words.join(' ');
    return [
      {
        kind: 'fail',
        text: `This command is not run, because it is more than node and bylaw, or lies in this project: ${shortened(shown)} Run \`bylaw init\` again.`,
      },
    ];
  }
  const missing = missingFiles(line);
  if (missing.length > 0) return missing.map((text) => ({ kind: 'fail', text }));
  const policies = optionOf(line, '--policies');
  const findings: Finding[] = policies === undefined ? [] : [...judgePolicies(policies, probes.seen)];
  const harmless = await probe(starts, harness, machine, probes.harmless);
  findings.push(judgeHarmless(harmless, probes.harmless));
  const forbidden = await probe(starts, harness, machine, probes.forbidden);
  findings.push(judgeForbidden(forbidden, probes, policies));
  const slowest = Math.max(harmless.run.milliseconds, forbidden.run.milliseconds);
  if (slowest > harness.check.patience / 4)
    findings.push({
      kind: 'warning',
      text: `An answer took ${slowest} ms; ${harness.name} waits ${harness.check.patience} ms and then goes its own way. \`bylaw serve\` makes it faster.`,
    });
  if (wordsOf(line).includes('--fail-open'))
    findings.push({
      kind: 'warning',
      text: 'The command has `--fail-open`: calls that bylaw cannot decide about pass.',
    });
  return findings;
}

/**
 * Whether a command does nothing but run bylaw. A project that somebody else wrote
 * may hold configurations too, and examining them must not run what is in them.
 */
function isPlainHook(line: CommandLine, machine: Machine): boolean {
  if (line.kind === 'shell' && !/^(?:& )?(?:"[^"$`\\]*"|'[^']*'|\\'|[\w./:@%+=,-]|[ ])+$/.test(line.text))
    return false;
  const words = wordsOf(line);
  const programs = words.slice(0, words.indexOf('hook'));
  if (programs.length < 1 || programs.length > 2) return false;
  const [first = ''] = programs;
  if (programs.length === 2 && !/(?:^|[\\/])node(?:js)?(?:\.exe)?$/.test(first)) return false;
  const { node, script } = ownCommand(machine, '/');
  return programs.every((path) => path === node || path === script || !isInProject(path, machine));
}

/** A bare name is looked up on the search path; any other that is not absolute is found from the project. */
function isInProject(path: string, { project, home }: Machine): boolean {
  if (!/[\\/]/.test(path)) return false;
  // What is in the home is the user's own.
  if (project === home) return !isAbsolute(path);
  return !isAbsolute(path) || !relative(project, path).startsWith('..');
}

/** The program and the script must be there: most harnesses let a call pass when they are not. */
function missingFiles(line: CommandLine): readonly string[] {
  const [program = '', script = ''] = wordsOf(line);
  const problems: string[] = [];
  if (isAbsolute(program) && !isExecutable(program))
    problems.push(`${program} is not there, or cannot be run; run \`bylaw init\` again.`);
  if (isAbsolute(script) && !existsSync(script))
    problems.push(`${script} is not there; install bylaw again, and run \`bylaw init\`.`);
  return problems;
}

function judgePolicies(folder: string, seen: SeenPolicies): readonly Finding[] {
  if (!seen.has(folder)) seen.set(folder, checkPolicies(folder));
  const policies = seen.get(folder);
  if (policies === undefined)
    return [
      {
        kind: 'fail',
        text: `The policies ${folder} are not there: every call is denied. Run \`bylaw init\`.`,
      },
    ];
  const [first] = policies.problems;
  if (first !== undefined) {
    const more = policies.problems.length > 1 ? `, and ${policies.problems.length - 1} more` : '';
    return [
      {
        kind: 'fail',
        text: `The policies ${folder} are not valid, so every call is denied: ${first.path}: ${first.message}${more}. Run \`bylaw check ${folder}\`.`,
      },
    ];
  }
  const rules = policies.loaded.program?.rules.length ?? 0;
  const findings: Finding[] = [{ kind: 'pass', text: `The policies ${folder} are valid: ${rules} rules.` }];
  try {
    accessSync(folder, constants.R_OK | constants.X_OK);
  } catch {
    findings.push({ kind: 'fail', text: `The policies ${folder} cannot be read by this user.` });
  }
  return findings;
}

interface Probed {
  readonly run: CommandRun;
  readonly answer: ProbeAnswer;
}

async function probe(
  line: CommandLine,
  { check }: HarnessInstall,
  machine: Machine,
  shellCommand: string,
): Promise<Probed> {
  const payload = `${JSON.stringify(check.payload(shellCommand, machine.project))}\n`;
  const run = await runCommand(line, check.runsIn, payload, machine, check.env(machine), check.patience);
  return { run, answer: readAnswer(run, check.answers) };
}

function judgeHarmless({ run, answer }: Probed, command: string): Finding {
  const time = `${run.milliseconds} ms`;
  switch (answer.kind) {
    case 'passes':
      return { kind: 'pass', text: `A harmless call, \`${command}\`, passes, in ${time}.` };
    case 'denies':
      return {
        kind: 'fail',
        text: `A harmless call, \`${command}\`, is denied: ${shortened(answer.reason)}`,
      };
    case 'grants':
      return {
        kind: 'fail',
        text: 'The hook grants calls instead of saying nothing: the harness’s own questions are skipped.',
      };
    case 'unusable':
      return { kind: 'fail', text: `For a harmless call the hook ${shortened(answer.problem)}.` };
    default:
      return answer satisfies never;
  }
}

function judgeForbidden(
  { run, answer }: Probed,
  { forbidden, isChosen }: ProbeCommands,
  policies: string | undefined,
): Finding {
  switch (answer.kind) {
    case 'denies':
      if (/\[io\.bylaw\.engine\.[a-z-]+\]/.test(answer.reason))
        return {
          kind: 'fail',
          text: `A forbidden call is denied, but only because bylaw could not decide: ${shortened(answer.reason)}`,
        };
      return {
        kind: 'pass',
        text: `A forbidden call, \`${forbidden}\`, is denied, in ${run.milliseconds} ms: ${shortened(answer.reason)}`,
      };
    case 'passes':
    case 'grants': {
      const where = policies === undefined ? 'the policies' : `the policies ${policies}`;
      const hint = isChosen
        ? ''
        : ' If they are your own, name a command that they deny: `bylaw doctor --forbidden COMMAND`.';
      return {
        kind: 'fail',
        text: `A forbidden call, \`${forbidden}\`, passes: ${where} do not deny it.${hint}`,
      };
    }
    case 'unusable':
      return {
        kind: 'fail',
        text: `For a forbidden call the hook ${shortened(answer.problem)}, and most harnesses then let the call run.`,
      };
    default:
      return answer satisfies never;
  }
}

/** The end of a reason has its code, so the middle goes. */
const shortened = (text: string): string =>
  text.length > 320 ? `${text.slice(0, 219)}… ${text.slice(-100)}` : text;

function switchedOff({ check }: HarnessInstall, machine: Machine): readonly Finding[] {
  return check.switches(machine).flatMap(({ path, problem }) => {
    const reading = readConfig(path);
    const settings = reading.ok && reading.text !== undefined ? readJsonFile(reading.text) : undefined;
    const said = settings === undefined ? undefined : problem(settings);
    return said === undefined
      ? []
      : [{ kind: 'fail', text: `${path}: hooks are switched off, because ${said}.` } as const];
  });
}

/** Codex skips what nobody has trusted; whether that was done is in its own settings. */
function reviews(
  { id, files }: HarnessInstall,
  places: readonly Place[],
  machine: Machine,
): readonly Finding[] {
  if (id !== 'codex' || places.every(({ scope }) => scope === 'managed')) return [];
  const [first] = files('user', machine, ownCommand(machine, '/'));
  const settings = readConfig((first?.path ?? '').replace(/hooks\.json$/, 'config.toml'));
  const text = settings.ok ? (settings.text ?? '') : '';
  if (/^\s*hooks\s*=\s*false/m.test(text))
    return [
      {
        kind: 'fail',
        text: 'config.toml: hooks are switched off, because `hooks` is false among the features there.',
      },
    ];
  return /^\s*\[hooks\.state\b/m.test(text)
    ? [
        {
          kind: 'warning',
          text: 'Codex runs the hook only while its definition is the one that was trusted; look at `/hooks` in Codex.',
        },
      ]
    : [
        {
          kind: 'warning',
          text: 'Nobody has trusted the hook in Codex yet, so Codex skips it: open `/hooks` in Codex.',
        },
      ];
}

async function judgeVersion(
  { programs, name, check }: HarnessInstall,
  machine: Machine,
): Promise<readonly Finding[]> {
  const { minimum } = check;
  const program = programs.map((each) => findProgram(each, machine)).find((path) => path !== undefined);
  if (minimum === undefined || program === undefined) return [];
  const run = await runCommand(
    { kind: 'words', words: [program, '--version'] },
    'sh',
    '',
    machine,
    {},
    10_000,
  );
  const found = /\d+\.\d+\.\d+/.exec(run.stdout)?.[0];
  if (found === undefined)
    return [
      {
        kind: 'warning',
        text: `${program} does not tell its version; it should be ${minimum.version} or later.`,
      },
    ];
  return isBefore(found, minimum.version)
    ? [{ kind: 'warning', text: `${name} ${found} is older than ${minimum.version}: ${minimum.reason}.` }]
    : [];
}

function isBefore(version: string, other: string): boolean {
  const [one, two] = [version, other].map((text) => text.split('.').map(Number));
  for (const [at, number] of (one ?? []).entries()) {
    const against = two?.[at] ?? 0;
    if (number !== against) return number < against;
  }
  return false;
}
