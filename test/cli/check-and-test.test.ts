import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bylaw, denyShell, withFolder } from './command.ts';

const warned = denyShell.replace('deny shell', 'list unused = "a"\ndeny shell');

describe('bylaw check', () => {
  test('says that there is nothing to report', async () => {
    await withFolder({ 'a.policy': denyShell }, async (cwd) => {
      expect(await bylaw(['check', 'a.policy'], { cwd })).toEqual({
        code: 0,
        stdout:
          '1 file, 1 rule, 2 tests: nothing to report.\nNo test was run. Policies with a failing test inside do not load, and then every call is denied. `bylaw test` runs them.\n',
        stderr: '',
      });
    });
  });

  test('a file with an exception to a rule beside it is read with its folder, and alone reported on', async () => {
    const exception = `policy com.example.team
except mine for com.example.dev.shell
  when input.command is "ls -l"
  owner "sam@example.com"
  because "It is harmless."
  expires 2099-01-01
  test
    passes "ls -l"
    denies "ls"
`.replace('2099-01-01', new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10));
    const files = { 'p/packs/a.policy': warned, 'p/own.policy': exception };
    await withFolder(files, async (cwd) => {
      const checked = await bylaw(['check', 'p/own.policy'], { cwd });
      expect(checked.stdout).toMatch(/^2 files, 1 rule, 4 tests: nothing to report\.\n/);
      const tested = await bylaw(['test', 'p/own.policy'], { cwd });
      expect([tested.code, tested.stdout]).toEqual([0, '2 passed, 0 failed\n']);
    });
    // What is wrong with its tests is wrong in the folder and in the file.
    const oneSided = { ...files, 'p/own.policy': exception.replace('    passes "ls -l"\n', '') };
    await withFolder(oneSided, async (cwd) => {
      const tested = await bylaw(['test', 'p/own.policy'], { cwd });
      expect([tested.code, tested.stderr + tested.stdout]).toEqual([
        1,
        expect.stringContaining('error[one-sided-tests]: no test of `com.example.team.mine`'),
      ]);
    });
    const none = { ...files, 'p/own.policy': exception.replaceAll('dev.shell', 'dev.shel') };
    await withFolder(none, async (cwd) => {
      expect((await bylaw(['check', 'p/own.policy'], { cwd })).stdout).toContain('exception-of-nothing');
      expect(await bylaw(['test', 'p/own.policy'], { cwd })).toMatchObject({ code: 1 });
    });
  });

  test('what shipped packs accept is not counted', async () => {
    const accepting = warned.replace(
      'list unused',
      '# bylaw: accept unused-list because it is for others\nlist unused',
    );
    await withFolder({ 'p/packs/a.policy': accepting }, async (cwd) => {
      expect((await bylaw(['check', 'p'], { cwd })).stdout).toContain('; 1 warning accepted');
      writeFileSync(join(cwd, 'p/packs/.bylaw-packs.json'), '{}');
      expect((await bylaw(['check', 'p'], { cwd })).stdout).toContain('nothing to report.\n');
    });
  });

  test('exits with 1 for warnings and 2 for errors', async () => {
    await withFolder({ 'w.policy': warned, 'e.policy': 'deny x' }, async (cwd) => {
      expect((await bylaw(['check', 'w.policy'], { cwd })).code).toBe(1);
      expect((await bylaw(['check', 'e.policy'], { cwd })).code).toBe(2);
    });
  });

  test('warns of files with names that are nearly those of policies, and of no copies', async () => {
    const names = ['a.polcy', 'b.policy.txt', 'c.POLICY', 'd.policies', 'net.txt'];
    const others = ['e.policy~', 'f.policy.bak', 'g.md', 'policy', 'h.policy.orig', 'README'];
    const files = Object.fromEntries([...names, ...others].map((name) => [`p/${name}`, denyShell]));
    await withFolder({ ...files, 'p/z.policy': denyShell }, async (cwd) => {
      const { code, stdout } = await bylaw(['check', '--json', 'p'], { cwd });
      const { diagnostics } = JSON.parse(stdout);
      expect(diagnostics.map((each: { code: string; path: string }) => [each.code, each.path])).toEqual(
        names.map((name) => ['misnamed-file', name]),
      );
      expect(code).toBe(1);
    });
  });

  test('explain names files that are not in force because of their names', async () => {
    const files = {
      'p/a.policy': denyShell,
      'p/deploy.polic': denyShell,
      'p/notes.txt': 'policy of the house',
    };
    await withFolder(files, async (cwd) => {
      const { stderr } = await bylaw(['explain', '--policies', 'p', 'ls'], { cwd });
      expect(stderr).toContain('p/deploy.polic is not in force');
    });
  });

  test('a misnamed file leaves everything else as it is', async () => {
    const accepted = '# bylaw: accept unused-list because it is for later\nlist later = "a"\n';
    const files = { 'p/a.policy': denyShell.replace('\n', `\n${accepted}`), 'p/stuff.polcy': '' };
    await withFolder(files, async (cwd) => {
      const { diagnostics } = JSON.parse((await bylaw(['check', '--json', 'p'], { cwd })).stdout);
      expect(diagnostics.map((each: { code: string }) => each.code)).toEqual(['misnamed-file']);
    });
  });

  test('of a file that is only imported nothing is unused', async () => {
    const lists = 'policy com.example.lists\nlist tools = "Bash"\nlist others = "x"\n';
    const own =
      'policy com.example.own\nimport "lists/l.policy"\nlist mine = "y"\ndeny a\n  when tool is in @tools\n';
    await withFolder({ 'p/own.policy': own, 'p/lists/l.policy': lists }, async (cwd) => {
      const unused = async (...paths: string[]) =>
        JSON.parse((await bylaw(['check', '--json', ...paths], { cwd })).stdout).diagnostics.map(
          (each: { message: string }) => each.message,
        );
      const [mine, others] = ['mine', 'others'].map((name) => `nothing uses the list \`${name}\``);
      expect(await unused('p/own.policy')).toEqual([mine]);
      expect(await unused('p/own.policy', 'p/lists/l.policy')).toEqual([others, mine]);
      expect(await unused('p')).toEqual([others, mine]);
    });
  });

  test('an import out of a folder that is checked alone names the folder above', async () => {
    const own = 'policy com.example.own\nimport "../l.policy"\n';
    await withFolder({ 'p/sub/own.policy': own, 'p/l.policy': 'policy com.example.l\n' }, async (cwd) => {
      const { stdout } = await bylaw(['check', 'own.policy'], { cwd: join(cwd, 'p/sub') });
      expect(stdout).toContain('error[import-outside]');
      expect(stdout).toContain('check the one above, which has both files');
    });
  });

  test('gives programs each diagnostic with its place', async () => {
    await withFolder({ 'p/w.policy': warned }, async (cwd) => {
      const { stdout } = await bylaw(['check', '--json', 'p'], { cwd });
      expect(JSON.parse(stdout)).toEqual({
        files: 1,
        errors: 0,
        warnings: 1,
        notes: 0,
        diagnostics: [
          {
            code: 'unused-list',
            severity: 'warning',
            message: 'nothing uses the list `unused`',
            path: 'w.policy',
            span: { start: 28, end: 34 },
            line: 2,
            column: 6,
            endLine: 2,
            endColumn: 12,
            help: 'use it in a rule, or remove it',
            notes: [],
          },
        ],
        accepted: [],
        upcoming: [],
        inForce: [],
      });
    });
  });

  test('follows the imports of a single file, and does not look at its neighbours', async () => {
    const files = {
      'a.policy': denyShell
        .replace('deny shell', 'import "lists/b.policy"\ndeny shell')
        .replace('is shell', 'is shell and tool in @b'),
      'lists/b.policy': 'policy com.example.b\nlist b = tools "Bash"\n',
      'broken.policy': 'nonsense',
    };
    await withFolder(files, async (cwd) => {
      const { code, stdout } = await bylaw(['check', 'a.policy'], { cwd });
      expect(stdout).toBe(
        '2 files, 1 rule, 2 tests: nothing to report.\nNo test was run. Policies with a failing test inside do not load, and then every call is denied. `bylaw test` runs them.\n',
      );
      expect(code).toBe(0);
    });
  });

  test('names files that are not text', async () => {
    await withFolder({ 'p/a.policy': Buffer.from([0xff, 0xfe, 0x00]) }, async (cwd) => {
      const { code, stdout } = await bylaw(['check', 'p'], { cwd });
      expect(code).toBe(2);
      expect(stdout).toContain('error[unreadable-file]: the file cannot be read: it is not UTF-8 text');
    });
  });
});

describe('bylaw test', () => {
  test('counts what passed', async () => {
    await withFolder({ 'a.policy': denyShell }, async (cwd) => {
      expect(await bylaw(['test', 'a.policy'], { cwd })).toEqual({
        code: 0,
        stdout: '2 passed, 0 failed\n',
        stderr: '',
      });
    });
  });

  test('shows what each clause of a failing test came to', async () => {
    await withFolder({ 'a.policy': denyShell.replace('passes read', 'denies read') }, async (cwd) => {
      const { code, stdout } = await bylaw(['test', 'a.policy'], { cwd });
      expect(code).toBe(1);
      expect(stdout).toContain('a.policy:7:5');
      expect(stdout).toContain(
        'the test expects that `com.example.dev.shell` denies the call, but it lets the call pass',
      );
      expect(stdout).toContain('- when kind is shell: no; the event has `file_read`');
      expect(stdout).toContain('1 passed, 1 failed');
    });
  });

  test('fails without any test, and names the rules that have none', async () => {
    await withFolder({ 'a.policy': denyShell.slice(0, denyShell.indexOf('  test')) }, async (cwd) => {
      const { code, stdout } = await bylaw(['test', 'a.policy'], { cwd });
      expect(code).toBe(1);
      expect(stdout).toBe('without a test: com.example.dev.shell\nThere is no test to run.\n');
    });
  });

  test('names a rule without a test, which fails the run with a threshold only', async () => {
    const other = '\ndeny other\n  when kind is shell\n  reason "No."\n';
    await withFolder({ 'a.policy': `${denyShell}${other}` }, async (cwd) => {
      const { code, stdout } = await bylaw(['test', 'a.policy'], { cwd });
      expect([code, stdout]).toEqual([0, 'without a test: com.example.dev.other\n2 passed, 0 failed\n']);
      expect((await bylaw(['test', '--threshold', 'rules=100', 'a.policy'], { cwd })).code).toBe(1);
    });
  });

  test('fails for a rule whose tests never expect it to deny', async () => {
    const policy = denyShell.replace(/^ *denies .*\n/m, '');
    await withFolder({ 'a.policy': policy }, async (cwd) => {
      const { code, stdout } = await bylaw(['test', 'a.policy'], { cwd });
      expect([code, stdout]).toEqual([1, expect.stringContaining('one-sided-tests')]);
    });
  });

  test('names twenty rules without a test at most, so that the counts are seen', async () => {
    const untested = denyShell.slice(0, denyShell.indexOf('  test'));
    const [header = '', rule = ''] = untested.split(/(?=^deny )/m);
    const rules = Array.from({ length: 1021 }, (_, n) => rule.replace(/^deny \S+/, `deny rule-${n}`));
    await withFolder({ 'a.policy': `${header}${rules.join('\n')}` }, async (cwd) => {
      const { stdout } = await bylaw(['test', 'a.policy'], { cwd });
      const [names, count] = stdout.split('\n');
      expect(names?.split(', ')).toHaveLength(21);
      expect(names).toMatch(/^without a test: com\.example\.dev\.rule-0, .*, and 1,001 more$/);
      expect(count).toBe('There is no test to run.');
      const { stdout: json } = await bylaw(['test', '--json', 'a.policy'], { cwd });
      expect(JSON.parse(json).untested).toHaveLength(1021);
    });
  });

  test('runs nothing of policies that are not valid', async () => {
    await withFolder({ 'a.policy': 'deny x' }, async (cwd) => {
      const { code, stdout, stderr } = await bylaw(['test', '--json', 'a.policy'], { cwd });
      expect(code).toBe(2);
      expect(JSON.parse(stdout)).toMatchObject({ passed: 0, failed: 0, errors: 2 });
      expect(stderr).toContain('No test was run');
    });
  });

  test('reads recorded events beside the policy, and nothing outside its root', async () => {
    const policy = denyShell.replace('passes read "a"', 'denies event "events/e.json"');
    const event = JSON.stringify({ tool: { name: 'Bash', input: {} } });
    await withFolder({ 'p/a.policy': policy, 'p/events/e.json': event }, async (cwd) => {
      expect((await bylaw(['test', 'p'], { cwd })).stdout).toBe('2 passed, 0 failed\n');
    });
    await withFolder({ 'p/a.policy': policy }, async (cwd) => {
      const { code, stdout } = await bylaw(['test', 'p'], { cwd });
      expect(stdout).toContain('`events/e.json` cannot be read');
      expect(code).toBe(1);
    });
  });
});

describe('help', () => {
  test.each(['serve', 'stdio', 'eval', 'check', 'test', 'token'])(
    'of %s has usage, examples and exit codes',
    async (name) => {
      const { code, stdout } = await bylaw([name, '--help'], { cwd: '.' });
      expect(stdout).toContain(`Usage: bylaw ${name}`);
      expect(stdout).toMatch(/Examples?:/);
      expect(stdout).toContain('Exit codes:');
      expect(code).toBe(0);
      expect((await bylaw(['help', name], { cwd: '.' })).stdout).toBe(stdout);
    },
  );

  test('lists the commands', async () => {
    const { code, stdout } = await bylaw(['--help'], { cwd: '.' });
    expect(stdout).toContain('dry run');
    expect(code).toBe(0);
    expect((await bylaw([], { cwd: '.' })).code).toBe(3);
  });
});

test.each([
  ['of', 'bylaw: `BYLAW_CACHE` is `of`, which is taken as `on`: '],
  ['OFF', '; did you mean `off`?\n'],
  ['neither\u001b[2J', '`neither\\u{1b}[2J`'],
])('BYLAW_CACHE=%j is said to be on', async (word, sentence) => {
  await withFolder({ 'a.policy': denyShell }, async (cwd) => {
    const { code, stderr } = await bylaw(['check', 'a.policy'], { cwd, env: { BYLAW_CACHE: word } });
    expect(code).toBe(0);
    expect(stderr).toContain(sentence);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});

test.each(['off', '0', 'no', 'false', '', 'on', '1', 'yes', 'true'])(
  'BYLAW_CACHE=%s goes without saying',
  async (word) => {
    const { stderr } = await bylaw(['check', '--version'], { cwd: '/', env: { BYLAW_CACHE: word } });
    expect(stderr).not.toContain('BYLAW_CACHE');
  },
);

test.each([
  [['serve', '--policy', 'x'], '`bylaw serve` has no option `--policy`; did you mean `--policies`?'],
  [
    ['check', '--policies', 'x'],
    '`bylaw check` has no option `--policies`; policies are named without an option: `bylaw check policies`',
  ],
  [['check', '--polcies', 'x'], 'policies are named without an option: `bylaw check policies`'],
  [['test', '--policy', 'x'], 'policies are named without an option: `bylaw test policies`'],
  [['doctor', '--harnes', 'x'], 'harnesses are named without an option: `bylaw doctor claude-code`'],
  [['explain', '--al', 'ls'], 'has no option `--al`; did you mean `--all`?'],
  [
    ['check', 'bylaw.yaml'],
    'there is no file `bylaw.yaml`; a file of layers is named with `--layers bylaw.yaml`',
  ],
  [['serve', '--max', '1'], '`bylaw serve` has no option `--max`; see `bylaw serve --help`\n'],
  [['bundle', 'build', '--out', 'x'], 'has no option `--out`; did you mean `--output`?'],
  [['check', '--budget', '../policies'], '`--budget` took `../policies` as the budget; it takes scanned, '],
])('%j', async (args, sentence) => {
  const { code, stderr } = await bylaw(args, { cwd: '/' });
  expect(code).toBe(3);
  expect(stderr).toContain(sentence);
});

test('a failing test points at the parts that let the call pass, before what is not known', async () => {
  const rules = `policy com.example.dev

deny lanes
  when client.token is "ci"
  when runs "fastlane" or runs "bundle"
  test
    denies "echo hi"

deny curl
  when runs "curl"
  when kind is shell or client.token is "ci"
  unless command is "curl --help" or command is "curl -I"
  test
    denies "curl -I example.com"
`;
  await withFolder({ 'a.policy': rules }, async (cwd) => {
    const { stdout, stderr } = await bylaw(['test', 'a.policy'], { cwd });
    const notes = [...(stdout + stderr).matchAll(/note: (.*)\n\s+--> a\.policy:(.*)/g)];
    expect(notes.map(([, message, place]) => [message, place])).toEqual([
      ['this excuses the call', '12:38'],
      ['`client.token` is missing from the event', '11:25'],
      ['this is no', '5:8'],
      ['`client.token` is missing from the event', '4:8'],
    ]);
  });
});

describe.each([
  ['check', 'are checked'],
  ['test', 'are tested'],
])('bylaw %s without a path', (command, what) => {
  const own = { 'own/bylaw/policies/a.policy': denyShell };

  test('takes the folder of here, and says so', async () => {
    await withFolder({ 'policies/a.policy': denyShell, ...own }, async (cwd) => {
      const env = { XDG_CONFIG_HOME: join(cwd, 'own') };
      const { code, stdout, stderr } = await bylaw([command], { cwd, env });
      expect(stderr).toBe(`bylaw: the policies in ${join(cwd, 'policies')} ${what}\n`);
      expect(stdout).toMatch(/1 file, 1 rule, 2 tests|2 passed/);
      expect(code).toBe(0);
    });
  });

  test('takes the policies of this user where there are none here, and says so', async () => {
    await withFolder(own, async (cwd) => {
      const env = { XDG_CONFIG_HOME: join(cwd, 'own') };
      const { code, stderr } = await bylaw([command], { cwd, env });
      expect(stderr).toBe(
        `bylaw: the policies of this user ${what}, in ${join(cwd, 'own/bylaw/policies')}\n`,
      );
      expect(code).toBe(0);
    });
  });

  test('says how to get policies where there are none', async () => {
    await withFolder({}, async (cwd) => {
      const { code, stderr } = await bylaw([command], { cwd, env: { XDG_CONFIG_HOME: cwd } });
      expect(stderr).toMatch(/`bylaw init` makes one with the packs\. Or name one, .*: `[^`]*policies`/);
      expect(code).toBe(3);
    });
  });
});
