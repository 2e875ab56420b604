/**
 * The tree of a policy file, as written. Nothing here is resolved or checked:
 * names are words with spans, and an operator may be one that does not exist.
 * Every node has the span of its text.
 */
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

export interface TestClause {
  readonly kind: 'test';
  readonly title: QuotedText | undefined;
  /** Why it is not run. */
  readonly skip: QuotedText | undefined;
  readonly steps: readonly TestStep[];
  readonly span: Span;
}

export type TestStep = SceneSetting | GivenLabel | Examples | Expectation;

/** What sets the scene for the lines after it. */
export type SceneSetting = Given | GivenDisk | GivenTime;

/** `given label secret-seen`, `given label own on "a.txt"` */
export interface GivenLabel {
  readonly kind: 'given-label';
  readonly name: Name;
  /** For a label on files. */
  readonly file: QuotedText | undefined;
  readonly span: Span;
}

/** `examples branch, flag "main", "-f" "master", "--force"`: the lines after it are a test for each row. */
export interface Examples {
  readonly kind: 'examples';
  readonly columns: readonly Name[];
  readonly rows: readonly ExampleRow[];
  readonly span: Span;
}

export interface ExampleRow {
  readonly texts: readonly QuotedText[];
  readonly span: Span;
}

/** `given workspace "/home/a/app"`, `given cwd missing`, `given session.model "small-1"` */
export interface Given {
  readonly kind: 'given';
  readonly field: Field;
  readonly values: readonly PolicyValue[];
  /** An object or list, in place of values. */
  readonly literal: Literal | undefined;
  readonly span: Span;
}

/** `given disk { "x.sh": "rm -rf ~", "d" -> "~/Documents" }` */
export interface GivenDisk {
  readonly kind: 'given-disk';
  readonly entries: readonly GivenDiskEntry[];
  readonly span: Span;
}

/** `given time 2026-12-24 19:30 in "Europe/Berlin"` */
export interface GivenTime {
  readonly kind: 'given-time';
  readonly day: Name;
  readonly time: Name;
  /** Undefined where none is named, which is an error. */
  readonly zone: QuotedText | undefined;
  readonly span: Span;
}

/** A file with what it holds, or a link with where it leads. */
export interface GivenDiskEntry {
  readonly sort: 'file' | 'link';
  readonly path: QuotedText;
  readonly value: QuotedText;
  readonly span: Span;
}

/** `denies read "~/.aws/credentials"` */
export interface Expectation {
  readonly kind: 'expectation';
  /** `denies`, `passes` or `unsure`. */
  readonly verdict: Name;
  readonly call: DescribedCall;
  /** The code of the denial, or of the exception that lets the call pass; only in files of tests. */
  readonly by: QuotedText | undefined;
  /** Why it is not run. */
  readonly skip: QuotedText | undefined;
  readonly span: Span;
}

/** `scenario "read, then fetch" …` */
export interface ScenarioClause {
  readonly kind: 'scenario';
  readonly title: QuotedText;
  /** Why it is not run. */
  readonly skip: QuotedText | undefined;
  readonly steps: readonly (SceneSetting | GivenLabel | ScenarioStep)[];
  readonly span: Span;
}

/** `after 5m fetch "https://paste.example.net" denied` */
export interface ScenarioStep {
  readonly kind: 'step';
  /** How often it is made: `repeat 30`. */
  readonly times: NumberValue | undefined;
  /** How long after the step before it. */
  readonly after: NumberValue | undefined;
  readonly call: DescribedCall;
  /** `succeeds`, `fails`, `passes`, `denied` or `unsure`. */
  readonly verdict: Name;
  /** The code of the denial, or of the exception that lets the call pass. */
  readonly by: QuotedText | undefined;
  readonly span: Span;
}

/** A file of tests, beside the policies. It decides nothing. */
export interface TestsFile {
  readonly path: string;
  /** Undefined where it could not be read. */
  readonly header: TestsHeader | undefined;
  readonly sections: readonly TestsSection[];
  /** A part could not be read; its absence is not reported. */
  readonly broken: boolean;
}

/** `tests for com.example.dev "What the team relies on"` */
export interface TestsHeader {
  readonly kind: 'tests-header';
  readonly policy: Name;
  readonly title: QuotedText | undefined;
  readonly span: Span;
}

export type TestsSection = SectionClause | ScenarioClause;

/** `test force-push and delete-branch "on main" …`; without rules it is about all of them together. */
export interface SectionClause {
  readonly kind: 'section';
  /** Names of rules of the policy, or whole codes. */
  readonly rules: readonly Name[];
  readonly title: QuotedText | undefined;
  /** Why it is not run. */
  readonly skip: QuotedText | undefined;
  readonly steps: readonly TestStep[];
  readonly span: Span;
}

/** A tool call as a test writes it. */
export type DescribedCall = CommandCall | ActionCall | ToolCall | McpCall | RecordedCall;

/** `"git push --force"` */
export interface CommandCall {
  readonly kind: 'command';
  readonly command: QuotedText;
  readonly span: Span;
}

/** `read "a.txt"`, `write "a.txt" content "x"`, `fetch "https://…"` */
export interface ActionCall {
  readonly kind: 'action';
  readonly verb: Name;
  readonly target: QuotedText;
  readonly content: QuotedText | undefined;
  readonly span: Span;
}

/** `tool "Bash" kind shell { timeout: 700000 }` */
export interface ToolCall {
  readonly kind: 'tool';
  readonly name: QuotedText;
  readonly toolKind: Name | undefined;
  readonly input: ObjectLiteral | undefined;
  readonly span: Span;
}

/** `mcp "github" "create_issue" { owner: "someone" }` */
export interface McpCall {
  readonly kind: 'mcp';
  readonly server: QuotedText;
  readonly tool: QuotedText;
  readonly input: ObjectLiteral | undefined;
  readonly span: Span;
}

/** `event "recorded.json"` */
export interface RecordedCall {
  readonly kind: 'recorded';
  readonly file: QuotedText;
  readonly span: Span;
}

/** Literal JSON in a test's tool call. */
export type Literal =
  | { readonly kind: 'scalar'; readonly value: string | number | boolean | null; readonly span: Span }
  | { readonly kind: 'array'; readonly items: readonly Literal[]; readonly span: Span }
  | Filler
  | ObjectLiteral;

/** `text of 120 KiB`: any text of a size. */
export interface Filler {
  readonly kind: 'filler';
  readonly amount: number;
  /** The amount as written. */
  readonly raw: string;
  readonly unit: string;
  readonly span: Span;
}

export interface ObjectLiteral {
  readonly kind: 'object';
  readonly entries: readonly { readonly key: QuotedText; readonly value: Literal }[];
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
