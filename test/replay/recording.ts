/** Logs that are really written by an engine, under a clock of their own. */

import type { Program } from '../../src/compile/program.ts';
import { Engine } from '../../src/engine/engine.ts';
import type { JsonObject } from '../../src/facts/event/event.ts';
import { withLog } from '../../src/host/decision-log/logged.ts';
import { digest } from '../../src/host/remembering.ts';
import { decodeEvent } from '../../src/protocol/decode.ts';
import { openImmediateLog } from '../../src/store/decision-log/open-immediate-log.ts';
import type { LogInputs } from '../../src/store/decision-log/record.ts';
import { openVolatileStore } from '../../src/store/memory/volatile.ts';
import { program as programOf } from '../engine/program.ts';

export interface RecordedStep {
  /** Milliseconds since the step before; negative where the clock is set back. */
  readonly after: number;
  readonly event: JsonObject;
  /** Which of the processes is meant; they share what they remember. */
  readonly process?: number;
}

export interface RecordingOptions {
  readonly rules: string | Program;
  readonly inputs?: LogInputs;
}

export const beginning = Date.UTC(2026, 9, 1, 12);

/** Writes down what an engine answers to some events: those of type `tool.before` are decided, others observed. */
export function record(
  folder: string,
  steps: readonly RecordedStep[],
  { rules, inputs = 'full' }: RecordingOptions,
): void {
  let clock = beginning;
  const now = (): number => clock;
  const program = typeof rules === 'string' ? programOf(rules) : rules;
  const store = openVolatileStore();
  const policies = 'a'.repeat(64);
  const start = { bylaw: '0.1.0', by: 'serve', policies, inputs };
  const processes = Math.max(1, ...steps.map(({ process = 0 }) => process + 1));
  const running = Array.from({ length: processes }, () => {
    const log = openImmediateLog({ folder, start, whenFull: 'block', stays: true, now });
    const engine = new Engine({ program, now, memory: { store, now, digest } });
    return { log, point: withLog(engine, log, { policies, now: () => 0 }) };
  });
  for (const { after, event, process = 0 } of steps) {
    clock += after;
    const decoded = decodeEvent(event);
    if (!decoded.ok) throw new Error(`${decoded.problem.path}: ${decoded.problem.message}`);
    const point = running[process]?.point;
    if (decoded.event.type === 'tool.before') point?.decide(decoded.event);
    else point?.observe(decoded.event);
  }
  for (const { log } of running) log.close();
}

export interface CallParts {
  readonly id: string;
  readonly name?: string;
  readonly input?: JsonObject;
  readonly session?: string;
  readonly source?: string;
  readonly agent?: string;
}

/** A call of a shell, unless another tool is named; its id names the event as well. */
export function asked({
  id,
  name = 'Bash',
  input = {},
  session = 's1',
  source,
  agent,
}: CallParts): JsonObject {
  return {
    id: `before ${id}`,
    source: source ?? 'urn:example:harness',
    type: 'tool.before',
    time: '2026-10-01T12:00:00Z',
    path: 'native',
    harness: { name: 'example', version: '1' },
    session: { id: session, cwd: '/repo', ...(agent === undefined ? {} : { agent: { id: agent } }) },
    call: { id },
    tool: { name, input, origin: 'native', ...(name === 'Bash' ? { kind: 'shell' } : {}) },
  };
}

export const runs = (id: string, command: string, parts: Partial<CallParts> = {}): JsonObject =>
  asked({ id, input: { command }, ...parts });

/** How a call ended. */
export function ended(
  call: JsonObject,
  outcome: 'ok' | 'error' | 'denied',
  id = `${call.id} after`,
): JsonObject {
  const execution = outcome === 'denied' ? { status: 'skipped', reason: 'policy' } : { status: 'executed' };
  return {
    ...call,
    id,
    type: 'tool.after',
    execution,
    items: [],
    outcome,
    ...(outcome === 'error' ? { error: { class: 'tool', message: 'no' } } : {}),
  };
}
