import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { harnessInstalls } from '../../src/harnesses/installs.ts';
import type { InstallScope, Machine } from '../../src/install/machine.ts';

type Id = 'gemini-cli' | 'copilot' | 'grok';

function verdict(
  id: Id,
  file: string | undefined,
  content: (project: string) => object,
  scopes: readonly InstallScope[] = ['project'],
): string {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'bylaw-trust-')));
  try {
    const project = join(home, 'work', 'shop');
    mkdirSync(project, { recursive: true });
    if (file !== undefined) {
      mkdirSync(dirname(join(home, file)), { recursive: true });
      writeFileSync(join(home, file), JSON.stringify(content(project)));
    }
    const machine = { home, project, env: {}, platform: 'linux', root: '/' } as Machine;
    const places = scopes.map((scope) => ({ path: join(project, 'hooks.json'), scope }));
    const findings = harnessInstalls[id].check.review?.(places, machine) ?? [];
    return findings.map(({ kind }) => kind).join(' ');
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

const gemini = '.gemini/trustedFolders.json';
const copilot = '.copilot/config.json';
const nothing = (): object => ({});

test.each<readonly [Id, string | undefined, (project: string) => object, string]>([
  ['gemini-cli', undefined, nothing, 'unproved'],
  ['gemini-cli', gemini, nothing, 'unproved'],
  ['gemini-cli', gemini, (project) => ({ [project]: 'TRUST_FOLDER' }), 'pass'],
  ['gemini-cli', gemini, (project) => ({ [dirname(project)]: 'TRUST_FOLDER' }), 'pass'],
  ['gemini-cli', gemini, (project) => ({ [join(dirname(project), 'other')]: 'TRUST_PARENT' }), 'pass'],
  ['gemini-cli', gemini, (project) => ({ [`${project}2`]: 'TRUST_FOLDER' }), 'unproved'],
  [
    'gemini-cli',
    gemini,
    (project) => ({ [project]: 'DO_NOT_TRUST', [dirname(project)]: 'TRUST_FOLDER' }),
    'fail',
  ],
  ['gemini-cli', gemini, (project) => ({ [project]: 'SOMETHING' }), 'unproved'],
  ['copilot', undefined, nothing, 'unproved'],
  ['copilot', copilot, (project) => ({ trustedFolders: [project] }), 'pass'],
  ['copilot', copilot, (project) => ({ trusted_folders: [dirname(project)] }), 'pass'],
  ['copilot', copilot, (project) => ({ trustedFolders: [`${project}2`, 1] }), 'unproved'],
  ['grok', undefined, nothing, 'unproved'],
])('%s with %s', (id, file, content, wanted) => expect(verdict(id, file, content)).toBe(wanted));

test('a hook of the user needs no folder that is trusted', () => {
  for (const id of ['gemini-cli', 'copilot', 'grok'] as const)
    expect(verdict(id, undefined, nothing, ['user', 'project'])).toBe('');
});
