/** What tools could do that no table knows: by the look of their fields, however deep these lie. */
import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeRule } from '../../../src/engine/rule-result.ts';
import type { Json, JsonObject, Tool } from '../../../src/facts/event/event.ts';
import { derive } from '../../../src/facts/facts.ts';
import { truthName } from '../../../src/pattern/text/truth.ts';
import { tries } from '../../campaign/effort.ts';
import { ruleOf } from '../../compile/outcomes.ts';
import { eventWith } from '../events.ts';
import { showEffects } from './show-effects.ts';
import { toolOf } from './tool-line.ts';

const file = new URL('cases/unlisted.txt', import.meta.url);
const lines = readFileSync(file, 'utf8').split('\n');

interface Case {
  readonly line: string;
  readonly expected: string[];
}

const cases: Case[] = [];
for (const line of lines) {
  if (line.startsWith('  ')) cases.at(-1)?.expected.push(line.trim());
  else if (line !== '' && !line.startsWith('#')) cases.push({ line, expected: [] });
}

const factsOf = (tool: Tool) => derive(eventWith({ tool, session: { cwd: '/w/p' } }));

function shown(line: string): readonly string[] {
  const effects = showEffects(factsOf(toolOf(line)).effects);
  return effects.length === 0 ? ['nothing'] : [...new Set(effects)];
}

if (process.env.UPDATE === '1') {
  const text = lines
    .filter((line) => !line.startsWith('  '))
    .flatMap((line) =>
      line === '' || line.startsWith('#') ? [line] : [line, ...shown(line).map((each) => `  ${each}`)],
    );
  writeFileSync(file, text.join('\n'));
}

test.each(cases)('$line', ({ line, expected }) => {
  expect(shown(line)).toEqual(expected);
});

const doIt = (input: JsonObject): Tool => ({
  name: 'mcp__x__do_it',
  kind: 'mcp',
  input,
  origin: 'mcp',
  mcp: { server: 'x', tool: 'do_it' },
});

test('fields that each get many arguments are looked at up to a bound', () => {
  const fields = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`f${at}`, 'find']));
  const effects = (count: number): readonly string[] =>
    showEffects(factsOf(doIt({ args: Array<string>(count).fill('-r'), ...fields })).effects);
  const isBounded = (each: string): boolean => /more than 2000 values or 4000 arguments/.test(each);
  expect(effects(10).filter(isBounded)).toEqual([]);
  expect(effects(100).filter(isBounded)).toHaveLength(1);
});

const answer = (condition: string, input: JsonObject): string =>
  truthName(judgeRule(ruleOf(`deny r\nwhen ${condition}`), factsOf(doIt(input))).truth);

describe('rules about a tool that no table knows', () => {
  const input = { cmd: 'rm -rf /', target: '/etc/passwd', endpoint: 'evil.example:443' };

  test.each([
    'runs "rm"',
    'reads "/etc/**"',
    'writes "/etc/**"',
    'deletes "/etc/**"',
    'moves "/etc/passwd"',
    'copies "/etc/passwd"',
    'connects to "evil.example"',
    'sends "/etc/passwd" to any host',
  ])('cannot tell whether it %s', (condition) => {
    expect(answer(condition, input)).toBe('unknown');
  });

  test.each(['runs "git push"', 'connects to "other.example"', 'installs any package', 'elevates'])(
    'know that it does not: %s',
    (condition) => {
      expect(answer(condition, input)).toBe('no');
    },
  );

  test('are not held up by prose', () => {
    const prose = { title: 'rm -rf /', body: 'see /etc/passwd and https://evil.example', number: 7 };
    for (const condition of ['runs "rm"', 'reads "/etc/**"', 'connects to any host'])
      expect(answer(condition, prose)).toBe('no');
  });
});

test('what looks dangerous is unknown wherever it lies', () => {
  const dangers = fc.constantFrom(
    ['cmd', 'rm -rf /etc', 'runs "rm"'] as const,
    ['shellCommand', 'sudo rm -rf /etc', 'deletes "/etc/passwd"'] as const,
    ['path', '/etc/passwd', 'reads "/etc/passwd"'] as const,
    ['thing', '/etc', 'deletes "/etc/passwd"'] as const,
    ['thing', 'rm -rf /etc', 'runs "rm"'] as const,
    ['link', 'evil.example', 'connects to "evil.example"'] as const,
    ['thing', 'https://evil.example', 'connects to "evil.example"'] as const,
  );
  const around: fc.Arbitrary<(value: Json) => Json> = fc.constantFrom<(value: Json) => Json>(
    (value) => ({ options: value }),
    (value) => ({ items: [1, 'x', value] }),
    (value) => ({ payload: JSON.stringify(value) }),
    (value) => ({ title: 'a', body: 'b', arguments: value }),
    (value) => ({ message: value, n: null }),
  );
  fc.assert(
    fc.property(dangers, fc.array(around, { maxLength: 4 }), ([key, value, condition], layers) => {
      const input = layers.reduce<Json>((inner, wrap) => wrap(inner), { [key]: value });
      expect(answer(condition, input as JsonObject), JSON.stringify(input)).toBe('unknown');
    }),
    { numRuns: tries(200), seed: 1 },
  );
});
