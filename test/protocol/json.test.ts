import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readJson } from '../../src/protocol/json.ts';

// The same cases in every run.
fc.configureGlobal({ seed: 20_260_915 });

test.each([
  ['two equal keys', '{"a":1,"a":2}'],
  ['two equal keys deep inside', '[{"b":[{"a":{},"c":0,"a":{}}]}]'],
  ['two spellings of one key', '{"a":1,"\\u0061":2}'],
  ['`__proto__` twice', '{"__proto__":1,"__proto__":2}'],
  ['an empty key twice', '{"":1,"":1}'],
  ['a number as a key twice', '{"1":1,"1":1}'],
])('%s', (_, text) => {
  expect(readJson(text)).toMatchObject({ ok: false, problem: 'duplicate', value: JSON.parse(text) });
});

test.each([
  ['equal keys in different objects', '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]}'],
  ['colons, braces and quotes in strings', String.raw`{"a:b{[":"c\":\\","\\":"\"{:}","\\\"":":"}`],
  ['`__proto__` as a key', '{"__proto__":{"a":1},"a":1}'],
  ['keys that every object inherits', '{"constructor":1,"toString":2,"hasOwnProperty":3}'],
  ['white space', ' {\t"a"\n:\r1 } '],
  ['a string alone', '":"'],
])('%s: no duplicate', (_, text) => {
  expect(readJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
});

test('`__proto__` stays an own key', () => {
  const reading = readJson('{"__proto__":{"admin":true}}');
  const value = (reading as { value: object }).value;
  expect(Object.keys(value)).toEqual(['__proto__']);
  expect('admin' in value).toBe(false);
});

test.each(['', '{', '{"a":1,}', "{'a':1}", '[1]]', '\u0000', '\ufeff{}', 'NaN', '{"a":1}{"b":2}'])(
  'no JSON: %j',
  (text) => {
    expect(readJson(text)).toMatchObject({ ok: false, problem: 'syntax' });
  },
);

test('depth counts arrays and objects in one another, and its limit is included', () => {
  const nested = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`;
  expect(readJson(nested(128)).ok).toBe(true);
  expect(readJson(nested(130))).toMatchObject({ ok: false, problem: 'depth' });
  expect(readJson(nested(4), { depth: 4 }).ok).toBe(true);
  expect(readJson('[[],[],{"a":[]}]', { depth: 3 }).ok).toBe(true);
  expect(readJson('[[],[],{"a":[]}]', { depth: 2 })).toMatchObject({ problem: 'depth' });
  expect(readJson('"[[[[[["', { depth: 0 })).toEqual({ ok: true, value: '[[[[[[' });
});

test('half a million levels are refused, and the keys before them can still be read', () => {
  const reading = readJson(`{"id":"7","x":${'['.repeat(500_000)}${']'.repeat(500_000)}}`);
  expect(reading).toMatchObject({ ok: false, problem: 'depth' });
  expect((reading as unknown as { value: { id: string } }).value.id).toBe('7');
});

test('a string of a million escapes is read', () => {
  const value = '\\"'.repeat(500_000);
  expect(readJson(JSON.stringify({ a: value }))).toEqual({ ok: true, value: { a: value } });
});

test('what JSON.stringify wrote is read as it was', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, indent) => {
      const text = JSON.stringify(value, undefined, indent);
      expect(readJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
    }),
  );
});

test('a member written twice is found wherever it stands', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.nat(), (object, pick) => {
      const members = Object.entries(object).map(
        ([key, each]) => `${JSON.stringify(key)}:${JSON.stringify(each)}`,
      );
      const again = members[pick % members.length] ?? '';
      const text = `[{"before":{${members.join()},${again}}}]`;
      expect(readJson(text)).toMatchObject({ ok: false, problem: 'duplicate' });
    }),
  );
});
