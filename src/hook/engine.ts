/**
 * The engine as the hook loads it: a bundle of its own, so that a hook which only
 * forwards never reads it. No parser and no checks are in it; policies come
 * checked.
 */
import { join } from 'node:path';
import type { HookHost, NativeAnswer } from '../adapters/adapter.ts';
import { answerHook } from '../adapters/hook.ts';
import { type HookRequest, readRequest } from '../adapters/read-request.ts';
import { wireEvent } from '../adapters/wire-event.ts';
import { compile } from '../compile/program.ts';
import { Engine, type ImmediateDecisionPoint } from '../engine/engine.ts';
import type { JsonObject } from '../facts/event.ts';
import type { KeptPolicies } from '../host/policy-cache.ts';
import { userStateFolder } from '../host/user-folders.ts';
import { type EndedCalls, nothingEnded, openEndedCalls } from '../store/ended-calls.ts';

export { readPolicyCache, writePolicyCache } from '../host/policy-cache.ts';

/** Puts a log in front of a decision point. */
export type WithLog = (point: ImmediateDecisionPoint) => ImmediateDecisionPoint;

/** Answers a payload by checked policies. Never throws. */
export function answerWith(
  { bundle }: Pick<KeptPolicies, 'bundle'>,
  request: HookRequest,
  env: HookHost['env'],
  failOpen: boolean,
  withLog: WithLog = (point) => point,
): NativeAnswer {
  const engine = withLog(new Engine({ program: compile(bundle) }));
  return answerHook(request, { engine, ended: endedCalls(env), now: timestamp(), failOpen });
}

/** The events that a payload means, for people who look; or, as a text, why there are none. */
export function eventsOf(request: HookRequest): readonly JsonObject[] | string {
  const reading = readRequest(request);
  if (reading.kind === 'neutral') return [];
  if (reading.kind === 'failure')
    return 'detail' in reading.failure ? reading.failure.detail : reading.failure.kind;
  const context = { adapter: reading.adapter, ended: nothingEnded, now: timestamp() };
  return reading.events.map((event) => wireEvent(event, context));
}

/** Where this user's programs keep what they remember. */
export function endedCalls(env: HookHost['env']): EndedCalls {
  return openEndedCalls(join(userStateFolder(env), 'calls'), Date.now);
}

const timestamp = (): string => new Date().toISOString();
