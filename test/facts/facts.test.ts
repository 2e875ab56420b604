// Tests of facts that are read from the event itself: kinds, paths, roots, servers.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AddedTool } from '../../src/check/tree/checked.ts';
import type { Event, JsonObject, Session, Tool } from '../../src/facts/event/event.ts';
import { derive } from '../../src/facts/facts.ts';
import { knownWith } from '../../src/facts/known.ts';
import { mostRoots } from '../../src/facts/read-places.ts';
import { longestPath, showPath } from '../../src/pattern/path/path-value.ts';
import { anyCharacter } from '../any-character.ts';
import { tries } from '../campaign/effort.ts';
import { anyEvent, eventWith } from './events.ts';

test('any event has facts, and they stay the same', () => {
  fc.assert(
    fc.property(anyEvent, fc.string({ unit: anyCharacter }), fc.boolean(), (event, text, exact) => {
      const facts = derive(event);
      expect(['known', 'foreign', 'missing']).toContain(facts.kind.state);
      expect(facts.kind).toBe(facts.kind);
      expect(facts.roots).toBe(facts.roots);
      expect(facts.cwd?.anchor).not.toBe('floating');
      expect(facts.pathViews(text, exact).length).toBeGreaterThan(0);
      expect(facts.pathViews(text, exact)).toBe(facts.pathViews(text, exact));
      expect(facts.textsIn(event.raw, exact)).toBe(facts.textsIn(event.raw, exact));
    }),
    { numRuns: tries(500), seed: 1 },
  );
});

test('nothing is read before it is asked for', () => {
  const asked: string[] = [];
  const watched = <Part extends object>(part: Part, name: string): Part =>
    new Proxy(part, {
      get(target, key, receiver) {
        asked.push(`${name}.${String(key)}`);
        return Reflect.get(target, key, receiver);
      },
    });
  const plain = eventWith({ session: { cwd: '/w', workspaceRoots: ['/w'] }, tool: { kind: 'shell' } });
  const event: Event = watched(
    {
      ...plain,
      session: watched(plain.session as Session, 'session'),
      tool: watched(plain.tool as Tool, 'tool'),
    },
    'event',
  );
  const facts = derive(event);
  expect(asked).toEqual([]);
  expect(facts.kind).toEqual({ state: 'known', kind: 'shell' });
  expect(asked.filter((each) => each.startsWith('session'))).toEqual([]);
  asked.length = 0;
  expect(facts.kind).toEqual({ state: 'known', kind: 'shell' });
  expect(asked).toEqual([]);
});

describe('the kind of a tool', () => {
  const kindOf = (tool: Partial<Tool> | undefined): string => {
    const { kind } = derive(eventWith({ tool }));
    return kind.state === 'known'
      ? kind.kind
      : kind.state === 'foreign'
        ? `foreign ${kind.declared}`
        : 'missing';
  };

  test.each<[string, Partial<Tool> | undefined, string]>([
    ['declared', { kind: 'shell' }, 'shell'],
    ['declared in capitals', { kind: 'SHELL' }, 'shell'],
    ['declared in full-width letters', { kind: 'ｓhell' }, 'shell'],
    ['declared with something invisible', { kind: 'she\u200bll' }, 'shell'],
    ['declared, against the name', { kind: 'fetch', name: 'Bash' }, 'fetch'],
    ['declared, for a tool of MCP', { kind: 'shell', origin: 'mcp' }, 'shell'],
    ['known by the name', { name: 'Bash' }, 'shell'],
    ['known by a name in other letters', { name: 'ＢＡＳＨ' }, 'shell'],
    ['of a tool of MCP', { origin: 'mcp', name: 'Read' }, 'mcp'],
    ['of a tool of MCP with a kind of its own', { origin: 'mcp', kind: 'database' }, 'mcp'],
    ['of its own, for a well-known name', { kind: 'terminal', name: 'Bash' }, 'shell'],
    ['of its own', { kind: 'Terminal' }, 'foreign Terminal'],
    ['empty', { kind: '' }, 'foreign '],
    ['nearly one of the nine', { kind: 'shell ' }, 'foreign shell '],
    ['inherited by every object', { kind: 'constructor' }, 'foreign constructor'],
    ['not known at all', { name: 'frobnicate' }, 'missing'],
    ['not known by a name that objects inherit', { name: '__proto__' }, 'missing'],
    ['without a tool', undefined, 'missing'],
  ])('%s', (_, tool, expected) => {
    expect(kindOf(tool)).toBe(expected);
  });
});

describe('the directory and the workspace', () => {
  const places = (session: Partial<Session> | undefined): string => {
    const { cwd, roots } = derive(eventWith({ session }));
    return `${cwd ? showPath(cwd) : '-'} | ${roots ? roots.map(showPath).join(' ') : '-'}`;
  };

  test.each<[string, Partial<Session> | undefined, string]>([
    ['no session', undefined, '- | -'],
    ['both withheld', {}, '- | -'],
    ['only a directory, which is the workspace too', { cwd: '/w/p/' }, '/w/p | /w/p'],
    ['only roots', { workspaceRoots: ['/w', '/x/../y'] }, '- | /w /y'],
    ['no roots in the list', { cwd: '/w', workspaceRoots: [] }, '/w | /w'],
    ['neither roots in the list nor a directory', { workspaceRoots: [] }, '- | -'],
    ['a relative directory is as good as none', { cwd: 'p' }, '- | -'],
    ['an empty directory is as good as none', { cwd: '' }, '- | -'],
    ['a directory in a home', { cwd: '~/p' }, '~/p | ~/p'],
    ['a directory above a home', { cwd: '~/../p' }, '- | -'],
    ['relative roots stand on the directory', { cwd: '/w', workspaceRoots: ['.', '../v'] }, '/w | /w /v'],
    ['relative roots without one', { workspaceRoots: ['p', ''] }, '- | …/p …/'],
    ['drives', { cwd: 'C:\\W', workspaceRoots: ['D:/x', 'sub\\dir'] }, 'c:/W | d:/x c:/W/sub/dir'],
    ['a file URL', { cwd: 'file:///w/%70' }, '/w/p | /w/p'],
    ['the root of a system is no workspace', { cwd: '/w', workspaceRoots: ['/'] }, '/w | /w'],
    ['neither is a drive', { workspaceRoots: ['C:\\', '/w'] }, '- | /w'],
    ['nor a directory that is the root', { cwd: '/' }, '/ | -'],
    ['a directory longer than any', { cwd: `/${'a'.repeat(longestPath)}` }, '- | -'],
    ['more roots than any workspace has', { workspaceRoots: Array(mostRoots + 1).fill('/w') }, '- | -'],
    ['a root longer than any', { cwd: '/w', workspaceRoots: [`/${'a'.repeat(longestPath)}`] }, '/w | -'],
  ])('%s', (_, session, expected) => {
    expect(places(session)).toBe(expected);
  });
});

describe('the kind that a policy gives a tool', () => {
  const added: AddedTool = { tool: 'deploy_*', server: undefined, toolKind: 'shell', effects: [] };
  const known = knownWith({ commands: [], wrappers: [], aliases: [], tools: [added] });
  const kindOf = (tool: Partial<Tool>): string => {
    const { kind } = derive(eventWith({ tool }), known);
    return kind.state === 'known' ? kind.kind : kind.state;
  };

  test.each<[string, Partial<Tool>, string]>([
    ['where the harness says none', { name: 'deploy_it' }, 'shell'],
    ['where it says `other`', { name: 'deploy_it', kind: 'other' }, 'shell'],
    ['where it says one of its own', { name: 'deploy_it', kind: 'ship' }, 'shell'],
    ['not where it says one of the nine', { name: 'deploy_it', kind: 'fetch' }, 'fetch'],
    ['not for other tools', { name: 'frobnicate', kind: 'other' }, 'other'],
    ['not for tools of MCP', { name: 'deploy_it', origin: 'mcp' }, 'mcp'],
  ])('%s', (_, tool, expected) => {
    expect(kindOf(tool)).toBe(expected);
  });
});

describe('a tool that hands a call on to a server', () => {
  const of = (name: string, input: JsonObject): Tool | undefined =>
    derive(eventWith({ tool: { name, input } })).event.tool;
  const call = { server_name: 'github', tool_name: 'delete_repository', arguments: {} };

  test('is the tool of that server to rules', () => {
    expect(of('use_mcp_tool', call)).toMatchObject({
      name: 'use_mcp_tool',
      origin: 'mcp',
      mcp: { server: 'github', tool: 'delete_repository' },
    });
  });

  test.each(['use_mcp_tool\u0011', 'USE_MCP_TOOL', 'use-mcp-tool\u200b', 'mcp_tool_call\u0000'])(
    'so it is by a name that only looks like that: %j',
    (name) => {
      expect(of(name, call)).toMatchObject({ mcp: { server: 'github' } });
    },
  );

  test('is itself where it names none, and so is every other tool', () => {
    expect(of('use_mcp_tool', {})).toMatchObject({ origin: 'native', mcp: undefined });
    expect(of('Read', call)).toMatchObject({ origin: 'native', mcp: undefined });
  });
});

describe('readings of a path', () => {
  const readings = (text: string, exact: boolean, cwd?: string): string[] =>
    derive(eventWith({ session: { cwd } }))
      .pathViews(text, exact)
      .map(showPath);

  test.each([
    ['/a/b', '/w', ['/a/b']],
    ['a\\b', '/w', ['/w/a\\b', '/w/a/b']],
    ['..\\x', '/w/p', ['/w/p/..\\x', '/w/x']],
    ['~\\.ssh', '/w', ['~', '~/.ssh', '/w/~\\.ssh']],
    // A tool that knows no homes opens a file of that name.
    ['~key.pem', '/w', ['~', '/w/~key.pem']],
    ['~/x', '/w', ['~/x']],
    ['\\\\server\\x', 'C:\\w', ['\\\\server\\x']],
    // Ligatures and full-width letters are plain ones to some file systems.
    ['/.git/con\ufb01g', '/w', ['/.git/con\ufb01g', '/.git/config']],
    ['/a/．．/b', '/w', ['/a/．．/b', '/a/b']],
    ['/a／b', '/w', ['/a／b', '/a/b']],
    ['/.s\u200bsh', '/w', ['/.s\u200bsh', '/.ssh']],
  ])('%s in %s', (text, cwd, expected) => {
    expect(readings(text, false, cwd)).toEqual(expected);
    // An exception has to hold for all of them.
    expect(readings(text, true, cwd)).toEqual(expected);
  });

  test.each([
    // For a Windows program, a path without a drive is on the drive of the directory.
    ['/Windows/x', 'C:\\w', ['/Windows/x', 'c:/Windows/x']],
    ['\\Windows\\x', 'C:\\w', ['/Windows/x', 'c:/Windows/x']],
    ['/mnt/c/x', '/w', ['/mnt/c/x', 'c:/x']],
  ])('an exception need not hold for an alias: %s in %s', (text, cwd, expected) => {
    expect(readings(text, false, cwd)).toEqual(expected);
    expect(readings(text, true, cwd)).toEqual(expected.slice(0, 1));
  });

  test('on a drive, back-slashes separate in the canonical reading too', () => {
    expect(readings('src\\..\\..\\x', true, 'C:\\w\\p')).toEqual(['c:/w/x']);
  });
});
