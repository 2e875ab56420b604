/**
 * Policies with every name resolved and every type known: what `check` gives and
 * `compile` takes. A tree of this type exists only where there are no errors.
 */
import type { WindowPattern } from '../../pattern/window.ts';
import type { DescribingVerb, EffectVerb, ObjectType } from '../../vocabulary/effects.ts';
import type { FieldEntry } from '../../vocabulary/fields.ts';
import type {
  AbsenceAction,
  AbsenceState,
  labelScopes,
  limitScopes,
  Severity,
  UnsureAction,
} from '../../vocabulary/kinds.ts';
import type { Operator } from '../../vocabulary/operators.ts';
import type { CheckedScenario, TestCase } from './checked-tests.ts';
import type { SourcePlace } from './source-place.ts';

export type { EffectVerb, ObjectType } from '../../vocabulary/effects.ts';

export interface CheckedBundle {
  /** In the order of their codes; the order never changes a decision. The rule of each limit is one of them. */
  readonly rules: readonly CheckedRule[];
  /** In the order of their codes. */
  readonly labels: readonly CheckedLabel[];
  /** In the order of their codes. */
  readonly limits: readonly CheckedLimit[];
  /** In the order of their codes; undefined where there are no exceptions. */
  readonly exceptions?: readonly CheckedException[];
  /** Those that switch rules to watching; undefined where there are none. */
  readonly pauses?: readonly CheckedPause[];
  /** What the policies of the highest layer add to the tables of commands and tools. */
  readonly knowledge: AddedKnowledge;
  /** What is known where lower layers add something, each with all above it; from the highest to the lowest. */
  readonly later?: readonly LayerKnowledge[];
  /** Where there are several layers, what they are called; from the highest to the lowest. */
  readonly layers?: readonly LayerName[];
  /** What the configuration pins to clients; absent where that is nothing. */
  readonly clients?: readonly ClientPin[];
}

export interface LayerKnowledge {
  /** The place of the layer that adds something. */
  readonly layer: number;
  readonly knowledge: AddedKnowledge;
}

/**
 * A client with this token, this certificate and this user (those that are named) may claim what follows; no other
 * client may.
 */
export interface ClientPin {
  /** The scope of a token. */
  readonly token?: string | undefined;
  /** The name in a certificate. */
  readonly certificate?: string | undefined;
  readonly user?: string | undefined;
  readonly source: readonly string[];
  /** The name of a harness. */
  readonly harness: readonly string[];
  /** The id of an agent. */
  readonly agent: readonly string[];
}

/** A layer as decisions show it. */
export interface LayerName {
  readonly name: string;
  readonly owner?: string | undefined;
}

/** `command`, `wrapper`, `alias` and `tool … of mcp …` blocks of all files. */
export interface AddedKnowledge {
  readonly commands: readonly AddedCommand[];
  /** Words that the real command follows: `['devbox', 'run']`. */
  readonly wrappers: readonly (readonly string[])[];
  readonly aliases: readonly { readonly name: string; readonly words: readonly string[] }[];
  readonly tools: readonly AddedTool[];
}

export interface AddedCommand {
  /** Program and subcommand words. */
  readonly words: readonly string[];
  /** Groups of options that take a value; the names of one group are synonyms. */
  readonly optionsWithValues: readonly (readonly string[])[];
  /** Groups of options that take none; the names of one group are synonyms. */
  readonly options: readonly (readonly string[])[];
  /** What it does: with each operand, with the value of an option, with a fixed path or host. */
  readonly effects: readonly AddedEffect[];
}

export interface AddedEffect {
  readonly verb: DescribingVerb;
  readonly of:
    | { readonly kind: 'operands' }
    | { readonly kind: 'operand'; readonly which: 'first' | 'last' }
    | { readonly kind: 'option'; readonly name: string }
    | { readonly kind: 'text'; readonly value: string }
    /** `input.file`, of a tool. */
    | { readonly kind: 'field'; readonly steps: readonly (string | number)[] }
    | { readonly kind: 'nothing' };
}

export interface AddedTool {
  readonly tool: string;
  /** Name pattern of the MCP server; undefined for a native tool. */
  readonly server: string | undefined;
  readonly toolKind: string | undefined;
  readonly effects: readonly AddedEffect[];
}

/** What a label is set on: all calls that share the memory in which it is kept. */
export type LabelScope = (typeof labelScopes)[number];

/**
 * What an earlier call leaves in the memory: it is set when a call that the subject is about ends in one of the ways in
 * `on`.
 */
export interface CheckedLabel {
  readonly code: string;
  /** As the file that declares it calls it. */
  readonly name: string;
  readonly scope: LabelScope;
  /** Milliseconds; null for as long as the session is remembered. */
  readonly lasts: number | null;
  /** The calls it is about, as a rule that watches for them. */
  readonly subject: CheckedRule;
  /** For a label on files: which object of the subject is the file. */
  readonly fileSlot: number | undefined;
  /** The ends of a call that set it; all three where the attempt is enough. */
  readonly on: readonly LabelOutcome[];
  /** It also counts as long as the end of the call is not known. */
  readonly orUnknown: boolean;
}

/** `ok`: it succeeded; `error`: it failed; `denied`: it did not happen. */
export type LabelOutcome = 'ok' | 'error' | 'denied';

/** How often calls may happen. The rule that denies those beyond it has the same code. */
export interface CheckedLimit {
  readonly code: string;
  readonly most: number;
  /** Milliseconds. */
  readonly period: number;
  readonly scope: LimitScope;
  /** The calls that count, as a rule that watches for them. */
  readonly subject: CheckedRule;
}

export type LimitScope = (typeof limitScopes)[number];

export interface CheckedRule {
  readonly code: string;
  readonly effect: 'deny' | 'watch';
  readonly severity: Severity;
  readonly unsure: UnsureAction;
  /** All of these must hold. */
  readonly when: readonly CheckedExpression[];
  /** Any of these excuses. */
  readonly unless: readonly CheckedExpression[];
  /** The objects that the rule is about; empty for a rule about fields alone. */
  readonly slots: readonly Slot[];
  readonly absences: readonly Absence[];
  readonly reason: Template | undefined;
  readonly hint: Template | undefined;
  readonly tags: readonly string[];
  readonly tests: readonly TestCase[];
  readonly scenarios: readonly CheckedScenario[];
  /** Undefined for a rule that is in force at once and for all sessions. */
  readonly rollout?: Rollout;
  /** The rule's name, for messages. */
  readonly place: SourcePlace;
  /** The place of its layer; undefined for the highest, or the only one. */
  readonly layer?: number;
  /** No exception of another layer touches it. */
  readonly final?: true;
  /** Exceptions of other layers that it allows; undefined for none. */
  readonly allowed?: Allowance;
}

/** Who may except calls from a rule besides its own layer, and for how long. */
export interface Allowance {
  /** Names of lower layers. */
  readonly layers: readonly string[];
  /** Milliseconds before its end from which on an exception holds. */
  readonly longest: number;
}

/** An exception as decisions show it, with the time in which it holds. */
export interface ExceptionTerm {
  readonly code: string;
  readonly owner: string;
  readonly ticket?: string;
  readonly because: string;
  /** When it ends, in milliseconds since 1970. */
  readonly expires: number;
  /** It holds only in so many milliseconds before it ends. */
  readonly longest: number;
  /** The name of its layer, where there are several. */
  readonly layer?: string;
}

/** An exception with what it touches. */
export interface CheckedException extends Omit<ExceptionTerm, 'longest' | 'layer'> {
  /** Codes of the rules that it excuses calls from, in their order. */
  readonly rules: readonly string[];
  /**
   * Of one that holds for every call, so that nothing is left of its rules: when it begins to, for each rule, in milliseconds since 1970.
   */
  readonly begins?: Readonly<Record<string, number>>;
  /** What these rules answer with it, on the day before it ends. */
  readonly tests: readonly TestCase[];
  readonly place: SourcePlace;
  /** The place of its layer; undefined for the highest, or the only one. */
  readonly layer?: number;
}

/** An exception that switches rules to watching. */
export type CheckedPause = Omit<CheckedException, 'tests'>;

/** From when a rule denies, and for how many of a hundred sessions: until then, and for the others, it is watched. */
export interface Rollout {
  /** The day as it is written, and when it begins in milliseconds since 1970. */
  readonly from?: { readonly day: string; readonly at: number };
  /** More than 0, up to 100. */
  readonly share?: number;
  /** Exceptions that switch the rule to watching, each in its term. */
  readonly paused?: readonly ExceptionTerm[];
  readonly place: SourcePlace;
}

/** What an author says about a field that is missing or unknown. */
export interface Absence {
  readonly field: ResolvedField;
  readonly state: AbsenceState;
  readonly action: AbsenceAction;
  readonly place: SourcePlace;
}

/** A field of the table, and the steps below it into JSON of the event's own design. */
export interface ResolvedField {
  readonly entry: FieldEntry;
  readonly steps: readonly (string | number)[];
  /** As messages write it; equal exactly for the same field. */
  readonly text: string;
}

export type CheckedExpression =
  | {
      readonly kind: 'and' | 'or';
      readonly operands: readonly CheckedExpression[];
      readonly place: SourcePlace;
    }
  | { readonly kind: 'not' | 'might'; readonly operand: CheckedExpression; readonly place: SourcePlace }
  /** A named condition, where it is used; or, among what excuses, an exception with its term. */
  | {
      readonly kind: 'condition';
      readonly name: string;
      readonly expression: CheckedExpression;
      readonly exception?: ExceptionTerm;
      readonly place: SourcePlace;
    }
  | CheckedCompare
  | CheckedEffect
  | CheckedObject
  /** A label, by its code: whether it is set. */
  | { readonly kind: 'label'; readonly label: string; readonly name: string; readonly place: SourcePlace }
  /** Whether the calls that a limit counts are as many as it allows. */
  | { readonly kind: 'limit'; readonly limit: string; readonly place: SourcePlace }
  | CheckedDenials
  | CheckedWindow
  | CheckedOpaque;

/**
 * `shell is opaque`: a part of the call leaves open what it does; `too complex`: because there is more than is
 * followed.
 */
export interface CheckedOpaque {
  readonly kind: 'opaque';
  readonly what: 'opaque' | 'too complex';
  readonly negated: boolean;
  readonly place: SourcePlace;
}

/** `during office`; negated: `outside office`. */
export interface CheckedWindow {
  readonly kind: 'window';
  readonly name: string;
  readonly window: WindowPattern;
  readonly negated: boolean;
  readonly place: SourcePlace;
}

/** `denied 3 times within 5m by "com.example.*"` */
export interface CheckedDenials {
  readonly kind: 'denials';
  readonly times: number;
  /** Milliseconds. */
  readonly within: number;
  /** Name patterns of codes; empty for all. */
  readonly by: readonly { readonly text: string; readonly place: SourcePlace }[];
  /** Whose denials count: for a label those of what it is set on, for a rule those of the session. */
  readonly scope: 'session' | 'source' | 'workspace';
  readonly place: SourcePlace;
}

/**
 * An object that a rule is about, one at a time. Predicates joined by `or` share it; predicates of one type joined by
 * `and` have one each. The candidates for it are everything that the call does by one of `verbs`. A path that is read and
 * a path that is sent can share an object, and so can hosts; `type` is that of the first predicate.
 */
export interface Slot {
  readonly type: ObjectType;
  readonly verbs: readonly EffectVerb[];
}

/** `reads @secret-files`, `runs "git push" with --force`, `writes or deletes any path outside workspace`. */
export interface CheckedEffect {
  readonly kind: 'effect';
  /** Joined by `or`; all of one object type. */
  readonly verbs: readonly EffectVerb[];
  /**
   * Index into the rule's `slots`. Undefined where the predicate asks about the
   * whole call (below a `not`, or in an exception whose rule has no object
   * of this type): it holds if it holds for any object of the call.
   */
  readonly slot: number | undefined;
  readonly type: ObjectType;
  /** `runs any unknown command`: only programs that no table and no `command` block describes. */
  readonly onlyUnknown?: boolean;
  /** All of these must hold for the object; empty for `elevates`. */
  readonly tests: readonly ObjectTest[];
  readonly place: SourcePlace;
}

/**
 * `path in "/tmp/**"`, `every refspec is "agent/*"`, `host outside @ours`: asks
 * about the object of an effect predicate. With no object (the rule's slot is
 * empty for this candidate) it is no.
 */
export interface CheckedObject {
  readonly kind: 'object';
  readonly slot: number;
  readonly test: ObjectTest;
  /** As written, for explanations: `path`, `every refspec`. */
  readonly text: string;
  readonly place: SourcePlace;
}

/** One question about an object. Alternatives: one that matches is enough. */
export interface ObjectTest {
  /**
   * `path`, `host`, `command`, `package`, `agent`: the object itself (for a send, its path or host; for a
   * pipe, see `producer` and `consumer`). `content`: what is written to a path. `source`: where a package
   * comes from (`registry`, `url`, `git`, `file`, `index`). `option`: an option of a command.
   * `role`: operands and option values of a command in that role; `argument` is any of them. `value`: what an option
   * of a command is given. `directory`: where a command runs. For an object that is no command, these ask about the command
   * that acts on it.
   */
  readonly of:
    | 'path'
    | 'host'
    | 'command'
    | 'package'
    | 'agent'
    | 'content'
    | 'source'
    | 'option'
    | 'role'
    | 'value'
    | 'directory'
    | 'producer'
    | 'consumer'
    /** The files that a command executes: its program where it is named by a path, and its scripts. */
    | 'file';
  /** For `role`. */
  readonly role: string | undefined;
  /** For `value`: the option, with its dashes. */
  readonly option?: string;
  /** For `role` and `value`; `every` over nothing is no. Without one, `value` is the one that counts. */
  readonly quantifier: 'any' | 'every' | undefined;
  /** `labelled` compares only with labels. */
  readonly operator: 'is' | 'under' | 'contains' | 'starts with' | 'ends with' | 'matches' | 'labelled';
  readonly negated: boolean;
  readonly patterns: readonly Pattern[];
}

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
  readonly place: SourcePlace;
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
  /** The places of bylaw itself, on the machine where calls are decided, or the folders that hold them. */
  | { readonly kind: 'own'; readonly what: 'places' | 'folders' }
  /** A host, a range of addresses, or a class of hosts. */
  | { readonly kind: 'host'; readonly value: string }
  /** Program and subcommands, with options that must be there: `git push`, `rm -rf`. */
  | { readonly kind: 'command'; readonly value: string }
  /** An option in any spelling that the program accepts: `--force`. */
  | { readonly kind: 'option'; readonly value: string }
  /** A package by name, with its manager before a colon where that matters: `npm:left-pad`, `@scope/*`. */
  | { readonly kind: 'package'; readonly value: string }
  /** A label on files, by its code. */
  | { readonly kind: 'label'; readonly value: string }
  /** Any operand of a command that is like this name pattern: `"+*"` after `with`. */
  | { readonly kind: 'operand'; readonly value: string }
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
    /**
     * The object that the rule holds for: `{path}`, `{host}`, `{command}`, `{working directory}`, `{package}`,
     * `{agent}`.
     */
    | {
        readonly kind: 'object';
        readonly slot: number;
        readonly of: 'path' | 'host' | 'command' | 'directory' | 'package' | 'agent';
      }
    /** `{since secret-seen}`: how long a label has been set, in words; `{secret-seen.tool}`. */
    | { readonly kind: 'label'; readonly label: string; readonly of: 'since' | 'tool' }
    /** `{limit}`, `{period}`, `{retry-at}` in the reason of a limit. */
    | { readonly kind: 'limit'; readonly limit: string; readonly of: 'limit' | 'period' | 'retry-at' }
  )[];
}
