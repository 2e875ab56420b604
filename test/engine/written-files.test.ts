/** What a session writes to files, and what a later call that runs one of them does. */
import { describe, expect, test } from 'vitest';
import { Engine } from '../../src/engine/engine.ts';
import type { CallOutcome } from '../../src/engine/memory.ts';
import type { ImmediateMemoryStore } from '../../src/engine/memory-store.ts';
import { writtenDisk } from '../../src/facts/disk/written-disk.ts';
import type { Event } from '../../src/facts/event/event.ts';
import { MemoryStoreError } from '../../src/store/memory/failure.ts';
import { bash, call, digest, ended, hour, Setting } from './setting.ts';

const rules = 'deny push when runs "git push" reason "no"';
const push = 'git push origin main\n';

const write = (content: string, id: string, path = 'x.sh'): Event =>
  call('Write', id, { file_path: path, content });
const edit = (before: string, after: string, id: string): Event =>
  call('Edit', id, { file_path: 'x.sh', old_string: before, new_string: after });

type Step = readonly [event: Event, outcome: CallOutcome | undefined];

/** What a call does after some others: `denied`, `unsure` or `passes`. */
function answerAfter(steps: readonly Step[], last: Event, setting = new Setting(rules)): string {
  for (const [event, outcome] of steps) {
    setting.decide(event);
    if (outcome !== undefined) setting.tell(event, outcome);
  }
  const { effect, unsure } = setting.decide(last);
  return effect === 'deny' ? 'denied' : unsure.length > 0 ? 'unsure' : 'passes';
}

const run = bash('bash x.sh', 'run');

describe('a file that a tool wrote', () => {
  test.each<[name: string, steps: readonly Step[], answer: string]>([
    ['that is run', [[write(push, '1'), 'ok']], 'denied'],
    ['by a call whose end nobody tells', [[write(push, '1'), undefined]], 'denied'],
    ['by a call that failed', [[write(push, '1'), 'error']], 'denied'],
    ['by a call that was denied', [[write(push, '1'), 'denied']], 'passes'],
    [
      'and again',
      [
        [write(push, '1'), 'ok'],
        [write('ls\n', '2'), 'ok'],
      ],
      'passes',
    ],
    [
      'and again by a call that was denied',
      [
        [write(push, '1'), 'ok'],
        [write('ls\n', '2'), 'denied'],
      ],
      'denied',
    ],
    [
      'and again by a call that failed',
      [
        [write(push, '1'), 'ok'],
        [write('ls\n', '2'), 'error'],
      ],
      'denied',
    ],
    [
      'and again by a call that has not ended',
      [
        [write(push, '1'), 'ok'],
        [write('ls\n', '2'), undefined],
      ],
      'denied',
    ],
    [
      'and whose mode is changed, where no end is ever told',
      [
        [write(push, '1'), undefined],
        [bash('chmod +x x.sh', '2'), undefined],
      ],
      'denied',
    ],
    [
      'and that is touched, where no end is ever told',
      [
        [write(push, '1'), undefined],
        [bash('touch x.sh', '2'), undefined],
      ],
      'denied',
    ],
    [
      'and again, where no end is ever told',
      [
        [write(push, '1'), undefined],
        [write('ls\n', '2'), undefined],
      ],
      'passes',
    ],
    [
      'and that is edited',
      [
        [write('ls\n', '1'), 'ok'],
        [edit('ls', 'git push', '2'), 'ok'],
      ],
      'denied',
    ],
    [
      'and that is edited in a place that is not there',
      [
        [write(push, '1'), 'ok'],
        [edit('nothing', 'ls', '2'), 'ok'],
      ],
      'denied',
    ],
    [
      'and that is deleted',
      [
        [write(push, '1'), 'ok'],
        [bash('rm x.sh', '2'), 'ok'],
      ],
      'passes',
    ],
  ])('%s', (_, steps, answer) => expect(answerAfter(steps, run)).toBe(answer));

  test('with several edits at once', () => {
    const edits = [
      { old_string: 'a', new_string: 'git' },
      { old_string: 'b', new_string: 'push' },
    ];
    const many = call('MultiEdit', '2', { file_path: 'x.sh', edits });
    expect(
      answerAfter(
        [
          [write('a b\n', '1'), 'ok'],
          [many, 'ok'],
        ],
        run,
      ),
    ).toBe('denied');
  });

  test('by a patch, and changed by another', () => {
    const patch = (text: string, id: string): Event =>
      call('apply_patch', id, { input: `*** Begin Patch\n${text}*** End Patch` });
    const add = patch('*** Add File: x.sh\n+# begin\n+ls\n', '1');
    expect(answerAfter([[add, 'ok']], run)).toBe('passes');
    const update = patch('*** Update File: x.sh\n@@\n # begin\n-ls\n+git push\n', '2');
    expect(
      answerAfter(
        [
          [add, 'ok'],
          [update, 'ok'],
        ],
        run,
      ),
    ).toBe('denied');
  });

  test('with no content that is known leaves what was there possible', () => {
    const other = call('Write', '2', { file_path: 'x.sh', lines_of_text: ['git pull'] });
    const steps: readonly Step[] = [
      [write(push, '1'), 'ok'],
      [other, 'ok'],
    ];
    expect(answerAfter(steps, run)).toBe('denied');
  });

  test('empty, and a shell adds to', () => {
    const steps: readonly Step[] = [
      [write('', '1'), 'ok'],
      [bash('echo git push >> x.sh', '2'), 'ok'],
    ];
    expect(answerAfter(steps, run)).toBe('denied');
  });

  test('in a mode that adds to what is there', () => {
    const add = call('write_file', '2', { path: 'x.sh', content: 'ls\n', mode: 'append' });
    const setting = new Setting(rules);
    setting.decide(write(push, '1'));
    setting.decide(add);
    const [file] = setting.memory('session', add).written;
    expect(file?.open.map(({ contents }) => contents)).toEqual([[push], ['ls\n', { why: 'edited' }]]);
  });
});

describe('a file that a tool wrote, and a later call touches', () => {
  const between = (command: string): string =>
    answerAfter(
      [
        [write(push, '1'), 'ok'],
        [bash(command, '2'), 'ok'],
      ],
      run,
    );

  test.each([
    'chmod +x x.sh',
    'touch x.sh',
    'sed -i s/a/b/ x.sh',
    'echo ls >> x.sh',
    'cat y >> x.sh',
    'exit 0; echo hi > x.sh',
    'false && echo hi > x.sh; true',
    "python3 -c \"if 0: open('x.sh','w').write('hi')\"",
    'docker run a sh -c "echo hi > /w/x.sh"',
    'false && rm x.sh; true',
    './gen',
    'ln -s /etc/hosts x.sh; true',
  ])('%s', (command) => expect(between(command)).toBe('denied'));

  test.each(['echo ls > x.sh', 'mkdir -p d && echo ls > x.sh', 'rm x.sh', 'cat > x.sh <<E\nls\nE'])(
    '%s leaves nothing of it',
    (command) => expect(between(command)).toBe('passes'),
  );
});

describe('a file that a call was to write which was not heard of again', () => {
  test('may still be written: calls run at the same time', () => {
    const steps: readonly Step[] = [
      [bash('ls', '0'), 'ok'],
      [write(push, '1'), undefined],
      [write('ls\n', '2'), 'ok'],
    ];
    expect(answerAfter(steps, run)).toBe('denied');
  });

  test.each(Array.from({ length: 12 }, (_, at) => at + 1))('stays beside %s others that failed', (many) => {
    const others = Array.from({ length: many }, (_, at): Step => [write(`echo ${at}\n`, `o${at}`), 'error']);
    expect(answerAfter([[write(push, '1'), 'ok'], ...others], run)).toBe('denied');
  });
});

describe('a script that another one runs', () => {
  test('though a call that is not known came in between', () => {
    const steps: readonly Step[] = [
      [write(push, '1'), 'ok'],
      [write('bash x.sh\n', '2', 'a.sh'), 'ok'],
      [bash('npm test', '3'), 'ok'],
    ];
    expect(answerAfter(steps, bash('bash a.sh', 'run'))).toBe('denied');
  });
});

describe('secrets in code', () => {
  test.each([
    '# -----BEGIN RSA PRIVATE KEY-----\ngit push\n',
    'PGPASSWORD=$(git push) psql\n',
    'PASSWORD="git push"\n$PASSWORD\n',
    'curl -H "Authorization: Bearer $(git push)" h\n',
  ])('do not hide %j', (text) => expect(answerAfter([[write(text, '1'), 'ok']], run)).toBe('denied'));
});

describe('a file that a shell wrote', () => {
  test.each([
    ['echo git push > x.sh', 'bash x.sh', 'denied'],
    ['cat > x.sh << E\ngit push\nE', 'sh x.sh', 'denied'],
    ['echo git push > x.sh', 'cp x.sh y.sh && bash y.sh', 'denied'],
    ['[ -d a ] && echo git push > x.sh', 'bash x.sh', 'denied'],
    ['cd sub && echo git push > x.sh', 'bash sub/x.sh', 'denied'],
    ['cd sub && echo git push > x.sh', 'bash x.sh', 'passes'],
    ['echo git push > ~/x.sh', 'bash ~/x.sh', 'denied'],
    ['ln -s /srv/x.sh y; echo git push > /srv/x.sh', 'bash y', 'denied'],
    ['echo git pull > x.sh', 'bash x.sh', 'passes'],
  ])('%s, then %s', (before, then, answer) => {
    expect(answerAfter([[bash(before, '1'), 'ok']], bash(then, '2'))).toBe(answer);
  });
});

describe('where there is a disk', () => {
  const disk = writtenDisk(new Map([['/w/x.sh', { text: 'ls\n' }]]), '/home/u');
  function onDisk(steps: readonly Step[]): string {
    const setting = new Setting(rules);
    setting.engine = new Engine({
      program: setting.program,
      memory: { store: setting.store, now: () => setting.now, digest },
      disk,
    });
    return answerAfter(steps, run, setting);
  }

  test('it says what calls left that have ended', () => {
    expect(onDisk([[write(push, '1'), 'ok']])).toBe('passes');
  });

  test('calls that have not ended may still write', () => {
    expect(onDisk([[write(push, '1'), undefined]])).toBe('denied');
    expect(
      onDisk([
        [bash('ls', '1'), 'ok'],
        [write('echo 1\n', '2'), 'ok'],
        [write(push, '3'), undefined],
      ]),
    ).toBe('denied');
  });

  test('a file that is not there yet may come', () => {
    const setting = new Setting(rules);
    setting.engine = new Engine({
      program: setting.program,
      memory: { store: setting.store, now: () => setting.now, digest },
      disk: writtenDisk(new Map(), '/home/u'),
    });
    expect(answerAfter([[write(push, '1'), undefined]], run, setting)).toBe('denied');
  });
});

describe('a file that holds a secret', () => {
  /** What a call gets that takes a file as a value, if the file holds one text and if it holds another. */
  function answersOf(first: string | Event, outcome: CallOutcome | undefined, file: string): Set<string> {
    const answer = (text: string): string => {
      const setting = new Setting('deny del when deletes "/srv/**" when unsure deny reason "no"');
      const files = new Map(['/home/u/.env', '/home/u/copy', '/w/.env'].map((place) => [place, { text }]));
      setting.engine = new Engine({
        program: setting.program,
        memory: { store: setting.store, now: () => setting.now, digest },
        disk: writtenDisk(files, '/home/u'),
      });
      const event = typeof first === 'string' ? bash(first, '1') : first;
      return answerAfter([[event, outcome]], bash(`rm -rf "/$(cat ${file})"`, '2'), setting);
    };
    return new Set([answer('srv/a\n'), answer('opt/a\n')]);
  }

  test.each<[string | Event, string?]>([
    ['false && echo x > ~/.env'],
    [': >> ~/.env'],
    ['tee -a ~/.env < /dev/null'],
    ['sed -i s/zzz/y/ ~/.env'],
    ['exit; echo > ~/.env'],
    ['f() { echo hi > ~/.env; }'],
    ['set -C; echo x > ~/.env'],
    ['truncate -s +0 ~/.env'],
    ['ln ~/x ~/.env'],
    ['curl -o ~/.env https://a.example'],
    ['echo x > ~/.env; true'],
    ['cat ~/.env > ~/.x; cat ~/.x > ~/.env'],
    ['cp ~/.env ~/copy', '~/copy'],
    [edit('a', 'a', '1')],
    [call('Edit', '1', { file_path: '/w/.env', old_string: '/', new_string: '/' }), '/w/.env'],
  ])('is no value after a call that may have left it as it was: %j', (first, file = '~/.env') => {
    for (const outcome of ['ok', 'error', undefined] as const)
      expect(answersOf(first, outcome, file).size).toBe(1);
  });

  test('is a value where it holds what a call has written', () => {
    expect(answersOf('echo srv/a > ~/.env', 'ok', '~/.env')).toEqual(new Set(['denied']));
  });
});

describe('a program that calls of the session built, where there is a disk', () => {
  const source = write('int main(){}', '1', 'x.c');
  const goSource = write('package main', '1', 'main.go');
  /** What the last call gets, with the program not there yet, and with the program there. */
  function answers(steps: readonly Step[], last: string): readonly string[] {
    return [[], ['/w/app', '/w/a.out', '/w/bin/app']].map((binaries) => {
      const plain = writtenDisk(new Map(binaries.map((path) => [path, { text: 'ELF' }])), '/home/u');
      const setting = new Setting(rules);
      setting.engine = new Engine({
        program: setting.program,
        memory: { store: setting.store, now: () => setting.now, digest },
        disk: {
          ...plain,
          text: (path) => (plain.entry(path).is === 'file' ? { is: 'binary' } : plain.text(path)),
        },
      });
      return answerAfter(steps, bash(last, 'last'), setting);
    });
  }
  const unsure = ['unsure', 'unsure'];
  const passes = ['passes', 'passes'];

  test.each([
    [
      [
        [source, 'ok'],
        [bash('cc -o app x.c', '2'), 'ok'],
      ],
      './app',
      unsure,
    ],
    [
      [
        [source, 'ok'],
        [bash('cc x.c', '2'), 'ok'],
      ],
      './a.out',
      unsure,
    ],
    [
      [
        [source, 'ok'],
        [bash('cc x.c', '2'), undefined],
      ],
      './a.out',
      unsure,
    ],
    [
      [
        [source, undefined],
        [bash('cc -o app x.c', '2'), undefined],
      ],
      './app',
      unsure,
    ],
    [
      [
        [write('rm -rf ~', '1', 'notes.txt'), 'ok'],
        [bash('gcc -E -P -x c notes.txt -o app', '2'), 'ok'],
      ],
      './app',
      unsure,
    ],
    [
      [
        [write('fn main(){}', '1', 'x.rs'), 'ok'],
        [bash('rustc x.rs -o app', '2'), 'ok'],
      ],
      './app',
      unsure,
    ],
    [
      [
        [goSource, 'ok'],
        [bash('go build -o app .', '2'), 'ok'],
      ],
      './app --serve',
      unsure,
    ],
    [
      [
        [goSource, 'ok'],
        [bash('go build', '2'), 'ok'],
      ],
      './app',
      unsure,
    ],
    [
      [
        [goSource, 'ok'],
        [bash('go build -o app && cp app bin/app', '2'), 'ok'],
      ],
      'bin/app',
      unsure,
    ],
    [
      [
        [goSource, 'ok'],
        [bash('ls', '2'), 'ok'],
      ],
      'go run .',
      unsure,
    ],
    [
      [
        [source, 'ok'],
        [bash('cc -o app x.c', '2'), 'denied'],
      ],
      './app',
      passes,
    ],
    // What is built of other sources is a program of the project.
    [[[bash('cc -o app x.c', '2'), 'ok']], './app', passes],
    [[[bash('go build -o app .', '2'), 'ok']], './app', passes],
    [
      [
        [source, 'ok'],
        [bash('rm x.c', '2'), 'ok'],
        [bash('cc -o app y.c', '3'), 'ok'],
      ],
      './app',
      passes,
    ],
    [
      [
        [source, 'ok'],
        [bash('cc -o app x.c', '2'), 'ok'],
      ],
      'bash other.sh; make',
      passes,
    ],
  ] as const)('%j, then %s', (steps, last, wanted) => {
    expect(answers(steps as readonly Step[], last)).toEqual(wanted);
  });
});

describe('what is kept', () => {
  test('has no secrets', () => {
    const setting = new Setting(rules);
    const token = `ghp_${'a1B2'.repeat(9)}`;
    setting.decide(write(`export T=${token}\n`, '1'));
    const { written } = setting.memory('session', run);
    expect(written).toHaveLength(1);
    expect(JSON.stringify(written)).not.toContain(token);
  });

  test('is nothing of what is written to a device, or is only read', () => {
    const setting = new Setting(rules);
    setting.decide(bash('ls > /dev/null; cat x.sh', '1'));
    expect(setting.memory('session', run).written).toEqual([]);
  });

  test('is bounded: the oldest texts are not known any more', () => {
    const setting = new Setting(rules);
    const long = `${push}${'#'.repeat(60_000)}`;
    for (let at = 0; at < 40; at++) {
      const event = write(long, `${at}`, `x${at}.sh`);
      setting.decide(event);
      setting.tell(event, 'ok');
    }
    const { written } = setting.memory('session', run);
    expect(JSON.stringify(written).length).toBeLessThan(1_100_000);
    expect(answerAfter([], bash('bash x39.sh', 'a'), setting)).toBe('denied');
    expect(answerAfter([], bash('bash x0.sh', 'b'), setting)).toBe('unsure');
  });

  test('of a call that never ends is what it may have left', () => {
    const setting = new Setting(rules);
    setting.decide(write(push, '1'));
    setting.now += 25 * hour;
    setting.decide(write('ls', '2', 'y.sh'));
    expect(setting.memory('session', run).written).toMatchObject([
      { path: '/w/x.sh', open: [], left: [null, push] },
      { path: '/w/y.sh' },
    ]);
  });
});

test('a session that ends is forgotten', () => {
  const setting = new Setting(rules);
  setting.decide(write(push, '1'));
  setting.engine.observe({ ...write(push, 'end'), type: 'session.end', tool: undefined, call: undefined });
  expect(setting.memory('session', run).written).toEqual([]);
  expect(answerAfter([], run, setting)).toBe('passes');
});

test('each session has files of its own', () => {
  const other = bash('bash x.sh', 'other', { session: 'another' });
  expect(answerAfter([[write(push, '1'), 'ok']], other)).toBe('passes');
});

test('a retry gets the same answer, and is kept once', () => {
  const setting = new Setting(rules);
  const event = write(push, '1');
  setting.decide(event);
  expect(setting.decide(event).repeated).toBe(true);
  expect(setting.memory('session', run).written).toHaveLength(1);
});

test('a store that fails makes what was written not known, and is told', () => {
  const fail = (): never => {
    throw new MemoryStoreError('closed', 'it is closed');
  };
  const setting = new Setting(rules);
  const store: ImmediateMemoryStore = { ...setting.store, look: fail, change: fail };
  const engine = new Engine({ program: setting.program, memory: { store, now: () => 0, digest } });
  expect(engine.decide(write(push, '1')).effect).toBe('none');
  expect(engine.decide(bash('git push', '2')).effect).toBe('deny');
  engine.observe(ended(write(push, '1'), 'ok'));
  expect(engine.counts.faults).toBe(3);
  const { effect, unsure, faults } = engine.decide(bash('bash x.sh', '3'));
  expect([effect, unsure.length, faults.map(({ message }) => message)]).toEqual([
    'none',
    1,
    ['it is closed'],
  ]);
  // Its scripts may be what the session wrote.
  expect(engine.decide(bash('npm test', '4')).unsure).toHaveLength(1);
  expect(engine.decide(bash('ls -l', '5')).unsure).toHaveLength(0);
});

test('a call that writes nothing changes nothing in the store', () => {
  let changes = 0;
  const setting = new Setting(rules);
  const store: ImmediateMemoryStore = {
    ...setting.store,
    change(keys, change) {
      changes++;
      return setting.store.change(keys, change);
    },
  };
  const engine = new Engine({ program: setting.program, memory: { store, now: () => 0, digest } });
  for (const command of ['ls -l', 'bash x.sh', 'npm ci', 'echo hello > /dev/null', 'cd src && cat a.ts'])
    engine.decide(bash(command, command));
  expect(changes).toBe(0);
  engine.decide(bash('echo 1 > a', 'writes'));
  expect(changes).toBe(1);
});

test('a file that is forgotten among thousands stays unknown', () => {
  const rounds = Array.from({ length: 3 }, (_, round): Step => {
    const names = Array.from({ length: 300 }, (_, at) => `f${round}-${at}`);
    return [bash(`echo a | tee ${names.join(' ')}`, `tee${round}`), 'ok'];
  });
  expect(answerAfter([[write(push, '1'), 'ok']], run)).toBe('denied');
  expect(answerAfter([[write(push, '1'), 'ok'], ...rounds], run)).toBe('unsure');
});

test('edits that double a text come to an end', () => {
  const edits = Array.from({ length: 40 }, () => ({ old_string: 'a', new_string: 'aa' }));
  const many = call('MultiEdit', '2', { file_path: 'x.sh', replace_all: true, edits });
  expect(
    answerAfter(
      [
        [write('aaaa\n', '1'), 'ok'],
        [many, 'ok'],
      ],
      run,
    ),
  ).toBe('unsure');
});
