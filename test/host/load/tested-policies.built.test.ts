/** The build has run the tests of the policies that come with it; whoever loads them as they are does not. */
import { appendFileSync, cpSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { builtProgram } from '../../../scripts/build/built-program.mjs';
import { withFolder } from '../../cli/command.ts';

type Loading = typeof import('../../../src/host/load/loading-process.ts');
const { loadFresh }: Loading = await builtProgram().reading();

const failing = 'deny right\n  when runs "right"\n  reason "No."\n  test\n    denies "left"\n';

test.each(['policies', 'policies/strict'])('%s', (folder) => {
  const { loaded, problems } = loadFresh([resolve(folder)]);
  expect(loaded.program?.rules.length).toBeGreaterThan(100);
  expect([...loaded.tests, ...problems]).toEqual([]);
});

test('a copy beside rules of one’s own has these tested alone, and a file that was changed', async () => {
  await withFolder({ 'own.policy': `policy local.own\n${failing}` }, async (folder) => {
    cpSync('policies', join(folder, 'packs'), { recursive: true });
    const codesOf = ({ loaded }: ReturnType<typeof loadFresh>) => [
      ...new Set(loaded.tests.map(({ code }) => code)),
    ];
    expect(codesOf(loadFresh([folder]))).toEqual(['local.own.right']);
    appendFileSync(join(folder, 'packs/git.policy'), `\n${failing}`);
    const changed = loadFresh([folder]);
    const policies = new Set(codesOf(changed).map((code) => code.replace(/\.[^.]*$/, '')));
    expect([...policies]).toEqual(['io.bylaw.git', 'local.own']);
    expect(changed.problems.map(({ code, path }) => [code, path])).toEqual([
      ['failing-test', 'own.policy'],
      ['failing-test', 'packs/git.policy'],
    ]);
  });
});
