/**
 * Random trees with links, scripts and a makefile, and calls on them: through links, with steps back, with globs, and with
 * what scripts hold.
 */
import { type WrittenEntry, writtenDisk } from '../../../src/facts/disk/written-disk.ts';
import { type Chance, pick } from '../../pattern/path-pairs.ts';
import { home, type World, workspace } from '../differential/sandbox.ts';

export interface Tree {
  readonly files: Readonly<Record<string, string>>;
  readonly folders: readonly string[];
  readonly links: Readonly<Record<string, string>>;
}

const plain = [
  'a.txt',
  'b.txt',
  'c.md',
  '.env',
  'sub/a.txt',
  'sub/d.txt',
  'sub/in/e.txt',
  '../doc/f.txt',
  '../a.txt',
  '../doc/deep/g.txt',
];
const linkNames = ['l', 'm', 'sub/n', 'k.txt', 'sub/in/o'];
const targets = [
  '..',
  '../..',
  'sub',
  'sub/in',
  '~',
  '~/doc',
  'a.txt',
  '~/a.txt',
  'l',
  'm',
  '../doc',
  '../sub',
  'nowhere',
  './sub/../sub/in',
  '~/project/sub',
  '.',
];
const scriptNames = ['s.sh', 't.sh', 'sub/u.sh', 'p.py', '../doc/v.sh', 'run'];

const absolute = (path: string): string => path.replace(/^~/, home);

function normal(path: string): string {
  const names: string[] = [];
  for (const name of `${workspace}/${path}`.split('/'))
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  return `/${names.join('/')}`;
}

/** A path as a call writes it: through links, with steps back, with globs. */
function pathIn(chance: Chance): string {
  const names = [...plain, ...linkNames, 'sub', 'sub/in', '../doc'];
  const start = pick(chance, ['', '', '', './', '~/project/', `${workspace}/`]);
  const link = pick(chance, linkNames);
  return pick(chance, [
    () => start + pick(chance, plain),
    () => start + link,
    () => `${start + link}/`,
    () =>
      `${start + link}/${pick(chance, ['a.txt', 'doc', 'in/e.txt', 'f.txt', 'project/a.txt', 'sub/a.txt'])}`,
    () => `${start + link}/../${pick(chance, ['a.txt', 'sub', 'doc/f.txt', 'b.txt'])}`,
    () => `${start}sub/../${pick(chance, names)}`,
    () =>
      pick(chance, [
        '*.txt',
        's*/a.txt',
        '?.md',
        '[ab].txt',
        '~/d*',
        'l*/a.txt',
        '*/a.txt',
        '.en?',
        'z*',
        '~/*/f.txt',
        './*.md',
        'sub/*/e.txt',
        'l/*.txt',
      ]),
  ])();
}

function effectIn(chance: Chance): string {
  const path = pathIn(chance);
  return pick(chance, [
    () => `rm -rf ${path}`,
    () => `rm ${path}`,
    () => `cat ${path}`,
    () => `touch ${path}`,
    () => `echo x > ${pick(chance, [...plain, 'l/new', 'm/new', 'new'])}`,
    () => `cp ${path} ${pick(chance, ['new', 'sub', 'l', 'm/new', '~/doc'])}`,
    () => `mv ${path} ${pick(chance, ['new', 'sub', 'l', 'm', '~/doc'])}`,
    () => `mkdir -p ${pick(chance, ['new/a', 'l/new/b', 'sub/n/c'])}`,
    () => `ln -s ${pick(chance, targets)} ${pick(chance, ['new', 'sub/new'])}`,
  ])();
}

function runIn(chance: Chance): string {
  const script = pick(
    chance,
    scriptNames.filter((name) => name.endsWith('.sh')),
  );
  return pick(chance, [
    () => `bash ${script}`,
    () => `sh ${script} ${pathIn(chance)}`,
    () => `. ./${script}`,
    () => `bash < ${script}`,
    () => `cat ${script} | bash`,
    () => `bash l/${script}`,
    () => `python3 p.py`,
    () => './run a.txt',
    () => `./${script}`,
    () => 'make',
    () => 'make other',
    () => `(cd sub && bash ../${script})`,
    () => `cp ${script} w.sh; bash w.sh`,
    () => `ln -s ${script} y; bash y`,
    () => `mv ${script} w.sh && sh w.sh`,
  ])();
}

/** A call that takes as a value what a file holds. */
function valueIn(chance: Chance): string {
  const script = pick(
    chance,
    scriptNames.filter((name) => name.endsWith('.sh')),
  );
  const does = pick(chance, ['rm -rf', 'cat', 'touch', 'rm']);
  return pick(chance, [
    () => `${does} $(cat list)`,
    () => `${does} $(<list)`,
    () => `xargs ${does} < list`,
    () => `xargs -a list ${does}`,
    () => `cat list one | xargs ${does}`,
    () => `while read -r x; do ${does} "$x"; done < list`,
    () => `cat list | while read -r x; do ${does} "$x"; done`,
    () => `for x in $(cat list one); do ${does} $x; done`,
    () => `read -r x < one; ${does} "$x"`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is of bash.
    () => 'mapfile -t all < list; rm -f "${all[@]}"',
    () => `x=$(cat ${pathIn(chance)}); ${does} $x`,
    () => `eval "$(cat ${script})"`,
    () => `bash -c "$(cat ${script})"`,
    () => `cat ${script} /dev/null | bash`,
    () => `. <(cat ${script})`,
    () => `(cat ${script}; echo true) | sh`,
    () => `cat list > new; ${does} $(cat new)`,
    () => `cp one new; xargs ${does} < new`,
    () => `echo ${pathIn(chance)} >> list; ${does} $(cat list)`,
    () => `rm -f one; ${does} a.txt $(cat one none)`,
    () => `${effectIn(chance)}; ${does} $(cat list)`,
  ])();
}

/** A call that takes the names that a command lists. */
function listedIn(chance: Chance): string {
  const does = pick(chance, ['rm -rf', 'cat', 'touch', 'rm', 'cp -t new', 'cp']);
  const [test, folder] = [
    pick(chance, [
      "-name '*.txt'",
      '-type f',
      '-type d',
      "-name 'a*' -type f",
      "-not -name '*.txt'",
      '-type l',
      '',
    ]),
    pick(chance, ['.', 'sub', './sub/in', 'l', 'l/', '..', 'nowhere', 'sub l', '~/doc']),
  ];
  const depth = pick(chance, ['', '-maxdepth 1 ', '-mindepth 2 ']);
  const find = `find ${folder} ${depth}${test}`;
  const ls = `ls ${pick(chance, ['*.txt', 'sub', '-d */', '-1 s*/a.txt', '-t *.txt', 'nowhere', '-r sub/*.txt', '-d sub/*'])}`;
  const list = pick(chance, [find, find, ls]);
  return pick(chance, [
    () => `${list} | xargs ${does}`,
    () => `${find} -print0 | xargs -0 ${does}`,
    () => `${list} | grep t | xargs -n 1 ${does}`,
    () => `${list} | sort | head -2 | xargs -I{} ${does} {}`,
    () => `${list} 2>/dev/null | while read -r x; do ${does} "$x"; done`,
    () => `for x in $(${list}); do ${does} $x; done`,
    () => `x=$(${list} | head -1); ${does} "$x"`,
    () => `x=$(${list}); ${does} $x`,
    () => `${does} $(${list})`,
    () => `${does} "$(${list} | tail -1)"`,
    () => `${effectIn(chance)}; ${list} | xargs ${does}`,
    () => `${does} ${pick(chance, ['sub/*', '*', '*/', './*', 'l/*', 'sub/in/*', '*/*'])}`,
    () => `mkdir -p new; mv ${pick(chance, ['sub/*', '*/', 'l/*'])} new`,
  ])();
}

export function callIn(chance: Chance): string {
  return pick(chance, [
    () => listedIn(chance),
    () => listedIn(chance),
    () => valueIn(chance),
    () => valueIn(chance),
    () => effectIn(chance),
    () => effectIn(chance),
    () => runIn(chance),
    () => `cd ${pick(chance, ['l', 'sub', 'm', '~/doc', 'sub/n'])} && ${effectIn(chance)}`,
    () =>
      `ln -s ${pick(chance, targets)} h; ${pick(chance, ['rm -rf h/a.txt', 'cat h/a.txt', 'rm -rf h/', 'rm h', 'echo x > h/q', 'touch h'])}`,
    () => `echo '${effectIn(chance)}' > s.sh; ${runIn(chance)}`,
    () => `rm -f ${pick(chance, linkNames)}; ${effectIn(chance)}`,
    () => `for f in ${pathIn(chance)}; do rm -rf "$f"; done`,
  ])();
}

/** A script of a line or two; what it names is looked up from where the call runs. */
function scriptIn(chance: Chance, depth: number): string {
  const lines = [
    effectIn(chance),
    pick(chance, [
      () => effectIn(chance),
      () => 'rm -rf "$1"',
      () => 'cat "$(dirname "$0")/a.txt"',
      () => (depth > 0 ? 'bash t.sh b.txt' : 'true'),
      () => 'if [ -f b.txt ]; then rm b.txt; fi',
    ])(),
  ];
  return `${lines.join('\n')}\n`;
}

export function treeIn(chance: Chance): Tree {
  const files: Record<string, string> = {};
  for (const path of plain) if (chance() < 0.85) files[normal(path)] = `text of ${path}\n`;
  for (const name of scriptNames) files[normal(name)] = scriptIn(chance, name === 't.sh' ? 0 : 1);
  const listed = Array.from({ length: 3 }, () => pick(chance, [...plain, ...linkNames, 'none']));
  files[normal('list')] = `${listed.join('\n')}\n`;
  files[normal('one')] = `${pick(chance, plain)}\n`;
  files[normal('p.py')] = `import os\nos.remove(${JSON.stringify(pick(chance, plain))})\n`;
  files[normal('run')] = `#!/bin/sh\n${files[normal('run')] ?? ''}`;
  files[normal('Makefile')] = `all:\n\t${effectIn(chance)}\n\nother:\n\t${effectIn(chance)}\n`;
  const links: Record<string, string> = {};
  for (const name of linkNames) if (chance() < 0.8) links[normal(name)] = absolute(pick(chance, targets));
  return { files, links, folders: [normal('sub/in'), normal('../doc/deep')] };
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

export const worldOf = ({ files, folders, links }: Tree): World => ({
  files,
  folders,
  marks: {},
  prepare: [
    ...Object.entries(links).map(([path, to]) => `ln -sfn ${quote(to)} ${quote(path)}`),
    ...scriptNames.map((name) => `chmod +x ${quote(normal(name))} 2>/dev/null`),
    'true',
  ].join('\n'),
});

export const diskOf = ({ files, folders, links }: Tree): ReturnType<typeof writtenDisk> =>
  writtenDisk(
    new Map<string, WrittenEntry>([
      ...folders.map((path) => [path, 'folder'] as const),
      ...Object.entries(files).map(([path, text]) => [path, { text }] as const),
      ...Object.entries(links).map(([path, to]) => [path, { to }] as const),
    ]),
    home,
  );
