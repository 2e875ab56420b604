/** Telemetry of a server, where it is switched on: the library is loaded only then. */
import { whenThere } from '../../engine/awaitable.ts';
import { logUnavailableCode } from '../../host/decision-log/logged.ts';
import { versionOfBylaw } from '../../host/machine/version.ts';
import type { ServerMetrics } from '../../server/metrics/metrics.ts';
import type { DecisionLog } from '../../store/decision-log/decision-log.ts';
import type { LogEntry } from '../../store/decision-log/record.ts';
import type { TelemetrySettings } from '../settings/telemetry-settings.ts';

/** Milliseconds that a server which ends waits for its collector. */
const lastPatience = 2000;

export interface TelemetryReporter {
  tell(entry: LogEntry): void;
  /** Sends what these metrics are, and counts in them what could not be sent. */
  measure(metrics: ServerMetrics): void;
  close(): Promise<void>;
}

export async function startTelemetry({ endpoint }: TelemetrySettings): Promise<TelemetryReporter> {
  const { openTelemetry } = await import('../../server/telemetry/telemetry.ts');
  const telemetry = openTelemetry({ endpoint, version: versionOfBylaw() });
  return {
    tell: telemetry.tell,
    measure(metrics) {
      metrics.addTelemetry(() => telemetry.status);
      telemetry.measure(async () => (await metrics.report()).metrics);
    },
    close: () => telemetry.close(lastPatience),
  };
}

/** The same log, which also reports what it has written. A decision that could not be written was answered as a denial, and is reported as one. */
export function reportedLog(log: DecisionLog, { tell }: TelemetryReporter): DecisionLog {
  const reported = (entry: LogEntry): LogEntry =>
    entry.type === 'decision' && entry.effect === 'none'
      ? { ...entry, effect: 'deny', code: logUnavailableCode }
      : entry;
  return {
    inputs: log.inputs,
    digestOf: (text) => log.digestOf(text),
    append(entry) {
      try {
        return whenThere(
          log.append(entry),
          () => tell(entry),
          (error) => {
            tell(reported(entry));
            throw error;
          },
        );
      } catch (error) {
        tell(reported(entry));
        throw error;
      }
    },
    lose: (error) => log.lose(error),
    get status() {
      return log.status;
    },
  };
}
