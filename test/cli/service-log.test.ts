import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { openServiceLog } from '../../src/cli/serving/service-log.ts';
import type { ServiceLogFormat } from '../../src/cli/settings/table.ts';
import { say, write } from '../../src/cli/terminal/context.ts';

const now = () => Date.UTC(2026, 10, 21, 14, 2, 11, 123);

async function logged(
  format: ServiceLogFormat,
  use: (log: Awaited<ReturnType<typeof openServiceLog>>) => Promise<void>,
): Promise<string> {
  const stderr = new PassThrough();
  const log = await openServiceLog(stderr, format, now);
  await use(log);
  await new Promise((resolve) => log.end(resolve));
  return stderr.read()?.toString() ?? '';
}

const events = async (log: Awaited<ReturnType<typeof openServiceLog>>): Promise<void> => {
  await write(log, 'The policies are\nread.\n');
  await say(log, 'warning', 'bylaw: An exception has ended.\n');
  log.begin();
  await write(log, 'bylaw is ready: http://127.0.0.1:4517/hooks\n');
  await say(log, 'warning', 'bylaw: It is "old".\n');
  await say(log, 'error', 'error[syntax]: x\n  --> a.policy\n');
};

describe('the log of the service', () => {
  test('has a time and a level for each warning, and for each text once the server is ready', async () => {
    expect(await logged('text', events)).toBe(
      [
        'The policies are',
        'read.',
        '2026-11-21T14:02:11.123Z warning An exception has ended.',
        '2026-11-21T14:02:11.123Z info    bylaw is ready: http://127.0.0.1:4517/hooks',
        '2026-11-21T14:02:11.123Z warning It is "old".',
        '2026-11-21T14:02:11.123Z error   syntax: x',
        '  --> a.policy',
        '',
      ].join('\n'),
    );
  });

  test('is an object of JSON for each text, from the beginning', async () => {
    const lines = (await logged('json', events)).trimEnd().split('\n');
    const head = { service: 'bylaw', pid: process.pid, time: '2026-11-21T14:02:11.123Z' };
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { ...head, level: 'info', msg: 'The policies are\nread.' },
      { ...head, level: 'warning', msg: 'An exception has ended.' },
      { ...head, level: 'info', msg: 'bylaw is ready: http://127.0.0.1:4517/hooks' },
      { ...head, level: 'warning', msg: 'It is "old".' },
      { ...head, level: 'error', msg: 'error[syntax]: x\n  --> a.policy' },
    ]);
  });
});

test('a stream that takes no levels gets the text alone', async () => {
  const stream = new PassThrough();
  await say(stream, 'error', 'text\n');
  expect(stream.read().toString()).toBe('text\n');
});
