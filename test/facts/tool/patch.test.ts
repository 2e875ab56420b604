// Tests of the readers of patches, by the cases in cases/patches.txt, and of their limits.

import { describe, expect, test } from 'vitest';
import { longestPatch, type PatchChange, readPatch, recordPatch } from '../../../src/facts/patch/patch.ts';
import { Recorder } from '../../../src/facts/record/recorder.ts';
import { readPath, showPath } from '../../../src/pattern/path/path-value.ts';
import { readCaseBlocks } from './case-blocks.ts';

const show = ({ use, path, target, content, certain }: PatchChange): string =>
  [
    certain ? '' : 'perhaps ',
    `${use} ${path}`,
    target === undefined ? '' : ` to ${target}`,
    content === undefined ? '' : ` ${JSON.stringify(content)}`,
  ].join('');

const outcome = (text: string): readonly string[] => readPatch(text)?.map(show) ?? ['cannot be read'];

describe('what a patch does', () => {
  test.each(readCaseBlocks(new URL('./cases/patches.txt', import.meta.url)))(
    '$title',
    ({ input, expected }) => {
      // Spaces at the end of a line are written as `␠`, tabs as `␉`, returns as `␍`.
      const text = input.replaceAll('␠', ' ').replaceAll('␉', '\t').replaceAll('␍', '\r');
      const lines = outcome(text);
      expect(lines.length === 0 ? ['nothing'] : lines).toEqual(expected);
    },
  );
});

test('commands for `ed` behind a diff leave open what is done', () => {
  const recorder = new Recorder();
  const diff = '--- x\n+++ x\n@@ -1 +1 @@\n-1\n+2\n1c\nfoo\n.\n';
  const place = {
    base: undefined,
    certain: true,
    field: ['patch'],
    offset: 0,
    length: diff.length,
    command: undefined,
  };
  recordPatch(diff, place, recorder);
  expect(recorder.effects.paths.map(({ kind }) => kind)).toEqual(['read', 'write']);
  expect(recorder.effects.unknowns.map(({ why }) => why)).toEqual(['the patch holds commands for `ed`']);
});

test('offsets point at the names', () => {
  const text = [
    'diff --git a/src/a.ts b/src/a.ts',
    '--- a/src/a.ts\t2026-01-01 10:00:00',
    '+++ "b/src/a.ts"',
    '@@ -1 +1 @@',
    '-a',
    '+b',
  ].join('\n');
  const places = readPatch(text)?.map(({ start, end }) => text.slice(start, end));
  expect(new Set(places)).toEqual(new Set(['"b/src/a.ts"', 'a/src/a.ts']));
  const begin = '*** Begin Patch\n*** Add File:  a b \n+x\n*** End Patch';
  const [change] = readPatch(begin) ?? [];
  expect(begin.slice(change?.start, change?.end)).toBe(' a b');
});

test('a patch that is too long is not read, and said to be', () => {
  const text = `*** Begin Patch\n*** Add File: a\n+${'x'.repeat(longestPatch)}\n*** End Patch`;
  expect(readPatch(text)).toBeUndefined();
});

test('a patch that cannot be read is an unknown part; the effects of any other have their places in the text', () => {
  const record = (text: string) => {
    const recorder = new Recorder();
    const base = readPath('/w/p', undefined);
    const place = { base, certain: true, field: ['patch'], offset: 7, length: 100, command: undefined };
    recordPatch(text, place, recorder);
    return recorder.effects;
  };
  expect(record('*** Begin Patch\nnonsense').unknowns).toEqual([
    {
      text: '*** Begin Patch\nnonsense',
      sort: 'code',
      why: 'the patch cannot be read',
      span: { field: ['patch'], start: 0, end: 100 },
    },
  ]);
  const { paths, unknowns } = record('*** Begin Patch\n*** Delete File: ../x\n*** End Patch');
  expect(unknowns).toEqual([]);
  expect(paths).toMatchObject([
    { kind: 'delete', path: readPath('/w/x', undefined), span: { field: ['patch'], start: 40, end: 44 } },
  ]);
  expect(showPath(readPath('/w/x', undefined))).toBe('/w/x');
});

test('hostile patches are read in time that grows with them', () => {
  const lines = '--- a/x\n+++ b/x\n'.repeat(6_000);
  expect(readPatch(lines)).toBeUndefined();
  expect(readPatch(`diff --git ${'a'.repeat(100_000)}`)).toBeUndefined();
  expect(readPatch(`--- "${'\\'.repeat(100_000)}\n+++ b`)).toBeUndefined();
  expect(readPatch('*** Begin Patch\n'.repeat(6_000))).toBeUndefined();
});
