/**
 * A decision point as one client asks it, where a question does not say who does. Outermost, so that whatever stands behind
 * it, a log say, knows who asks.
 */
import type { Client } from '../facts/client.ts';
import type { DecisionPoint, ImmediateDecisionPoint } from './engine.ts';

export function askedBy(client: Client, point: ImmediateDecisionPoint): ImmediateDecisionPoint;
export function askedBy(client: Client, point: DecisionPoint): DecisionPoint;
export function askedBy(client: Client, point: DecisionPoint): DecisionPoint {
  return {
    decide: (event, asked) => point.decide(event, { ...asked, client: asked?.client ?? client }),
    observe: (event, asked) => point.observe(event, { ...asked, client: asked?.client ?? client }),
  };
}
