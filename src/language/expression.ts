/** What a condition is made of: names, values, fields, targets, and the expressions that join them. */
import type { Span } from './source.ts';

/** A bare word: a name, a keyword's argument, a kind. */
export interface Name {
  readonly text: string;
  readonly span: Span;
}

/** A quoted text, with escapes resolved. */
export interface QuotedText {
  readonly value: string;
  readonly span: Span;
}

export type PolicyExpression =
  | Logic
  | Mixed
  | Not
  | Might
  | Reference
  | Compare
  | McpMatch
  | EffectMatch
  | Opaque
  | OutcomeMatch
  | Denials
  | WindowMatch;

/** `it succeeded or unknown` */
export interface OutcomeMatch {
  readonly kind: 'outcome';
  /** `succeeded`, `failed` or `was denied`. */
  readonly outcome: Name;
  /** It also holds as long as the end of the call is not known. */
  readonly orUnknown: boolean;
  readonly span: Span;
}

/** `denied 3 times within 5m by "com.example.*"` */
export interface Denials {
  readonly kind: 'denials';
  readonly times: NumberValue;
  readonly within: NumberValue;
  /** Patterns of codes; empty for all. */
  readonly by: readonly PolicyValue[];
  readonly span: Span;
}

/** `during office`; negated: `outside office`. */
export interface WindowMatch {
  readonly kind: 'window';
  readonly name: Name;
  readonly negated: boolean;
  readonly span: Span;
}

/** Two or more operands, all joined by the same word. */
export interface Logic {
  readonly kind: 'and' | 'or';
  readonly operands: readonly PolicyExpression[];
  readonly span: Span;
}

/** Operands joined by both `and` and `or`: an error, kept so that it can be explained. */
export interface Mixed {
  readonly kind: 'mixed';
  readonly operands: readonly PolicyExpression[];
  readonly connectives: readonly Name[];
  readonly span: Span;
}

export interface Not {
  readonly kind: 'not';
  readonly operand: PolicyExpression;
  readonly span: Span;
}

/** `might …`: unknown counts as yes. */
export interface Might {
  readonly kind: 'might';
  readonly operand: PolicyExpression;
  readonly span: Span;
}

/** The name of a condition. */
export interface Reference {
  readonly kind: 'reference';
  readonly name: Name;
  readonly span: Span;
}

/** `any input.tags is not "public" or "internal"` */
export interface Compare {
  readonly kind: 'compare';
  readonly subject: CompareSubject;
  readonly operator: Name;
  readonly negated: boolean;
  readonly values: readonly PolicyValue[];
  readonly span: Span;
}

/** `mcp "github" tool "create_*" or "push_*"`: both must hold. */
export interface McpMatch {
  readonly kind: 'mcp';
  readonly server: Compare;
  readonly tool: Compare;
  readonly span: Span;
}

/** `writes or deletes any path outside workspace`, `runs "git push" with --force or -f`, `sends @secrets to any host` */
export interface EffectMatch {
  readonly kind: 'effect';
  /** Joined by `or`: `writes`, `deletes`; `connects` for `connects to`. */
  readonly verbs: readonly Name[];
  /** Undefined for `elevates`, and where only a source is named: `installs from url`. */
  readonly target: Target | undefined;
  /** For `runs`, in the order written; all must hold. */
  readonly options: readonly OptionGroup[];
  /** For `installs`: the sources, joined by `or`. */
  readonly from: readonly PolicyValue[] | undefined;
  /** For `sends … to` and `pipes … into`. */
  readonly to: Target | undefined;
  readonly span: Span;
}

/** What a verb is about: plain values, `any path …`, `content …`, `anything`. */
export interface Target {
  /**
   * `path`, `host`, `command`, `unknown command`, `package`, `agent` after `any`; `content`; `anything`; undefined for
   * plain values.
   */
  readonly object: Name | undefined;
  /** Undefined where there are only values, or nothing. */
  readonly operator: Name | undefined;
  readonly negated: boolean;
  readonly values: readonly PolicyValue[];
  readonly span: Span;
}

/** `with --force or "+*"`, `without --dry-run` */
export interface OptionGroup {
  readonly negated: boolean;
  readonly options: readonly TextValue[];
  readonly span: Span;
}

/** `shell is opaque`, `shell is too complex` */
export interface Opaque {
  readonly kind: 'opaque';
  readonly what: 'opaque' | 'too complex';
  readonly negated: boolean;
  readonly span: Span;
}

/** What a comparison is about: a field, some measure of it, or each of its parts. */
export interface CompareSubject {
  readonly quantifier: 'any' | 'every' | undefined;
  /**
   * `text in` (every string inside), `size of` (bytes) or `count of` (elements); `value of` an option of a command, whose
   * name is then the root of the field.
   */
  readonly measure: 'text' | 'size' | 'count' | 'value' | undefined;
  readonly field: Field;
  readonly span: Span;
}

/** `input.edits[0]."file path"`: a root word and the steps below it. */
export interface Field {
  readonly root: Name;
  readonly steps: readonly FieldStep[];
  readonly span: Span;
}

export interface FieldStep {
  readonly key: string | number;
  readonly span: Span;
}

export type PolicyValue = TextValue | NumberValue | RegexValue | WordValue | ListValue;

export interface TextValue {
  readonly kind: 'text';
  readonly value: string;
  readonly span: Span;
}

/** A number and its unit, as written: `600000`, `1MiB`, `10m`. */
export interface NumberValue {
  readonly kind: 'number';
  readonly value: number;
  readonly unit: string | undefined;
  /** As written, so that it can be printed again. */
  readonly raw: string;
  readonly span: Span;
}

export interface RegexValue {
  readonly kind: 'regex';
  readonly source: string;
  readonly flags: string;
  readonly span: Span;
}

/** A bare word: a kind, `true`, `null`, `workspace`. */
export interface WordValue {
  readonly kind: 'word';
  readonly text: string;
  readonly span: Span;
}

/** `@approved-mcp` */
export interface ListValue {
  readonly kind: 'list';
  readonly name: string;
  readonly span: Span;
}
