import { expect, test } from 'vitest';
import { decisionEntry, observedEntry } from '../../../src/host/decision-log/log-entry.ts';
import { digestWith } from '../../../src/store/decision-log/key.ts';
import { openImmediateLog } from '../../../src/store/decision-log/open-immediate-log.ts';
import { openLog } from '../../../src/store/decision-log/open-log.ts';
import { deniedWith, eventOf, passed, places } from '../../host/decision-log/log-entries.ts';
import { diskFull, recordsIn, start, unreliable, withLogFolder } from './logs.ts';
import { expectValid, isValid } from './schema.ts';

const contexts = (['full', 'masked', 'hashed', 'none'] as const).map((inputs) => ({
  inputs,
  digestOf: (text: string) => digestWith(Buffer.alloc(32), text),
  policies: 'a'.repeat(64),
}));

test('every sort of record is one of the schema', async () => {
  await withLogFolder(async (folder) => {
    let isFull = false;
    const files = unreliable(folder, (bytes) => (isFull ? diskFull() : bytes.length));
    const log = await openLog({
      folder,
      start,
      whenFull: 'drop-and-count',
      files,
      rotation: { maxSize: 20_000, maxAge: 1e12, keep: 2 },
    });
    const written = async (): Promise<void> => {
      while (log.status.pending > 0) await new Promise((resolve) => setImmediate(resolve));
    };
    for (const context of contexts) {
      await written();
      for (const put of Object.values(places)) {
        const event = eventOf(put('com/example: a text'));
        const trace = { 'org.w3c.trace_context': { traceparent: '00-1-2-01', tracestate: 'a=b' } };
        const made = { latency: 3.7, unenforceable: true };
        log.append(decisionEntry(event, { ...deniedWith('x'), repeated: true }, made, context));
        log.append(
          decisionEntry(
            { ...event, raw: { ...event.raw, extensions: trace } },
            passed,
            { ...made, unenforceable: false },
            context,
          ),
        );
        log.append(observedEntry(event, 'session.end', context));
      }
    }
    log.append({ type: 'evicted', memories: 3 });
    log.append({ type: 'policies', policies: 'b'.repeat(64) });
    await written();
    isFull = true;
    log.append({ type: 'evicted', memories: 3 });
    await written();
    isFull = false;
    openImmediateLog({ folder, start: { ...start, by: 'hook' }, whenFull: 'block', stays: false }).append({
      type: 'evicted',
      memories: 1,
    });
    for (const by of ['serve', 'stdio', 'hook', 'mcp', 'library'])
      openImmediateLog({ folder, start: { ...start, by }, whenFull: 'block', stays: false }).append({
        type: 'evicted',
        memories: 1,
      });
    await log.close();
    const records = recordsIn(folder);
    expectValid(records);
    const types = new Set(records.map(({ type }) => type));
    expect([...types].sort()).toEqual([
      'decision',
      'deleted',
      'dropped',
      'evicted',
      'observed',
      'policies',
      'stop',
    ]);
  });
});

test('the schema says no to what is no record', async () => {
  await withLogFolder(async (folder) => {
    const log = await openLog({ folder, start, whenFull: 'block' });
    const [context] = contexts;
    if (context === undefined) throw new Error('there is no context');
    await log.append(decisionEntry(eventOf({}), passed, { latency: 1, unenforceable: false }, context));
    await log.close();
    const [first, decision] = recordsIn(folder);
    expectValid([first, decision]);
    expect(isValid({ ...decision, hash: 'x' })).toBe(false);
    expect(isValid({ ...decision, effect: 'allow' })).toBe(false);
    expect(isValid({ ...decision, surprise: 1 })).toBe(false);
    expect(isValid({ ...decision, latency: 1.5 })).toBe(false);
    expect(isValid({ ...first, inputs: 'some' })).toBe(false);
    for (const member of ['process', 'seq', 'time', 'previous', 'policies', 'masked', 'event'])
      expect(
        isValid(Object.fromEntries(Object.entries(decision ?? {}).filter(([key]) => key !== member))),
      ).toBe(false);
  });
});
