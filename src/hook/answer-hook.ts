/**
 * One native payload → one native answer. The same function is behind the
 * hook command and behind the server that it forwards to. Whatever goes wrong
 * becomes the harness's own denial; where the harness only announces, it becomes its
 * neutral answer.
 */
import type { Adapter, HookVerdict, NativeAnswer, NativeEvent } from '../adapters/adapter.ts';
import { answerFailure, answerVerdict, type PayloadSender } from '../adapters/answer.ts';
import { failureVerdict } from '../adapters/failure.ts';
import { verdictOf } from '../adapters/verdict.ts';
import { isSubagent, wireEvent } from '../adapters/wire-event.ts';
import { type Awaitable, whenThere } from '../engine/awaitable.ts';
import type { DecisionPoint, ImmediateDecisionPoint } from '../engine/engine.ts';
import { decodeEvent } from '../protocol/decode.ts';
import type { EndedCalls } from '../store/ended-calls.ts';
import { type PayloadRequest, readRequest } from './read-request.ts';

export interface HookContext {
  readonly engine: DecisionPoint;
  readonly ended: EndedCalls;
  /** RFC 3339. */
  readonly now: string;
  /** Whether a call passes that bylaw cannot decide about. */
  readonly failOpen: boolean;
}

/** With an engine that answers at once. */
export interface ImmediateHookContext extends HookContext {
  readonly engine: ImmediateDecisionPoint;
}

/** Answers one payload, at once where the engine does. Never throws or rejects. */
export function answerHook(request: PayloadRequest, context: ImmediateHookContext): NativeAnswer;
export function answerHook(request: PayloadRequest, context: HookContext): Awaitable<NativeAnswer>;
export function answerHook(request: PayloadRequest, context: HookContext): Awaitable<NativeAnswer> {
  let sender: PayloadSender = { adapter: undefined, moment: undefined };
  try {
    const reading = readRequest(request);
    sender = reading;
    switch (reading.kind) {
      case 'neutral':
        return answerVerdict({ denied: false }, reading);
      case 'failure':
        return answerFailure(reading.failure, reading, context.failOpen);
      case 'events':
        return whenThere(
          judgeAll(reading.events, reading.adapter, context),
          (verdict) => answerVerdict(verdict, reading),
          (error) => answerFault(error, reading, context),
        );
      default:
        return reading satisfies never;
    }
  } catch (error) {
    return answerFault(error, sender, context);
  }
}

function answerFault(error: unknown, sender: PayloadSender, { failOpen }: HookContext): NativeAnswer {
  const detail = error instanceof Error ? error.message : String(error);
  return answerFailure({ kind: 'fault', detail }, sender, failOpen);
}

/** Every event is judged, because every one is remembered; the first denial is the answer. */
function judgeAll(
  natives: readonly NativeEvent[],
  adapter: Adapter,
  context: HookContext,
): Awaitable<HookVerdict> {
  const answers = natives.map((native) => judge(native, adapter, context));
  const first = (verdicts: readonly HookVerdict[]): HookVerdict =>
    verdicts.find(({ denied }) => denied) ?? { denied: false };
  const verdicts = answers.filter((answer): answer is HookVerdict => !(answer instanceof Promise));
  return verdicts.length === answers.length ? first(verdicts) : Promise.all(answers).then(first);
}

/** Only a call that is about to run has a verdict; everything else is taken note of, and passes. */
function judge(native: NativeEvent, adapter: Adapter, context: HookContext): Awaitable<HookVerdict> {
  // A subagent that begins or ends leaves the session as it is.
  if (native.tool === undefined && isSubagent(native)) return { denied: false };
  const decides = native.type === 'tool.before';
  const decoded = decodeEvent(wireEvent(native, { adapter, ...context }));
  if (!decoded.ok) {
    if (!decides || context.failOpen) return { denied: false };
    return failureVerdict({ kind: 'unreadable-payload', detail: decoded.problem.message });
  }
  if (!decides) {
    return whenThere(context.engine.observe(decoded.event), () => ({ denied: false }));
  }
  return whenThere(context.engine.decide(decoded.event), verdictOf);
}
