/** A collector of OpenTelemetry on loopback: it takes OTLP as JSON, and gathers what comes. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Attribute {
  readonly key: string;
  readonly value: {
    readonly stringValue?: string;
    readonly intValue?: number;
    readonly doubleValue?: number;
    readonly boolValue?: boolean;
    readonly arrayValue?: object;
  };
}

export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
}

export interface LogLine {
  readonly traceId?: string;
  readonly spanId?: string;
  readonly severityText: string;
  readonly body: { readonly stringValue: string };
  readonly attributes: readonly Attribute[];
}

export interface Collector {
  readonly endpoint: string;
  readonly spans: Span[];
  readonly logs: LogLine[];
  /** The names of metrics. */
  readonly metrics: Set<string>;
  readonly resources: Attribute[][];
  /** All that came, as text. */
  readonly texts: string[];
  /** What it answers from now on: a status, or nothing ever. */
  answers: number | 'nothing';
  close(): Promise<void>;
}

/** The values of attributes by their keys. */
export const valuesOf = (attributes: readonly Attribute[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

export async function openCollector(): Promise<Collector> {
  const gathered = {
    spans: [] as Span[],
    logs: [] as LogLine[],
    metrics: new Set<string>(),
    resources: [] as Attribute[][],
    texts: [] as string[],
    answers: 200 as number | 'nothing',
  };
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
    request.on('end', () => {
      gathered.texts.push(text);
      if (gathered.answers === 'nothing') return;
      if (gathered.answers === 200) take(request.url ?? '', JSON.parse(text), gathered);
      response.writeHead(gathered.answers, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(gathered, {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

interface Document {
  readonly resourceSpans?: readonly {
    readonly resource: { readonly attributes: Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
  readonly resourceLogs?: readonly {
    readonly scopeLogs: readonly { readonly logRecords: readonly LogLine[] }[];
  }[];
  readonly resourceMetrics?: readonly {
    readonly scopeMetrics: readonly { readonly metrics: readonly { readonly name: string }[] }[];
  }[];
}

const memberOf: Readonly<Record<string, keyof Document>> = {
  '/v1/traces': 'resourceSpans',
  '/v1/logs': 'resourceLogs',
  '/v1/metrics': 'resourceMetrics',
};

function take(
  path: string,
  document: Document,
  { spans, logs, metrics, resources }: Omit<Collector, 'endpoint' | 'close'>,
): void {
  const member = memberOf[path];
  if (member === undefined || document[member] === undefined) throw new Error(`not for ${path}`);
  for (const { resource, scopeSpans } of document.resourceSpans ?? []) {
    resources.push(resource.attributes);
    spans.push(...scopeSpans.flatMap((scope) => scope.spans));
  }
  for (const { scopeLogs } of document.resourceLogs ?? [])
    logs.push(...scopeLogs.flatMap((scope) => scope.logRecords));
  for (const { scopeMetrics } of document.resourceMetrics ?? [])
    for (const { name } of scopeMetrics.flatMap((scope) => scope.metrics)) metrics.add(name);
}
