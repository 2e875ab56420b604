import { expect, test } from 'vitest';
import { syslogMessage } from '../../../src/host/ship/syslog-message.ts';
import { decision, denial, finding, others } from '../export/records.ts';

const sender = { host: 'gate', processId: 42 };
const textOf = (record: Parameters<typeof syslogMessage>[0]): string =>
  syslogMessage(record, 'text', sender).toString();

test('a denial is a warning of the audit facility', () => {
  expect(textOf(denial())).toBe(
    '<108>1 2026-11-21T14:02:11.123Z gate bylaw 42 decision [bylaw@32473 effect="deny" code="com.example.dev.shell" tool="Bash" session="s1" source="urn:bylaw:hook"] \u{feff}text',
  );
});

test.each([
  ['a pass', decision(), 110],
  ['a pass that a rule watches', decision({ watched: [finding({ effect: 'watch' })] }), 109],
  ['a critical denial', denial({ matched: [finding({ severity: 'critical' })] }), 106],
  ['the start of a process', others[0], 110],
  ['records that were lost', others[2], 107],
  ['a bundle', others[5], 109],
  ['a bundle that was refused', others[6], 108],
])('%s has its priority', (_, record, priority) => {
  expect(textOf(record ?? decision())).toMatch(new RegExp(`^<${priority}>1 `));
});

test('nothing that an agent writes ends the data or the line', () => {
  const text = textOf(decision({ session: 'a"] evil\\\n<1>1 -' }));
  expect(text).toContain(String.raw`session="a\"\] evil\\ <1>1 -"`);
  expect(text).not.toContain('\n');
});

test('a name that is not ASCII is left out', () => {
  expect(syslogMessage(decision(), 'x', { host: 'größe 1', processId: 1 }).toString()).toContain(
    ' gre1 bylaw ',
  );
  expect(syslogMessage(decision(), 'x', { host: 'ß', processId: 1 }).toString()).toContain(' - bylaw ');
});
