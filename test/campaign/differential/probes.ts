/** Tries to get out of the sandbox. Nothing else may be run where one of these does. */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isFull } from '../effort.ts';
import { type Outcome, runAll, type Shell } from './sandbox.ts';

interface Probe {
  readonly name: string;
  readonly shell?: Shell;
  readonly text: string;
  /** It is killed then: long enough for a busy machine, or short where nothing else ends it. */
  readonly seconds?: number;
  /** What is wrong, or nothing. */
  fails(outcome: Outcome): boolean;
}

/** Whether there is a second shell. */
export const hasDash = existsSync('/usr/bin/dash');

const inMemory = (outcome: Outcome): boolean =>
  outcome.changes.every(({ path }) => /^\/(?:home|tmp)\//.test(path));

/** Prints `out` where a command succeeds that must not. */
const forbidden = (name: string, ...commands: readonly string[]): Probe => ({
  name,
  text: commands.map((command) => `if { ${command}; } 2>/dev/null; then echo out; fi`).join('\n'),
  fails: ({ printed, status }) => printed.includes('out') || status === null,
});

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function probes(real: string, port: number): readonly Probe[] {
  return [
    {
      name: 'scripts run, and what they change is seen',
      text: 'id -u; rm a.txt; echo x > new; echo y >> b.txt',
      fails: ({ printed, changes }) =>
        printed !== '1000\n' ||
        changes.map(({ path, what }) => `${what} ${path.slice(path.lastIndexOf('/') + 1)}`).join() !==
          'deleted a.txt,changed b.txt,created new',
    },
    forbidden('the root', 'echo x > /out', 'mkdir /out', 'echo x > /etc/out', 'echo x >> /etc/passwd'),
    forbidden(
      'the system',
      'echo x > /usr/out',
      'echo x > /usr/bin/out',
      'touch /usr/bin/env',
      'test -w /node',
    ),
    forbidden('the machine', 'echo x > /proc/sys/kernel/hostname', 'test -w /proc/sysrq-trigger'),
    forbidden('files outside', `test -e ${quoted(real)}`, `echo x > ${quoted(join(real, 'out'))}`),
    forbidden(
      'the home of who runs it',
      `ls -A ${quoted(homedir())} | grep . && test ${quoted(homedir())} != /home/user`,
    ),
    forbidden('the mounts', 'mount -o remount,rw /', 'mount -t tmpfs x /tmp', 'umount /usr', 'umount /home'),
    forbidden(
      'the mounts, from a namespace of its own',
      "unshare -Ur -m sh -c 'mount -o remount,bind,rw / && echo x > /out'",
      "unshare -Ur -m sh -c 'umount /usr'",
    ),
    forbidden('what it may do', "grep -E '^Cap(Prm|Eff|Amb).*[1-9a-f]' /proc/self/status", 'chown 0 b.txt'),
    forbidden('other processes', `kill -0 ${process.pid}`, 'test $(ls -d /proc/[0-9]* | wc -l) -gt 8'),
    forbidden(
      'the network',
      `bash -c 'echo > /dev/tcp/127.0.0.1/${port}'`,
      "bash -c 'echo > /dev/tcp/1.1.1.1/53'",
      "tail -n +3 /proc/net/dev | grep -v ' lo:'",
    ),
  ];
}

/**
 * Does harm where it is not contained: only for where all of the others are. What a campaign generates may use up what
 * there is; the scripts of the gate's sample are always the same, and do not.
 */
const rough: readonly Probe[] = [
  {
    name: 'processes',
    shell: 'dash',
    text: 'n=0; while [ $n -lt 200 ]; do sleep 0.3 & n=$((n+1)); done; echo out',
    fails: ({ printed }) => printed.includes('out'),
  },
  {
    name: 'a fork bomb',
    shell: 'dash',
    text: 'f() { f | f & }; f; sleep 0.2',
    seconds: 0.5,
    fails: () => false,
  },
  {
    name: 'the disk',
    text: 'n=0; while [ $n -lt 40 ] && head -c 900000 /dev/zero > /tmp/$n; do n=$((n+1)); done; echo $n',
    fails: ({ printed }) => !(Number(printed) < 20),
  },
  {
    name: 'one file',
    text: 'head -c 9000000 /dev/zero > /tmp/x; wc -c < /tmp/x',
    fails: ({ printed }) => Number(printed) > 1_000_000,
  },
  {
    name: 'memory',
    text: 'x=$(head -c 600000000 /dev/zero | tr "\\0" a); expr length "$x"',
    fails: ({ printed }) => Number(printed) > 400_000_000,
  },
  {
    name: 'time',
    text: 'trap "" TERM INT; sleep 60; echo out',
    seconds: 0.5,
    fails: ({ status }) => status === 0,
  },
  {
    name: 'what goes on in the background',
    text: "setsid sh -c 'sleep 0.2; touch /home/user/late' & exit 0",
    fails: () => false,
  },
  {
    name: 'deletes of everything stay in memory',
    text: 'rm -rf --no-preserve-root / ; rm -rf ~ ; rm -rf /home/* /tmp/*',
    fails: ({ changes }) => changes.length === 0,
  },
  {
    name: 'all is there again',
    text: 'sleep 0.4; test -e /usr/bin/env && test -e a.txt && test ! -e ~/late && test ! -e /tmp/0 && echo fine',
    fails: ({ printed, changes }) => printed !== 'fine\n' || changes.length > 0,
  },
];

const failing = (all: readonly Probe[]): readonly string[] => {
  const outcomes = runAll(
    all.map(({ text, shell = 'bash', seconds = 10 }) => ({ shell: hasDash ? shell : 'bash', text, seconds })),
  );
  return all.flatMap((probe, at) => {
    const outcome = outcomes[at];
    if (outcome !== undefined && !probe.fails(outcome) && inMemory(outcome)) return [];
    return [`${probe.name} (${JSON.stringify(outcome)?.slice(0, 400)})`];
  });
};

/** Why scripts may not be run here; undefined where they may. */
export async function whyNot(): Promise<string | undefined> {
  if (process.platform !== 'linux') return 'there are no namespaces on this system';
  const real = mkdtempSync(join(tmpdir(), 'bylaw-differential-'));
  writeFileSync(join(real, 'kept'), '');
  let reached = false;
  const server = createServer((socket) => {
    reached = true;
    socket.destroy();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  try {
    const all = probes(real, typeof address === 'object' ? (address?.port ?? 0) : 0);
    const escapes = failing(all);
    await new Promise((done) => setTimeout(done, 20));
    if (reached) return 'a script reached the network';
    if (readdirSync(real).join() !== 'kept') return 'a script wrote outside';
    const found = escapes.length > 0 || !isFull ? escapes : failing(rough);
    return found.length > 0 ? `not contained: ${found.join('; ')}` : undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    server.close();
    rmSync(real, { recursive: true, force: true });
  }
}
