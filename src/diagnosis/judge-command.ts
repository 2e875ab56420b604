/**
 * Finds out whether the command of a hook works. It runs the command with a call that must pass and one that must not,
 * and judges the answers as the harness would. Only commands that do nothing but run bylaw are run, and none from the
 * project: others may have written what is in it.
 */
import { accessSync, constants, existsSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import { lastBundleDecides } from '../hook/remote-options.ts';
import { trialSession } from '../host/credentials/trial.ts';
import type { FreshPolicies } from '../host/load/load-fresh.ts';
import { openToOthers } from '../host/machine/open-to-others.ts';
import { defaultSocket } from '../host/machine/user-folders.ts';
import { isLayersFile } from '../host/policy-files/policy-folder.ts';
import { wholePlace } from '../host/policy-files/whole-place.ts';
import {
  type CommandLine,
  commandWords,
  guardedWords,
  optionOf,
  type PostedLine,
  tokenVariable,
  typedWord,
} from '../install/command-line.ts';
import type { FoundHook } from '../install/config-form.ts';
import type { DoctorFinding } from '../install/finding.ts';
import { asksFirst, guardAround } from '../install/guard.ts';
import { type HarnessInstall, type HookPlace, patienceOf, probeSession } from '../install/harness-install.ts';
import { checkPolicies } from '../install/keep-compiled.ts';
import { findProgram, type InstallScope, isExecutable, type Machine } from '../install/machine.ts';
import { ownCommand, serveCommand, typed } from '../install/own-command.ts';
import { isStrict } from '../install/starter-policies.ts';
import { askServer } from './ask-server.ts';
import { judgeOthersAccess } from './others-access.ts';
import { postHook } from './post-hook.ts';
import { type ProbeAnswer, readAnswer } from './read-answer.ts';
import { type CommandRun, runCommand } from './run-command.ts';

export interface ProbeCommands {
  readonly harmless: string;
  readonly forbidden: string;
  /** Whether a person chose the forbidden one. */
  readonly isChosen: boolean;
  readonly seen: SeenPolicies;
}

/** Folders that were checked: one may be behind many hooks, and reading it takes a while. */
export type SeenPolicies = Map<string, FreshPolicies | undefined>;

/** Judges a command that is bylaw's own. `init` is the command that writes it anew. */
export async function judgeCommand(
  { command: line, starts = line, scope }: FoundHook & Pick<HookPlace, 'scope'>,
  harness: HarnessInstall,
  machine: Machine,
  probes: ProbeCommands,
  init: string,
): Promise<readonly DoctorFinding[]> {
  const again = `run \`${init}\` again`;
  const unrun = line.kind === 'post' ? unasked(machine) : unstartable(line, machine, again);
  if (unrun.length > 0) return unrun;
  const policies = optionOf(line, '--policies') ?? optionOf(line, '--layers');
  const findings: DoctorFinding[] =
    policies === undefined ? [] : [...judgePolicies(policies, probes.seen, machine, again)];
  // What is wrong with the policies is in the reason of each denial.
  const isExplained = findings.some(({ kind }) => kind === 'fail');
  const harmless = await probe(starts, harness, machine, probes.harmless);
  if (line.kind === 'post' && harmless.answer.kind === 'unusable')
    return [
      ...findings,
      {
        kind: 'fail',
        text: `${harness.name} posts its hooks to ${new URL(line.url).origin}, and ${harmless.run.stderr || shortened(harmless.answer.problem)}: every call is denied. Start the server with \`--tokens FILE\` and that port, or let hooks decide themselves again with \`${typed(machine, `init ${harness.id}`)}\`.`,
      },
    ];
  findings.push(judgeHarmless(harmless, probes.harmless, isExplained));
  const forbidden = await probe(starts, harness, machine, probes.forbidden);
  const isWatching = commandWords(line).includes('--watch');
  findings.push(
    isWatching
      ? {
          kind: 'warning',
          text: `The command has \`--watch\`: rules deny nothing, and what they would deny is only recorded. \`${init.replace(' --watch', '')}${profileFlag(policies)}\` makes them deny.`,
        }
      : judgeForbidden(forbidden, { ...probes, isExplained }, policies, machine),
  );
  const away = whyAway([harmless, forbidden]);
  if (away !== undefined)
    findings.push({
      kind: 'fail',
      text: `${away} on this machine: new policies do not reach it, and the server records nothing of it.`,
    });
  else if (harmless.answer.kind === 'passes')
    findings.push(await judgeWay(line, starts, [harmless, forbidden], harness, machine, probes));
  findings.push(
    ...(line.kind === 'post'
      ? await judgePort(line, harness, machine)
      : await judgeGuard(line, harness, machine, again)),
  );
  findings.push(...judgeTokenFile(line, scope, machine));
  findings.push(
    ...judgeOthersAccess(
      programsOf(line).filter((path) => isAbsolute(path)),
      'a person who can change the program of the hook decides which calls are denied',
      machine,
    ),
  );
  const slowest = Math.max(harmless.run.milliseconds, forbidden.run.milliseconds);
  const patience = patienceOf(harness);
  if (slowest > patience / 4)
    findings.push({
      kind: 'warning',
      text: `An answer took ${slowest} ms; ${harness.name} waits ${patience} ms and then goes on without an answer. \`${serveCommand(machine, policies)}\` makes it faster.`,
    });
  if (commandWords(line).includes('--fail-open'))
    findings.push({
      kind: 'warning',
      text: 'The command has `--fail-open`: calls that bylaw cannot decide about pass.',
    });
  return findings;
}

/** The profile in force, which `init` keeps; it is named, because hooks that watch go on to watch otherwise. */
const profileFlag = (policies: string | undefined): string =>
  policies === undefined ? '' : ` --profile ${isStrict(policies) ? 'strict' : 'default'}`;

/** What a hook says whose server is away, where a bundle decides in its place. */
function whyAway(probed: readonly Probed[]): string | undefined {
  const said = probed
    .flatMap(({ run }) => run.stderr.split('\n'))
    .find((line) => line.endsWith(lastBundleDecides));
  return said?.replace(/^bylaw hook: t/, 'T');
}

/** Calls whose time is shown. */
const timed = 3;

/** Which way is used, and how long it takes. */
async function judgeWay(
  line: CommandLine,
  starts: CommandLine,
  probed: readonly Probed[],
  harness: HarnessInstall,
  machine: Machine,
  { harmless }: ProbeCommands,
): Promise<DoctorFinding> {
  const times = probed.map(({ run }) => run.milliseconds);
  while (times.length < timed) times.push((await probe(starts, harness, machine, harmless)).run.milliseconds);
  const median = times.sort((one, other) => one - other)[(timed - 1) / 2];
  return {
    kind: 'pass',
    text: `${await wayOf(line, harness, machine)}: ${median} ms, the median of ${timed} calls.`,
  };
}

async function wayOf(line: CommandLine, { name }: HarnessInstall, machine: Machine): Promise<string> {
  if (line.kind === 'post') return `${name} asks the server itself`;
  const remote = optionOf(line, '--server');
  if (remote !== undefined) return `The hook asks the server ${remote}`;
  const socket = optionOf(line, '--socket') ?? defaultSocket(machine.env, machine.platform);
  const watches = commandWords(line).includes('--watch');
  const state = await askServer(
    socket,
    optionOf(line, '--policies') ?? optionOf(line, '--layers'),
    machine.env,
    watches,
  );
  const shell = asksFirst(guardedWords(line));
  if (state.kind === 'answers') return `${shell ? 'A shell' : 'The hook'} asks the server`;
  return shell
    ? 'The hook decides itself, since no server answers the shell that would ask one'
    : 'The hook decides itself';
}

/** Why a command is not run here; nothing where it is. */
function unstartable(line: CommandLine, machine: Machine, again: string): readonly DoctorFinding[] {
  const outcome =
    guardedWords(line) === undefined
      ? 'Most harnesses then let every call pass'
      : 'Every call is denied then';
  const missing = missingFiles(line, machine, outcome, again);
  if (missing.length > 0) return missing.map((text) => ({ kind: 'fail', text }));
  const inProject = programsOf(line).find((path) => isInProject(path, machine));
  if (inProject !== undefined)
    return [
      {
        kind: 'fail',
        text: `The command is not run here, because ${inProject} is in this project, and others may have written it. If you trust it, ${again}: the hook then names the bylaw that you run.`,
      },
    ];
  return [];
}

/** The token is this user's secret, but where hooks of all users share one. */
function judgeTokenFile(
  line: CommandLine,
  scope: InstallScope,
  { platform }: Machine,
): readonly DoctorFinding[] {
  const file = optionOf(line, '--token-file');
  if (file === undefined || scope === 'managed' || platform === 'win32') return [];
  const text = openToOthers(file);
  return text === undefined ? [] : [{ kind: 'warning', text }];
}

/** A harness that posts has the token in its environment; here it may be missing. */
const unasked = ({ env }: Machine): readonly DoctorFinding[] =>
  env[tokenVariable]
    ? []
    : [
        {
          kind: 'unproved',
          text: `The harness posts its hooks with the token of \`${tokenVariable}\`, which is not set here, so the server cannot be asked. Set it, for the harness as well: without it every call is denied.`,
        },
      ];

/** What cannot be seen from the two answers of a server that hooks are posted to. */
async function judgePort(
  line: PostedLine,
  harness: HarnessInstall,
  machine: Machine,
): Promise<readonly DoctorFinding[]> {
  const stranger = { ...machine, env: { ...machine.env, [tokenVariable]: 'bylaw-doctor' } };
  const { answer } = await probe(line, harness, stranger, 'true');
  const isClosed = answer.kind === 'unusable';
  return [
    isClosed
      ? { kind: 'pass', text: 'The server gives no answer without the token.' }
      : { kind: 'fail', text: 'The server answers without the token too: start it with `--tokens`.' },
    {
      kind: 'warning',
      text: 'Calls that are posted are decided by their text: links, scripts and repositories on the disk are not looked at.',
    },
    {
      kind: 'warning',
      text: 'Whatever listens at that port gets the token, and its answer counts: where others use this machine, let the service manager hold the port.',
    },
  ];
}

/** The program, and the script where it is node that is started. */
const programsOf = (line: CommandLine): readonly string[] => {
  const words = commandWords(line);
  return words.slice(0, words.indexOf('hook'));
};

/** A bare name is looked up on the search path; any other that is not absolute is found from the project. */
function isInProject(path: string, machine: Machine): boolean {
  const { node, script } = ownCommand(machine, '/');
  const { project, home } = machine;
  if (path === node || path === script || !/[\\/]/.test(path)) return false;
  // What is in the home is the user's own.
  if (project === home) return !isAbsolute(path);
  return !isAbsolute(path) || !relative(project, path).startsWith('..');
}

/** The program and the script must be there: most harnesses let a call pass when they are not. */
function missingFiles(
  line: CommandLine,
  machine: Machine,
  outcome: string,
  again: string,
): readonly string[] {
  const [program = '', script = ''] = programsOf(line);
  const problems: string[] = [];
  if (isAbsolute(program) ? !isExecutable(program) : isGone(program, machine))
    problems.push(
      `The command cannot be started: ${isAbsolute(program) ? `${program} is not there, or cannot be run` : `there is no \`${program}\` on the search path`}. ${outcome}; ${again}.`,
    );
  if (isAbsolute(script) && !existsSync(script))
    problems.push(
      `The command cannot be started: ${script} is not there. ${outcome}; install bylaw again if it is gone, and ${again}.`,
    );
  return problems;
}

const isGone = (program: string, machine: Machine): boolean =>
  !/[\\/]/.test(program) && findProgram(program, machine) === undefined;

function judgePolicies(
  folder: string,
  seen: SeenPolicies,
  machine: Machine,
  again: string,
): readonly DoctorFinding[] {
  if (!seen.has(folder)) seen.set(folder, checkPolicies(folder));
  const policies = seen.get(folder);
  if (policies === undefined)
    return [
      {
        kind: 'fail',
        text: `The policies ${folder} are not there, so every call is denied; ${again}.`,
      },
    ];
  const [first] = policies.problems;
  if (first !== undefined) {
    // Each says what the other does not: `check` runs no tests.
    const command = policies.problems.every(({ code }) => code === 'failing-test') ? 'test' : 'check';
    const more = policies.problems.length > 1 ? `, and ${policies.problems.length - 1} more` : '';
    return [
      {
        kind: 'fail',
        text: `The policies ${folder} are not valid, so every call is denied: ${wholePlace(first, policies.loaded)}: ${first.message}${more}. Run \`${typed(machine, `${command} ${isLayersFile(folder) ? '--layers ' : ''}${typedWord(folder)}`)}\`.`,
      },
    ];
  }
  const rules = policies.loaded.program?.rules.length ?? 0;
  const findings: DoctorFinding[] = [
    { kind: 'pass', text: `The policies ${folder} are valid: ${rules} ${rules === 1 ? 'rule' : 'rules'}.` },
    ...judgeIdle(folder, policies, machine),
    ...policies.broken.map(
      ({ layer, problems: [problem] }): DoctorFinding => ({
        kind: 'fail',
        text: `The layer ${layer.name}${layer.owner === undefined ? '' : ` (${layer.owner})`} is not in force, so calls in its scope are denied: ${problem === undefined ? '' : `${wholePlace(problem, policies.loaded)}: ${problem.message}`}. Run \`${typed(machine, `check --layers ${typedWord(folder)}`)}\`.`,
      }),
    ),
    ...judgeOthersAccess(
      [folder],
      'a person who can change the policies decides which calls are denied',
      machine,
    ),
  ];
  try {
    accessSync(folder, isLayersFile(folder) ? constants.R_OK : constants.R_OK | constants.X_OK);
  } catch {
    findings.push({ kind: 'fail', text: `The policies ${folder} cannot be read by this user.` });
  }
  return findings;
}

/** What is wrong and keeps no policy from being in force, such as an exception that has no effect. */
function judgeIdle(folder: string, { loaded }: FreshPolicies, machine: Machine): readonly DoctorFinding[] {
  const [first, ...more] = loaded.diagnostics.filter(
    ({ severity, blocks }) => severity === 'error' && blocks === false,
  );
  if (first === undefined) return [];
  const others = more.length === 0 ? '' : `, and ${more.length} more`;
  const command = typed(machine, `check ${isLayersFile(folder) ? '--layers ' : ''}${typedWord(folder)}`);
  return [
    {
      kind: 'warning',
      text: `An exception or a pause has no effect: ${wholePlace(first, loaded)}: ${first.message}${others}. Run \`${command}\`.`,
    },
  ];
}

/** What may become of a hook, with a program that does just that. */
const breaks: readonly (readonly [what: string, program: readonly string[], seconds: number])[] = [
  ['is missing', ['/nonexistent/bylaw'], 5],
  ['crashes', ['/bin/sh', '-c', 'kill -9 $$'], 5],
  ['ends without an answer', ['/bin/sh', '-c', 'exit 0'], 5],
  ['hangs', ['/bin/sh', '-c', 'exec sleep 5'], 0],
];

/** Whether the shell around the hook denies where the hook cannot: it is tried with programs that do what must not happen. */
async function judgeGuard(
  line: CommandLine,
  harness: HarnessInstall,
  machine: Machine,
  again: string,
): Promise<readonly DoctorFinding[]> {
  if (machine.platform === 'win32') return [];
  const words = guardedWords(line);
  if (words === undefined) {
    const text = `The command has nothing around it that denies if bylaw is missing, crashes or hangs; ${again}.`;
    return [{ kind: 'warning', text }];
  }
  const answers = await Promise.all(
    breaks.map(async ([what, program, seconds]) => {
      const broken = { kind: 'words', words: guardAround(words, program, seconds) } as const;
      const { answer } = await probe(broken, harness, machine, 'true');
      return answer.kind === 'denies' ? [] : what;
    }),
  );
  const open = answers.flat();
  return open.length === 0
    ? [{ kind: 'pass', text: 'Calls are denied too if bylaw is missing, crashes or hangs.' }]
    : [{ kind: 'fail', text: `Calls pass if bylaw ${open.join(', or ')}; ${again}.` }];
}

interface Probed {
  readonly run: CommandRun;
  readonly answer: ProbeAnswer;
}

/**
 * The answer to a call. A first hook after an update has to read the policies, which a busy machine may not finish before
 * the deadline. They are kept then, so that a second hook shows how calls are answered from now on.
 */
async function probe(
  line: CommandLine,
  harness: HarnessInstall,
  machine: Machine,
  shellCommand: string,
): Promise<Probed> {
  const first = await probeOnce(line, harness, machine, shellCommand);
  const isLate = first.answer.kind === 'denies' && first.answer.reason.includes('[io.bylaw.engine.deadline]');
  return isLate ? probeOnce(line, harness, machine, shellCommand) : first;
}

async function probeOnce(
  line: CommandLine,
  harness: HarnessInstall,
  machine: Machine,
  shellCommand: string,
): Promise<Probed> {
  const { check } = harness;
  const patience = patienceOf(harness);
  const untried = JSON.stringify(check.payload(shellCommand, machine.project));
  const payload = `${untried.replaceAll(probeSession, trialSession(machine.env))}\n`;
  const run =
    line.kind === 'post'
      ? await postHook(line, payload, machine, patience)
      : await runCommand(line, check.runsIn ?? 'sh', payload, machine, check.env?.(machine) ?? {}, patience);
  return { run, answer: readAnswer(run, check.answers) };
}

/** Whether a rule denied, and not bylaw because it could not decide. */
const byRule = (reason: string): boolean => !reason.includes('[io.bylaw.engine.');

function judgeHarmless({ run, answer }: Probed, command: string, isExplained: boolean): DoctorFinding {
  const time = `${run.milliseconds} ms`;
  switch (answer.kind) {
    case 'passes':
      return { kind: 'pass', text: `A harmless call, \`${command}\`, passes, in ${time}.` };
    case 'denies':
      if (isExplained && !byRule(answer.reason))
        return { kind: 'fail', text: `A harmless call, \`${command}\`, is denied for this reason.` };
      return {
        kind: 'fail',
        text: `A harmless call, \`${command}\`, is denied${byRule(answer.reason) ? '; if that is right, name one that passes with `--harmless COMMAND`' : ''}: ${shortened(answer.reason)}`,
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
  { forbidden, isChosen, isExplained }: ProbeCommands & { readonly isExplained: boolean },
  policies: string | undefined,
  machine: Machine,
): DoctorFinding {
  switch (answer.kind) {
    case 'denies':
      if (/\[io\.bylaw\.engine\.[a-z-]+\]/.test(answer.reason))
        return {
          kind: 'fail',
          text: `A forbidden call is denied, but only because bylaw could not decide${isExplained ? '.' : `: ${shortened(answer.reason)}`}`,
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
        : ` If they are your own, name a command that they deny: \`${typed(machine, 'doctor --forbidden COMMAND')}\`.`;
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
export const shortened = (text: string): string =>
  text.length > 320 ? `${text.slice(0, 219)}… ${text.slice(-100)}` : text;
