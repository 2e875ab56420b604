/**
 * A decision point for one client: it adds the client to questions that name none. It is the outermost decision point, so
 * that the ones inside it, such as a log, know who asks.
 */
import type { Client } from '../facts/event/client.ts';
import type { DecisionPoint, ImmediateDecisionPoint } from './engine.ts';

export function askedBy(client: Client, point: ImmediateDecisionPoint): ImmediateDecisionPoint;
export function askedBy(client: Client, point: DecisionPoint): DecisionPoint;
export function askedBy(client: Client, point: DecisionPoint): DecisionPoint {
  return {
    decide: (event, asked) => point.decide(event, { ...asked, client: asked?.client ?? client }),
    observe: (event, asked) => point.observe(event, { ...asked, client: asked?.client ?? client }),
  };
}
