/** What decides while a server runs: policies in force with their memory, a log, and counts of all of it. */
import { Speakers } from '../../engine/speakers.ts';
import { DiskReader } from '../../host/disk/gathered-disk.ts';
import { startDiskWorker } from '../../host/disk/start-disk-worker.ts';
import { shippingOf } from '../../host/ship/shipping.ts';
import { SlowSessions } from '../../server/lanes/slow-sessions.ts';
import { Load } from '../../server/limits/load.ts';
import { createLoopDelay } from '../../server/limits/loop-delay.ts';
import type { ServerMetrics } from '../../server/metrics/metrics.ts';
import type { DecisionLog } from '../../store/decision-log/decision-log.ts';
import type { LogEntry } from '../../store/decision-log/record.ts';
import { Canary } from '../bundles/canary.ts';
import type { FollowedBundles } from '../bundles/followed-bundles.ts';
import type { Shadow } from '../bundles/shadow.ts';
import { openLogFor } from '../options/log-options.ts';
import type { PoliciesInUse } from '../policies/policies.ts';
import { loggedRefusal } from '../policies/refused-policies.ts';
import type { CommandContext } from '../terminal/context.ts';
import { openShadow } from './open-shadow.ts';
import { type Points, pointsOf } from './points.ts';
import { PoliciesInForce } from './policies-in-force.ts';
import { reportedLog, startTelemetry } from './report-telemetry.ts';
import { placesBeside, type ServeSettings } from './serve-settings.ts';

export interface Deciding {
  readonly inForce: PoliciesInForce;
  /** They decide by what is in force; counted, and written down where there is a log. */
  readonly points: Points;
  readonly speakers: Speakers;
  readonly slow: SlowSessions;
  readonly log: DecisionLog | undefined;
  readonly metrics: ServerMetrics;
  readonly load: Load;
  /** The candidate; undefined where none is named. */
  readonly shadow: Shadow | undefined;
  /** Looks for changes of the policies, and how late everything is, from now on. */
  watch(): void;
  /** Looks no more, and closes the memory and the log. `problem`: why the server could not begin. */
  close(problem?: string): Promise<void>;
}

/** How often it is looked whether policies have changed on disk, in milliseconds. */
const watchInterval = 1000;
/** How often it is looked whether there is another bundle to compare, in milliseconds. */
const shadowInterval = 5000;
const otherLog = 'name another folder with `--log DIR`, or go without a log with `--no-log`';

/** Puts policies in force. What happens to them later is said in the context. Throws `UsageError`. */
export async function openDeciding(
  settings: ServeSettings,
  use: PoliciesInUse,
  context: CommandContext,
  bundles?: FollowedBundles,
): Promise<Deciding> {
  const { policies, memory, cluster, mode, budget, limits } = settings;
  const opened = settings.log && (await openLogFor(settings.log, 'serve', use.loaded.digest, otherLog));
  const telling = settings.telemetry && (await startTelemetry(settings.telemetry));
  const log = opened !== undefined && telling !== undefined ? reportedLog(opened, telling) : opened;
  // What cannot be written is counted by the log, and no reason to stop.
  const note = (entry: LogEntry): void => {
    if (log !== undefined) Promise.resolve(log.append(entry)).catch(() => {});
  };
  const slow = new SlowSessions();
  const inForce = new PoliciesInForce(context, use, {
    took: (event, milliseconds) => slow.took(event, milliseconds),
    policies: bundles?.named ?? policies,
    bundles,
    memory,
    cluster,
    mode,
    budget,
    beside: placesBeside(settings),
    changed: ({ loaded }) => note({ type: 'policies', policies: loaded.digest }),
    refused: (policies, problems) => note({ type: 'policies', policies, refused: loggedRefusal(problems) }),
    evicted: (memories) => note({ type: 'evicted', memories }),
  });
  if (bundles !== undefined) {
    bundles.noted = note;
    note(bundles.entry);
  }
  const { createMetrics } = await import('../../server/metrics/metrics.ts');
  const load = new Load(limits);
  const delay = createLoopDelay();
  const metrics = createMetrics(log, inForce, { load, delay });
  const folder = settings.log?.folder;
  if (folder !== undefined) metrics.addShipping(() => shippingOf(folder));
  telling?.measure(metrics);
  const speakers = new Speakers(() => inForce.memory);
  const reader = settings.disk ? new DiskReader(startDiskWorker) : undefined;
  const { engine } = inForce;
  const beside: typeof metrics.counted = (point) =>
    shadow?.beside(metrics.counted(point)) ?? metrics.counted(point);
  const canary =
    settings.shadow &&
    new Canary({
      share: settings.shadow.canaryShare,
      inForce: () => engine.program,
      memoryFor: (use) => inForce.memoryFor(use),
    });
  const shadow =
    settings.shadow &&
    openShadow(settings.shadow, settings, context, {
      noted: note,
      canary,
      inForce: () => ({ program: engine.program, sequence: inForce.bundle?.sequence }),
    });
  if (shadow !== undefined) metrics.addShadow(shadow);
  if (canary !== undefined) {
    inForce.policiesOf = (event) => canary.policiesOf(event);
    metrics.addCanary(() => canary.answered);
  }
  const points = pointsOf({
    engine,
    canary,
    speakers,
    watches: mode.watches === true,
    reader,
    counted: beside,
  });
  return {
    inForce,
    points,
    speakers,
    slow,
    log,
    metrics,
    load,
    shadow,
    watch() {
      inForce.watch(watchInterval);
      delay.watch();
      void shadow?.watch(shadowInterval);
    },
    async close(problem) {
      await shadow?.close();
      await inForce.close();
      await reader?.close();
      delay.close();
      await opened?.close(problem);
      await telling?.close();
    },
  };
}
