import { expect, test } from 'vitest';
import { Engine } from '../../src/engine/engine.ts';
import type { Event, JsonObject } from '../../src/facts/event/event.ts';
import { call, program } from './program.ts';

const rules = program(`
deny big when input.size > 5 reason "Too big: {input.size}."
deny bigger severity high when input.size > 50 when unsure note
`);

const sized = (size: number, id = 'event-1', source?: string): Event =>
  call({ size }, source === undefined ? { id } : { id, source });

test('a retry gets the very answer of the first time', () => {
  const engine = new Engine({ program: rules });
  const first = engine.decide(sized(9));
  expect(first).toMatchObject({ effect: 'deny', code: 'com.example.big', reason: 'Too big: 9.' });
  expect(engine.decide(structuredClone(sized(9)))).toEqual({ ...first, repeated: true });
  expect(engine.counts).toMatchObject({ decided: 1, repeated: 1, denied: 1 });
});

test('an event is known by its source and its id together', () => {
  const engine = new Engine({ program: rules });
  const first = engine.decide(sized(9, 'a'));
  expect(engine.decide(sized(9, 'b'))).not.toBe(first);
  expect(engine.decide(sized(9, 'a', 'urn:other'))).not.toBe(first);
  // Two pairs that would be the same text when written one after the other.
  const one = engine.decide(sized(9, 'b c', 'urn:a'));
  const two = engine.decide(sized(1, 'c', 'urn:a b'));
  expect([one.effect, two.effect]).toEqual(['deny', 'none']);
  expect(engine.counts).toMatchObject({ decided: 5, repeated: 0 });
});

test('an id that comes back with another call is decided anew, and never milder', () => {
  const engine = new Engine({ program: rules });
  expect(engine.decide(sized(1)).effect).toBe('none');
  const denied = engine.decide(sized(9));
  expect(denied.code).toBe('com.example.big');
  expect(engine.decide(sized(1))).toBe(denied);
  expect(engine.decide(sized(2))).toBe(denied);
  expect(engine.decide(sized(99)).code).toBe('com.example.bigger');
  expect(engine.decide(sized(1)).code).toBe('com.example.bigger');
  expect(engine.counts).toMatchObject({ decided: 6, repeated: 0 });
});

test('no more answers are kept than allowed, and the least recently used goes first', () => {
  const engine = new Engine({ program: rules, keptAnswers: 2 });
  const [a, b] = ['a', 'b'].map((id) => engine.decide(sized(9, id)));
  const repeated = { repeated: true };
  expect(engine.decide(sized(9, 'a'))).toEqual({ ...a, ...repeated });
  const c = engine.decide(sized(9, 'c'));
  expect(engine.decide(sized(9, 'c'))).toEqual({ ...c, ...repeated });
  expect(engine.decide(sized(9, 'a'))).toEqual({ ...a, ...repeated });
  expect(engine.decide(sized(9, 'b'))).toEqual(b);
});

test('no more characters are kept than allowed', () => {
  const text = 'x'.repeat(600);
  const large = (id: string): Event => call({ size: 9, text }, { id });
  const engine = new Engine({ program: rules, keptCharacters: 2000 });
  const [a, b] = ['a', 'b'].map((id) => engine.decide(large(id)));
  expect(engine.decide(large('a'))).toEqual({ ...a, repeated: true });
  expect(engine.decide(large('b'))).toEqual({ ...b, repeated: true });
  engine.decide(large('c'));
  expect(engine.decide(large('a'))).toEqual(a);
  // One that is too large alone is answered all the same, and not kept.
  const huge = call({ size: 9, text: 'x'.repeat(5000) }, { id: 'd' });
  expect(engine.decide(huge)).toEqual(engine.decide(huge));
  expect(engine.decide(huge)).not.toBe(engine.decide(huge));
});

test('an engine that keeps nothing still answers', () => {
  const engine = new Engine({ program: rules, keptAnswers: 0 });
  const first = engine.decide(sized(9));
  expect(engine.decide(sized(9))).toEqual(first);
  expect(engine.counts).toMatchObject({ decided: 2, repeated: 0 });
});

test('the engine counts what it did', () => {
  const engine = new Engine({ program: program('deny a when input.owner is "x"') });
  engine.decide(call({ owner: 'x' }, { id: 'denied' }));
  engine.decide(call({ owner: 'y' }, { id: 'passed' }));
  engine.decide(call({}, { id: 'unsure' }));
  engine.observe(call({}, { id: 'observed' }));
  const expected = { decided: 3, repeated: 0, denied: 1, unsure: 1, faults: 0, observed: 1 };
  expect(engine.counts).toEqual(expected);
  expect(engine.counts).not.toBe(engine.counts);
});

test('an event nested deeper than the stack is decided, and not kept', () => {
  let deep: JsonObject = {};
  for (let level = 0; level < 200_000; level++) deep = { a: deep };
  const engine = new Engine({ program: program('deny all\n  when tool "Bash"') });
  const event: Event = { ...call({}), raw: { deep } };
  expect(engine.decide(event).effect).toBe('deny');
  expect(engine.decide(event).effect).toBe('deny');
  expect(engine.counts.repeated).toBe(0);
});

test('answers with many findings leave room for fewer', () => {
  // What quotes the call is each decision's own.
  const make = (id: string): Event => call({ command: `make ${id}` }, { id, name: 'Bash', kind: 'shell' });
  const rules = Array.from({ length: 200 }, (_, at) => `watch r${at} when runs "make"`).join('\n');
  const engine = new Engine({ program: program(rules), keptCharacters: 150_000 });
  const first = make('first');
  engine.decide(first);
  expect(engine.decide(first).repeated).toBe(true);
  engine.decide(make('second'));
  engine.decide(make('third'));
  expect(engine.decide(first).repeated).toBeUndefined();
});

test('the least recently used goes first also after many rounds of forgetting and of retries', () => {
  const engine = new Engine({ program: rules, keptAnswers: 3 });
  const order: string[] = [];
  for (let step = 0; step < 300; step++) {
    const id = `e${(step * step + 3 * step) % 7}`;
    const { repeated } = engine.decide(sized(9, id));
    expect(repeated === true).toBe(order.includes(id));
    if (order.includes(id)) order.splice(order.indexOf(id), 1);
    order.push(id);
    if (order.length > 3) order.shift();
  }
});
