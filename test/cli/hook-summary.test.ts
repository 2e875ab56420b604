import { describe, expect, test } from 'vitest';
import { summarizeChange, summarizeHooks } from '../../src/cli/init/hook-summary.ts';
import { fileChange } from '../../src/install/file-change.ts';

const command = `sh -c '${'x'.repeat(300)}'`;
const entry = { matcher: '*', hooks: [{ type: 'command', command }] };
const of = (before: unknown, after: unknown) =>
  summarizeHooks(
    fileChange('/a.json', before === undefined ? undefined : JSON.stringify(before), JSON.stringify(after)),
  );

describe('one command in several places', () => {
  test('in a new file, and beside what is there', () => {
    const hooks = { Before: [entry], After: [entry] };
    expect(of(undefined, { hooks })).toEqual({ command, events: ['Before', 'After'] });
    const theirs = { theme: 'dark', hooks: { Before: [{ matcher: 'Bash', hooks: ['mine'] }] } };
    const both = { theme: 'dark', hooks: { Before: [...theirs.hooks.Before, entry], After: [entry] } };
    expect(of(theirs, both)).toEqual({ command, events: ['Before', 'After'] });
  });

  test.each([
    ['something else changes', { theme: 'dark' }, { theme: 'light', hooks: { Before: [entry] } }],
    ['something else is added', {}, { theme: 'light', hooks: { Before: [entry] } }],
    ['something is taken out', { hooks: { Before: ['mine'] } }, { hooks: { Before: [entry] } }],
    [
      'an entry of somebody is extended',
      { hooks: { Before: [{ hooks: [1] }] } },
      { hooks: { Before: [{ hooks: [1, command] }] } },
    ],
    ['there are two commands', {}, { hooks: { Before: [entry, `${command} 2`] } }],
    ['the command was there', { hooks: { Before: [entry] } }, { hooks: { Before: [entry], After: [entry] } }],
    ['the command is short', {}, { hooks: { Before: ['bylaw hook'] } }],
    ['it is no object', [], [entry]],
  ])('not where %s', (_, before, after) => {
    expect(of(before, after)).toBeUndefined();
  });

  test('what changes in a command that is there, an option with its value as one word', () => {
    const hooks = (text: string) =>
      JSON.stringify({ theme: 'dark', hooks: { Before: [text], After: [text] } });
    const change = (before: string, after: string) => summarizeChange(fileChange('/a.json', before, after));
    const [old, now] = [`${command} --policies /a hook`, `${command} --policies /b --log default hook`];
    expect(change(hooks(old), hooks(now))).toEqual({
      removed: ['--policies /a'],
      added: ['--policies /b', '--log default'],
      events: ['Before', 'After'],
    });
    expect(change(hooks(old), hooks(now).replace('dark', 'light'))).toBeUndefined();
    expect(
      change(hooks(old), hooks(Array.from({ length: 20 }, (_, at) => `w${at}`).join(' '))),
    ).toBeUndefined();
  });

  test('not of what is no JSON, or goes away', () => {
    expect(summarizeHooks(fileChange('/a.json', '// mine\n{}', '{}'))).toBeUndefined();
    expect(summarizeHooks(fileChange('/a.json', '{}', undefined))).toBeUndefined();
  });
});
