// Tests of the tables of tools: their format, and how the entry of a tool is found.

import { describe, expect, test } from 'vitest';
import type { AddedEffect, AddedTool } from '../../../src/check/tree/checked.ts';
import type { JsonObject, Tool } from '../../../src/facts/event/event.ts';
import { derive } from '../../../src/facts/facts.ts';
import { knownWith } from '../../../src/facts/known.ts';
import { readToolTables } from '../../../src/facts/tool/format.ts';
import { toolTables } from '../../../src/facts/tool/generated/tables.ts';
import { hasServer, nameKey, serverWords } from '../../../src/facts/tool/name-key.ts';
import { builtInTools, inferKind, withTools } from '../../../src/facts/tool/tables.ts';
import { eventWith } from '../events.ts';
import { showEffects } from './show-effects.ts';

const tables = readToolTables(`${toolTables.native}\n${toolTables.servers}`);

describe('the built-in tables', () => {
  test('name every tool of a harness once', () => {
    const names = tables.native.flatMap((entry) => entry.names);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  test('name every tool of a server once', () => {
    for (const { servers, tools } of tables.servers) {
      const names = tools.flatMap((entry) => entry.names);
      const twice = names.filter((name, at) => names.indexOf(name) !== at);
      expect({ servers, twice }).toEqual({ servers, twice: [] });
    }
  });

  test('say of every tool what it does, or that it does nothing', () => {
    const entries = [...tables.native, ...tables.servers.flatMap(({ tools }) => tools)];
    expect(entries.filter(({ uses }) => uses.length === 0)).toEqual([]);
  });

  test('use no name of a server twice', () => {
    const names = tables.servers.flatMap(({ servers }) => servers.map((words) => words.join('-')));
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});

describe('a line that is not of the format', () => {
  test.each([
    ['Bash (shell): posix command', 'a tool comes before the first header'],
    ['native\nBash: posix command', 'not a tool of a known kind'],
    ['native\nBash (shll): posix command', 'not a tool of a known kind'],
    ['native\nBash (shell): posx command', '`posx command` is no use of a field'],
    ['native\nBash (shell): posix command if', 'is no use of a field'],
    ['mcp\nread_file: read path', 'no server is named'],
    ['native\nBash', 'not a tool of a known kind'],
  ])('%j', (text, message) => {
    // The word `if` alone is a field of that name, which no harness has.
    if (text.endsWith(' if')) expect(readToolTables(text).native[0]?.uses[0]?.fields).toHaveLength(2);
    else expect(() => readToolTables(text)).toThrow(message);
  });
});

test.each([
  ['ReadFile', 'readfile'],
  ['read_file', 'readfile'],
  ['read-file', 'readfile'],
  ['ＲＥＡＤ＿file', 'readfile'],
  ['__proto__', 'proto'],
])('the name %s is compared as %s', (name, key) => {
  expect(nameKey(name)).toBe(key);
});

test.each<[string, string, boolean]>([
  ['github', 'github', true],
  ['@acme/github-mcp-server', 'github', true],
  ['plugin_github_github', 'github', true],
  ['io.github.someone/weather', 'github', false],
  ['github', 'git', false],
  ['mcp-server-git', 'git', true],
  ['DesktopCommander', 'desktop-commander', true],
  ['desktop_commander', 'desktop-commander', true],
  ['desktop-things-commander', 'desktop-commander', false],
  ['mcp', 'git', false],
  ['', 'git', false],
])('the server %j is %s: %s', (server, entry, expected) => {
  expect(hasServer(serverWords(server), entry.split('-'))).toBe(expected);
});

test('the kind of a tool is that of its line, but for those that say nothing', () => {
  expect(inferKind('run_shell_command')).toBe('shell');
  expect(inferKind('StrReplaceFile')).toBe('file_edit');
  expect(inferKind('google_web_search')).toBe('fetch');
  expect(inferKind('TodoWrite')).toBeUndefined();
  expect(inferKind('constructor')).toBeUndefined();
});

describe('tools that policies add', () => {
  const field = (...steps: (string | number)[]): AddedEffect['of'] => ({ kind: 'field', steps });
  const added = (tool: Partial<AddedTool>): AddedTool => ({
    tool: 'save_note',
    server: 'notes',
    toolKind: undefined,
    effects: [{ verb: 'writes', of: field('file') }],
    ...tool,
  });
  const does = (tools: readonly AddedTool[], tool: Partial<Tool>): readonly string[] => {
    const known = knownWith({ commands: [], wrappers: [], aliases: [], tools });
    const { effects, unmapped } = derive(eventWith({ tool, session: { cwd: '/w' } }), known);
    return [...showEffects(effects), ...(unmapped === undefined ? [] : [unmapped])];
  };
  const call = (server: string, tool: string, input: JsonObject): Partial<Tool> => ({
    name: `mcp__${server}__${tool}`,
    origin: 'mcp',
    input,
    mcp: { server, tool },
  });

  test('do what their block says', () => {
    expect(does([added({})], call('notes', 'save_note', { file: 'a', other: 'b' }))).toEqual(['writes /w/a']);
  });

  test('are found if the harness does not name the server', () => {
    const tool = { name: 'mcp__notes__save_note', origin: 'mcp', input: { file: 'a' } } as const;
    expect(does([added({})], tool)).toEqual(['writes /w/a']);
  });

  test('are those of their server alone', () => {
    expect(does([added({})], call('other', 'save_note', { text: 'a' }))).toEqual([]);
  });

  test('count before what is built in', () => {
    const other = added({
      tool: 'write_*',
      server: 'filesystem',
      effects: [{ verb: 'reads', of: field('path') }],
    });
    expect(does([other], call('filesystem', 'write_file', { path: 'a', content: 'x' }))).toEqual([
      'reads /w/a',
    ]);
  });

  test('may be tools of a harness, with a kind', () => {
    const native = added({
      tool: 'frob',
      server: undefined,
      toolKind: 'file_write',
      effects: [
        { verb: 'deletes', of: field('items', 0, 'path') },
        { verb: 'writes', of: { kind: 'text', value: '/var/log/frob' } },
        { verb: 'spawns', of: { kind: 'nothing' } },
        { verb: 'elevates', of: { kind: 'nothing' } },
      ],
    });
    expect(does([native], { name: 'frob', input: { items: [{ path: 'a' }, { path: 'b' }] } })).toEqual([
      'deletes /w/a and below',
      'deletes /w/b and below',
      'writes /var/log/frob',
      'spawns an agent',
      'elevates by frob',
    ]);
  });

  test('that say nothing of a call leave nothing open', () => {
    const native = added({ tool: 'frob', server: undefined, effects: [] });
    expect(does([native], { name: 'frob', kind: 'file_write', input: { path: 'a' } })).toEqual([]);
  });

  test('change nothing where there are none', () => {
    expect(withTools(builtInTools(), [])).toBe(builtInTools());
  });
});
