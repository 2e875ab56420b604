// Scenarios inside rules: what each step sets, what it expects, and what is said of the one that fails.
import { describe, expect, test } from 'vitest';
import { compile } from '../../src/compile/program.ts';
import type { Event } from '../../src/facts/event/event.ts';
import { failingTest } from '../../src/host/load/failing-test.ts';
import { renderDiagnostic } from '../../src/language/render.ts';
import { runScenarios } from '../../src/scenario/run-scenarios.ts';
import type { ReadRecorded, TestResult } from '../../src/scenario/run-tests.ts';
import { checkSources } from '../check/case-file.ts';
import { call } from '../engine/setting.ts';

const nothing: ReadRecorded = (file) => `there is no \`${file}\``;

function run(rules: string, readRecorded = nothing): { results: TestResult[]; shown: string } {
  const source = { path: 'main.policy', text: `policy com.example\n${rules}\n` };
  const { bundle, diagnostics } = checkSources([source]);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const results = runScenarios(compile(bundle!), readRecorded);
  const shown = results.flatMap((result) =>
    result.passed ? [] : [renderDiagnostic(failingTest(result), () => source)],
  );
  return { results, shown: shown.join('\n\n') };
}

/** `+` for a step that passes, `-` for one that fails. */
const marks = (rules: string, readRecorded?: ReadRecorded): string =>
  run(rules, readRecorded)
    .results.map(({ passed }) => (passed ? '+' : '-'))
    .join('');

const labels = `
label tried on session lasts 30m when reads "~/.aws/**"
label seen on session lasts 30m when reads "~/.aws/**" and it succeeded
label missed on session lasts 30m when reads "~/.aws/**" and it failed
label stopped on session lasts 30m when reads "~/.aws/**" and it was denied
label likely on session lasts 30m when reads "~/.aws/**" and it succeeded or unknown
deny after-any while tried or seen or missed or stopped or likely when runs "never"
deny no-ssh when reads "~/.aws/sso/**"`;
const fetched = (label: string, step: string): string => `${labels}
deny x
  while ${label}
  when kind is fetch
  scenario "one step"
    ${step}
    fetch "https://example.net" denied`;

describe('what a step leaves behind', () => {
  const reached = (step: string): string[] =>
    ['tried', 'seen', 'missed', 'stopped', 'likely'].filter((label) => marks(fetched(label, step)) === '++');

  test('`succeeds` and `fails` say how the call ends', () => {
    expect(reached('read "~/.aws/credentials" succeeds')).toEqual(['tried', 'seen', 'likely']);
    expect(reached('read "~/.aws/credentials" fails')).toEqual(['tried', 'missed']);
  });

  test('of one that passes no one says how it ends', () => {
    expect(reached('read "~/.aws/credentials" passes')).toEqual(['tried', 'likely']);
  });

  test('a denial is that of any rule, and of no rule where the step says that the call has run', () => {
    expect(reached('read "~/.aws/sso/token" passes')).toEqual(['tried', 'stopped']);
    expect(reached('read "~/.aws/sso/token" denied by "com.example.no-ssh"')).toEqual(['tried', 'stopped']);
    expect(reached('read "~/.aws/sso/token" succeeds')).toEqual(['tried', 'seen', 'likely']);
  });

  test('every scenario begins with nothing', () => {
    expect(
      marks(`${labels}
deny x
  while seen
  when kind is fetch
  scenario "first"
    read "~/.aws/credentials" succeeds
    fetch "https://example.net" denied
  scenario "second"
    fetch "https://example.net" passes
deny y
  while seen
  when kind is fetch
  scenario "third"
    fetch "https://example.net" passes`),
    ).toBe('++++');
  });
});

describe('time', () => {
  test('does not move, but for `after`', () => {
    expect(
      marks(`
limit rate to 2 fetch per 10m per session
  scenario "two in ten minutes"
    fetch "https://a.example" passes
    after 9m fetch "https://b.example" passes
    fetch "https://c.example" denied
    after 59s fetch "https://d.example" denied
    after 1s fetch "https://e.example" passes
    fetch "https://f.example" denied
    after 9m fetch "https://g.example" passes`),
    ).toBe('+++++++');
  });
});

describe('the scene', () => {
  test('is that of the steps below a `given`', () => {
    expect(
      marks(`
label seen on session lasts 30m when reads "a"
deny x
  while seen
  when kind is fetch
  scenario "two sessions"
    given session.id "one"
    read "a" succeeds
    fetch "https://example.net" denied
    given session.id "two"
    fetch "https://example.net" passes
    given session.id "one"
    fetch "https://example.net" denied
limit rate to 1 fetch per 10m per source
  scenario "two installations"
    given source "urn:one"
    fetch "https://example.net" passes
    given source "urn:two"
    fetch "https://example.net" passes
    given source "urn:one"
    fetch "https://example.net" denied
limit agents to 1 shell per 10m per agent
  scenario "a helper"
    "ls" passes
    given agent "helper"
    "ls" passes
    "ls" denied`),
    ).toBe('++++++++++');
  });
});

describe('what a step expects', () => {
  test('`denied`, `passes` and `unsure` are about the rule that the scenario is in', () => {
    const rules = (verdict: string, effect = 'deny', unsure = 'note'): string => `
label seen on session lasts 30m when reads "a"
deny other when runs "rm"
${effect} x
  while seen
  when runs "rm" and input.owner is "me"
  when unsure ${unsure}
  scenario "steps"
    "rm b" passes
    read "a" succeeds
    tool "Bash" kind shell { command: "rm b", owner: "me" } ${verdict}`;
    expect(marks(rules('denied'))).toBe('+++');
    expect(marks(rules('passes'))).toBe('++-');
    expect(marks(rules('unsure'))).toBe('++-');
    expect(marks(rules('denied', 'watch'))).toBe('+++');
    const unsure = (verdict: string, action: string): string =>
      marks(rules(verdict, 'deny', action).replace(', owner: "me"', ''));
    expect(['denied', 'passes', 'unsure'].map((verdict) => unsure(verdict, 'note'))).toEqual([
      '++-',
      '++-',
      '+++',
    ]);
    expect(['denied', 'passes', 'unsure'].map((verdict) => unsure(verdict, 'deny'))).toEqual([
      '+++',
      '++-',
      '+++',
    ]);
  });

  test('`by` is about the code that goes over the wire', () => {
    const rules = (by: string): string => `
deny other severity high when runs "rm" when unsure deny
deny x
  when runs "rm"
  scenario "by"
    "rm b" denied by "${by}"`;
    expect(marks(rules('com.example.other'))).toBe('+');
    expect(marks(rules('com.example.*'))).toBe('+');
    expect(marks(rules('com.example.x'))).toBe('-');
  });

  test('denials are counted, those of `watch` are none', () => {
    expect(
      marks(`
deny x
  when denied 2 times within 10m by "com.example.no-*" and kind is fetch
  scenario "twice"
    "rm a" denied by "com.example.no-rm"
    fetch "https://example.net" passes
    "rm b" denied by "com.example.no-rm"
    fetch "https://example.net" denied
    after 10m fetch "https://example.net" passes
deny no-rm when runs "rm"
watch no-curl
  when runs "curl"
  scenario "watched"
    "curl https://example.net" denied
    "curl https://example.net" denied
    fetch "https://example.net" passes`),
    ).toBe('++++++++');
  });

  test('recorded events are calls of their own each time', () => {
    const recorded: Event = {
      ...call('Bash', 'id', { command: 'rm a' }),
      tool: { ...call('Bash', '').tool!, input: { command: 'rm a' }, kind: 'shell' },
    };
    const rules = `
condition removals = runs "rm"
limit few to 2 removals per 10m per session
  scenario "recorded"
    event "events/rm.json" passes
    event "events/rm.json" succeeds
    event "events/rm.json" denied`;
    expect(marks(rules, () => recorded)).toBe('+++');
    expect(
      run(rules).shown,
    ).toBe(`error[failing-test]: the test of \`com.example.few\` cannot run: there is no \`events/rm.json\`
  --> main.policy:6:5
  |
6 |     event "events/rm.json" passes
  |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^`);
  });
});

describe('a step that fails', () => {
  const rules = `
label seen on session lasts 30m when reads "a" and it succeeded
deny x
  while seen
  when kind is fetch
  scenario "read, then fetch"
    read "a" fails
    fetch "https://example.net" denied
    fetch "https://example.net" passes
  scenario "another"
    read "a" succeeds
    after 10m fetch "https://example.net" succeeds`;

  test('is the last of its scenario; the next scenario is run', () => {
    expect(marks(rules)).toBe('+-+-');
  });

  test('is shown with what was expected and what came', () => {
    expect(
      run(rules).shown,
    ).toBe(`error[failing-test]: the test expects that \`com.example.x\` denies the call, but it lets the call pass
  --> main.policy:9:5
  |
9 |     fetch "https://example.net" denied
  |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: fix the rule or the test; policies with failing tests are not loaded

error[failing-test]: the test expects that \`com.example.x\` lets the call pass, but it denies the call
   --> main.policy:13:5
   |
13 |     after 10m fetch "https://example.net" succeeds
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: fix the rule or the test; policies with failing tests are not loaded`);
  });

  test('has the title of its scenario, and what each clause of the rule came to', () => {
    const [, failed] = run(rules).results;
    expect(failed).toMatchObject({
      code: 'com.example.x',
      test: { title: 'read, then fetch' },
      actual: 'passes',
    });
    expect(JSON.stringify(failed)).toContain('"seen"');
  });

  test('says which rule denies instead', () => {
    const by = (expected: string, command: string): string =>
      run(`
deny other when runs "rm"
deny x
  when runs "dd"
  scenario "by"
    "${command}" denied by "${expected}"`).shown.split('\n')[0] ?? '';
    expect(by('com.example.x', 'rm a')).toBe(
      'error[failing-test]: the step expects a denial by `com.example.x`, but the call is denied by `com.example.other`',
    );
    expect(by('com.example.*', 'ls')).toBe(
      'error[failing-test]: the step expects a denial by `com.example.*`, but no rule denies the call',
    );
  });
});

test('an engine that fails is a step that cannot run', () => {
  const broken: ReadRecorded = () => ({ ...call('X', '1'), source: undefined }) as unknown as Event;
  const { shown } = run(
    `
label seen on session lasts 30m when reads "a"
deny x
  while seen
  when kind is fetch
  scenario "recorded"
    event "a.json" passes`,
    broken,
  );
  expect(shown).toContain('the test of `com.example.x` cannot run: the engine failed: ');
});

describe('the time of a scenario', () => {
  const rules = `window night = 22:00 to 06:00 in "UTC"
label seen on session lasts 30m
  when reads "**/.env"
deny push
  while seen
  when runs "git push" and outside night
`;

  test('goes on from what is given, for windows and for labels', () => {
    const scenario = `  scenario "evening"
    given time 2026-12-01 21:00 in "UTC"
    read ".env" succeeds
    "git push" denied
    given time 2026-12-01 21:29 in "UTC"
    "git push" denied
    after 2m "git push" passes
    given time 2026-12-01 21:50 in "UTC"
    read ".env" succeeds
    after 9m "git push" denied
    after 1m "git push" passes`;
    expect(marks(rules + scenario)).toBe('+++++++');
  });

  test('is no one’s where none is given', () => {
    expect(marks(`${rules}  scenario "some day"\n    read ".env" succeeds\n    "git push" unsure`)).toBe(
      '++',
    );
  });
});

describe('labels that are given', () => {
  test('last as long as they say, in the memory of the call behind them', () => {
    expect(
      marks(`${labels}
deny x
  while seen
  when kind is fetch
  scenario "for half an hour"
    fetch "https://example.net" passes
    given label seen
    after 20m fetch "https://example.net" denied
    after 11m fetch "https://example.net" passes
    given label seen
    fetch "https://example.net" denied
    given session.id "other"
    fetch "https://example.net" passes`),
    ).toBe('+++++');
  });

  test('are on files', () => {
    expect(
      marks(`label own on file lasts session when writes any path
deny x
  when deletes any path
  unless path labelled own
  scenario "what was written"
    given label own on "a.txt"
    "rm a.txt" passes
    "rm b.txt" denied`),
    ).toBe('++');
  });
});

describe('exceptions', () => {
  const rules = (steps: string): string => `deny push
  when runs "git push"
  scenario "a release"
    given time 2027-01-31 10:00 in "UTC"
${steps}

except release for push
  when every refspec is "release/*"
  owner "kim@acme.example"
  because "The pipeline learns it in January."
  expires 2027-02-01
  test
    passes "git push origin release/7"`;

  test('are asked for by their code, and end', () => {
    expect(
      marks(
        rules(`    "git push origin release/7" passes by "com.example.release"
    after 1d "git push origin release/7" denied`),
      ),
    ).toBe('++');
  });

  test('are missed where the call passes without them', () => {
    expect(run(rules('    "ls" passes by "com.example.release"')).shown).toContain(
      'expects that `com.example.release` excuses the call, but it passes without one',
    );
  });
});
