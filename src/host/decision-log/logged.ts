/**
 * A decision point that writes down what the one behind it says. The engine knows
 * of no log; dry runs and tests ask the engine itself, and so are never in one.
 * INVARIANT: a call that has to wait for its record passes only after the record
 * is written.
 */
import type { Awaitable } from '../../engine/awaitable.ts';
import type { Decision } from '../../engine/decision.ts';
import type { Asked, DecisionPoint, ImmediateDecisionPoint, ObserveResult } from '../../engine/engine.ts';
import type { Event } from '../../facts/event/event.ts';
import type { EntryLog, ImmediateDecisionLog } from '../../store/decision-log/decision-log.ts';
import type { LogEntry, ObservedEntry } from '../../store/decision-log/record.ts';
import { decisionEntry, type EntryContext, observedEntry } from './log-entry.ts';

export interface LogContext {
  /** Digest of the policies in force, which may change. */
  readonly policies: string;
  /** The digest of the policies that decide an event, where they are others. */
  policiesOf?(event: Event): string | undefined;
  /** Milliseconds of a clock that only goes on. */
  now?(): number;
  /** Whether an event is a trial: it is not recorded. */
  isTrial?(event: Event): boolean;
}

/** The code of a denial because its record cannot be written. */
export const logUnavailableCode = 'io.bylaw.engine.log-unavailable';

/** Writes down every decision and every observed event; at once, where both the point and the log are so. */
export function withLog(
  point: ImmediateDecisionPoint,
  log: ImmediateDecisionLog,
  context: LogContext,
): ImmediateDecisionPoint;
export function withLog(point: DecisionPoint, log: EntryLog, context: LogContext): DecisionPoint;
export function withLog(point: DecisionPoint, log: EntryLog, context: LogContext): DecisionPoint {
  const { now = () => performance.now() } = context;
  /** The policies are those in force now: others may be when there is an answer. */
  const entryContext = (event: Event): EntryContext => ({
    inputs: log.inputs,
    digestOf: (text) => log.digestOf(text),
    policies: context.policiesOf?.(event) ?? context.policies,
  });
  return {
    decide(event, asked) {
      if (context.isTrial?.(event) === true) return point.decide(event, asked);
      const began = now();
      const asking = entryContext(event);
      return after(point.decide(event, asked), (decision) => {
        const latency = (now() - began) * 1000;
        const made = { latency, unenforceable: isUnenforceable(decision, asked), client: asked?.client };
        const make = (): LogEntry => decisionEntry(event, decision, made, asking);
        return write(log, make, decision, (why) => unrecorded(decision, why));
      });
    },
    observe(event, asked) {
      return after(point.observe(event, asked), (result) => {
        // A record that cannot be written does not undo what has happened already; the log counts such records.
        const { type } = event;
        if (type === 'tool.before' || context.isTrial?.(event) === true) return result;
        const make = (): LogEntry =>
          observedEntry(event, type, entryContext(event), {
            client: asked?.client,
            unproven: unprovenIn(result),
          });
        return write(log, make, result, () => result);
      });
    },
  };
}

const unprovenIn = (result: ObserveResult): ObservedEntry['unproven'] =>
  typeof result === 'object' ? result.unproven : undefined;

const isUnenforceable = ({ effect }: Decision, asked: Asked | undefined): boolean =>
  effect !== 'none' && asked?.mayDeny === false;

/** Makes an entry and has it written; `done` then, or what `failed` says where a call had to wait for it in vain. */
function write<Result>(
  log: EntryLog,
  make: () => LogEntry,
  done: Result,
  failed: (why: string) => Result,
): Awaitable<Result> {
  const refuse = (error: unknown): Result => failed(messageOf(error));
  try {
    const writing = append(log, make);
    return writing instanceof Promise ? writing.then(() => done, refuse) : done;
  } catch (error) {
    return refuse(error);
  }
}

function append(log: EntryLog, make: () => LogEntry): Awaitable<void> {
  let entry: LogEntry;
  try {
    entry = make();
  } catch (error) {
    return log.lose(error);
  }
  return log.append(entry);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A call that is denied already stays so, for the reason that it has. */
function unrecorded(decision: Decision, why: string): Decision {
  if (decision.effect === 'deny') return decision;
  return {
    ...decision,
    effect: 'deny',
    code: logUnavailableCode,
    reason: `This decision cannot be written to the decision log, so the call is not allowed: ${why}. A person should make the log writable again; \`--log-when-full drop-and-count\` lets calls go on without one.`,
  };
}

/** Goes on at once where there is nothing to wait for. */
function after<Value, Result>(
  value: Awaitable<Value>,
  next: (value: Value) => Awaitable<Result>,
): Awaitable<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}
