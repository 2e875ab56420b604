/** `bylaw hook` from the outside: processes, pipes, sockets and files. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { harnessIds } from '../../src/adapters/harnesses.ts';
import { makeServerKey } from '../../src/host/credentials/server-key.ts';
import { writeEntry } from '../../src/host/policy-cache/kept-entry.ts';
import { packPolicies } from '../../src/host/policy-cache/packed-policies.ts';
import { denyShell, withFolder } from '../cli/command.ts';
import { recordsIn } from '../store/decision-log/logs.ts';
import { command, runHook } from './run-hook.ts';
import { serving } from './serving.ts';
import { servingHere } from './serving-here.ts';

const policies = { 'policies/dev.policy': denyShell };
const call = (tool: string, input: object = { command: 'ls' }): string =>
  JSON.stringify({
    session_id: 's1',
    cwd: '/home/dev/shop',
    hook_event_name: 'PreToolUse',
    tool_name: tool,
    tool_input: input,
    tool_use_id: `toolu_${tool}`,
  });

const denySearch = `policy com.example.dev
deny search
  when kind is search
  reason "No search."
`;

/** The reason of a denial in Claude Code's form; fails for anything else. */
function reasonOf({ stdout, code }: { stdout: string; code: number | null }): string {
  expect(code).toBe(0);
  const { hookSpecificOutput } = JSON.parse(stdout);
  expect(hookSpecificOutput.permissionDecision).toBe('deny');
  return hookSpecificOutput.permissionDecisionReason;
}

const passed = { code: 0, stdout: '', stderr: '', drained: true };

describe('without a server', () => {
  test('does not wait for an input that Kiro never sends, where the call is in a variable', () =>
    withFolder(policies, async (home) => {
      const ask = (payload: string) =>
        runHook(['kiro', '--policies', 'policies'], {
          home,
          input: undefined,
          env: { USER_PROMPT: payload },
        });
      const denied = await ask('{"toolName":"executeBash","toolArgs":{"command":"ls"}}');
      expect([denied.code, denied.stdout]).toEqual([2, '']);
      expect(denied.stderr).toContain('[com.example.dev.shell]');
      const passes = await ask('{"toolName":"fsRead","toolArgs":{"path":"a"}}');
      expect([passes.code, passes.stdout, passes.stderr]).toEqual([0, '', '']);
      expect((await ask('{}')).stderr).toContain('does not say to its hooks what the call is');
    }));

  test('denies what the policies deny, and says nothing about the rest', () =>
    withFolder(policies, async (home) => {
      const args = ['claude-code', '--policies', 'policies'];
      const denied = await runHook(args, { home, input: call('Bash') });
      expect(reasonOf(denied)).toContain('[com.example.dev.shell]');
      expect(denied.stderr).toBe('');
      expect(await runHook(args, { home, input: call('Read', { file_path: 'a' }) })).toEqual(passed);
    }));

  test('keeps checked policies for the next call, and sees every change of them', () =>
    withFolder(policies, async (home) => {
      const args = ['claude-code', '--policies', 'policies'];
      const ask = () => runHook(args, { home, input: call('Bash'), isFirst: 'readsPolicies' });
      const first = await ask();
      const kept = readdirSync(join(home, '.cache/bylaw')).filter((name) => name.startsWith('policies-'));
      expect(kept).toHaveLength(1);
      expect(await ask()).toEqual(first);
      writeFileSync(join(home, 'policies/dev.policy'), denySearch);
      expect(await ask()).toEqual(passed);
      writeFileSync(join(home, 'policies/more.policy'), denyShell.replaceAll('example', 'other'));
      expect(reasonOf(await ask())).toContain('[com.other.dev.shell]');
      writeFileSync(
        join(home, 'policies/more.policy'),
        'policy com.other.dev\ndeny x\n  whn kind is shell\n',
      );
      const reason = reasonOf(await ask());
      expect(reason).toContain('[io.bylaw.engine.invalid-policy]');
      expect(reason).toContain(`\`${join(home, 'policies/more.policy')}:3:3\`: `);
    }));

  test('guards the places of this call, though the policies were kept by a call with others', () =>
    withFolder(
      { 'policies/own.policy': 'policy com.example.own\ndeny change\n  when deletes @bylaw\n' },
      async (home) => {
        const ask = async (memory: string, shell: string) => {
          const args = ['claude-code', '--policies', 'policies', '--memory', memory];
          const input = call('Bash', { command: shell });
          return (await runHook(args, { home, input, isFirst: 'readsPolicies' })).stdout !== '';
        };
        const [first, second] = ['first', 'second'].map((name) => join(home, name)) as [string, string];
        expect(await ask(first, `rm -rf ${first}`)).toBe(true);
        expect(await ask(second, `rm -rf ${first}`)).toBe(false);
        expect(await ask(second, `rm -rf ${second}`)).toBe(true);
        expect(await ask(first, `rm -rf ${join(home, 'policies')}`)).toBe(true);
        expect(await ask(first, `rm ${command}`)).toBe(true);
        expect(await ask(first, 'rm -rf /opt/bylaw')).toBe(false);
      },
    ));

  test('loads none of the modules of Node that take as long to load as a decision', () =>
    withFolder(policies, async (home) => {
      const noting = `process.on('exit', () => require('node:fs').writeFileSync('loaded.txt', process.moduleLoadList.join('\\n')));`;
      writeFileSync(join(home, 'noting.cjs'), noting);
      const env = { NODE_OPTIONS: `--require "${join(home, 'noting.cjs')}"` };
      for (const id of [1, 2]) {
        const input = call('Bash', { command: `ls ${id}` });
        await runHook(['claude-code', '--policies', 'policies'], { home, input, env });
      }
      const loaded = readFileSync(join(home, 'loaded.txt'), 'utf8').split('\n');
      expect(loaded).toContain('NativeModule vm');
      for (const name of ['crypto', 'perf_hooks', 'zlib', 'worker_threads', 'child_process'])
        expect(loaded, name).not.toContain(`NativeModule ${name}`);
    }));

  test('believes no kept policies that others could have written', () =>
    withFolder(policies, async (home) => {
      const args = ['claude-code', '--policies', 'policies'];
      const ask = () => runHook(args, { home, input: call('Bash') });
      await ask();
      const folder = join(home, '.cache/bylaw');
      const name = readdirSync(folder).find((each) => each.startsWith('policies-')) ?? '';
      const file = join(folder, name);
      // The same policies by their own account, but without a rule.
      const bytes = readFileSync(file);
      const header = JSON.parse(bytes.toString('utf8', 20, 20 + Number(bytes.toString('latin1', 9, 19))));
      const start = 20 + Buffer.byteLength(JSON.stringify(header));
      const nothing = { commands: [], wrappers: [], aliases: [], tools: [] };
      const empty = Buffer.concat(
        writeEntry({
          build: header.build,
          facts: header,
          inventory: bytes.subarray(start, start + header.lengths.inventory),
          ...packPolicies({ rules: [], labels: [], limits: [], knowledge: nothing }),
        }),
      );
      const replace = (mode: number) => {
        writeFileSync(file, empty);
        chmodSync(file, mode);
      };
      replace(0o600);
      // What the user wrote counts: this shows that the file is the one that is read.
      expect(await ask()).toEqual(passed);
      replace(0o666);
      expect(reasonOf(await ask())).toContain('[com.example.dev.shell]');
      // `policy-cache.test.ts` asks of links and folders the same.
    }));

  test('a broken cache of any sort is made anew', () =>
    withFolder(policies, async (home) => {
      const args = ['claude-code', '--policies', 'policies'];
      const ask = () => runHook(args, { home, input: call('Bash') });
      const first = await ask();
      const folder = join(home, '.cache/bylaw');
      for (const name of readdirSync(folder)) writeFileSync(join(folder, name), '{"build":1}\nx');
      expect(await ask()).toEqual(first);
      // A folder where the cache should be: nothing can be kept, and nothing is lost.
      writeFileSync(join(home, 'file'), '');
      expect(
        await runHook(args, { home, env: { XDG_CACHE_HOME: join(home, 'file') }, input: call('Bash') }),
      ).toEqual(first);
    }));

  test.each([
    ['policies that are not there', ['--policies', 'nowhere'], 'no-policy'],
    ['no policies at all', [], 'no-policy'],
    ['an option that there is none of', ['--polcies', 'policies'], 'wrong-usage'],
    ['a harness that there is none of', ['emacs', '--policies', 'policies'], 'wrong-usage'],
    ['a deadline that is none', ['--deadline', 'soon', '--policies', 'policies'], 'wrong-usage'],
    ['an option without its value', ['--policies'], 'wrong-usage'],
    ['a mistake beside the wish to fail open', ['--fail-open', '--bad'], 'wrong-usage'],
    ['a server that is not there', ['--socket', 'no.sock'], 'no-server'],
  ])('%s: denied, and says what to do', (_what, args, code) =>
    withFolder(policies, async (home) => {
      const reason = reasonOf(await runHook(['claude-code', ...args], { home, input: call('Read') }));
      expect(reason).toContain(`[io.bylaw.engine.${code}]`);
      expect(reason).toMatch(/A person should /);
    }),
  );

  test('a harness that there is none of is reported with those that there are', () =>
    withFolder(policies, async (home) => {
      const { stderr } = await runHook(['emacs', '--policies', 'policies'], { home, input: '{}' });
      expect(stderr).toContain(`there is no harness \`emacs\`, only ${harnessIds.join(', ')}.`);
    }));

  test('the policies of the user are used when none are named', () =>
    withFolder({ '.config/bylaw/policies/dev.policy': denyShell }, async (home) => {
      expect(reasonOf(await runHook(['claude'], { home, input: call('Bash') }))).toContain(
        '[com.example.dev.shell]',
      );
    }));

  test('what cannot be read is denied; who chose to fail open lets it pass', () =>
    withFolder(policies, async (home) => {
      const args = ['claude-code', '--policies', 'policies'];
      // `unreadable.test.ts` has more that is text.
      for (const input of ['', Buffer.from([0xff, 0xfe])]) {
        const reason = reasonOf(await runHook(args, { home, input }));
        expect(reason).toContain('[io.bylaw.engine.unreadable-payload]');
      }
      expect(await runHook([...args, '--fail-open'], { home, input: '{' })).toEqual({
        ...passed,
        stderr: expect.stringMatching(
          /^bylaw hook: --fail-open lets a call pass undecided: .*unreadable-payload\]\n$/,
        ),
      });
      // To fail open is no licence for what the policies deny.
      expect(reasonOf(await runHook([...args, '--fail-open'], { home, input: call('Bash') }))).toContain(
        'com.example',
      );
    }));

  test('a lower layer that is broken is named with its whole place, and the others decide', () =>
    withFolder(
      { 'top/a.policy': denyShell, 'low/b.policy': 'policy com.low\ndeny x\n  when kin is "a"\n' },
      async (home) => {
        const args = ['claude-code', '--policies', 'top', '--policies', 'low'];
        const broken = await runHook(args, { home, input: call('Bash') });
        expect(reasonOf(broken)).toContain('[com.example.dev.shell]');
        expect(broken.stderr).toContain(
          `the layer \`layer-2\` is not in force: \`${home}/low/b.policy:3:8\`: `,
        );
        // What cannot be looked at is broken as well.
        rmSync(join(home, 'low'), { recursive: true });
        symlinkSync('low', join(home, 'low'));
        const loop = await runHook(args, { home, input: call('Bash') });
        expect(reasonOf(loop)).toContain('[com.example.dev.shell]');
        expect(loop.stderr).toContain(`the layer \`layer-2\` is not in force: \`${home}/low\`: `);
      },
    ));

  test('an input without end is denied at the deadline', () =>
    withFolder(policies, async (home) => {
      const outcome = await runHook(['claude-code', '--policies', 'policies', '--deadline', '300'], {
        home,
        input: undefined,
      });
      expect(reasonOf(outcome)).toContain('[io.bylaw.engine.deadline]');
    }));

  test('policies that take too long are stopped at the deadline', () =>
    withFolder(policies, async (home) => {
      // Reading, checking and testing them for the first time takes longer than this.
      const outcome = await runHook(['claude-code', '--policies', 'policies', '--deadline', '50'], {
        home,
        input: call('Bash'),
        isFirst: 'readsPolicies',
      });
      expect(reasonOf(outcome)).toContain('[io.bylaw.engine.deadline]');
    }));

  test('policies that take too long are read to their end, for the next call', () =>
    withFolder(policies, async (home) => {
      const [wait, go] = [join(home, 'wait.cjs'), join(home, 'go')];
      // The process that reads policies waits for a file.
      writeFileSync(
        wait,
        `const { existsSync } = require('node:fs');
        const clock = new Int32Array(new SharedArrayBuffer(4));
        while (process.argv[1].endsWith('loading-process.cjs') && !existsSync(${JSON.stringify(go)})) Atomics.wait(clock, 0, 0, 10);`,
      );
      const args = ['claude-code', '--policies', 'policies', '--deadline', '2000', '--log', 'log'];
      const outcome = await runHook(args, {
        home,
        input: call('Bash'),
        env: { NODE_OPTIONS: `--require ${wait}` },
        isFirst: 'readsPolicies',
      });
      expect(reasonOf(outcome)).toContain('[io.bylaw.engine.deadline]');
      const [file = ''] = readdirSync(join(home, 'log')).filter((name) => name.endsWith('.ndjson'));
      expect(JSON.parse(readFileSync(join(home, 'log', file), 'utf8'))).toMatchObject({
        type: 'decision',
        effect: 'deny',
        code: 'io.bylaw.engine.deadline',
        tool: { name: 'Bash' },
      });
      const cache = join(home, '.cache/bylaw');
      const kept = (): readonly string[] =>
        readdirSync(cache).filter((name) => /^policies-[0-9a-f]+$/.test(name));
      expect(kept()).toEqual([]);
      writeFileSync(go, '');
      await vi.waitFor(() => expect(kept()).toHaveLength(1), 20_000);
    }));

  test('code that was damaged where it is kept is not run', () =>
    withFolder(policies, async (home) => {
      const run = () => runHook(['claude-code', '--policies', 'policies'], { home, input: call('Bash') });
      expect(reasonOf(await run())).toContain('[com.example.dev.shell]');
      const folder = join(home, '.cache/bylaw');
      const name = readdirSync(folder).find((each) => each.startsWith('engine-')) ?? '';
      const whole = readFileSync(join(folder, name));
      const code = Buffer.from(whole);
      const at = Math.floor(code.length * 0.4);
      code[at] = (code[at] ?? 0) ^ 0x10;
      writeFileSync(join(folder, name), code);
      expect(reasonOf(await run())).toContain('[com.example.dev.shell]');
      // It was made and kept anew.
      expect(readFileSync(join(folder, name)).length).toBeGreaterThan(whole.length / 2);
      expect(readFileSync(join(folder, name)).equals(code)).toBe(false);
    }));

  test('an input larger than any payload is read to its end, and denied', () =>
    withFolder(policies, async (home) => {
      const input = Buffer.alloc(9 * 1024 * 1024, 0x20);
      const outcome = await runHook(['claude-code', '--policies', 'policies'], { home, input });
      expect(reasonOf(outcome)).toContain('[io.bylaw.engine.unreadable-payload]');
      expect(outcome.drained).toBe(true);
    }));

  test('a payload of a megabyte is decided', () =>
    withFolder(policies, async (home) => {
      const input = call('Bash', { command: `echo ${'x'.repeat(1024 * 1024)}` });
      expect(reasonOf(await runHook(['claude-code', '--policies', 'policies'], { home, input }))).toContain(
        'com.example.dev.shell',
      );
    }));

  // `unreadable.test.ts` asks all of them; these three have answers of three forms.
  test('whoever sends what no one can read is never answered with 1, and never with nothing', () =>
    withFolder(policies, async (home) => {
      for (const harness of ['codex', 'cursor', 'kiro']) {
        const { code, stdout, stderr } = await runHook([harness, '--policies', 'policies'], {
          home,
          input: '{"a":1}',
        });
        expect([0, 2], harness).toContain(code);
        expect(stdout + stderr, harness).toContain('io.bylaw.engine.unreadable-payload');
      }
    }));

  test('an input in two spellings that say two things is denied', () =>
    withFolder(policies, async (home) => {
      const input = call('Read', { file_path: 'a' }).replace('}', '},"toolInput":{"file_path":".env"}');
      const reason = reasonOf(await runHook(['claude-code', '--policies', 'policies'], { home, input }));
      expect(reason).toContain('[io.bylaw.engine.unreadable-payload]');
    }));

  test('a folder that is gone is no reason to end without an answer', () =>
    withFolder(policies, async (home) => {
      const gone = join(home, 'gone');
      mkdirSync(gone);
      const script = `rmdir ${gone}; exec "${process.execPath}" "${command}" hook claude-code --policies ${home}/policies`;
      const { status, stdout } = spawnSync('sh', ['-c', script], {
        cwd: gone,
        env: { PATH: process.env.PATH ?? '', HOME: home },
        input: call('Bash'),
        encoding: 'utf8',
      });
      expect(reasonOf({ code: status, stdout })).toContain('[com.example.dev.shell]');
    }));

  test('links to folders and pipes among the policies are errors, not waited for and not left out', () =>
    withFolder({ ...policies, 'elsewhere/more.policy': denySearch }, async (home) => {
      const ask = () => runHook(['claude-code', '--policies', 'policies'], { home, input: call('Read') });
      symlinkSync(join(home, 'elsewhere'), join(home, 'policies/more'));
      expect(reasonOf(await ask())).toContain('it is a link to a folder');
      rmSync(join(home, 'policies/more'));
      spawnSync('mkfifo', [join(home, 'policies/pipe.policy')]);
      expect(reasonOf(await ask())).toContain('it is no file');
    }));

  test('--print-event shows the event, and decides nothing', () =>
    withFolder({}, async (home) => {
      const { code, stdout } = await runHook(['--print-event'], { home, input: call('Bash') });
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({
        type: 'tool.before',
        harness: { name: 'Claude Code' },
        call: { id: 'toolu_Bash' },
        tool: { name: 'Bash', kind: 'shell', input: { command: 'ls' } },
      });
      const unreadable = await runHook(['--print-event'], { home, input: '{' });
      expect(unreadable).toMatchObject({ code: 2, stdout: '' });
      expect(unreadable.stderr).toContain('the payload cannot be read');
    }));
});

describe('with a server', () => {
  test('the server answers, in the terms of the harness', () =>
    withFolder(policies, (home) =>
      serving(home, [], async () => {
        const ask = (args: readonly string[], input: string) =>
          runHook([...args, '--socket', 's.sock'], { home, input, isFirst: true });
        expect(reasonOf(await ask(['claude-code'], call('Bash')))).toContain('[com.example.dev.shell]');
        expect(await ask(['claude-code'], call('Read'))).toEqual(passed);
        // Nothing was evaluated here: there is no cache.
        expect(readdirSync(home)).not.toContain('.cache');
      }),
    ));

  test('a trace goes from the environment of the hook to the record, here and by a server', () =>
    withFolder(policies, async (home) => {
      const env = { TRACEPARENT: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' };
      const tracesIn = (folder: string) =>
        recordsIn(join(home, folder)).flatMap((record) => ('trace' in record ? [record.trace] : []));
      await servingHere(home, ['--log', 'log'], async () => {
        await runHook(['claude-code', '--socket', 's.sock'], { home, env, input: call('Bash') });
      });
      await runHook(['claude-code', '--policies', 'policies', '--log', 'own'], {
        home,
        env,
        input: call('Bash'),
      });
      expect([tracesIn('log'), tracesIn('own')]).toEqual(Array(2).fill([{ traceparent: env.TRACEPARENT }]));
    }));

  test('the user’s own server is asked only for the policies that it has, as they are now', () =>
    withFolder({ ...policies, 'other/dev.policy': denyShell.replaceAll('example', 'other') }, (home) =>
      servingHere(home, [], async () => {
        const env = { XDG_RUNTIME_DIR: home };
        symlinkSync(join(home, 's.sock'), join(home, 'bylaw.sock'));
        const ask = (folder: string) =>
          runHook(['claude-code', '--policies', folder], { home, env, input: call('Bash'), isFirst: true });
        expect(reasonOf(await ask('policies'))).toContain('[com.example.dev.shell]');
        expect(readdirSync(home)).not.toContain('.cache');
        expect(reasonOf(await ask('other'))).toContain('[com.other.dev.shell]');
        writeFileSync(join(home, 'policies/dev.policy'), denyShell.replaceAll('example', 'changed'));
        expect(reasonOf(await ask('policies'))).toContain('[com.changed.dev.shell]');
      }),
    ));

  const pass = { stdout: '', stderr: '', exitCode: 0 };
  const grant = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}';

  type Result = Readonly<Record<string, unknown>>;
  interface Marks {
    readonly nonce: unknown;
    readonly key: string;
  }

  /** What a hook answers to a harmless call where something else listens: first with no policies, then with its own. */
  const askedBy = (home: string, reply: (marks: Marks) => string | Result, socket = 'f.sock') =>
    (async () => {
      const key = makeServerKey({ HOME: home });
      const server: Server = createServer((socket) => {
        socket.on('error', () => {});
        socket.once('data', (data) => {
          const said = reply({ nonce: JSON.parse(String(data)).params.nonce, key });
          const line =
            typeof said === 'string' ? said : `${JSON.stringify({ jsonrpc: '2.0', id: 1, result: said })}\n`;
          socket.end(line);
        });
      });
      await new Promise<void>((resolve) => server.listen(join(home, socket), resolve));
      const input = call('Read');
      try {
        const alone = await runHook(['claude-code', '--socket', socket], { home, input });
        const args = ['claude-code', '--socket', socket, '--policies', 'policies'];
        return [alone, await runHook(args, { home, input })] as const;
      } finally {
        server.close();
      }
    })();

  // Elsewhere than on Windows such a name is one of a file, which serves as well to try what is asked of who answers.
  const pipe = '\\\\.\\pipe\\bylaw-home-dev';

  test('at a named pipe, of which nothing shows whose it is, only the key counts', () =>
    withFolder(policies, async (home) => {
      const without = await askedBy(home, ({ nonce }) => ({ ...pass, nonce }), pipe);
      expect(reasonOf(without[0])).toContain('[io.bylaw.engine.no-server]');
      const [known] = await askedBy(home, (marks) => ({ ...pass, ...marks }), pipe);
      expect(known).toMatchObject({ code: 0, stdout: '' });
    }));

  test.each<readonly [string, (marks: Marks) => string | Result]>([
    ['hangs up', () => ''],
    ['answers something else', (marks) => ({ effects: [], ...marks })],
    ['answers an exit code that would pass', (marks) => ({ ...pass, exitCode: 1, ...marks })],
    ['answers no JSON', () => 'ok\n'],
    ['passes without the marks', () => pass],
    ['passes without the key', ({ nonce }) => ({ ...pass, nonce })],
    ['passes with another key', ({ nonce }) => ({ ...pass, nonce, key: '0'.repeat(64) })],
    ['passes, and answers another question', ({ key }) => ({ ...pass, nonce: '1-1', key })],
    ['grants the call', (marks) => ({ ...pass, stdout: grant, ...marks })],
    ['only watches', (marks) => ({ other: 'mode', ...marks })],
  ])('a server that %s is no reason to let a call pass', (_what, reply) =>
    withFolder(policies, async (home) => {
      const [alone, both] = await askedBy(home, reply);
      expect(reasonOf(alone)).toContain('[io.bylaw.engine.no-server]');
      expect(both).toEqual(passed);
    }),
  );

  test('with the marks an answer counts', () =>
    withFolder(policies, async (home) => {
      const said = { ...pass, exitCode: 2, stderr: 'Not today.\n' };
      const [alone] = await askedBy(home, (marks) => ({ ...said, ...marks }));
      expect(alone).toMatchObject({ code: 2, stderr: 'Not today.\n' });
    }));

  test('a socket in a folder that others can change is none', () =>
    withFolder(policies, async (home) => {
      const reply = (marks: Marks): Result => ({ ...pass, ...marks });
      expect((await askedBy(home, reply))[0]).toEqual(passed);
      chmodSync(home, 0o777);
      expect(reasonOf((await askedBy(home, reply))[0])).toContain('others can put another socket');
    }));

  test('a hook that lets rules deny does not take the silence of a server that watches', () =>
    withFolder(policies, (home) =>
      servingHere(home, ['--watch'], async () => {
        const args = ['claude-code', '--socket', 's.sock'];
        const alone = await runHook(args, { home, input: call('Bash') });
        expect(reasonOf(alone)).toContain('denies nothing');
        const own = await runHook([...args, '--policies', 'policies'], { home, input: call('Bash') });
        expect(reasonOf(own)).toContain('[com.example.dev.shell]');
        expect(await runHook([...args, '--watch'], { home, input: call('Bash') })).toEqual(passed);
      }),
    ));

  test('a server that never answers is given up, by a hook with policies soon enough to decide itself', () =>
    withFolder(policies, async (home) => {
      makeServerKey({ HOME: home });
      const server = createServer((socket) => socket.on('error', () => {}).resume());
      await new Promise<void>((resolve) => server.listen(join(home, 'f.sock'), resolve));
      try {
        const own = ['claude-code', '--socket', 'f.sock', '--policies', 'policies', '--deadline', '4000'];
        expect(await runHook(own, { home, input: call('Read') })).toEqual(passed);
        const args = ['claude-code', '--socket', 'f.sock', '--deadline', '300'];
        expect(reasonOf(await runHook(args, { home, input: call('Read') }))).toContain(
          '[io.bylaw.engine.deadline]',
        );
      } finally {
        server.close();
      }
    }));
});
