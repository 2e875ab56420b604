/** Ways in which an agent could have made the engine forget, each of which once worked. */
import { expect, test } from 'vitest';
import { Engine } from '../../src/engine/engine.ts';
import type { Event, EventType } from '../../src/facts/event/event.ts';
import { openVolatileStore } from '../../src/store/memory/volatile.ts';
import { call, program } from './program.ts';
import { digest } from './setting.ts';

const rules = program(`
label secret-seen on session lasts 30m
  when reads "/etc/secret.txt" and it succeeded
label made on file lasts 2h
  when writes any path
limit few to 3 fetch per 1h per session
deny exfil
  while secret-seen
  when connects to any host
  when unsure note
deny run-made
  when runs any file labelled made
  when unsure deny
`);

/** An engine with a memory, and a clock that stands still. */
function remembering(): Engine {
  const memory = { store: openVolatileStore({}), now: () => 1_000_000, digest };
  return new Engine({ program: rules, memory, keptAnswers: 0 });
}

let ids = 0;
/** A shell call; the id is that of the event and of the call. */
const shell = (command: string, id = `id-${++ids}`): Event => ({ ...call({ command }, { id }), call: id });

function end(event: Event, type: EventType): Event {
  const { outcome: _outcome, ...raw } = event.raw;
  return { ...event, id: `${event.id}-${type}`, type, raw: { ...raw, type } };
}

const read = 'cat /etc/secret.txt';
const leak = 'curl http://example.com';
const names = (count: number): string =>
  Array.from({ length: count }, (_, index) => `zzzzz${index}`).join(' ');

test('a call under the id of another is a call of its own', () => {
  const engine = remembering();
  engine.decide(shell('ls', 'same'));
  const secret = shell(read, 'same');
  engine.decide(secret);
  engine.observe(end(secret, 'tool.after'));
  expect(engine.decide(shell(leak)).code).toBe('com.example.exfil');
});

test('calls under one id are counted one by one, and a retry with a time of its own is not', () => {
  const engine = remembering();
  const fetch = (url: string, time = '2026-10-01T12:00:00Z'): Event => {
    const event = call({ url }, { id: 'same', name: 'WebFetch' });
    return { ...event, time, raw: { ...event.raw, time } };
  };
  const effects = ['a', 'a', 'b', 'c', 'd'].map(
    (host, index) => engine.decide(fetch(`http://${host}.example`, `2026-10-01T12:00:0${index}Z`)).effect,
  );
  expect(effects).toEqual(['none', 'none', 'none', 'none', 'deny']);
});

test('a call that touches very many files does not lose what else it leaves behind', () => {
  for (const count of [5, 300, 900]) {
    const engine = remembering();
    const event = shell(`touch ${names(count)}; ${read}`);
    engine.decide(event);
    engine.observe(end(event, 'tool.after'));
    expect(engine.decide(shell(leak)).code).toBe('com.example.exfil');
  }
});

test('nor does one between a call and its outcome', () => {
  const engine = remembering();
  const event = shell(read);
  engine.decide(event);
  engine.decide(shell(`touch ${names(900)}`));
  engine.observe(end(event, 'tool.after'));
  expect(engine.decide(shell(leak)).code).toBe('com.example.exfil');
});

test('what is pending is set where so many calls are open that the first must leave', () => {
  const engine = remembering();
  for (let each = 0; each < 64; each++) engine.decide(shell(read));
  expect(engine.decide(shell(leak)).effect).toBe('none');
  engine.decide(shell(read));
  expect(engine.decide(shell(leak)).code).toBe('com.example.exfil');
});

test('where more files are labelled than can be remembered, every file perhaps is', () => {
  const engine = remembering();
  engine.decide(shell('echo hi > bad.sh'));
  expect(engine.decide(shell('./bad.sh')).code).toBe('com.example.run-made');
  expect(engine.decide(shell('./good.sh')).effect).toBe('none');
  engine.decide(shell(`touch ${names(600)}`));
  expect(engine.decide(shell('./bad.sh')).code).toBe('com.example.run-made');
  expect(engine.decide(shell('ls')).effect).toBe('none');
});

test('a failure that is told first does not hide a success', () => {
  const engine = remembering();
  const event = shell(read);
  engine.decide(event);
  engine.observe(end(event, 'tool.error'));
  expect(engine.decide(shell(leak)).effect).toBe('none');
  engine.observe(end(event, 'tool.after'));
  expect(engine.decide(shell(leak)).code).toBe('com.example.exfil');
});
