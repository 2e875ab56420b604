/** What decides while a server runs: policies in force with their memory, a log, and counts of all of it. */
import type { DecisionPoint } from '../../engine/engine.ts';
import { proven, Speakers, unproven } from '../../engine/speakers.ts';
import type { ForwardedContext } from '../../hook/forwarded.ts';
import { DiskReader } from '../../host/gathered-disk.ts';
import { mountsOfProcess } from '../../host/mounts.ts';
import { startDiskWorker } from '../../host/start-disk-worker.ts';
import { Load } from '../../server/load.ts';
import { createLoopDelay } from '../../server/loop-delay.ts';
import type { ServerMetrics } from '../../server/metrics.ts';
import { onDisk } from '../../server/on-disk.ts';
import type { LogEntry } from '../../store/decision-log/record.ts';
import type { CommandContext } from '../context.ts';
import { openLogFor } from '../log-options.ts';
import type { PoliciesInUse } from '../policies.ts';
import { PoliciesInForce } from '../policies-in-force.ts';
import { placesBeside, type ServeSettings } from './serve-settings.ts';

export interface Deciding {
  readonly inForce: PoliciesInForce;
  /** Decides by what is in force; counted, and written down where there is a log. */
  readonly engine: DecisionPoint;
  /** The same for those who cannot be told from the agent. */
  readonly unproven: DecisionPoint;
  /** The same with a look at the disk, for those who see the same files; undefined where these cannot be told. */
  readonly onDisk: ForwardedContext['onDisk'];
  readonly metrics: ServerMetrics;
  readonly load: Load;
  /** Looks for changes of the policies, and how late everything is, from now on. */
  watch(): void;
  /** Looks no more, and closes the memory and the log. */
  close(): Promise<void>;
}

/** How often it is looked whether policies have changed on disk, in milliseconds. */
const watchInterval = 1000;
const otherLog = 'name another folder with `--log DIR`, or go without a log with `--no-log`';

/** Puts policies in force. What happens to them later is said in the context. Throws `UsageError`. */
export async function openDeciding(
  settings: ServeSettings,
  use: PoliciesInUse,
  context: CommandContext,
): Promise<Deciding> {
  const { policies, memory, mode, budget, limits } = settings;
  const log = settings.log && (await openLogFor(settings.log, 'serve', use.loaded.digest, otherLog));
  // What cannot be written is counted by the log, and no reason to stop.
  const note = (entry: LogEntry): void => {
    if (log !== undefined) Promise.resolve(log.append(entry)).catch(() => {});
  };
  const inForce = new PoliciesInForce(context, use, {
    policies,
    memory,
    mode,
    budget,
    beside: placesBeside(settings),
    changed: ({ loaded }) => note({ type: 'policies', policies: loaded.digest }),
    evicted: (memories) => note({ type: 'evicted', memories }),
  });
  const { createMetrics } = await import('../../server/metrics.ts');
  const load = new Load(limits);
  const delay = createLoopDelay();
  const metrics = createMetrics(log, inForce, { load, delay });
  const speakers = new Speakers(() => inForce.memory);
  const engine = metrics.counted(proven(inForce.engine, speakers));
  const mounts = mountsOfProcess();
  const reader = new DiskReader(startDiskWorker);
  return {
    inForce,
    engine,
    unproven: metrics.counted(unproven(inForce.engine, speakers, mode.watches === true)),
    onDisk:
      mounts === undefined
        ? undefined
        : {
            engineWith: (searchPath) => onDisk(engine, () => inForce.engine.program, reader, searchPath),
            mounts,
          },
    metrics,
    load,
    watch() {
      inForce.watch(watchInterval);
      delay.watch();
    },
    async close() {
      await inForce.close();
      await reader.close();
      delay.close();
      await log?.close();
    },
  };
}
