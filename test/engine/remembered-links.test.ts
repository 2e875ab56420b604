/** A link is remembered as a link: what is below its target is not remembered again below the link. */
import { expect, test } from 'vitest';
import { sessionFilesOf } from '../../src/engine/written-files.ts';
import { derive } from '../../src/facts/facts.ts';
import { noMemory } from '../../src/facts/memory-view.ts';
import { call } from './program.ts';

const written = [
  { path: '/srv/a/x.sh', onDisk: false, left: ['ls'], of: [], open: [] },
  { path: '/srv/a/b/y.sh', onDisk: false, left: ['ls'], of: [], open: [] },
];
const memory = { ...noMemory, written: sessionFilesOf({ written, calls: [] } as never) };
const pathsAfter = (command: string): readonly string[] =>
  derive(call({ command }), undefined, memory).filesAfter.map(({ path }) => path);

test('a link leaves its own names alone', () => {
  expect(pathsAfter('ln -s /srv/a /srv/k')).toEqual(['/srv/k', '/srv/k/a', '/srv/a/a']);
});

test('a copy leaves what it copies', () => {
  expect(pathsAfter('cp -r /srv/a /srv/k')).toEqual(expect.arrayContaining(['/srv/k/x.sh', '/srv/k/b/y.sh']));
});
