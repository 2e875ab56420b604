// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are of shells.
/**
 * The files that programs are tried on: one of each sort that programs take, in a project that is a repository of git.
 * A text file ends with a mark, by which it is seen where its text comes out.
 */
import { createHash } from 'node:crypto';
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

/** What programs make, with those that are there. */
const prepare = `
exec 2>/dev/null
cd ${workspace}
try() { "$@" || :; }
printf '[user]\\n\\tname = a\\n\\temail = a@one.example\\n[init]\\n\\tdefaultBranch = main\\n' > ~/.gitconfig
printf '#!/bin/sh\\n: > ran-by-run\\n' > run.sh; chmod +x run.sh x.sh x.pl
base64 -d > x.png <<< iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==
try convert x.png x.jpg; try convert x.png x.gif; try cwebp -quiet x.png -o x.webp
try sox -n -r 8000 x.wav trim 0 0.01
try gs -q -sDEVICE=pdfwrite -o x.pdf x.ps
mkdir /tmp/packed && cd /tmp/packed && mkdir in && echo one > in/f && echo two > in/g
for pair in tar: tgz:z tbz:j txz:J; do try tar c\${pair#*:}f ${workspace}/x.\${pair%:*} in; done
try zip -qr ${workspace}/x.zip in; try ar r ${workspace}/x.a in/f; find in | cpio -oc > ${workspace}/x.cpio
try 7z a -bso0 ${workspace}/x.7z in
for pair in gzip:gz bzip2:bz2 xz:xz zstd:zst lz4:lz4 lzop:lzo brotli:br lzma:lzma compress:Z; do
  packed=${workspace}/z.txt.\${pair#*:}
  \${pair%:*} -c < in/f > "$packed"; [ -s "$packed" ] || rm -f "$packed"
done
cd ${workspace}; rm -rf /tmp/packed
try sqlite3 x.db 'create table a (b); insert into a values (1)'
try gcc -c x.c -o x.o; try gcc x.c -o x.out
try openssl req -x509 -newkey rsa:1024 -nodes -keyout x.key -out x.crt -subj /CN=a -days 9999
try ssh-keygen -q -t ed25519 -N '' -C a -f x.id
sha256sum a.txt > x.sha256; md5sum a.txt > x.md5
base64 a.txt > x.b64; xxd a.txt > x.xxd
head -c 65536 /dev/zero > x.img; try mkfs.ext2 -q -F x.img
mkdir -p repo && cd repo && git init -q && echo a > f && git add f && git commit -qm a && cd ..
rm -rf repo/.git/hooks
git init -q; rm -rf .git/hooks
git add a.txt b.txt sub x.c x.py x.md; git commit -qm a; git tag -a v1 -m v1
git checkout -qb side; echo side > side.txt; git add side.txt; git commit -qm side; git checkout -q main
git bundle create x.bundle main; git format-patch -q --stdout main..side > x.patch
git init -q --bare ../bare.git; rm -rf ../bare.git/hooks; git remote add origin ../bare.git
git push -q origin main; git fetch -q origin; git branch -q -u origin/main main
echo more >> b.txt; git stash -q
:
`;

export const tableWorld: World = {
  files: Object.fromEntries([
    ...inProject.map(([path, text]) => [path, text.replaceAll('§', () => markOf(path))]),
    [`${home}/other.txt`, `other\n${markOf(`${home}/other.txt`)}\n`],
  ]),
  folders: [`${workspace}/sub`, `${workspace}/empty`],
  marks: Object.fromEntries(
    [...inProject.map(([path]) => path), `${home}/other.txt`].map((path) => [path, markOf(path)]),
  ),
  prepare,
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
