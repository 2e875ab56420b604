import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judgeOthersAccess } from '../../src/diagnosis/others-access.ts';
import { withMachine } from './machine.ts';

test.skipIf(process.platform === 'win32')('a program is judged by its mode and by the folders above it', () =>
  withMachine((machine) => {
    const program = machine.write('home/bin/bylaw.cjs', '');
    const bin = join(machine.home, 'bin');
    const link = join(machine.home, 'link');
    symlinkSync('bin/bylaw.cjs', link);
    mkdirSync(join(bin, 'more'));
    const judged = (path: string): readonly string[] =>
      judgeOthersAccess([path], 'they decide', machine).map(({ text }) => text);

    chmodSync(program, 0o644);
    chmodSync(bin, 0o775);
    expect(judged(program)).toEqual([]);
    expect(judged(join(bin, 'gone'))).toEqual([]);
    chmodSync(bin, 0o777);
    expect(judged(program)).toEqual([`Others may write to ${bin}: they decide.`]);
    expect(judged(link)).toEqual(judged(program));
    expect(judged(join(bin, 'more'))).toEqual(judged(program));
    chmodSync(bin, 0o1777);
    expect(judged(program)).toEqual([]);
    chmodSync(program, 0o664);
    expect(judged(program)).toEqual([`Others may write to ${program}: they decide.`]);
    expect(judgeOthersAccess([program], 'they decide', { ...machine, platform: 'win32' })).toEqual([]);
  }),
);
