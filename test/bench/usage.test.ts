/** What the benches say of options and files that they cannot work with: they are run, and end before they measure. */
import { spawnSync } from 'node:child_process';
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
  ['serve', ['--rounds', '7'], 'Unknown option `--rounds`. `--help` lists the options.'],
])(
  '%s %j',
  (bench, args, sentence) => {
    const { status, stdout, stderr } = run(bench, args);
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
  (bench, takes) => {
    const { status, stdout, stderr } = run(bench, ['--help']);
    expect(stdout).toContain(`node bench/${bench}.mjs ${takes}\n\n`);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  },
  20_000,
);

test.each(['compare', 'regressions'])(
  '%s --help names the workloads',
  (bench) => {
    const { stdout } = run(bench, ['--help']);
    for (const { plan } of allCases()) expect(stdout).toMatch(new RegExp(`[ ,]${plan.family}[,\\n]`));
  },
  20_000,
);

const run = (bench: string, args: readonly string[]) =>
  spawnSync(process.execPath, [`bench/${bench}.mjs`, ...args], { encoding: 'utf8' });
