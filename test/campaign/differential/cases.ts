/** Scripts that once did more than was derived of them. */
export const cases: readonly string[] = [
  'rm -f [[:lower:]].txt',
  'command cd ..\necho hi > b.txt',
  'builtin cd sub && rm -rf *',
  'y=b.txt\ntrap \'y=a.txt\' USR1; kill -USR1 $$\nrm "$y"',
  'z=b.txt\ntrap \'rm "$z"\' EXIT\nz=a.txt',
  '( z=b.txt; trap \'rm "$z"\' EXIT; z=a.txt )',
  'find sub -type f -exec rm {} +',
];
