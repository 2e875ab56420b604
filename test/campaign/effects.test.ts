/** Whatever an event holds, what it does can be derived. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { derive } from '../../src/facts/facts.ts';
import { nativeLines } from '../../src/facts/tool/cut-tables.ts';
import { anyEvent, anyJson, objectOf } from '../facts/events.ts';
import { effort, seed, tell, timeout } from './effort.ts';

const events = effort(100_000, 400);

const tools = nativeLines().flatMap((line) => line.names.trim().split(' '));
const keys = [
  'command',
  'path',
  'file_path',
  'url',
  'edits',
  'files',
  'content',
  'patch',
  'tool_calls',
  'input',
  'cwd',
];
const oddInput = fc
  .array(fc.tuple(fc.constantFrom(...keys, '__proto__', 'constructor'), anyJson), { maxLength: 5 })
  .map(objectOf);

test('no event makes the derivation throw, and what a shell is given is never taken for nothing', {
  timeout,
}, () => {
  const names = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...tools) },
    { weight: 1, arbitrary: fc.constant('bash') },
  );
  let shells = 0;
  fc.assert(
    fc.property(anyEvent, names, oddInput, (event, name, input) => {
      const tool = event.tool && { ...event.tool, name, input };
      const facts = derive({ ...event, tool });
      expect(facts.effects).toBe(facts.effects);
      const { command } = input;
      if (
        name === 'bash' &&
        tool?.origin === 'native' &&
        command !== undefined &&
        command !== null &&
        command !== ''
      ) {
        shells++;
        const { commands, unknowns, paths } = facts.effects;
        // Blanks, comments, and what only tells true from false, are commands that do nothing; so is an empty list of words.
        const isEmpty =
          typeof command === 'object'
            ? Array.isArray(command)
            : /^\s*(?:#.*|true|false)?$/.test(String(command));
        if (!isEmpty) expect(commands.length + unknowns.length + paths.length).toBeGreaterThan(0);
      }
    }),
    { numRuns: events, seed },
  );
  tell({ events, 'calls of a shell': shells });
  expect(shells).toBeGreaterThan(events / 200);
});
