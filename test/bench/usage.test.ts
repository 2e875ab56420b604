/** What the benches say of options and files that they cannot work with: they are run, and end before they measure. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test.each([
  ['compare', ['--unknown'], 'Unknown option `--unknown`. `--help` lists the options.'],
  ['compare', ['--rounds', 'x'], '`--rounds` takes whole numbers from 1 up, not `x`.'],
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
  ['must-reach', ['--turn', '0'], '`--turn` takes whole numbers from 1 up, not `0`.'],
  ['must-reach', ['--from', 'bench/README.md'], '`--from bench/README.md` cannot be read: it is not JSON.'],
  [
    'must-reach',
    ['--from', 'bench/package.json'],
    'is no file that a bench wrote for it: it has no `cases`.',
  ],
  ['must-reach', ['nonsense'], '`nonsense`'],
])(
  '%s %j',
  (bench, args, sentence) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [`bench/${bench}.mjs`, ...args], {
      encoding: 'utf8',
    });
    expect(stderr).toContain(sentence);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
  },
  20_000,
);
