/** What of Cursor's payloads depends on the machine. */
import { expect, test } from 'vitest';
import { cursor } from '../../src/harnesses/cursor/adapter.ts';

const payload = {
  hook_event_name: 'beforeReadFile',
  cursor_version: '3.14.27',
  workspace_roots: ['/c:/Users/dev/shop', 'd:/lib'],
  file_path: '/C:/Users/dev/shop/.env',
};

/** Session and input of the one event, as the hook reads it from this directory. */
function read(cwd: string) {
  const reading = cursor.read(payload, { cwd, env: {} });
  const [event] = reading.kind === 'events' ? reading.events : [];
  return { roots: event?.session.workspaceRoots, cwd: event?.session.cwd, input: event?.tool?.input };
}

test('on Windows paths lose the slash that they have in URIs', () => {
  expect(read('C:\\Users\\dev\\shop')).toEqual({
    roots: ['c:\\Users\\dev\\shop', 'd:/lib'],
    cwd: 'c:\\Users\\dev\\shop',
    input: { file_path: 'C:\\Users\\dev\\shop\\.env' },
  });
});

test('elsewhere a folder may be called `c:`', () => {
  expect(read('/home/dev/shop')).toEqual({
    roots: ['/c:/Users/dev/shop', 'd:/lib'],
    cwd: '/c:/Users/dev/shop',
    input: { file_path: '/C:/Users/dev/shop/.env' },
  });
});
