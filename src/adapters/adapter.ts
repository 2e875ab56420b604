/**
 * The one interface between a harness's own hooks and the protocol: a native
 * payload → what it says, in the protocol's words; a verdict → what that harness
 * understands as an answer. An adapter is a table and a few lines; it knows no
 * policy, keeps nothing, and reads no file. Facts about harnesses are those of
 * the vendors' documentation and sources.
 */
import type { Json, JsonObject } from '../language/json.ts';
import type { Kind } from '../vocabulary/kinds.ts';
import type { HarnessId } from './harnesses.ts';

/** What the payload alone does not say: the harness starts its hook with these. */
export interface HookHost {
  /** The variables of the environment that `harnessVariables` names, and no other. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The directory that the hook was started in. */
  readonly cwd: string;
}

/** What one payload says. A part that the harness does not say is undefined: nothing is made up here. */
export interface NativeEvent {
  readonly type: 'tool.before' | 'tool.after' | 'session.start' | 'session.end';
  readonly session: NativeSession;
  /** RFC 3339, where the harness says when it was. */
  readonly time?: string | undefined;
  /** The version of the harness itself. */
  readonly version?: string | undefined;
  /** A further mark of this call, beside one that looks the same: a turn, a generation. */
  readonly turn?: string | undefined;
  /** The harness's own name of the call. */
  readonly call?: string | undefined;
  /** Set exactly for the events of a tool. */
  readonly tool?: NativeTool | undefined;
  /** Set exactly for `tool.after`. */
  readonly outcome?: NativeOutcome | undefined;
  /** For `session.end`, in the words of the protocol. */
  readonly ended?: 'completed' | 'cancelled' | 'error' | 'unknown' | undefined;
}

export interface NativeSession {
  readonly id: string | undefined;
  /** Whether the id was made for the harness, which gives none. */
  readonly isSynthesized?: boolean | undefined;
  readonly cwd?: string | undefined;
  readonly workspaceRoots?: readonly string[] | undefined;
  readonly model?: string | undefined;
  readonly agent?: { readonly id: string; readonly type?: string | undefined } | undefined;
}

export interface NativeTool {
  /** Verbatim. */
  readonly name: string;
  readonly input: JsonObject;
  /** Only where the name does not say it, or says it wrong. */
  readonly kind?: Kind | undefined;
  readonly mcp?: NativeMcp | undefined;
}

export interface NativeMcp {
  readonly server: string;
  readonly tool: string;
  /** `runtime`: the harness said so. `inferred`: taken from the tool's name. */
  readonly provenance: 'runtime' | 'inferred';
  readonly url?: string | undefined;
  readonly command?: string | undefined;
  readonly args?: readonly string[] | undefined;
  /** The directory that the server was started in. */
  readonly cwd?: string | undefined;
}

export type NativeOutcome =
  | { readonly kind: 'ok'; readonly output?: Json | undefined }
  | { readonly kind: 'error'; readonly message: string }
  /** The call never ran, because it was denied. */
  | { readonly kind: 'denied' };

/**
 * What becomes of a payload. `moment` is the adapter's own word for what is being
 * answered (`PreToolUse`, `beforeReadFile`); it comes back in `answer`.
 */
export type HookReading =
  /** One event, or several where one payload holds several calls: all must pass. */
  | { readonly kind: 'events'; readonly moment: string; readonly events: readonly NativeEvent[] }
  /** A sound payload that bylaw has nothing to say about. */
  | { readonly kind: 'unused'; readonly moment: string }
  /** `decides`: whether the harness waits for a verdict, so that a denial means something. */
  | {
      readonly kind: 'unreadable';
      readonly moment: string;
      readonly decides: boolean;
      /** As what follows “the payload cannot be read: ”. */
      readonly problem: string;
    };

export type HookVerdict =
  | { readonly denied: false }
  /** `reason` is one line, safe to show, and never empty. */
  | { readonly denied: true; readonly reason: string; readonly code: string };

/** What the hook prints and how it ends. INVARIANT: never exit code 1, which most harnesses take for a pass. */
export interface NativeAnswer {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: 0 | 2;
}

type Sign = (payload: JsonObject, host: HookHost) => boolean;

/** How the payloads of a harness are distinguished from those of others. */
export interface Signs {
  /** A sign that no payload of another harness has; those of the adapters are tried in the order of their table. */
  readonly own?: Sign;
  /** A sign that others could have too: tried where no own sign holds. */
  readonly likely?: Sign;
  /** Whether a sign is in the environment, or in fields that are not there. */
  readonly isWeak?: true;
  /** Whether its hooks are in files that no other harness loads, while its envelope looks like that of others. */
  readonly hasOwnFiles?: true;
}

export interface Adapter {
  readonly id: HarnessId;
  /** The product’s name: `harness.name` of its events. */
  readonly name: string;
  readonly signs: Signs;
  /** Reads one payload. Never throws, whatever the payload. */
  read(payload: JsonObject, host: HookHost): HookReading;
  /**
   * The answer in the harness's own terms; no adapter ever grants anything.
   * Without a moment nothing is known of the payload: the answer is then for the
   * harness's ordinary event before a tool.
   */
  answer(verdict: HookVerdict, moment: string | undefined): NativeAnswer;
}

/** Events of one payload. */
export const eventsAt = (moment: string, ...events: readonly NativeEvent[]): HookReading => ({
  kind: 'events',
  moment,
  events,
});

/** A payload that cannot be read. `decides` is true where nothing shows that the harness waits for no verdict. */
export const unreadable = (moment: string, problem: string, decides = true): HookReading => ({
  kind: 'unreadable',
  moment,
  decides,
  problem,
});

/** An answer that says nothing but a JSON object, or nothing at all. */
export const printing = (document?: JsonObject): NativeAnswer => ({
  stdout: document === undefined ? '' : `${JSON.stringify(document)}\n`,
  stderr: '',
  exitCode: 0,
});

/** Denial by exit code 2, the reason on standard error. */
export const refusing = (reason: string, document?: JsonObject): NativeAnswer => ({
  stdout: document === undefined ? '' : `${JSON.stringify(document)}\n`,
  stderr: `${reason}\n`,
  exitCode: 2,
});
