/** Rules about MCP servers, where the harness writes their names in its own way. */
import { expect, test } from 'vitest';
import { evaluate } from '../../src/engine/evaluate.ts';
import { derive } from '../../src/facts/facts.ts';
import { call, program } from '../engine/program.ts';

function answer(rules: string, server: string, tool = 'read'): string {
  const plain = call({}, { name: `mcp__${server}__${tool}`, kind: 'mcp' });
  const event = {
    ...plain,
    tool: {
      ...plain.tool,
      kind: 'mcp' as const,
      origin: 'mcp' as const,
      mcp: { server, tool, provenance: 'inferred' },
    },
  };
  return evaluate(program(rules), derive(event as never)).effect;
}

test.each([
  ['deny a when mcp server is "my-files"', 'my_files', 'deny'],
  ['deny a when mcp server is "my-files"', 'my-files', 'deny'],
  ['deny a when mcp server is "my files.v2"', 'my_files_v2', 'deny'],
  ['deny a when mcp server is "my-*"', 'my_files', 'deny'],
  ['deny a when mcp server is "my_files"', 'my-files', 'none'],
  ['deny a when mcp server is "my-files"', 'myfiles', 'none'],
  ['list mine = "other", "my-files"\ndeny a when mcp server in @mine', 'my_files', 'deny'],
  ['deny a when mcp tool is "read-all"', 'files', 'none'],
  // What excuses is the name as it is written alone.
  ['deny a when kind is mcp unless mcp server is "my-files"', 'my_files', 'deny'],
  ['deny a when kind is mcp unless mcp server is "my-files"', 'my-files', 'none'],
  ['deny a when mcp server is not "my-files"', 'my_files', 'deny'],
])('%s: %s', (rules, server, effect) => expect(answer(rules, server)).toBe(effect));

test('names of tools as well', () =>
  expect(answer('deny a when mcp tool is "read-all"', 'files', 'read_all')).toBe('deny'));
