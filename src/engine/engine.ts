/** The one stateful object: a program, and what must be remembered between calls. */
import type { Event } from '../facts/event.ts';
import type { Decision } from './decision.ts';

/** What a transport needs of the engine. */
export interface DecisionPoint {
  /** Decides a `tool.before`. Never throws: a fault of the engine is in the decision. */
  decide(event: Event): Decision;
  /** Takes note of an event that asks for no answer. */
  observe(event: Event): void;
}
