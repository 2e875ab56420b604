/**
 * The tree of a policy file, as written. Nothing here is resolved or checked:
 * names are words with spans, and an operator may be one that does not exist.
 * Every node has the span of its text.
 */
import type {
  Field,
  Name,
  NumberValue,
  PolicyExpression,
  PolicyValue,
  QuotedText,
  WordValue,
} from './expression.ts';
import type { Span } from './source.ts';
import type { ScenarioClause, TestClause } from './test-tree.ts';

/** One policy file. Two headers, or none, are for the checker to report. */
export interface Policy {
  readonly path: string;
  readonly headers: readonly Header[];
  readonly imports: readonly Import[];
  readonly defaults: readonly Defaults[];
  readonly lists: readonly ListDeclaration[];
  readonly conditions: readonly ConditionDeclaration[];
  readonly windows: readonly WindowDeclaration[];
  readonly rules: readonly Rule[];
  readonly labels: readonly LabelDeclaration[];
  readonly limits: readonly LimitDeclaration[];
  readonly exceptions: readonly ExceptionDeclaration[];
  /** What the file adds to the tables of commands and tools. */
  readonly knowledge: readonly KnowledgeDeclaration[];
  /**
   * Names of lists, conditions and windows whose declarations could not be parsed; `list`
   * for one whose name is not known, and `policy`, `import` or `defaults` for one
   * of those. No name can be such a word.
   */
  readonly broken: readonly string[];
}

export type Declaration =
  | Header
  | Import
  | Defaults
  | ListDeclaration
  | ConditionDeclaration
  | WindowDeclaration
  | Rule
  | LabelDeclaration
  | LimitDeclaration
  | ExceptionDeclaration
  | KnowledgeDeclaration;

export type KnowledgeDeclaration =
  | WrapperDeclaration
  | AliasDeclaration
  | CommandDeclaration
  | ToolDeclaration;

/** `wrapper "devbox run" "mise exec --"`: what follows these words is the real command. */
export interface WrapperDeclaration {
  readonly kind: 'wrapper';
  readonly commands: readonly QuotedText[];
  readonly span: Span;
}

/** `alias "k" = "kubectl"` */
export interface AliasDeclaration {
  readonly kind: 'alias';
  readonly name: QuotedText;
  readonly command: QuotedText;
  readonly span: Span;
}

/** `command "acme-deploy" options with values: --env -e connects to "deploy.example.com"` */
export interface CommandDeclaration {
  readonly kind: 'command-declaration';
  readonly command: QuotedText;
  readonly parts: readonly (OptionList | DeclaredEffect)[];
  readonly span: Span;
}

/** `tool "save_note" of mcp "notes" writes input.file` */
export interface ToolDeclaration {
  readonly kind: 'tool-declaration';
  readonly tool: QuotedText;
  readonly server: QuotedText | undefined;
  readonly toolKind: Name | undefined;
  readonly parts: readonly DeclaredEffect[];
  readonly span: Span;
}

/** `options with values: --env/-e --region`: names joined by a slash are synonyms. */
export interface OptionList {
  readonly kind: 'options';
  readonly values: boolean;
  readonly groups: readonly (readonly QuotedText[])[];
  readonly span: Span;
}

/** `writes last operand`, `reads value of --config`, `connects to "deploy.example.com"`, `writes input.file` */
export interface DeclaredEffect {
  readonly kind: 'declared-effect';
  readonly verb: Name;
  readonly of:
    | { readonly kind: 'operands' }
    | { readonly kind: 'operand'; readonly which: 'first' | 'last' }
    | { readonly kind: 'option'; readonly option: QuotedText }
    | { readonly kind: 'texts'; readonly texts: readonly QuotedText[] }
    | { readonly kind: 'field'; readonly field: Field }
    | { readonly kind: 'nothing' };
  readonly span: Span;
}

/** `policy com.example.dev "House rules"` */
export interface Header {
  readonly kind: 'header';
  readonly name: Name;
  readonly title: QuotedText | undefined;
  readonly span: Span;
}

/** `import "lists/secrets.policy"` */
export interface Import {
  readonly kind: 'import';
  readonly target: QuotedText;
  readonly span: Span;
}

/** `defaults severity medium when unsure note` */
export interface Defaults {
  readonly kind: 'defaults';
  readonly clauses: readonly (SeverityClause | UnsureClause | AllowedClause)[];
  readonly span: Span;
}

/** `list env-files = paths "*.env" except "example.env"` */
export interface ListDeclaration {
  readonly kind: 'list';
  readonly name: Name;
  /** `paths`, `servers`, …: which pattern language the items are in. */
  readonly type: Name | undefined;
  readonly items: readonly PolicyValue[];
  readonly except: readonly PolicyValue[];
  readonly span: Span;
}

/** `condition touches-ci = …` */
export interface ConditionDeclaration {
  readonly kind: 'condition';
  readonly name: Name;
  readonly expression: PolicyExpression;
  readonly span: Span;
}

/** `window office = monday to friday 08:00 to 18:00 except 2026-12-24 in "Europe/Berlin"` */
export interface WindowDeclaration {
  readonly kind: 'window';
  readonly name: Name;
  readonly spans: readonly WindowPart[];
  readonly except: readonly DayRange[];
  /** Undefined where none is named, which is an error. */
  readonly zone: QuotedText | undefined;
  readonly span: Span;
}

export type WindowPart = DailySpan | Stretch;

/** `friday 16:00 to monday 08:00`, without a pause. */
export interface Stretch {
  readonly kind: 'stretch';
  readonly first: Name;
  readonly begin: Name;
  readonly last: Name;
  readonly end: Name;
  readonly span: Span;
}

/** `monday to friday 08:00 to 12:00, 13:00 to 18:00`: without days, on every one; without times, all day. */
export interface DailySpan {
  readonly kind: 'daily';
  readonly days: readonly DayRange[];
  readonly times: readonly TimeRange[];
  readonly span: Span;
}

/** `monday to friday`, `2026-12-24`; the first is `every day` for all of them. */
export interface DayRange {
  readonly kind: 'days';
  readonly first: Name;
  readonly last: Name | undefined;
  readonly span: Span;
}

/** `08:00 to 18:00` */
export interface TimeRange {
  readonly kind: 'times';
  readonly first: Name;
  readonly last: Name;
  readonly span: Span;
}

export interface RuleHead {
  readonly kind: 'rule';
  readonly effect: 'deny' | 'watch';
  readonly name: Name;
  /** `from 2026-12-01`: the day from which it denies. */
  readonly from: Name | undefined;
  /** `for 10 % of sessions` */
  readonly share: NumberValue | undefined;
}

/** `label secret-seen on session lasts 30m` */
export interface LabelHead {
  readonly kind: 'label';
  readonly name: Name;
  readonly scope: Name;
  /** A duration, or the word `session`. */
  readonly lasts: NumberValue | WordValue;
}

/** `limit fetch-rate to 30 fetch per 10m per session` */
export interface LimitHead {
  readonly kind: 'limit';
  readonly name: Name;
  readonly most: NumberValue;
  /** A kind of tool, or the name of a condition. */
  readonly what: Name;
  readonly period: NumberValue;
  readonly scope: Name;
}

/** `except migration for com.acme.security.no-ddl, com.acme.db.*`, and `watch shell-off for com.acme.dev.shell` */
export interface ExceptionHead {
  readonly kind: 'exception';
  /** Whether it excuses calls, or switches the whole rule to watching. */
  readonly effect: 'excuse' | 'watch';
  readonly name: Name;
  /** Codes of rules, or their names in the same policy; `*` matches any part of a code. */
  readonly targets: readonly Name[];
}

/** What follows a head: every rule, label, limit and exception has clauses, whether or not they mean something there. */
interface Body {
  readonly clauses: readonly Clause[];
  readonly span: Span;
  /** A part could not be parsed; its absence is not reported. */
  readonly broken: boolean;
}

/** `deny force-push …` or `watch ci-changes …` */
export type Rule = RuleHead & Body;

export type LabelDeclaration = LabelHead & Body;

export type LimitDeclaration = LimitHead & Body;

export type ExceptionDeclaration = ExceptionHead & Body;

export type Clause =
  | ConditionClause
  | AbsenceClause
  | UnsureClause
  | TextClause
  | SeverityClause
  | TagsClause
  | TestClause
  | ScenarioClause
  | ExpiresClause
  | FinalClause
  | AllowedClause;

/** `when reads @secrets`, `while secret-seen`, `unless kind is search` */
export interface ConditionClause {
  readonly kind: 'when' | 'while' | 'unless';
  readonly expression: PolicyExpression;
  readonly span: Span;
}

/** `if input.owner missing apply` */
export interface AbsenceClause {
  readonly kind: 'absence';
  readonly field: Field;
  readonly state: Name;
  readonly action: Name;
  readonly span: Span;
}

/** `when unsure deny` */
export interface UnsureClause {
  readonly kind: 'unsure';
  readonly action: Name;
  readonly span: Span;
}

export interface SeverityClause {
  readonly kind: 'severity';
  readonly level: Name;
  readonly span: Span;
}

export interface TagsClause {
  readonly kind: 'tags';
  readonly tags: readonly Name[];
  readonly span: Span;
}

/** `reason "…"`, `hint "…"`; of an exception `owner "dana@acme.example"`, `ticket "OPS-1234"`, `because "…"` */
export interface TextClause {
  readonly kind: 'reason' | 'hint' | 'owner' | 'ticket' | 'because';
  readonly text: QuotedText;
  readonly span: Span;
}

/** `expires 2027-03-01` */
export interface ExpiresClause {
  readonly kind: 'expires';
  /** A day, which may be none of the calendar. */
  readonly day: Name;
  readonly span: Span;
}

/** `final` */
export interface FinalClause {
  readonly kind: 'final';
  readonly span: Span;
}

/** `exceptions allowed by team, project for at most 90d` */
export interface AllowedClause {
  readonly kind: 'exceptions';
  readonly layers: readonly Name[];
  /** How long before its end an exception begins to hold. */
  readonly most: NumberValue | undefined;
  readonly span: Span;
}
