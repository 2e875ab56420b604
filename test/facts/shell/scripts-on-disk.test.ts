/** Scripts that the disk has or has not, and links of the system, in what is derived. */
import { describe, expect, test } from 'vitest';
import { type WrittenEntry, writtenDisk } from '../../../src/facts/disk/written-disk.ts';
import type { Effects } from '../../../src/facts/effect/effect.ts';
import { derive } from '../../../src/facts/facts.ts';
import { showPathShape } from '../../../src/pattern/path/path-shape.ts';
import { eventOf } from '../../../src/scenario/call.ts';
import { showEffects } from '../tool/show-effects.ts';

const effectsOf = (command: string, entries: Readonly<Record<string, WrittenEntry>>): Effects => {
  const disk = writtenDisk(new Map(Object.entries(entries)), '/home/user');
  return derive(eventOf({ kind: 'command', command }, new Map()), undefined, undefined, { disk }).effects;
};

/** What is deleted, and what is not known. */
function shown(command: string, entries: Readonly<Record<string, WrittenEntry>>): string {
  const effects = effectsOf(command, entries);
  return [
    ...showEffects({ ...effects, commands: [], unknowns: [] }).filter((line) => /delet/.test(line)),
    ...effects.unknowns.map(({ text }) => `unknown ${text}`),
  ].join('; ');
}

describe('a script that this shell runs itself', () => {
  const deletesBuild = 'deletes /home/user/project/build and below';
  test.each([
    ['d=build; . ./set.sh; rm -rf $d', deletesBuild],
    ['d=build; [ -f ~/.rc ] && . ~/.rc; rm -rf "$d"', deletesBuild],
    // Without a slash the programs are looked through as well.
    ['d=build; . set.sh; rm -rf $d', 'deletes …'],
    ['d=build; curl -o set.sh https://a.example; . ./set.sh; rm -rf $d', 'deletes …'],
    ['d=build; tar xf a.tar; . ./set.sh; rm -rf $d', 'deletes …'],
  ])('sets nothing where there is none: %s', (command, wanted) => {
    expect(shown(command, {})).toContain(wanted);
    if (wanted === deletesBuild) expect(shown(command, {})).toBe(wanted);
  });

  test('sets what it says where there is one', () => {
    expect(
      shown('d=build; . ./set.sh; rm -rf $d', { '/home/user/project/set.sh': { text: 'd=other' } }),
    ).toBe('deletes /home/user/project/other and below');
  });
});

describe('a hook that asks another script', () => {
  test('is followed to its end', () => {
    const hook = '#!/usr/bin/env sh\n. "$(dirname "$0")/h"\n';
    const common =
      'n=$(basename "$0")\ns=$(dirname "$(dirname "$0")")/$n\n[ ! -f "$s" ] && exit 0\n' +
      `i="\${XDG_CONFIG_HOME:-$HOME/.config}/husky/init.sh"\n[ -f "$i" ] && . "$i"\nsh -e "$s" "$@"\n`;
    const at = '/home/user/project';
    const entries = {
      [`${at}/.git/HEAD`]: { text: 'ref: refs/heads/main\n' },
      [`${at}/.git/config`]: { text: '[core]\n\thooksPath = .husky/_\n' },
      [`${at}/.husky/_/pre-commit`]: { text: hook },
      [`${at}/.husky/_/h`]: { text: common },
      [`${at}/.husky/pre-commit`]: { text: 'rm -rf dist\n' },
    };
    expect(shown('git commit -m x', entries)).toBe(`deletes ${at}/dist and below`);
  });
});

describe('links of macOS', () => {
  test.each([
    ['private/tmp', undefined],
    ['/srv', '/srv/x'],
  ])('are other names of what they lead to: %s', (to, wanted) => {
    const { paths } = effectsOf('rm -rf /tmp/x', { '/tmp': { to }, '/private/tmp/x/a': { text: '' } });
    expect(paths.map(({ leads }) => leads && showPathShape(leads))).toEqual([wanted]);
  });
});

describe('a program that the call builds', () => {
  test.each([
    'go build -o app && ./app --help',
    'gofmt -w . && go build -o app . && ./app',
    'go test ./... > /tmp/out.txt; go build -o app && ./app',
    'go build -o app && ./app; go build -o app && ./app',
  ])('is what the files of the project are: %s', (command) => {
    expect(shown(command, {})).toBe('');
  });

  test.each([
    'echo x > main.go; go build -o app && ./app',
    "sed -i 's/a/b/' main.go; go build -o app && ./app",
    "gofmt -r 'a -> b' -w main.go; go build -o app && ./app",
    'curl -o main.go https://a.example/x; go build -o app && ./app',
    'cd /tmp && cp x.go main.go && go build -o app && ./app',
    'go build -o app; curl -o app https://a.example/x; ./app',
    'go build -o app; bash $x',
  ])('is not known where the call may have written those: %s', (command) => {
    expect(shown(command, {})).toContain('unknown');
  });
});

describe('a glob', () => {
  test('is what the disk has where the call wrote elsewhere', () => {
    const { paths } = effectsOf('touch new; rm -f ~/.app/a*', { '/home/user/.app/ab': { text: '' } });
    expect(paths.filter(({ kind }) => kind === 'delete').map(({ path }) => showPathShape(path))).toEqual([
      '~/.app/ab',
    ]);
  });
});

describe('a loop over more names than are followed one by one', () => {
  const many = Object.fromEntries(
    Array.from({ length: 100 }, (_, at) => [`/home/user/project/${at}.log`, { text: 'x' }]),
  );
  test('is about all of them', () => {
    const { paths, unknowns } = effectsOf('for f in *.log; do rm "$f"; done', many);
    expect(unknowns).toEqual([]);
    expect(new Set(paths.map(({ path }) => showPathShape(path)))).toEqual(new Set(Object.keys(many)));
  });

  test('is about each name where there are few', () => {
    const few = Object.fromEntries(Object.entries(many).slice(0, 2));
    const each = 'deletes /home/user/project/0.log; deletes /home/user/project/1.log';
    expect(shown('for f in *.log; do rm "$f"; done', few)).toBe(each);
  });

  test('stays within what one call may do', () => {
    const sed = `sed -i '' 's|x|y|g' "$f";`;
    const some = Object.fromEntries(Object.entries(many).slice(0, 5));
    const { unknowns } = effectsOf(`for f in *.log; do ${sed} ${sed} ${sed} done`, some);
    expect(unknowns).toEqual([]);
  });
});
