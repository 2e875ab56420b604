/** Decisions for calls that run on this machine: what its disk says of them is looked up first. */
import { deriveFor, type Program } from '../compile/program.ts';
import type { DecisionPoint } from '../engine/engine.ts';
import { evaluate } from '../engine/evaluate.ts';
import { admit } from '../engine/pins.ts';
import type { DiskReader } from '../host/disk/gathered-disk.ts';

/**
 * `program`: that which decides now. What its rules ask of the disk is gathered by asking all of them; another thread
 * reads, so that a slow disk holds up nobody else. `searchPath`: where programs are looked for, as the `PATH` of who asks has it.
 */
export const onDisk = (
  point: DecisionPoint,
  program: () => Program,
  reader: Pick<DiskReader, 'gather'>,
  searchPath: string | undefined,
): DecisionPoint => ({
  async decide(event, asked) {
    const deciding = program();
    // What a rule asks of the disk may depend on who asks, and when.
    const { client } = admit(deciding.clients, event, asked?.client);
    const disk = await reader.gather((gathered) => {
      evaluate(deciding, deriveFor(deciding, event, undefined, { disk: gathered, client, at: Date.now() }));
    }, searchPath);
    return await point.decide(event, { ...asked, disk });
  },
  observe: (event, asked) => point.observe(event, asked),
});
