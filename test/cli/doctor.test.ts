/** What `bylaw doctor` finds out by itself, with a stand-in for the hook: `doctor.built.test.ts` has the built one run. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { harnessInstalls } from '../../src/harnesses/installs.ts';
import { standIn } from './stand-in.ts';
import { trustInCodex } from './trust-in-codex.ts';
import { type Home, ownPolicy, withOwnPolicy } from './with-home.ts';

const three = ['.claude', '.codex', '.gemini/tmp'];
/** A home whose policy `bylaw init` leaves as it is, with the stand-in in the place of each hook that it writes. */
const withOwn = <Result>(folders: readonly string[], use: (home: Home) => Promise<Result>): Promise<Result> =>
  withOwnPolicy(folders, (home) => use(standingIn(home)));
const standingIn = (home: Home): Home => ({
  ...home,
  async bylaw(args, answer) {
    const outcome = await home.bylaw(args, answer);
    if (args[0] === 'init') standIn(home);
    return outcome;
  },
});

const settingsOf = ({ home }: Home): string => join(home, '.claude/settings.json');

test('--json prints what people read, as one document', async () => {
  await withOwn(['.claude', '.codex'], async ({ bylaw }) => {
    await bylaw(['init', 'claude-code', '--yes']);
    const { code, stdout } = await bylaw(['doctor', '--json']);
    const [guarded, ...others] = JSON.parse(stdout).harnesses;
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, notGuarded: ['codex'] });
    expect(guarded).toMatchObject({
      id: 'claude-code',
      name: 'Claude Code',
      hasHook: true,
      verdict: 'pass',
      findings: expect.arrayContaining([{ kind: 'pass', text: expect.stringContaining('is denied') }]),
    });
    expect([code, others]).toEqual([0, []]);
  });
});

test('a forbidden call that passes is a failure, with advice', async () => {
  await withOwn(['.claude'], async (home) => {
    const { bylaw, write } = home;
    write(
      'project/rules/a.policy',
      'policy com.example.a\ndeny deploy\n  when runs "make deploy"\n  reason "Not here."\n',
    );
    await bylaw(['init', '--policies', 'rules', '--yes']);
    standIn(home, 'make deploy');
    const usual = await bylaw(['doctor']);
    expect(usual.code).toBe(1);
    expect(usual.stdout).toContain('name a command that they deny: `bylaw doctor --forbidden COMMAND`');
    const chosen = await bylaw(['doctor', '--forbidden', 'make deploy']);
    expect(chosen.stdout).toContain('A forbidden call, `make deploy`, is denied');
    expect(chosen.code).toBe(0);
  });
});

test('where `git status` is denied, another harmless command is named', async () => {
  await withOwn(['.claude'], async (home) => {
    const { bylaw } = home;
    await bylaw(['init', '--yes']);
    standIn(home, 'git status');
    const usual = await bylaw(['doctor']);
    expect(usual.code).toBe(1);
    expect(usual.stdout).toContain('name one that passes with `--harmless COMMAND`');
    const chosen = await bylaw(['doctor', '--harmless', 'ls -l']);
    expect(chosen.stdout).toMatch(/ok +A harmless call, `ls -l`, passes/);
  });
});

test('a layer that is broken is reported with its line and its owner', async () => {
  await withOwn(['.claude'], async (here) => {
    const { bylaw, home } = here;
    const write = (name: string, text: string): void => {
      mkdirSync(dirname(join(home, name)), { recursive: true });
      writeFileSync(join(home, name), text);
    };
    const rule = (name: string): string =>
      `policy ${name}\ndeny push\n  when runs "git push"\n  test\n    denies "git push"\n`;
    write('all/top/a.policy', rule('com.acme.top'));
    write('all/low/a.policy', rule('com.acme.low'));
    write(
      'all/bylaw.yaml',
      'layers:\n  - {name: top, policies: top}\n  - {name: low, owner: kim@acme.example, policies: low}\n',
    );
    await bylaw(['init', '--yes', '--layers', join(home, 'all/bylaw.yaml')]);
    standIn(here, 'git push');
    const sound = await bylaw(['doctor', '--forbidden', 'git push']);
    expect(sound.stdout).toMatch(/The policies .*bylaw\.yaml are valid: 2 rules/);
    expect(sound.stdout).toContain('A forbidden call, `git push`, is denied');
    // An exception lasts a year at most.
    const expires = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    const broad = `except own for pull\n  owner "kim"\n  because "x"\n  expires ${expires}\n  when runs "ls"\n`;
    write('all/low/a.policy', `${rule('com.acme.low')}\n${broad}`);
    expect((await bylaw(['doctor', '--forbidden', 'git push'])).stdout).toMatch(
      /warning +An exception or a pause has no effect: \S+\/home\/all\/low\/a\.policy:\d+:\d+: no rule has the code `com\.acme\.low\.pull`/,
    );
    write('all/low/a.policy', 'policy com.acme.low\ndeny\n');
    const { code, stdout } = await bylaw(['doctor', '--forbidden', 'git push']);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /FAIL +The layer low \(kim@acme\.example\) is not in force, so calls in its scope are denied: \S+\/home\/all\/low\/a\.policy:2:/,
    );
  });
});

test('a command that is not there is a failure', async () => {
  await withOwnPolicy(['.claude'], async (home) => {
    await home.bylaw(['init', '--yes']);
    const text = readFileSync(settingsOf(home), 'utf8');
    writeFileSync(settingsOf(home), text.replaceAll('dist/bylaw.cjs', 'gone/bylaw.cjs'));
    const { code, stdout } = await home.bylaw(['doctor']);
    expect(stdout).toMatch(/FAIL +The command cannot be started: .*\/gone\/bylaw\.cjs is not there\./);
    expect(stdout).toContain('install bylaw again if it is gone, and run `bylaw init claude-code` again.');
    expect(code).toBe(1);
  });
});

test('a hook that is for some tools only, or at no event that decides, is a failure', async () => {
  await withOwn(['.claude'], async (home) => {
    await home.bylaw(['init', '--yes']);
    const text = readFileSync(settingsOf(home), 'utf8');
    writeFileSync(settingsOf(home), text.replace('"matcher": "*"', '"matcher": "Bash"'));
    expect((await home.bylaw(['doctor'])).stdout).toMatch(/FAIL +.*only for the tools `Bash`/);
    writeFileSync(settingsOf(home), text.replace('"PreToolUse"', '"Stop"'));
    const { code, stdout } = await home.bylaw(['doctor']);
    expect(stdout).toMatch(/FAIL +.*there is no hook for PreToolUse/);
    expect(code).toBe(1);
  });
});

test('hooks that are switched off, in whatever file, are a failure', async () => {
  await withOwn(['.claude', '.gemini/tmp'], async ({ bylaw, write }) => {
    write('home/.gemini/settings.json', '{"hooksConfig": {"disabled": ["bylaw"]}}');
    await bylaw(['init', '--yes']);
    write('project/.claude/settings.json', '{ "disableAllHooks": true /* for now */ }');
    const { code, stdout } = await bylaw(['doctor']);
    expect(stdout).toMatch(
      /FAIL +.*project\/\.claude\/settings\.json: hooks are switched off, because `disableAllHooks` is true there/,
    );
    expect(stdout).toMatch(/FAIL +.*`hooksConfig\.disabled` names the hook of bylaw/);
    expect(code).toBe(1);
  });
});

test('a harness that is too old is warned of', async () => {
  await withOwn(['.claude'], async (home) => {
    await home.bylaw(['init', '--yes']);
    const program = home.write('bin/claude', '#!/bin/sh\necho "2.1.90 (Claude Code)"\n');
    chmodSync(program, 0o755);
    Object.assign(home.env, { PATH: `${dirname(program)}:/usr/bin:/bin` });
    const { stdout, code } = await home.bylaw(['doctor']);
    expect(stdout).toMatch(/warning +Claude Code 2\.1\.90 is older than 2\.1\.214: /);
    expect(code).toBe(0);
  });
});

test('configurations that cannot be read are named with their line', async () => {
  await withOwn(['.codex'], async ({ bylaw, write }) => {
    write('home/.codex/hooks.json', '{\n  "hooks": {,}\n}\n');
    const { code, stdout } = await bylaw(['doctor', 'codex']);
    expect(stdout).toMatch(/FAIL +.*hooks\.json:2: it is not valid JSON/);
    expect(code).toBe(1);
  });
});

test('a harness without a hook is reported, and is a failure where it is named', async () => {
  await withOwn(three, async ({ bylaw, home }) => {
    expect(await bylaw(['doctor'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('Not guarded: Claude Code, Codex and Gemini CLI.'),
    });
    await bylaw(['init', 'codex', '--yes']);
    trustInCodex(join(home, '.codex'));
    expect((await bylaw(['doctor'])).code).toBe(0);
    expect((await bylaw(['doctor', 'gemini'])).code).toBe(1);
    mkdirSync(join(home, '.cache/bylaw'), { recursive: true });
    chmodSync(join(home, '.cache/bylaw'), 0o777);
    expect((await bylaw(['doctor', 'codex'])).stdout).toMatch(/warning +.*can be written by others/);
  });
});

test.each([
  ['touch ran; "/usr/bin/node" "/opt/bylaw.cjs" hook claude-code'],
  ['"/usr/bin/node" "/opt/$(touch ran)/bylaw.cjs" hook claude-code'],
  ['./bylaw hook claude-code'],
  ['"/usr/bin/node" "tools/bylaw.cjs" hook claude-code'],
  ['"/usr/bin/env" "/opt/bylaw.cjs" hook claude-code'],
  ['/usr/bin/env -S touch ran bylaw hook claude-code'],
])('a project that was written by somebody else has nothing run: %s', async (line) => {
  await withOwn(['.claude'], async ({ bylaw, project, write }) => {
    chmodSync(write('project/bylaw', '#!/bin/sh\ntouch ran\n'), 0o755);
    write('project/tools/bylaw.cjs', 'require("node:fs").writeFileSync("ran", "")\n');
    const hooks = { PreToolUse: [{ matcher: '*', hooks: [{ type: 'command', command: line }] }] };
    write('project/.claude/settings.local.json', JSON.stringify({ hooks }));
    const { code, stdout } = await bylaw(['doctor']);
    expect(stdout).toMatch(/FAIL +.*is not run here/);
    expect(code).toBe(1);
    expect(existsSync(join(project, 'ran'))).toBe(false);
  });
});

test('a hook that Codex skips is no pass, and what is to be done is said', async () => {
  await withOwn(['.codex'], async (here) => {
    const { bylaw, home, write } = here;
    await bylaw(['init', '--yes']);
    const hooks = join(home, '.codex/hooks.json');
    const verdict = async (): Promise<string> => {
      const { code, stdout } = await bylaw(['doctor', 'codex']);
      const [title = ''] = stdout.split('\n');
      const line = stdout.split('\n').find((each) => /trusted|switched|valid TOML/.test(each)) ?? '';
      return `${code} ${title} / ${line.replaceAll(home, '~').replace(/ +/g, ' ').trim()}`;
    };
    expect(await verdict()).toBe(
      '1 Codex: FAIL / FAIL ~/.codex/hooks.json: the hook is not trusted in Codex yet, so Codex skips it: open `/hooks` in Codex, trust it, and run `bylaw doctor codex` again.',
    );
    trustInCodex(join(home, '.codex'), hooks, ['PreToolUse']);
    expect(await verdict()).toMatch(/^0 Codex: pass \/ ok .* the hook as it is now is trusted in Codex\.$/);
    expect((await bylaw(['doctor', 'codex'])).stdout).toMatch(
      /warning +.*the hooks for PostToolUse, SessionStart, SessionEnd are not trusted in Codex/,
    );
    // The rest without a hook that runs: what is found is the same.
    const found = (): string =>
      (harnessInstalls.codex.check?.review?.([{ path: hooks, scope: 'user' }], here) ?? [])
        .map(({ kind, text }) => `${kind} ${text}`)
        .join('\n');
    const trusted = readFileSync(join(home, '.codex/config.toml'), 'utf8');
    // After a change of the command it must be trusted again.
    const before = readFileSync(hooks, 'utf8');
    writeFileSync(hooks, before.replaceAll('"timeout": 20', '"timeout": 21'));
    expect(found()).toMatch(/^unproved .* is not the hook as it is now, .*: open `\/hooks`/);
    writeFileSync(hooks, before);
    write('home/.codex/config.toml', `${trusted}enabled = false\n`);
    expect(found()).toMatch(/^fail .*the hook is switched off in Codex/);
    write('home/.codex/config.toml', `${trusted}[ features ]\nhooks = false\n`);
    expect(found()).toMatch(/^fail .*config\.toml: hooks are switched off/);
    // In another table the name means something else.
    write('home/.codex/config.toml', `${trusted}[other]\nhooks = false\n`);
    expect(found()).toMatch(/^pass/);
    write('home/.codex/config.toml', `${trusted}a = \n`);
    expect(found()).toMatch(/^fail .*in line \d+, it is not valid TOML/);
  });
});

test('a hook in a project needs a project that Codex trusts', async () => {
  await withOwn([], async ({ bylaw, home, project, write }) => {
    write('project/.bylaw/policies/own.policy', ownPolicy);
    await bylaw(['init', 'codex', '--project', '--yes']);
    mkdirSync(join(home, '.codex'));
    trustInCodex(join(home, '.codex'), join(project, '.codex/hooks.json'));
    expect(await bylaw(['doctor', 'codex'])).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^Codex: not proved\n(?:.*\n)*.*does not say that .*project is trusted/),
    });
    const trusted = readFileSync(join(home, '.codex/config.toml'), 'utf8');
    write('home/.codex/config.toml', `${trusted}[projects."${project}"]\ntrust_level = "trusted"\n`);
    expect((await bylaw(['doctor', 'codex'])).code).toBe(0);
  });
});

test('node that is gone, and bylaw that is not on the search path, are named as the cause', async () => {
  await withOwnPolicy(['.claude'], async (home) => {
    await home.bylaw(['init', '--yes']);
    const text = readFileSync(settingsOf(home), 'utf8');
    writeFileSync(settingsOf(home), text.replaceAll(process.execPath, join(home.project, 'gone/node')));
    const gone = await home.bylaw(['doctor']);
    expect(gone.stdout).toMatch(
      /FAIL +The command cannot be started: .*\/gone\/node is not there, or cannot be run\. Every call is denied then; run `bylaw init claude-code` again\./,
    );
    expect(gone.stdout).not.toContain('is not run here');
    writeFileSync(
      settingsOf(home),
      '{"hooks":{"PreToolUse":[{"hooks":[{"command":"bylaw hook claude-code"}]}]}}',
    );
    Object.assign(home.env, { PATH: '/nowhere' });
    const bare = await home.bylaw(['doctor']);
    expect(bare.stdout).toMatch(
      /FAIL +The command cannot be started: there is no `bylaw` on the search path/,
    );
    expect(bare.code).toBe(1);
  });
});

test('a hook of others that has bylaw in its command is only a warning beside bylaw’s own', async () => {
  await withOwn(['.claude'], async (home) => {
    const theirs = { command: '~/audit.sh | bylaw hook --print-event >> log' };
    home.write(
      'home/.claude/settings.json',
      JSON.stringify({ hooks: { PreToolUse: [{ hooks: [theirs] }] } }),
    );
    expect(await home.bylaw(['doctor'])).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/FAIL +.*is not run here: ~\/audit\.sh .* Run `bylaw init claude-code`/),
    });
    await home.bylaw(['init', '--yes']);
    const { code, stdout } = await home.bylaw(['doctor']);
    expect(stdout).toMatch(/warning +.*is not run here: ~\/audit\.sh .*left as it is\./);
    expect(code).toBe(0);
  });
});

test('a test that fails is found by `bylaw test`, and that is what is advised', async () => {
  await withOwn(['.claude'], async ({ bylaw, home }) => {
    await bylaw(['init', '--yes']);
    const rule =
      'policy local.own\ndeny deploy\n  when runs "make deploy"\n  reason "No."\n  test\n    denies "make test"\n';
    writeFileSync(join(home, '.config/bylaw/policies/own.policy'), rule);
    const folder = join(home, '.config/bylaw/policies');
    expect((await bylaw(['doctor'])).stdout).toContain(`Run \`bylaw test ${folder}\`.`);
    expect((await bylaw(['test', folder])).code).not.toBe(0);
    writeFileSync(join(folder, 'other.policy'), 'policy local.other\ndeny\n');
    expect((await bylaw(['doctor'])).stdout).toContain(`Run \`bylaw check ${folder}\`.`);
  });
});

test('where the decision log is, or that there is none, is said', async () => {
  await withOwn(['.claude'], async ({ bylaw, home, write }) => {
    await bylaw(['init', '--yes']);
    expect((await bylaw(['doctor'])).stdout).toContain('No decision log is kept: the hooks have no `--log`');
    await bylaw(['init', '--profile', 'watch', '--yes']);
    const usual = join(home, '.local/state/bylaw/decisions');
    const watching = (await bylaw(['doctor'])).stdout;
    expect(watching).toContain(`Hooks write the decision log to ${usual}; nothing is written there yet.`);
    expect(watching).toContain('`bylaw init claude-code --profile default` makes them deny.');
    write('home/.local/state/bylaw/decisions/decisions-000001.ndjson', '');
    expect((await bylaw(['doctor'])).stdout).toMatch(/decisions, last at [-\dT:]+Z: `bylaw log` shows it\./);
    const token = write('home/token', 'secret');
    await bylaw(['init', 'claude-code', '--server', '127.0.0.1:1', '--token-file', token, '--yes']);
    const { stdout } = await bylaw(['doctor']);
    expect(stdout).toMatch(
      /known +Whether the server 127\.0\.0\.1:1 writes a decision log is not asked here/,
    );
    expect(stdout).toContain(
      '`bylaw log --server https://127.0.0.1:1` shows it, with the options of the hook about the server and a token that may `read-log`',
    );
    expect(stdout).toContain(`Others may read or change the token in ${token}: \`chmod 600 ${token}\`.`);
  });
});

test('hooks that watch by the strict profile are told to deny by it', async () => {
  await withOwn(['.claude'], async ({ bylaw, write }) => {
    // A folder with the packs in it, by which `bylaw init --profile strict` is known again.
    write('home/.config/bylaw/policies/packs/strict/all.policy', ownPolicy.replace('own', 'strict'));
    await bylaw(['init', '--profile', 'watch', '--yes']);
    expect((await bylaw(['doctor'])).stdout).toContain(
      '`bylaw init claude-code --profile strict` makes them',
    );
  });
});
