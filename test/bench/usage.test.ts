/**
 * What the benches say of options and files that they cannot work with: they are run, and end before they measure. Each
 * runs in a thread, where it has its own arguments, streams and exit code as in a process, which takes longer to start.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { allCases } from '../../bench/cases.mjs';

test.each([
  ['compare', ['--unknown'], 'Unknown option `--unknown`. `--help` lists the options.'],
  ['compare', ['--rounds', 'x'], '`--rounds` takes whole numbers from 5 up, not `x`.'],
  ['compare', ['--rounds', '2'], '`--rounds` takes whole numbers from 5 up, not `2`.'],
  ['compare', ['--engines', 'bylaw,nobody'], '`--engines` knows no `nobody`; it takes '],
  ['compare', ['--only', 'nothing'], '`--only` knows no `nothing`; it takes '],
  ['compare', ['--from', '/nope'], '`--from /nope` cannot be read: there is no such file or folder.'],
  ['compare', ['--write-docs', '--rules', '100'], '`--write-docs` writes the whole table: '],
  ['regressions', [], 'Give either `--compare` or `--write`; '],
  [
    'regressions',
    ['--compare', '--file', '/nope'],
    '`--file /nope` cannot be read: there is no such file or folder.',
  ],
  ['regressions', ['--compare', '--turn'], '`--turn <value>` argument missing. `--help` lists the options.'],
  ['regressions', ['--compare', '--file', 'bench'], '`--file bench` cannot be read: it is a folder.'],
  ['regressions', ['--write', '--rules', '7'], '`--rules` knows no `7`; it takes '],
  ['must-reach', ['--rounds', '-1'], '`--rounds` '],
  ['must-reach', ['--rounds', '4'], '`--rounds` takes whole numbers from 5 up, not `4`.'],
  ['must-reach', ['--turn', '0'], '`--turn` takes whole numbers from 1 up, not `0`.'],
  ['must-reach', ['--from', 'bench/README.md'], '`--from bench/README.md` cannot be read: it is not JSON.'],
  [
    'must-reach',
    ['--from', 'bench/package.json'],
    'is no file that a bench wrote for it: it has no `cases`.',
  ],
  ['must-reach', ['nonsense'], '`nonsense`'],
  ['hook', ['abc'], '`RUNS` takes whole numbers from 1 up, not `abc`.'],
  ['loading', ['5', '100,x'], '`RULES` takes whole numbers from 10 up, not `x`.'],
  ['derive', ['xx'], '`ROUNDS` takes whole numbers from 1 up, not `xx`.'],
  ['derive', ['--policies', '/nope'], '`--policies /nope` cannot be read: there is no such file or folder.'],
  ['memory-store', ['5', '10', '3'], '`3` is an argument too many. `--help` lists what there is.'],
  ['remembering', ['5'], '`DECISIONS` takes whole numbers from 10 up, not `5`.'],
  ['calls', ['0'], '`ROUNDS` takes whole numbers from 1 up, not `0`.'],
  ['calls', ['--before', '/nope'], '`--before /nope` is not a clone of bylaw: '],
  ['calls', ['--only', 'nothing'], '`--only nothing`: no sort of calls has this in its name.'],
  ['replay', ['10', 'write'], '`RECORDS` takes whole numbers from 1 up, not `write`.'],
  ['serve', ['7', '6000', '1', '1.5'], '`CONNECTIONS` takes whole numbers from 1 up, not `1.5`.'],
  ['served-beside', ['--rules', '0'], '`--rules` takes whole numbers from 1 up, not `0`.'],
  ['serve', ['--rounds', '7'], 'Unknown option `--rounds`. `--help` lists the options.'],
])(
  '%s %j',
  async (bench, args, sentence) => {
    const { status, stdout, stderr } = await run(bench, args);
    expect(stderr).toContain(sentence);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
  },
  20_000,
);

test.each([
  ['hook', '[RUNS]'],
  ['loading', '[ROUNDS] [RULES,RULES,…]'],
  ['derive', '[ROUNDS] [--policies DIR]'],
  ['memory-store', '[ROUNDS] [CHANGES]'],
  ['remembering', '[DECISIONS]'],
  ['calls', '[ROUNDS] [--before DIR] [--only WORD]'],
  ['replay', '[RECORDS…]'],
  ['serve', '[ROUNDS] [REQUESTS] [CONNECTIONS…]'],
])(
  '%s --help says what it takes, and measures nothing',
  async (bench, takes) => {
    const { status, stdout, stderr } = await run(bench, ['--help']);
    expect(stdout).toContain(`node bench/${bench}.mjs ${takes}\n\n`);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  },
  20_000,
);

test.each(['compare', 'regressions'])(
  '%s --help names the workloads',
  async (bench) => {
    const { stdout } = await run(bench, ['--help']);
    for (const { plan } of allCases()) expect(stdout).toMatch(new RegExp(`[ ,]${plan.family}[,\\n]`));
  },
  20_000,
);

async function run(
  bench: string,
  args: readonly string[],
): Promise<{ status: number; stdout: string; stderr: string }> {
  const script = new URL(`../../bench/${bench}.mjs`, import.meta.url);
  const worker = new Worker(script, { argv: [...args], execArgv: [], stdout: true, stderr: true });
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    worker[stream].setEncoding('utf8').on('data', (text: string) => {
      said[stream] += text;
    });
  const ended = ['stdout', 'stderr'].map((stream) => once(worker[stream as 'stdout' | 'stderr'], 'end'));
  const [status] = await once(worker, 'exit');
  await Promise.all(ended);
  return { status, ...said };
}
