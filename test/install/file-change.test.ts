import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { harnessInstalls } from '../../src/harnesses/installs.ts';
import {
  applyChanges,
  backupsOf,
  type FileChange,
  readConfig,
  writeProblem,
} from '../../src/install/file-change.ts';
import { planInstall, planUninstall } from '../../src/install/plan.ts';
import { command, filesBelow, withMachine } from './machine.ts';

const now = '2026-01-02T03:04:05.678Z';
const change = (path: string, before: string | undefined, after: string | undefined): FileChange => ({
  path,
  before,
  after,
  executable: false,
  backup: before !== undefined,
  outdated: [],
});

test('a file keeps its mode, and what was in it stays beside it', async () => {
  await withMachine(({ write }) => {
    const path = write('a/settings.json', 'old');
    chmodSync(path, 0o640);
    const applied = applyChanges([change(path, 'old', 'new')], now);
    expect(applied).toEqual({ ok: true, backups: [`${path}.bylaw-backup-20260102T030405Z`] });
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(statSync(path).mode & 0o777).toBe(0o640);
    const [backup = ''] = backupsOf(path);
    expect(readFileSync(backup, 'utf8')).toBe('old');
    expect(statSync(backup).mode & 0o777).toBe(0o640);
    // Nothing half-written is left.
    expect(readdirSync(dirname(path)).sort()).toEqual([basename(path), basename(backup)]);
  });
});

test('two backups of the same second have names of their own', async () => {
  await withMachine(({ write }) => {
    const path = write('settings.json', '1');
    applyChanges([change(path, '1', '2')], now);
    applyChanges([change(path, '2', '3')], now);
    expect(
      backupsOf(path)
        .map((file) => readFileSync(file, 'utf8'))
        .sort(),
    ).toEqual(['1', '2']);
  });
});

test('a link stays a link, and the file behind it is what changes', async () => {
  await withMachine(({ write, folder }) => {
    const real = write('dotfiles/claude.json', 'old');
    const path = join(folder, 'settings.json');
    symlinkSync('dotfiles/claude.json', path);
    expect(applyChanges([change(path, 'old', 'new')], now).ok).toBe(true);
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(readlinkSync(path)).toBe('dotfiles/claude.json');
    expect(readFileSync(real, 'utf8')).toBe('new');
    expect(backupsOf(path)).toEqual([`${real}.bylaw-backup-20260102T030405Z`]);
  });
});

test('a link that leads nowhere is not written through', async () => {
  await withMachine((machine) => {
    mkdirSync(join(machine.home, '.claude'));
    symlinkSync('/nowhere/settings.json', join(machine.home, '.claude/settings.json'));
    const { problems } = planInstall([harnessInstalls['claude-code']], 'user', machine, command);
    expect(problems).toEqual([
      `${join(machine.home, '.claude/settings.json')}: it is a link that leads nowhere; take the link away, or make the file that it leads to`,
    ]);
  });
});

test('a link to a configuration still leads somewhere when bylaw is taken out', async () => {
  await withMachine((machine) => {
    const harness = harnessInstalls['claude-code'];
    mkdirSync(join(machine.home, '.claude'));
    const path = join(machine.home, '.claude/settings.json');
    const install = (): void => {
      const { changes, problems } = planInstall([harness], 'user', machine, command);
      expect(problems).toEqual([]);
      expect(applyChanges(changes, now).ok).toBe(true);
    };
    install();
    // Then it is moved into a folder for such files.
    const real = machine.write('dotfiles/claude.json', readFileSync(path, 'utf8'));
    rmSync(path);
    symlinkSync(real, path);
    const { changes } = planUninstall([harness], ['user'], machine, command);
    expect(applyChanges(changes, now).ok).toBe(true);
    expect(readlinkSync(path)).toBe(real);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({});
    install();
    expect(readFileSync(real, 'utf8')).toContain('hook claude-code');
  });
});

test('a link to a script of bylaw goes with the script, and comes back when that fails', async () => {
  await withMachine((machine) => {
    const harness = harnessInstalls.cline;
    applyChanges(planInstall([harness], 'user', machine, command).changes, now);
    const path = join(machine.home, '.cline/hooks/PreToolUse');
    const real = machine.write('dotfiles/PreToolUse', readFileSync(path, 'utf8'));
    chmodSync(real, 0o755);
    rmSync(path);
    symlinkSync('../../../dotfiles/second', path);
    symlinkSync('PreToolUse', join(machine.folder, 'dotfiles/second'));
    const before = filesBelow(machine.folder);
    const { changes } = planUninstall([harness], ['user'], machine, command);
    const twice = [...changes, ...changes.slice(-1)];
    expect(applyChanges(twice, now).ok).toBe(false);
    expect(filesBelow(machine.folder)).toEqual(before);
    expect(readlinkSync(path)).toBe('../../../dotfiles/second');
    expect(applyChanges(changes, now).ok).toBe(true);
    expect(filesBelow(machine.folder)).toEqual({});
    expect([path, real].map((each) => lstatSync(each, { throwIfNoEntry: false }))).toEqual([
      undefined,
      undefined,
    ]);
    expect(readdirSync(join(machine.folder, 'dotfiles'))).toEqual([]);
  });
});

test('a read-only file is left alone, also by root', async () => {
  await withMachine((machine) => {
    const path = machine.write('home/.gemini/settings.json', '{}');
    chmodSync(path, 0o444);
    expect(writeProblem(path)).toBe('it is read-only; make it writable first');
    const { problems } = planInstall([harnessInstalls['gemini-cli']], 'user', machine, command);
    expect(problems).toEqual([`${path}: it is read-only; make it writable first`]);
  });
});

test('when one file cannot be written, all are as they were', async () => {
  await withMachine(({ write, folder }) => {
    const first = write('a.json', 'a');
    const gone = write('gone.json', 'gone');
    write('blocker', 'a file where a folder should be');
    const before = filesBelow(folder);
    const applied = applyChanges(
      [
        change(first, 'a', 'changed'),
        change(gone, 'gone', undefined),
        change(join(folder, 'new.json'), undefined, 'new'),
        change(join(folder, 'blocker/settings.json'), undefined, 'new'),
      ],
      now,
    );
    expect(applied).toMatchObject({ ok: false });
    expect(filesBelow(folder)).toEqual(before);
  });
});

test('when putting in place fails half-way, what was put in place is taken back', async () => {
  await withMachine(({ write, folder }) => {
    const first = write('a.json', 'a');
    const gone = write('gone.json', 'gone');
    const before = filesBelow(folder);
    // The same file deleted twice: the second time it is not there any more.
    const applied = applyChanges(
      [change(first, 'a', 'changed'), change(gone, 'gone', undefined), change(gone, 'gone', undefined)],
      now,
    );
    expect(applied).toMatchObject({ ok: false, path: gone });
    expect(filesBelow(folder)).toEqual(before);
  });
});

test('a file that a person changed meanwhile is not overwritten', async () => {
  await withMachine(({ write }) => {
    const path = write('a.json', 'theirs');
    expect(applyChanges([change(path, 'old', 'new')], now)).toEqual({
      ok: false,
      path,
      problem: 'it was changed meanwhile; nothing was written',
    });
    expect(readFileSync(path, 'utf8')).toBe('theirs');
  });
});

test('what is no text, and no file, is refused', async () => {
  await withMachine(({ write, folder }) => {
    const path = write('a.json', '');
    expect(readConfig(path)).toEqual({ ok: true, text: '' });
    expect(readConfig(folder)).toEqual({ ok: false, problem: 'it is not a file' });
    expect(readConfig(join(folder, 'none'))).toEqual({ ok: true, text: undefined });
  });
});
