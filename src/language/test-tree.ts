/** Tests as they are written: what sets the scene, the calls, what is expected of them, and files of tests beside the policies. */
import type { Field, Name, NumberValue, PolicyValue, QuotedText } from './expression.ts';
import type { Span } from './source.ts';

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
