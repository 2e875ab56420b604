import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { earlierPacks } from '../install/earlier-packs.ts';
import { filesBelow } from '../install/machine.ts';
import { withHome } from './with-home.ts';

test('packs of an earlier version are named, shown and updated, and what the user changed stays', async () => {
  await withHome(['.claude'], async ({ bylaw, home }) => {
    await bylaw(['init', '--yes']);
    const policies = join(home, '.config/bylaw/policies');
    expect(await bylaw(['packs'])).toMatchObject({ code: 0 });
    earlierPacks(policies);
    const told =
      /The packs in \S+ are not those of this version, written by version 0\.0\.9, now \S+: 3 to be updated \([^)]*mcp\.policy[^)]*\); 2 changed here \(git\.policy, gone-changed\.policy\)\. `bylaw packs diff` shows how they differ, and `bylaw packs update` takes the new ones and leaves what was changed here\./;
    expect((await bylaw(['init', '--dry-run'])).stdout).toMatch(told);
    const status = await bylaw(['packs']);
    expect(status.code).toBe(1);
    expect(status.stdout).toContain('  1 older than this version, and not changed\n      mcp.policy\n');
    const json = JSON.parse((await bylaw(['packs', '--json'])).stdout);
    expect(json).toMatchObject({ version: '0.0.9' });
    expect(json.files).toContainEqual({ name: 'git.policy', state: 'diverged' });
    expect((await bylaw(['packs', 'diff', 'git.policy'])).stdout).toContain('\n-# Mine.\n');
    const before = filesBelow(policies);
    const dry = await bylaw(['packs', 'update', '--dry-run']);
    expect(dry).toMatchObject({ code: 1 });
    expect(dry.stdout).toContain(
      'Replaces 1 file: older than this version, and not changed\n    mcp.policy\n',
    );
    expect(filesBelow(policies)).toEqual(before);
    const update = await bylaw(['packs', 'update', '--yes']);
    expect(update).toMatchObject({ code: 1 });
    expect(update.stdout).toContain('git.policy   (left as it is, until you decide: changed)\n');
    expect(readFileSync(join(policies, 'packs/git.policy'), 'utf8')).toContain('# Mine.');
    expect(readFileSync(join(policies, 'packs/mcp.policy'), 'utf8')).not.toContain('# An older text.');
    const kept = await bylaw(['packs', 'update', '--yes', '--keep', 'all']);
    expect(kept.code).toBe(0);
    expect(kept.stdout).toContain('Keeps 2 files: as you say\n    git.policy\n    gone-changed.policy\n');
    expect((await bylaw(['init', '--dry-run'])).stdout).not.toContain('Note: The packs');
    expect((await bylaw(['packs', 'update'])).stdout).toBe(`\
Leaves 2 files: changed by you, and nothing newer is in this version
    cloud.policy
    git.policy
Leaves 1 file: deleted by you
    files.tests.policy
Nothing to write: all other packs are those of this version. \`bylaw packs update --overwrite NAME\` takes one of these as this version has it.
`);
  });
});

test('an update that would make policies invalid is taken back', async () => {
  await withHome(['.claude'], async ({ bylaw, home }) => {
    await bylaw(['init', '--yes']);
    const policies = join(home, '.config/bylaw/policies');
    earlierPacks(policies);
    writeFileSync(
      join(policies, 'other.policy'),
      'policy local.other\nimport "packs/gone.policy"\ndeny x\n  when runs "nosuch"\n  reason "No."\n',
    );
    const before = filesBelow(policies);
    const update = await bylaw(['packs', 'update', '--yes', '--overwrite', 'all']);
    expect(update.code).toBe(2);
    expect(update.stderr).toContain('so nothing was written');
    expect(filesBelow(policies)).toEqual(before);
  });
});

test('an update that would leave exceptions without a rule is taken back, and names them', async () => {
  await withHome(['.claude'], async ({ bylaw, home }) => {
    await bylaw(['init', '--yes']);
    const policies = join(home, '.config/bylaw/policies');
    earlierPacks(policies);
    const rule = 'deny gone-soon\n  when tool is "gone"\n  reason "No."\n';
    appendFileSync(join(policies, 'packs/git.policy'), rule);
    const term = '  owner "dana@acme.example"\n  because "B."\n  expires 2027-12-01\n';
    writeFileSync(
      join(policies, 'own.policy'),
      [
        `policy local.own\n\nexcept dead-before for local.nosuch\n  when tool is "x"\n${term}`,
        `except by-hand for io.bylaw.git.gone-soon\n  when tool is "gone"\n${term}`,
        `watch quiet for io.bylaw.git.gone-soon\n${term}`,
      ].join('\n'),
    );
    const before = filesBelow(policies);
    const update = await bylaw(['packs', 'update', '--yes', '--overwrite', 'all']);
    expect(update.code).toBe(2);
    expect(update.stderr).toContain('no rule has the code `io.bylaw.git.gone-soon`');
    expect(update.stderr).toContain('except by-hand');
    expect(update.stderr).toContain('watch quiet');
    expect(update.stderr).not.toContain('local.nosuch');
    expect(update.stderr).toContain('2 exceptions of yours would have no effect, so nothing was written');
    expect(filesBelow(policies)).toEqual(before);
  });
});

test.each([
  [['packs'], /^bylaw: there are no packs in ~\/\.config\/bylaw\/policies: `bylaw init` writes them; /],
  [['packs', '--policies', 'x.yaml'], /x\.yaml is a file of layers/],
  [['packs', '--user', '--policies', 'x'], /exclude each other/],
  [['packs', 'updte'], /did you mean `update`\?/],
])('%j is wrong usage', async (args, said) => {
  await withHome([], async ({ bylaw }) => {
    const { code, stderr } = await bylaw(args);
    expect(code).toBe(3);
    expect(stderr).toMatch(said);
  });
});

test('names of files that are not there, or that are kept and overwritten at once, are wrong usage', async () => {
  await withHome(['.claude'], async ({ bylaw, home }) => {
    await bylaw(['init', '--yes']);
    expect(existsSync(join(home, '.config/bylaw/policies/packs/.bylaw-packs.json'))).toBe(true);
    for (const [args, said] of [
      [['--keep', 'gti.policy'], 'there is no `gti.policy` among the packs; did you mean `git.policy`?'],
      [['--keep', 'git.policy', '--overwrite', 'git.policy'], 'say one of both'],
      [['git.policy'], 'name `git.policy` with `--keep` or `--overwrite`'],
    ] as const) {
      const { code, stderr } = await bylaw(['packs', 'update', ...args]);
      expect(code).toBe(3);
      expect(stderr).toContain(said);
    }
  });
});
