// A script that does more of something than the limit: its last effect is found, or there is an unknown finding.
import { expect, test } from 'vitest';
import { scanCode } from '../../../src/facts/code/scan.ts';
import type { CodeFinding } from '../../../src/facts/code/values/finding.ts';
import { isOpen, type Shape, staticText } from '../../../src/pattern/text/shape.ts';

/** The shapes that a finding is about. */
function shapesIn(finding: CodeFinding): readonly Shape[] {
  switch (finding.kind) {
    case 'path':
      return finding.target === undefined ? [finding.path] : [finding.path, finding.target];
    case 'run':
      return finding.words;
    case 'shell':
      return [finding.text];
    case 'connect':
      return [finding.url];
    case 'load':
    case 'cwd':
    case 'root':
      return [finding.path];
    case 'variable':
      return [finding.value];
    case 'environment':
    case 'unknown':
      return [];
    default:
      return finding satisfies never;
  }
}

/** Whether the last thing is found, or may be among what is found. */
const covers = (language: string, code: string): boolean =>
  scanCode(language, code).some(
    (finding) =>
      finding.kind === 'unknown' ||
      shapesIn(finding).some((shape) => isOpen(shape) || (staticText(shape) ?? '').includes('/etc/z')),
  );

const many = (text: string, times: number, between = ','): string =>
  Array.from({ length: times }, () => text).join(between);
const numbered = (make: (at: number) => string, times: number, between = '\n'): string =>
  Array.from({ length: times }, (_, at) => make(at)).join(between);

const times = [90, 101, 201, 501, 1001, 1025, 1495, 2000];
const scripts: readonly (readonly [string, string, (times: number) => string])[] = [
  ['perl', 'arguments of unlink', (n) => `unlink ${many('"b"', n)},"/etc/z"`],
  ['perl', 'different arguments of unlink', (n) => `unlink ${numbered((at) => `"b${at}"`, n, ',')},"/etc/z"`],
  ['perl', 'quoted words', (n) => `unlink qw(${many('b', n, ' ')} /etc/z)`],
  ['perl', 'a list', (n) => `my @a=(${many('"b"', n)},"/etc/z"); for my $x (@a) { unlink $x }`],
  ['perl', 'words of a program', (n) => `system("rm",${many('"b"', n)},"/etc/z")`],
  [
    'python',
    'words of a program',
    (n) => `import subprocess\nsubprocess.run(["rm",${many('"b"', n)},"/etc/z"])`,
  ],
  ['python', 'a loop', (n) => `import os\nfor x in [${many('"b"', n)},"/etc/z"]: os.remove(x)`],
  ['python', 'the last item', (n) => `import os\nx=[${many('"b"', n)},"/etc/z"]\nos.remove(x[-1])`],
  [
    'python',
    'words of a text',
    (n) => `import os\nfor x in "${many('b', n, ' ')} /etc/z".split(): os.remove(x)`,
  ],
  [
    'python',
    'a text that is split',
    (n) => `import os\nos.remove("${many('b', n)},/etc/z".split(",")[${n}])`,
  ],
  [
    'python',
    'a text that is split as a shell does',
    (n) => `import os,shlex\nos.remove(shlex.split("${many('b', n, ' ')} /etc/z")[${n}])`,
  ],
  ['python', 'a function for each', (n) => `import os\nlist(map(os.remove, [${many('"b"', n)},"/etc/z"]))`],
  [
    'python',
    'a list that grows',
    (n) => `import os\nx=[]\nx+=[${many('"b"', n)}]\nx.append("/etc/z")\nos.remove(x[-1])`,
  ],
  [
    'python',
    'names that are given at once',
    (n) => `import os\n${numbered((at) => `a${at}`, n, ',')},z=${many('"b"', n)},"/etc/z"\nos.remove(z)`,
  ],
  [
    'python',
    'a table',
    (n) => `import os\nd={${numbered((at) => `"k${at}":"b"`, n, ',')},"z":"/etc/z"}\nos.remove(d["z"])`,
  ],
  [
    'python',
    'functions',
    (n) => `import os\n${numbered((at) => `def f${at}(): pass`, n)}\ndef z(p): os.remove(p)\nz("/etc/z")`,
  ],
  [
    'python',
    'modules of which all is imported',
    (n) => `${numbered((at) => `from m${at} import *`, n)}\nfrom os import *\nremove("/etc/z")`,
  ],
  ['node', 'a loop', (n) => `for (const x of [${many('"b"', n)},"/etc/z"]) require("fs").unlinkSync(x)`],
  ['node', 'a function for each', (n) => `[${many('"b"', n)},"/etc/z"].forEach(require("fs").unlinkSync)`],
  ['node', 'words of a program', (n) => `require("child_process").spawn("rm",[${many('"b"', n)},"/etc/z"])`],
  [
    'node',
    'a list in a list',
    (n) => `const a=[${many('"b"', n)}]; require("fs").unlinkSync([...a,"/etc/z"][${n}])`,
  ],
  ['ruby', 'arguments', (n) => `File.delete(${many('"b"', n)},"/etc/z")`],
  ['ruby', 'quoted words', (n) => `%w[${many('b', n, ' ')} /etc/z].each { |x| File.delete(x) }`],
  ['php', 'a loop', (n) => `<?php foreach ([${many('"b"', n)},"/etc/z"] as $x) unlink($x);`],
  [
    'php',
    'a text that is split',
    (n) => `<?php foreach (explode(",","${many('b', n)},/etc/z") as $x) unlink($x);`,
  ],
  ['lua', 'a loop', (n) => `for _,x in ipairs({${many('"b"', n)},"/etc/z"}) do os.remove(x) end`],
  ['awk', 'commands', (n) => `BEGIN{${numbered((at) => `system("b${at}")`, n, ';')};system("rm /etc/z")}`],
  ['awk', 'parts of a text', (n) => `BEGIN{system("rm " ${many('""', n, ' ')} "/etc/z")}`],
  ['sed', 'files', (n) => `${numbered((at) => `w b${at}`, n)}\nw /etc/z`],
  ['sql', 'commands', (n) => `${numbered((at) => `\\! b${at}`, n)}\n\\! rm /etc/z`],
  ['sql', 'a long line', (n) => `\\! : ${many('bbbbb', n, ' ')}; rm /etc/z`],
  ['vim', 'commands', (n) => `${numbered((at) => `!b${at}`, n)}\n!rm /etc/z`],
  ['vim', 'a long line', (n) => `call f(${many('bbbbbbbb', n)})|!rm /etc/z`],
  ['vim', 'parts of a text', (n) => `call system("rm " ${many('. ""', n, ' ')} . "/etc/z")`],
  [
    'osascript',
    'commands',
    (n) => `${numbered((at) => `do shell script "b${at}"`, n)}\ndo shell script "rm /etc/z"`,
  ],
];

test.each(scripts)('%s: %s', (language, _, make) => {
  expect(times.filter((each) => !covers(language, make(each)))).toEqual([]);
});
