/**
 * One native payload → one native answer. The same function stands behind the
 * hook command and behind the server that it forwards to. Whatever goes wrong
 * becomes the harness's own denial; where the harness only tells, it becomes its
 * neutral answer.
 */
import type { Decision } from '../engine/decision.ts';
import type { DecisionPoint } from '../engine/engine.ts';
import { decodeEvent } from '../protocol/decode.ts';
import type { EndedCalls } from '../store/ended-calls.ts';
import type { Adapter, NativeAnswer, NativeEvent, Verdict } from './adapter.ts';
import { failureVerdict, oneLine } from './failure.ts';
import { answerFailure, answerVerdict, type HookRequest, readRequest, type Sender } from './read-request.ts';
import { wireEvent } from './wire-event.ts';

export interface HookContext {
  readonly engine: DecisionPoint;
  readonly ended: EndedCalls;
  /** RFC 3339. */
  readonly now: string;
  /** Whether a call passes that bylaw cannot decide about. */
  readonly failOpen: boolean;
}

/** Answers one payload. Never throws. */
export function answerHook(request: HookRequest, context: HookContext): NativeAnswer {
  let sender: Sender = { adapter: undefined, moment: undefined };
  try {
    const reading = readRequest(request);
    sender = reading;
    switch (reading.kind) {
      case 'neutral':
        return answerVerdict({ denied: false }, reading);
      case 'failure':
        return answerFailure(reading.failure, reading, context.failOpen);
      case 'events':
        return answerVerdict(judgeAll(reading.events, reading.adapter, context), reading);
      default:
        return reading satisfies never;
    }
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return answerFailure({ kind: 'fault', detail }, sender, context.failOpen);
  }
}

/** Every event is judged, because every one is remembered; the first denial is the answer. */
function judgeAll(natives: readonly NativeEvent[], adapter: Adapter, context: HookContext): Verdict {
  const verdicts = natives.map((native) => judge(native, adapter, context));
  return verdicts.find(({ denied }) => denied) ?? { denied: false };
}

/** Only a call that is about to run has a verdict; everything else is taken note of, and passes. */
function judge(native: NativeEvent, adapter: Adapter, context: HookContext): Verdict {
  const decides = native.type === 'tool.before';
  const decoded = decodeEvent(wireEvent(native, { adapter, ...context }));
  if (!decoded.ok) {
    if (!decides || context.failOpen) return { denied: false };
    return failureVerdict({ kind: 'unreadable-payload', detail: decoded.problem.message });
  }
  if (!decides) {
    context.engine.observe(decoded.event);
    return { denied: false };
  }
  return verdictOf(context.engine.decide(decoded.event));
}

/** A decision as a verdict, with a reason that every harness can show. */
export function verdictOf({ effect, reason, code }: Decision): Verdict {
  if (effect === 'none') return { denied: false };
  const text = oneLine(reason ?? '');
  return {
    denied: true,
    reason: text === '' ? 'This call is not allowed by policy.' : text,
    code: code ?? 'io.bylaw.engine.fault',
  };
}
