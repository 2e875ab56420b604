/** The counts of decisions: by effect, code and exception, and how long they took. */
import { Histogram, type Registry } from 'prom-client';
import type { Decision } from '../../engine/decision.ts';
import { memoryCode } from '../../engine/engine.ts';
import { notPermittedCode } from '../../engine/permitted.ts';
import { foreignSourceCode } from '../../engine/pins.ts';
import type { Tally } from '../limits/counted.ts';
import { counter, counts } from './metric.ts';

/** Seconds: from a rule that is never asked to a script of a megabyte. */
const buckets = [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1];

/** Adds the counts of decisions to a registry, and gives what counts them. */
export function countDecisions(registry: Registry): Tally {
  /** Counted here, and reported on request. */
  const decided: Record<Decision['effect'], number> = { deny: 0, none: 0 };
  counts(registry, 'bylaw_decisions_total', 'Decisions, by effect (deny, none).', 'effect', () => decided);
  const denials = counter(registry, 'bylaw_denials_total', 'Denials, by the code of the rule.', 'code');
  const repeated = counter(registry, 'bylaw_repeated_total', 'Retries that got the first answer.');
  const unsure = counter(registry, 'bylaw_unsure_total', 'Decisions with an unsure rule.');
  const excuses = counter(
    registry,
    'bylaw_excused_total',
    'Decisions that an exception was used in, by its code.',
    'exception',
  );
  const faults = counter(registry, 'bylaw_faults_total', 'Rules whose evaluation failed.');
  const forgetful = counter(
    registry,
    'bylaw_memory_failures_total',
    'Calls that were denied because memories could not be read or written.',
  );
  const observed = counter(registry, 'bylaw_observed_total', 'Events that ask for no decision.');
  const disbelieved = counter(
    registry,
    'bylaw_unproven_total',
    'Claims that were not believed: the source of an event (source), a denial (denied), or the permission of a token (permission).',
    'what',
  );
  const latency = new Histogram({
    name: 'bylaw_decision_seconds',
    help: 'Time from the question to the decision, without the time to record it.',
    buckets,
    registers: [registry],
  });
  /** Looked up once, not for each decision. */
  const took = latency.labels();
  return {
    took: (seconds) => took.observe(seconds),
    decided({ effect, code, repeated: isRetry, unsure: notSure, faults: failed, excused }) {
      decided[effect]++;
      if (effect === 'deny') denials.inc({ code: code ?? 'unknown' });
      if (isRetry === true) repeated.inc();
      if (notSure.length > 0) unsure.inc();
      for (const exception of new Set(excused?.map((excuse) => excuse.exception))) excuses.inc({ exception });
      if (failed.length > 0) faults.inc(failed.length);
      if (code === memoryCode) forgetful.inc();
      if (code === foreignSourceCode) disbelieved.inc({ what: 'source' });
      if (code === notPermittedCode) disbelieved.inc({ what: 'permission' });
    },
    observed: () => observed.inc(),
    disbelieved: (what) => disbelieved.inc({ what }),
  };
}
