import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { elementSpans, memberSpans } from '../../src/mcp/json-spans.ts';
import { anyCharacter } from '../any-character.ts';

const space = fc.constantFrom('', ' ', '\t', ' \r\n ');
const value = fc.jsonValue({ maxDepth: 3 });

describe('spans of JSON', () => {
  test('cut an array into its elements', () => {
    fc.assert(
      fc.property(fc.array(value), space, fc.constantFrom(0, 2), (values, around, indent) => {
        const texts = values.map((each) => JSON.stringify(each, null, indent));
        const text = `${around}[${texts.map((each) => around + each + around).join(',')}]${around}`;
        expect(elementSpans(text).map(({ start, end }) => text.slice(start, end))).toEqual(texts);
      }),
    );
  });

  test('cut an object into its members, each as often as it is written', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ unit: anyCharacter }), value)), space, (members, around) => {
        const texts = members.map(([key, each]) => [JSON.stringify(key), JSON.stringify(each)] as const);
        const text = `{${texts.map(([key, each]) => `${around}${key}${around}:${around}${each}${around}`).join(',')}}`;
        const found = memberSpans(text).map(({ key, value: { start, end } }) => [
          key,
          text.slice(start, end),
        ]);
        expect(found).toEqual(members.map(([key], at) => [key, texts[at]?.[1]]));
      }),
    );
  });

  test('keep what numbers and texts look like', () => {
    const text = '{"a": 1.50e+2 , "b":"\\u0061\\"],{","\\u0061":[{"a":"]"}]}';
    expect(memberSpans(text).map(({ key, value: { start, end } }) => [key, text.slice(start, end)])).toEqual([
      ['a', '1.50e+2'],
      ['b', '"\\u0061\\"],{"'],
      ['a', '[{"a":"]"}]'],
    ]);
  });
});
