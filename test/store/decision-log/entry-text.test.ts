/** An entry's text is what JSON.stringify would give, whatever its event holds. */
import { expect, test } from 'vitest';
import { entryText } from '../../../src/store/decision-log/entry-text.ts';
import type { LogEntry } from '../../../src/store/decision-log/record.ts';
import { decisionOf } from './logs.ts';

const decision = decisionOf('e1');

test.each<[string, LogEntry]>([
  ['a decision', decision],
  ['an event without members', { ...decision, event: {} }],
  ['no event', { ...decision, event: null }],
  ['an event that quotes the place of one', { ...decision, event: { id: ',"event":null,', event: null } }],
  ['an id that quotes it', { ...decision, id: ',"event":null,', session: '"event":null' }],
  ['an event in which nothing stays of a replacement', { ...decision, event: { id: "$&$1$'" } }],
  ['what has no event', { type: 'evicted', memories: 3 }],
])('%s', (_, entry) => {
  expect(entryText(entry)).toBe(JSON.stringify(entry));
});
