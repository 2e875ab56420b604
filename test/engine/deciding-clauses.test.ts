import { expect, test } from 'vitest';
import { evaluate } from '../../src/engine/evaluate.ts';
import type { JsonObject } from '../../src/facts/event/event.ts';
import { derive } from '../../src/facts/facts.ts';
import { call, program } from './program.ts';

/** The clauses, as they are written, of the rules that say something about the call. */
function clausesOf(rules: string, input: JsonObject): readonly (readonly string[])[] {
  const text = `policy com.example\n${rules}`;
  const made = program(rules);
  const { matched, unsure, watched } = evaluate(made, derive(call(input)));
  return [...matched, ...unsure, ...watched].map(({ clauses }) =>
    clauses.map(({ span }) => text.slice(span.start, span.end)),
  );
}

test.each<[string, string, JsonObject, readonly string[]]>([
  [
    'each of those that all have to hold',
    'deny a when input.x is "1" and input.y is "2"',
    { x: '1', y: '2' },
    ['input.x is "1"', 'input.y is "2"'],
  ],
  [
    'of alternatives the first that holds',
    'deny a when input.x is "1" or input.y is "2" or input.z is "3"',
    { x: '0', y: '2', z: '3' },
    ['input.y is "2"'],
  ],
  [
    'one that holds, whatever the others could',
    'deny a when input.x is "1" or input.y is "2"',
    { y: '2' },
    ['input.y is "2"'],
  ],
  [
    'none of a rule that is unsure',
    'deny a when input.x is "1" or input.y is "2"\n  when unsure deny',
    {},
    [],
  ],
  [
    'of the object that decided',
    'deny a when (reads "**/*.pem" or reads "**/*.key") and reads "**/b.*"',
    { command: 'cat c.txt b.key' },
    ['reads "**/*.key"', 'reads "**/b.*"'],
  ],
  [
    'inside named conditions',
    'condition c = input.x is "1" or input.x is "2"\nwatch a when c and not input.y is "2"',
    { x: '2', y: '0' },
    ['input.x is "2"', 'not input.y is "2"'],
  ],
  [
    'about what the call does',
    'deny a when runs "git push" or (runs "ls" and reads "**/*.pem")',
    { command: 'ls && cat a.pem' },
    ['runs "ls"', 'reads "**/*.pem"'],
  ],
])('the clauses that decided are told: %s', (_, rules, input, expected) => {
  expect(clausesOf(rules, input)).toEqual([expected]);
});
