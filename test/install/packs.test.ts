import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { applyChanges } from '../../src/install/file-change.ts';
import { newPacks, type PackChoices, readPacks, updatePacks } from '../../src/install/packs.ts';
import { earlierPacks } from './earlier-packs.ts';
import { withMachine } from './machine.ts';

const now = '2026-11-28T12:00:00Z';
const none: PackChoices = { keep: new Set(), overwrite: new Set() };

const withPacks = (use: (policies: string) => void): Promise<void> =>
  withMachine(({ folder }) => {
    expect(applyChanges(newPacks(folder, false), now).ok).toBe(true);
    use(folder);
  });

/** The states of files that are not those of this version. */
const statesIn = (policies: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (readPacks(policies)?.files ?? []).flatMap(({ name, state }) =>
      state === 'current' ? [] : [[name, state]],
    ),
  );

const updateIn = (policies: string, choices: Partial<PackChoices> = {}): readonly string[] => {
  const changes = updatePacks(readPacks(policies)!, { ...none, ...choices });
  const applied = applyChanges(changes, now);
  expect(applied.ok).toBe(true);
  return applied.ok ? applied.backups : [];
};

test('new packs are those of this version, and an update has nothing to write', async () => {
  await withPacks((policies) => {
    expect(statesIn(policies)).toEqual({});
    expect(updatePacks(readPacks(policies)!, none)).toEqual([]);
  });
});

test('a folder without packs has none', async () => {
  await withMachine(({ folder }) => expect(readPacks(folder)).toBeUndefined());
});

test('an update takes what nobody changed, and leaves what somebody changed or deleted', async () => {
  await withPacks((policies) => {
    earlierPacks(policies);
    const before = {
      'cloud.policy': 'changed',
      'files.tests.policy': 'deleted',
      'git.policy': 'diverged',
      'gone-changed.policy': 'diverged',
      'gone.policy': 'dropped',
      'mcp.policy': 'outdated',
      'traces.policy': 'new',
    };
    expect(statesIn(policies)).toEqual(before);
    expect(updateIn(policies)).toEqual([]);
    const { 'gone.policy': _1, 'mcp.policy': _2, 'traces.policy': _3, ...left } = before;
    expect(statesIn(policies)).toEqual(left);
    // What is to be decided still is, next time.
    expect(updatePacks(readPacks(policies)!, none)).toEqual([]);
  });
});

test('what is kept is not asked about again; what is overwritten stays beside it', async () => {
  await withPacks((policies) => {
    earlierPacks(policies);
    const mine = readFileSync(join(policies, 'packs', 'git.policy'), 'utf8');
    updateIn(policies, { keep: new Set(['git.policy', 'gone-changed.policy']) });
    expect(statesIn(policies)).toEqual({
      'cloud.policy': 'changed',
      'files.tests.policy': 'deleted',
      'git.policy': 'changed',
    });
    const backups = updateIn(policies, { overwrite: new Set(['git.policy', 'files.tests.policy']) });
    expect(backups.map((path) => readFileSync(path, 'utf8'))).toEqual([mine]);
    expect(statesIn(policies)).toEqual({ 'cloud.policy': 'changed' });
  });
});

test('packs of before there was a record are replaced only where that is said', async () => {
  await withPacks((policies) => {
    const pack = join(policies, 'packs', 'git.policy');
    rmSync(join(policies, 'packs', '.bylaw-packs.json'));
    writeFileSync(pack, `${readFileSync(pack, 'utf8')}# Another version, or mine.\n`);
    expect(statesIn(policies)).toEqual({ 'git.policy': 'unrecorded' });
    updateIn(policies);
    expect(statesIn(policies)).toEqual({ 'git.policy': 'unrecorded' });
    updateIn(policies, { keep: new Set(['git.policy']) });
    expect(statesIn(policies)).toEqual({ 'git.policy': 'changed' });
  });
});

test('the profile that is in force stays in force', async () => {
  await withMachine(({ folder }) => {
    applyChanges(newPacks(folder, true), now);
    earlierPacks(folder);
    expect(updatePacks(readPacks(folder)!, none).filter(({ path }) => path.endsWith('.profile'))).toEqual([]);
  });
});

test('a profile that is new in this version comes out of force', async () => {
  await withPacks((policies) => {
    earlierPacks(policies, ['strict/strict.policy', 'strict/strict.tests.policy']);
    rmSync(join(policies, 'packs', 'strict'), { recursive: true });
    updateIn(policies);
    expect(readFileSync(join(policies, 'packs', 'strict', '.profile'), 'utf8')).not.toBe('');
  });
});

test.each([
  'no JSON',
  '[]',
  '{"version": 1, "files": {}}',
  '{"version": "1.0.0", "files": {"../../out.policy": "sha256:0", "/etc/x.policy": "sha256:0"}}',
])('a record that nobody could have written says nothing: %s', async (record) => {
  await withPacks((policies) => {
    writeFileSync(join(policies, 'packs', '.bylaw-packs.json'), record);
    expect(statesIn(policies)).toEqual({});
  });
});
