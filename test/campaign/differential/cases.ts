/** Scripts that once did more than was derived of them. */
export const cases: readonly string[] = [
  'rm -f [[:lower:]].txt',
  'command cd ..\necho hi > b.txt',
  'builtin cd sub && rm -rf *',
  'y=b.txt\ntrap \'y=a.txt\' USR1; kill -USR1 $$\nrm "$y"',
  'z=b.txt\ntrap \'rm "$z"\' EXIT\nz=a.txt',
  '( z=b.txt; trap \'rm "$z"\' EXIT; z=a.txt )',
  'find sub -type f -exec rm {} +',
  "x=sub\nsh -c 'rm -rf a.txt$x'",
  "x=.txt\nexport x\nsh -c 'rm -rf a$x'",
  "set -a\nx=.txt\nenv y=1 sh -c 'rm -rf a$x'",
  "x=b\nx=a sh -c 'rm -rf $x.txt'",
  'x=b.txt\nenv x=a.txt true\nrm "$x"',
  'HOME=$PWD\nrm ~/b.txt',
  'HOME=$PWD/sub\ncd\nrm -f *',
  'HOME=$PWD\necho ~/a.txt ~/b.txt | xargs rm -rf',
  'echo ~/a.txt ~/doc | xargs rm -rf',
];
