import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Engine } from '../../../src/engine/engine.ts';
import { createEngine } from '../../../src/host/create-engine.ts';
import { logUnavailableCode, withLog } from '../../../src/host/decision-log/logged.ts';
import { loadPolicies } from '../../../src/host/load/load.ts';
import { createHandler } from '../../../src/protocol/handle.ts';
import { openImmediateLog } from '../../../src/store/decision-log/open-immediate-log.ts';
import { openLog } from '../../../src/store/decision-log/open-log.ts';
import { denyShell, withFolder } from '../../cli/command.ts';
import { diskFull, recordsIn, start, unreliable, verify } from '../../store/decision-log/logs.ts';
import { expectValid } from '../../store/decision-log/schema.ts';
import { eventOf, passed } from './log-entries.ts';

const files = { 'policies/dev.policy': denyShell };
const shell = { tool: { name: 'Bash', kind: 'shell', origin: 'native', input: { command: 'ls' } } };
const read = { id: 'e2', tool: { name: 'Read', kind: 'file_read', origin: 'native', input: { path: 'a' } } };

function engineOf(folder: string) {
  const { program, digest } = loadPolicies([join(folder, 'policies')], '/');
  if (program === undefined) throw new Error('the policies are not valid');
  return { engine: new Engine({ program }), digest };
}

const logIn = (folder: string): string => join(folder, 'log');

describe('a logged decision point', () => {
  test('writes down what it says, by which policies, and how long it took', () =>
    withFolder(files, async (folder) => {
      const { engine, digest } = engineOf(folder);
      const log = await openLog({ folder: logIn(folder), start, whenFull: 'block' });
      let now = 0;
      const point = withLog(engine, log, { policies: digest, now: () => (now += 0.25) });
      const denied = await point.decide(eventOf(shell));
      await point.decide(eventOf(read));
      await point.decide(eventOf(read));
      await point.observe(
        eventOf({ ...read, type: 'tool.after', outcome: 'ok', execution: { status: 'executed' }, items: [] }),
      );
      await log.close();
      const records = recordsIn(logIn(folder));
      expectValid(records);
      expect(records.map((record) => ('effect' in record ? record.effect : record.type))).toEqual([
        'start',
        'deny',
        'none',
        'none',
        'observed',
        'stop',
      ]);
      expect(records[1]).toMatchObject({
        policies: digest,
        code: 'com.example.dev.shell',
        reason: denied.reason,
        latency: 250,
        matched: [{ code: 'com.example.dev.shell', path: 'dev.policy' }],
        event: { tool: { input: { command: 'ls' } } },
      });
      expect(records[2]).not.toHaveProperty('repeated');
      expect(records[3]).toMatchObject({ repeated: true });
      expect(records[4]).toMatchObject({ of: 'tool.after', outcome: 'ok', id: 'e2' });
    }));

  test('tells a deny that the harness could not be told', () =>
    withFolder(files, async (folder) => {
      const { engine, digest } = engineOf(folder);
      const log = openImmediateLog({ folder: logIn(folder), start, whenFull: 'block', stays: true });
      const handler = createHandler(withLog(engine, log, { policies: digest }));
      const event = {
        id: 'e1',
        source: 'urn:test',
        type: 'tool.before',
        time: '2026-01-01T00:00:00Z',
        harness: { name: 'test', version: '1' },
        call: { id: 'c1' },
        path: 'native',
        ...shell,
      };
      for (const effects of [['deny'], []]) {
        const id = `e${effects.length}`;
        const params = { protocolVersion: 'draft', event: { ...event, id }, capabilities: { effects } };
        await handler.handle(JSON.stringify({ jsonrpc: '2.0', id, method: 'hooks/intercept', params }));
      }
      const [, allowed, not] = recordsIn(logIn(folder));
      expect(allowed).not.toHaveProperty('unenforceable');
      expect(not).toMatchObject({ effect: 'deny', unenforceable: true });
    }));

  test.each(['immediate', 'queued'])('a log (%s) that cannot be written denies what would pass', (how) =>
    withFolder(files, async (folder) => {
      const { engine, digest } = engineOf(folder);
      let isFull = false;
      const disk = unreliable(logIn(folder), (bytes) => (isFull ? diskFull() : bytes.length));
      const options = { folder: logIn(folder), start, whenFull: 'block', files: disk } as const;
      const log = how === 'queued' ? await openLog(options) : openImmediateLog({ ...options, stays: true });
      const point = withLog(engine, log, { policies: digest });
      isFull = true;
      const refused = await point.decide(eventOf(read));
      expect(refused).toMatchObject({ effect: 'deny', code: logUnavailableCode });
      expect(refused.reason).toContain('the disk is full');
      // What is denied anyway keeps the reason that helps.
      expect(await point.decide(eventOf(shell))).toMatchObject({ code: 'com.example.dev.shell' });
      await point.observe(
        eventOf({ ...read, type: 'tool.after', outcome: 'ok', execution: { status: 'executed' }, items: [] }),
      );
      expect(log.status.dropped['write-failed']).toBe(3);
      isFull = false;
      expect(await point.decide(eventOf({ ...read, id: 'e3' }))).toMatchObject({ effect: 'none' });
    }),
  );

  test('a log that drops never changes an answer', () =>
    withFolder(files, async (folder) => {
      const { engine, digest } = engineOf(folder);
      const disk = unreliable(logIn(folder), diskFull);
      const options = { folder: logIn(folder), start, whenFull: 'drop-and-count', files: disk } as const;
      for (const log of [await openLog(options), openImmediateLog({ ...options, stays: false })]) {
        const point = withLog(engine, log, { policies: digest });
        expect(point.decide(eventOf(read))).toMatchObject({ effect: 'none' });
      }
    }));

  test('an entry that cannot be made counts as one that cannot be written', () =>
    withFolder(files, async (folder) => {
      const { engine, digest } = engineOf(folder);
      const broken = {
        ...engine,
        decide: () => ({ ...passed, matched: [undefined as never] }),
        observe: () => undefined,
      };
      for (const [whenFull, effect] of [
        ['block', 'deny'],
        ['drop-and-count', 'none'],
      ] as const) {
        const log = openImmediateLog({ folder: logIn(folder), start, whenFull, stays: true });
        expect(withLog(broken, log, { policies: digest }).decide(eventOf(read)).effect).toBe(effect);
        expect(log.status.dropped['write-failed']).toBe(1);
      }
    }));
});

describe('createEngine', () => {
  test('keeps a log where it is told to, relative to its folder', () =>
    withFolder(files, async (cwd) => {
      const engine = createEngine({ policies: 'policies', cwd, log: { folder: 'log', inputs: 'none' } });
      expect(engine.decide(shell).effect).toBe('deny');
      engine.observe({ type: 'session.start', session: { id: 's' } });
      expect(engine.logStatus).toMatchObject({ written: 3, problem: undefined });
      engine.close();
      const records = recordsIn(logIn(cwd));
      expectValid(records);
      expect(records.map(({ type }) => type)).toEqual(['start', 'decision', 'observed', 'stop']);
      expect(records[0]).toMatchObject({ by: 'library', inputs: 'none' });
      expect(records[1]).toMatchObject({ event: { tool: { input: {} } }, reason: '[left out]' });
      expect(verify(logIn(cwd)).issues).toEqual([]);
    }));

  test('keeps none by itself', () =>
    withFolder(files, async (cwd) => {
      const engine = createEngine({ policies: 'policies', cwd });
      expect(engine.decide(read).effect).toBe('none');
      expect(engine.logStatus).toBeUndefined();
      engine.close();
    }));

  test('the digest is what sha256sum says of what sha256sum says', () =>
    withFolder({ 'a.policy': 'policy com.a\n', 'b/c.policy': 'policy com.c\n' }, async (folder) => {
      const { execFileSync } = await import('node:child_process');
      const options = { cwd: folder, encoding: 'utf8' } as const;
      const sums = execFileSync('sha256sum', ['a.policy', 'b/c.policy'], options);
      const [digest] = execFileSync('sha256sum', { ...options, input: sums }).split(' ');
      expect(loadPolicies(['.'], folder).digest).toBe(digest);
    }));
});
