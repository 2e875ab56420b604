/**
 * The answer of the engine to one event. At most one deny is sent to the client; the decision has every rule that holds
 * or is unsure.
 */
import type { LayerName } from '../check/tree/checked.ts';
import type { SourcePlace } from '../check/tree/source-place.ts';
import type { Client } from '../facts/event/client.ts';
import type { Severity } from '../vocabulary/kinds.ts';

/** A part of a rule whose answer is not known, and why. */
export interface Unknown {
  /** The field as the language names it, such as `input.owner`; or the predicate, such as `reads`. */
  readonly field: string;
  readonly cause: UnknownCause;
  readonly place: SourcePlace;
  /**
   * If it is about what the call does: why that is not known, as a text after `because`, such as `$DIR` cannot be
   * resolved.
   */
  readonly detail?: string;
}

/**
 * `missing`: the event does not carry it. `type`: it has a type that the
 * comparison is not about. `ambiguous`: its value leaves the answer open (a
 * relative path without a directory, a kind outside the portable nine).
 * `size`: longer than any sound value. `unresolved`: what the call does there is
 * not known, or only possible.
 */
export type UnknownCause = 'missing' | 'type' | 'ambiguous' | 'size' | 'unresolved';

/** One rule's part in a decision. */
export interface Finding {
  readonly code: string;
  readonly effect: 'deny' | 'watch';
  readonly severity: Severity;
  /** Words to sort rules by: entries of MITRE ATT&CK, of OWASP's list for agents, and those of the policy's author. */
  readonly tags: readonly string[];
  /** The rule's name in its file. */
  readonly place: SourcePlace;
  /** The layer of the rule, where there are several. */
  readonly layer?: LayerName;
  /** The objects of the call that the rule is about, as text that is safe to show; empty for a rule about fields only. */
  readonly objects: readonly string[];
  /** The clauses of `when` that decided, in the order they are written, one of each alternatives; empty for an unsure rule. */
  readonly clauses: readonly SourcePlace[];
  /** Empty for a rule that holds. */
  readonly unknowns: readonly Unknown[];
  /** For a rule that would deny and is only watched: from when it denies, and for how many of a hundred sessions. */
  readonly rollout?: PendingRollout;
}

/** Why a rule that would deny is only watched. */
export interface PendingRollout {
  /** The day from which it denies; absent if that day has come. */
  readonly from?: string;
  /** For how many of a hundred sessions it denies; absent for all. */
  readonly share?: number;
  /** The exception that switches the rule to watching; absent where none does. */
  readonly by?: Pick<Excuse, 'exception' | 'owner' | 'ticket' | 'because'> & { readonly layer?: string };
  /** What the denial will say. Safe to show to the agent. */
  readonly reason: string;
}

/** An exception that kept a rule from holding, or from being unsure. */
export interface Excuse {
  /** The code of the rule. */
  readonly code: string;
  /** The code of the exception. */
  readonly exception: string;
  readonly owner: string;
  readonly ticket?: string;
  readonly because: string;
  /** The day on which it ends. */
  readonly expires: string;
  /** The exception's name in its file. */
  readonly place: SourcePlace;
  /** The name of its layer, where there are several. */
  readonly layer?: string;
  /** The objects of the call that it excused, as text that is safe to show; empty for a rule about fields only. */
  readonly objects: readonly string[];
}

/** A rule whose evaluation failed: a defect of the engine, never of the event. */
export interface Fault {
  readonly code: string;
  /** The rule; undefined if the fault is not in a rule. */
  readonly place: SourcePlace | undefined;
  readonly message: string;
}

export interface Decision {
  readonly effect: 'deny' | 'none';
  /** Both are set exactly when the effect is `deny`. */
  readonly code: string | undefined;
  /** Never empty; the rule's hint is appended. Safe to show to the agent. */
  readonly reason: string | undefined;
  /** Deny rules that hold, by code. */
  readonly matched: readonly Finding[];
  /** Unsure rules, by code, whether they deny or only note it. */
  readonly unsure: readonly Finding[];
  /** Watch rules that hold, by code. */
  readonly watched: readonly Finding[];
  readonly faults: readonly Fault[];
  /** By rule and exception; absent where none was used. */
  readonly excused?: readonly Excuse[];
  /** Exceptions that would have excused the call, and have ended; absent where there are none. */
  readonly ended?: readonly Excuse[];
  /** The answer to a retry: given before, and not counted again. */
  readonly repeated?: true;
  /** Who asked, as far as it is proved, with what is pinned to it; absent where it is not known. */
  readonly client?: Client;
}

/** A decision that no rule has a part in: nothing is denied. Others begin with it. */
export const emptyDecision: Decision = {
  effect: 'none',
  code: undefined,
  reason: undefined,
  matched: [],
  unsure: [],
  watched: [],
  faults: [],
};
