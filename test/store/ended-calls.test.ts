/** Which calls have ended: of each client by itself, and bounded. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Event } from '../../src/facts/event/event.ts';
import { answerForwarded, type ForwardedContext } from '../../src/hook/forwarded.ts';
import { endedCallsByKeeper, openEndedCalls } from '../../src/store/ended-calls.ts';
import { withFolder } from '../cli/command.ts';

const passes = { effect: 'none', matched: [], unsure: [], watched: [], faults: [] } as const;

test('nobody ends the session of another client, so that no call of it is taken for a retry', () =>
  withFolder({}, async (folder) => {
    const asked: Event[] = [];
    const context: ForwardedContext = {
      engine: {
        decide: (event) => {
          asked.push(event);
          return { ...passes, code: undefined, reason: undefined };
        },
        observe: () => {},
      },
      onDisk: undefined,
      endedOf: endedCallsByKeeper(folder, Date.now),
      decidesBy: () => true,
      watches: false,
      key: undefined,
      now: () => '2026-11-21T10:00:00Z',
    };
    const send = (token: string | undefined, event: string): unknown => {
      const call = { tool_name: 'Bash', tool_input: { command: 'deploy' }, tool_response: {} };
      const payload = JSON.stringify({ session_id: 's', cwd: '/w', hook_event_name: event, ...call });
      const host = { env: {}, cwd: '/w' };
      const client = token === undefined ? {} : { token };
      return answerForwarded({ payload, host, policies: [], harness: 'claude-code' }, context, client);
    };
    for (const token of ['a', undefined]) {
      send(token, 'PreToolUse');
      send(token, 'PostToolUse');
      send('b', 'SessionEnd');
      send(token, 'PreToolUse');
      const [first, second] = asked.splice(0).map(({ id }) => id);
      expect(second).not.toBe(first);
    }
  }));

test('sessions without end take a bounded room, and the last ones are remembered', () =>
  withFolder({}, async (folder) => {
    const ended = openEndedCalls(folder, Date.now);
    for (let at = 0; at < 2300; at++) ended.add(`s${at}`, 'x'.repeat(26));
    expect(readdirSync(folder).length).toBeLessThanOrEqual(2000);
    expect(ended.count('s2299', 'x'.repeat(26))).toBe(1);
  }));

test('clients have folders of their own, whose names are theirs in no way', () =>
  withFolder({}, async (folder) => {
    const endedOf = endedCallsByKeeper(folder, Date.now);
    endedOf('token ../../x').add('s', 'y'.repeat(26));
    expect(readdirSync(folder)).toEqual(['calls-of-clients']);
    expect(readdirSync(join(folder, 'calls-of-clients'))).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
    expect(endedOf(undefined).count('s', 'y'.repeat(26))).toBe(0);
    expect(endedOf('token ../../x').count('s', 'y'.repeat(26))).toBe(1);
  }));
