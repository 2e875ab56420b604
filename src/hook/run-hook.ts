/**
 * `bylaw hook`: what a harness starts before a call. It reads its input to the
 * end, gets an answer from a server or makes one itself, prints it, and ends.
 * INVARIANT: whatever happens in between, the answer is the harness's own denial
 * or its owner's choice to fail open, and the exit code is never 1.
 */
import { existsSync, writeSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import type { HookHost, NativeAnswer } from '../adapters/adapter.ts';
import type { Failure } from '../adapters/failure.ts';
import { guardExits, guardOutput, guardVariable } from '../adapters/guarded.ts';
import { type HarnessId, harnessVariables, payloadVariable } from '../adapters/harnesses.ts';
import type { LogSettings } from '../host/decision-log/log-settings.ts';
import { mountsOfProcess } from '../host/machine/mounts.ts';
import { statOf } from '../host/machine/regular-file.ts';
import {
  defaultSocket,
  machinePolicies,
  userConfigFolder,
  userStateFolder,
} from '../host/machine/user-folders.ts';
import { type HookOptions, parseHookArguments, serverPatience } from './arguments.ts';
import type { BundleOfHook, BundlePolicies } from './bundle-of-hook.ts';
import { type Forwarder, openForwarder } from './forward.ts';
import { type Input, readInput } from './read-input.ts';
import type { PayloadRequest } from './read-request.ts';
import { lastBundleDecides, type RemoteOptions } from './remote-options.ts';

/** What must be known to deny, as soon as it is known. */
interface Known {
  harness: HarnessId | undefined;
  payload: string;
  failOpen: boolean;
  log: LogSettings | undefined;
}

/** A folder that is gone is no reason to end without an answer. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return '/';
  }
}

const host: HookHost = {
  env: Object.fromEntries(
    harnessVariables.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  ),
  cwd: currentFolder(),
};

/** Runs the hook with the words after `hook` on the command line. */
export function runHook(args: readonly string[]): void {
  const known: Known = { harness: undefined, payload: '', failOpen: false, log: undefined };
  const fault = (error: unknown): void => {
    const detail = error instanceof Error ? error.message : String(error);
    fail({ kind: 'fault', detail }, known);
  };
  process.on('uncaughtException', fault).on('unhandledRejection', fault);

  const parsed = parseHookArguments(args);
  if (parsed.kind === 'help') {
    import('./help.ts').then(({ hookHelp }) => end({ stdout: hookHelp, stderr: '', exitCode: 0 }));
    return;
  }
  const { options } = parsed;
  known.harness = options.harness;
  known.failOpen = options.failOpen;
  known.log = options.log && { ...options.log, folder: logFolder(options.log.folder, process.env) };
  const milliseconds = options.deadline;
  setTimeout(() => fail({ kind: 'deadline', milliseconds }, known), milliseconds - process.uptime() * 1000);
  const server =
    parsed.kind === 'options' &&
    !options.printEvent &&
    options.bundle === undefined &&
    options.remote === undefined
      ? openServer(options)
      : undefined;

  // Where the payload is in a variable, standard input may stay open for ever, without a word.
  const silence = options.harness === 'kiro' && host.env[payloadVariable] ? silenceOfKiro : undefined;
  const take = (input: Input): void => {
    if (input.kind === 'text') known.payload = input.text;
    if (parsed.kind === 'problem') fail({ kind: 'wrong-usage', detail: parsed.problem }, known);
    else if (input.kind === 'problem') fail({ kind: 'unreadable-payload', detail: input.problem }, known);
    else if (options.printEvent) printEvents(known).catch(fault);
    else if (options.remote !== undefined) decideFar(options, options.remote, known, fault).catch(fault);
    else if (options.bundle !== undefined) decideByBundle(options, options.bundle, known, fault).catch(fault);
    else decide(options, server, known, fault);
  };
  readInput(process.stdin, take, silence);
}

/** Milliseconds; a payload on standard input is there at once. */
const silenceOfKiro = 500;

/** The server that is named, or the user's own where there is one: looking first is cheaper than being refused. */
function openServer(options: HookOptions): Forwarder | undefined {
  const { socket } = options;
  if (socket !== undefined) return openForwarder(socket, undefined, process.env);
  const usual = defaultSocket(process.env);
  // Whoever answers for policies must be one who may change them.
  return existsSync(usual) ? openForwarder(usual, ownersOf(policiesOf(options)), process.env) : undefined;
}

/** The users who own all of the policies; empty where one of them is not there. */
function ownersOf(policies: readonly string[]): ReadonlySet<number> {
  const owners = policies.map((path) => statOf(path)?.uid);
  const [first] = owners;
  return new Set(first !== undefined && owners.every((owner) => owner === first) ? [0, first] : [0]);
}

/** By a server on another machine; by the last bundle where it cannot be reached, and its owner says so. */
async function decideFar(
  options: HookOptions,
  remote: RemoteOptions,
  known: Known,
  fault: (error: unknown) => void,
): Promise<void> {
  const { bundle, deadline } = options;
  const { askRemote, tokenWarning } = await import('./ask-remote.ts');
  const warning = tokenWarning(remote, host.cwd);
  if (warning !== undefined) writeAll(2, `bylaw hook: ${warning}\n`);
  const patience = bundle === undefined ? deadline * partWithoutBundle : serverPatience(deadline);
  // So that there is a last bundle when the server is away.
  const kept = bundle === undefined ? undefined : keepLastBundle(bundle, deadline);
  const asked = { ...forwarded(options, known), mounts: null, searchPath: null };
  const answer = await askRemote(remote, asked, host.cwd, process.env, patience, options.disk);
  await kept;
  if (answer.kind === 'answered') end(answer.answer);
  else if (answer.kind === 'unreachable' && bundle !== undefined) {
    writeAll(2, `bylaw hook: the server ${answer.problem}${lastBundleDecides}\n`);
    await decideByBundle(options, bundle, known, fault);
  } else fail({ kind: 'no-server', detail: `the server ${answer.problem}`, isRemote: true }, known);
}

async function keepLastBundle(bundle: BundleOfHook, deadline: number): Promise<void> {
  const { refreshBundle } = await import('./bundle-of-hook.ts');
  const problem = await refreshBundle(bundle, host.cwd, process.env, deadline);
  if (problem !== undefined) writeAll(2, `bylaw hook: ${problem}\n`);
}

/** A part of the deadline; the rest is for the answer. */
const partWithoutBundle = 0.9;

/** By a bundle: what it comes to is a file of layers, which a server may have in force as well. */
async function decideByBundle(
  options: HookOptions,
  bundle: BundleOfHook,
  known: Known,
  fault: (error: unknown) => void,
): Promise<void> {
  const { bundlePolicies } = await import('./bundle-of-hook.ts');
  const found = await bundlePolicies(bundle, host.cwd, process.env, options.deadline);
  if ('failure' in found) {
    fail(found.failure, known);
    return;
  }
  if (found.problem !== undefined) writeAll(2, `bylaw hook: ${found.problem}\n`);
  const named = { ...options, policies: [found.policies] };
  decide(named, openServer(named), known, fault, found);
}

/** By the server if there is one, and else here. */
function decide(
  options: HookOptions,
  server: Forwarder | undefined,
  known: Known,
  fault: (error: unknown) => void,
  bundle?: BundlePolicies,
): void {
  const policies = policiesOf(options);
  const here = (problem: string | undefined): void => {
    if (policies.length > 0) decideHere(policies, options, known, bundle).catch(fault);
    else if (options.socket !== undefined && problem !== undefined)
      fail({ kind: 'no-server', detail: `the server ${problem}` }, known);
    else {
      const places = `${machinePolicies} and ${join(userConfigFolder(process.env), 'policies')}`;
      fail({ kind: 'no-policy', detail: `there is none in ${places}` }, known);
    }
  };
  if (server === undefined) {
    here(undefined);
    return;
  }
  const hook = {
    ...forwarded(options, known),
    // Who names a server means its policies.
    policies: options.socket === undefined ? policies : [],
    mounts: (options.disk ? mountsOfProcess() : undefined) ?? null,
    searchPath: (options.disk ? process.env.PATH : undefined) ?? null,
  };
  // Who has policies leaves itself the time to decide by them.
  const patience = policies.length > 0 ? serverPatience(options.deadline) : undefined;
  server.ask(
    hook,
    (forwarding) => {
      if (forwarding.kind === 'answered') end(forwarding.answer);
      else here(forwarding.problem);
    },
    patience,
  );
}

/** What goes to every server. */
const forwarded = (options: HookOptions, known: Known) => ({
  harness: known.harness ?? null,
  payload: known.payload,
  host,
  failOpen: known.failOpen,
  watch: options.mode.watches === true,
  policies: [],
});

/** The policies that are named; else, unless a server is named, those of the machine, else those of the user. */
function policiesOf({ policies, socket }: HookOptions): readonly string[] {
  if (policies.length > 0 || socket !== undefined) return policies.map((path) => resolve(host.cwd, path));
  const usual = [machinePolicies, join(userConfigFolder(process.env), 'policies')];
  const found = usual.find((path) => isAbsolute(path) && existsSync(path));
  return found === undefined ? [] : [found];
}

async function decideHere(
  policies: readonly string[],
  options: HookOptions,
  known: Known,
  bundle: BundlePolicies | undefined,
): Promise<void> {
  // What is not there of a lower layer takes no higher one out of force.
  const [highest = ''] = policies;
  if (!existsSync(highest)) {
    fail({ kind: 'no-policy', detail: `\`${highest}\` is not there` }, known);
    return;
  }
  const engine = await import('./decide-here.ts');
  const { deadline, failOpen, disk, mode } = options;
  const env = process.env;
  const { log } = known;
  const memory = options.memory === undefined ? undefined : resolve(host.cwd, options.memory);
  const request = requestOf(known);
  const asked = { failOpen, log, deadline, memory, disk, mode };
  const outcome = await engine.decideHere({ request, policies, env, ...asked });
  if ('answer' in outcome) {
    keepBundle(bundle);
    end(outcome.answer);
  } else if (outcome.failure.kind === 'invalid-policy' && bundle?.before !== undefined)
    await decideHere([bundle.before], options, known, undefined);
  else fail(outcome.failure, known);
}

/** A machine that cannot keep it is answered all the same. */
function keepBundle(bundle: BundlePolicies | undefined): void {
  try {
    bundle?.hasDecided();
  } catch (error) {
    writeAll(2, `bylaw hook: the bundle cannot be kept: ${String(error)}\n`);
  }
}

/** `default` is where `bylaw log` looks: a command for several users can name no folder of one of them. */
const logFolder = (named: string, env: NodeJS.ProcessEnv): string =>
  named === 'default' ? join(userStateFolder(env), 'decisions') : resolve(host.cwd, named);

/** For people who look at what a harness sends: the events, one a line, instead of an answer. */
async function printEvents(known: Known): Promise<void> {
  const { eventsHere } = await import('./decide-here.ts');
  const events = eventsHere(requestOf(known), process.env);
  if (typeof events === 'string')
    end({ stdout: '', stderr: `bylaw hook: the payload cannot be read: ${events}\n`, exitCode: 2 });
  else end({ stdout: events.map((event) => `${JSON.stringify(event)}\n`).join(''), stderr: '', exitCode: 0 });
}

const requestOf = ({ harness, payload }: Known): PayloadRequest => ({ harness, payload, host });

/** Answers a failure in the sender's terms; and should even that fail, in the terms of all of them. */
function fail(failure: Failure, known: Known): void {
  record(failure, known)
    .then(() => import('./read-request.ts'))
    .then(({ answerFailed }) => end(answerFailed(failure, requestOf(known), known.failOpen)))
    .catch(() => end(lastResort));
}

/** Has the denial in the log, once. One that cannot be written is said all the same. */
async function record(failure: Failure, known: Known): Promise<void> {
  const { log, failOpen } = known;
  known.log = undefined;
  if (log === undefined || failOpen) return;
  try {
    const { logFailure } = await import('./decide-here.ts');
    logFailure(failure, { request: requestOf(known), env: process.env, log });
  } catch (error) {
    writeAll(2, `bylaw hook: the denial is not in the log: ${String(error)}\n`);
  }
}

/** Exit code 2 with a text on both streams stops a call under most harnesses, JSON with a denial under the others. */
const lastResort: NativeAnswer = {
  stdout: `${JSON.stringify({ decision: 'deny', permission: 'deny', permissionDecision: 'deny', cancel: true, reason: 'bylaw failed, so the call is not allowed to run.' })}\n`,
  stderr: 'bylaw failed, so the call is not allowed to run. [io.bylaw.engine.fault]\n',
  exitCode: 2,
};

/** Prints the answer and ends the process, whatever else is going on in it. An answer that cannot be printed is none. */
function end({ stdout, stderr, exitCode }: NativeAnswer): never {
  const isGuarded = process.env[guardVariable] !== undefined;
  const isSaid = writeAll(isGuarded ? guardOutput : 1, stdout);
  writeAll(2, stderr);
  if (!isSaid) process.exit(2);
  process.exit(isGuarded ? guardExits[exitCode] : exitCode);
}

/** Whether all is written. A pipe may be full for a moment. */
function writeAll(descriptor: number, text: string): boolean {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) return false;
    }
  }
  return true;
}
