import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { filesBelow } from '../install/machine.ts';
import { type Home, withHome, withOwnPolicy } from './with-home.ts';

const three = ['.claude', '.codex', '.gemini/tmp'];
/** Policies that are there already are left as they are, and read sooner than those that come with bylaw. */
const own = 'policy local.own\ndeny downloads\n  when runs "curl"\n  reason "Not from there."\n';
const settings = '{\n  // mine\n  "theme": "dark"\n}\n';

test('without a terminal and without a yes it shows everything and writes nothing', async () => {
  await withHome(three, async ({ bylaw, folder, write }) => {
    write('home/.gemini/settings.json', settings);
    const before = filesBelow(folder);
    const short = await bylaw(['init']);
    expect(short.stdout).toMatch(
      /Gemini CLI: changed\)\n {2}The file as it is now is kept beside it\.\n {2}@@.*\n( {2}.*\n){11} {2}\u2026 and \d+ more lines \(--diff shows each\)\n/,
    );
    const { code, stdout, stderr } = await bylaw(['init', '--diff']);
    expect(code).toBe(1);
    expect(stdout).toContain('~/.claude/settings.json   (Claude Code: new file)');
    expect(stdout).toContain('~/.gemini/settings.json   (Gemini CLI: changed)');
    expect(stdout).toMatch(/\+ +"command": "\\".*bylaw\.cjs\\" hook codex --policies/);
    expect(stdout).toContain('+policy local.own');
    expect(stderr).toBe('Nothing was written: there is no terminal to ask at. Add `--yes` to write it.\n');
    expect(filesBelow(folder)).toEqual(before);
  });
});

test('a harness that has nothing in a scope is not said to be guarded there', async () => {
  await withHome(['.kimi-code', '.claude'], async ({ bylaw, folder, write }) => {
    const alone = await bylaw(['init', '--project', 'kimi', '--yes']);
    expect(alone.code).toBe(1);
    expect(alone.stderr).toBe(
      'Kimi Code has no configuration for a project; it is left out.\nNothing was written.\n',
    );
    expect(filesBelow(folder)).toEqual({});
    write('project/.bylaw/policies/own.policy', own);
    const both = await bylaw(['init', '--project', 'kimi', 'claude-code', '--yes']);
    expect(both.code).toBe(0);
    expect(both.stdout).toContain('Kimi Code has no configuration for a project; it is left out.\n');
    expect(both.stdout).toMatch(/are in force for Claude Code\.\n/);
  });
});

test('at a terminal it asks, and only a yes writes', async () => {
  await withOwnPolicy(['.claude'], async ({ bylaw, home, write }) => {
    write('home/.config/bylaw/policies/own.policy', own);
    const no = await bylaw(['init'], 'n');
    expect(no.code).toBe(1);
    expect(no.stdout).toContain('Write this? [y/N] ');
    expect(no.stdout).toContain('Nothing was written.');
    expect(existsSync(join(home, '.claude/settings.json'))).toBe(false);
    expect((await bylaw(['init'], 'y')).code).toBe(0);
    expect(existsSync(join(home, '.claude/settings.json'))).toBe(true);
  });
});

test('a command that is all that a configuration gets is shown once, with its events', async () => {
  await withOwnPolicy(['.claude'], async ({ bylaw, home, write }) => {
    const theirs = { theme: 'dark', hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [] }] } };
    write('home/.claude/settings.json', JSON.stringify(theirs));
    expect((await bylaw(['init', '--dry-run', '--diff'])).stdout).toContain('+++ b/');
    const dry = await bylaw(['init', '--dry-run']);
    expect(dry.stdout).toContain('`--diff` shows every changed line.\n');
    expect(dry.stdout.split('\n').length).toBeLessThan(30);
    const { stdout } = await bylaw(['init'], 'y');
    expect(stdout).toContain(
      '  One command is added for PreToolUse, PostToolUse, PostToolUseFailure, SessionEnd and SessionStart.\n',
    );
    expect(stdout).toContain('It starts `bylaw hook claude-code`.');
    expect(stdout).not.toContain('"/bin/sh"');
    expect(stdout).not.toContain('+++ b/');
    expect(stdout).toMatch(
      /No log of decisions is kept\. `.*init --log default` keeps one, and so does a server: `/,
    );
    write(
      'home/.claude/settings.json',
      readFileSync(join(home, '.claude/settings.json'), 'utf8').replace('"dark"', '"light"'),
    );
    expect((await bylaw(['init'], 'y')).stdout).not.toContain('One command');
  });
});

test('a dry run is fine and writes nothing', async () => {
  await withHome(three, async ({ bylaw, folder }) => {
    const { code, stdout } = await bylaw(['init', '--dry-run', '--yes']);
    expect(code).toBe(0);
    expect(stdout).toContain('Nothing was written: this was a dry run.');
    expect(filesBelow(folder)).toEqual({});
  });
});

test('what is in force, what was kept and what is left to do is said; a second run changes nothing', async () => {
  await withHome(three, async ({ bylaw, folder, home, write }) => {
    write('home/.gemini/settings.json', settings);
    const first = await bylaw(['init', '--yes']);
    expect(first.code).toBe(0);
    expect(first.stdout).toMatch(
      /Written\. \d+ rules in ~\/\.config\/bylaw\/policies are in force for Claude Code, Codex and Gemini CLI\./,
    );
    expect(first.stdout).toMatch(/Kept: ~\/\.gemini\/settings\.json\.bylaw-backup-\d{8}T\d{6}Z/);
    expect(first.stdout).toContain('Codex: Open `/hooks` in Codex and trust the hook');
    const after = filesBelow(folder);
    const second = await bylaw(['init', '--yes']);
    expect(second).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Everything is set up already'),
    });
    expect(filesBelow(folder)).toEqual(after);

    const policies = join(home, '.config/bylaw/policies');
    expect(await bylaw(['check', policies])).toMatchObject({ code: 0 });
    expect(await bylaw(['test', join(policies, 'own.policy')])).toMatchObject({ code: 0 });
    // The packs are those whose tests are run where they come from.
    const { '.bylaw-packs.json': record, ...packs } = filesBelow(join(policies, 'packs'));
    expect(record).toBeDefined();
    expect(packs).toEqual(filesBelow('policies'));
  });
});

test('taken out, every file is what it was, and the policies are left', async () => {
  await withOwnPolicy(three, async ({ bylaw, home, write }) => {
    write('home/.config/bylaw/policies/own.policy', own);
    write('home/.gemini/settings.json', settings);
    await bylaw(['init', '--yes']);
    const { code, stdout } = await bylaw(['uninstall', '--yes']);
    expect(code).toBe(0);
    expect(stdout).toContain('Left: the policies in ~/.config/bylaw/policies');
    expect(filesBelow(join(home, '.gemini'))).toEqual({ 'settings.json': settings });
    expect(filesBelow(join(home, '.claude'))).toEqual({});
    expect(filesBelow(join(home, '.codex'))).toEqual({});
    expect(await bylaw(['uninstall', '--yes'])).toMatchObject({
      code: 0,
      stdout: 'There is no hook of bylaw to take out.\n',
    });
  });
});

test('what a person changed between the two stays', async () => {
  await withOwnPolicy(['.gemini'], async ({ bylaw, home, write }) => {
    write('home/.config/bylaw/policies/own.policy', own);
    const path = write('home/.gemini/settings.json', settings);
    await bylaw(['init', '--yes']);
    const changed = readFileSync(path, 'utf8').replace('"dark"', '"light"');
    write('home/.gemini/settings.json', changed);
    await bylaw(['uninstall', '--yes']);
    expect(readFileSync(path, 'utf8')).toBe(settings.replace('"dark"', '"light"'));
    // The text with the hook and the text of before are both kept.
    expect(
      Object.keys(filesBelow(join(home, '.gemini'))).filter((name) => name.includes('backup')),
    ).toHaveLength(2);
  });
});

test('one broken file keeps all of them from being written, and is named with its line', async () => {
  await withOwnPolicy(three, async ({ bylaw, folder, write }) => {
    write('home/.claude/settings.json', '{\n  "model": "opus"\n  "theme": 1\n}\n');
    const before = filesBelow(folder);
    const { code, stderr } = await bylaw(['init', '--yes']);
    expect(code).toBe(1);
    expect(stderr).toBe(
      '~/.claude/settings.json:3: it is not valid JSON (comma expected)\nNothing was written. Fix this, or name the harnesses to set up without it.\n',
    );
    expect(filesBelow(folder)).toEqual(before);
  });
});

test('a read-only file keeps all of them from being written', async () => {
  await withOwnPolicy(three, async ({ bylaw, folder, write }) => {
    chmodSync(write('home/.codex/hooks.json', '{}'), 0o444);
    const before = filesBelow(folder);
    const { code, stderr } = await bylaw(['init', '--yes']);
    expect(code).toBe(1);
    expect(stderr).toContain('~/.codex/hooks.json: it is read-only; make it writable first');
    expect(filesBelow(folder)).toEqual(before);
  });
});

test('policies of one’s own are used as they are, and not if they are not valid', async () => {
  await withHome(['.claude'], async ({ bylaw, home, write }) => {
    write(
      'project/rules/a.policy',
      'policy com.example.a\ndeny shell\n  when kind is shell\n  reason "No."\n',
    );
    const before = readFileSync(join(home, '../project/rules/a.policy'), 'utf8');
    expect((await bylaw(['init', '--policies', 'rules', '--yes'])).code).toBe(0);
    expect(readdirSync(join(home, '../project/rules'))).toEqual(['a.policy']);
    expect(readFileSync(join(home, '../project/rules/a.policy'), 'utf8')).toBe(before);

    write('project/broken/a.policy', 'policy com.example.a\ndeny\n');
    const { code, stderr } = await bylaw(['init', '--policies', 'broken', '--yes']);
    expect(code).toBe(2);
    expect(stderr).toContain('The hook would deny every call, so nothing was written.');
    expect(readFileSync(join(home, '.claude/settings.json'), 'utf8')).not.toContain('broken');
  });
});

const logOf = ({ home }: Home): string | undefined =>
  /hook claude-code --policies [^,]*?(--log.*?)?"\s*,?$/m.exec(
    readFileSync(join(home, '.claude/settings.json'), 'utf8'),
  )?.[1];

test('hooks keep a log where one is named, until another one is', async () => {
  await withOwnPolicy(['.claude'], async (home) => {
    const { bylaw } = home;
    await bylaw(['init', '--yes']);
    expect(logOf(home)).toBeUndefined();
    const { stdout } = await bylaw(['init', '--yes', '--log', 'default']);
    expect(stdout).toMatch(/Hooks keep a log of decisions: `.*log tail` shows it\./);
    expect(logOf(home)).toBe('--log default');
    expect((await bylaw(['init', '--yes'])).stdout).toContain('nothing to write');
    await bylaw(['init', '--yes', '--log', 'decisions']);
    expect(logOf(home)).toMatch(/^--log \\".*\/decisions\\"$/);
    // How it is kept stays as well.
    const file = join(home.home, '.claude/settings.json');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('--log ', '--log-inputs none --log '));
    await bylaw(['init', '--yes']);
    expect(logOf(home)).toMatch(/^--log \S*\/decisions\\" --log-inputs none$/);
    await bylaw(['init', '--yes', '--log', 'none']);
    expect(logOf(home)).toBeUndefined();
  });
});

test('the log stays when another profile is chosen', async () => {
  await withHome(['.claude'], async (home) => {
    const { bylaw } = home;
    await bylaw(['init', '--yes', '--log', 'decisions']);
    expect((await bylaw(['init', '--yes', '--profile', 'watch'])).stdout).toMatch(/log stats .*decisions`/);
    await bylaw(['init', '--yes', '--profile', 'default']);
    expect(logOf(home)).toMatch(/decisions/);
  });
});

test('a profile can be chosen at first and later', async () => {
  await withHome(['.claude'], async (home) => {
    const { bylaw } = home;
    const policies = join(home.home, '.config/bylaw/policies');
    const settings = (): string => readFileSync(join(home.home, '.claude/settings.json'), 'utf8');
    const isStrict = (): boolean => !existsSync(join(policies, 'packs/strict/.profile'));
    await bylaw(['init', '--yes']);
    expect(isStrict()).toBe(false);
    const strict = await bylaw(['init', '--yes', '--profile', 'strict']);
    expect(strict).toMatchObject({ code: 0 });
    // The hooks are as they were.
    expect(strict.stdout).not.toContain('Start Claude Code again');
    expect(isStrict()).toBe(true);
    const later = filesBelow(policies);
    const watching = await bylaw(['init', '--yes', '--profile', 'watch']);
    expect(watching.stdout).toMatch(
      /rules in .* watch Claude Code\.\nRules deny nothing, and nothing keeps an agent from changing bylaw/,
    );
    expect(watching.stdout).toContain('init --profile strict` makes rules deny');
    expect(settings()).toContain('--watch --log default');
    const again = await bylaw(['init', '--yes']);
    expect(settings()).toContain('--watch --log default');
    expect(again.stdout).toMatch(
      /The hooks go on to watch only, and deny nothing: `.*init --profile strict`/,
    );
    expect(isStrict()).toBe(true);
    await bylaw(['init', '--yes', '--profile', 'default']);
    expect(isStrict()).toBe(false);
    expect(settings()).not.toContain('--watch');
    // The log that `watch` needs stays when rules are to deny: who reads it goes on reading it.
    expect(logOf(home)).toBe('--log default');
    expect(await bylaw(['check', policies])).toMatchObject({ code: 0 });
    rmSync(policies, { recursive: true });
    await bylaw(['init', '--yes', '--profile', 'strict']);
    expect(filesBelow(policies)).toEqual(later);
    expect(await bylaw(['check', policies])).toMatchObject({ code: 0 });
    const { 'strict/.profile': mark, ...packs } = filesBelow('policies');
    expect(filesBelow(join(policies, 'packs'))).toMatchObject(packs);
    expect(isStrict()).toBe(true);
    expect(mark).toBeDefined();
    expect((await bylaw(['init', '--profile', 'lax'])).code).toBe(3);
  });
});

test('a policy folder whose name means something in a pattern makes no rule that means something else', async () => {
  await withHome(['.claude'], async ({ bylaw, project }) => {
    const { code } = await bylaw(['init', '--policies', 'a [b] {c}', '--yes']);
    expect(code).toBe(0);
    expect(await bylaw(['check', join(project, 'a [b] {c}/own.policy')])).toMatchObject({ code: 0 });
  });
});

test('in a repository the line that is said keeps the new files out of git', async () => {
  await withHome(['.claude'], async ({ bylaw, project, write }) => {
    const git = (...args: string[]): string => execFileSync('git', args, { cwd: project, encoding: 'utf8' });
    git('init', '-q');
    write('project/.claude/settings.local.json', '{}\n');
    const { stdout } = await bylaw(['init', 'claude', 'cursor', '--project', '--yes']);
    const [, line = ''] = /leaves out the new ones: `(.*)`\.$/m.exec(stdout) ?? [];
    execFileSync('/bin/sh', ['-c', line], { cwd: project });
    expect(git('status', '--short', '--untracked-files=all')).toBe('?? .claude/settings.local.json\n');
  });
});

test('in a project the files and the policies are below it', async () => {
  await withHome(['.claude'], async ({ bylaw, project, home }) => {
    const { code, stdout } = await bylaw(['init', 'claude', 'cursor', '--project', '--yes']);
    expect(code).toBe(0);
    expect(stdout).toContain('do not commit files with them');
    const files = Object.keys(filesBelow(project)).filter((name) => !name.includes('packs/'));
    expect(files).toEqual([
      '.bylaw/policies/own.policy',
      '.claude/settings.local.json',
      '.cursor/hooks.json',
    ]);
    expect(filesBelow(join(home, '.claude'))).toEqual({});
    await bylaw(['uninstall', 'cursor', '--project', '--yes']);
    expect(existsSync(join(project, '.cursor/hooks.json'))).toBe(false);
    expect(existsSync(join(project, '.claude/settings.local.json'))).toBe(true);
  });
});

test('what was not found is named, and how to set it up all the same', async () => {
  await withOwnPolicy(['.claude', '.gemini'], async ({ bylaw, root }) => {
    const { stdout } = await bylaw(['init', '--dry-run']);
    expect(stdout).toMatch(
      /^Not found: Codex, Cursor, GitHub Copilot, .*Gemini CLI, .* and Grok Build\. Name one to set it up anyway: `bylaw init codex`\.$/m,
    );
    expect((await bylaw(['init', 'claude', '--dry-run'])).stdout).not.toContain('Not found');
    const managed = await bylaw(['init', '--managed', '--root', root, '--yes']);
    expect(managed.stdout).toMatch(/^Not found: .*`bylaw init codex --managed --root .*root`\.$/m);
    expect(managed.stdout).toContain(`Prove it: \`bylaw doctor --root ${root}\`.`);
    for (const name of ['init', 'uninstall', 'doctor'])
      expect((await bylaw([name, '--help'])).stdout.split('\n\n')[0]).toContain('[--root DIR]');
  });
});

test('without bylaw on the search path the advice names what can be run', async () => {
  await withHome(['.claude'], async ({ bylaw, env, write }) => {
    write('home/.config/bylaw/policies/own.policy', own);
    const script = fileURLToPath(new URL('../../dist/bylaw.cjs', import.meta.url));
    Object.assign(env, { PATH: '/nowhere' });
    const { stdout } = await bylaw(['init', '--yes']);
    expect(stdout).toContain(`Prove it: \`${process.execPath} ${script} doctor\`.`);
    expect((await bylaw(['uninstall', '--yes'])).code).toBe(0);
    expect((await bylaw(['doctor'])).stdout).toContain(
      `run \`${process.execPath} ${script} init claude-code\``,
    );
  });
});

test('what hooks keep goes with them, and only that', async () => {
  await withOwnPolicy(['.claude', '.codex'], async ({ bylaw, home, write }) => {
    write('home/.config/bylaw/policies/own.policy', own);
    await bylaw(['init', '--yes']);
    write('home/.cache/bylaw/engine-0.1.0-0123456789abcdef-v20.0.0-x64', 'code');
    const mine = write('home/.cache/bylaw/mine', 'mine');
    const caches = (): readonly string[] => readdirSync(join(home, '.cache/bylaw'));
    expect(caches()).toHaveLength(3);
    write('home/.local/state/bylaw/server.key', 'x');
    const { stdout } = await bylaw(['uninstall', 'codex', '--yes']);
    expect(stdout).toContain(
      'Left: what hooks keep in ~/.cache/bylaw; `bylaw uninstall` without a name deletes it',
    );
    expect(stdout).toContain('Left: the key of the server, in ~/.local/state/bylaw\n');
    expect((await bylaw(['uninstall', '--dry-run'])).stdout).toContain(
      '~/.cache/bylaw   (what hooks keep between calls: 2 files deleted)',
    );
    expect(caches()).toHaveLength(3);
    expect((await bylaw(['uninstall', '--yes'])).stdout).toContain(
      'Deleted: what hooks kept in ~/.cache/bylaw',
    );
    expect(caches()).toEqual(['mine']);
    rmSync(mine);
    write('home/.cache/bylaw/policies-0123456789abcdef', '');
    expect((await bylaw(['uninstall', '--yes'])).code).toBe(0);
    expect(existsSync(join(home, '.cache/bylaw'))).toBe(false);
  });
});

test('nothing found is said, and an unknown name too', async () => {
  await withHome([], async ({ bylaw }) => {
    expect(await bylaw(['init'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('No harness that bylaw knows was found'),
    });
    expect(await bylaw(['init', 'emacs'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('there is no harness `emacs`'),
    });
    expect((await bylaw(['init', 'claude', '--user', '--managed'])).code).toBe(3);
  });
});

test('hooks are written for a file of layers that is there, and valid', async () => {
  await withHome(['.claude'], async ({ bylaw, folder }) => {
    mkdirSync(join(folder, 'company'));
    writeFileSync(
      join(folder, 'company/a.policy'),
      'policy com.acme\ndeny push\n  when runs "git push"\n  test\n    denies "git push"\n',
    );
    const layers = join(folder, 'bylaw.yaml');
    const init = (...args: readonly string[]) =>
      bylaw(['init', 'claude', '--layers', layers, '--yes', ...args]);
    expect(await init()).toMatchObject({ code: 3, stderr: expect.stringContaining('there is no file') });
    writeFileSync(layers, 'layers:\n  - {name: company, policies: company}\n');
    expect((await init('--policies', 'x')).stderr).toContain('exclude each other');
    expect(await init()).toMatchObject({ code: 0, stdout: expect.stringContaining('1 rule in') });
    const settings = Object.values(filesBelow(folder)).join('\n');
    expect(settings).toMatch(/hook claude-code --layers [^ ]*bylaw\.yaml/);
    expect(settings).not.toContain('--policies');
    expect((await init()).stdout).toContain('Everything is set up already');
    writeFileSync(layers, 'layers:\n  - {name: company, policies: compny}\n');
    expect(await init()).toMatchObject({ code: 2, stderr: expect.stringContaining('bylaw.yaml:2:') });
  });
});

test('a file of layers is no folder of policies', async () => {
  await withHome(['.claude'], async ({ bylaw, folder }) => {
    const { code, stderr } = await bylaw(['init', '--policies', 'bylaw.yaml', '--dry-run']);
    expect(code).toBe(3);
    expect(stderr).toContain('bylaw.yaml is a file of layers');
    expect(filesBelow(folder)).toEqual({});
  });
});

test('hooks for a server on another machine have its address and no policies', async () => {
  await withHome(['.claude', '.codex'], async ({ bylaw, folder, home }) => {
    for (const name of ['token', 'release.pub']) writeFileSync(join(folder, name), '');
    const far = ['--server', 'https://policy.acme.example:4517', '--token-file', join(folder, 'token')];
    const last = [
      '--unreachable',
      'last-bundle',
      '--bundle',
      'acme.bundle',
      '--bundle-key',
      join(folder, 'release.pub'),
    ];
    const before = filesBelow(folder);
    const dry = await bylaw(['init', ...far, '--dry-run']);
    expect([dry.code, filesBelow(folder)]).toEqual([0, before]);
    chmodSync(join(folder, 'token'), 0o644);
    expect((await bylaw(['init', ...far, '--dry-run'])).stdout).toMatch(
      /Others may read .*`chmod 600 .*token`/,
    );
    chmodSync(join(folder, 'token'), 0o600);
    expect((await bylaw(['init', ...far, '--dry-run'])).stdout).not.toContain('Others may read');
    const { code, stdout } = await bylaw(['init', ...far, ...last, '--yes']);
    expect(code).toBe(0);
    expect(stdout).toContain(
      'The server policy.acme.example:4517 decides for Claude Code and Codex; where it cannot be reached, the last bundle decides',
    );
    const written = readFileSync(join(home, '.claude/settings.json'), 'utf8');
    expect(written).toMatch(
      /hook claude-code --server \\"policy\.acme\.example:4517\\" --unreachable last-bundle --token-file \\".*\/token\\" --bundle \\".*\/acme\.bundle\\" --bundle-key \\".*\/release\.pub\\"/,
    );
    expect(written).not.toContain('://');
    expect(existsSync(join(home, '.config/bylaw/policies'))).toBe(false);
    expect((await bylaw(['init', ...far, ...last, '--yes'])).stdout).toContain('set up already');
    const watching = await bylaw(['init', ...far, '--watch', '--yes']);
    expect(watching.stdout).toContain('calls are denied. Its rules deny nothing');
    expect(readFileSync(join(home, '.claude/settings.json'), 'utf8')).toMatch(
      /hook claude-code --server .* --watch"/,
    );
    // It is known again, and taken out.
    expect((await bylaw(['uninstall', '--yes'])).code).toBe(0);
    expect(existsSync(join(home, '.claude/settings.json'))).toBe(false);
  });
});

test.each([
  [
    ['--server', 'policy.acme.example', '--policies', 'x'],
    '`--server ADDRESS` and `--policies` exclude each other',
  ],
  [['--server', 'http://policy.acme.example'], 'from this machine only'],
  [['--server', 'policy.acme.example', '--unreachable', 'pass'], '`--unreachable` takes deny or last-bundle'],
  [['--server', 'policy.acme.example', '--token-command', 'pass bylaw'], 'with its whole path'],
  [
    ['--server', 'policy.acme.example', '--token-file', 'none'],
    '`--token-file`: there is no file `none`. Nothing is written, because a hook without it denies every call',
  ],
  [['--server', 'policy.acme.example', '--profile', 'watch'], 'has `--watch` in the place of'],
  [['--server', 'policy.acme.example', '--log', 'x'], 'the server has the policies and keeps the log'],
  [['--log', '/dev/null'], '`--log` takes a folder, and `/dev/null` is a file'],
  [['--profile', 'watch', '--log', 'none'], '`--log none` does not go with the profile `watch`'],
  [['claude-code', '--http', '4517', '--log', 'x'], '`--http` and `--log` exclude each other'],
  [['--watch'], '`--profile watch`'],
  [['--token-file', 'x'], '`--token-file` is about a server on another machine'],
  [['cursor', '--server=http://127.0.0.1:4517'], 'Cursor drops its whole configuration'],
])('init %j is told what is wrong', async (args, message) => {
  await withHome(['.claude'], async ({ bylaw }) => {
    const { code, stderr } = await bylaw(['init', ...args]);
    expect([code, stderr]).toEqual([3, expect.stringContaining(message)]);
  });
});

test('--json prints what changes, and what has changed', async () => {
  await withOwnPolicy(['.claude'], async ({ bylaw, home }) => {
    const dry = JSON.parse((await bylaw(['init', '--json', '--dry-run'])).stdout);
    expect(dry).toMatchObject({ written: false, withoutScope: [], problems: [], backups: [], start: [] });
    const settings = { path: join(home, '.claude/settings.json'), change: 'new', harnesses: ['claude-code'] };
    expect(dry.changes).toContainEqual({ ...settings, diff: expect.stringMatching(/^--- \/dev\/null\n/) });
    expect(dry.notFound).toContain('codex');
    const { code, stdout, stderr } = await bylaw(['init', '--json', '--yes']);
    const done = JSON.parse(stdout);
    expect([code, stderr]).toEqual([0, '']);
    expect(done).toEqual({ ...dry, written: true });
    expect(done.next[0]).toEqual({ id: 'claude-code', text: expect.any(String) });
    const again = JSON.parse((await bylaw(['init', '--json', '--yes'])).stdout);
    expect(again).toMatchObject({ written: false, changes: [], unchanged: [settings.path] });
    expect(await bylaw(['init', '--json'])).toMatchObject({
      code: 3,
      stderr: 'bylaw: `--json` does not ask: add `--yes` to write, or `--dry-run`\n',
    });
  });
});
