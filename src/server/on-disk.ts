/** Decisions for calls that run on this machine: the disk is read first. */
import { deriveFor, type Program } from '../compile/program.ts';
import type { DecisionPoint } from '../engine/engine.ts';
import { evaluate } from '../engine/evaluate.ts';
import { admit } from '../engine/pins.ts';
import type { Event } from '../facts/event/event.ts';
import type { DiskReader } from '../host/disk/gathered-disk.ts';

/**
 * `program`: the present program. A first evaluation of all its rules collects what they need from the
 * disk; another thread reads, so that a slow disk delays no other call. `searchPath`: the `PATH` of the
 * client, where programs are searched.
 */
export const onDisk = (
  point: DecisionPoint,
  program: (event: Event) => Program,
  reader: Pick<DiskReader, 'gather'>,
  searchPath: string | undefined,
): DecisionPoint => ({
  async decide(event, asked) {
    const deciding = program(event);
    // What a rule needs from the disk may depend on the client and the time.
    const { client } = admit(deciding.clients, event, asked?.client);
    const disk = await reader.gather((gathered) => {
      evaluate(deciding, deriveFor(deciding, event, undefined, { disk: gathered, client, at: Date.now() }));
    }, searchPath);
    return await point.decide(event, { ...asked, disk });
  },
  observe: (event, asked) => point.observe(event, asked),
});
