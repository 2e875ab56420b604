/**
 * The engine as the hook loads it: a bundle of its own, so that a hook which only
 * forwards never reads it. No parser and no checks are in it; policies come
 * checked.
 */
import { join } from 'node:path';
import type { HookHost, NativeAnswer } from '../adapters/adapter.ts';
import { type Failure, failureVerdict } from '../adapters/failure.ts';
import { traceVariable } from '../adapters/harnesses.ts';
import { wireEvent } from '../adapters/wire-event.ts';
import { asKept } from '../compile/kept-bundle.ts';
import { compileKept, inMode, type UseMode } from '../compile/program.ts';
import { askedBy } from '../engine/asked-by.ts';
import type { Decision } from '../engine/decision.ts';
import { Engine, type ImmediateDecisionPoint } from '../engine/engine.ts';
import { traceparentIn } from '../facts/event/client.ts';
import type { JsonObject } from '../facts/event/event.ts';
import type { LogSettings } from '../host/decision-log/log-settings.ts';
import { openDisk } from '../host/disk/disk.ts';
import { ownPlaces } from '../host/machine/own-places.ts';
import { ownUser } from '../host/machine/own-user.ts';
import { userStateFolder } from '../host/machine/user-folders.ts';
import type { KeptPolicies } from '../host/policy-cache/kept-entry.ts';
import type { CacheContent } from '../host/policy-cache/policy-cache.ts';
import { defaultMemory, openHookMemory } from '../host/remembering.ts';
import { type EndedCalls, nothingEnded, openEndedCalls } from '../store/ended-calls.ts';
import { answerHook } from './answer-hook.ts';
import { type PayloadRequest, readRequest } from './read-request.ts';
import { usualCalls } from './warm-up.ts';

export { readNewEntry, readPolicyCache, writePolicyCache } from '../host/policy-cache/policy-cache.ts';

/** Puts a log in front of a decision point. */
export type WithLog = (point: ImmediateDecisionPoint) => ImmediateDecisionPoint;

/** The question to a hook, and what it decides by. */
export interface AskedHook {
  readonly request: PayloadRequest;
  /** The folder of the package. */
  readonly program: string;
  readonly env: HookHost['env'];
  readonly failOpen: boolean;
  /** The folder where earlier calls are remembered; the user's own by default. */
  readonly memory: string | undefined;
  readonly log: Pick<LogSettings, 'folder'> | undefined;
  /** Whether the disk may be looked at. */
  readonly disk: boolean;
  readonly mode: UseMode;
}

/** Policies that were just checked, as if they came from where they are kept. */
export const freshPolicies = ({ bundle, ...facts }: CacheContent): KeptPolicies => ({
  ...facts,
  bundle: asKept(bundle),
});

/** Answers a payload by checked policies. Never throws. */
export function answerWith(
  { bundle, root, sources, paths }: Pick<KeptPolicies, 'bundle' | 'root' | 'sources' | 'paths'>,
  { request, program: folder, env, failOpen, disk, mode, log, memory = defaultMemory(env) }: AskedHook,
  withLog: WithLog = (point) => point,
): NativeAnswer {
  const places = ownPlaces({
    env,
    program: folder,
    policies: [...paths, ...sources.map((source) => join(root, source))],
    others: [memory, log?.folder],
  });
  const program = inMode(compileKept(bundle, places), { ...mode, once: true });
  const faults = new Set<string>();
  const point = withLog(
    noting(
      faults,
      new Engine({
        program,
        memory: openHookMemory(program, memory),
        disk: disk ? openDisk() : undefined,
      }),
    ),
  );
  const trace = traceparentIn(env[traceVariable]);
  const engine = askedBy({ way: 'hook', user: ownUser(), trace }, point);
  const answer = answerHook(request, { engine, ended: endedCalls(env), now: timestamp(), failOpen });
  // A denial has a reason of its own. What passes in spite of a fault must not look as if there were none.
  return answer.stderr === '' && faults.size > 0
    ? { ...answer, stderr: [...faults].map((fault) => `bylaw hook: ${fault}\n`).join('') }
    : answer;
}

/** The same decision point; what goes wrong in it is noted. */
const noting = (faults: Set<string>, point: ImmediateDecisionPoint): ImmediateDecisionPoint => ({
  decide(event, asked) {
    const decision = point.decide(event, asked);
    for (const { message } of decision.faults) faults.add(message);
    return decision;
  },
  observe: (event, asked) => point.observe(event, asked),
});

/** Decides calls of the usual kinds, and forgets what came of it. Never throws. */
export function warmUp({ bundle }: Pick<KeptPolicies, 'bundle'>): 'warm' {
  const engine = new Engine({ program: inMode(compileKept(bundle), { once: true }) });
  const context = { engine, ended: nothingEnded, now: timestamp(), failOpen: false };
  for (const request of usualCalls()) answerHook(request, context);
  return 'warm';
}

/** The events that a payload means, for people who look; or, as a text, why there are none. */
export function eventsOf(request: PayloadRequest): readonly JsonObject[] | string {
  const reading = readRequest(request);
  if (reading.kind === 'neutral') return [];
  if (reading.kind === 'failure')
    return 'detail' in reading.failure ? reading.failure.detail : reading.failure.kind;
  const context = { adapter: reading.adapter, ended: nothingEnded, now: timestamp() };
  return reading.events.map((event) => wireEvent(event, context));
}

/** Has a log write down that the calls of a request are denied by a failure, and not by policies. */
export function recordFailure(failure: Failure, request: PayloadRequest, withLog: WithLog): void {
  const { code, reason } = failureVerdict(failure);
  const denial: Decision = { effect: 'deny', code, reason, matched: [], unsure: [], watched: [], faults: [] };
  const engine = withLog({ decide: () => denial, observe: () => undefined });
  answerHook(request, { engine, ended: nothingEnded, now: timestamp(), failOpen: false });
}

/** Where this user's programs keep what they remember. */
export function endedCalls(env: HookHost['env']): EndedCalls {
  return openEndedCalls(join(userStateFolder(env), 'calls'), Date.now);
}

const timestamp = (): string => new Date().toISOString();
