import { describe, expect, test } from 'vitest';
import { describeFault } from '../../src/protocol/json-fault.ts';

describe('where a text stops being JSON', () => {
  test.each([
    ['{"a":1,}', 'line 1, column 8: a name in quotes is expected there'],
    ['{"a":\n  {b:1}}', 'line 2, column 4: a name in quotes or `}` is expected there'],
    ['{"a" 1}', 'line 1, column 6: `:` is expected there'],
    ['{"a":1 "b":2}', 'line 1, column 8: `,` or `}` is expected there'],
    ['[1 2]', 'line 1, column 4: `,` or `]` is expected there'],
    ['[1,]', 'line 1, column 4: a value is expected there'],
    ['{"a":01}', 'line 1, column 6: a value is expected there'],
    ["{'a':1}", 'line 1, column 2: a name in quotes or `}` is expected there'],
    ['{"a":"b\n"}', 'line 1, column 6: the text that begins there has no end'],
    ['{"a":"\\x"}', 'line 1, column 6: the text that begins there has no end'],
    ['{"a":[', 'line 1, column 7: a value or `]` is expected there'],
    ['{} {}', 'line 1, column 4: nothing more is expected there'],
    ['', 'line 1, column 1: a value is expected there'],
    ['True', 'line 1, column 1: a value is expected there'],
  ])('%s', (json, said) => {
    expect(() => JSON.parse(json)).toThrow();
    expect(describeFault(json)).toContain(`the JSON is broken at ${said}`);
  });

  test('the lines of the file count', () => {
    expect(describeFault('{\n,', 7)).toContain('line 8, column 1');
  });

  test('what is JSON, or too long to look through, has no such place', () => {
    for (const json of [
      '{"a":[1,-2.5e3,{"b":"\\u00e9\\n"}],"c":null}',
      ' true ',
      '[]',
      `"${'a'.repeat(2e6)}`,
    ])
      expect(describeFault(json)).toBe('the text is not one JSON value');
  });
});
