/**
 * The files that programs are tried on: one of each sort that programs take, in a project that is a repository of git.
 * A text file ends with a mark, by which it is seen where its text comes out.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { home, type World, workspace } from '../differential/sandbox.ts';

const texts: Readonly<Record<string, string>> = {
  'a.txt': 'alpha\nbeta 1\n§\n',
  'b.txt': 'alpha\ngamma 2\n§\n',
  'sub/c.txt': 'zeta\n§\n',
  'x.json': '{"a": 1, "b": [1, 2], "m": "§"}\n',
  'x.yaml': 'a: 1\nb: [1, 2]\nm: "§"\n',
  'x.toml': 'a = 1\nm = "§"\n',
  'x.ini': '[a]\nb = 1\nm = §\n',
  'x.csv': 'a,b\n1,2\n3,§\n',
  'x.xml': '<?xml version="1.0"?>\n<a><b>1</b><m>§</m></a>\n',
  'x.html': '<!DOCTYPE html>\n<html><head><title>a</title></head><body><p>§</p></body></html>\n',
  'x.css': 'a { color: red; }\n/* § */\n',
  'x.md': '# a\n\n§ text\n',
  'x.rst': 'a\n=\n\n§ text\n',
  'x.adoc': '= a\n\n§ text\n',
  'x.texi': '\\input texinfo\n@settitle a\n@node Top\n@top a\n§\n@bye\n',
  'x.1': '.TH A 1\n.SH NAME\na \\- §\n',
  'x.c': '/* § */\n#include <stdio.h>\nint main(void) { puts("a"); return 0; }\n',
  'x.py': '# §\nimport os\n\n\ndef f(a):\n    return a\n\n\ndef test_a():\n    assert f(1) == 1\n',
  'x.js': '// §\nconst a = 1\nconsole.log(a)\n',
  'x.ts': '// §\nconst a: number = 1;\nconsole.log(a);\n',
  'x.sh': '#!/bin/sh\n# §\necho a\n',
  'x.pl': '#!/usr/bin/perl\n# §\nprint "a\\n";\n',
  'x.rb': '# §\nputs "a"\n',
  'x.lua': '-- §\nprint("a")\n',
  'x.php': '<?php\n// §\necho "a\\n";\n',
  'x.awk': '# §\n{ print }\n',
  'x.sed': '# §\ns/a/b/\n',
  'x.ed': 's/alpha/omega/\nw\nq\n',
  'x.sql': '-- §\nselect 1;\n',
  'x.m4': 'define(a, b)a\ndnl §\n',
  'x.l': '/* § */\n%%\na ;\n%%\n',
  'x.dot': 'digraph { a -> b; m [label="§"] }\n',
  'x.ps': '%!PS\n% §\nshowpage\n',
  'x.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><!-- § --><rect width="4" height="4"/></svg>\n',
  'x.proto': 'syntax = "proto3";\n// §\nmessage A { string b = 1; }\n',
  'x.asm': '; §\nsection .text\nmov eax, 1\n',
  'x.scm': '; §\n(display "a")\n',
  'x.bc': '/* § */\n1 + 1\nquit\n',
  'x.lst': 'a.txt\nb.txt\n',
  'x.mk': '# §\nall:\n\techo a\n',
  Makefile: '# §\nall:\n\techo a\ninstall clean test:\n\techo b\n',
  'p.diff': '--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n-alpha\n+omega\n beta 1\n',
  'package.json': '{"name": "p", "version": "1.0.0", "scripts": {"a": "echo a"}, "m": "§"}\n',
  '.env': 'A=1\nM=§\n',
};

const markOf = (path: string): string => `mark${createHash('sha1').update(path).digest('hex').slice(0, 12)}`;
const inProject = Object.entries(texts).map(([name, text]) => [`${workspace}/${name}`, text] as const);

/** What programs make, with those that are there: more of it for some programs. */
const script = readFileSync(new URL('prepare.sh', import.meta.url), 'utf8');
export const worldFor = (programs: readonly string[]): World => ({
  ...tableWorld,
  prepare: `programs=' ${programs.join(' ')} '\n${script}`,
});

/** Where settings of programs lead: to a remote, to a daemon, to a registry. */
export const keptHost = 'kept.example';

/** The places where packages come from by default: each has an address, at which nothing answers. */
const places = readFileSync('knowledge/default.registries', 'utf8')
  .split('\n')
  .filter((line) => !line.startsWith('#'))
  .flatMap((line) => /:([^|]*)/.exec(line)?.[1]?.split(' ') ?? [])
  .filter((name) => name.includes('.'));
const hosts = Object.fromEntries(
  [keptHost, 'api.github.com', ...new Set(places)].map((name, at) => [
    `127.0.${1 + Math.floor(at / 200)}.${1 + (at % 200)}`,
    name,
  ]),
);

/** What programs ask for that no file can say. */
const env: Readonly<Record<string, string>> = {
  DOCKER_HOST: `tcp://${keptHost}:80`,
  CONTAINER_HOST: `tcp://${keptHost}:80`,
  GH_TOKEN: 'a',
  GITHUB_TOKEN: 'a',
  RESTIC_PASSWORD: 'a',
  BORG_PASSPHRASE: 'a',
  BORG_UNKNOWN_UNENCRYPTED_REPO_ACCESS_IS_OK: 'yes',
  BORG_DELETE_I_KNOW_WHAT_I_AM_DOING: 'YES',
  EDITOR: 'true',
  TERM: 'xterm',
  SCREENDIR: `${home}/.screen`,
  APT_CONFIG: `${home}/apt.conf`,
  LD_LIBRARY_PATH: ['pulseaudio', 'blas', 'lapack']
    .map((name) => `/usr/lib/x86_64-linux-gnu/${name}`)
    .join(':'),
  PHP_INI_SCAN_DIR: ':/home/user/php.d',
  AWS_ACCESS_KEY_ID: 'a',
  AWS_SECRET_ACCESS_KEY: 'a',
  CLOUDSDK_CORE_DISABLE_PROMPTS: '1',
};

export const tableWorld: World = {
  files: Object.fromEntries([
    ...inProject.map(([path, text]) => [path, text.replaceAll('§', () => markOf(path))]),
    [`${home}/other.txt`, `other\n${markOf(`${home}/other.txt`)}\n`],
  ]),
  folders: [`${workspace}/sub`, `${workspace}/empty`],
  marks: Object.fromEntries(
    [...inProject.map(([path]) => path), `${home}/other.txt`].map((path) => [path, markOf(path)]),
  ),
  hosts,
  env,
};

/** What each file is taken for where a program of some sort is tried: the names of programs, and the files they take first. */
const sorts: readonly (readonly [RegExp, string])[] = [
  [/^git$/, 'a.txt x.patch x.bundle'],
  [/^(?:bsd)?tar$/, 'x.tar x.tgz'],
  [/zip(?:info|note|cloak|split)?$|^(?:jar|zipalign|funzip)$/, 'x.zip z.txt.gz a.txt'],
  [/^(?:g|un)?zip$|^(?:pig|gun|z)z|^zcat|^z\w+/, 'a.txt z.txt.gz x.zip'],
  [/^(?:un|p|l)?bz|bz2|^pbzip2|bunzip/, 'a.txt z.txt.bz2'],
  [/xz|lzma/, 'a.txt z.txt.xz'],
  [/zstd/, 'a.txt z.txt.zst'],
  [/^(?:un)?lz4/, 'a.txt z.txt.lz4'],
  [/^7z/, 'x.7z x.zip'],
  [/cpio/, 'x.cpio'],
  [/^(?:ar|ranlib)$/, 'x.a'],
  [/jq|json|^jo$|^gron$/, 'x.json'],
  [/ya?ml/, 'x.yaml'],
  [/csv|mlr|miller|datamash|xsv/, 'x.csv'],
  [/xml|xslt/, 'x.xml'],
  [/html|tidy|w3m|lynx/, 'x.html'],
  [/^(?:py|black|isort|flake8|mypy|bandit|ruff|pylint|autopep8|yapf|ipython|2to3|coverage|bpython)/, 'x.py'],
  [/^(?:node|bun|deno|esbuild|terser|uglify|eslint|rollup|webpack|mocha|standard|jscodeshift|babel)/, 'x.js'],
  [/^(?:tsc|ts-node|tsx)/, 'x.ts x.js'],
  [/^(?:prettier)/, 'x.js x.md'],
  [/^(?:ba|z|da|k|c|tc|mk|ya|fi)?sh$|^(?:shellcheck|shfmt|ash|rbash|sh)/, 'x.sh'],
  [/^(?:gcc|cc|clang|c\+\+|g\+\+|cpp|tcc|indent|uncrustify|cppcheck|ctags|cloc|astyle)/, 'x.c'],
  [/^(?:ld|nm|objdump|objcopy|strip|readelf|size|strings|addr2line|ldd|gdb|valgrind|patchelf)/, 'x.o x.out'],
  [/perl|^cpan|^prove/, 'x.pl'],
  [/^(?:ruby|irb|rubocop|erb)/, 'x.rb'],
  [/^lua/, 'x.lua'],
  [/^php/, 'x.php'],
  [/awk$/, 'a.txt'],
  [
    /^(?:convert|mogrify|identify|magick|compare|composite|montage|optipng|pngquant|exiftool|exiv2|img2pdf|gifsicle|cwebp|chafa)/,
    'x.png x.jpg',
  ],
  [/jpe?g|^jhead|^jp2a|^exif/, 'x.jpg'],
  [/^(?:sox|ffmpeg|ffprobe|play|rec|aplay)/, 'x.wav'],
  [/pdf|^ps2|^gs$|^qpdf/, 'x.pdf x.ps'],
  [/sqlite/, 'x.db x.sql'],
  [/^(?:openssl|certtool|age|gpg)/, 'x.crt x.key a.txt'],
  [/^ssh-key|^ssh-add/, 'x.id'],
  [/sum$/, 'a.txt x.sha256'],
  [/^(?:make|gmake|bmake|checkmake)/, 'x.mk'],
  [/^(?:dot|neato|twopi|circo|fdp|sfdp)$/, 'x.dot'],
  [/^(?:groff|man|nroff|troff|mandoc)/, 'x.1'],
  [/^(?:makeinfo|info|texi)/, 'x.texi'],
  [/^asciidoctor/, 'x.adoc'],
  [/^(?:markdown|marked|mdl|glow|lowdown)/, 'x.md'],
  [/^(?:svgo|rsvg)/, 'x.svg'],
  [/^(?:sass|less|stylelint|cleancss)/, 'x.css'],
  [/^m4$/, 'x.m4'],
  [/^flex|^lex/, 'x.l'],
  [/^prot/, 'x.proto'],
  [/^(?:nasm|yasm|as)$/, 'x.asm'],
  [/^(?:guile|scheme|chez)/, 'x.scm'],
  [/^(?:patch|filterdiff|diffstat)/, 'p.diff a.txt'],
  [
    /^(?:mkfs|e2|dumpe2fs|tune2fs|debugfs|fsck|fdisk|sfdisk|parted|sgdisk|gdisk|qemu-img|losetup|mkswap|blkid|wipefs|mkntfs|mke2fs|cryptsetup)/,
    'x.img',
  ],
  [/^xxd$/, 'a.txt x.xxd'],
  [/^base(?:32|64)/, 'a.txt x.b64'],
  [/^(?:bc|dc)$/, 'x.bc'],
];
const others = 'a.txt x.json x.c x.sh x.png x.zip x.md x.py sub'.split(' ');

/** The files that a program is tried with, those first that it is made for. */
export function filesFor(program: string): readonly string[] {
  const own = sorts.filter(([names]) => names.test(program)).flatMap(([, files]) => files.split(' '));
  return [...new Set([...own, ...others])];
}

/** Another file of the sort. */
export const besideOf: Readonly<Record<string, string>> = { 'a.txt': 'b.txt', sub: 'empty' };
