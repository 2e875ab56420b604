// Tests of reading fields of an event: present, absent, of another type, or without a meaning for the call.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../src/facts/event/event.ts';
import { derive, type Facts } from '../../src/facts/facts.ts';
import {
  elementReader,
  fieldReader,
  follow,
  INAPPLICABLE,
  MISFIT,
  MISSING,
  type Reading,
  type Steps,
} from '../../src/facts/read.ts';
import { type FieldId, fieldTable } from '../../src/vocabulary/fields.ts';
import { tries } from '../campaign/effort.ts';
import { anyEvent, anyJson, eventWith, inherited } from './events.ts';

const factsOf = (input: JsonObject): Facts => derive(eventWith({ tool: { input } }));
const parsed = (text: string): JsonObject => JSON.parse(text) as JsonObject;
const each = (input: JsonObject, ...steps: Steps): ReturnType<ReturnType<typeof elementReader>> =>
  elementReader('input', steps)(factsOf(input));

describe('following steps', () => {
  test.each<[string, Steps, Reading]>([
    ['{"a": {"b": 1}}', ['a', 'b'], 1],
    ['{"a": [1, [2]]}', ['a', 1, 0], 2],
    ['{"a": null}', ['a'], null],
    ['{"a": null}', ['a', 'b'], MISFIT],
    ['{"a": "text"}', ['a', 'b'], MISFIT],
    ['{"a": "text"}', ['a', 0], MISFIT],
    ['{"a": "text"}', ['a', 'length'], MISFIT],
    ['{"a": [1]}', ['a', 'length'], MISFIT],
    ['{"a": [1]}', ['a', '0'], MISFIT],
    ['{"a": [1]}', ['a', 1], MISSING],
    ['{"a": [1]}', ['a', 1e300], MISSING],
    ['{"a": {"0": 1}}', ['a', 0], MISFIT],
    ['{"a": {"0": 1}}', ['a', '0'], 1],
    ['{}', ['a', 'b'], MISSING],
    ['{"": {"": 1}}', ['', ''], 1],
    ['{"__proto__": {"x": 1}}', ['__proto__', 'x'], 1],
    ['{"__proto__": {"x": 1}}', ['x'], MISSING],
    ['{"a.b": 1}', ['a', 'b'], MISSING],
    ['{"a.b": 1}', ['a.b'], 1],
  ])('%s %j', (json, steps, expected) => {
    expect(follow(parsed(json), steps)).toBe(expected);
  });

  test('what every object inherits is missing', () => {
    for (const name of inherited) {
      expect(follow({}, [name]), name).toBe(MISSING);
      expect(follow({ a: {} }, ['a', name, name]), name).toBe(MISSING);
      expect(follow([[]], [0, name]), name).toBe(MISFIT);
    }
  });

  test('only own members are ever found, in any JSON', () => {
    const step = fc.oneof(fc.constantFrom(...inherited, 'a', 'b'), fc.nat(3));
    fc.assert(
      fc.property(anyJson, fc.array(step, { maxLength: 4 }), (value, steps) => {
        let expected: Reading = value;
        for (const next of steps) {
          if (typeof expected === 'symbol') break;
          if (expected === null || typeof expected !== 'object') expected = MISFIT;
          else if (Array.isArray(expected) !== (typeof next === 'number')) expected = MISFIT;
          else {
            const own = Object.getOwnPropertyDescriptor(expected, next);
            expected = own === undefined ? MISSING : (own.value as Json);
          }
        }
        expect(follow(value, steps)).toBe(expected);
      }),
      { numRuns: tries(1_000), seed: 1 },
    );
  });
});

describe('through lists', () => {
  const steps = { file_path: 'file_path' };

  test('a list at the end gives its elements, whatever they are', () => {
    expect(each({ files: ['a', 1, null, ['b'], {}] }, 'files')).toEqual(['a', 1, null, ['b'], {}]);
    expect(each({ files: [] }, 'files')).toEqual([]);
  });

  test('steps go through each element of a list on the way', () => {
    expect(each({ edits: [{ file_path: 'a' }, { file_path: 'b' }] }, 'edits', steps.file_path)).toEqual([
      'a',
      'b',
    ]);
    expect(each({ a: [{ b: [{ c: 1 }, { c: [2, 3] }] }, { b: { c: 4 } }] }, 'a', 'b', 'c')).toEqual([
      1, 2, 3, 4,
    ]);
  });

  test('and through lists inside lists', () => {
    expect(each({ a: [[{ b: 1 }], [[{ b: 2 }]]] }, 'a', 'b')).toEqual([1, 2]);
  });

  test('an element that lacks the field, or cannot have it, stays in the list as absent or misfit', () => {
    expect(each({ a: [{ b: 1 }, {}, 'x', null, { b: null }] }, 'a', 'b')).toEqual([
      1,
      MISSING,
      MISFIT,
      MISFIT,
      null,
    ]);
  });

  test('a number takes one element', () => {
    expect(each({ a: [{ b: 1 }, { b: 2 }] }, 'a', 1, 'b')).toBe(MISFIT);
    expect(each({ a: [{ b: [1] }, { b: [2, 3] }] }, 'a', 1, 'b')).toEqual([2, 3]);
  });

  test('a single thing is no list, unless a list was on the way', () => {
    expect(each({ file: 'a' }, 'file')).toBe(MISFIT);
    expect(each({ file: null }, 'file')).toBe(MISFIT);
    expect(each({ file: { 0: 'a', length: 1 } }, 'file')).toBe(MISFIT);
    expect(each({}, 'file')).toBe(MISSING);
    expect(each({ a: {} }, 'a', 'b')).toBe(MISSING);
  });

  test('no field of a list is taken for its elements', () => {
    for (const name of inherited) {
      expect(each({ a: [] }, 'a', name), name).toEqual([]);
      expect(each({ a: [[], {}] }, 'a', name), name).toEqual([MISSING]);
    }
  });

  test('a list of a million elements fits', () => {
    expect(each({ a: Array(1_000_000).fill('x') }, 'a')).toHaveLength(1_000_000);
    expect(each({ a: Array(200_000).fill({ b: ['x'] }) }, 'a', 'b')).toHaveLength(200_000);
  });
});

describe('fields of the table', () => {
  const read = (id: FieldId, facts: Facts, ...path: Steps): Reading => fieldReader(id, path)(facts);

  test('every field is read or reported missing, in any event', () => {
    const missing = new Set<unknown>([MISSING, MISFIT, INAPPLICABLE]);
    fc.assert(
      fc.property(anyEvent, (event) => {
        const facts = derive(event);
        const odd = fieldTable.flatMap(({ id }) =>
          [[], ['a'], ['__proto__'], [0]].filter((path) => {
            const value = read(id, facts, ...path);
            const isRead = typeof value === 'symbol' ? missing.has(value) : value !== undefined;
            return !isRead || elementReader(id, path)(facts) === undefined;
          }),
        );
        expect(odd).toEqual([]);
      }),
      { numRuns: tries(500), seed: 2 },
    );
  });

  test('a native tool has no MCP server or tool; an MCP tool may withhold them', () => {
    const native = derive(eventWith({}));
    const mcp = derive(eventWith({ tool: { origin: 'mcp', mcp: { server: 'github', tool: undefined } } }));
    const undisclosed = derive(eventWith({ tool: { origin: 'mcp' } }));
    const none = derive(eventWith({ tool: undefined }));
    expect([native, mcp, undisclosed, none].map((facts) => read('mcp.server', facts))).toEqual([
      INAPPLICABLE,
      'github',
      MISSING,
      MISSING,
    ]);
    expect([native, mcp, undisclosed, none].map((facts) => read('mcp.tool', facts))).toEqual([
      INAPPLICABLE,
      MISSING,
      MISSING,
      MISSING,
    ]);
  });

  test('an extension is an own member of `extensions`', () => {
    const of = (raw: string): Facts => derive(eventWith({ raw: parsed(raw) }));
    const key = 'com.example.a';
    expect(read('extension', of(`{"extensions": {"${key}": {"b": 1}}}`), key, 'b')).toBe(1);
    expect(read('extension', of(`{"extensions": {"${key}": null}}`), key)).toBe(null);
    expect(read('extension', of('{"extensions": {}}'), key)).toBe(MISSING);
    expect(read('extension', of('{"extensions": {}}'), 'constructor')).toBe(MISSING);
    expect(read('extension', of('{"extensions": []}'), 'length')).toBe(MISFIT);
    expect(read('extension', of('{"extensions": null}'), key)).toBe(MISFIT);
    expect(read('extension', of('{}'), key)).toBe(MISSING);
    expect(read('extension', of(`{"__proto__": {"extensions": {"${key}": 1}}}`), key)).toBe(MISSING);
  });

  test('fields of the event are those that were sent', () => {
    const facts = derive(eventWith({ raw: parsed('{"tool": {"name": "x", "callId": "c"}}') }));
    expect(read('event', facts, 'tool', 'callId')).toBe('c');
    expect(read('event', facts, 'id')).toBe(MISSING);
  });
});
