import { describe, expect, test } from 'vitest';
import type { NativeEvent } from '../../src/adapters/adapter.ts';
import { keyOf, OpenRequests } from '../../src/mcp/open-requests.ts';

const call: NativeEvent = { type: 'tool.before', session: { id: 's' }, tool: { name: 'a', input: {} } };

describe('requests under way', () => {
  test('are forgotten from the oldest when there are too many', () => {
    const open = new OpenRequests();
    for (let id = 0; id < 10_001; id++)
      open.add(String(id), { id: String(id), method: 'ping', call: undefined }, 10);
    expect([open.has('0'), open.has('1'), open.has('10000')]).toEqual([false, true, true]);
    expect(open.takeAll()).toHaveLength(10_000);
    expect(open.takeAll()).toEqual([]);
  });

  test('lose what their calls were when that is too much, and are answered all the same', () => {
    const open = new OpenRequests();
    const megabyte = 1024 * 1024;
    for (let id = 0; id < 20; id++)
      open.add(String(id), { id: String(id), method: 'tools/call', call }, megabyte);
    const kept = open.takeAll().map((request) => request.call !== undefined);
    expect(kept).toEqual([...Array(4).fill(false), ...Array(16).fill(true)]);
  });

  test('are distinguished by value: a number is no text', () => {
    expect([keyOf(1), keyOf(1.0), keyOf('1'), keyOf(null), keyOf({}), keyOf(undefined)]).toEqual([
      '1',
      '1',
      '"1"',
      undefined,
      undefined,
      undefined,
    ]);
  });
});
