import { expect, test } from 'vitest';
import { readRecorded } from '../../../src/host/recorded/recorded.ts';

const event = {
  id: 'e',
  type: 'tool.before',
  tool: { name: 'Bash', kind: 'shell', input: { command: 'ls' } },
};
const head = { process: '0123456789abcdef', seq: 2, time: '2026-11-21T12:00:00Z', previous: 'x' };
const read = (record: object) =>
  readRecorded(JSON.stringify(record), 'record', { tolerateMissingHarness: true });

test('a record of the decision log is the event that it keeps', () => {
  expect(read({ ...head, type: 'decision', id: 'e', event })).toMatchObject({
    kind: 'event',
    event: { id: 'e', tool: { name: 'Bash' } },
  });
});

test('records of the log itself are no events, and one without its event says so', () => {
  expect(read({ ...head, type: 'start' })).toEqual({ kind: 'unused', id: undefined });
  expect(read({ ...head, type: 'decision', id: 'e', event: null })).toMatchObject({
    kind: 'unreadable',
    id: 'e',
    message: 'this record of the decision log was written without its event',
  });
});
