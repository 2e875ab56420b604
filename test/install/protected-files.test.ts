/** What `bylaw init` writes for a harness may not be changed by an agent: a place that the shipped policies forgot is found here. */
import { describe, expect, test } from 'vitest';
import { harnessInstalls } from '../../src/harnesses/installs.ts';
import type { Machine } from '../../src/install/machine.ts';
import { decideCall } from '../packs/decide.ts';
import { command } from './machine.ts';

const machine: Machine = {
  home: '/home/sam',
  project: '/work/app',
  root: '/',
  platform: 'linux',
  env: {},
};

describe.each(Object.values(harnessInstalls))('$name', ({ files }) => {
  const scopes = ['user', 'project', 'managed'] as const;
  const paths = [
    ...new Set(scopes.flatMap((scope) => files(scope, machine, command).map(({ path }) => path))),
  ];

  test.each(paths)('%s', (path) => {
    const { effect } = decideCall({ kind: 'action', verb: 'write', target: path, content: undefined });
    expect(effect, 'no rule protects it: add it to src/facts/own-places.ts').toBe('deny');
  });
});
