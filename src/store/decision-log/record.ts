/**
 * The content of a line of the decision log. An entry is what a host wants to record. The log makes a
 * record of it: it adds the process, the time, and the place in the chain of that process.
 * docs/decision-log.md explains it for people, docs/decision-log.schema.json for programs.
 */
import type { ClientMember } from '../../facts/event/client.ts';
import type { JsonObject } from '../../language/json.ts';
import type { Span } from '../../language/source.ts';

/** How much of the input of a tool is recorded. */
export const logInputs = ['full', 'masked', 'hashed', 'none'] as const;
export type LogInputs = (typeof logInputs)[number];

/** What happens to calls while records cannot be written. */
export const whenFullChoices = ['block', 'drop-and-count'] as const;
export type WhenFull = (typeof whenFullChoices)[number];

/** What a process says about itself once. */
export interface StartInfo {
  /** The version of bylaw. */
  readonly bylaw: string;
  /** Which part of bylaw writes: `serve`, `stdio`, `hook`, `mcp`, `library`. */
  readonly by: string;
  /** The digest of the policies in force: 64 hexadecimal digits. */
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
  /** Absent for a rule without objects, or that is unsure. */
  readonly tags?: readonly string[];
  readonly path: string;
  /** The layer of the rule; absent if there is one layer. */
  readonly layer?: string;
  /** The owner of the layer; absent if it names none. */
  readonly owner?: string;
  readonly span: Span;
  readonly objects: readonly string[];
  /** The clauses that decided, one of several alternatives; absent for a rule that is unsure. */
  readonly clauses?: readonly { readonly path: string; readonly span: Span }[];
  /** Absent for a rule that holds. */
  readonly unknowns?: readonly LoggedUnknown[];
  /**
   * For a rule that would deny and is only watched: the day from which it denies, for how many of a hundred
   * sessions, the exception that switches it to watching, and its reason.
   */
  readonly rollout?: {
    readonly from?: string;
    readonly share?: number;
    readonly by?: {
      readonly exception: string;
      readonly owner: string;
      readonly ticket?: string;
      readonly layer?: string;
    };
    readonly reason: string;
  };
}

/** What was proved about the client; other members are absent. */
export type LoggedClient = { readonly [Member in ClientMember]?: string };

/** What people call a client: its token, its certificate or its user; undefined where none is proved. */
export const nameOfClient = (client: LoggedClient | undefined): string | undefined =>
  client?.token ?? client?.certificate ?? client?.user;

/** An exception that kept a rule from holding, or from being unsure. */
export interface LoggedExcuse {
  /** The code of the rule. */
  readonly code: string;
  /** The code of the exception. */
  readonly exception: string;
  readonly owner: string;
  /** Absent where it names none. */
  readonly ticket?: string;
  /** The day on which it ends. */
  readonly expires: string;
  readonly path: string;
  /** The layer of the exception; absent if there is one layer. */
  readonly layer?: string;
  readonly span: Span;
  readonly objects: readonly string[];
}

/** The common members of decisions and observed events. Null: the event does not have it. */
interface AboutEvent {
  readonly source: string;
  readonly session: string | null;
  readonly call: string | null;
  /** The event's id. */
  readonly id: string;
  readonly harness: string | null;
  readonly agent: string | null;
  /** Absent if the client is not known. */
  readonly client?: LoggedClient | undefined;
  readonly tool: LoggedTool | null;
  /** W3C trace context, if the event has one. */
  readonly trace?: { readonly traceparent: string; readonly tracestate?: string } | undefined;
  /** The event as it was sent, changed as the choice of inputs says; null if even that was too large. */
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
  /** Rules, labels and limits that failed; without a path if no policy was involved. */
  readonly faults: readonly {
    readonly code: string;
    readonly path: string | null;
    readonly message: string;
  }[];
  /** Microseconds from the question to the decision, without writing this record. */
  readonly latency: number;
  /** A retry: the answer of the first time. */
  readonly repeated?: true | undefined;
  /** The request did not accept a deny: a denial became an error for the harness. */
  readonly unenforceable?: true | undefined;
}

export interface ObservedEntry extends AboutEvent {
  readonly type: 'observed';
  readonly of: 'tool.after' | 'tool.error' | 'session.start' | 'session.end';
  /** `ok`, `error`, `denied`, …: the result of the call or session, as the event says. */
  readonly outcome: string | null;
  /** The claim that was not believed: its source, or that the denial undoes anything. */
  readonly unproven?: 'source' | 'denied' | 'permission' | undefined;
}

/** Sessions that were removed to keep the memory within its bounds. */
export interface EvictedEntry {
  readonly type: 'evicted';
  readonly memories: number;
}

/** The policies that decide from here on; with `refused`, why others that were read do not. */
export interface PoliciesEntry {
  readonly type: 'policies';
  readonly policies: string;
  readonly refused?: string;
}

/** The bundle that decides from here on; with `refused`, why the published one does not. */
export interface BundleEntry {
  readonly type: 'bundle';
  readonly sequence: number;
  /** 64 hexadecimal digits. */
  readonly digest: string;
  /** The ids of the trusted keys that signed it. */
  readonly signers: readonly string[];
  readonly refused?: string;
}

/** What a bundle in comparison answers, or would have answered, differently from what is in force. */
export interface ShadowEntry {
  readonly type: 'shadow';
  /** Who answered the call. Absent in older records, where it is not known. */
  readonly answered?: 'candidate' | 'in-force';
  /** The number of that bundle. */
  readonly sequence: number;
  readonly digest: string;
  /** The source of the event. */
  readonly source: string;
  readonly session: string | null;
  readonly id: string;
  readonly changes: readonly {
    readonly kind: string;
    readonly rule: string;
    /** Only if the code changes: the earlier code. */
    readonly was: string | null;
  }[];
}

/** What a record of a comparison says of its bundle, as the beginning of a sentence that goes on with the changes. */
export const describeShadow = ({ sequence, answered }: ShadowEntry): string =>
  answered === 'candidate'
    ? `bundle ${sequence} answered, and otherwise than what is in force`
    : `bundle ${sequence} would answer otherwise`;

/** What can be asked for at the doors for administrators. */
export const adminActions = ['read-log', 'show-policies', 'list-tokens', 'reload'] as const;
export type AdminAction = (typeof adminActions)[number];

/** Somebody used a door for administrators. */
export interface AdminEntry {
  readonly type: 'admin';
  readonly action: AdminAction;
  readonly client: LoggedClient;
  /** The requests of this client for it that no earlier record counts, at least one. */
  readonly requests: number;
}

/** What a host may record. */
export type LogEntry =
  | DecisionEntry
  | ObservedEntry
  | EvictedEntry
  | PoliciesEntry
  | BundleEntry
  | ShadowEntry
  | AdminEntry;

/** What the log writes about itself. */
export type OwnEntry =
  | ({ readonly type: 'start' } & StartInfo)
  /** The process ends normally; no record of it follows. With `problem`, why it never began to answer. */
  | { readonly type: 'stop'; readonly problem?: string }
  /** Records that were lost since the one before. */
  | { readonly type: 'dropped'; readonly records: number; readonly reasons: Readonly<Record<string, number>> }
  /** Files that are too old to keep are about to be removed; none with a number up to `upTo` is kept. */
  | { readonly type: 'deleted'; readonly upTo: number; readonly files: readonly string[] };

/** A line of another process that was there before this one was written. */
export interface RecordAnchor {
  /** The number of its file. */
  readonly file: number;
  readonly hash: string;
}

/** The members that the log adds to every entry; `hash` is the last in the line. */
export interface RecordHead {
  /** 16 hexadecimal digits that no other process has. */
  readonly process: string;
  /** From 1. */
  readonly seq: number;
  /** RFC 3339, with milliseconds. */
  readonly time: string;
  /** The hash of the process's record before; null for its first. */
  readonly previous: string | null;
  readonly anchors?: readonly RecordAnchor[] | undefined;
  /** The number of the file that has the record before, where that is another file. */
  readonly continues?: number | undefined;
  /** In the only record of a process. */
  readonly start?: StartInfo | undefined;
  readonly final?: true | undefined;
}

export type LogRecord = RecordHead & (LogEntry | OwnEntry) & { readonly hash: string };
