import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { expect, test } from 'vitest';
import { lateFlags } from '../../../src/host/machine/optimize-late.ts';

test('this version of V8 knows each of its flags', () => {
  const { stdout } = spawnSync(process.execPath, ['--v8-options'], { encoding: 'utf8', maxBuffer: 2 ** 24 });
  const names = lateFlags(process.versions.v8).map((flag) => flag.slice(0, flag.indexOf('=')));
  expect(names.filter((name) => !stdout.includes(`  ${name} (`))).toEqual([]);
});

test('the versions of V8 in Node 20, 22 and 24 have flags, and one that is not known has none', () => {
  for (const version of ['11.3.244.8-node.46', '12.4.254.21-node.56', '13.6.233.17-node.48'])
    expect(lateFlags(version)).not.toEqual([]);
  expect(lateFlags('99.1')).toEqual([]);
  expect(lateFlags('')).toEqual([]);
});
