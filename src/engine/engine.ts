/**
 * The one stateful object: a program, and the answers already given. A retry of
 * an event gets the answer of the first time (protocol-notes.md a.8, h).
 */
import { deriveFor, type Program } from '../compile/program.ts';
import type { Event } from '../facts/event.ts';
import type { Decision } from './decision.ts';
import { evaluate } from './evaluate.ts';

/** What a transport needs of the engine. */
export interface DecisionPoint {
  /** Decides a `tool.before`. Never throws: a fault of the engine is in the decision. */
  decide(event: Event): Decision;
  /** Takes note of an event that asks for no answer. */
  observe(event: Event): void;
}

/** What the engine has done since it started. */
export interface Counts {
  readonly decided: number;
  readonly repeated: number;
  readonly denied: number;
  readonly unsure: number;
  readonly faults: number;
  readonly observed: number;
}

export interface EngineOptions {
  readonly program: Program;
  /** How many answers are kept for retries. */
  readonly keptAnswers?: number;
  /** How many characters the kept events may have together. */
  readonly keptCharacters?: number;
}

interface Answered {
  /** The event's own text: an id that is used again for another call is no retry. */
  readonly content: string;
  readonly decision: Decision;
}

export class Engine implements DecisionPoint {
  readonly program: Program;
  readonly #limit: number;
  readonly #characterLimit: number;
  /** In the order of use: the first is the one to forget. */
  readonly #answers = new Map<string, Answered>();
  #characters = 0;
  readonly #counts = { decided: 0, repeated: 0, denied: 0, unsure: 0, faults: 0, observed: 0 };

  constructor({ program, keptAnswers = 10_000, keptCharacters = 16 * 1024 * 1024 }: EngineOptions) {
    this.program = program;
    this.#limit = keptAnswers;
    this.#characterLimit = keptCharacters;
  }

  get counts(): Counts {
    return { ...this.#counts };
  }

  decide(event: Event): Decision {
    // The length keeps two different pairs from making one key.
    const key = `${event.source.length} ${event.source} ${event.id}`;
    const content = contentOf(event);
    const earlier = this.#answers.get(key);
    if (earlier !== undefined && content !== undefined && earlier.content === content) {
      this.#counts.repeated++;
      this.#remember(key, earlier);
      return earlier.decision;
    }
    const decision = evaluate(this.program, deriveFor(this.program, event));
    this.#count(decision);
    // An id that comes back with another call may make the answer stricter, never milder.
    const kept =
      earlier !== undefined && earlier.decision.effect === 'deny' && decision.effect === 'none'
        ? earlier.decision
        : decision;
    if (content !== undefined) this.#remember(key, { content, decision: kept });
    return kept;
  }

  observe(_event: Event): void {
    this.#counts.observed++;
  }

  #count({ effect, unsure, faults }: Decision): void {
    this.#counts.decided++;
    if (effect === 'deny') this.#counts.denied++;
    if (unsure.length > 0) this.#counts.unsure++;
    this.#counts.faults += faults.length;
  }

  #remember(key: string, answered: Answered): void {
    const size = (entry: Answered | undefined): number =>
      entry === undefined ? 0 : key.length + entry.content.length;
    this.#characters += size(answered) - size(this.#answers.get(key));
    this.#answers.delete(key);
    this.#answers.set(key, answered);
    for (const [oldest, entry] of this.#answers) {
      if (this.#answers.size <= this.#limit && this.#characters <= this.#characterLimit) break;
      this.#characters -= oldest.length + entry.content.length;
      this.#answers.delete(oldest);
    }
  }
}

/** The event's own text; undefined for one that no JSON could hold, such as one nested without end. */
function contentOf(event: Event): string | undefined {
  try {
    return JSON.stringify(event.raw);
  } catch {
    return undefined;
  }
}
