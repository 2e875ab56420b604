/** Engines that remember, with a clock that stands still, and events for them. */
import { createHash } from 'node:crypto';
import type { Program } from '../../src/compile/program.ts';
import type { Decision } from '../../src/engine/decision.ts';
import { Engine } from '../../src/engine/engine.ts';
import type { CallOutcome, Memory } from '../../src/engine/memory.ts';
import type { ImmediateMemoryStore } from '../../src/engine/memory-store.ts';
import { memoryKey } from '../../src/engine/scope-key.ts';
import type { Event, JsonObject } from '../../src/facts/event/event.ts';
import type { MemoryScope } from '../../src/facts/memory-view.ts';
import { program } from './program.ts';
import { openStrictStore } from './strict-store.ts';

export const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
export const minute = 60_000;
export const hour = 60 * minute;

export interface Told {
  readonly session?: string | undefined;
  readonly source?: string;
  readonly call?: string | undefined;
  readonly cwd?: string;
  readonly roots?: readonly string[];
  readonly agent?: string;
}

/** A call of a tool; its id is that of the call, too, unless it is told another or none. */
export function call(name: string, id: string, input: JsonObject = {}, told: Told = {}): Event {
  const { source = 'urn:test', cwd = '/w', roots = ['/w'], agent } = told;
  const session = 'session' in told ? told.session : 's';
  const common = { id, source, type: 'tool.before', time: '2026-10-01T12:00:00Z' } as const;
  return {
    ...common,
    harness: undefined,
    session:
      session === undefined
        ? undefined
        : {
            ...{ id: session, cwd, workspaceRoots: roots, model: undefined },
            agent: agent === undefined ? undefined : { id: agent, type: undefined },
          },
    call: 'call' in told ? told.call : id,
    tool: { name, kind: name === 'Bash' ? 'shell' : 'other', input, origin: 'native', mcp: undefined },
    raw: { ...common, session: session ?? null, tool: { name, input } },
  };
}

export const bash = (command: string, id: string, told?: Told): Event => call('Bash', id, { command }, told);

/** A call that has ended. */
export function ended(event: Event, outcome: CallOutcome): Event {
  const type = outcome === 'error' ? 'tool.error' : 'tool.after';
  return {
    ...event,
    id: `${event.id} ${outcome}`,
    type,
    raw: { ...event.raw, ...(outcome === 'error' ? {} : { outcome }) },
  };
}

/** An engine with a clock of its own, and a store that may be handed on. */
export class Setting {
  now = Date.UTC(2026, 9, 1);
  readonly store: ImmediateMemoryStore;
  readonly program: Program;
  engine: Engine;

  constructor(rules: string, store = openStrictStore()) {
    this.store = store;
    this.program = program(rules);
    this.engine = this.start();
  }

  start(): Engine {
    this.engine = new Engine({
      program: this.program,
      memory: { store: this.store, now: () => this.now, digest },
    });
    return this.engine;
  }

  /** The code of the denial without that of the policy; undefined for a call that passes. */
  ask(event: Event): string | undefined {
    return this.decide(event).code?.replace('com.example.', '');
  }

  decide(event: Event): Decision {
    return this.engine.decide(event);
  }

  tell(event: Event, outcome: CallOutcome): void {
    this.engine.observe(ended(event, outcome));
  }

  memory(scope: MemoryScope, event: Event): Memory {
    return this.store.change([memoryKey(scope, event, digest)], ([memory]) => ({
      memories: [undefined],
      result: memory!,
    }));
  }
}
