/** What a collector gets of a server, by its own reading of OTLP; and that a decision never waits for it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { mostWaiting, TelemetryQueue } from '../../../src/server/telemetry/queue.ts';
import { openTelemetry } from '../../../src/server/telemetry/telemetry.ts';
import { bylaw, withFolder } from '../../cli/command.ts';
import { interceptOf, json, serving, urlIn } from '../../cli/serve-here.ts';
import { decision } from '../../host/export/records.ts';
import { type Collector, openCollector, valuesOf } from './collector.ts';

const policy = `policy com.example.dev
deny shell
  when kind is shell
  reason "No shell."
`;
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const caller = `00-${traceId}-00f067aa0ba902b7-01`;

const withCollector = async (use: (collector: Collector, cwd: string) => Promise<void>): Promise<void> => {
  const collector = await openCollector();
  try {
    await withFolder({ 'policies/dev.policy': policy }, (cwd) => use(collector, cwd));
  } finally {
    await collector.close();
  }
};

const ask = (
  url: string,
  id: string,
  kind: string,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(`${url}/hooks`, { method: 'POST', headers: { ...json, ...headers }, body: interceptOf(id, kind) });

describe('a server that sends telemetry', () => {
  test('has a span for each decision, in the trace of the caller, and a log record in the same', () =>
    withCollector(async (collector, cwd) => {
      await serving(cwd, ['--port', '0', '--telemetry', collector.endpoint], async (ready) => {
        await ask(urlIn(ready), 'a', 'shell', { traceparent: caller });
        await ask(urlIn(ready), 'b', 'file_read');
        await ask(urlIn(ready), 'c', 'file_read', {
          traceparent: '00-00000000000000000000000000000000-00f067aa0ba902b7-01',
        });
      });
      const [denied, passed, other] = collector.spans;
      expect(collector.spans).toHaveLength(3);
      expect(denied).toMatchObject({
        traceId,
        parentSpanId: '00f067aa0ba902b7',
        name: 'bylaw decide',
        kind: 2,
      });
      expect(valuesOf(denied?.attributes ?? [])).toMatchObject({
        'bylaw.effect': 'deny',
        'bylaw.code': 'com.example.dev.shell',
        'bylaw.tool.name': 'Bash',
        'bylaw.tool.kind': 'shell',
      });
      expect(Number(denied?.endTimeUnixNano)).toBeGreaterThan(Number(denied?.startTimeUnixNano));
      expect(passed?.parentSpanId ?? '').toBe('');
      expect(other?.traceId).not.toMatch(/^0+$/);
      const log = collector.logs.find(({ traceId: of }) => of === traceId);
      expect(log).toMatchObject({
        spanId: denied?.spanId,
        severityText: 'WARN',
        body: { stringValue: 'Bash is denied by com.example.dev.shell.' },
      });
      expect(valuesOf(collector.resources[0] ?? [])).toMatchObject({ 'service.name': 'bylaw' });
      const records = readFileSync(join(cwd, 'log/decisions-000001.ndjson'), 'utf8');
      expect(records).toContain(`"trace":{"traceparent":"${caller}"}`);
    }));

  test('sends the metrics that Prometheus gets', () =>
    withCollector(async (collector, cwd) => {
      await serving(cwd, ['--port', '0', '--telemetry', collector.endpoint], async (ready) => {
        await ask(urlIn(ready), 'a', 'shell');
      });
      for (const name of [
        'bylaw_decisions',
        'bylaw_denials',
        'bylaw_in_flight',
        'bylaw_decision_seconds',
        'bylaw_up',
      ])
        expect(collector.metrics).toContain(name);
    }));

  test('says nothing of what a tool is given', () =>
    withCollector(async (collector, cwd) => {
      await serving(
        cwd,
        ['--port', '0', '--log-inputs', 'full', '--telemetry', collector.endpoint],
        async (ready) => {
          const message = interceptOf('a', 'shell').replace(
            '"input":{}',
            '"input":{"command":"echo canary-8f3a"}',
          );
          expect(message).toContain('canary');
          await fetch(`${urlIn(ready)}/hooks`, { method: 'POST', headers: json, body: message });
        },
      );
      expect(collector.spans).toHaveLength(1);
      expect(collector.texts.join('\n')).not.toContain('canary');
    }));

  test('answers at once when the collector does not, and ends', () =>
    withCollector(async (collector, cwd) => {
      collector.answers = 'nothing';
      await serving(cwd, ['--port', '0', '--telemetry', collector.endpoint], async (ready) => {
        for (let index = 0; index < 20; index++) {
          const response = await ask(urlIn(ready), `e${index}`, 'shell');
          expect(await response.text()).toContain('"code":"com.example.dev.shell"');
        }
        const metrics = await (await fetch(`${urlIn(ready)}/metrics`)).text();
        expect(metrics).toContain('bylaw_telemetry_dropped_total{signal="spans"} 0');
      });
    }));

  test.each([
    [['--telemetry', 'http://collector.example.com:4318'], 'without TLS: write `https://`'],
    [['--telemetry', 'collector'], 'takes an address such as'],
    [['--telemetry', 'https://a:b@collector.example.com'], '`OTEL_EXPORTER_OTLP_HEADERS`'],
    [['--telemetry-insecure-plain'], 'and there is none'],
  ])('%j is wrong usage', (args, message) =>
    withFolder({ 'policies/dev.policy': policy }, async (cwd) => {
      const { code, stderr } = await bylaw(['serve', '--port', '0', ...args], { cwd });
      expect(code).toBe(3);
      expect(stderr).toContain(message);
    }),
  );
});

describe('what waits to be sent', () => {
  test('is bounded: what finds no room is counted', async () => {
    const taken: number[] = [];
    let release = (): void => {};
    const queue = new TelemetryQueue<number>((items, done) => {
      taken.push(...items);
      release = () => done(undefined);
    });
    for (let index = 0; index < mostWaiting + 1000; index++) queue.add(index);
    // A batch is on its way, and has made room for others.
    expect(queue.dropped).toBe(1000 - taken.length);
    const flushed = queue.flush();
    for (let batch = 0; batch < 5; batch++) {
      release();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await flushed;
    expect(taken).toEqual(
      Array.from({ length: mostWaiting + taken.length - mostWaiting }, (_, index) => index),
    );
    expect(queue.dropped + taken.length).toBe(mostWaiting + 1000);
  });

  test('is given up when it is not taken, and goes on after it', async () => {
    let refuses = true;
    const queue = new TelemetryQueue<number>((_, done) => done(refuses ? new Error('gone') : undefined));
    queue.add(1);
    await queue.flush();
    expect([queue.dropped, queue.problem]).toEqual([1, 'gone']);
    refuses = false;
    queue.add(2);
    await queue.flush();
    expect([queue.dropped, queue.problem]).toEqual([1, undefined]);
  });

  test('an export that throws loses its batch alone', async () => {
    const queue = new TelemetryQueue<number>(() => {
      throw new Error('broken');
    });
    queue.add(1);
    await queue.flush();
    expect([queue.dropped, queue.problem]).toEqual([1, 'broken']);
  });
});

test('ends in time although nobody answers', async () => {
  const collector = await openCollector();
  collector.answers = 'nothing';
  const telemetry = openTelemetry({ endpoint: collector.endpoint, version: '1' });
  telemetry.tell(decision());
  await telemetry.close(50);
  await collector.close();
});
