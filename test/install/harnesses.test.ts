import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { harnessIds } from '../../src/adapters/harnesses.ts';
import { findHarnesses, harnessInstalls } from '../../src/harnesses/installs.ts';
import { guardedWords } from '../../src/install/command-line.ts';
import { find } from '../../src/install/edit.ts';
import { applyChanges } from '../../src/install/file-change.ts';
import type { InstallScope } from '../../src/install/machine.ts';
import { type Plan, planInstall, planUninstall } from '../../src/install/plan.ts';
import { command, filesBelow, type TestMachine, withMachine } from './machine.ts';

const scopes: readonly InstallScope[] = ['user', 'project', 'managed'];
const now = '2026-01-02T03:04:05.678Z';

const changed = ({ changes }: Plan): Plan['changes'] =>
  changes.filter(({ before, after }) => before !== after);
const apply = (plan: Plan): void => {
  expect(plan.problems).toEqual([]);
  expect(applyChanges(changed(plan), now)).toMatchObject({ ok: true });
};

const cases = harnessIds.flatMap((id) => scopes.map((scope) => [id, scope] as const));

describe.each(cases)('%s, %s', (id, scope) => {
  const harness = harnessInstalls[id];
  const install = (machine: TestMachine): Plan => planInstall([harness], scope, machine, command);
  const uninstall = (machine: TestMachine): Plan => planUninstall([harness], [scope], machine, command);
  const isOffered = (machine: TestMachine): boolean => harness.files(scope, machine, command).length > 0;

  test('on an empty machine it is put in once, can be found, and goes without a trace', async () => {
    await withMachine((machine) => {
      if (!isOffered(machine)) {
        expect(install(machine).without).toEqual([harness]);
        return;
      }
      apply(install(machine));
      expect(changed(install(machine))).toEqual([]);
      for (const { path, form } of harness.files(scope, machine, command)) {
        const finding = find(readFileSync(path, 'utf8'), form);
        const isManifest = path.endsWith('plugin.json');
        expect(finding.ok && finding.hooks.length > 0).toBe(!isManifest);
        if (form.kind === 'file') expect((statSync(path).mode & 0o111) !== 0).toBe(form.executable);
      }
      apply(uninstall(machine));
      expect(filesBelow(machine.folder)).toEqual({});
    });
  });

  test('what others have there stays, and is as it was afterwards', async () => {
    await withMachine((machine) => {
      const files = harness.files(scope, machine, command).filter(({ form }) => form.kind !== 'file');
      for (const { path, form } of files) {
        const strict = '{"model": "mine",\n   "hooks": {"Other": [ {"command":"mine"} ], "hooks":{} } }';
        const list = '{"version":1,"name":"theirs","hooks":[{"name":"mine","trigger":"PostFileSave"}]}\n';
        const isList =
          form.kind === 'json' && form.entries.some(({ at }) => at.length === 1 && at[0] === 'hooks');
        const text =
          form.kind === 'toml' ? '# mine\nmodel = "mine" # yes\n[table]\na = 1' : isList ? list : strict;
        mkdirSync(dirname(path), { recursive: true });
        machine.write(path.slice(machine.folder.length), text);
      }
      const before = filesBelow(machine.folder);
      if (files.length === 0) return;
      apply(install(machine));
      for (const { path } of files) expect(readFileSync(path, 'utf8')).toContain('mine');
      const backups = Object.keys(filesBelow(machine.folder)).filter((name) =>
        name.includes('.bylaw-backup-'),
      );
      expect(backups).toHaveLength(files.length);
      apply(install(machine));
      apply(uninstall(machine));
      expect(filesBelow(machine.folder)).toEqual(before);
    });
  });

  test('the command line is absolute, in quotes, and without anything that looks like an address', async () => {
    await withMachine((machine) => {
      if (!isOffered(machine)) return;
      apply(install(machine));
      for (const { path, form } of harness.files(scope, machine, command)) {
        const text = readFileSync(path, 'utf8');
        const finding = find(text, form);
        for (const { command: line } of finding.ok ? finding.hooks : []) {
          if (line.kind === 'post') throw new Error('nothing is posted');
          const whole = line.kind === 'words' ? line.words.join(' ') : line.text;
          if (line.kind === 'shell') expect(guardedWords(line)).toBeDefined();
          expect(whole.slice(Math.max(0, whole.lastIndexOf('/usr/bin/node') - 1)).trim()).toMatch(
            /^"?\/usr\/bin\/node"? "?\/opt\/a b\/bylaw\/dist\/bylaw\.cjs"? hook [a-z-]+ --policies "?\/etc\/bylaw\/policies"?$/,
          );
          expect(whole).not.toContain('://');
        }
      }
    });
  });
});

test('all at once share files where they must, and leave nothing behind', async () => {
  await withMachine((machine) => {
    const all = Object.values(harnessInstalls);
    for (const scope of scopes) {
      apply(planInstall(all, scope, machine, command));
      expect(changed(planInstall(all, scope, machine, command))).toEqual([]);
    }
    apply(planUninstall(all, scopes, machine, command));
    expect(filesBelow(machine.folder)).toEqual({});
  });
});

test('the names in the table are their own', () => {
  for (const [id, harness] of Object.entries(harnessInstalls)) {
    expect(harness.id).toBe(id);
    expect(harness.holes.length).toBeGreaterThan(0);
    for (const hole of harness.holes) expect(hole).toMatch(/^[A-Z`].*\. \(.+\)$/);
  }
});

test('seven harnesses have a form that an administrator enforces', async () => {
  await withMachine((machine) => {
    const managed = harnessIds.filter(
      (id) => harnessInstalls[id].files('managed', machine, command).length > 0,
    );
    expect(managed).toEqual([
      'claude-code',
      'codex',
      'cursor',
      'copilot',
      'vscode',
      'gemini-cli',
      'qwen-code',
      'windsurf',
    ]);
    for (const id of managed)
      for (const { path } of harnessInstalls[id].files('managed', machine, command))
        expect(path.startsWith(join(machine.root, 'etc'))).toBe(true);
  });
});

test('a harness is found by its folder, by its program, and in the project', async () => {
  await withMachine((machine) => {
    mkdirSync(join(machine.home, '.codex'));
    mkdirSync(join(machine.project, '.cursor'));
    const program = machine.write('bin/goose', '#!/bin/sh\n');
    const found = findHarnesses({ ...machine, env: { PATH: dirname(program) } });
    // A file that cannot be run is no program.
    expect(found.map(({ harness }) => harness.id)).toEqual(['codex', 'cursor']);
    expect(found.map(({ forUser }) => forUser)).toEqual([join(machine.home, '.codex'), undefined]);
  });
});

test('folders that variables move are where the files go', async () => {
  await withMachine((machine) => {
    const env = {
      ...machine.env,
      CLAUDE_CONFIG_DIR: '/moved/claude',
      CODEX_HOME: '/moved/codex',
      XDG_CONFIG_HOME: 'relative',
    };
    const moved = { ...machine, env };
    const pathsOf = (id: 'claude-code' | 'codex' | 'opencode'): readonly string[] =>
      harnessInstalls[id].files('user', moved, command).map(({ path }) => path);
    expect(pathsOf('claude-code')).toEqual(['/moved/claude/settings.json']);
    expect(pathsOf('codex')).toEqual(['/moved/codex/hooks.json']);
    expect(pathsOf('opencode')).toEqual([join(machine.home, '.config/opencode/plugins/bylaw.js')]);
  });
});

test('Kilo gets the plugin where it is in use: in its own folder, since it reads none of those of OpenCode', async () => {
  await withMachine((machine) => {
    const [user, project] = [join(machine.home, '.config/kilo'), join(machine.project, '.kilo')];
    const kiloFiles = (scope: InstallScope): readonly string[] =>
      harnessInstalls.opencode
        .files(scope, machine, command)
        .map(({ path }) => path)
        .filter((path) => path.includes('kilo'));
    expect([kiloFiles('user'), kiloFiles('project')]).toEqual([[], []]);
    mkdirSync(project, { recursive: true });
    const inProject = [join(project, 'plugin/bylaw.ts')];
    expect([kiloFiles('user'), kiloFiles('project')]).toEqual([[], inProject]);
    mkdirSync(user, { recursive: true });
    expect([kiloFiles('user'), kiloFiles('project')]).toEqual([[join(user, 'plugin/bylaw.ts')], inProject]);
  });
});

test('Cursor denies when a hook that decides fails, and not for one that only reports', async () => {
  await withMachine((machine) => {
    apply(planInstall([harnessInstalls.cursor], 'user', machine, command));
    const { hooks } = JSON.parse(readFileSync(join(machine.home, '.cursor/hooks.json'), 'utf8'));
    const closed = Object.keys(hooks).filter((event) => hooks[event][0].failClosed === true);
    expect(closed).toEqual([
      'preToolUse',
      'beforeShellExecution',
      'beforeMCPExecution',
      'beforeReadFile',
      'beforeTabFileRead',
      'subagentStart',
    ]);
  });
});

test('Codex requirements keep tables that are there, and are refused where they cannot be kept', async () => {
  await withMachine((machine) => {
    const path = machine.write(
      'root/etc/codex/requirements.toml',
      '[features]\nhooks = true\n\n[hooks]\nmanaged_dir = "/x"\n',
    );
    apply(planInstall([harnessInstalls.codex], 'managed', machine, command));
    const text = readFileSync(path, 'utf8');
    expect(text.match(/^\[features\]$/gm)).toHaveLength(1);
    expect(text.match(/^\[hooks\]$/gm)).toHaveLength(1);
    expect(text.match(/^\[\[hooks\.PreToolUse\]\]$/gm)).toHaveLength(1);
    machine.write('root/etc/codex/requirements.toml', '[features]\nother = true\n');
    expect(planInstall([harnessInstalls.codex], 'managed', machine, command).problems).toEqual([
      `${path}:1: hooks are not switched on by the \`features\` there; add \`hooks = true\` to the table \`[features]\`, and run this again`,
    ]);
  });
});

test('Droid gets the hook in both files where both are there', async () => {
  await withMachine((machine) => {
    machine.write('home/.factory/hooks.json', '{"PreToolUse":[]}\n');
    apply(planInstall([harnessInstalls.droid], 'user', machine, command));
    expect(
      JSON.parse(readFileSync(join(machine.home, '.factory/hooks.json'), 'utf8')).PreToolUse,
    ).toHaveLength(1);
    expect(
      JSON.parse(readFileSync(join(machine.home, '.factory/settings.json'), 'utf8')).hooks.PreToolUse,
    ).toHaveLength(1);
  });
});

test.each([
  ["/usr/bin/logger 'bylaw hook ran'"],
  ['~/audit.sh | bylaw hook --print-event >> log'],
  ['echo bylaw hook'],
  ['bylaw hook claude-code || true'],
  ['timeout 5 bylaw hook claude-code'],
  ['bylaw hook --print-event'],
  ['bylaw hook claude-code --print-event'],
  ['"/usr/bin/node" "/opt/$(id)/bylaw.cjs" hook claude-code'],
])('what somebody else wrote and only has bylaw in it stays: %s', async (line) => {
  await withMachine((machine) => {
    const theirs = {
      x: [{ command: 'bylaw hook claude-code' }],
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: line }] }] },
      other: { PreToolUse: [{ command: 'bylaw hook claude-code --policies /p' }] },
    };
    const path = machine.write('home/.claude/settings.json', JSON.stringify(theirs));
    const harness = harnessInstalls['claude-code'];
    apply(planInstall([harness], 'user', machine, command));
    const installed = JSON.parse(readFileSync(path, 'utf8'));
    expect(installed).toMatchObject({ x: theirs.x, other: theirs.other });
    expect(installed.hooks.PreToolUse[0]).toEqual(theirs.hooks.PreToolUse[0]);
    expect(installed.hooks.PreToolUse).toHaveLength(2);
    machine.write('home/.claude/settings.json', JSON.stringify({ ...installed, mine: 1 }));
    apply(planUninstall([harness], ['user'], machine, command));
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ ...theirs, mine: 1 });
  });
});

test('an entry of another version of bylaw is taken out, at whatever event and wherever bylaw was', async () => {
  await withMachine((machine) => {
    const old = [
      'bylaw hook claude',
      "& 'C:/it''s/node.exe' 'C:/b/bylaw.cjs' hook claude-code --fail-open",
      '/old/bin/node22 /old/bylaw.cjs hook claude-code --deadline 900',
    ];
    const hooks = Object.fromEntries(old.map((line, at) => [`Event${at}`, [{ hooks: [{ command: line }] }]]));
    const path = machine.write('home/.claude/settings.json', JSON.stringify({ mine: 1, hooks }));
    apply(planUninstall([harnessInstalls['claude-code']], ['user'], machine, command));
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ mine: 1 });
  });
});

test('what a person added to a file of bylaw is kept beside it', async () => {
  await withMachine((machine) => {
    const harness = harnessInstalls.opencode;
    const [file] = harness.files('user', machine, command);
    const path = file?.path ?? '';
    apply(planInstall([harness], 'user', machine, command));
    const mine = `${readFileSync(path, 'utf8')}\nconsole.log('mine');\n`;
    for (const change of [
      () => planInstall([harness], 'user', machine, command),
      () => planUninstall([harness], ['user'], machine, command),
    ]) {
      machine.write(path.slice(machine.folder.length), mine);
      apply(change());
    }
    const kept = Object.values(filesBelow(dirname(path)));
    expect(kept).toEqual([mine, mine]);
  });
});

test('a script of others is not replaced', async () => {
  await withMachine((machine) => {
    const path = machine.write('home/.cline/hooks/PreToolUse', '#!/bin/sh\nexit 0\n');
    const { problems } = planInstall([harnessInstalls.cline], 'user', machine, command);
    expect(problems).toEqual([`${path}: there is a file of this name that bylaw did not write`]);
    expect(changed(planUninstall([harnessInstalls.cline], ['user'], machine, command))).toEqual([]);
  });
});
