import {
  appendFileSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { run } from '../../src/cli/run.ts';
import { createEngine } from '../../src/host/create-engine.ts';
import { openImmediateLog } from '../../src/store/decision-log/open-immediate-log.ts';
import { wrongWith } from '../host/export/ocsf-schema.ts';
import { decisionOf, linesIn, rewrite, start } from '../store/decision-log/logs.ts';
import { bylaw, withFolder } from './command.ts';

const policy = `policy com.example.dev
deny shell
  when kind is shell
  reason "No shell: {tool}."
  test
    denies "ls"

watch reading
  when kind is file_read
  reason "It reads."
  test
    denies read "a"

deny owner
  when input.owner is "root"
  when unsure note
  reason "Not as root."

deny never
  when tool is "Nothing"
  reason "Nothing."
`;

/** A folder with policies and a log of some decisions by them. */
const withLog = <Result>(use: (cwd: string) => Promise<Result>): Promise<Result> =>
  withFolder({ 'policies/dev.policy': policy }, async (cwd) => {
    const engine = createEngine({ policies: 'policies', cwd, log: { folder: 'log' } });
    const harness = { name: 'Test Harness', version: '1' };
    for (let index = 0; index < 10; index++) {
      const shell = { name: 'Bash', kind: 'shell', input: { command: `echo ${index} \u001b[31m` } };
      const read = { name: 'Read', kind: 'file_read', input: { file_path: 'a.txt' } };
      const session = { id: index < 5 ? 's1' : 's2', agent: { id: 'a1', type: 'reviewer' } };
      engine.decide({ id: `e${index}`, harness, session, tool: index % 2 === 0 ? shell : read });
    }
    engine.observe({ id: 'x', type: 'session.end', harness, session: { id: 's2' } });
    engine.close();
    return use(cwd);
  });

describe('bylaw log tail', () => {
  test('shows the last records, each on a line that nothing in it can break', () =>
    withLog(async (cwd) => {
      const { code, stdout } = await bylaw(['log', 'log', '-n', '4'], { cwd });
      expect(code).toBe(0);
      const lines = stdout.trimEnd().split('\n');
      expect(lines).toHaveLength(4);
      expect(lines[0]).toMatch(
        /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} {2}deny {4}Bash {2}echo 8 \[31m │ com\.example\.dev\.shell: No shell: Bash\.; unsure com\.example\.dev\.owner \(by \S+, s2, [\d.]+ (?:µs|ms)\)$/,
      );
      expect(lines[1]).toMatch(
        /unsure {2}Read {2}a\.txt │ unsure com\.example\.dev\.owner; watched com\.example\.dev\.reading \(by \S+, s2, /,
      );
      expect(lines[2]).toContain('session.end');
      expect(lines[3]).toContain('ends');
      expect(stdout).not.toContain('\u001b');
    }));

  test('says who asked, finds the calls of one client, and counts them', () =>
    withFolder({}, async (cwd) => {
      const rotation = { maxSize: 1e6, maxAge: 1e12, keep: 100 };
      const options = { folder: join(cwd, 'log'), start, whenFull: 'block', stays: false, rotation } as const;
      const log = openImmediateLog(options);
      const clients = [{ token: 'ci', user: 'root' }, { user: 'ann' }, {}, undefined];
      clients.forEach((client, at) => void log.append({ ...decisionOf(`e${at}`), client }));
      const lines = async (...args: readonly string[]) =>
        (await bylaw(['log', 'log', '--effect', decisionOf('e').effect, ...args], { cwd })).stdout
          .trimEnd()
          .split('\n');
      expect((await lines()).map((line) => /\(by (\w+),/.exec(line)?.[1])).toEqual([
        'ci',
        'ann',
        undefined,
        undefined,
      ]);
      expect(await lines('--client', 'ann')).toHaveLength(1);
      expect(await lines('--client', 'user=ann')).toEqual(await lines('--client', 'ann'));
      expect(await lines('--client', 'token=ci')).toEqual(await lines('--client', 'ci'));
      expect((await lines('--client', 'token=ann'))[0]).toBe('');
      expect((await lines('--client', 'root'))[0]).toBe('');
      const { stdout } = await bylaw(['log', 'stats', 'log', '--json'], { cwd });
      expect(JSON.parse(stdout).clients).toEqual({ ann: 1, ci: 1 });
    }));

  test('blames no filter where nothing was decided', () =>
    withFolder({ 'policies/dev.policy': policy }, async (cwd) => {
      const env = { XDG_STATE_HOME: cwd };
      const asked = () => bylaw(['log', '--code', 'com.example.dev.x'], { cwd, env });
      expect((await asked()).stderr).toContain(
        'hooks without a server keep one from their first call on, and only with `--log default`',
      );
      const engine = createEngine({ policies: 'policies', cwd, log: { folder: 'bylaw/decisions' } });
      engine.observe({ id: 'x', type: 'session.end', session: { id: 's' } });
      engine.close();
      expect((await asked()).stderr).toMatch(/^The log \S+ has no decision: .*`--log default`/);
    }));

  test('counts many unsure rules, and names each one when asked', () =>
    withFolder({}, async (cwd) => {
      const rotation = { maxSize: 1e6, maxAge: 1e12, keep: 100 };
      const log = openImmediateLog({
        folder: join(cwd, 'log'),
        start,
        whenFull: 'block',
        stays: false,
        rotation,
      });
      const finding = { effect: 'deny', severity: 'high', path: 'a.policy', objects: [] } as const;
      const unsureAbout = (count: number) =>
        Array.from({ length: count }, (_, at) => ({
          ...finding,
          code: `com.example.many.r${at}`,
          span: { start: 0, end: 1 },
          unknowns: [],
        }));
      for (const count of [5, 6]) log.append({ ...decisionOf(`e${count}`), unsure: unsureAbout(count) });
      const shown = async (...args: string[]) =>
        (await bylaw(['log', 'log', '-n', '2', ...args], { cwd })).stdout.trimEnd().split('\n');
      const [few = '', many = ''] = await shown();
      expect(few.match(/unsure com\.example\.many\.r\d/g)).toHaveLength(5);
      expect(many).toContain('unsure about 6 rules');
      expect(many).not.toContain('com.example.many');
      const [, all = ''] = await shown('--verbose');
      expect(all.match(/unsure com\.example\.many\.r\d/g)).toHaveLength(6);
    }));

  test.each([
    [['--session', 's1'], 5],
    [['--tool', 'Bash'], 5],
    [['--effect', 'deny'], 5],
    [['--code', 'com.example.dev.shell'], 5],
    [['--code', 'com.example.dev.*'], 10],
    [['--code', 'com.example.dev.reading', '--session', 's2'], 3],
    [['--source', 'urn:bylaw:dry-run'], 11],
    [['--source', 'urn:other'], 0],
    [['--unsure'], 10],
    [['--since', '1h'], 13],
    [['--until', '1h'], 0],
    [['--since', '2000-01-01', '--until', '2000-01-02T00:00:00Z'], 0],
    [[], 13],
  ])('with %j shows %i records', (args, count) =>
    withLog(async (cwd) => {
      const { stdout, code } = await bylaw(['log', 'tail', 'log', '-n', 'all', '--json', ...args], { cwd });
      expect(code).toBe(0);
      const lines = stdout === '' ? [] : stdout.trimEnd().split('\n');
      expect(lines).toHaveLength(count);
      const all = linesIn(join(cwd, 'log'));
      expect(lines.every((line) => all.includes(line))).toBe(true);
    }),
  );

  test('goes over files, the newest first', () =>
    withFolder({}, async (cwd) => {
      const folder = join(cwd, 'log');
      const rotation = { maxSize: 1500, maxAge: 1e12, keep: 100 };
      for (let index = 0; index < 12; index++)
        openImmediateLog({ folder, start, whenFull: 'block', stays: false, rotation }).append(
          decisionOf(`e${index}`),
        );
      const { stdout } = await bylaw(['log', 'log', '-n', '5', '--json'], { cwd });
      expect([...stdout.matchAll(/"id":"(e\d+)","harness"/g)].map(([, id]) => id)).toEqual([
        'e7',
        'e8',
        'e9',
        'e10',
        'e11',
      ]);
    }));

  test('follows, over the end of a file and a line that comes in two parts, until it is asked to end', () =>
    withFolder({}, async (cwd) => {
      const folder = join(cwd, 'log');
      const append = (id: string, maxSize = 1e6): void => {
        const rotation = { maxSize, maxAge: 1e12, keep: 100 };
        openImmediateLog({ folder, start, whenFull: 'block', stays: false, rotation }).append(decisionOf(id));
      };
      append('e1');
      const stop = new AbortController();
      let text = '';
      let wake = (): void => {};
      const stdout = new Writable({
        write(chunk, _encoding, done) {
          text += chunk;
          wake();
          done();
        },
      });
      const until = async (holds: () => boolean): Promise<void> => {
        while (!holds())
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      };
      const ids = (): string[] => [...text.matchAll(/"id":"(e\d+)","harness"/g)].map(([, id]) => id ?? '');
      const streams = { stdin: Readable.from([]), stdout, stderr: new PassThrough() };
      const ended = run(['log', 'log', '-f', '--json'], { ...streams, cwd, env: {}, stop: stop.signal });
      await until(() => ids().length === 1);
      append('e2');
      await until(() => ids().length === 2);
      append('e3', 1);
      await until(() => ids().length === 3);
      // A line in two parts, as a slow disk may show it.
      append('e4');
      const file = join(folder, 'decisions-000002.ndjson');
      const whole = readFileSync(file);
      truncateSync(file, whole.length - 100);
      appendFileSync(file, whole.subarray(whole.length - 100));
      await until(() => ids().length === 4);
      stop.abort();
      expect(await ended).toBe(0);
      expect(ids()).toEqual(['e1', 'e2', 'e3', 'e4']);
    }));

  test.each([
    [['log', 'nowhere'], 'there is no folder or file `nowhere`\n'],
    [['log', 'exprot'], 'there is no folder or file `exprot`; did you mean `export`?'],
    [['log', 'policies'], 'so no decision log'],
    [['log', 'log', 'more'], 'takes one folder'],
    [['log', 'log', '-n', 'x'], '`-n` takes a number'],
    [['log', 'log', '--since', 'yesterday'], '`--since` takes a time'],
    [['log', 'log', '--effect', 'allow'], '`--effect` takes deny or none'],
    [['log', 'verify', 'log', '--sesion', 'x'], '`bylaw log verify` has no option `--sesion`'],
    [
      ['log', 'export', '--log', 'log'],
      'the folder of the log is named without an option: `bylaw log export DIR`',
    ],
  ])('refuses %j as wrong usage', (args, message) =>
    withLog(async (cwd) => {
      const { code, stderr } = await bylaw(args, { cwd });
      expect(stderr).toContain(message);
      expect(code).toBe(3);
    }),
  );
});

describe('bylaw log verify', () => {
  test('says that a log is intact, and what is in it', () =>
    withLog(async (cwd) => {
      const { code, stdout } = await bylaw(['log', 'verify', 'log'], { cwd });
      expect([code, stdout]).toEqual([
        0,
        expect.stringMatching(/^intact: 13 records of 1 process in 1 file; from 2\S+Z to 2\S+Z\n$/),
      ]);
    }));

  test('names the line that was altered and the record that was removed, and ends with 1', () =>
    withLog(async (cwd) => {
      const file = join(cwd, 'log', 'decisions-000001.ndjson');
      rewrite(join(cwd, 'log'), (lines) =>
        lines.with(2, (lines[2] ?? '').replace('"effect":"none"', '"effect":"deny"')).toSpliced(6, 1),
      );
      const { code, stdout } = await bylaw(['log', 'verify', 'log'], { cwd });
      expect(code).toBe(1);
      const [altered, removed, verdict] = stdout.split('\n');
      expect(altered).toMatch(
        new RegExp(
          `^altered +${file}:3: record 3 of process [0-9a-f]{16} was changed: its hash is different`,
        ),
      );
      expect(removed).toMatch(
        new RegExp(`^removed +${file}:7: record 7 of process [0-9a-f]{16} should come before this one`),
      );
      expect(verdict).toMatch(/^NOT INTACT: 12 records/);
      const json = await bylaw(['log', 'verify', 'log', '--json'], { cwd });
      expect(json.code).toBe(1);
      expect(JSON.parse(json.stdout)).toMatchObject({
        intact: false,
        issues: [
          { kind: 'altered', line: 3 },
          { kind: 'removed', line: 7 },
        ],
      });
    }));

  test('shows a torn last line, and what that cannot prove', () =>
    withLog(async (cwd) => {
      const file = join(cwd, 'log', 'decisions-000001.ndjson');
      writeFileSync(file, readFileSync(file).subarray(0, -100));
      const { code, stdout } = await bylaw(['log', 'verify', 'log'], { cwd });
      expect(code).toBe(0);
      expect(stdout).toMatch(
        /^torn +\S+:13: the last line of its process has no end: .*which cannot be distinguished here; .*not known\n/,
      );
      expect(stdout).toContain('1 process runs still, or ended without saying so; 1 torn');
    }));

  test('takes one file for a log', () =>
    withLog(async (cwd) => {
      const { code } = await bylaw(['log', 'verify', 'log/decisions-000001.ndjson'], { cwd });
      expect(code).toBe(0);
      rmSync(join(cwd, 'log'), { recursive: true });
      expect((await bylaw(['log', 'verify', 'log'], { cwd })).code).toBe(3);
    }));
});

describe('bylaw log stats', () => {
  test('counts, and says which rules had nothing to say', () =>
    withLog(async (cwd) => {
      const { code, stdout } = await bylaw(['log', 'stats', 'log', '--json', '--policies', 'policies'], {
        cwd,
      });
      expect(code).toBe(0);
      const { latencyMicroseconds, timeline, ...counts } = JSON.parse(stdout);
      expect(counts).toEqual({
        from: expect.any(String),
        to: expect.any(String),
        decisions: 10,
        denied: 5,
        repeated: 0,
        unsure: 10,
        faults: 0,
        unenforceable: 0,
        observed: 1,
        dropped: 0,
        masked: 0,
        denialsByCode: { 'com.example.dev.shell': 5 },
        matchedByCode: { 'com.example.dev.shell': 5 },
        watchedByCode: { 'com.example.dev.reading': 5 },
        rollouts: {},
        unsureByCode: { 'com.example.dev.owner': 10 },
        unsureAmongFewByCode: { 'com.example.dev.owner': 10 },
        unsureForMany: 0,
        byTag: {},
        differences: {},
        doubts: { 'com.example.dev.owner: `input.owner` is missing': 10 },
        tools: { Bash: 5, Read: 5 },
        kinds: { file_read: 5, shell: 5 },
        agents: { 'Test Harness / reviewer': 10 },
        clients: { [userInfo().username]: 10 },
        neverHit: ['com.example.dev.never'],
        neverUsed: [],
        excusedByException: {},
      });
      const { p50, p90, p99, max } = latencyMicroseconds;
      expect([p50, p90, p99, max].toSorted((a, b) => a - b)).toEqual([p50, p90, p99, max]);
      expect(timeline.decisions.reduce((sum: number, count: number) => sum + count, 0)).toBe(10);
    }));

  test('draws it for people', () =>
    withLog(async (cwd) => {
      const { stdout } = await bylaw(['log', 'stats', 'log', '--policies', 'policies'], { cwd });
      expect(stdout).toMatch(/^10 decisions, 5 denied \(50 %\), 10 unsure \(100 %\), 0 retries, 0 faults\n/);
      expect(stdout).toContain(
        'Denials by code\n  com.example.dev.shell  5  ████████████████████████  50 %\n',
      );
      expect(stdout).toContain('Rules that no decision was about\n  com.example.dev.never\n');
      expect(stdout).toMatch(/Time to decide\n {2}p50 \S+ \S+ {3}p90 /);
      expect(stdout).toMatch(/[▁▂▃▄▅▆▇█] {2}1 s each\n/);
    }));

  test('of nothing says so', () =>
    withLog(async (cwd) => {
      const { stdout } = await bylaw(['log', 'stats', 'log', '--session', 'nobody'], { cwd });
      expect(stdout).toBe('No decision in this log was asked for.\n');
    }));
});

describe('bylaw log export', () => {
  const exported = (args: readonly string[], cwd: string) =>
    bylaw(['log', 'export', 'log', ...args], { cwd });
  const linesOf = (text: string): readonly string[] => text.trimEnd().split('\n');

  test('writes the lines of the log as they are', () =>
    withLog(async (cwd) => {
      const { code, stdout, stderr } = await exported([], cwd);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(linesOf(stdout)).toEqual(linesIn(join(cwd, 'log')));
    }));

  test('writes a table, and a file for its owner alone', () =>
    withLog(async (cwd) => {
      const { code, stdout } = await exported(
        ['--format', 'csv', '--effect', 'deny', '--out', 'denied.csv'],
        cwd,
      );
      expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
      const path = join(cwd, 'denied.csv');
      const rows = readFileSync(path, 'utf8').trimEnd().split('\r\n');
      expect(rows).toHaveLength(6);
      expect(rows[0]).toMatch(/^time,type,effect,code,/);
      if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(existsSync(`${path}.part`)).toBe(false);
    }));

  test('writes events of OCSF, and a finding for each denial', () =>
    withLog(async (cwd) => {
      const { stdout } = await exported(['--format', 'ocsf'], cwd);
      const events = linesOf(stdout).map((line) => JSON.parse(line));
      expect(events.flatMap(wrongWith)).toEqual([]);
      const classes = events.map(({ class_uid }) => class_uid);
      const count = (wanted: number) => classes.filter((uid) => uid === wanted).length;
      expect([count(6003), count(2004), count(0)]).toEqual([10, 5, 2]);
    }));

  test('leaves out what is no record, and says so', () =>
    withLog(async (cwd) => {
      rewrite(join(cwd, 'log'), (lines) => [...lines.slice(0, 3), 'no record', ...lines.slice(3)]);
      const { stdout, stderr } = await exported(['--session', 's1'], cwd);
      expect(linesOf(stdout)).toHaveLength(5);
      expect(stderr).toBe('bylaw: 1 lines are no records, and were left out: see `bylaw log verify`\n');
    }));

  test.each([
    [['--format', 'xml'], '`--format` takes ndjson, csv or ocsf, not `xml`'],
    [['--since', 'soon'], '`--since` takes a time such as `2026-11-21T14:00:00Z`'],
    [['--out', 'nowhere/x.csv'], 'cannot be written'],
  ])('%j is wrong usage', (args, message) =>
    withLog(async (cwd) => {
      const { code, stderr } = await exported(args, cwd);
      expect(code).toBe(3);
      expect(stderr).toContain(message);
    }),
  );
});

describe('bylaw log ship', () => {
  const receiver = async (use: (address: string, bodies: string[]) => Promise<void>): Promise<void> => {
    const bodies: string[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (part) => {
        body += part;
      });
      request.on('end', () => {
        bodies.push(body);
        response.writeHead(bodies.length === 1 ? 503 : 204).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, bodies).finally(() => {
      server.close();
      server.closeAllConnections();
    });
  };
  const env = { BYLAW_SHIP_SECRET: 'a secret of some length' };

  test('ends with 1 where nothing is taken, and goes on where it was', () =>
    withLog((cwd) =>
      receiver(async (address, bodies) => {
        const args = ['log', 'ship', 'log', '--to', address, '--once', '--effect', 'deny'];
        const refused = await bylaw(args, { cwd, env });
        expect(refused.code).toBe(1);
        expect(refused.stderr).toMatch(/cannot be shipped to .*, and are tried again: .* answers with 503\n/);
        const taken = await bylaw(args, { cwd, env });
        expect(taken.code).toBe(0);
        expect(taken.stderr).toMatch(/^bylaw: 5 records were shipped to /);
        await bylaw(args, { cwd, env });
        expect(bodies.map((body) => body.trimEnd().split('\n').length)).toEqual([5, 5]);
      }),
    ));

  test.each([
    [[], 'name where records go with `--to ADDRESS`'],
    [['--to', 'https://logs.example.com'], 'are signed with a secret of at least 16 characters'],
    [['--to', 'syslog+udp://localhost', '--format', 'csv'], '`--format` takes ndjson or ocsf, not `csv`'],
    [['--to', 'https://logs.example.com', '--secret-file', 'nowhere'], '`nowhere` cannot be read'],
    [['--to', 'syslog+tls://localhost', '--ca', 'nowhere'], '`nowhere` cannot be read'],
  ])('%j is wrong usage', (args, message) =>
    withLog(async (cwd) => {
      const { code, stderr } = await bylaw(['log', 'ship', 'log', ...args], { cwd });
      expect(code).toBe(3);
      expect(stderr).toContain(message);
    }),
  );
});

test('`--deny` is an effect', async () => {
  const { stderr } = await bylaw(['log', '--deny'], { cwd: process.cwd() });
  expect(stderr).toContain('did you mean `--effect deny`?');
});
