/**
 * Policies with every name resolved and every type known: what `check` gives and
 * `compile` takes. A tree of this type exists only where there are no errors.
 */
import type { JsonObject } from '../language/json.ts';
import type { Span } from '../language/source.ts';
import type { FieldEntry, FieldId } from '../vocabulary/fields.ts';
import type {
  AbsenceAction,
  AbsenceState,
  CallVerb,
  Severity,
  UnsureAction,
  Verdict,
} from '../vocabulary/kinds.ts';
import type { Operator } from '../vocabulary/operators.ts';

/** Where a node stands; the nodes of one rule can come from several files. */
export interface Place {
  readonly path: string;
  readonly span: Span;
}

export interface CheckedBundle {
  /** In the order of their codes; the order never changes a decision. */
  readonly rules: readonly CheckedRule[];
}

export interface CheckedRule {
  readonly code: string;
  readonly effect: 'deny' | 'watch';
  readonly severity: Severity;
  readonly unsure: UnsureAction;
  /** All of these must hold. */
  readonly when: readonly CheckedExpression[];
  /** Any of these excuses. */
  readonly unless: readonly CheckedExpression[];
  readonly absences: readonly Absence[];
  readonly reason: Template | undefined;
  readonly hint: Template | undefined;
  readonly tags: readonly string[];
  readonly tests: readonly TestCase[];
  /** The rule's name, for messages. */
  readonly place: Place;
}

/** What an author says about one field that cannot be told. */
export interface Absence {
  readonly field: ResolvedField;
  readonly state: AbsenceState;
  readonly action: AbsenceAction;
  readonly place: Place;
}

/** A field of the table, and the steps below it into JSON of the event's own design. */
export interface ResolvedField {
  readonly entry: FieldEntry;
  readonly steps: readonly (string | number)[];
  /** As messages write it; equal exactly for the same field. */
  readonly text: string;
}

export type CheckedExpression =
  | { readonly kind: 'and' | 'or'; readonly operands: readonly CheckedExpression[]; readonly place: Place }
  | { readonly kind: 'not' | 'might'; readonly operand: CheckedExpression; readonly place: Place }
  /** A named condition, where it is used. */
  | {
      readonly kind: 'condition';
      readonly name: string;
      readonly expression: CheckedExpression;
      readonly place: Place;
    }
  | CheckedCompare;

export interface CheckedCompare {
  readonly kind: 'compare';
  readonly field: ResolvedField;
  readonly quantifier: 'any' | 'every' | undefined;
  readonly measure: 'text' | 'size' | 'count' | undefined;
  /** `in` is `is` with a list. */
  readonly operator: Exclude<Operator, 'in'>;
  readonly negated: boolean;
  /** Alternatives: one that matches is enough. Empty for `missing` and `present`. */
  readonly patterns: readonly Pattern[];
  readonly place: Place;
}

export type Pattern =
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'name'; readonly value: string }
  | { readonly kind: 'kind'; readonly value: string }
  | { readonly kind: 'path'; readonly value: string }
  | { readonly kind: 'regex'; readonly source: string; readonly flags: string }
  | { readonly kind: 'constant'; readonly value: number | boolean | null }
  /** The roots of the workspace. */
  | { readonly kind: 'workspace' }
  | {
      readonly kind: 'list';
      readonly name: string;
      readonly items: readonly Pattern[];
      readonly except: readonly Pattern[];
    };

/** A text with places for facts. */
export interface Template {
  readonly parts: readonly (
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'field'; readonly field: ResolvedField }
  )[];
}

/** One expectation of a rule's own tests, with the scene set for it. */
export interface TestCase {
  readonly title: string | undefined;
  readonly verdict: Verdict;
  readonly call: TestCall;
  readonly scene: Scene;
  readonly place: Place;
}

/** What `given` lines say; `missing` withholds a field that is otherwise there. */
export type Scene = ReadonlyMap<FieldId, readonly string[] | 'missing'>;

export type TestCall =
  | { readonly kind: 'command'; readonly command: string }
  | {
      readonly kind: 'action';
      readonly verb: CallVerb;
      readonly target: string;
      readonly content: string | undefined;
    }
  | {
      readonly kind: 'tool';
      readonly name: string;
      readonly toolKind: string | undefined;
      readonly input: JsonObject;
    }
  | { readonly kind: 'mcp'; readonly server: string; readonly tool: string; readonly input: JsonObject }
  /** A recorded event, by its file below the policy root. */
  | { readonly kind: 'recorded'; readonly file: string };
