import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bylaw, denyShell, readEvent, shellEvent, withFolder } from './command.ts';

const policies = { 'policies/dev.policy': denyShell };
const lines = (text: string): unknown[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

const denied = {
  id: 'e1',
  effect: 'deny',
  code: 'com.example.dev.shell',
  reason: 'No shell: Bash.',
  matched: ['com.example.dev.shell'],
  unsure: [],
  watched: [],
  tags: [],
  unknowns: [],
};
const passed = { ...denied, id: 'e2', effect: 'none', code: null, reason: null, matched: [] };

describe('bylaw eval --json', () => {
  test('gives one line for each event, in order, whatever form they come in', async () => {
    await withFolder(policies, async (cwd) => {
      const pretty = JSON.stringify(JSON.parse(shellEvent), null, 2);
      const forms = [
        `${shellEvent}\n${readEvent}\n`,
        `${shellEvent}${readEvent}`,
        `${pretty}\n${readEvent}`,
        `[${shellEvent},\n ${readEvent}]`,
        `\uFEFF${shellEvent}\r\n\r\n${readEvent}`,
      ];
      for (const stdin of forms) {
        const { code, stdout, stderr } = await bylaw(['eval', '--json', '-'], { cwd, stdin });
        expect(stderr).toBe('');
        expect(lines(stdout)).toEqual([denied, passed]);
        expect(code).toBe(1);
      }
    });
  });

  test('exits with 0 where nothing is denied, and reads standard input without a file', async () => {
    await withFolder(policies, async (cwd) => {
      const { code, stdout } = await bylaw(['eval', '--json'], { cwd, stdin: readEvent });
      expect(lines(stdout)).toEqual([passed]);
      expect(code).toBe(0);
    });
  });

  test('denies what cannot be read, says why, and goes on with the next event', async () => {
    await withFolder(policies, async (cwd) => {
      const stdin = [
        '{"cut": "off',
        shellEvent,
        'nonsense',
        '{"tool":{"name":"Bash"}}',
        '{"id":"x","id":"y","tool":{"name":"Read","input":{}}}',
        Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
        readEvent,
        '{"half": ',
      ];
      const bytes = Buffer.concat(stdin.flatMap((part) => [Buffer.from(part), Buffer.from('\n')]));
      const { stdout, code } = await bylaw(['eval', '--json', '-'], { cwd, stdin: bytes });
      const answers = lines(stdout) as { id: unknown; code: unknown; error?: { message: string } }[];
      expect(answers.map((answer) => [answer.id, answer.code])).toEqual([
        [null, 'io.bylaw.engine.invalid-event'],
        ['e1', 'com.example.dev.shell'],
        [null, 'io.bylaw.engine.invalid-event'],
        [null, 'io.bylaw.engine.invalid-event'],
        [null, 'io.bylaw.engine.invalid-event'],
        [null, 'io.bylaw.engine.invalid-event'],
        ['e2', null],
        [null, 'io.bylaw.engine.invalid-event'],
      ]);
      expect(answers[3]?.error?.message).toMatch(/input/);
      expect(code).toBe(3);
    });
  });

  test('recognises a payload of a harness, and says how it is made an event', async () => {
    await withFolder(policies, async (cwd) => {
      const payloads = [
        { hook_event_name: 'beforeShellExecution', command: 'ls', cursor_version: '1.7' },
        { tool_name: 'Bash', tool_input: { command: 'ls' } },
        { command: 'ls' },
        { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } },
      ];
      const stdin = payloads.map((payload) => JSON.stringify(payload)).join('\n');
      const { stdout } = await bylaw(['eval', '--json', '-'], { cwd, stdin });
      const [cursor, any, none, usual] = (lines(stdout) as { error: { message: string } }[]).map(
        ({ error }) => error.message,
      );
      expect(cursor).toContain('`bylaw hook cursor --print-event < FILE | bylaw eval -` makes it an event');
      expect(any).toContain('a payload of the hooks of a harness');
      expect(any).toContain('HARNESS is its name, such as `claude-code` or `cursor`');
      expect(usual).toContain('`bylaw hook claude-code --print-event < FILE | bylaw eval -`');
      expect(none).not.toContain('hook');
    });
  });

  test('holds messages to the protocol, and tolerates a missing harness only when told to', async () => {
    await withFolder(policies, async (cwd) => {
      const event = {
        id: 'e1',
        source: 'urn:x:y',
        type: 'tool.before',
        time: '2026-01-01T00:00:00Z',
        call: { id: 'c' },
        path: 'native',
        tool: { name: 'Bash', input: {}, origin: 'native' },
      };
      const message = (effects: string[]): string =>
        JSON.stringify({
          jsonrpc: '2.0',
          id: 'e1',
          method: 'hooks/intercept',
          params: { protocolVersion: 'draft', event, capabilities: { effects } },
        });
      const strict = await bylaw(['eval', '--json', '-'], { cwd, stdin: message(['deny']) });
      expect(lines(strict.stdout)[0]).toMatchObject({ id: 'e1', effect: 'deny', error: { code: -32602 } });
      const args = ['eval', '--json', '--tolerate-missing-harness', '-'];
      const lenient = await bylaw(args, { cwd, stdin: message(['deny']) });
      expect(lines(lenient.stdout)).toEqual([denied]);
      const toothless = await bylaw(args, { cwd, stdin: message([]) });
      expect(lines(toothless.stdout)).toEqual([{ ...denied, unenforceable: true }]);
    });
  });

  test('shows facts and the clauses of one rule when asked', async () => {
    await withFolder(policies, async (cwd) => {
      const args = ['eval', '--json', '--facts', '--why-not', 'com.example.dev.shell', '-'];
      const { stdout } = await bylaw(args, { cwd, stdin: readEvent });
      expect(lines(stdout)[0]).toMatchObject({
        facts: { tool: 'Read', kind: 'file_read', input: { file_path: 'a' } },
        whyNot: { code: 'com.example.dev.shell', result: 'no' },
      });
    });
  });

  test('reads many events without keeping them', async () => {
    await withFolder(policies, async (cwd) => {
      const stdin = `${shellEvent}\n`.repeat(1000);
      const { stdout } = await bylaw(['eval', '--json', '-'], { cwd, stdin });
      expect(stdout.trimEnd().split('\n')).toHaveLength(1000);
    });
  });
});

describe('bylaw eval for people', () => {
  test('names the rule, the clause and the value', async () => {
    await withFolder({ ...policies, 'e.json': shellEvent }, async (cwd) => {
      const { stdout, code } = await bylaw(['eval', 'e.json'], { cwd });
      expect(stdout).toBe(`deny  com.example.dev.shell  event e1, tool Bash  (e.json:1)
  No shell: Bash.
  denied by com.example.dev.shell (medium) at policies/dev.policy:2:6
    + when kind is shell: yes; the event has \`shell\`  (policies/dev.policy:3:8)
`);
      expect(code).toBe(1);
    });
  });

  test('says once what of a call is not understood', () =>
    withFolder(
      {
        'policies/p.policy':
          'policy com.example.dev\ndeny it\n  severity high\n  when reads "a"\n  when unsure deny\n',
        'e.json': '{"tool":{"name":"Write","kind":"file_write","input":{"content":"x"}}}',
      },
      async (cwd) => {
        const { stdout } = await bylaw(['eval', 'e.json'], { cwd });
        expect(stdout).toContain(
          'when reads "a": unknown; none of the fields that the tool `Write` is known for is there  (',
        );
      },
    ));

  test('says why a rule did not fire', async () => {
    await withFolder(policies, async (cwd) => {
      const { stdout, code } = await bylaw(['eval', '--why-not', 'com.example.dev.shell', '-'], {
        cwd,
        stdin: readEvent,
      });
      expect(stdout).toContain('com.example.dev.shell did not fire');
      expect(stdout).toContain('- when kind is shell: no; the event has `file_read`');
      expect(code).toBe(0);
    });
  });

  test('lets no control character of an event reach the terminal', async () => {
    await withFolder(policies, async (cwd) => {
      const event = {
        id: 'e\u001b[2J',
        tool: { name: 'Ba\u001b]0;x\u0007sh', kind: 'shell', input: { a: '\u202e' } },
      };
      const { stdout } = await bylaw(['eval', '--facts', '-'], { cwd, stdin: JSON.stringify(event) });
      expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
      expect(stdout).toContain('deny');
    });
  });

  test('counts what it saw where there were several events', async () => {
    await withFolder(policies, async (cwd) => {
      const { stdout } = await bylaw(['eval', '-'], { cwd, stdin: `${shellEvent}\n${readEvent}` });
      expect(stdout.trimEnd().split('\n').at(-1)).toBe('2 events: 1 denied, 0 unsure');
    });
  });
});

describe('what eval and explain only report', () => {
  const lying = { 'policies/a.policy': denyShell.replace('passes read', 'denies read') };

  test('policies whose own tests fail, which are never kept for whoever decides', async () => {
    await withFolder(lying, async (cwd) => {
      const tried = await bylaw(['eval', '-'], { cwd, stdin: shellEvent });
      expect(tried.code).toBe(1);
      expect(tried.stdout).toContain('com.example.dev.shell');
      expect(tried.stderr).toBe(
        'bylaw: 1 test of these policies fails, so that nothing that decides would load them: see `bylaw test`\n',
      );
      const explained = await bylaw(['explain', '--command', 'ls'], { cwd });
      expect(explained.stdout).toContain('com.example.dev.shell');
      expect(explained.stderr).toBe(tried.stderr);
      const deciding = await bylaw(['stdio', '--policies', 'policies'], { cwd, stdin: '' });
      expect(deciding.code).toBe(2);
      expect(deciding.stderr).toContain('failing-test');
      expect(deciding.stderr).toContain('a.policy:7:5');
    });
  });

  test('an error in the text beside failing tests is an error', async () => {
    await withFolder({ ...lying, 'policies/b.policy': 'policy com.example.b\ndeny x\n' }, async (cwd) => {
      expect((await bylaw(['eval', '-'], { cwd, stdin: shellEvent })).code).toBe(2);
    });
  });

  test('kinds of tools that are a slip away from one that rules know', async () => {
    const kinds = ['shel', 'Shell', 'notebook', 'file-read', 'shel'];
    await withFolder(policies, async (cwd) => {
      const stdin = kinds.map((kind) => JSON.stringify({ tool: { name: 'X', kind, input: {} } })).join('\n');
      const { stderr } = await bylaw(['eval', '--json', '-'], { cwd, stdin });
      expect(stderr).toContain(
        'no kind of a tool that rules know: `shel` (did you mean `shell`?), `file-read` (did you mean `file_read`?)\n',
      );
    });
  });

  test('JSON that is broken, at its place in the file', async () => {
    const files = {
      'e.json': '{"tool":{"name":"X","input":{}}}\n{"tool":{"name":"X",\n "input":{"a":1,}}}\n',
    };
    await withFolder({ ...policies, ...files }, async (cwd) => {
      const { stdout, code } = await bylaw(['eval', 'e.json'], { cwd });
      expect(code).toBe(3);
      expect(stdout).toContain(
        'The event cannot be read: the JSON is broken at line 3, column 17: a name in quotes is expected there.',
      );
      const explained = await bylaw(['explain', 'e.json'], { cwd });
      expect(explained.stderr).toContain(
        'the event at e.json:2 cannot be read: the JSON is broken at line 3',
      );
    });
  });

  test('members of events that the protocol does not have, once, with what was meant', async () => {
    const events = [
      { sesion: { cwd: '/' }, tool: { name: 'Bash', input: { any: 1 }, knd: 'shell' } },
      { sesion: {}, tool: { name: 'Bash', inputs: { command: 'ls' } } },
      { cwd: '/', extensions: { 'a.b': 1 }, tool: { name: 'Read', input: {} } },
    ];
    await withFolder(policies, async (cwd) => {
      const stdin = events.map((event) => JSON.stringify(event)).join('\n');
      const { stderr } = await bylaw(['eval', '--json', '-'], { cwd, stdin });
      expect(stderr).toContain(
        'not of the protocol, and seen by no rule but as `event.…`: `sesion` (did you mean `session`?), `tool.knd` (did you mean `tool.kind`?), `tool.inputs` (did you mean `tool.input`?), `cwd` (did you mean `session.cwd`?)\n',
      );
      const known = await bylaw(['eval', '-'], { cwd, stdin: shellEvent });
      expect(known.stderr).toBe('');
    });
  });
});

describe('what eval refuses', () => {
  const broken = {
    ...policies,
    'policies/broken.policy': 'policy com.example.b\ndeny x\n  whn kind is shell\n',
  };

  test('policies of which one file is broken, naming file and place', async () => {
    await withFolder(broken, async (cwd) => {
      const { code, stdout, stderr } = await bylaw(['eval', '--json', '-'], { cwd, stdin: shellEvent });
      expect(code).toBe(2);
      expect(stdout).toBe('');
      expect(stderr).toContain('broken.policy:3:3');
      expect(stderr).toContain('did you mean `when`?');
    });
  });

  test('a folder without policies: no rules would let everything pass', async () => {
    await withFolder({ 'policies/readme.txt': '' }, async (cwd) => {
      const { code, stderr } = await bylaw(['eval', '-'], { cwd, stdin: shellEvent });
      expect(code).toBe(2);
      expect(stderr).toContain('no-policies');
    });
  });

  test('links that lead out of the policy root', async () => {
    await withFolder({ ...policies, 'outside.policy': denyShell }, async (cwd) => {
      symlinkSync(join(cwd, 'outside.policy'), join(cwd, 'policies', 'link.policy'));
      const { code, stderr } = await bylaw(['eval', '-'], { cwd, stdin: shellEvent });
      expect(code).toBe(2);
      expect(stderr).toContain('leads out of the policy root');
    });
  });

  test.each([
    [['eval', 'nothing.json'], 'there is no file `nothing.json`'],
    [['eval', 'policies'], 'is a folder'],
    [['eval', '--jsn', '-'], 'did you mean `--json`?'],
    [['eval', '--policies', 'nowhere', '-'], 'there is no file or folder `nowhere`'],
    [['eval', '--why-not', 'com.example.dev.shel', '-'], 'did you mean `com.example.dev.shell`?'],
    [['eval', '-'], 'there is no event in standard input'],
    [['evl'], 'did you mean `eval`?'],
    [['check', '--fix'], 'name the policy files'],
    [['check', 'nowhere'], 'there is no file or folder `nowhere`'],
    [['stdio', 'file'], 'takes no files'],
    [['token'], 'say what to do'],
    [['token', 'new'], 'name the scope'],
    [['token', 'team-a'], '`bylaw token new team-a`'],
  ])('the command line %j, as wrong usage', async (args, message) => {
    await withFolder(policies, async (cwd) => {
      const { code, stdout, stderr } = await bylaw(args, { cwd });
      expect(code).toBe(3);
      expect(stdout).toBe('');
      expect(stderr).toContain(message);
    });
  });
});

test('a command in the place of a file is shown to another command', async () => {
  const { stderr, code } = await bylaw(['eval', 'git push --force'], { cwd: process.cwd() });
  expect(code).toBe(3);
  expect(stderr).toMatch(/`bylaw explain ["']git push --force["']`/);
});
