/** The message that docs/protocol.md shows is one that is taken. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decode } from '../../src/protocol/decode.ts';

test('the notification in docs/protocol.md is valid', () => {
  const text = /^```json\n([\s\S]*?)^```$/m.exec(readFileSync('docs/protocol.md', 'utf8'))?.[1] ?? '';
  expect(decode(JSON.parse(text))).toMatchObject({
    kind: 'observe',
    event: { type: 'tool.after', call: 'c-1' },
  });
});
