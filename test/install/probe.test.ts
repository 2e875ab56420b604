/** The call that `bylaw doctor` sends for each harness is what it says: a command for a shell, in a payload of that harness. */
import { describe, expect, test } from 'vitest';
import { harnessIds } from '../../src/adapters/harnesses.ts';
import { wireEvent } from '../../src/adapters/wire-event.ts';
import { derive } from '../../src/facts/facts.ts';
import { adapters } from '../../src/harnesses/adapters.ts';
import { harnessInstalls } from '../../src/harnesses/installs.ts';
import { readRequest } from '../../src/hook/read-request.ts';
import { decodeEvent } from '../../src/protocol/decode.ts';
import { nothingEnded } from '../../src/store/ended-calls.ts';

describe.each(harnessIds)('%s', (id) => {
  const payload = JSON.stringify(harnessInstalls[id].check.payload('rm -rf build', '/work/app'));
  const reading = readRequest({ harness: id, payload, host: { cwd: '/work/app', env: {} } });

  test('it is a payload of this harness', () => {
    expect(reading.adapter).toBe(adapters[id]);
  });

  test('`knowledge/native.tools` knows its tool, and where the command is in it', () => {
    const native = reading.kind === 'events' ? reading.events[0] : undefined;
    if (native === undefined) throw new Error('no event is read');
    const decoded = decodeEvent(
      wireEvent(native, { adapter: adapters[id], ended: nothingEnded, now: '2026-01-01T00:00:00Z' }),
    );
    if (!decoded.ok) throw new Error(decoded.problem.message);
    expect(decoded.event).toMatchObject({ tool: { kind: 'shell' } });
    const { commands } = derive(decoded.event).effects;
    expect(commands.map(({ program }) => program)).toEqual(['rm']);
  });
});
