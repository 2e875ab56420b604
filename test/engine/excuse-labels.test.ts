/** A label excuses only where what sets it has surely happened; where it may have, that is enough to deny. */
import { describe, expect, test } from 'vitest';
import type { CallOutcome } from '../../src/engine/memory.ts';
import { bash, call, hour, minute, Setting } from './setting.ts';

/** What the calls before it have a label do to the next one. */
interface Found {
  /** A rule that holds `unless` the label is set. */
  readonly unless: 'excused' | 'denied';
  /** A rule that holds where it is `not` set. */
  readonly not: 'excused' | 'unsure' | 'denied';
  /** A rule that holds `while` it is set. */
  readonly while: 'denied' | 'passes';
}

const sure: Found = { unless: 'excused', not: 'excused', while: 'denied' };
const perhaps: Found = { unless: 'denied', not: 'unsure', while: 'denied' };
const notSet: Found = { unless: 'denied', not: 'denied', while: 'passes' };

const asking = `
deny push when runs "git push" unless tested
deny publish when runs "npm publish" and not tested
deny hold while tested when tool "Hold"`;

const testedWhen = (when: string): string => `label tested on session lasts 1h ${when}\n${asking}`;

function found(setting: Setting): Found {
  const publish = setting.decide(bash('npm publish', `publish ${setting.now}`));
  return {
    unless: setting.ask(bash('git push', `push ${setting.now}`)) === undefined ? 'excused' : 'denied',
    not: publish.effect === 'deny' ? 'denied' : publish.unsure.length > 0 ? 'unsure' : 'excused',
    while: setting.ask(call('Hold', `hold ${setting.now}`)) === undefined ? 'passes' : 'denied',
  };
}

function left(when: string, command: string, outcome?: CallOutcome): Found {
  const setting = new Setting(testedWhen(when));
  const event = bash(command, 'first');
  setting.ask(event);
  if (outcome !== undefined) setting.tell(event, outcome);
  return found(setting);
}

describe('set by what happens on every way through the call', () => {
  test.each([
    'npm test',
    'npm test; ls',
    'cd app; npm test',
    'npm test || true',
    'npm test | tee log',
    'npm test && [ -d x ] && ls',
    "bash -c 'npm test'",
    'for d in a b; do npm test; done',
  ])('%s', (command) => expect(left('when runs "npm test"', command)).toEqual(sure));
});

describe('perhaps set by what may not have happened', () => {
  test.each([
    'false && npm test; true',
    'true || npm test',
    'if [ -d x ]; then npm test; fi',
    'for f in *.x; do npm test; done',
    'x=test; [ -d x ] && x=ci; npm $x',
    'f() { [ -d x ] && return; npm test; }; f',
    'npm ci && npm test',
    'cd app && npm test',
    'set -e; ls; npm test',
    '[ -d x ] && exit; npm test',
  ])('%s', (command) => expect(left('when runs "npm test"', command)).toEqual(perhaps));
});

describe('with `it succeeded`, set by what runs wherever the call succeeds', () => {
  const when = 'when runs "npm test" and it succeeded';

  test.each([
    'npm ci && npm test',
    'cd app && npm ci && npm test && npm run build',
    'ls; npm ci && npm test',
    '. ./env && npm test',
    'export CI=1 && npm ci && x=1 && npm test',
    'npm test',
    '/usr/bin/npm test',
    'npm test > log 2>&1',
    "bash -c 'npm test'",
    "cd app && bash -lc 'npm ci && npm test'",
    'cd app && npm test > log',
    'npm ci > log && npm test >> log',
  ])('%s', (command) => {
    expect(left(when, command, 'ok')).toEqual(sure);
    expect(left(when, command, 'error')).toEqual(notSet);
    expect(left(when, command)).toEqual(notSet);
  });

  test.each([
    './npm test',
    '/tmp/x/npm test',
    'npm test; true',
    'npm test; echo done',
    'npm test || true',
    'npm test | tee log',
    '! npm test',
    'if npm test; then :; fi',
    "bash -c 'npm test; true'",
    "bash -c 'npm test' | cat",
    'eval "npm test; true"',
    'f() { npm test; true; }; f',
    'x=$(npm test)',
    `python3 -c 'import os; os.system("npm test")'`,
    'npm ci && npm test | tee log',
    'npm ci && (npm test; ls)',
    'npm ci && npm test; true',
    'npm ci && npm test &',
    'npm ci && npm test || true',
    'npm test > log; true',
    '! npm test > log',
    'npm test > log | tee x',
    'npm test > log &',
    '(ls; npm test > log; ls)',
    'npm ci || npm test',
    'true || npm ci && npm test',
    '[ -d x ] && exit; npm ci && npm test',
    'npm ci && { [ -d x ] && exit; npm test; }',
    'npm ci && ([ -d x ] && exit; npm test)',
    'npm ci && { [ -d x ] && npm test; true; }',
    'npm ci && for f in *.x; do npm test; done',
    'f() { exit; }; [ -d x ] && f; npm ci && npm test',
    "trap 'exit 0' EXIT; npm ci && npm test",
    "bash -c 'npm ci && npm test'; true",
    'echo $(npm ci && npm test)',
    'npm ci && (exit; npm test)',
    'npm ci && [ -d x ] && exit && npm test',
  ])('perhaps: %s', (command) => expect(left(when, command, 'ok')).toEqual(perhaps));

  test('not where an attempt is enough, or where nobody may tell', () => {
    expect(left('when runs "npm test"', 'npm ci && npm test', 'ok')).toEqual(perhaps);
    const orUnknown = 'when runs "npm test" and it succeeded or unknown';
    expect(left(orUnknown, 'npm ci && npm test', 'ok')).toEqual(perhaps);
    expect(left(orUnknown, 'npm test', 'ok')).toEqual(sure);
    expect(left(orUnknown, 'npm test')).toEqual(sure);
  });
});

describe('what a label says of a call stands where it excuses', () => {
  test('its exceptions count where they only might hold', () => {
    const when = 'when runs "npm test" unless writes "skip"';
    expect(left(when, 'npm test')).toEqual(sure);
    expect(left(when, 'npm test; touch skip')).toEqual(notSet);
    expect(left(when, 'npm test; [ -d x ] && touch skip')).toEqual(perhaps);
    expect(left(when, 'npm test; touch "$x"')).toEqual(perhaps);
  });

  test('what is done nowhere is done on no way', () => {
    const when = 'when runs "npm test" and not runs "git stash"';
    expect(left(when, 'npm test')).toEqual(sure);
    expect(left(when, 'npm test; [ -d x ] && git stash')).toEqual(notSet);
  });

  test('names letter by letter', () => {
    const setting = (tool: string): Found => {
      const each = new Setting(testedWhen('when tool "Test"'));
      each.ask(call(tool, 'first'));
      return found(each);
    };
    expect(setting('Test')).toEqual(sure);
    expect(setting('TEST')).toEqual(perhaps);
  });

  test('`might` takes what may have happened', () => {
    expect(left('when might runs "npm test"', 'npm test')).toEqual(sure);
    expect(left('when might runs "npm test"', 'false && npm test')).toEqual(sure);
  });

  test('what is missing counts as the label says', () => {
    const setting = (clause: string): Found => {
      const each = new Setting(testedWhen(`when input.kind is "all" ${clause}`));
      each.ask(call('Test', 'first'));
      return found(each);
    };
    expect(setting('if input.kind missing apply')).toEqual(sure);
    expect(setting('if input.kind missing skip')).toEqual(notSet);
    expect(setting('')).toEqual(notSet);
  });

  test('of two objects each must have happened', () => {
    const when = 'when runs "npm test" and writes "log"';
    expect(left(when, 'npm test > log')).toEqual(perhaps);
    expect(left(when, 'npm test; touch log')).toEqual(sure);
    expect(left(when, 'npm test; [ -d x ] && touch log')).toEqual(perhaps);
  });
});

describe('one label and another', () => {
  const chained = `label built on session lasts 1h when runs "make"
${testedWhen('while built when tool "Test"')}`;

  test.each([
    ['make', sure],
    ['[ -d x ] && make', perhaps],
    ['ls', notSet],
  ])('a label asks for one that `%s` sets', (command, expected) => {
    const setting = new Setting(chained);
    setting.ask(bash(command, 'first'));
    setting.ask(call('Test', 'second'));
    expect(found(setting)).toEqual(expected);
  });

  test('what is not surely absent leaves the next label open', () => {
    const setting = new Setting(`label built on session lasts 1h when runs "make"
${testedWhen('when tool "Test" unless built')}`);
    setting.ask(bash('[ -d x ] && make', 'first'));
    setting.ask(call('Test', 'second'));
    expect(found(setting)).toEqual(perhaps);
  });

  test('what may not have happened ends no label that is sure, and lasts longer where it is asked for', () => {
    const setting = new Setting(testedWhen('when runs "npm test"'));
    setting.ask(bash('npm test', 'first'));
    setting.now += 30 * minute;
    setting.ask(bash('[ -d x ] && npm test', 'second'));
    expect(found(setting)).toEqual(sure);
    setting.now += 31 * minute;
    expect(found(setting)).toEqual(perhaps);
    setting.now += hour;
    expect(found(setting)).toEqual(notSet);
  });
});

test('the explanation says why a label does not excuse', () => {
  const setting = new Setting(testedWhen('when runs "npm test"'));
  setting.ask(bash('[ -d x ] && npm test', 'first'));
  const [unsure] = setting.decide(bash('npm publish', 'second')).unsure;
  expect(unsure?.unknowns).toMatchObject([
    { field: 'tested', cause: 'unresolved', detail: 'the call that set `tested` may not have done it' },
  ]);
});

describe('files', () => {
  const rules = `
label own on file lasts 1h when writes any path and runs "tee" and it succeeded
deny deletes when deletes any path unless path labelled own
deny runs-own when runs any file labelled own`;

  const afterCalls = (...commands: string[]): { deletes: string; runs: string } => {
    const setting = new Setting(rules);
    for (const command of commands) {
      const event = bash(command, command);
      setting.ask(event);
      setting.tell(event, 'ok');
    }
    return {
      deletes: setting.ask(bash('rm -f a.sh', 'rm')) === undefined ? 'excused' : 'denied',
      runs: setting.ask(bash('sh a.sh', 'sh')) === undefined ? 'passes' : 'denied',
    };
  };

  test.each([
    [['tee a.sh'], 'excused'],
    [['ls && tee a.sh'], 'excused'],
    [['tee b', 'cp b a.sh'], 'excused'],
    [['tee b', 'ls && cp b a.sh'], 'excused'],
    [['[ -d x ] && tee a.sh; ls'], 'denied'],
    [['[ -d x ] && tee b; ls', 'mv b a.sh'], 'denied'],
    [['tee b', '[ -d x ] && ln b a.sh; ls'], 'denied'],
    [['if [ -d x ]; then tee a.sh; fi', 'tee a.sh'], 'excused'],
  ])('%j', (commands, deletes) => {
    expect(afterCalls(...commands)).toEqual({ deletes, runs: 'denied' });
  });
});

describe('a label on what is written excuses what comes of it, and nothing that was there before', () => {
  const own = (ending: string): string => `
label own on file lasts session when writes any path${ending}
deny deletes when deletes any path unless path labelled own`;

  /** Whether the last of the commands is excused, when all before it have succeeded. */
  const last = (commands: string, ending = ' and it succeeded'): string => {
    const setting = new Setting(own(ending));
    const all = commands.split(' ⏎ ');
    const denied = all.map((command, index) => {
      const event = bash(command, `${index}`);
      const code = setting.ask(event);
      if (code === undefined) setting.tell(event, 'ok');
      return code;
    });
    return denied.at(-1) === undefined ? 'excused' : 'denied';
  };

  test.each([
    // A folder that may be there already.
    'mkdir -p / ⏎ rm -rf /',
    'mkdir -p src ⏎ rm src/a.c',
    'mkdir --parents src ⏎ rm -r src',
    'mkdir "$x" src ⏎ rm -r src',
    'install -d /etc ⏎ rm -rf /etc',
    'install -d a src ⏎ rm -rf a',
    'git init src ⏎ rm src/a.c',
    'tar xf a.tar -C src ⏎ rm src/a.c',
    'chmod -R +x src ⏎ rm src/a.c',
    'touch src ⏎ rm -r src',
    'cp x src ⏎ rm -r src',
    'cp x src ⏎ rm src/a.c',
    'cp -r x src ⏎ rm src/a.c',
    'cp -r x/. src ⏎ rm -r src',
    // A file that may be left as it was.
    'touch n ⏎ rm n',
    'touch -c n ⏎ rm n',
    'cp -n x n ⏎ rm n',
    'cp --no-clobber x n ⏎ rm n',
    'cp -i x n ⏎ rm n',
    'cp -u x n ⏎ rm n',
    'cp --help x n ⏎ rm n',
    'cp --hel x n ⏎ rm n',
    'sort --help -o n ⏎ rm n',
    'sort --version -o n ⏎ rm n',
    'mkdir --help src ⏎ rm -r src',
    'echo > x ⏎ cp --help x n ⏎ rm n',
    'echo > x ⏎ ln --help x n ⏎ rm n',
    'rsync --dry-run x n ⏎ rm n',
    // A link to what was there before.
    'ln -s src d ⏎ rm -rf d/*',
    'ln -s src d ⏎ rm d/a.c',
    'ln src d ⏎ rm d',
    'mkdir d ⏎ ln -s /etc d/e ⏎ rm -rf d/e/x',
    'mkdir d ⏎ ln -s /etc d/e && ls ⏎ rm -rf d/e/x',
    'mkdir d ⏎ ln -s /etc d ⏎ rm -rf d/etc/x',
    'mkdir d && ln -s /etc d/e ⏎ rm -rf d/e/x',
    'echo x > n ⏎ ln -sf other n ⏎ rm n',
    'echo x > d ⏎ rm d ⏎ ln -s src d ⏎ rm d/important',
    'echo x > d/e ⏎ rm d/e ⏎ ln -s src d ⏎ rm d/e',
    'echo x > d ⏎ ln -s src "$n" ⏎ rm d',
    // The same in other languages.
    `python3 -c 'import os; os.symlink("src", "d")' ⏎ rm -rf d/*`,
    `ruby -e 'File.symlink("src", "d")' ⏎ rm d/a.c`,
    `perl -e 'symlink "src", "d"' ⏎ rm d/a.c`,
    `echo x > d ⏎ rm d ⏎ python3 -c 'import os; os.symlink("src", "d")' ⏎ rm d/important`,
  ])('denied: %s', (commands) => expect(last(commands)).toBe('denied'));

  test.each([
    'echo x > n ⏎ rm n',
    'echo x > n ⏎ rm -rf n',
    'sort -o n x ⏎ rm n',
    'cp x n ⏎ rm n',
    'echo x > n ⏎ mv n m ⏎ rm m',
    'cp -r x d/ ⏎ echo > d/y ⏎ rm d/y',
    'mkdir d ⏎ rm -rf d',
    'mkdir d ⏎ rm d/a',
    'mkdir d && cp x d ⏎ rm -rf d',
    'git clone https://a.example/r.git ⏎ rm -rf r',
    'echo x > n ⏎ ln -s a b ⏎ rm n',
    'echo x > n ⏎ touch n ⏎ chmod +x n ⏎ rm n',
    'ln -sf other n ⏎ echo x > n ⏎ rm n',
  ])('excused: %s', (commands) => expect(last(commands)).toBe('excused'));

  test('a folder that could not be made is no new one', () => {
    expect(last('mkdir src ⏎ rm -r src', '')).toBe('denied');
    expect(last('mkdir src; true ⏎ rm -r src')).toBe('denied');
  });
});
