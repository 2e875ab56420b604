/** Asks the shipped policies about calls as tests write them. */
import type { TestCall } from '../../src/check/tree/checked-tests.ts';
import type { Decision } from '../../src/engine/decision.ts';
import { Engine } from '../../src/engine/engine.ts';
import { evaluate } from '../../src/engine/evaluate.ts';
import type { Disk } from '../../src/facts/disk/disk.ts';
import type { Event } from '../../src/facts/event/event.ts';
import { derive } from '../../src/facts/facts.ts';
import { eventOf } from '../../src/scenario/call.ts';
import { openVolatileStore } from '../../src/store/memory/volatile.ts';
import { type Profile, shipped } from './shipped.ts';

export type { Profile } from './shipped.ts';

function decideEvent(event: Event, profile: Profile = 'default', disk?: Disk): Decision {
  const program = shipped(profile).program;
  return evaluate(program, derive(event, program.knowledge, undefined, { disk }));
}

/** A command that runs in a folder, which is the workspace, of a disk. */
export const decideOn = (command: string, disk: Disk, folder: string): Decision =>
  decideEvent(
    eventOf(
      { kind: 'command', command },
      new Map([
        ['session.cwd', [folder]],
        ['session.workspaceRoots', [folder]],
      ] as const),
    ),
    'default',
    disk,
  );

export const decideCall = (
  call: Exclude<TestCall, { kind: 'recorded' }>,
  profile: Profile = 'default',
): Decision => decideEvent(eventOf(call, new Map()), profile);

export const decide = (command: string, profile: Profile = 'default'): Decision =>
  decideCall({ kind: 'command', command }, profile);

/**
 * A command in a session whose files cannot be looked at, after others that have succeeded. `isTold`: the harness tells how
 * calls end.
 */
export function decideInSession(before: readonly string[], command: string, isTold = true): Decision {
  const { program } = shipped();
  const engine = new Engine({
    program,
    memory: { store: openVolatileStore(), now: () => 1_000_000, digest: (text) => text },
  });
  const commandOf = (text: string, at: number): Event => {
    const event = eventOf({ kind: 'command', command: text }, new Map());
    const id = `call-${at}`;
    return { ...event, id, call: id, raw: { ...event.raw, id, text } };
  };
  for (const [at, text] of before.entries()) {
    const event = commandOf(text, at);
    engine.decide(event);
    if (isTold) engine.observe({ ...event, type: 'tool.after', raw: { ...event.raw, outcome: 'ok' } });
  }
  return engine.decide(commandOf(command, before.length));
}
