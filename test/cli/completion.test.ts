/** What a shell is offered, from the table of commands; the scripts themselves are tried in completion.built.test.ts. */
import { describe, expect, test } from 'vitest';
import { bylaw, withFolder } from './command.ts';

const offered = async (...words: readonly string[]): Promise<readonly string[]> => {
  const { stdout } = await bylaw(['completion', 'words', '--', ...words], { cwd: '/' });
  return stdout.split('\n').slice(0, -1);
};

describe('bylaw completion', () => {
  test.each<[words: readonly string[], offers: readonly string[]]>([
    [['che'], ['check\tsay what is wrong or doubtful in policy files']],
    [['help', 'fm'], ['fmt\twrite policy files in their canonical text']],
    [['--v'], ['--version']],
    [
      ['log', 've'],
      ['verify', ':folders'],
    ],
    [['log', 'verify', ''], [':folders']],
    [['log', '--ef'], ['--effect']],
    [
      ['log', '--effect', ''],
      ['deny', 'none'],
    ],
    [['log', 'export', '--format=c'], ['--format=csv']],
    // As bash splits it.
    [
      ['log', 'export', '--format', '='],
      ['ndjson', 'csv', 'ocsf'],
    ],
    [['log', 'export', '--format', '=', 'o'], ['ocsf']],
    [['log', 'export', '-o', ''], [':paths']],
    [['check', ''], [':paths']],
    [['check', '--layers', 'b'], [':paths']],
    [['check', '--layers=b'], [':paths']],
    [['check', '--budget', ''], []],
    [['check', '--js'], ['--json']],
    // What is given already is not offered again, but for what may be given several times.
    [['check', '--json', '--js'], []],
    [['serve', '--policies', 'a', '--polic'], ['--policies']],
    [
      ['check', '--color', 'a'],
      ['auto', 'always'],
    ],
    [
      ['init', 'cl'],
      ['claude-code', 'cline'],
    ],
    [['init', '--server-a'], []],
    [
      ['serve', '--service-log', ''],
      ['text', 'json'],
    ],
    [['config', 'explain', 'listen.po'], ['listen.port']],
    [['mcp', '--', 'se'], [':paths']],
    [['nothing', ''], []],
    [['toString', ''], []],
  ])('%j', async (words, offers) => {
    expect(await offered(...words)).toEqual(offers);
  });

  test('a shell that it has no script for', async () => {
    expect(await bylaw(['completion', 'tcsh'], { cwd: '/' })).toMatchObject({
      code: 3,
      stderr: 'bylaw: `bylaw completion` has no `tcsh`; see `bylaw completion --help`\n',
    });
  });
});

/** Commands, and those with parts with each of them. */
const commandNames = (await offered(''))
  .map((line) => line.split('\t')[0] ?? '')
  .filter((name) => !name.startsWith('-'));

/** `hook` is asked by harnesses, and reads its words by itself. */
test.each(commandNames.filter((name) => name !== 'hook'))(
  'the help of `%s` names its options, and no others',
  async (name) => {
    const { stdout: help } = await bylaw([name, '--help'], { cwd: '/' });
    const parts = (await offered(name, '')).filter(
      (word) => !word.startsWith(':') && help.includes(`bylaw ${name} ${word}`),
    );
    const own = await Promise.all(
      [[name], ...parts.map((part) => [name, part])].map((words) => offered(...words, '--')),
    );
    // `bylaw config explain` has those that are seldom used.
    const ofServe = /OPTIONS OF SERVE|config explain/.test(help) ? await offered('serve', '--') : [];
    const known = new Set(own.flat().filter((word) => word !== '--color' && word !== '--help'));
    const section = /\nOptions:\n([\s\S]*?)\n\n(?:Examples|Filters|\S)/.exec(help)?.[1] ?? '';
    const named = [...section.matchAll(/^ {2}(?:-\w, )?((?:--[\w-]+[^\n]*?,? ?)+)/gm)].flatMap(
      ([line]) => line.match(/(?<![\w`])--[a-z][\w-]*/g)?.slice(0, 1) ?? [],
    );
    expect(named.filter((option) => !known.has(option))).toEqual([]);
    expect([...known].filter((option) => !help.includes(option) && !ofServe.includes(option))).toEqual([]);
  },
);

describe('--color', () => {
  const wrong = { 'a.policy': 'policy a\ndeny x\n  when tool is\n  reason "x"\n' };
  const red = '\u001b[';

  test.each<[string, readonly string[], boolean]>([
    ['auto is without colours where there is no terminal', ['check', '--color', 'auto', '.'], false],
    ['always is with colours', ['check', '--color', 'always', '.'], true],
    ['it may stand before the command', ['--color=always', 'check', '.'], true],
    ['never is without', ['check', '.', '--color=never'], false],
  ])('%s', async (_, args, isColored) => {
    await withFolder(wrong, async (cwd) => {
      const { stdout, stderr } = await bylaw(args, { cwd, env: { NO_COLOR: '1' } });
      expect((stdout + stderr).includes(red)).toBe(isColored);
    });
  });

  test('another word is refused, and that of another program is left alone', async () => {
    expect(await bylaw(['check', '--color', 'blue', '.'], { cwd: '/' })).toMatchObject({
      code: 3,
      stderr: 'bylaw: `--color` takes auto, always, never, not `blue`\n',
    });
    const { stderr } = await bylaw(['mcp', '--policies', 'none', '--', 'server', '--color', 'blue'], {
      cwd: '/',
    });
    expect(stderr).not.toContain('--color');
  });
});
