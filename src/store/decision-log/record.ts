/**
 * What stands in a line of the decision log. An entry is what somebody wants to
 * have written down; the log makes a record of it: it adds who wrote it, when, and
 * where in the chain of that process it stands. docs/decision-log.md tells the
 * same to people, docs/decision-log.schema.json to programs.
 */
import type { ClientMember } from '../../facts/client.ts';
import type { JsonObject } from '../../language/json.ts';
import type { Span } from '../../language/source.ts';

/** How much of what a tool is given is written down. */
export const logInputs = ['full', 'masked', 'hashed', 'none'] as const;
export type LogInputs = (typeof logInputs)[number];

/** What happens to calls while records cannot be written. */
export const whenFullChoices = ['block', 'drop-and-count'] as const;
export type WhenFull = (typeof whenFullChoices)[number];

/** What a process says about itself once. */
export interface StartInfo {
  /** The version of bylaw. */
  readonly bylaw: string;
  /** Which part of it writes: `serve`, `stdio`, `hook`, `mcp`, `library`. */
  readonly by: string;
  /** Of the policies in force: 64 hexadecimal digits. */
  readonly policies: string;
  readonly inputs: LogInputs;
}

/** What was called, as the harness calls it. */
export interface LoggedTool {
  readonly name: string;
  readonly kind: string | null;
  readonly mcp: { readonly server: string | null; readonly tool: string | null } | null;
}

export interface LoggedUnknown {
  readonly field: string;
  readonly cause: string;
  readonly detail?: string;
}

export interface LoggedFinding {
  readonly code: string;
  readonly effect: 'deny' | 'watch';
  readonly severity: string;
  /** Absent for a rule that has none, or is unsure. */
  readonly tags?: readonly string[];
  readonly path: string;
  /** Whose rule it is; absent where there is one layer. */
  readonly layer?: string;
  /** Of the layer; absent where it names none. */
  readonly owner?: string;
  readonly span: Span;
  readonly objects: readonly string[];
  /** The clauses that decided, of alternatives one; absent for a rule that is unsure. */
  readonly clauses?: readonly { readonly path: string; readonly span: Span }[];
  /** Absent for a rule that holds. */
  readonly unknowns?: readonly LoggedUnknown[];
  /** Of a rule that would deny and is only watched: from which day it denies, for how many of a hundred sessions, and saying what. */
  readonly rollout?: { readonly from?: string; readonly share?: number; readonly reason: string };
}

/** Who asked, as far as it was proved; what was not is not there. */
export type LoggedClient = { readonly [Member in ClientMember]?: string };
/** An exception that kept a rule from holding, or from being unsure. */
export interface LoggedExcuse {
  /** Of the rule. */
  readonly code: string;
  /** Of the exception. */
  readonly exception: string;
  readonly owner: string;
  /** Absent where it names none. */
  readonly ticket?: string;
  /** The day on which it ends. */
  readonly expires: string;
  readonly path: string;
  /** Whose exception it is; absent where there is one layer. */
  readonly layer?: string;
  readonly span: Span;
  readonly objects: readonly string[];
}

/** What decisions and events that were only observed have in common. Null: the event does not say. */
interface AboutEvent {
  readonly source: string;
  readonly session: string | null;
  readonly call: string | null;
  /** The event's id. */
  readonly id: string;
  readonly harness: string | null;
  readonly agent: string | null;
  /** Absent where nobody said who asked. */
  readonly client?: LoggedClient | undefined;
  readonly tool: LoggedTool | null;
  /** W3C trace context, where the event carries one. */
  readonly trace?: { readonly traceparent: string; readonly tracestate?: string } | undefined;
  /** The event as it was sent, as far as the choice of inputs lets it be; null where even that was too large. */
  readonly event: JsonObject | null;
  /** JSON pointers into this record to what was masked, hashed, cut or left out. */
  readonly masked: readonly string[];
}

export interface DecisionEntry extends AboutEvent {
  readonly type: 'decision';
  /** Digest of the policies that decided. */
  readonly policies: string;
  readonly effect: 'deny' | 'none';
  readonly code: string | null;
  readonly reason: string | null;
  readonly matched: readonly LoggedFinding[];
  readonly unsure: readonly LoggedFinding[];
  readonly watched: readonly LoggedFinding[];
  /** Exceptions that were used; absent where none was. */
  readonly excused?: readonly LoggedExcuse[] | undefined;
  /** Rules, labels and limits that failed; without a path where it was nothing of a policy. */
  readonly faults: readonly {
    readonly code: string;
    readonly path: string | null;
    readonly message: string;
  }[];
  /** Microseconds from the question to the decision, without the writing of this record. */
  readonly latency: number;
  /** A retry: the answer of the first time. */
  readonly repeated?: true | undefined;
  /** The request did not accept a deny: a denial became an error for the harness. */
  readonly unenforceable?: true | undefined;
}

export interface ObservedEntry extends AboutEvent {
  readonly type: 'observed';
  readonly of: 'tool.after' | 'tool.error' | 'session.start' | 'session.end';
  /** `ok`, `error`, `denied`, …: what the event says came of the call or session. */
  readonly outcome: string | null;
  /** What was not believed: that it speaks for its source, or that the denial gives anything back. */
  readonly unproven?: 'source' | 'denied' | 'permission' | undefined;
}

/** Sessions that had to be forgotten to keep the memory within its bounds. */
export interface EvictedEntry {
  readonly type: 'evicted';
  readonly memories: number;
}

/** From here on other policies decide. */
export interface PoliciesEntry {
  readonly type: 'policies';
  readonly policies: string;
}

/** The bundle that decides from here on; with `refused`, why what was published in its place does not. */
export interface BundleEntry {
  readonly type: 'bundle';
  readonly sequence: number;
  /** 64 hexadecimal digits. */
  readonly digest: string;
  /** The ids of the trusted keys that signed it. */
  readonly signers: readonly string[];
  readonly refused?: string;
}

/** What a bundle would have answered otherwise that is evaluated beside what decides. */
export interface ShadowEntry {
  readonly type: 'shadow';
  /** Of that bundle. */
  readonly sequence: number;
  readonly digest: string;
  /** Of the event. */
  readonly source: string;
  readonly session: string | null;
  readonly id: string;
  readonly changes: readonly {
    readonly kind: string;
    readonly rule: string;
    /** Only for another code: the one before. */
    readonly was: string | null;
  }[];
}

/** What a host may have written down. */
export type LogEntry =
  | DecisionEntry
  | ObservedEntry
  | EvictedEntry
  | PoliciesEntry
  | BundleEntry
  | ShadowEntry;

/** What the log writes about itself. */
export type OwnEntry =
  | ({ readonly type: 'start' } & StartInfo)
  /** The process ends as it should; nothing of it follows. */
  | { readonly type: 'stop' }
  /** Records that were lost since the one before. */
  | { readonly type: 'dropped'; readonly records: number; readonly reasons: Readonly<Record<string, number>> }
  /** Files that are too old to keep are about to be removed; none with a number up to `upTo` is kept. */
  | { readonly type: 'deleted'; readonly upTo: number; readonly files: readonly string[] };

/** A line of another process that was there before this one was written. */
export interface Anchor {
  /** The number of its file. */
  readonly file: number;
  readonly hash: string;
}

/** What the log adds to every entry; and, last in the line, `hash`. */
export interface RecordHead {
  /** 16 hexadecimal digits that no other process has. */
  readonly process: string;
  /** From 1. */
  readonly seq: number;
  /** RFC 3339, with milliseconds. */
  readonly time: string;
  /** The hash of the process's record before; null for its first. */
  readonly previous: string | null;
  readonly anchors?: readonly Anchor[] | undefined;
  /** The number of the file that has the record before, where that is another file. */
  readonly continues?: number | undefined;
  /** Of a process that writes this one record only. */
  readonly start?: StartInfo | undefined;
  readonly final?: true | undefined;
}

export type LogRecord = RecordHead & (LogEntry | OwnEntry) & { readonly hash: string };
