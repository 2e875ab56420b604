import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { noBinding } from '../../src/compile/candidate.ts';
import { longestReason } from '../../src/compile/reason.ts';
import { judgeRule } from '../../src/engine/rule-result.ts';
import type { JsonObject } from '../../src/facts/event/event.ts';
import { derive } from '../../src/facts/facts.ts';
import { longestFact, showFact } from '../../src/mask/show-fact.ts';
import { anyCharacter } from '../any-character.ts';
import { tries } from '../campaign/effort.ts';
import { eventOf, ruleOf } from './outcomes.ts';

const reasonOf = (clauses: string, event: string): string =>
  ruleOf(`deny r\nwhen tool is "*"\n${clauses}`).reason(derive(eventOf(event)), noBinding);
const shown = (x: unknown): string => reasonOf('reason "{input.x}"', JSON.stringify({ x }));

describe('what stands in a template', () => {
  test.each([
    ['no reason at all', '', '{}', 'The policy rule com.example.r does not allow this call.'],
    ['a reason and a hint', 'reason "No."\nhint "Ask."', '{}', 'No. Ask.'],
    ['only a hint', 'hint "Ask."', '{}', 'The policy rule com.example.r does not allow this call. Ask.'],
    ['braces', 'reason "{{x}} }}{{"', '{}', '{x} }{'],
    ['a text', 'reason "<{input.x}>"', '{"x": "a b"}', '<a b>'],
    ['an empty text', 'reason "<{input.x}>"', '{"x": ""}', '<>'],
    ['a number', 'reason "{input.x}"', '{"x": 1.5}', '1.5'],
    ['a number beyond all', 'reason "{input.x}"', '{"x": 1e400}', 'null'],
    ['null', 'reason "{input.x}"', '{"x": null}', 'null'],
    ['an object, as JSON', 'reason "{input.x}"', '{"x": {"a": [1, "b"]}}', '{"a":[1,"b"]}'],
    ['an element of a list', 'reason "{input.x[1].y}"', '{"x": [0, {"y": "z"}]}', 'z'],
    ['something missing', 'reason "{input.x}"', '{}', '(not given)'],
    ['something on the way to it', 'reason "{input.x.y}"', '{"x": "a"}', '(not given)'],
    ['what objects inherit', 'reason "{input.constructor}"', '{}', '(not given)'],
    ['an MCP server that a native tool has not', 'reason "{mcp server}"', '{}', '(not given)'],
    ['a kind that was inferred', 'reason "{kind}"', 'with {"name": "Bash"}', 'shell'],
    ['a field in the hint', 'reason "No."\nhint "Not {tool}."', 'with {"name": "Bash"}', 'No. Not Bash.'],
  ])('%s', (_, clauses, event, expected) => {
    expect(reasonOf(clauses, event)).toBe(expected);
  });

  test('what an event holds is never read as a template, or as a replacement', () => {
    for (const value of ['{tool}', '{{', '}', '$1', '$&', "$'", '$$', '\\1', '\u0024{x}', '{input.x}']) {
      expect(shown(value)).toBe(value);
      expect(shown(`token=abcdef ${value}`)).toBe(`token=[redacted] ${value}`);
    }
  });
});

test.each([
  ["ssh dev 'rm -rf /srv/a'", 'ssh'],
  ["sudo ssh -p 22 dev 'cd /srv && rm -rf a'", 'ssh'],
  ["timeout 9 vagrant ssh -c 'rm /srv/a'", 'vagrant'],
  ['docker exec web rm -rf /srv/a', 'docker'],
  ['rm -rf /srv/a', undefined],
  ["ssh dev ls; sudo bash -c 'rm -rf /srv/a'", undefined],
])('what runs elsewhere is said to: %s', (command, through) => {
  const rule = ruleOf('deny r\nwhen deletes "/srv/**"\nreason "No {path}."\nhint "Ask."');
  const facts = derive(eventOf(`with ${JSON.stringify({ name: 'Bash', input: { command } })}`));
  const { binding } = judgeRule(rule, facts);
  const place =
    through === undefined ? '' : ` (It runs through ${through}, on another machine or in a container.)`;
  expect(rule.reason(facts, binding)).toBe(`No /srv/a.${place} Ask.`);
});

describe('what can be shown', () => {
  test('control characters, and those that change direction or cannot be seen, become a blank', () => {
    expect(shown('a\nb\tc\u0000d')).toBe('a b c d');
    expect(shown('a\u001b[31mred')).toBe('a red');
    expect(shown('\u001b[31mghp_abcdefghijklmnopqrstuvwxyz0123456789')).toBe(' [redacted]');
    expect(shown('a\r\n\r\nb')).toBe('a b');
    expect(shown('a\u202eb\u2066c\u200bd')).toBe('a b c d');
    expect(shown('a\u2028b\u2029c\u0085d')).toBe('a b c d');
    expect(shown('a\ud800b')).toBe('a b');
    expect(shown({ 'a\u202e': 'b\u2028' })).toBe('{"a ":"b "}');
  });

  test('a fact is cut, and never within a character', () => {
    expect(shown('a'.repeat(longestFact))).toBe('a'.repeat(longestFact));
    expect(shown('a'.repeat(longestFact + 1))).toBe(`${'a'.repeat(longestFact - 1)}…`);
    for (const before of ['', 'a']) {
      const cut = shown(before + '😀'.repeat(longestFact));
      expect(cut.length).toBeLessThanOrEqual(longestFact);
      expect(cut).not.toMatch(/[\ud800-\udfff]/u);
    }
  });

  test('a reason is cut as a whole, and never within a character', () => {
    const fields = '{input.x}'.repeat(30);
    for (const x of ['a'.repeat(300), '😀'.repeat(300), `a${'😀'.repeat(300)}`]) {
      const reason = reasonOf(`reason "${fields}"\nhint "${fields}"`, JSON.stringify({ x }));
      expect(reason.length).toBeLessThanOrEqual(longestReason);
      expect(reason.endsWith('…')).toBe(true);
      expect(reason).not.toMatch(/[\ud800-\udfff]/u);
    }
  });

  test('whatever the input, a reason is bounded, not empty, and well-formed on one line', () => {
    const rule = ruleOf('deny r\nwhen tool is "*"\nreason "{input.x} in {input}, {tool}"');
    fc.assert(
      fc.property(fc.json({ stringUnit: anyCharacter }), (x) => {
        const input = JSON.stringify({ x: JSON.parse(x) }) as string;
        const reason = rule.reason(derive(eventOf(input)), noBinding);
        expect(reason.length).toBeGreaterThan(0);
        expect(reason.length).toBeLessThanOrEqual(longestReason);
        expect(reason).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u);
      }),
      { numRuns: tries(600), seed: 1 },
    );
  });

  test('a secret far along a text is not shown by what stands before it being dropped', () => {
    const secret = `ghp_${'a1'.repeat(18)}`;
    expect(showFact(`${'\u200b'.repeat(1_000)}${secret}`)).toBe(' [redacted]');
    expect(showFact(`${'x '.repeat(90)}${secret}`)).not.toContain('ghp_');
    expect(showFact(`a ${'\u200b'.repeat(3_980)}${secret}`)).toBe('a  …');
    expect(showFact(`${`${secret} `.repeat(97)}${secret}`)).not.toContain('ghp_');
  });

  test('megabytes are shown as quickly as a line', () => {
    const input: JsonObject = { x: 'password=abcdef '.repeat(100_000) };
    expect(shown(input)).toContain('[redacted]');
    expect(showFact('😀'.repeat(1_000_000)).length).toBeLessThanOrEqual(longestFact);
  });
});
