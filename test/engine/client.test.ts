/** Who asks: a retry and a memory are those of one client, and nobody else gets at them by repeating what it said. */
import { expect, test } from 'vitest';
import { Engine } from '../../src/engine/engine.ts';
import type { Client } from '../../src/facts/event/client.ts';
import type { Event } from '../../src/facts/event/event.ts';
import { program } from './program.ts';
import { bash, digest, ended, Setting } from './setting.ts';

const release: Client = { way: 'token', token: 'release' };
const other: Client = { way: 'token', token: 'other' };

/** The code of the denial without that of the policy; undefined for a call that passes. */
const asker = (engine: Engine) => (event: Event, client?: Client) =>
  engine.decide(event, { client }).code?.replace('com.example.', '');

const pushes = `deny push
  when runs "git push"
  unless client.token is "release"
  reason "{client.token} by {client.way}"`;

test('what is not proved is missing, and excuses nothing', () => {
  const ask = asker(new Engine({ program: program(pushes) }));
  expect(ask(bash('git push', 'a'), release)).toBeUndefined();
  expect(ask(bash('git push', 'b'), other)).toBe('push');
  expect(ask(bash('git push', 'c'), { way: 'socket', user: 'release' })).toBe('push');
  expect(ask(bash('git push', 'd'))).toBe('push');
});

test('the same event from another client is another question', () => {
  const engine = new Engine({ program: program(pushes) });
  const ask = asker(engine);
  expect(ask(bash('git push', 'a'), release)).toBeUndefined();
  expect(ask(bash('git push', 'a'), other)).toBe('push');
  expect(ask(bash('git push', 'a'))).toBe('push');
  expect(engine.counts.repeated).toBe(0);
  // No other client can spoil the answer by repeating the id.
  expect(ask(bash('git push', 'a'), release)).toBeUndefined();
  expect(engine.counts.repeated).toBe(1);
});

test('by an id that it guesses a client learns nothing of another’s call, and denies none of them', () => {
  const engine = new Engine({ program: program(pushes) });
  const ask = asker(engine);
  expect(ask(bash('git push', 'a'), other)).toBe('push');
  expect(ask(bash('ls', 'a'), release)).toBeUndefined();
  expect(ask(bash('ls', 'a'), { way: 'socket', user: 'sam' })).toBeUndefined();
  // Its own id never comes back with a milder answer, by whatever way it asks.
  expect(ask(bash('ls', 'a'), other)).toBe('push');
  expect(ask(bash('git push', 'b'), { way: 'socket', user: 'sam' })).toBe('push');
  expect(ask(bash('ls', 'b'), { way: 'hook', user: 'sam' })).toBe('push');
});

test('a retry after a restart is one of the same client only', () => {
  const setting = new Setting(
    `${pushes}\nlimit few to 2 shells per 1h per session\ncondition shells = kind is shell`,
  );
  expect(asker(setting.engine)(bash('git push', 'a'), release)).toBeUndefined();
  expect(asker(setting.start())(bash('git push', 'a'), other)).toBe('push');
  expect(setting.start().decide(bash('git push', 'a'), { client: release }).repeated).toBe(true);
});

const trusted = `label approved on session lasts 1h
  when runs "approve"

condition makes = runs "make"

limit few to 1 makes per 1h per session

deny push
  when runs "git push"
  unless approved`;

test('a client reads and leaves nothing in the session of another, whatever it calls its own', () => {
  const setting = new Setting(trusted);
  const ask = asker(setting.engine);
  ask(bash('approve', 'a'), release);
  setting.engine.observe(ended(bash('approve', 'a'), 'ok'), { client: release });
  expect(ask(bash('git push', 'b'), other)).toBe('push');
  expect(ask(bash('git push', 'c'))).toBe('push');
  expect(ask(bash('git push', 'd'), { way: 'socket', user: 'mallory' })).toBe('push');
  expect(ask(bash('git push', 'e'), release)).toBeUndefined();
  // Nor does another give back what a client has used up.
  expect(ask(bash('make', 'f'), release)).toBeUndefined();
  setting.engine.observe(ended(bash('make', 'f'), 'denied'), { client: other });
  expect(ask(bash('make', 'g'), release)).toBe('few');
  setting.engine.observe(ended(bash('make', 'f'), 'denied'), { client: release });
  expect(ask(bash('make', 'h'), release)).toBeUndefined();
});

test('by every way in which the owner of the memory asks, the memory is the same', () => {
  const setting = new Setting(trusted);
  const engine = new Engine({
    program: setting.program,
    memory: { store: setting.store, now: () => setting.now, digest, user: 'dana' },
  });
  const ask = asker(engine);
  ask(bash('approve', 'a'), { way: 'hook', user: 'dana' });
  engine.observe(ended(bash('approve', 'a'), 'ok'), { client: { way: 'hook', user: 'dana' } });
  expect(ask(bash('git push', 'b'), { way: 'socket', user: 'dana' })).toBeUndefined();
  expect(ask(bash('git push', 'c'), { way: 'socket', user: 'eve' })).toBe('push');
});
