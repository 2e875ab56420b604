/**
 * The hook without a server: it loads the engine, compiled by V8 on an earlier
 * call, and the policies, checked on an earlier call. What is not there yet, or
 * not to be trusted, is made anew, which takes longer and comes to the same.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import type { NativeAnswer } from '../adapters/adapter.ts';
import type { Failure } from '../adapters/failure.ts';
import type { UseMode } from '../compile/program.ts';
import type { LogSettings } from '../host/decision-log/log-settings.ts';
import { checksum } from '../host/machine/checksum.ts';
import { readCode, writeCode } from '../host/machine/kept-code.ts';
import { optimizeLate } from '../host/machine/optimize-late.ts';
import { ownsAll } from '../host/machine/owns-all.ts';
import type { KeptPolicies } from '../host/policy-cache/kept-entry.ts';
import type { Diagnostic } from '../language/diagnostic.ts';
import type { PayloadRequest } from './read-request.ts';

type EngineModule = typeof import('./engine.ts');
type WithLog = import('./engine.ts').WithLog;

/** Set when the bundle is built: changes with every build. */
declare const BYLAW_BUILD: string;

export interface DecisionRequest {
  readonly request: PayloadRequest;
  /** Absolute. */
  readonly policies: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly failOpen: boolean;
  /** Where earlier calls are remembered, absolute; the user's own place by default. */
  readonly memory: string | undefined;
  /** Whether the disk may be looked at. */
  readonly disk: boolean;
  /** Whether to forget what calls write to files. */
  readonly mode: UseMode;
  /** Where decisions are written down; nowhere if undefined. */
  readonly log: LogSettings | undefined;
  /** Milliseconds since the start of the process. */
  readonly deadline: number;
}

export type HookOutcome = { readonly answer: NativeAnswer } | { readonly failure: Failure };

/** The folder of the bundles. */
const home = __dirname;

/** Decides a payload in this process. Rejects only for a defect. */
export async function decideHere(asked: DecisionRequest): Promise<HookOutcome> {
  optimizeLate();
  const engine = loadEngine(asked.env, ownsAll(asked.policies));
  const key = { paths: asked.policies, build: BYLAW_BUILD, env: asked.env };
  let kept: KeptPolicies | undefined = engine.module.readPolicyCache(key);
  const isFirst = kept === undefined;
  let problems = kept === undefined ? '' : await describeBroken(kept, asked);
  if (kept === undefined) {
    const checked = (await loadedApart(engine.module, asked)) ?? (await loadedHere(engine.module, asked));
    if ('failure' in checked) return checked;
    ({ kept, problems } = checked);
  }
  const policies = kept;
  const answer = within(asked.deadline, () =>
    engine.module.answerWith(policies, { ...asked, program: dirname(home) }, logFor(asked, policies)),
  );
  if (answer === undefined) return late(asked.deadline);
  if (!engine.isKept) {
    // Half of the time at most: the answer waits for this.
    const isWarm = within(asked.deadline / 2, () => engine.module.warmUp(policies)) === 'warm';
    // A call that had to read the policies may leave it to the next one, which has more time.
    if (isWarm || !isFirst) engine.keep();
  }
  return { answer: problems === '' ? answer : { ...answer, stderr: problems + answer.stderr } };
}

/** The events that a payload means. */
export function eventsHere(
  request: PayloadRequest,
  env: DecisionRequest['env'],
): ReturnType<EngineModule['eventsOf']> {
  return loadEngine(env, true).module.eventsOf(request);
}

/** What is in a record in place of the digest of policies, where none have decided. */
const noPolicies = '0'.repeat(64);

/** Writes a denial into the log for which no policies were asked. Throws where it cannot. */
export function logFailure(
  failure: Failure,
  { request, env, log }: Pick<DecisionRequest, 'request' | 'env' | 'log'>,
): void {
  const withLog = logFor({ log }, { digest: noPolicies });
  if (withLog !== undefined) loadEngine(env, true).module.recordFailure(failure, request, withLog);
}

/** What writes the log is a bundle of its own: a hook without one never reads it. */
function logFor(
  { log }: Pick<DecisionRequest, 'log'>,
  { digest }: Pick<KeptPolicies, 'digest'>,
): WithLog | undefined {
  if (log === undefined) return undefined;
  const { logged }: typeof import('./log.ts') = require(join(home, 'hook-log.cjs'));
  return (point) => logged(point, log, { version: BYLAW_BUILD.replace(/-[0-9a-f]+$/, ''), policies: digest });
}

const late = (milliseconds: number): { readonly failure: Failure } => ({
  failure: { kind: 'deadline', milliseconds },
});

type WhoseCode = Pick<DecisionRequest, 'policies' | 'env'>;

/** What reads policies, in this process. */
async function readingHere({ policies, env }: WhoseCode): ReturnType<Parts['reading']> {
  const { installedProgram } = await import('../host/load/installed-program.ts');
  return await installedProgram<Parts>({ env, isShort: true, mayKeep: ownsAll(policies) }).parts.reading();
}

interface Parts {
  reading(): Promise<typeof import('../host/load/loading-process.ts')>;
}

/** Policies that may decide, with what is said of broken layers; or why there are none. */
type Checked = { readonly kept: KeptPolicies; readonly problems: string } | { readonly failure: Failure };

/**
 * Has the policies read by another process, which keeps them for the next call also where it is too late for this one. Undefined
 * where they are best read here.
 */
async function loadedApart(
  { readNewEntry }: EngineModule,
  { policies, env }: DecisionRequest,
): Promise<Checked | undefined> {
  const { loadApart } = await import('../host/load/load-apart.ts');
  const module = join(home, 'loading-process.cjs');
  const order = { named: policies, cwd: '/', build: BYLAW_BUILD, keeps: true };
  // The hook answers at its deadline, whatever it waits for.
  const handed = await loadApart(order, { env, module, outlives: true });
  if (handed === undefined) return undefined;
  if (!Buffer.isBuffer(handed)) {
    const { readSource, wholePlace } = await readingHere({ policies, env });
    const { problems, root } = handed;
    return invalid(problems, (problem) =>
      wholePlace(problem, { root, lookup: (path) => readSource(root, path) }),
    );
  }
  const kept = readNewEntry(BYLAW_BUILD, handed);
  return kept && { kept, problems: await describeBroken(kept, { policies, env }) };
}

/** Reads, checks and tests the policies, as the server does before it serves. */
async function loadedHere(
  { freshPolicies, writePolicyCache }: EngineModule,
  { policies, env, deadline }: DecisionRequest,
): Promise<Checked> {
  const { loadFresh, wholePlace } = await readingHere({ policies, env });
  const fresh = within(deadline, () => loadFresh(policies));
  if (fresh === undefined) return late(deadline);
  const { problems, content, loaded } = fresh;
  if (content === undefined) return invalid(problems, (problem) => wholePlace(problem, loaded));
  writePolicyCache({ paths: policies, build: BYLAW_BUILD, env }, content);
  const kept = freshPolicies(content);
  return { kept, problems: await describeBroken(kept, { policies, env }) };
}

type PlaceOf = (problem: Diagnostic) => string;

const invalid = (problems: readonly Diagnostic[], placeOf: PlaceOf): { readonly failure: Failure } => ({
  failure: { kind: 'invalid-policy', detail: firstOf(problems, placeOf) },
});

async function describeBroken({ broken, root }: KeptPolicies, asked: WhoseCode): Promise<string> {
  if (broken.length === 0) return '';
  const { readSource, wholePlace } = await readingHere(asked);
  const placeOf: PlaceOf = (problem) =>
    wholePlace(problem, { root, lookup: (path) => readSource(root, path) });
  return broken
    .map(
      ({ layer, problems }) =>
        `bylaw hook: the layer \`${layer.name}\` is not in force: ${firstOf(problems, placeOf)}\n`,
    )
    .join('');
}

/** What is wrong first, and how much there is besides. */
function firstOf(problems: readonly Diagnostic[], placeOf: PlaceOf): string {
  const [first] = problems;
  const what = first === undefined ? '' : `\`${placeOf(first)}\`: ${first.message}`;
  return problems.length > 1 ? `${what}, and ${problems.length - 1} more` : what;
}

interface LoadedEngine {
  readonly module: EngineModule;
  /** Whether what V8 compiles is kept already, or may not be. */
  readonly isKept: boolean;
  /** Keeps what V8 has compiled so far, for the next call. */
  keep(): void;
}

function loadEngine(env: DecisionRequest['env'], mayKeep: boolean): LoadedEngine {
  const file = join(home, 'hook-engine.cjs');
  const source = readFileSync(file, 'latin1');
  const key = { name: 'engine', build: BYLAW_BUILD, env, sumOf: checksum } as const;
  const code = mayKeep ? readCode(key) : undefined;
  const script = new Script(source, {
    filename: file,
    ...(code === undefined ? {} : { cachedData: code }),
  });
  // The source is a function that is called with these: see scripts/bundle-hook.mjs.
  const holder = { exports: {} };
  script.runInThisContext()(holder.exports, require, holder, home);
  const isKept = !mayKeep || (code !== undefined && script.cachedDataRejected !== true);
  return {
    module: holder.exports as EngineModule,
    isKept,
    keep: () => writeCode(key, script.createCachedData()),
  };
}

const slot = Symbol.for('io.bylaw.hook');

/**
 * Runs something that may take long, and stops it at the deadline: undefined
 * then. It is the machine that is stopped, so nothing in there needs to look at a
 * clock.
 */
function within<Result>(deadline: number, run: () => Result): Result | undefined {
  const left = Math.ceil(deadline - process.uptime() * 1000);
  if (left <= 0) return undefined;
  const place = globalThis as { [slot]?: () => void };
  let result: Result | undefined;
  place[slot] = () => {
    result = run();
  };
  try {
    new Script('globalThis[Symbol.for("io.bylaw.hook")]()').runInThisContext({ timeout: left });
    return result;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      return undefined;
    throw error;
  }
}
