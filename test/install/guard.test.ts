/** The shell around a hook, as real shells run it, around programs that do all that a hook must not. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { harnessIds } from '../../src/adapters/harnesses.ts';
import { readAnswer } from '../../src/diagnosis/read-answer.ts';
import { adapters } from '../../src/harnesses/adapters.ts';
import { harnessInstalls } from '../../src/harnesses/installs.ts';
import { hookShellText, isOwnCommand } from '../../src/install/command-line.ts';
import { guardAround, guarded, isGuarded, unguarded, wordsBehindEarlier } from '../../src/install/guard.ts';

const shells = [
  ['/bin/sh'],
  ...['bash', 'zsh', 'ksh'].map((name) => [`/bin/${name}`]),
  ['/bin/busybox', 'sh'],
].filter(([program = '']) => existsSync(program));

interface Ended {
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

function run(words: readonly string[], input = '', shell: readonly string[] = ['/bin/sh']): Promise<Ended> {
  const [program = '', ...args] = [...shell, ...words.slice(1)];
  return new Promise((resolve) => {
    const child = spawn(program, args);
    const said = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].setEncoding('utf8').on('data', (text: string) => {
        said[stream] += text;
      });
    child.on('close', (code) => resolve({ ...said, exitCode: code ?? undefined }));
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

const within = (seconds: number, ...program: readonly string[]): readonly string[] =>
  guardAround(guarded(['node'], adapters.windsurf), program, seconds);
/** With time for a busy machine: only what hangs is to be ended. */
const around = (...program: readonly string[]): readonly string[] => within(60, ...program);
const sh = (code: string): readonly string[] => around('/bin/sh', '-c', code);
const hanging = (code: string): readonly string[] => within(1, '/bin/sh', '-c', code);

describe.concurrent.each(shells)('%s %s', (...shell) => {
  const words = shell.filter((word) => word !== undefined);

  test('an answer is handed on, with all that came and went', async ({ expect }) => {
    const passes = await run(
      sh('cat >&5; echo noise; echo said >&2; exit 79'),
      'payload\nof two lines',
      words,
    );
    expect(passes).toEqual({ exitCode: 0, stdout: 'payload\nof two lines', stderr: 'noise\nsaid\n' });
    const denies = await run(sh('cat >/dev/null; echo no >&2; exit 78'), 'payload', words);
    expect(denies).toEqual({ exitCode: 2, stdout: '', stderr: 'no\n' });
  });

  test.for<readonly [string, readonly string[]]>([
    ['is gone', around('/nonexistent/node')],
    ['cannot be run', around('/')],
    ['ends well without an answer', sh('exit 0')],
    ['ends as one that denies, without a reason', sh('exit 2')],
    ['fails', sh('exit 1')],
    ['crashes', sh('kill -9 $$')],
    ['is ended', sh('kill -15 $$')],
    ['runs out of memory', sh('kill -6 $$')],
    ['hangs', hanging('while :; do sleep 1; done')],
    ['hangs and is not to be ended', hanging('trap "" TERM INT HUP; while :; do sleep 1; done')],
    ['ends the shell', sh('kill -15 $PPID; sleep 1')],
    ['hangs up the shell', sh('kill -1 $PPID; sleep 1')],
  ])('a hook that %s is a denial', async ([, command], { expect }) => {
    const { exitCode, stderr } = await run(command, 'payload', words);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('[io.bylaw.engine.no-answer]');
  });

  test('what the surroundings have means nothing', async ({ expect }) => {
    const command = sh('cat >&5; exit 79').slice(1);
    const text = command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
    const around =
      "SHELLOPTS=errexit:nounset:xtrace p=1 w=1 q=1 o=x e=y IFS=abc env 'BASH_FUNC_command%%=() { exit 0; }' 'BASH_FUNC_printf%%=() { :; }' 'BASH_FUNC_wait%%=() { :; }'";
    const { exitCode, stdout } = await run(['sh', '-c', `${around} ${words.join(' ')} ${text}`], 'payload');
    expect([exitCode, stdout]).toEqual([0, 'payload']);
    const closed = await run(['sh', '-c', `${words.join(' ')} ${text} >&-`], 'payload');
    expect(closed.exitCode).toBe(2);
  });

  test('a denial that cannot be written is no pass', async ({ expect }) => {
    const command = guardAround(guarded(['node'], adapters['claude-code']), ['/bin/sh', '-c', 'exit 1'], 1);
    const text = command
      .slice(1)
      .map((word) => `'${word.replaceAll("'", `'\\''`)}'`)
      .join(' ');
    expect((await run(['sh', '-c', `${words.join(' ')} ${text} >/dev/full 2>&1`])).exitCode).toBe(2);
  });
});

test.each(harnessIds)('%s takes the denial for one', async (id) => {
  const ended = await run(guardAround(guarded(['node'], adapters[id]), ['/bin/sh', '-c', 'exit 1'], 1), '{}');
  const answer = readAnswer({ ...ended, late: false, milliseconds: 0 }, harnessInstalls[id].check.answers);
  expect(answer).toMatchObject({ kind: 'denies', reason: expect.stringContaining('bylaw doctor') });
  expect(adapters[id].id).toBe(id);
});

test.each(harnessIds)(
  'nothing that %s runs has a name that a harness could put a variable in the place of',
  (id) => {
    const hook = {
      node: '/usr/bin/node',
      script: '/opt/bylaw/dist/bylaw.cjs',
      policies: '/etc/bylaw/policies',
    };
    const server = {
      curl: '/usr/bin/curl',
      socket: '/run/bylaw.sock',
      key: '/k',
      mounts: '/proc/self/ns/mnt',
    };
    for (const command of [hook, { ...hook, server }]) {
      const text = hookShellText(command, adapters[id]);
      expect(text.match(/\$[\w{$]/g) ?? []).toEqual([]);
      expect(isOwnCommand({ kind: 'shell', text })).toBe(true);
    }
  },
);

test('only this shell counts as one around the hook', () => {
  const command = { node: '/usr/bin/node', script: '/b/bylaw.cjs', policies: '/p' };
  const text = hookShellText(command, adapters.codex);
  expect(isOwnCommand({ kind: 'shell', text })).toBe(true);
  expect(isOwnCommand({ kind: 'shell', text: text.replace('exit 2', 'exit 0') })).toBe(false);
  expect(isOwnCommand({ kind: 'shell', text: `${text}; true` })).toBe(false);
  const words = guarded(['a', 'b'], adapters.kimi);
  expect([isGuarded(words), unguarded(words)]).toEqual([true, ['a', 'b']]);
  expect(isGuarded(['/bin/sh', '-c', 'exit 0', 'bylaw'])).toBe(false);
});

describe('scripts that bylaw has written', () => {
  const server = { curl: '/c', socket: '/s', key: '/k', mounts: '/m', policies: '/p', watch: false };
  const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

  test.each([undefined, server])('this one is on the list, with its digest', (asked) => {
    const words = guarded(['/opt/bylaw', 'hook', 'claude-code'], adapters['claude-code'], asked);
    expect(wordsBehindEarlier.get(digest(words[2] ?? ''))).toBe(words.indexOf('/opt/bylaw'));
  });

  test('an earlier one is a line of bylaw, and one that differs by a character is not', () => {
    const own = ['/opt/bylaw', 'hook', 'claude-code'];
    const line = (script: string) => ['/bin/sh', '-c', script, 'bylaw', '15', '2', '{}', 'why', ...own];
    expect(wordsBehindEarlier.get(digest(earlier))).toBe(8);
    expect(unguarded(line(earlier))).toEqual(own);
    expect(isOwnCommand({ kind: 'words', words: line(earlier) })).toBe(true);
    // What is proved of this build's script is not proved of that one.
    expect(isGuarded(line(earlier))).toBe(false);
    expect(isOwnCommand({ kind: 'words', words: line(`${earlier} `) })).toBe(false);
  });
});

/** As a build before the first release wrote it. */
const earlier =
  'set +e; unset -f printf 2>/dev/null; eval "$(PATH=/usr/bin:/bin; printf %b \'set +e +u +x; unset -f say deny work ask printf kill wait sleep cat ls readlink pwd 2>/dev/null; unset l x o e c u k m v a p w q h r n f i d s t P; P=\\0044PATH; PATH=/usr/bin:/bin; LC_ALL=C; l=\\00441 x=\\00442 o=\\00443 e=\\00444; shift 4; work() { export BYLAW_GUARDED=1 PATH="\\0044P"; exec "\\0044@" 5>&5; }; command true 5>&2 || exec 2>/dev/null; command true 5>&1 4<&0 || exit 2; exec 3>&2 4<&0 5>&1; say() { [ -z "\\00441" ] || printf "%s\\\\n" "\\00441"; }; deny() { kill \\0044p \\0044w; say "\\0044o" || x=2; say "\\0044e" >&3; exit \\0044x; }; trap deny HUP INT TERM; work "\\0044@" <&4 >&3 2>&3 3>&- 4<&- & p=\\0044!; exec 2>/dev/null; (s=; trap "kill \\\\\\0044s; exit" TERM; sleep \\0044l & s=\\0044!; wait \\0044s && { kill \\0044p; sleep 1 & s=\\0044!; wait \\0044s; kill -9 \\0044p; }) </dev/null >/dev/null 3>&- 4<&- 5>&- & w=\\0044!; wait \\0044p; s=\\0044?; p=; kill \\0044w; w=; case \\0044s in 79) exit 0;; 78) exit 2;; esac; deny\')"';
