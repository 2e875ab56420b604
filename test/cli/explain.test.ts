/** `bylaw explain`, as people and programs use it. */
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { run } from '../../src/cli/run.ts';
import { bylaw, type Outcome, readEvent, shellEvent, withFolder } from './command.ts';

const policy = `policy com.example.dev
label secret-seen on session lasts 30m
  when reads "**/.env" and it succeeded
label downloaded on file lasts 2h
  when runs "curl" and writes any path and it succeeded
deny push
  when runs "git push" with --force or -f
  unless every refspec is "agent/*"
deny leak
  when sends "**/.env" to any host
deny after-secret
  while secret-seen
  when connects to any host
deny run-downloaded
  when runs any file labelled downloaded
watch words
  when any text in input contains "token"
deny unsure-about
  severity high
  when deletes "/srv/**"
  when unsure deny
`;

async function explain(
  args: readonly string[],
  files: Record<string, string> = {},
  stdin = '',
): Promise<Outcome> {
  let outcome: Outcome | undefined;
  await withFolder({ 'policies/dev.policy': policy, ...files }, async (cwd) => {
    outcome = await bylaw(['explain', ...args], { cwd, stdin });
  });
  if (outcome === undefined) throw new Error('it did not run');
  return outcome;
}

const json = async (...args: readonly string[]) => JSON.parse((await explain(['--json', ...args])).stdout);

/** The rules of an explanation, and nothing above them. */
const rulesOf = ({ stdout }: Outcome): string => stdout.slice(stdout.indexOf('\n  rules\n') + 9);

describe('for people', () => {
  test('each clause has its value, and carets under the bytes that it depends on', async () => {
    const outcome = await explain(['--rule', '*.push', 'cd x && git push -f origin main']);
    expect(outcome.code).toBe(1);
    expect(rulesOf(outcome)).toBe(`    com.example.dev.push (medium) denies  policies/dev.policy:6:6
      + when runs "git push" with --force or -f: yes
          input.command  cd x && git push -f origin main
                                 ^^^^^^^^^^^^^^^^^^^^^^^
      - unless every refspec is "agent/*": no
`);
  });

  test('a command in another spelling shows the words that its program gets', async () => {
    const { stdout } = await explain(['--rule', '*.push', 'B=main; git "pu"sh origin $B']);
    expect(stdout).toContain(
      '(git push; read as `git push origin main`; the address of origin is not known without the disk)',
    );
    expect((await explain(['--rule', '*.push', "git 'push' origin main"])).stdout).not.toContain('read as');
  });

  test('the address of a remote is said to be unknown, unless the call names it or it is a folder', async () => {
    const unknown = 'is not known without the disk';
    for (const call of ['git push', 'git fetch origin', 'git pull up main'])
      expect((await explain([call])).stdout).toContain(unknown);
    for (const call of [
      'git push https://git.example/x main',
      'git push ../bare',
      'git fetch --help',
      'git status',
    ])
      expect((await explain([call])).stdout).not.toContain(unknown);
  });

  test('of many alternatives those that decided, under the rule that decided', async () => {
    const alternatives = ['b', 'c', 'd', 'e', 'f', 'push'].map(
      (word) => `(runs "git ${word}" and kind is shell)`,
    );
    const file = `policy com.example.many
watch all
  when kind is shell
deny some
  when ${alternatives.join(' or ')}
deny none
  when ${alternatives.slice(0, 5).join(' or ')}
`;
    const files = { 'policies/many.policy': file };
    const said = rulesOf(await explain(['git push'], files));
    expect(said).toMatch(/^ {4}com\.example\.many\.some \(medium\) denies/);
    expect(said).toContain(`      + when one of 6 alternatives: yes
        + runs "git push" and kind is shell: yes
          + runs "git push": yes
              input.command  git push
                             ^^^^^^^^
          + kind is shell: yes; \`shell\`
        5 other alternatives do not decide (--rule CODE or --all shows them)
    com.example.many.all (medium) holds, and only records the call`);
    expect(said).toContain(
      '    2 related rules do not match\n      com.example.dev.push, com.example.many.none\n',
    );
    expect(rulesOf(await explain(['git log'], files))).toContain(
      '        none of 5 alternatives holds (--rule CODE or --all shows them)\n',
    );
    expect(said).not.toContain('"git f": no');
    for (const asked of [['--all'], ['--rule', '*.some']]) {
      const whole = rulesOf(await explain([...asked, 'git push'], files));
      expect(whole).toContain('- runs "git f": no');
      expect(whole).not.toContain('alternatives');
    }
  });

  test('a part that does not decide is one line, as are a `not` and what it asks, and a condition and its parts', async () => {
    const files = {
      'policies/dev.policy': `policy com.example.dev
condition quiet = not runs "zip" and not runs "zap"
deny x
  when runs "git push"
  unless quiet and kind is fetch
deny y
  when quiet and kind is shell
`,
    };
    const said = rulesOf(await explain(['git push'], files));
    expect(said).toContain(`      - unless quiet and kind is fetch: no
        + quiet: yes
        - kind is fetch: no; \`shell\`
`);
    expect(said).toContain(`      + when quiet and kind is shell: yes
        + quiet: yes
          + not runs "zip": yes; the call has none
          + not runs "zap": yes; the call has none
        + kind is shell: yes; \`shell\`
`);
    const whole = rulesOf(await explain(['--all', 'git push'], files));
    expect(whole).toContain('          + not runs "zip" and not runs "zap": yes\n');
  });

  test('the fields of a call that is written here are shown where all is asked for', async () => {
    expect((await explain(['git push'])).stdout).not.toContain('  facts\n');
    expect((await explain(['--all', 'git push'])).stdout).toContain('  facts\n');
  });

  test('of many exceptions none of which holds only their number, and of many conditions those that decide', async () => {
    const hosts = ['a', 'b', 'c', 'd', 'e'].map((host) => `connects to "${host}.example"`);
    const files = {
      'policies/dev.policy': `policy com.example.dev
deny x
  when runs "zap"
${hosts.map((host) => `  unless ${host}`).join('\n')}
deny y
  when runs "zap"
  unless runs "zap" and runs "zap" with "a" and runs "zap" and runs "zap" and ${hosts[0]}
`,
    };
    const said = rulesOf(await explain(['zap a'], files));
    expect(said).toContain('      - unless none of 5 exceptions holds (--rule CODE or --all shows them)\n');
    expect(said).not.toContain('b.example');
    expect(said).toContain(`      - unless all of 5 conditions: no
        - connects to "a.example": no; the call has none
        4 other conditions do not decide (--rule CODE or --all shows them)
`);
    const whole = rulesOf(await explain(['--all', 'zap a'], files));
    for (const host of hosts) expect(whole).toContain(`- unless ${host}: no`);
  });

  test('says which policies answer where this user has others', async () => {
    await withFolder(
      { 'policies/dev.policy': policy, 'own/bylaw/policies/a.policy': policy },
      async (cwd) => {
        const env = { XDG_CONFIG_HOME: join(cwd, 'own') };
        const own = join(cwd, 'own/bylaw/policies');
        const { stderr } = await bylaw(['explain', 'ls -l'], { cwd, env });
        expect(stderr).toBe(
          `bylaw: the policies in ${join(cwd, 'policies')} answer; those of this user are in ${own}: \`--policies ${own}\`\n`,
        );
        expect((await bylaw(['explain', '--policies', 'policies', 'ls -l'], { cwd, env })).stderr).toBe('');
      },
    );
  });

  test('of many rules that do not hold only the names are shown', async () => {
    const idle = [1, 2, 3, 4, 5]
      .map((at) => `deny idle-${at}\n  when runs "git" and writes "/srv/${at}"\n`)
      .join('');
    const files = {
      'policies/idle.policy': `policy com.example.idle\n${idle}deny git\n  when runs "git" with --x\n`,
    };
    const { stdout } = await explain(['git --x clone a'], files);
    const said = stdout.slice(stdout.indexOf('\n  rules\n') + 9);
    expect(said).toMatch(/^ {4}com\.example\.idle\.git \(medium\) denies/);
    expect(said).toContain('related rules do not match\n');
    expect(said).toContain('      --rule CODE shows the clauses of one, --all those of each\n');
    expect(said).not.toContain('writes "/srv/1"');
    expect((await explain(['--all', 'git --x clone a'], files)).stdout).toContain('writes "/srv/1"');
  });

  test('a clause is shown with all its parentheses', async () => {
    const clause = 'when (runs "sed" or runs "b") and (runs "git push" and (runs "d" or runs "e"))';
    const files = { 'policies/p.policy': `policy com.example.p\ndeny p\n  ${clause}\n` };
    const { stdout } = await explain(['--rule', 'com.example.p.p', 'git push'], files);
    expect(stdout).toContain(`- ${clause}: no\n`);
    expect(stdout).toContain('- runs "git push" and (runs "d" or runs "e"): no\n');
  });

  test('a predicate that does not hold is taken apart', async () => {
    const outcome = await explain(['--rule', '*.push', 'git push origin main']);
    expect(outcome.code).toBe(0);
    expect(rulesOf(outcome)).toBe(`    com.example.dev.push (medium) does not hold  policies/dev.policy:6:6
      - when runs "git push" with --force or -f: no
          input.command  git push origin main
                         ^^^^^^^^^^^^^^^^^^^^
          + command is "git push": yes
          - with --force or -f: no
      - unless every refspec is "agent/*": no
`);
  });

  test('what is not known says why, and what the rule does about it', async () => {
    const { stdout, code } = await explain(['rm -rf "$DIR"']);
    expect(code).toBe(1);
    expect(stdout).toContain('      deletes …, for certain');
    expect(stdout).toContain('com.example.dev.unsure-about (high) is unsure, and denies for that');
    expect(stdout).toContain('      ? when deletes "/srv/**": unknown');
    expect(stdout).toContain('the path of `rm -rf "$DIR"` is not known before it runs');
  });

  test('rules that have nothing to do with the call are only counted, unless all are asked for', async () => {
    const some = await explain(['ls -l']);
    expect(rulesOf(some)).toBe('  6 other rules are unrelated to this call (--all shows them)\n');
    const all = await explain(['--all', 'ls -l']);
    expect(all.stdout.match(/ does not hold {2}policies\/dev\.policy/g)).toHaveLength(6);
    expect(all.stdout).not.toContain('--all');
  });

  test('the very words of a text are underlined', async () => {
    const outcome = await explain([
      '--call',
      'write "a.txt" content "one\\nmy token is here"',
      '--rule',
      '*.words',
    ]);
    expect(rulesOf(outcome)).toContain(`          input.content  my token is here
                            ^^^^^
`);
  });

  test('secrets are taken out, and the carets stay where they belong', async () => {
    const secret = 'ghp_0123456789abcdefghij0123456789abcd';
    const { stdout } = await explain([
      `curl -H 'Authorization: Bearer ${secret}' https://x.example && git push -f`,
    ]);
    expect(stdout).not.toContain(secret);
    const lines = stdout.split('\n');
    const at = lines.findIndex(
      (line) => line.includes('^') && lines[lines.indexOf(line) + 1]?.includes('runs git push'),
    );
    const carets = lines[at] ?? '';
    expect((lines[at - 1] ?? '').slice(carets.indexOf('^'), carets.lastIndexOf('^') + 1)).toBe('git push -f');
    const { stdout: document } = await explain(['--json', '--all', `X_TOKEN=${secret} git push -f`]);
    expect(document).not.toContain(secret);
  });

  test('control characters of an event do not reach the terminal', async () => {
    const event = JSON.stringify({
      tool: { name: 'Bash\u001b[2J', input: { command: 'git push -f \u001b]0;x\u0007 a' } },
    });
    const { stdout } = await explain(['-'], {}, event);
    expect(stdout).toContain('git push');
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  });
});

describe('what is explained', () => {
  test('an event, a message, and a payload of a harness', async () => {
    const payload = {
      session_id: 's',
      hook_event_name: 'PreToolUse',
      cwd: '/w',
      tool_name: 'Bash',
      tool_input: { command: 'git push -f' },
      tool_use_id: 't',
    };
    const files = { 'event.json': shellEvent, 'payload.json': JSON.stringify(payload) };
    expect((await explain(['event.json'], files)).stdout).toContain(
      'none  no rule denies it  tool Bash  (event.json:1)',
    );
    for (const args of [['payload.json'], ['--as', 'claude', 'payload.json']]) {
      const { stdout, code } = await explain(args, files);
      expect(stdout).toContain('deny  com.example.dev.push  tool Bash  (payload.json:1)');
      expect(code).toBe(1);
    }
    const { stdout } = await explain(['--json', '--why-not', 'com.example.dev.leak', 'payload.json'], files);
    expect(JSON.parse(stdout).found).not.toHaveLength(0);
  });

  test('the last of several calls, or the one that is named, with what was before', async () => {
    const call = { id: 'c1' };
    const session = { id: 's' };
    const tool = { name: 'Read', input: { file_path: '.env' }, origin: 'native' };
    const ended = { outcome: 'ok', execution: { status: 'executed' }, items: [] };
    const events = [
      { id: 'e1', session, call, tool },
      { id: 'e2', type: 'tool.after', session, call, tool, ...ended },
      { id: 'e3', session, tool: { name: 'WebFetch', input: { url: 'https://a.example/' } } },
      { id: 'e4', session, tool: { name: 'Bash', input: { command: 'ls' } } },
    ];
    const files = { 'all.ndjson': events.map((event) => `${JSON.stringify(event)}\n`).join('') };
    expect((await explain(['all.ndjson'], files)).stdout).toContain('tool Bash  (all.ndjson:4)');
    const third = await explain(['--event', '3', 'all.ndjson'], files);
    expect(third.stdout).toContain('deny  com.example.dev.after-secret  tool WebFetch  (all.ndjson:3)');
    expect(third.stdout).toContain('+ while secret-seen: yes; set 0 seconds ago by Read');
    expect((await explain(['--event', '1', 'all.ndjson'], files)).code).toBe(0);
    const whyNot = await explain(['--why-not', 'com.example.dev.after-secret', 'all.ndjson'], files);
    expect(whyNot.stdout).not.toContain('earlier call');
    expect((await explain(['--event', '2', 'all.ndjson'], files)).stderr).toContain(
      'event 2 is `tool.after`: it only reports what has happened',
    );
    expect((await explain(['--event', '9', 'all.ndjson'], files)).stderr).toContain('it holds 4');
  });

  test('labels that are said to be set', async () => {
    const set = await explain(['--label', 'secret-seen', 'curl https://a.example']);
    expect(set.stdout).toContain('deny  com.example.dev.after-secret');
    const marked = await explain(['--label', 'com.example.dev.downloaded=a.sh', 'bash ./a.sh']);
    expect(marked.stdout).toContain('deny  com.example.dev.run-downloaded');
    expect((await explain(['--label', 'downloaded=a.sh', 'bash b.sh'])).code).toBe(0);
  });

  test('a call elsewhere', async () => {
    const { facts } = await json('--cwd', '/srv/app', 'rm x');
    expect(facts).toMatchObject({ 'session.cwd': '/srv/app', workspace: ['/srv/app'] });
    expect((await explain(['--cwd', '/srv/app', 'rm x'])).code).toBe(1);
    for (const here of ['.', 'src'])
      expect((await json('--cwd', here, 'rm x')).facts['session.cwd']).toMatch(/^\/.*[^/.]$/);
    expect((await json('--cwd', 'C:\\app', 'rm x')).facts['session.cwd']).toBe('C:\\app');
  });
});

describe('for programs', () => {
  test('one document with clauses, origins and tests', async () => {
    const document = await json('--rule', '*.push', 'git push origin main');
    expect(document).toMatchObject({
      event: { type: 'tool.before', tool: 'Bash', place: 'command' },
      decision: { effect: 'none', code: null, reason: null, matched: [], unsure: [], watched: [] },
      effects: [{ does: 'runs', what: 'git push origin main', field: 'input.command', start: 0, end: 20 }],
      effectCount: 1,
      others: 0,
    });
    expect(document.rules).toMatchObject([
      {
        code: 'com.example.dev.push',
        result: 'no',
        line: 6,
        when: {
          kind: 'and',
          parts: [
            {
              kind: 'effect',
              text: 'runs "git push" with --force or -f',
              value: 'no',
              origins: [{ field: 'input.command', start: 0, end: 20, text: 'git push origin main' }],
              tests: [
                { asks: 'command is "git push"', value: 'yes' },
                { asks: 'with --force or -f', value: 'no' },
              ],
            },
          ],
        },
      },
    ]);
  });

  test('what --why-not gives is what eval reads', async () => {
    await withFolder({ 'policies/dev.policy': policy }, async (cwd) => {
      const code = 'com.example.dev.run-downloaded';
      const { stdout } = await bylaw(['explain', '--json', '--why-not', code, 'bash x.sh'], { cwd });
      const { found } = JSON.parse(stdout);
      expect(found[0].changes).toEqual([{ kind: 'earlier-call', sets: 'the label `downloaded`', times: 1 }]);
      const stdin = found[0].events.map((event: unknown) => `${JSON.stringify(event)}\n`).join('');
      const answers = (await bylaw(['eval', '--json', '-'], { cwd, stdin })).stdout.trimEnd().split('\n');
      const { effect, matched } = JSON.parse(answers.at(-1) ?? '');
      // The text of what came from a network is not known either, which another rule denies.
      expect(effect).toBe('deny');
      expect(matched).toContain(code);
    });
  });
});

describe('why not', () => {
  test('the changes, each with what came of it', async () => {
    const { stdout, code } = await explain(['--why-not', 'com.example.dev.push', 'git push origin agent/x']);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^com\.example\.dev\.push would have fired with 1 change, the smallest among \d+ events/,
    );
    expect(stdout.match(/tried: denied by com\.example\.dev\.push/g)?.length).toBeGreaterThan(0);
  });

  test('a rule that fires already, and one that nothing was found for', async () => {
    const fires = await explain(['--why-not', 'com.example.dev.push', 'git push -f']);
    expect(fires).toMatchObject({
      code: 0,
      stdout: 'com.example.dev.push fires already: it denies the event as it is\n',
    });
    const none = await explain(['--tries', '2', '--why-not', 'com.example.dev.leak', 'ls -l']);
    expect(none.code).toBe(1);
    expect(
      none.stdout,
    ).toBe(`no change was found with which com.example.dev.leak fires: 2 events were tried, and the search was cut short there.
That is no proof that there is none.
The clauses that nothing of it changed:
  sends "**/.env" to any host  policies/dev.policy:10:8
`);
  });
});

describe('wrong usage', () => {
  test.each([
    [
      ['nothing.json'],
      "there is no file `nothing.json`; a shell command is given with `--command 'nothing.json'`",
    ],
    [['--command', 'a', '--call', 'read "a"'], 'explain one call at a time'],
    [['--call', 'nonsense'], '`--call` takes a call as tests write it'],
    [['--call', 'read "a"\n    denies read "b"'], '`--call` takes a call as tests write it'],
    [['--rule', 'x.*', 'ls -l'], 'no rule has the code `x.*`'],
    [['--why-not', 'push', 'ls -l'], 'no rule has the code `push`; did you mean `com.example.dev.push`?'],
    [['--label', 'secret-sen', 'ls -l'], 'there is no label `secret-sen`; did you mean `secret-seen`?'],
    [
      ['--label', 'downloaded', 'ls -l'],
      'files have the label `downloaded`: name one with `--label downloaded=PATH`',
    ],
    [['--label', 'secret-seen=x', 'ls -l'], 'is not one of files: write `--label secret-seen`'],
    [['--as', 'cursr', 'e.json'], 'there is no harness `cursr`; did you mean `cursor`?'],
    [['--as', 'cluade', 'e.json'], 'there is no harness `cluade`; did you mean `claude-code`?'],
    [['--event', '0', 'ls -l'], '`--event` takes a whole number from 1'],
    [['--event', '1', 'ls -l'], '`--event` is for files with several events'],
    [['--cwd', '/x', '-'], '`--cwd` is for calls that are written on the command line'],
    [['-'], 'there is no event in standard input'],
  ])('%j', async (args, message) => {
    const { code, stderr, stdout } = await explain(args);
    expect(stderr).toContain(message);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  });

  test('events that cannot be read are named with their line', async () => {
    const files = { 'e.json': `${readEvent}\n{"half": `, 'p.json': '{"a": 1}' };
    expect((await explain(['e.json'], files)).stderr).toContain('the event at e.json:2 cannot be read');
    expect((await explain(['p.json'], files)).stderr).toContain(
      'name the harness that sent it with `--as HARNESS`',
    );
  });
});

test('colours are for terminals', async () => {
  await withFolder({ 'policies/dev.policy': policy }, async (cwd) => {
    const printed = async (env: Record<string, string>): Promise<string> => {
      let text = '';
      const stdout = Object.assign(
        new Writable({
          write(chunk, _encoding, done) {
            text += String(chunk);
            done();
          },
        }),
        { isTTY: true },
      );
      const stop = new AbortController().signal;
      await run(['explain', 'git push -f'], {
        stdin: Readable.from([]),
        stdout,
        stderr: stdout,
        cwd,
        env,
        stop,
      });
      return text;
    };
    expect(await printed({})).toContain('\u001b[1;31mdeny\u001b[0m');
    expect(await printed({ NO_COLOR: '1' })).not.toContain('\u001b');
  });
});

test('a command is longer than the name of a file may be', async () => {
  const { code, stdout } = await explain([`git push --force origin ${'x'.repeat(300)}`]);
  expect(stdout).toMatch(/^deny {2}com\.example\.dev\.push /);
  expect(code).toBe(1);
});

test('an event whose tool is no object is told so, and not asked for a harness', async () => {
  const { code, stderr } = await explain(['tool.json'], { 'tool.json': '{"tool":1}' });
  expect(stderr).toContain('`tool` has the wrong type; it must be of type object');
  expect(stderr).not.toContain('--as HARNESS');
  expect(code).toBe(3);
});

const pushEvent = shellEvent.replace('"ls"', '"git push -f"');

test('a decision log is read as it is, from the record that begins it', async () => {
  const of = (seq: number, more: object): string =>
    JSON.stringify({ process: 'p', seq, previous: '', time: '2026-11-28T00:00:00Z', ...more });
  const log = [
    of(1, { type: 'start', bylaw: '0.1.0', by: 'serve', inputs: 'masked', policies: 'x' }),
    of(2, { type: 'decision', id: 'e', event: JSON.parse(pushEvent) }),
  ].join('\n');
  const { code, stdout, stderr } = await explain(['log.ndjson'], { 'log.ndjson': log });
  expect(stderr).not.toContain('--as');
  expect(stdout).toContain('com.example.dev.push');
  expect(code).toBe(1);
});

test('without policies here those of this user answer, and that is said', async () => {
  const files = { 'own/bylaw/policies/dev.policy': policy };
  await withFolder(files, async (cwd) => {
    const env = { XDG_CONFIG_HOME: join(cwd, 'own') };
    for (const args of [
      ['explain', 'git push -f'],
      ['eval', '-'],
    ]) {
      const { code, stderr } = await bylaw(args, { cwd, env, stdin: pushEvent });
      expect(stderr).toContain(`the policies of this user answer, in ${join(cwd, 'own/bylaw/policies')}`);
      expect(code).toBe(1);
    }
    const none = await bylaw(['explain', 'git push -f'], { cwd, env: { XDG_CONFIG_HOME: cwd } });
    expect(none).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(
        /there is no folder `policies` here, and this user has none: `bylaw init` .*`--policies .*policies`/,
      ),
    });
  });
});

test('who asks is said with what proves it', async () => {
  const { code, stderr } = await explain(['--client', 'docs', 'git push -f']);
  expect(code).toBe(3);
  expect(stderr).toContain('for the client of a token, `--client token=docs`');
});
