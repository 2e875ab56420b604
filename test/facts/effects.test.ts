/** What events do, all the way from the event: through the tables of tools, shells and patches. */
import { describe, expect, test } from 'vitest';
import { noEffects } from '../../src/facts/effect/effect.ts';
import type { Event, JsonObject, Tool } from '../../src/facts/event/event.ts';
import { derive } from '../../src/facts/facts.ts';
import { follow } from '../../src/facts/read.ts';
import { mostEffects } from '../../src/facts/record/ledger.ts';
import { eventWith } from './events.ts';
import { showEffects } from './tool/show-effects.ts';

const effectsOf = (tool: Partial<Tool>) => derive(eventWith({ tool, session: { cwd: '/w/p' } })).effects;
const does = (tool: Partial<Tool>): readonly string[] => showEffects(effectsOf(tool));
const bash = (command: string): Partial<Tool> => ({ name: 'Bash', kind: 'shell', input: { command } });

describe('one thing done in many ways', () => {
  const secret = 'reads ~/.aws/credentials';
  const path = '~/.aws/credentials';

  test.each<[string, Partial<Tool>]>([
    ['a file tool', { name: 'Read', input: { file_path: path } }],
    ['a file tool of another harness', { name: 'view_file', input: { AbsolutePath: path } }],
    ['a tool of a server', { name: 'mcp__fs__read_text_file', origin: 'mcp', input: { path } }],
    ['a call inside a call', { name: 'batch', input: { calls: [{ tool: 'read', args: { path } }] } }],
    ['a search', { name: 'Grep', input: { pattern: 'x', path } }],
    ['an edit', { name: 'Edit', input: { file_path: path, new_string: '' } }],
    [
      'a patch',
      { name: 'apply_patch', input: { input: `*** Begin Patch\n*** Update File: ${path}\n*** End Patch` } },
    ],
    [
      'an upload',
      {
        name: 'browser_file_upload',
        origin: 'mcp',
        mcp: { server: 'playwright', tool: 'browser_file_upload' },
        input: { paths: [path] },
      },
    ],
    ['a shell command', bash(`cat ${path}`)],
    ['a shell command as words', { name: 'shell', input: { command: ['bash', '-lc', `cat ${path}`] } }],
  ])('%s', (_, tool) => {
    expect(does(tool).map((line) => line.replace(' and below', ''))).toContain(secret);
  });
});

describe('a tool that does what a command does', () => {
  test('is that command, with its options in every spelling', () => {
    const input = { repo_path: '/r', remote: 'origin', branch: 'main', force: true };
    const { commands, unknowns } = effectsOf({
      origin: 'mcp',
      mcp: { server: 'git', tool: 'git_push' },
      input,
    });
    expect(commands).toHaveLength(1);
    expect(commands[0]).toMatchObject({ program: 'git', words: ['push'], certain: true, known: true });
    expect(commands[0]?.options.flatMap(({ names }) => names)).toContain('-f');
    expect(unknowns).toEqual([]);
  });

  test('is not what its message mentions', () => {
    const input = { repo_path: '/r', message: 'never git push --force; rm -rf /' };
    const lines = does({ origin: 'mcp', mcp: { server: 'git', tool: 'git_commit' }, input });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^runs git commit/);
  });
});

test('a patch in a here-document of a shell does what the patch does', () => {
  const patch = '*** Begin Patch\n*** Delete File: ../x\n*** End Patch';
  expect(does(bash(`apply_patch <<'EOF'\n${patch}\nEOF`))).toContain('deletes /w/x');
});

test('what happens in a shell has the directory that the tool names', () => {
  const tool = { name: 'run_shell_command', input: { command: 'rm x', directory: '/srv' } };
  expect(does(tool)).toContain('deletes /srv/x');
});

describe('events that are no calls', () => {
  test.each<Event['type']>(['session.start', 'session.end'])('%s does nothing', (type) => {
    const event = { ...eventWith({ tool: undefined }), type };
    expect(derive(event).effects).toBe(noEffects);
    expect(derive(event).unmapped).toBeUndefined();
  });
});

test('effects are derived when they are asked for, and once', () => {
  let reads = 0;
  const tool: Tool = {
    name: 'Read',
    kind: undefined,
    origin: 'native',
    mcp: undefined,
    get input(): JsonObject {
      reads++;
      return { file_path: 'a' };
    },
  };
  const facts = derive({ ...eventWith({}), tool });
  expect(facts.kind).toEqual({ state: 'known', kind: 'file_read' });
  expect(reads).toBe(0);
  expect(facts.effects.paths).toHaveLength(1);
  const after = reads;
  expect(facts.effects).toBe(facts.effects);
  expect(facts.unmapped).toBeUndefined();
  expect(reads).toBe(after);
});

test('a fault is no empty answer', () => {
  const tool = {
    ...eventWith({}).tool,
    name: 'Read',
    get input(): JsonObject {
      throw new Error('a fault');
    },
  } as Tool;
  const facts = derive({ ...eventWith({}), tool });
  expect(() => facts.effects).toThrow('a fault');
  expect(() => facts.unmapped).toThrow('a fault');
});

test('spans lead to the text that an effect comes from', () => {
  const input = { edits: [{ path: 'a' }, { path: '/etc/passwd' }] };
  const { paths } = effectsOf({ name: 'edit_files', input });
  const texts = paths.map(({ span }) => follow(input, span.field));
  expect(texts).toEqual(['a', 'a', '/etc/passwd', '/etc/passwd']);
});

test('a call that does more than the limit has an unknown part', () => {
  const paths = Array.from({ length: 3000 }, (_, index) => `f${index}`);
  const effects = effectsOf({
    origin: 'mcp',
    mcp: { server: 'fs', tool: 'read_multiple_files' },
    input: { paths },
  });
  expect(effects.paths.length).toBeLessThanOrEqual(mostEffects);
  expect(effects.unknowns.length).toBeGreaterThan(0);
});

test('calls inside calls inside calls end in something unknown', () => {
  let input: JsonObject = { calls: [{ tool: 'read', args: { path: 'a' } }] };
  for (let depth = 0; depth < 200; depth++) input = { calls: [{ tool: 'batch', args: input }] };
  expect(does({ name: 'batch', input })).toEqual(['unknown: which tool this calls is not known']);
});
