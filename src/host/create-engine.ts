/**
 * bylaw inside another program: policies from disk, decisions for events. Policies that are not valid never become an
 * engine, and an event that cannot be read is denied.
 */
import { resolve } from 'node:path';
import { compileKept, inMode } from '../compile/program.ts';
import { askedBy } from '../engine/asked-by.ts';

import { type Decision, emptyDecision } from '../engine/decision.ts';

import { type Counts, Engine, type ImmediateDecisionPoint } from '../engine/engine.ts';
import { parseEventText } from '../engine/event-text.ts';
import type { Client } from '../facts/event/client.ts';
import type { Json, JsonObject } from '../facts/event/event.ts';
import type { Diagnostic } from '../language/diagnostic.ts';
import { renderDiagnostic } from '../language/render.ts';
import { decodeEvent } from '../protocol/decode.ts';
import { isJsonObject, own } from '../protocol/json.ts';
import type { ImmediateDecisionLog, LogStatus } from '../store/decision-log/decision-log.ts';
import { openImmediateLog } from '../store/decision-log/open-immediate-log.ts';
import type { LogInputs, WhenFull } from '../store/decision-log/record.ts';
import { defaultRotation } from '../store/decision-log/rotation.ts';
import { withLog } from './decision-log/logged.ts';
import { openDisk } from './disk/disk.ts';
import { loadFresh } from './load/load-fresh.ts';
import { ownPlaces } from './machine/own-places.ts';
import { ownUser } from './machine/own-user.ts';
import { packageFile } from './machine/package-files.ts';
import { versionOfBylaw } from './machine/version.ts';
import { packPolicies, unpackPolicies } from './policy-cache/packed-policies.ts';
import type { BrokenLayer } from './policy-files/layer.ts';
import { openMemory } from './remembering.ts';

export interface CreateEngineOptions {
  /** Folders or files of policies, each a layer, from the highest to the lowest; or a file of layers (`bylaw.yaml`). */
  readonly policies: string | readonly string[];
  /** An absolute folder, from which relative paths are looked for; the process's own by default. */
  readonly cwd?: string;
  /**
   * A folder where earlier calls are remembered, for rules that ask for them; shared
   * with whatever else uses it. Without one they are remembered as long as the process lives.
   */
  readonly memory?: string;
  /** Whether to remember what calls write to files. True by default. */
  readonly rememberFiles?: boolean;
  /** Whether to deny nothing, and record what rules would deny. False by default. */
  readonly watch?: boolean;
  /**
   * Calls run on this machine, as this user: where a path leads and what a script holds is looked up on its disk, by the
   * time of the decision. Nothing is looked up by default.
   */
  readonly disk?: boolean;
  /**
   * Who asks, where a call does not say otherwise: what this program has proved, by itself. By default the user as whom it
   * runs. Rules see it as `client.…`.
   */
  readonly client?: EngineClient;
  /** A decision log; there is none by default. */
  readonly log?: EngineLog;
}

/** Who asks, as far as it is proved. What is not said counts as not proved. */
export interface EngineClient {
  /** A name for the credentials that came with the event. */
  readonly token?: string;
  /** A user of the system. */
  readonly user?: string;
}

/** What is known of how a question, or news, has come. */
export interface AskedOf {
  /** Who asks: takes the place of the engine's own. */
  readonly client?: EngineClient;
}

/** As `bylaw serve` takes it; `maxSize` is in octets, `maxAge` in milliseconds. */
export interface EngineLog {
  readonly folder: string;
  readonly inputs?: LogInputs;
  readonly whenFull?: WhenFull;
  readonly maxSize?: number;
  readonly maxAge?: number;
  readonly keep?: number;
}

/**
 * An event, or as much of one as there is: what only identifies it may be left
 * out. Every field of the protocol (draft or 0.1) is allowed here too.
 */
export interface EventInput {
  /** Give one where a call may be asked about again: the same id has the same answer. */
  readonly id?: string;
  readonly source?: string;
  readonly type?: 'tool.before' | 'tool.after' | 'tool.error' | 'session.start' | 'session.end';
  readonly session?: {
    readonly id: string;
    readonly cwd?: string;
    readonly workspaceRoots?: readonly string[];
    readonly model?: string;
    readonly agent?: { readonly id: string; readonly type?: string };
  };
  readonly tool?: {
    /** As the agent calls it, such as `Bash` or `read_file`. */
    readonly name: string;
    /** `shell`, `file_read`, …; read from the name where that is well known. */
    readonly kind?: string;
    readonly input: JsonObject;
    /** Say it for the tools of MCP servers: the library takes no name apart. */
    readonly mcp?: { readonly server: { readonly id: string }; readonly toolName: string };
  };
  /** The call, by the agent's own name; the same before and after. */
  readonly call?: { readonly id: string };
  /** How a call ended: for `tool.after`. `denied`: it never ran. */
  readonly outcome?: 'ok' | 'error' | 'denied';
  /** Set exactly for the outcome `error`. */
  readonly error?: { readonly message: string; readonly class?: string };
}

export interface PolicyEngine {
  /** Decides a call that is about to run. Never throws: what cannot be read is denied, and the reason says why. */
  decide(event: EventInput | JsonObject, asked?: AskedOf): Decision;
  /** Takes note of what has happened: results, errors, sessions. Never throws; false for an event that cannot be read. */
  observe(event: EventInput | JsonObject, asked?: AskedOf): boolean;
  readonly counts: Counts;
  /** The same engine as protocol handlers and native hooks take it. */
  readonly decisionPoint: ImmediateDecisionPoint;
  /** Lower layers that are not in force: calls in their scope are denied. */
  readonly broken: readonly BrokenLayer[];
  /** The state of the log; undefined without one. */
  readonly logStatus: LogStatus | undefined;
  /** Ends the log with a record that says so. Never throws. */
  close(): void;
}

/** Policies that have errors, or whose own tests fail; the message has all of them, for people. */
export class InvalidPolicies extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[], text: string) {
    super(`the policies are not valid\n\n${text}`);
    this.name = 'InvalidPolicies';
    this.diagnostics = diagnostics;
  }
}

/** Loads policies as the server does. Throws `InvalidPolicies`, or `NoSuchPath` where there is nothing to load. */
export function createEngine({
  policies,
  cwd = process.cwd(),
  memory,
  rememberFiles = true,
  watch = false,
  disk = false,
  client,
  log,
}: CreateEngineOptions): PolicyEngine {
  const named = typeof policies === 'string' ? [policies] : policies;
  const { loaded, problems, broken, content } = loadFresh(named, cwd);
  const { lookup, digest } = loaded;
  if (content === undefined) {
    const text = problems.map((each) => renderDiagnostic(each, lookup, { color: false })).join('\n\n');
    throw new InvalidPolicies(problems, text);
  }
  const folder = memory === undefined ? undefined : resolve(cwd, memory);
  // Trees of thousands of rules are not kept in memory for the few that calls ask about.
  const { rules, index } = packPolicies(content.bundle);
  const places = ownPlaces({
    env: process.env,
    program: packageFile(''),
    policies: [...content.paths, ...loaded.sources.map(({ path }) => resolve(loaded.root, path))],
    others: [folder, log && resolve(cwd, log.folder)],
  });
  const compiled = compileKept(unpackPolicies(rules, { index }), places);
  const program = inMode(compiled, { forgetsFiles: !rememberFiles, watches: watch });
  program.index.prepare();
  const engine = new Engine({
    program,
    memory: openMemory(program, { folder }),
    disk: disk === true ? openDisk() : undefined,
  });
  const running = log && openEngineLog(log, cwd, digest);
  const logged = running === undefined ? engine : withLog(engine, running, { policies: digest });
  const own = clientOf(client ?? { user: ownUser() });
  const pointFor = (asked: AskedOf | undefined): ImmediateDecisionPoint =>
    askedBy(asked?.client === undefined ? own : clientOf(asked.client), logged);
  let events = 0;
  const read = (event: EventInput | JsonObject) => {
    try {
      // What other programs hand over may hold things that no JSON does.
      const json = parseEventText(JSON.stringify(event));
      return decodeEvent(withUsualEnd(json), `call-${++events}`);
    } catch {
      return undefined;
    }
  };
  return {
    decide(event, asked) {
      const decoded = read(event);
      if (decoded === undefined) return invalid('it is no JSON');
      if (!decoded.ok) return invalid(decoded.problem.message);
      if (decoded.event.type !== 'tool.before')
        return invalid(`only \`tool.before\` is decided, and this is \`${decoded.event.type}\``);
      return pointFor(asked).decide(decoded.event);
    },
    observe(event, asked) {
      const decoded = read(event);
      if (decoded?.ok !== true) return false;
      pointFor(asked).observe(decoded.event);
      return true;
    },
    get counts() {
      return engine.counts;
    },
    decisionPoint: pointFor(undefined),
    broken,
    get logStatus() {
      return running?.status;
    },
    close() {
      running?.close();
    },
  };
}

/** The token and the user that a program names; an empty text, or what is no text, is left out. */
const clientOf = ({ token, user }: { readonly [Name in 'token' | 'user']?: unknown }): Client => ({
  way: 'library',
  ...(typeof token === 'string' && token !== '' ? { token } : {}),
  ...(typeof user === 'string' && user !== '' ? { user } : {}),
});

/** What the protocol wants of an ended call besides how it ended, where that is all that is said. */
function withUsualEnd(event: Json): Json {
  if (!isJsonObject(event) || own(event, 'type') !== 'tool.after' || !Object.hasOwn(event, 'outcome'))
    return event;
  const ran = own(event, 'outcome') !== 'denied';
  const execution = ran ? { status: 'executed' } : { status: 'skipped', reason: 'policy' };
  const error = own(event, 'error');
  const named = isJsonObject(error) ? { error: { class: 'tool', ...error } } : {};
  return { execution, items: [], ...event, ...named };
}

function openEngineLog(log: EngineLog, cwd: string, policies: string): ImmediateDecisionLog {
  const { folder, inputs = 'masked', whenFull = 'block' } = log;
  const { maxSize, maxAge, keep } = { ...defaultRotation, ...log };
  return openImmediateLog({
    folder: resolve(cwd, folder),
    start: { bylaw: versionOfBylaw(), by: 'library', policies, inputs },
    whenFull,
    stays: true,
    rotation: { maxSize, maxAge, keep: Math.max(2, keep) },
  });
}

const invalid = (problem: string): Decision => ({
  ...emptyDecision,
  effect: 'deny',
  code: 'io.bylaw.engine.invalid-event',
  reason: `The event cannot be read, so the call is not allowed: ${problem.replace(/\.$/, '')}.`,
});
