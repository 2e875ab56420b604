/** A decision point that counts its answers and, if there is a log, records them. */
import { whenThere } from '../../engine/awaitable.ts';
import type { Decision } from '../../engine/decision.ts';
import type { DecisionPoint, Unproven } from '../../engine/engine.ts';
import { type LogContext, withLog } from '../../host/decision-log/logged.ts';
import type { EntryLog } from '../../store/decision-log/decision-log.ts';

/** The counts of a decision. */
export interface CountedDecision extends Pick<Decision, 'effect' | 'code' | 'repeated'> {
  readonly unsure: { readonly length: number };
  readonly faults: { readonly length: number };
  readonly excused?: readonly { readonly exception: string }[];
}

export interface Tally {
  /** `seconds`: from the question to the decision, without the time to record it. */
  took(seconds: number): void;
  decided(decision: CountedDecision): void;
  observed(): void;
  disbelieved(what: Unproven['unproven']): void;
}

export function countedBy(
  tally: Tally,
  point: DecisionPoint,
  log: EntryLog | undefined,
  context: LogContext,
): DecisionPoint {
  const inner = timed(tally, point);
  return counted(tally, log === undefined ? inner : withLog(inner, log, context));
}

/** The innermost wrapper, so that it measures only the decision. */
const timed = (tally: Tally, point: DecisionPoint): DecisionPoint => ({
  decide(event, asked) {
    const began = performance.now();
    return whenThere(point.decide(event, asked), (decision) => {
      tally.took((performance.now() - began) / 1000);
      return decision;
    });
  },
  observe: (event, asked) => point.observe(event, asked),
});

/** The outermost wrapper, so that it counts the final answer. */
const counted = (tally: Tally, point: DecisionPoint): DecisionPoint => ({
  decide: (event, asked) =>
    whenThere(point.decide(event, asked), (decision) => {
      tally.decided(decision);
      return decision;
    }),
  observe(event, asked) {
    tally.observed();
    return whenThere(point.observe(event, asked), (result) => {
      if (typeof result === 'object') tally.disbelieved(result.unproven);
      return result;
    });
  },
});
