import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { run } from '../../src/cli/run.ts';
import { progressBar } from '../../src/cli/terminal/progress.ts';
import { memoryCode } from '../../src/engine/engine.ts';
import type { JsonObject } from '../../src/facts/event/event.ts';
import { loadPolicies } from '../../src/host/load/load.ts';
import type { ReplayReport } from '../../src/replay/replay.ts';
import { openImmediateLog } from '../../src/store/decision-log/open-immediate-log.ts';
import type { LogInputs } from '../../src/store/decision-log/record.ts';
import { asked, beginning, ended, type RecordedStep, record, runs } from '../replay/recording.ts';
import { decisionOf, linesIn, rewrite, start } from '../store/decision-log/logs.ts';
import { bylaw, type Outcome, withFolder } from './command.ts';

const header = 'policy com.example.dev\n';
const denyCurl = `deny curl
  when runs "curl"
  reason "No downloads: {command}."
`;
const denyPush = `deny push
  when runs "git push"
  reason "No pushes."
`;
const unsureOwner = `deny owner
  when tool "Read" and input.owner is "root"
  when unsure note
  reason "Not as root."
`;

interface Document extends ReplayReport {
  readonly comparedWith: string;
  readonly isWhole: boolean;
  readonly log: Readonly<Record<string, unknown>>;
}

const ajv = new Ajv2020({ validateFormats: false });
/** The published schema lets members be added; here each has to be in it. */
const isAsPublished = ajv.compile(
  JSON.parse(readFileSync('docs/replay.schema.json', 'utf8'), (_, value) =>
    value?.type === 'object' && value.additionalProperties === undefined
      ? { ...value, additionalProperties: false }
      : value,
  ),
);

interface Replayed {
  readonly before: string;
  readonly after: string;
  readonly steps: readonly RecordedStep[];
  readonly inputs?: LogInputs;
}

/** A log written by some rules, and others to try. */
function withRecording<Result>(
  { before, after, steps, inputs }: Replayed,
  use: (cwd: string, replay: (...args: string[]) => Promise<Outcome>) => Promise<Result>,
): Promise<Result> {
  const nothing = 'deny nothing\n  when tool "None"\n';
  return withFolder(
    { 'next/dev.policy': `${header}${after}${nothing}`, 'now/dev.policy': `${header}${before}${nothing}` },
    async (cwd) => {
      const { program: rules } = loadPolicies(['now'], cwd);
      if (rules === undefined) throw new Error('the rules that write the log are not valid');
      record(join(cwd, 'log'), steps, { rules, ...(inputs === undefined ? {} : { inputs }) });
      return use(cwd, (...args) => bylaw(['replay', 'log', '--policies', 'next', ...args], { cwd }));
    },
  );
}

function documentOf({ stdout }: Outcome): Document {
  const document: Document = JSON.parse(stdout);
  expect(isAsPublished(document), JSON.stringify(isAsPublished.errors)).toBe(true);
  return document;
}

/** `kind rule tool: count`. */
const groupsOf = ({ groups }: Document): string[] =>
  groups.map(
    ({ kind, rule, was, tool, events }) =>
      `${kind} ${rule}${was === null ? '' : ` was ${was}`} ${tool}: ${events}`,
  );

const minute = 60_000;
const at = (after: number, event: JsonObject): RecordedStep => ({ after, event });

const day: readonly RecordedStep[] = [
  at(0, runs('1', 'curl https://a.example')),
  at(minute, runs('2', 'git push origin main', { agent: 'release' })),
  at(minute, runs('3', 'ls')),
  at(minute, asked({ id: '4', name: 'Read', input: { file_path: 'a', owner: ['?'] } })),
  at(13 * 60 * minute, runs('5', 'curl https://b.example', { session: 's2' })),
];

describe('what would change', () => {
  test('calls are newly denied and newly passing, by rule, tool and agent, for each day', () =>
    withRecording({ before: denyPush, after: denyCurl, steps: day }, async (_, replay) => {
      const outcome = await replay('--json');
      const document = documentOf(outcome);
      expect(outcome.code).toBe(0);
      expect(outcome.stderr).toBe('');
      expect(document).toMatchObject({ comparedWith: 'record', isWhole: true, compared: 5, changed: 3 });
      expect(document.kinds).toMatchObject({ 'newly-denied': 2, 'newly-passing': 1, 'code-changed': 0 });
      expect(groupsOf(document)).toEqual([
        'newly-denied com.example.dev.curl Bash: 2',
        'newly-passing com.example.dev.push Bash: 1',
      ]);
      expect(document.groups.map(({ agent }) => agent)).toEqual([null, 'release']);
      expect(document.groups[0]?.days).toEqual([
        { day: '2026-10-01', events: 1 },
        { day: '2026-10-02', events: 1 },
      ]);
      expect(document.days).toEqual([
        { day: '2026-10-01', compared: 4, changed: 2 },
        { day: '2026-10-02', compared: 1, changed: 1 },
      ]);
      expect(document.groups[0]?.examples[0]).toEqual({
        place: 'decisions-000001.ndjson:2',
        time: '2026-10-01T12:00:00.000Z',
        source: 'urn:example:harness',
        session: 's1',
        id: 'before 1',
        input: '{"command":"curl https://a.example"}',
        before: { effect: 'none', code: null, reason: null },
        after: {
          effect: 'deny',
          code: 'com.example.dev.curl',
          reason: 'No downloads: curl https://a.example.',
        },
        unknowns: [],
        masked: false,
      });
    }));

  test('where the same policies answered then, they are not the cause', () =>
    withRecording({ before: denyPush, after: unsureOwner, steps: day }, async (cwd, replay) => {
      const { digest } = loadPolicies(['next'], cwd);
      rewrite(join(cwd, 'log'), (lines) => lines.map((line) => line.replaceAll('a'.repeat(64), digest)));
      const document = documentOf(await replay('--json'));
      expect(document).toMatchObject({ changed: 2, samePolicies: { compared: 5, changed: 2 } });
      const { stdout } = await replay();
      expect(stdout).toContain('2 answers change, and not because of the policies, which are the same.');
      expect(stdout).toContain(
        '2 calls answered otherwise than by the same policies then: a replay does not',
      );
      const against = documentOf(await replay('--json', '--against', 'now'));
      expect(against.samePolicies).toEqual({ compared: 0, changed: 0 });
    }));

  test('for people, it is reported in sentences', () =>
    withRecording({ before: denyPush, after: `${denyCurl}${unsureOwner}`, steps: day }, async (_, replay) => {
      const { stdout, stderr, code } = await replay('--examples', '1');
      expect(
        stdout,
      ).toBe(`5 calls from 2026-10-01 to 2026-10-02, compared with what was answered then: 4 answers change.

Newly denied: 2 calls
  com.example.dev.curl  Bash: 2 calls
    1 on 2026-10-01, 1 on 2026-10-02
    2026-10-01T12:00:00.000Z  session s1  {"command":"curl https://a.example"}  (decisions-000001.ndjson:2)
      No downloads: curl https://a.example.

Newly passing: 1 call
  com.example.dev.push  Bash, agent release: 1 call
    2026-10-01T12:01:00.000Z  session s1  {"command":"git push origin main"}  (decisions-000001.ndjson:3)

Newly unsure: 1 call
  com.example.dev.owner  Read: 1 call
    2026-10-01T12:03:00.000Z  session s1  {"file_path":"a","owner":["?"]}  (decisions-000001.ndjson:5)
      unsure about input.owner: it is of a type that cannot be compared
`);
      expect(stderr).toBe('');
      expect(code).toBe(0);
    }));

  test('the documentation shows what is printed', () =>
    withRecording({ before: denyPush, after: denyCurl, steps: day }, async (_, replay) => {
      const [, , shown] = readFileSync('docs/replay.md', 'utf8').split(/^```\n/m);
      expect((await replay('--examples', '1')).stdout).toBe(shown);
    }));

  test('another code is reported with the one before, and doubts that are gone are reported', () => {
    const before = `${denyCurl.replace('deny curl', 'deny fetching')}${unsureOwner}`;
    return withRecording({ before, after: denyCurl, steps: day }, async (_, replay) => {
      expect(groupsOf(documentOf(await replay('--json')))).toEqual([
        'code-changed com.example.dev.curl was com.example.dev.fetching Bash: 2',
        'no-longer-unsure com.example.dev.owner Read: 1',
      ]);
    });
  });

  test('nothing of an agent reaches the terminal as it is', () => {
    const steps = [at(0, runs('1', 'curl \u001b[2J', { session: 'a\u0007b' }))];
    return withRecording({ before: denyPush, after: denyCurl, steps }, async (_, replay) => {
      const { stdout } = await replay();
      expect(stdout).toContain('session a\\u{7}b');
      expect([...stdout].filter((character) => character < ' ' && character !== '\n')).toEqual([]);
    });
  });
});

describe('--against', () => {
  test('compares two sets of policies on the same calls', () =>
    withRecording({ before: denyPush, after: denyCurl, steps: day }, async (_, replay) => {
      const document = documentOf(await replay('--against', 'now', '--json'));
      expect(document.comparedWith).toBe('policies');
      expect(groupsOf(document)).toEqual([
        'newly-denied com.example.dev.curl Bash: 2',
        'newly-passing com.example.dev.push Bash: 1',
      ]);
      expect(document.groups[1]?.examples[0]?.before).toEqual({
        effect: 'deny',
        code: 'com.example.dev.push',
        reason: 'No pushes.',
      });
      expect(documentOf(await replay('--against', 'next', '--json')).changed).toBe(0);
    }));

  test('what is masked is masked for both', () => {
    const steps = [at(0, asked({ id: '1', name: 'Login', input: { password: 'hunter2', owner: 'root' } }))];
    const after = `deny login
  when input.password is "hunter2"
  reason "Weak."
`;
    return withRecording({ before: after, after, steps, inputs: 'masked' }, async (_, replay) => {
      expect(groupsOf(documentOf(await replay('--json')))).toEqual([
        'newly-passing com.example.dev.login Login: 1',
      ]);
      expect(documentOf(await replay('--against', 'now', '--json')).changed).toBe(0);
    });
  });
});

describe('memory', () => {
  const memory = `label secret-seen on session lasts 30m
  when reads "**/.env" and it succeeded

deny exfil
  while secret-seen
  when connects to any host
  reason "A secret was read {since secret-seen} ago."

limit listing to 2 shell per 10m per session
  reason "No more than {limit}."
`;
  const read = asked({ id: '1', name: 'Read', input: { file_path: '/repo/.env' } });
  const fetching = (id: string, session = 's1'): JsonObject =>
    asked({ id, name: 'WebFetch', input: { url: 'https://a.example' }, session });
  const steps = [
    at(0, read),
    at(minute, fetching('2')),
    at(minute, ended(read, 'ok')),
    at(minute, fetching('3')),
    at(minute, fetching('4', 's2')),
    at(29 * minute, fetching('5')),
  ];

  test('is that of the session, set by what the log says of earlier calls, by the clock of the log', () =>
    withRecording({ before: denyPush, after: memory, steps }, async (_, replay) => {
      const document = documentOf(await replay('--json'));
      expect(groupsOf(document)).toEqual(['newly-denied com.example.dev.exfil WebFetch: 1']);
      expect(document.groups[0]?.examples[0]).toMatchObject({
        id: 'before 3',
        after: { reason: 'A secret was read 1 minute ago.' },
      });
      expect(document.outcomes).toEqual({ observed: 1, lost: 0 });
    }));

  test('is made of earlier calls too where only later ones are compared', () =>
    withRecording({ before: denyPush, after: memory, steps }, async (_, replay) => {
      const document = documentOf(await replay('--json', '--since', '2026-10-01T12:02:30Z'));
      expect(groupsOf(document)).toEqual(['newly-denied com.example.dev.exfil WebFetch: 1']);
      expect(document).toMatchObject({ compared: 3, filtered: 2, from: '2026-10-01T12:03:00.000Z' });
    }));

  test('a call that would have been denied and really ran has run', () => {
    const after = `${memory}deny secrets
  when reads "**/.env"
  reason "Secret."
`;
    return withRecording({ before: denyPush, after, steps }, async (_, replay) => {
      expect(groupsOf(documentOf(await replay('--json')))).toEqual([
        'newly-denied com.example.dev.exfil WebFetch: 1',
        'newly-denied com.example.dev.secrets Read: 1',
      ]);
    });
  });

  test('a retry is the call that it was, and is counted once', () => {
    const list = runs('a', 'ls');
    const all = [
      at(0, list),
      at(1000, list),
      at(1000, list),
      at(1000, runs('b', 'ls')),
      at(1000, runs('c', 'ls')),
    ];
    return withRecording({ before: denyPush, after: memory, steps: all }, async (_, replay) => {
      const document = documentOf(await replay('--json'));
      expect(groupsOf(document)).toEqual(['newly-denied com.example.dev.listing Bash: 1']);
      expect(document).toMatchObject({ compared: 3, retries: 2 });
      expect(document.groups[0]?.examples[0]?.id).toBe('before c');
      expect((await replay()).stdout).toContain('2 calls not compared: asked again');
    });
  });

  test('a retry of a call that is not in the log is not compared', () => {
    const list = runs('a', 'ls');
    return withRecording(
      { before: memory, after: denyPush, steps: [at(0, list), at(1, list)] },
      async (cwd, replay) => {
        rewrite(join(cwd, 'log'), (lines) => lines.filter((line) => line.includes('"repeated"')));
        const outcome = documentOf(await replay('--json'));
        expect(outcome).toMatchObject({ compared: 0, notCompared: { retryAlone: 1 } });
      },
    );
  });

  test('goes by time where several processes wrote, and each by its own order', () => {
    const processes = [0, 1, 2, 0, 1, 2];
    const shared = steps.map((step, index) => ({ ...step, process: processes[index] ?? 0 }));
    return withRecording({ before: denyPush, after: memory, steps: shared }, async (cwd, replay) => {
      // As it can be where each process hands its lines over when it has the time.
      rewrite(join(cwd, 'log'), (lines) =>
        [2, 1, 0].flatMap((process) => {
          const names = [...new Set(lines.map((line) => JSON.parse(line).process))];
          return lines.filter((line) => JSON.parse(line).process === names[process]);
        }),
      );
      const document = documentOf(await replay('--json'));
      expect(groupsOf(document)).toEqual(['newly-denied com.example.dev.exfil WebFetch: 1']);
      expect(document.groups[0]?.examples[0]?.id).toBe('before 3');
      expect(document.log.late).toBe(0);
    });
  });

  test('has a bound, and what is forgotten for it is reported', () =>
    withRecording(
      {
        before: denyPush,
        after: memory,
        steps: ['s1', 's2', 's3', 's1', 's1'].map((session, index) =>
          at(1000, runs(`${index}`, 'ls', { session })),
        ),
      },
      async (_, replay) => {
        expect(documentOf(await replay('--json'))).toMatchObject({ changed: 1, forgotten: 0 });
        expect(documentOf(await replay('--json', '--sessions', '2'))).toMatchObject({
          changed: 0,
          forgotten: 2,
        });
        expect((await replay('--sessions', '2')).stdout).toContain(
          '2 sessions forgotten, the least recently used first, to keep no more than 2; `--sessions` keeps more.',
        );
      },
    ));
});

describe('what is not known', () => {
  const secret = 'AKIAIOSFODNN7EXAMPLE';
  const steps = [
    at(0, runs('1', `curl -H 'Authorization: Bearer ${'x'.repeat(40)}' https://a.example`)),
    at(1000, asked({ id: '2', name: 'Count', input: { number: 5 } })),
    at(1000, runs('3', `echo ${secret}`)),
  ];

  test('is all that is masked: it is replayed, and marked', () =>
    withRecording({ before: denyPush, after: denyCurl, steps, inputs: 'masked' }, async (_, replay) => {
      const document = documentOf(await replay('--json'));
      expect(groupsOf(document)).toEqual(['newly-denied com.example.dev.curl Bash: 1']);
      expect(document).toMatchObject({ compared: 3, masked: { compared: 2, changed: 1 } });
      expect(document.groups[0]).toMatchObject({ masked: 1, examples: [{ masked: true }] });
      const { stdout } = await replay();
      expect(stdout).toContain('com.example.dev.curl  Bash: 1 call, all masked in part');
      expect(stdout).toContain(
        '2 calls replayed with parts masked; answers change for 1, perhaps because of that; `--against`',
      );
    }));

  test.each<[LogInputs, string, number, string]>([
    ['hashed', 'hashed', 0, 'the log has digests of the inputs only (`--log-inputs hashed`)'],
    ['none', 'left-out', 0, 'the log has no inputs (`--log-inputs none`)'],
  ])('is every call with an input where inputs are %s', (inputs, why, compared, because) =>
    withRecording({ before: denyPush, after: denyCurl, steps, inputs }, async (_, replay) => {
      const document = documentOf(await replay('--json'));
      expect(document).toMatchObject({ changed: 0, compared, notReplayed: { [why]: 3 - compared } });
      expect((await replay()).stdout).toContain(
        `${3 - compared} calls not replayed, nor remembered for later ones: ${because}`,
      );
    }),
  );

  test('is what a denial had nothing to do with the policies for', () =>
    withRecording({ before: denyPush, after: denyCurl, steps: day }, async (cwd, replay) => {
      const log = openImmediateLog({
        folder: join(cwd, 'log'),
        start,
        whenFull: 'block',
        stays: true,
        now: () => beginning + 2 * 24 * 60 * minute,
      });
      log.append({ ...decisionOf('x'), effect: 'deny', code: memoryCode });
      log.append({ ...decisionOf('y'), event: null, masked: ['/event'] });
      log.append({ ...decisionOf('z'), event: { id: 'z', tool: 5 } });
      log.append({ type: 'evicted', memories: 7 });
      log.close();
      const document = documentOf(await replay('--json'));
      expect(document).toMatchObject({
        compared: 5,
        notCompared: { memoryFailed: 1 },
        notReplayed: { 'too-large': 1, unreadable: 1 },
        log: { evicted: 7, policies: [{ digest: 'a'.repeat(64), decisions: 8 }] },
      });
    }));

  test('is what is torn, altered, garbage, or no record of its kind; the rest is replayed', () =>
    withRecording({ before: denyPush, after: denyCurl, steps: day }, async (cwd, replay) => {
      const log = join(cwd, 'log');
      const [, first = ''] = linesIn(log);
      const record = JSON.parse(first);
      rewrite(log, (lines) => [
        'garbage',
        ...lines.map((line) => line.replace('git push origin', 'curl origin')),
        JSON.stringify({ ...record, time: 'yesterday' }),
        JSON.stringify({ ...record, effect: 'maybe' }),
        JSON.stringify({ ...record, unsure: 5, masked: 'x', tool: [] }),
        JSON.stringify({ process: record.process, seq: 90, type: 'observed', time: record.time, hash: 'x' }),
        JSON.stringify({ process: record.process, seq: 90, type: 'dropped', records: -1, hash: 'x' }),
        '[1, 2]',
        first.slice(0, 100) + first,
      ]);
      appendFileSync(join(log, 'decisions-000001.ndjson'), first.slice(0, 200));
      const document = documentOf(await replay('--json'));
      expect(document).toMatchObject({ compared: 5, retries: 1, outcomes: { lost: 1 } });
      expect(document.log).toMatchObject({ torn: 2, altered: 6, unreadable: 5, dropped: 0 });
      expect(document.kinds).toMatchObject({ 'newly-denied': 2, 'newly-passing': 0, 'code-changed': 1 });
      const { stdout } = await replay();
      for (const note of [
        '2 lines torn: a process was stopped in the middle of writing.',
        '6 records with another hash than was written, replayed anyway: see `bylaw log verify`.',
        '5 lines could not be read.',
        '1 call with an end that is not kept, and counts as not reported.',
      ])
        expect(stdout).toContain(note);
    }));
});

describe('filters', () => {
  const steps = [
    at(0, runs('1', 'curl a', { session: 's1' })),
    at(minute, runs('2', 'curl a', { session: 's2', source: 'urn:example:other' })),
    at(minute, asked({ id: '3', name: 'shell_exec', input: { command: 'curl a' } })),
    at(minute, runs('4', 'curl a')),
  ];
  test.each<[string[], number, number]>([
    [[], 4, 0],
    [['--since', '2026-10-01T12:01:00Z'], 3, 1],
    [['--until', '2026-10-01T12:01:00Z'], 1, 3],
    [['--since', '2026-10-01', '--until', '2026-10-01T12:03:00+00:00'], 3, 1],
    [['--since', '2026-10-02'], 0, 4],
    [['--session', 's2'], 1, 3],
    [['--source', 'urn:example:harness'], 3, 1],
    [['--tool', 'shell*'], 1, 3],
    [['--tool', 'Bash', '--session', 's1'], 2, 2],
  ])('%j: %d compared, %d left out', (filters, compared, filtered) =>
    withRecording({ before: denyPush, after: denyCurl, steps }, async (_, replay) => {
      expect(documentOf(await replay('--json', ...filters))).toMatchObject({ compared, filtered });
    }),
  );
});

describe('exit codes', () => {
  test('1 only where something changes and --fail-on-change asks for it', () =>
    withRecording({ before: denyPush, after: denyCurl, steps: day }, async (cwd, replay) => {
      expect((await replay()).code).toBe(0);
      expect((await replay('--fail-on-change')).code).toBe(1);
      expect((await replay('--fail-on-change', '--tool', 'Read')).code).toBe(0);
      const args = ['replay', 'log', '--fail-on-change', '--policies', 'now', '--against', 'now'];
      expect((await bylaw(args, { cwd })).code).toBe(0);
    }));

  test('3 where nothing could be compared and --fail-on-change asks for a proof', () =>
    withRecording({ before: denyPush, after: denyCurl, steps: day, inputs: 'hashed' }, async (_, replay) => {
      expect((await replay()).code).toBe(0);
      const outcome = await replay('--fail-on-change');
      expect(outcome.code).toBe(3);
      expect(outcome.stderr).toBe(
        'bylaw: no call could be compared, so nothing is known of what would change\n',
      );
      expect(outcome.stdout).toMatch(/^No call could be compared\.\n/);
    }));

  test('2 where either policies are not valid', () =>
    withRecording({ before: denyPush, after: denyCurl, steps: day }, async (cwd, replay) => {
      writeFileSync(join(cwd, 'now', 'dev.policy'), 'policy com.example.dev\ndeny x\n');
      const outcome = await replay('--against', 'now');
      expect(outcome.code).toBe(2);
      expect(outcome.stderr).toContain('The policies are not valid');
      expect(outcome.stdout).toBe('');
    }));

  test.each<[string[], RegExp]>([
    [['nowhere', '--policies', 'next'], /there is no folder or file `nowhere`/],
    [['next', '--policies', 'next'], /there is no file `decisions-….ndjson` in `next`, so no decision log/],
    [['log', 'other', '--policies', 'next'], /takes one log, and `other` is another/],
    [['log', '--policies', 'nowhere'], /nowhere/],
    [['log', '--policies', 'next', '--since', 'monday'], /`--since` takes a time such as/],
    [['log', '--policies', 'next', '--examples', '21'], /`--examples` takes a whole number from 0 to 20/],
    [['log', '--policies', 'next', '--against-record'], /has no option `--against-record`/],
    [['empty.ndjson', '--policies', 'next'], /there is no record and no event in `empty.ndjson`/],
  ])('3 for %j', (args, message) =>
    withRecording({ before: denyPush, after: denyCurl, steps: day }, async (cwd) => {
      writeFileSync(join(cwd, 'empty.ndjson'), '\n');
      const outcome = await bylaw(['replay', ...args], { cwd });
      expect(outcome.stderr).toMatch(message);
      expect(outcome.code).toBe(3);
      expect(outcome.stdout).toBe('');
    }),
  );
});

describe('what is read', () => {
  test('one file of a log is a log whatever it is called', () =>
    withRecording({ before: denyPush, after: denyCurl, steps: day }, async (cwd) => {
      writeFileSync(join(cwd, 'copy.txt'), readFileSync(join(cwd, 'log', 'decisions-000001.ndjson')));
      const outcome = await bylaw(['replay', 'copy.txt', '--policies', 'next', '--json'], { cwd });
      expect(documentOf(outcome)).toMatchObject({ comparedWith: 'record', compared: 5, changed: 3 });
    }));

  test('a file of events has no answers, and is compared with letting everything pass', () => {
    const lines = [
      ...day.map(({ event }) => JSON.stringify(event)),
      '{"tool": {"name": "Bash", "kind": "shell", "input": {"command": "curl x"}}}',
      JSON.stringify({ jsonrpc: '2.0', method: 'hooks/nothing' }),
      '{"cut',
    ];
    return withFolder(
      { 'next/dev.policy': `${header}${denyCurl}`, 'events.ndjson': lines.join('\n') },
      async (cwd) => {
        const outcome = await bylaw(['replay', 'events.ndjson', '--policies', 'next', '--json'], { cwd });
        const document = documentOf(outcome);
        expect(document).toMatchObject({ comparedWith: 'nothing', compared: 6, changed: 3 });
        expect(document.log).toMatchObject({ undated: 1, unreadable: 2 });
        expect(document.groups[0]?.examples[0]?.place).toBe('events.ndjson:1');
        const { stdout } = await bylaw(['replay', 'events.ndjson', '--policies', 'next'], { cwd });
        expect(stdout).toContain('compared with letting everything pass, because no answers were recorded');
      },
    );
  });
});

describe('progress', () => {
  test('a bar is as full as the part', () => {
    expect(progressBar(0)).toBe(`${'░'.repeat(20)} 0 %`);
    expect(progressBar(0.5)).toBe(`${'█'.repeat(10)}${'░'.repeat(10)} 50 %`);
    expect(progressBar(7)).toBe(`${'█'.repeat(20)} 100 %`);
    expect(progressBar(Number.NaN)).toBe(`${'░'.repeat(20)} 0 %`);
  });

  test('a replay that is stopped says so, and is no proof of anything', () =>
    withRecording({ before: denyPush, after: denyPush, steps: day }, async (cwd) => {
      const stop = new AbortController();
      stop.abort();
      const texts = { stdout: '', stderr: '' };
      const gather = (name: 'stdout' | 'stderr'): Writable =>
        new Writable({
          write(chunk, _, done) {
            texts[name] += chunk;
            done();
          },
        });
      const code = await run(['replay', 'log', '--policies', 'next', '--fail-on-change'], {
        stdin: Readable.from([]),
        stdout: gather('stdout'),
        stderr: gather('stderr'),
        cwd,
        env: {},
        stop: stop.signal,
      });
      expect(texts.stdout).toContain('The replay was stopped: what follows in the log was not looked at.');
      expect(texts.stderr).toContain('the replay was stopped before its end');
      expect(code).toBe(3);
    }));
});
