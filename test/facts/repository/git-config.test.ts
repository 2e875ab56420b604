/** Settings of git are read as git reads them. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readGitConfig } from '../../../src/facts/repository/git-config.ts';
import { tries } from '../../campaign/effort.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bylaw-git-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const hasGit = spawnSync('git', ['--version']).error === undefined;

/** Up to its version 2.44 git makes a blank of each tab outside quotes. */
const plain = (value: string): string => value.replaceAll('\t', ' ');

/** What git says is in a file; undefined where it does not read it. */
function byGit(text: string): readonly (readonly [string, string])[] | undefined {
  const file = join(folder, 'config');
  writeFileSync(file, text);
  const { status, stdout } = spawnSync('git', ['config', '-z', '--file', file, '--list', '--no-includes'], {
    encoding: 'utf8',
  });
  if (status !== 0) return undefined;
  return stdout
    .split('\0')
    .filter((each) => each !== '')
    .map((each) => {
      const end = each.indexOf('\n');
      return end < 0 ? [each, 'true'] : [each.slice(0, end), plain(each.slice(end + 1))];
    });
}

const ours = (text: string): readonly (readonly [string, string])[] | undefined =>
  readGitConfig(text)?.map(({ name, value }) => [name, plain(value)]);

describe.runIf(hasGit)('a file of settings of git', () => {
  test.each([
    '[core]\n\thooksPath = hk\n',
    '[remote "origin"]\n\turl = git@github.com:a/b.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n',
    '[alias]\n  up = "!git push -f; echo \\"x\\""\n  s = status # a comment\n  t = "a # b" ; c\n',
    '[A.b]\nX\n[url "https://x/"]\ninsteadOf=gh:\n',
    '[a]\nb = one \\\n  two\nc = x\\ty\\\\z\n',
    '[a] b = 1\n[c]d=2\n',
    '[a]\nb = "unfinished\n',
    'b = 1\n',
    '[a\nb = 1\n',
    '[a]\n1b = 2\n',
    '[a]\nb = \\x\n',
    '\uFEFF[a]\nb = 1\r\nc = 2\r\n',
  ])('%j', (text) => {
    expect(ours(text)).toEqual(byGit(text));
  });

  test('of generated lines', () => {
    const part = fc.constantFrom(
      '[a]',
      '[a "B c"]',
      '[A.b]',
      'k = v',
      'K=v w',
      '\tk',
      'k = "q # r" s',
      'k = a\\',
      'k = a ; b',
      '# c',
      '',
      'k = "a\\nb"',
      'k2-x = \\"',
      '[a "x\\"y"] k = 1',
      'k = a b  ',
      'k =',
      '  ; c',
    );
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (lines) => {
        const text = `${lines.join('\n')}\n`;
        expect([text, ours(text)]).toEqual([text, byGit(text)]);
      }),
      { numRuns: tries(30) },
    );
  });
});
