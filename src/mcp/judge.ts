/**
 * A call through the proxy → an event of the protocol → the decision of the engine. The client names itself
 * as the harness. Never throws; a failure is a denial.
 */
import type { NativeEvent, NativeMcp, NativeOutcome } from '../adapters/adapter.ts';
import { failureVerdict } from '../adapters/failure.ts';
import { oneLine, verdictOf } from '../adapters/verdict.ts';
import { wireEvent } from '../adapters/wire-event.ts';
import type { ImmediateDecisionPoint } from '../engine/engine.ts';
import type { JsonObject } from '../language/json.ts';
import { decodeEvent } from '../protocol/decode.ts';
import { nothingEnded } from '../store/ended-calls.ts';
import type { Denial } from './answers.ts';
import type { PeerInfo } from './peer-info.ts';

/** How the server is reached. */
export type Connection = Pick<NativeMcp, 'url' | 'command' | 'args' | 'cwd'>;

export interface JudgeOptions {
  readonly engine: ImmediateDecisionPoint;
  /** The server’s name, if a person gave it one. */
  readonly name: string | undefined;
  /** The name of the server until it gives its own. */
  readonly usualName: string;
  readonly connection: Connection;
  readonly cwd: string;
  /** An id for this run of the proxy, which no other run has. */
  readonly run: string;
  /** RFC 3339. */
  now(): string;
}

type PeerClaims = Pick<PeerInfo, 'clientName' | 'clientVersion' | 'serverName' | 'roots'>;

export class CallJudge {
  /** The session’s id, where the server gives one. */
  session: string | undefined;
  readonly #options: JudgeOptions;
  readonly #peers: PeerClaims;
  /** How many calls there were: a call with the id of an earlier one is another call. */
  #calls = 0;

  constructor(options: JudgeOptions, peers: PeerClaims) {
    this.#options = options;
    this.#peers = peers;
  }

  /** The call as an event; `id` is the JSON text of the request’s id. */
  eventOf(call: { readonly name: string; readonly input: JsonObject }, id: string | undefined): NativeEvent {
    const { connection, cwd, run, name, usualName } = this.#options;
    const server = name ?? this.#peers.serverName ?? usualName;
    return {
      type: 'tool.before',
      session: {
        id: this.session ?? run,
        isSynthesized: this.session === undefined,
        cwd,
        workspaceRoots: this.#peers.roots,
      },
      version: this.#peers.clientVersion,
      turn: String(++this.#calls),
      call: id === undefined ? undefined : `${run}:${id}`,
      tool: {
        name: call.name,
        input: call.input,
        kind: 'mcp',
        mcp: { server, tool: call.name, provenance: 'runtime', ...connection },
      },
    };
  }

  /** The denial; undefined for a call that may go on. */
  decide(native: NativeEvent): Denial | undefined {
    try {
      const decoded = this.#decode(native);
      if (!decoded.ok) return unreadableCall(decoded.problem.message);
      const verdict = verdictOf(this.#options.engine.decide(decoded.event));
      return verdict.denied ? verdict : undefined;
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      return failureVerdict({ kind: 'fault', detail });
    }
  }

  /** Reports the outcome of a call to the engine; nothing for other requests. */
  observe(call: NativeEvent | undefined, outcome: NativeOutcome): void {
    if (call === undefined) return;
    try {
      const decoded = this.#decode({ ...call, type: 'tool.after', outcome });
      if (decoded.ok) this.#options.engine.observe(decoded.event);
    } catch {
      // A failed report does not end the session.
    }
  }

  #decode(native: NativeEvent): ReturnType<typeof decodeEvent> {
    const adapter = { id: 'mcp', name: this.#peers.clientName ?? 'MCP client' };
    const event = wireEvent(native, { adapter, ended: nothingEnded, now: this.#options.now() });
    return decodeEvent(event);
  }
}

/** The denial of a call that cannot be decided. */
export const unreadableCall = (problem: string): Denial => ({
  code: 'io.bylaw.engine.unreadable-payload',
  reason: oneLine(`bylaw cannot read this call, so it is not allowed: ${problem}.`),
});
