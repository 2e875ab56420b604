/** Any message gets a sound answer or none, and never a pass without a decision. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isDottedName } from '../../src/protocol/formats.ts';
import { createHandler, type Reply } from '../../src/protocol/handle.ts';
import { anyCharacter } from '../any-character.ts';
import { change, type Draft, intercept, observe } from '../protocol/messages.ts';
import { effort, seed, tell, timeout } from './effort.ts';

const messages = effort(100_000, 250);

/** How the law of a test is held, and how many messages it is held for. */
const all = () => {
  tell({ messages });
  return { seed, numRuns: messages };
};

const denying = {
  decide: () => ({ effect: 'deny', code: 'com.example.no', reason: 'No.' }) as never,
  observe() {},
};
const throwing = {
  decide(): never {
    throw new Error('broken');
  },
  observe(): never {
    throw new Error('broken');
  },
};

/** What may ever leave: a sound JSON-RPC response, or nothing; and never an empty list of effects. */
function expectSound(reply: Reply) {
  if (reply.kind !== 'answer' && reply.kind !== 'malformed') {
    expect(reply).not.toHaveProperty('body');
    return;
  }
  const { jsonrpc, id, result, error, ...rest } = JSON.parse(reply.body);
  expect(rest).toEqual({});
  expect(jsonrpc).toBe('2.0');
  expect(id === null).toBe(reply.kind === 'malformed');
  expect((result === undefined) !== (error === undefined)).toBe(true);
  if (result !== undefined) {
    expect(Object.keys(result)).toEqual(['protocolVersion', 'effects']);
    expect(result.effects).toHaveLength(1);
    const [effect] = result.effects;
    expect(Object.keys(effect)).toEqual(['type', 'reason', 'code']);
    expect(effect.reason).not.toBe('');
    expect(isDottedName(effect.code)).toBe(true);
  }
}

function handleAll(text: string) {
  for (const engine of [denying, throwing]) {
    for (const tolerateMissingHarness of [false, true]) {
      expectSound(createHandler(engine, { tolerateMissingHarness }).handle(text));
    }
  }
}

const words = fc.constantFrom(
  'id',
  'jsonrpc',
  'method',
  'params',
  'event',
  'tool',
  '__proto__',
  'constructor',
);
const json = fc.jsonValue({ maxDepth: 6 });

test('arbitrary text is handled', { timeout }, () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (text) => handleAll(text)),
    all(),
  );
});

test('arbitrary bytes are handled', { timeout }, () => {
  const decoder = new TextDecoder();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => handleAll(decoder.decode(bytes))),
    all(),
  );
});

test('arbitrary JSON is handled', { timeout }, () => {
  const value = fc.oneof(json, fc.dictionary(words, json));
  fc.assert(
    fc.property(value, (each) => handleAll(JSON.stringify(each))),
    all(),
  );
});

const pointers = [
  '/id',
  '/jsonrpc',
  '/method',
  '/params',
  '/params/protocolVersion',
  '/params/event',
  '/params/capabilities',
  '/params/capabilities/effects',
  '/params/state',
  '/params/event/id',
  '/params/event/type',
  '/params/event/source',
  '/params/event/time',
  '/params/event/harness',
  '/params/event/session',
  '/params/event/tool',
  '/params/event/tool/input',
  '/params/event/tool/mcp',
  '/params/event/items',
  '/params/event/extensions',
  '/params/event/native',
];

test('a sound message with anything anywhere in it is handled', { timeout }, () => {
  const message = fc.constantFrom(
    () => intercept('0.1'),
    () => intercept('draft'),
    () => observe('draft', 'tool.after'),
    () => observe('0.1', 'tool.error'),
    () => observe('draft', 'turn.start'),
  );
  const place = fc.constantFrom(...pointers);
  const value = fc.oneof(json, words, fc.constant(undefined)) as fc.Arbitrary<Draft | undefined>;
  fc.assert(
    fc.property(message, place, value, (make, pointer, each) => {
      const changed = make();
      change(changed, pointer, each);
      handleAll(JSON.stringify(changed));
    }),
    all(),
  );
});

test('the answer to a sound request carries its id, whatever characters it has', { timeout }, () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, minLength: 1 }), (id) => {
      const message = intercept('draft');
      change(message, '/id', id);
      change(message, '/params/event/id', id);
      const reply = createHandler(denying).handle(JSON.stringify(message));
      expect(reply.kind).toBe('answer');
      expect(JSON.parse((reply as { body: string }).body).id).toBe(id);
    }),
    all(),
  );
});
