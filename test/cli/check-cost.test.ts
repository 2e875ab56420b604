/** `bylaw check --cost` and `--budget`, and `bylaw serve --budget`, from the outside. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { run } from '../../src/cli/run.ts';
import { bylaw, withFolder } from './command.ts';

const cheap = 'policy com.example.dev\ndeny cheap\n  when kind is shell\n  when unsure note\n';
const dear = `policy com.example.dev
deny dear
  when size of input > 10
deny dearer
  when tool is not "Read" and size of input > 20
deny listed
  when any text in input contains "secret"
`;
const wrong = 'policy com.example.dev\ndeny x\n  when tool = "a"\n';

interface CostReport {
  readonly diagnostics: readonly { readonly code: string; readonly severity: string }[];
  readonly cost: {
    readonly rules: number;
    readonly scanned: number;
    readonly lookups: number;
    readonly worst: number;
    readonly costs: readonly Readonly<Record<string, unknown>>[];
  } | null;
}

describe('bylaw check --cost', () => {
  test('prints the cost behind the findings, and leaves the exit code alone', async () => {
    await withFolder({ 'a.policy': dear, 'b.policy': cheap.replace('.dev', '.b') }, async (cwd) => {
      const plain = await bylaw(['check', '.'], { cwd });
      const { code, stdout, stderr } = await bylaw(['check', '--cost', '.'], { cwd });
      expect([plain.code, code, stderr]).toEqual([0, 0, '']);
      expect(stdout.startsWith(`${plain.stdout}\nCost: of 4 rules 2 are asked about every event.\n`)).toBe(
        true,
      );
      expect(stdout).toContain(
        '  com.example.dev.dear (a.policy:2:6)\n    because the size of `input` is a number, which nothing is found by (a.policy:3:8)\n',
      );
      expect(stdout).toMatch(/ com\.example\.b\.cheap +kind `shell`\n/);
      expect(stdout).toMatch(/ 13,981,012 +- +com\.example\.dev\.listed +any text in input `secret`\n/);
    });
  });

  test('counts the rules about fields that calls lack', async () => {
    const rules = Array.from({ length: 12 }, (_, at) =>
      [`deny a${at} when input.a is "x${at}"`, `deny f${at} when input.f${at} is "x"`].join('\n'),
    );
    await withFolder({ 'a.policy': `policy com.example\n${rules.join('\n')}\n` }, async (cwd) => {
      const { stdout } = await bylaw(['check', '--cost', '.'], { cwd });
      expect(stdout).toContain('\n  input.a: 12 rules\n  input.f0: 1 rule\n');
      expect(stdout).toContain('\n  … and 3 others; `--json` has all of them.\n  help: ');
      expect(stdout).toContain('`if input.a missing skip`\n\nThe most expensive');
    });
  });

  test('warnings stay warnings', async () => {
    await withFolder({ 'a.policy': `import "b.policy"\n`, 'b.policy': cheap }, async (cwd) => {
      const text = `${cheap}list unused = names "x"\n`;
      writeFileSync(join(cwd, 'a.policy'), text.replace('.dev', '.a'));
      const plain = await bylaw(['check', 'a.policy'], { cwd });
      const { code, stdout } = await bylaw(['check', '--cost', 'a.policy'], { cwd });
      expect([plain.code, code]).toEqual([1, 1]);
      expect(stdout).toContain('none is asked about every event');
    });
  });

  test('shows no cost of policies with errors', async () => {
    await withFolder({ 'a.policy': wrong }, async (cwd) => {
      const { code, stdout } = await bylaw(['check', '--cost', 'a.policy'], { cwd });
      expect(code).toBe(2);
      expect(stdout).toMatch(/\n\nThe cost of these policies is known when their errors are fixed\.\n$/);
      const json = await bylaw(['check', '--cost', '--json', '--budget', 'scanned=0', 'a.policy'], { cwd });
      const report: CostReport = JSON.parse(json.stdout);
      expect(report.cost).toBeNull();
      expect(report.diagnostics.map(({ code }) => code)).not.toContain('over-budget');
    });
  });

  test('is a member of the JSON, and only where it is asked for', async () => {
    await withFolder({ 'a.policy': dear }, async (cwd) => {
      const without = await bylaw(['check', '--json', 'a.policy'], { cwd });
      expect(JSON.parse(without.stdout)).not.toHaveProperty('cost');
      const { stdout } = await bylaw(['check', '--json', '--cost', 'a.policy'], { cwd });
      const { cost }: CostReport = JSON.parse(stdout);
      expect(Object.keys(cost ?? {})).toEqual([
        ...['rules', 'scanned', 'lookups', 'worst', 'expressions', 'limits', 'costs'],
      ]);
      expect([cost?.rules, cost?.scanned, cost?.lookups]).toEqual([3, 2, 1]);
      expect(cost?.costs[0]).toEqual({
        code: 'com.example.dev.dear',
        role: 'rule',
        path: 'a.policy',
        span: { start: 28, end: 32 },
        line: 2,
        column: 6,
        endLine: 2,
        endColumn: 10,
        scanned: true,
        lookups: [],
        without: [],
        because: [expect.objectContaining({ reason: 'number', path: 'a.policy', line: 3, column: 8 })],
        worst: 2,
        expressions: 0,
      });
      expect(cost?.costs[2]).toMatchObject({
        scanned: false,
        lookups: [{ of: 'any text in input', words: ['secret'] }],
        because: [],
      });
    });
  });

  test('counts rules beyond those that are shown', async () => {
    const many = Array.from({ length: 70 }, (_, at) => `deny r${at}\n  when size of input > ${at + 1}\n`);
    await withFolder({ 'a.policy': `policy com.example.dev\n${many.join('')}` }, async (cwd) => {
      const { stdout } = await bylaw(['check', '--cost', 'a.policy'], { cwd });
      expect(stdout.match(/… and 10 others; `--json` has all of them\./g)).toHaveLength(2);
      expect(stdout.match(/because the size/g)).toHaveLength(60);
    });
  });

  test.each([
    [['--cost', '--sarif'], 'a SARIF log has no place for `--cost`'],
    [['--cost', '--fix', '--diff'], '`--diff` shows only what would be fixed'],
    [['--budget', 'worst=1', '--fix', '--diff'], '`--diff` shows only what would be fixed'],
    [['--max-body', '1024'], '`--max-body` is about what policies cost: give `--cost` or `--budget` too'],
    [['--cost', '--max-body', '1MB'], '`--max-body` takes 1KiB to 64MiB'],
    [['--budget', ''], '`--budget` takes figures and the most of each'],
    [['--budget', 'scanned=1,'], '`--budget` takes figures and the most of each'],
    [['--budget', 'scaned=1'], '`--budget` knows no `scaned`; did you mean `scanned`'],
    [['--budget', 'x'], 'it takes scanned, worst, expressions, such as'],
    [['--budget', '../policies'], '`--budget` took `../policies` as the budget; it takes scanned, '],
    [['--budget', '__proto__=1'], '`--budget` knows no `__proto__`'],
    [['--budget', 'scanned'], 'says nothing of how much `scanned` may be'],
    [['--budget', 'scanned=-1'], 'takes whole numbers from 0 up'],
    [['--budget', 'scanned=1e3'], 'not `scanned=1e3`'],
    [['--budget', 'scanned=1=2'], 'not `scanned=1=2`'],
    [['--budget', 'scanned='], 'not `scanned=`'],
    [['--budget', 'worst=1,worst=2'], '`--budget` gives `worst` twice'],
    [['--budget', 'worst=1', '--budget', 'worst=2'], '`--budget` gives `worst` twice'],
  ])('%j is wrong usage', async (options, message) => {
    await withFolder({ 'a.policy': dear }, async (cwd) => {
      const { code, stdout, stderr } = await bylaw(['check', ...options, 'a.policy'], { cwd });
      expect([code, stdout]).toEqual([3, '']);
      expect(stderr).toContain(message);
    });
  });
});

describe('bylaw check --budget', () => {
  const over = async (budget: string, text = dear): Promise<{ code: number; stdout: string }> =>
    await withFolder({ 'a.policy': text }, (cwd) =>
      bylaw(['check', '--budget', budget, 'a.policy'], { cwd }),
    );

  test.each([
    ['1048576', '13,981,019'],
    ['67108864', '44,739,249'],
  ])(
    'tells the worst case for events of %s bytes, as a server that takes them does',
    async (bytes, steps) => {
      await withFolder({ 'a.policy': dear }, async (cwd) => {
        const options = ['--budget', 'worst=9', '--max-body', bytes];
        const { code, stdout } = await bylaw(['check', ...options, 'a.policy'], { cwd });
        expect(code).toBe(2);
        expect(stdout).toContain(`one event can take ${steps} steps`);
        const { stderr } = await bylaw(['serve', ...options, '--policies', 'a.policy'], { cwd });
        expect(stderr).toContain(`one event can take ${steps} steps`);
      });
    },
  );

  test('what is within it says nothing, and a cost that is just the budget is within it', async () => {
    const fine = { code: 0, stdout: '1 file, 3 rules, 0 tests: nothing to report.\n' };
    expect(await over('scanned=2, worst=100000000')).toMatchObject(fine);
    expect(await over('worst=100000000,expressions=0')).toMatchObject(fine);
  });

  test('names the figure, the budget and the most expensive rules', async () => {
    const { code, stdout } = await over('scanned=1');
    expect(code).toBe(2);
    expect(
      stdout,
    ).toBe(`error[over-budget]: 2 rules are asked about every event, and the budget \`scanned\` allows 1: \`com.example.dev.dearer\` is one of them, because it asks what \`tool\` is not, and the index finds only what is there
  --> a.policy:4:6
  |
4 | deny dearer
  |      ^^^^^^
note: \`com.example.dev.dear\` is one of them, because the size of \`input\` is a number, which nothing is found by
  --> a.policy:2:6
  |
2 | deny dear
  |      ----
help: add what such calls must have, as \`bylaw check --cost\` says of each, or raise the budget: \`scanned=2\`

1 file: 1 error, 0 warnings.
`);
  });

  test.each([['worst=9', 'one event can take 13,981,019 steps, and the budget `worst` allows 9']])(
    '%s',
    async (budget, message) => {
      const { code, stdout } = await over(budget);
      expect(code).toBe(2);
      expect(stdout).toContain(`error[over-budget]: ${message}: \`com.example.dev.`);
    },
  );

  test('of regular expressions too, and only of those that have one', async () => {
    const text = `${dear}deny odd\n  when input.x matches /[0-9]{9}/\n`;
    const { stdout } = await over('expressions=3', text);
    expect(stdout).toMatch(/regular expressions can take \d+ steps for each character/);
    expect(stdout).toContain('a.policy:8:6');
    expect(stdout).not.toContain('note:');
  });

  test('every figure that is over it is reported, in each form', async () => {
    await withFolder({ 'a.policy': dear }, async (cwd) => {
      const args = ['check', '--budget', 'scanned=0', '--budget', 'worst=0', 'a.policy'];
      const json: CostReport = JSON.parse((await bylaw([...args, '--json'], { cwd })).stdout);
      expect(json.diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual(
        Array(2).fill('error over-budget'),
      );
      const sarif = await bylaw([...args, '--sarif'], { cwd });
      expect(sarif.code).toBe(2);
      expect(sarif.stdout.match(/"ruleId":\s*"over-budget"/g)).toHaveLength(2);
    });
  });
});

describe('bylaw serve --budget', () => {
  /** Serves in this process; `until` waits for a text on standard error. */
  async function serve(
    cwd: string,
    budget: string,
    use: (until: (text: string) => Promise<void>) => Promise<void>,
  ): Promise<{ code: number; stderr: string }> {
    const stop = new AbortController();
    let stderr = '';
    let told = (): void => {};
    const sink = new Writable({
      write(chunk, _encoding, done) {
        stderr += chunk;
        told();
        done();
      },
    });
    const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: sink };
    const args = ['serve', '--port', '0', '--no-log', '--content', 'content', '--budget', budget];
    const ended = run(args, { ...streams, cwd, env: {}, stop: stop.signal });
    const until = (text: string): Promise<void> =>
      new Promise((resolve, reject) => {
        told = () => {
          if (stderr.includes(text)) resolve();
        };
        told();
        ended.then((code) => reject(new Error(`ended with ${code}: ${stderr}`)), reject);
      });
    try {
      await use(until);
    } finally {
      stop.abort();
    }
    return { code: await ended, stderr };
  }

  test('does not start with policies that cost more', async () => {
    await withFolder({ 'policies/a.policy': dear }, async (cwd) => {
      const { code, stderr } = await serve(cwd, 'scanned=1', async () => {});
      expect(code).toBe(2);
      expect(stderr).toContain('error[over-budget]: 2 rules are asked about every event');
      expect(stderr).toContain('The policies are not valid: 1 error. Nothing was loaded.\n');
    });
  });

  test('shows the worst case for the messages that it takes', async () => {
    await withFolder({ 'policies/a.policy': dear }, async (cwd) => {
      const { stderr } = await bylaw(
        ['serve', '--max-body', String(64 * 1024 * 1024), '--budget', 'worst=14000000'],
        { cwd },
      );
      expect(stderr).toContain('one event can take 44,739,249 steps');
    });
  });

  test('keeps the policies before where new ones cost more', async () => {
    await withFolder({ 'policies/a.policy': cheap }, async (cwd) => {
      const { code, stderr } = await serve(cwd, 'scanned=1', async (until) => {
        await until('bylaw is ready');
        writeFileSync(join(cwd, 'policies/a.policy'), dear);
        process.emit('SIGHUP');
        await until('go on deciding');
        writeFileSync(join(cwd, 'policies/a.policy'), cheap);
        process.emit('SIGHUP');
        await until('are those that were in force: 1 rule');
      });
      expect(code).toBe(0);
      expect(stderr).toMatch(
        /error {3}over-budget[\s\S]*\nThe policies are not valid: 1 error\. The policies that were in force before go on deciding for clients of the server;.*\n/,
      );
    });
  });

  test('a budget that says nothing is wrong usage', async () => {
    await withFolder({ 'policies/a.policy': cheap }, async (cwd) => {
      const { code, stderr } = await bylaw(['serve', '--budget', 'steps=1'], { cwd });
      expect(code).toBe(3);
      expect(stderr).toContain('`--budget` knows no `steps`');
    });
  });
});
