/** The engine inside another program: what it takes, and what it says where it cannot. */
import { expect, test } from 'vitest';
import { createEngine, NoSuchPath } from '../../src/index.ts';
import { denyShell, withFolder } from '../cli/command.ts';

const withEngine = (run: (engine: ReturnType<typeof createEngine>) => void) =>
  withFolder({ 'policies/dev.policy': denyShell }, async (cwd) => {
    run(createEngine({ policies: 'policies', cwd }));
  });

/** What loading throws. */
function thrownBy(policies: string, cwd?: string): unknown {
  try {
    createEngine(cwd === undefined ? { policies } : { policies, cwd });
  } catch (error) {
    return error;
  }
  return undefined;
}

test('a path that leads nowhere is told with the place where it was looked for', () => {
  const error = thrownBy('rules/dev', '/nowhere/app');
  expect(error).toBeInstanceOf(NoSuchPath);
  expect(error).toMatchObject({
    name: 'NoSuchPath',
    path: 'rules/dev',
    absolute: '/nowhere/app/rules/dev',
    message:
      'there is no file or folder `rules/dev`: it was looked for at `/nowhere/app/rules/dev`, from the folder `/nowhere/app`',
  });
  expect(thrownBy('/nowhere/rules')).toMatchObject({
    message: 'there is no file or folder `/nowhere/rules`',
  });
});

test('an ended call needs no more than how it ended', () =>
  withEngine((engine) => {
    const call = { call: { id: 'c1' }, tool: { name: 'Bash', input: { command: 'ls' } } };
    const ends = [
      { ...call, type: 'tool.after', outcome: 'ok' },
      { ...call, type: 'tool.after', outcome: 'error', error: { message: 'no' } },
      { ...call, type: 'tool.after', outcome: 'error', error: { message: 'no', class: 'timeout' } },
      { ...call, type: 'tool.after', outcome: 'denied' },
      { type: 'session.start', session: { id: 's1' } },
    ] as const;
    expect(ends.map((event) => engine.observe(event))).toEqual(ends.map(() => true));
    expect(engine.counts.observed).toBe(ends.length);
  }));

test('what cannot be read is not observed, and says so', () =>
  withEngine((engine) => {
    const loop: Record<string, unknown> = {};
    loop.loop = loop;
    const events = [
      {},
      { type: 'tool.after', tool: { name: 'Bash', input: {} } },
      loop as never,
      null as never,
    ];
    expect(events.map((event) => engine.observe(event))).toEqual([false, false, false, false]);
    expect(engine.counts.observed).toBe(0);
  }));
