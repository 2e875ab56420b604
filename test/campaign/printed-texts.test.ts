/**
 * A command prints the text that is derived for it, in each installed shell. The texts are generated, and only programs
 * that print are run.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Chance, chanceOf, pick } from '../pattern/path-pairs.ts';
import { effectsOf } from './differential/compare.ts';
import { effort, seed, tell, timeout } from './effort.ts';

const shells = ['bash', 'dash', 'zsh', 'mksh', 'busybox'].filter(
  (name) => spawnSync(name, [name === 'busybox' ? 'true' : '-c', ':']).status === 0,
);

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const some = (chance: Chance, most: number, make: () => string): readonly string[] =>
  Array.from({ length: Math.floor(chance() * (most + 1)) }, make);

const plain = ['a', 'rm', ' ', '/', '#', ';', '~', '-', '1', '7', '0', 'x', '"', "'", 'é', '\n', '\t', 'A'];
const escapes = [
  ...[...'abeEfnrtv\\"\'?8z/ '].map((letter) => `\\${letter}`),
  ...[
    '\\0',
    '\\1',
    '\\12',
    '\\043',
    '\\0043',
    '\\43',
    '\\0101',
    '\\303\\251',
    '\\0303\\0251',
    '\\400',
    '\\200',
  ],
  ...[
    '\\x3b',
    '\\x',
    '\\x4g',
    '\\xc3\\xa9',
    '\\u0023',
    '\\u23',
    '\\U0000000a',
    '\\u00e9',
    '\\u',
    '\\c',
    '\\',
  ],
];

const text = (chance: Chance, most = 5): string =>
  some(chance, most, () => pick(chance, chance() < 0.5 ? plain : escapes)).join('');

const directive = (chance: Chance): string => {
  const flags = some(chance, 1, () => pick(chance, ['-', '+', ' ', '#', '0'])).join('');
  const width = pick(chance, ['', '', '', '5', '12', '*', '0']);
  const precision = pick(chance, ['', '', '', '.2', '.', '.*', '.0']);
  const letter = pick(chance, [...'sssbbdiuoxXcqefgan%', 'ld', '(%Y)T', '']);
  return pick(chance, ['%s', '%d', '%b', '%%', `%${flags}${width}${precision}${letter}`]);
};

const number = (chance: Chance): string =>
  pick(chance, [
    '0',
    '5',
    '-3',
    '+7',
    '010',
    '08',
    '0x1F',
    "'a",
    '"é',
    '9223372036854775807',
    '-9223372036854775808',
    '99999999999999999999',
    '',
    'z',
    ' 4',
    '4 ',
  ]);

const word = (chance: Chance): string => (chance() < 0.5 ? number(chance) : text(chance, 3));

const set = (chance: Chance): string =>
  some(chance, 3, () =>
    pick(chance, [
      'a',
      'z',
      'a-z',
      'A-Z',
      '0-9',
      '-',
      '\\n',
      '\\055',
      '\\x3b',
      '\\173',
      '[',
      ']',
      '[a*]',
      '[a*2]',
      '[:lower:]',
      '[=a=]',
      '\\\\',
      '#',
      ';',
      'é',
      '\\8',
      'z-a',
      ' ',
      '\\-',
      'a\\-c',
    ]),
  ).join('');

/** What prints something, in the words of a shell. */
const makers: readonly ((chance: Chance) => string)[] = [
  (chance) =>
    [
      'echo',
      ...some(chance, 2, () => pick(chance, ['-n', '-e', '-E', '-ne', '-eE', '-x'])),
      ...some(chance, 3, () => quote(text(chance))),
    ].join(' '),
  (chance) => {
    const format = some(chance, 5, () => (chance() < 0.5 ? directive(chance) : text(chance, 2))).join('');
    return [
      'printf',
      ...some(chance, 1, () => '--'),
      quote(format),
      ...some(chance, 4, () => quote(word(chance))),
    ].join(' ');
  },
  (chance) => {
    const options = pick(chance, ['', '', '', '-d ', '-s ', '-c ', '-cd ', '-t ']);
    const sets = [quote(set(chance)), ...(chance() < 0.8 ? [quote(set(chance))] : [])].join(' ');
    return `printf %s ${quote(text(chance, 8))} | tr ${options}${sets}`;
  },
  (chance) => {
    const coded = Buffer.from(text(chance, 8)).toString(chance() < 0.8 ? 'base64' : 'base64url');
    const end = pick(chance, ['', '\n', ' ', '=', 'YQ==', '\r\n']);
    return `printf %s ${quote(coded + end)} | base64 ${pick(chance, ['-d', '--decode', '-di', '-d -w0', ''])}`;
  },
  (chance) => {
    const coded = Buffer.from(text(chance, 8)).toString('hex');
    return `printf %s ${quote(coded)} | xxd ${pick(chance, ['-r -p', '-p -r', '-r', '-rp', '-p', '-r -plain', '-r -ps'])}`;
  },
  (chance) => {
    const filter = pick(chance, [
      'rev',
      'sort',
      'uniq',
      'cat',
      'cat -A',
      'cat -n',
      'cat -u',
      'cat -',
      'cat -e',
      'tac',
      'head',
      'tail',
      'tee',
      'head -n 1',
      'nl',
      'fold -w3',
      'cut -c2-',
      'sed p',
      'paste -s',
      'sort -r',
    ]);
    return `printf %s ${quote(text(chance, 8))} | ${filter}`;
  },
  (chance) =>
    `${pick(chance, ['basename', 'dirname', 'basename -a', 'basename -s a'])} -- ${quote(pick(chance, ['/', '', 'a//', '/a', 'a/b.sh', '//', 'a', './', '/a/b/', 'a//b', '//a', 'a/b//c/']))}`.replace(
      ' -- ',
      chance() < 0.5 ? ' ' : ' -- ',
    ),
];

/** Shells other than bash run the same programs, and print by themselves. */
const commandOf = (chance: Chance, isBash: boolean): string => {
  const one = (): string => pick(chance, isBash ? makers : makers.slice(0, 2))(chance);
  return chance() < 0.9 ? one() : `{ ${one()}; ${one()}; }`;
};

/** What a shell prints for each of many commands. */
function printedBy(shell: string, commands: readonly string[]): readonly Buffer[] {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-printed-'));
  try {
    const script = commands
      .map((command, at) => `( eval ${quote(command)} ) </dev/null >${at} 2>/dev/null`)
      .join('\n');
    const start = shell === 'busybox' ? ['sh'] : [];
    spawnSync(shell, start, {
      input: `ulimit -f 64\n${script}\n`,
      cwd: folder,
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    });
    return commands.map((_, at) => readFileSync(join(folder, `${at}`)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What a file holds that a command prints into; undefined where that is not known. */
const saidOf = (command: string): string | undefined =>
  effectsOf(command).paths.find(({ kind, text: named }) => kind === 'write' && named === 'out')?.content;

describe('what is said to be printed', () => {
  test.each(shells)('is what %s prints', { timeout }, (shell) => {
    const chance = chanceOf(seed);
    const commands = Array.from({ length: effort(20_000, 80) }, () => commandOf(chance, shell === 'bash'));
    const printed = printedBy(shell, commands);
    const said = commands.map((command) =>
      saidOf(shell === 'bash' ? `${command} > out` : `sh -c ${quote(`${command} > out`)}`),
    );
    const wrong = commands.flatMap((command, at) => {
      const own = said[at];
      return typeof own === 'string' && !Buffer.from(own).equals(printed[at] ?? Buffer.from(''))
        ? [{ command, said: own, printed: printed[at]?.toString() }]
        : [];
    });
    const known = said.filter((each) => typeof each === 'string').length;
    tell({ 'commands that print': commands.length, 'whose text is known': known });
    expect(wrong.slice(0, 20)).toEqual([]);
    // To know nothing is no way to be right.
    expect(known).toBeGreaterThan(commands.length / 10);
  });
});
