/**
 * Decisions for OpenTelemetry, by OTLP over HTTP: a span and a log record of each, and the metrics of the
 * server. All of it is made from the entry for the decision log, so it has nothing that the log would not
 * have, and no inputs. It is loaded only if it is switched on; no decision waits for it, and items that
 * cannot be sent are counted.
 */
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { LoggerProvider, type ReadableLogRecord } from '@opentelemetry/sdk-logs';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, type ReadableSpan } from '@opentelemetry/sdk-trace-base';
import type { DecisionEntry, LogEntry } from '../../store/decision-log/record.ts';
import { attributesOf, bodyOf, levelOf } from './attributes.ts';
import { type Gathered, latencyIn, mirror } from './mirror.ts';
import { TelemetryQueue } from './queue.ts';

export interface TelemetryOptions {
  /** Where all signals go, such as `http://127.0.0.1:4318`; undefined if the variables of the environment name it. */
  readonly endpoint: string | undefined;
  /** The version of bylaw. */
  readonly version: string;
}

export type Signal = 'spans' | 'logs';

export interface Telemetry {
  /** Queues an entry. Returns at once, and never throws. */
  tell(entry: LogEntry): void;
  /** Sends metrics too, from now on; `gather` returns the present ones. */
  measure(gather: () => Promise<Gathered>): void;
  /** How much was dropped, and why the last batch was not accepted. */
  readonly status: {
    readonly dropped: Readonly<Record<Signal, number>>;
    readonly problem: string | undefined;
  };
  /** Sends the waiting items, for at most so many milliseconds. */
  close(patience: number): Promise<void>;
}

/** Milliseconds that a collector may take to answer. */
const timeoutMillis = 10_000;
/** Milliseconds between two exports of the metrics. */
const metricsInterval = 15_000;

export function openTelemetry({ endpoint, version }: TelemetryOptions): Telemetry {
  const at = (signal: string): { timeoutMillis: number; url?: string } => ({
    timeoutMillis,
    ...(endpoint === undefined ? {} : { url: `${endpoint.replace(/\/+$/, '')}/v1/${signal}` }),
  });
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'bylaw', 'service.version': version }))
    .merge(detectResources({ detectors: [envDetector] }));

  const spanExporter = new OTLPTraceExporter(at('traces'));
  const spans = new TelemetryQueue<ReadableSpan>((items, done) =>
    spanExporter.export(items, ({ error, code }) => done(failure(code, error))),
  );
  const tracer = new BasicTracerProvider({
    resource,
    spanProcessors: [{ ...processor, onStart() {}, onEnd: (span) => isSampled(span) && spans.add(span) }],
  }).getTracer('bylaw', version);

  const logExporter = new OTLPLogExporter(at('logs'));
  const logs = new TelemetryQueue<ReadableLogRecord>((items, done) =>
    logExporter.export(items, ({ error, code }) => done(failure(code, error))),
  );
  const logger = new LoggerProvider({
    resource,
    processors: [{ ...processor, onEmit: (record) => logs.add(record) }],
  }).getLogger('bylaw', version);

  const exporter = new OTLPMetricExporter(at('metrics'));
  const reader = new PeriodicExportingMetricReader({
    exporter,
    exportIntervalMillis: metricsInterval,
    exportTimeoutMillis: timeoutMillis,
  });
  const meters = new MeterProvider({ resource, readers: [reader] });
  const meter = meters.getMeter('bylaw', version);
  const latency = latencyIn(meter);

  const tell = (entry: LogEntry): void => {
    const now = Date.now();
    const context = entry.type === 'decision' ? spanOf(entry, now) : ROOT_CONTEXT;
    logger.emit({
      ...levelOf(entry),
      timestamp: exactly(now),
      eventName: `bylaw.${entry.type}`,
      body: bodyOf(entry),
      attributes: attributesOf(entry, 'log'),
      context,
    });
    if (entry.type === 'decision') latency.record(entry.latency / 1e6);
  };
  /** The context of a span that has ended. */
  const spanOf = (entry: DecisionEntry, end: number): Context => {
    const span = tracer.startSpan(
      'bylaw decide',
      {
        kind: SpanKind.SERVER,
        startTime: exactly(end - entry.latency / 1000),
        attributes: attributesOf(entry, 'span'),
      },
      callerOf(entry),
    );
    if (entry.faults.length > 0) span.setStatus({ code: SpanStatusCode.ERROR, message: 'a rule failed' });
    span.end(exactly(end));
    return trace.setSpan(ROOT_CONTEXT, span);
  };
  return {
    tell(entry) {
      try {
        tell(entry);
      } catch {
        // A failure of telemetry does not change the answer.
      }
    },
    measure: (gather) => mirror(meter, gather),
    get status() {
      return {
        dropped: { spans: spans.dropped, logs: logs.dropped },
        problem: spans.problem ?? logs.problem,
      };
    },
    async close(patience) {
      const all = Promise.allSettled([
        spans.flush(),
        logs.flush(),
        meters.shutdown({ timeoutMillis: patience }),
      ]);
      await Promise.race([all, new Promise((resolve) => setTimeout(resolve, patience).unref())]);
      await Promise.race([
        Promise.allSettled([spanExporter.shutdown(), logExporter.shutdown()]),
        new Promise((resolve) => setTimeout(resolve, 100).unref()),
      ]);
    },
  };
}

/** The members of a processor other than its handling of an item. */
const processor = { forceFlush: async () => {}, shutdown: async () => {} };

const isSampled = (span: ReadableSpan): boolean => (span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0;

const failure = (code: number, error: Error | undefined): Error | undefined =>
  code === 0 ? undefined : (error ?? new Error('the collector did not take it'));

/** A unique time, even if the clock was set: seconds since 1970, and nanoseconds. */
const exactly = (milliseconds: number): [number, number] => {
  const seconds = Math.floor(milliseconds / 1000);
  return [seconds, Math.round((milliseconds - seconds * 1000) * 1e6)];
};

/** The context that the caller names; the root if it names none. */
function callerOf({ trace: named }: DecisionEntry): Context {
  const [, traceId, spanId, flags] =
    /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(named?.traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED,
    isRemote: true,
  });
}
