/**
 * Scripts inside scripts: each wrapper takes any script and gives one that runs
 * it, in a shell, an interpreter, or some corner of the shell's own grammar.
 */
import {
  base64,
  body,
  bytes,
  group,
  hereDocument,
  jsonString,
  octalEscape,
  parenthesised,
  plainString,
  type ScriptWrapper,
} from './spelling.ts';
import { quote } from './words.ts';

const doubleQuote = (text: string): string => `"${text.replace(/["\\$`]/g, '\\$&')}"`;

/** A script where the outer text is bash, and the inner one is read by the same bash. */
const inPlace: readonly ScriptWrapper[] = (
  [
    { name: 'subshell', wrap: parenthesised },
    { name: 'brace group', wrap: (script) => `{${body(script)}}` },
    { name: 'nested groups', wrap: (script) => `{ (${body(`(${body(script)})`)}); }` },
    { name: 'function', wrap: (script) => `f() {${body(script)}}; f` },
    { name: 'function keyword', wrap: (script) => `function f {${body(script)}}\nf`, bash: true },
    { name: 'function in a subshell', wrap: (script) => `f() (${body(script)})\nf` },
    { name: 'function called by another', wrap: (script) => `g() {${body(script)}}\nf() { g; }\nf` },
    { name: 'function named like a program', wrap: (script) => `ls() {${body(script)}}\nls` },
    {
      name: 'alias',
      wrap: (script) => `shopt -s expand_aliases\nalias zz=${quote(script)}\nzz`,
      bash: true,
      outermost: true,
    },
    { name: 'command substitution', wrap: (script) => `echo "$(${body(script)})"` },
    { name: 'command substitution without quotes', wrap: (script) => `: $(${body(script)})` },
    { name: 'backticks', wrap: (script) => `echo \`${script.replace(/[\\`$]/g, '\\$&')}\`` },
    { name: 'substitution inside text', wrap: (script) => `echo "a: $(${body(script)}) b"` },
    { name: 'substitution in an assignment', wrap: (script) => `x=$(${body(script)})` },
    { name: 'substitution in a prefix assignment', wrap: (script) => `x=$(${body(script)}) true` },
    { name: 'substitution in export', wrap: (script) => `export x="$(${body(script)})"` },
    { name: 'substitution in a default', wrap: (script) => `echo "\${no_such_name:-$(${body(script)})}"` },
    {
      name: 'substitution in arithmetic',
      wrap: (script) => `echo $(( 1 + $(${body(`${group(script)} >/dev/null; echo 1`)}) ))`,
    },
    { name: 'substitution in a test', wrap: (script) => `[ -n "$(${body(script)})" ]` },
    { name: 'substitution in [[', wrap: (script) => `[[ -n $(${body(script)}) ]]`, bash: true },
    { name: 'substitution in case', wrap: (script) => `case $(${body(script)}) in *) : ;; esac` },
    { name: 'substitution in a loop', wrap: (script) => `for i in $(${body(script)}); do :; done` },
    {
      name: 'substitution in a redirection',
      wrap: (script) => `: > /dev/null$(${body(`${group(script)} >/dev/null`)})`,
    },
    { name: 'substitution in an array', wrap: (script) => `a=($(${body(script)}))`, bash: true },
    {
      name: 'substitution in a here-document',
      wrap: (script) => hereDocument('cat', `$(${body(script)})`, false),
    },
    { name: 'substitution in a here-string', wrap: (script) => `cat <<< "$(${body(script)})"`, bash: true },
    { name: 'substitution in substitution', wrap: (script) => `echo $(echo $(${body(script)}))` },
    { name: 'process substitution', wrap: (script) => `cat <(${body(script)})`, bash: true },
    {
      name: 'process substitution for output',
      wrap: (script) => `echo x > >(${body(script)})`,
      bash: true,
      untried: true,
    },
    { name: 'pipe after', wrap: (script) => `${group(script)} | cat` },
    { name: 'pipe before', wrap: (script) => `echo y | ${group(script)}` },
    { name: 'pipe around', wrap: (script) => `echo y | ${group(script)} | cat` },
    { name: 'pipe of both', wrap: (script) => `${group(script)} |& cat`, bash: true },
    { name: 'after &&', wrap: (script) => `cd . && ${group(script)}` },
    { name: 'before &&', wrap: (script) => `${group(script)} && echo done` },
    { name: 'after ||', wrap: (script) => `false || ${group(script)}` },
    { name: 'before ||', wrap: (script) => `${group(script)} || echo failed` },
    { name: 'after ;', wrap: (script) => `echo a; ${group(script)}` },
    { name: 'after ; without blanks', wrap: (script) => `:;${group(script)}` },
    { name: 'after a line', wrap: (script) => `echo a\n${script}` },
    { name: 'after a comment', wrap: (script) => `# tidy up\n\n${script}` },
    { name: 'before a comment', wrap: (script) => `${group(script)} # tidy up\n` },
    { name: 'background', wrap: (script) => `${group(script)} & wait` },
    { name: 'after background', wrap: (script) => `sleep 0 & ${group(script)}` },
    { name: 'negated', wrap: (script) => `! ${group(script)}` },
    { name: 'if', wrap: (script) => `if true; then${body(script)}fi` },
    { name: 'else', wrap: (script) => `if false; then :; else${body(script)}fi` },
    { name: 'condition of if', wrap: (script) => `if${body(script)}then :; fi` },
    { name: 'elif', wrap: (script) => `if false; then :; elif${body(script)}then :; fi` },
    { name: 'for', wrap: (script) => `for i in 1; do${body(script)}done` },
    {
      name: 'for with arithmetic',
      wrap: (script) => `for ((i = 0; i < 1; i++)); do${body(script)}done`,
      bash: true,
    },
    { name: 'while', wrap: (script) => `while true; do${body(`${group(script)}; break`)}done` },
    { name: 'condition of while', wrap: (script) => `while${body(script)}do break; done` },
    { name: 'until', wrap: (script) => `until false; do${body(`${group(script)}; break`)}done` },
    { name: 'case', wrap: (script) => `case a in a)${body(script).replace(/; $/, ' ')};; esac` },
    {
      name: 'case of a pattern',
      wrap: (script) => `case abc in x) : ;; (a*|b)${body(script).replace(/; $/, ' ')};; esac`,
    },
    { name: 'trap', wrap: (script) => `trap ${quote(script)} EXIT` },
    { name: 'trap of zero', wrap: (script) => `trap -- ${quote(script)} 0; true` },
    { name: 'eval', wrap: (script) => `eval ${quote(script)}` },
    { name: 'eval of a variable', wrap: (script) => `s=${quote(script)}; eval "$s"` },
    { name: 'eval of what is printed', wrap: (script) => `eval "$(printf '%s' ${quote(script)})"` },
    { name: 'eval of a here-document', wrap: (script) => `eval "$(${hereDocument('cat', script)})"` },
    {
      name: 'eval of base64',
      wrap: (script) => `eval "$(echo ${base64(script)} | base64 -d)"`,
      needs: ['base64'],
    },
    {
      name: 'source of a substitution',
      wrap: (script) => `source <(printf '%s\\n' ${quote(script)})`,
      bash: true,
    },
    { name: 'dot of a here-string', wrap: (script) => `. /dev/stdin <<< ${quote(script)}`, bash: true },
    {
      name: 'time of a group',
      wrap: (script) => `time ${parenthesised(script)}`,
      bash: true,
      outermost: true,
    },
    { name: 'coproc', wrap: (script) => `coproc {${body(script)}}; wait`, bash: true },
    { name: 'redirected group', wrap: (script) => `{${body(script)}} >/dev/null 2>&1` },
  ] satisfies readonly ScriptWrapper[]
).map((wrapper) => ({ shell: 'bash', ...wrapper }));

/** A script that is text for a new shell. */
const shells: readonly ScriptWrapper[] = [
  { name: 'bash -c', shell: 'bash', wrap: (script) => `bash -c ${quote(script)}` },
  { name: 'bash -c in double quotes', shell: 'bash', wrap: (script) => `bash -c ${doubleQuote(script)}` },
  { name: 'sh -c', shell: 'sh', wrap: (script) => `sh -c ${quote(script)}` },
  { name: '/bin/sh -c', shell: 'sh', wrap: (script) => `/bin/sh -c ${quote(script)}` },
  { name: 'bash -lc', shell: 'bash', wrap: (script) => `bash -lc ${quote(script)}` },
  {
    name: 'bash -ec with options',
    shell: 'bash',
    wrap: (script) => `bash --norc -e -o pipefail -c ${quote(script)} name a b`,
    untried: true,
  },
  { name: 'bash -xc', shell: 'bash', wrap: (script) => `bash -xc ${quote(script)}` },
  { name: 'zsh -c', shell: 'bash', wrap: (script) => `zsh -c ${quote(script)}`, needs: ['zsh'] },
  { name: 'dash -c', shell: 'sh', wrap: (script) => `dash -c ${quote(script)}`, needs: ['dash'] },
  { name: 'ksh -c', shell: 'bash', wrap: (script) => `ksh -c ${quote(script)}`, untried: true },
  {
    name: 'busybox sh -c',
    shell: 'sh',
    wrap: (script) => `busybox sh -c ${quote(script)}`,
    needs: ['busybox'],
  },
  { name: 'sudo bash -c', shell: 'bash', wrap: (script) => `sudo bash -c ${quote(script)}`, untried: true },
  {
    name: 'sudo -i',
    shell: 'bash',
    wrap: (script) => `sudo -i -u root bash -c ${quote(script)}`,
    untried: true,
  },
  { name: 'su -c', shell: 'sh', wrap: (script) => `su -c ${quote(script)}`, untried: true },
  { name: 'su - root -c', shell: 'sh', wrap: (script) => `su - root -c ${quote(script)}`, untried: true },
  { name: 'env bash -c', shell: 'bash', wrap: (script) => `env A=1 bash -c ${quote(script)}` },
  {
    name: 'nested twice',
    shell: 'bash',
    wrap: (script) => `bash -c ${quote(`sh -c ${quote(`bash -c ${quote(script)}`)}`)}`,
  },
  { name: 'bash -c of a variable', shell: 'bash', wrap: (script) => `s=${quote(script)}; bash -c "$s"` },
  {
    name: 'bash -c of a parameter',
    shell: 'bash',
    wrap: (script) => `bash -c 'eval "$1"' _ ${quote(script)}`,
  },
  { name: 'bash of a here-string', shell: 'bash', bash: true, wrap: (script) => `bash <<< ${quote(script)}` },
  { name: 'here-document to sh', shell: 'sh', wrap: (script) => hereDocument('sh', script) },
  { name: 'here-document to bash -s', shell: 'bash', wrap: (script) => hereDocument('bash -s -- a', script) },
  {
    name: 'here-document through cat',
    shell: 'bash',
    wrap: (script) => hereDocument('cat', script).replace('\n', ' | bash\n'),
  },
  { name: 'echo to sh', shell: 'sh', wrap: (script) => `echo ${quote(script)} | sh` },
  { name: 'printf to bash', shell: 'bash', wrap: (script) => `printf '%s' ${quote(script)} | bash` },
  {
    name: 'printf lines to bash -s',
    shell: 'bash',
    wrap: (script) => `printf '%s\\n' 'cd .' ${quote(script)} | bash -s`,
  },
  {
    name: 'printf of octal escapes to sh',
    shell: 'sh',
    wrap: (script) => `printf '${bytes(script, octalEscape)}' | sh`,
  },
  {
    name: 'echo -e of hex escapes to bash',
    shell: 'bash',
    wrap: (script) =>
      `echo -e '${bytes(script, (code) => `\\x${code.toString(16).padStart(2, '0')}`)}' | bash`,
    bash: true,
  },
  {
    name: 'echo through tee to sh',
    shell: 'sh',
    wrap: (script) => `echo ${quote(script)} | tee /dev/null | sh`,
  },
  {
    name: 'base64 to sh',
    shell: 'sh',
    wrap: (script) => `echo ${base64(script)} | base64 -d | sh`,
    needs: ['base64'],
  },
  {
    name: 'base64 --decode to bash',
    shell: 'bash',
    bash: true,
    wrap: (script) => `base64 --decode <<< ${base64(script)} | bash`,
    needs: ['base64'],
  },
  {
    name: 'bash -c of base64',
    shell: 'bash',
    wrap: (script) => `bash -c "$(echo ${base64(script)} | base64 -d)"`,
    needs: ['base64'],
  },
  {
    name: 'bash of a process substitution',
    shell: 'bash',
    bash: true,
    wrap: (script) => `bash <(echo ${quote(script)})`,
  },
  {
    name: 'xargs of a script',
    shell: 'bash',
    wrap: (script) => `printf '%s\\0' ${quote(script)} | xargs -0 bash -c`,
  },
  {
    name: 'find -exec sh -c',
    shell: 'sh',
    wrap: (script) => `find . -maxdepth 0 -exec sh -c ${quote(script)} \\;`,
  },
  { name: 'timeout bash -c', shell: 'bash', wrap: (script) => `timeout 5 bash -c ${quote(script)}` },
  {
    name: 'script -c',
    shell: 'sh',
    wrap: (script) => `script -qc ${quote(script)} /dev/null`,
    needs: ['script'],
  },
  { name: 'watch', shell: 'sh', wrap: (script) => `watch -n 1 ${quote(script)}`, untried: true },
  {
    name: 'parallel of a script',
    shell: 'bash',
    wrap: (script) => `parallel ::: ${quote(script)}`,
    needs: ['parallel'],
  },
  {
    name: 'flock -c',
    shell: 'sh',
    wrap: (script) => `flock /tmp/bylaw-variants.lock -c ${quote(script)}`,
    needs: ['flock'],
  },
  {
    name: 'written and run',
    shell: 'sh',
    wrap: (script) => `echo ${quote(script)} > run-me.sh; sh run-me.sh`,
  },
  {
    name: 'written, made executable and run',
    shell: 'bash',
    wrap: (script) =>
      `${hereDocument('cat > run-me.sh', `#!/bin/bash\n${script}`)}chmod +x run-me.sh\n./run-me.sh`,
  },
  {
    name: 'written by tee and sourced',
    shell: 'bash',
    wrap: (script) => `printf '%s\\n' ${quote(script)} | tee run-me.sh; . ./run-me.sh`,
  },
];

/** A string of Python on one line without `\n`, which an `echo` could make a line of. */
const octalLines = (script: string): string =>
  `"${script
    .split('\n')
    .map((line) => jsonString(line).slice(1, -1))
    .join('\\012')}"`;

/** A script that is text in another language. */
const languages: readonly ScriptWrapper[] = (
  [
    {
      name: 'python os.system',
      wrap: (script) => `python3 -c ${quote(`import os; os.system(${jsonString(script)})`)}`,
      needs: ['python3'],
    },
    {
      name: 'python in double quotes',
      wrap: (script) => `python3 -c ${doubleQuote(`import os; os.system(${jsonString(script)})`)}`,
      needs: ['python3'],
    },
    {
      name: 'python os.popen',
      wrap: (script) => `python3 -c ${quote(`from os import popen\npopen(${jsonString(script)}).read()`)}`,
      needs: ['python3'],
    },
    {
      name: 'python shell=True',
      wrap: (script) =>
        `python3 -c ${quote(`import subprocess\nsubprocess.run(${jsonString(script)}, shell=True, check=False)`)}`,
      needs: ['python3'],
    },
    {
      name: 'python __import__',
      wrap: (script) => `python3 -c ${quote(`__import__("os").system(${jsonString(script)})`)}`,
      needs: ['python3'],
    },
    {
      name: 'python here-document',
      wrap: (script) => hereDocument('python3 -', `import os\n\nos.system(${jsonString(script)})`),
      needs: ['python3'],
    },
    {
      name: 'python from echo',
      wrap: (script) => `echo ${quote(`import os; os.system(${octalLines(script)})`)} | python3`,
      needs: ['python3'],
    },
    {
      name: 'node execSync',
      wrap: (script) => `node -e ${quote(`require('child_process').execSync(${jsonString(script)})`)}`,
      needs: ['node'],
    },
    {
      name: 'node import',
      wrap: (script) =>
        `node --input-type=module -e ${quote(`import { execSync } from "node:child_process";\nexecSync(${jsonString(script)});`)}`,
      needs: ['node'],
    },
    {
      name: 'node here-document',
      wrap: (script) =>
        hereDocument(
          'node',
          `const { execSync } = require('child_process');\nexecSync(${jsonString(script)}, { stdio: 'inherit' });`,
        ),
      needs: ['node'],
    },
    {
      name: 'perl system',
      wrap: (script) => `perl -e ${quote(`system(${plainString(script)});`)}`,
      needs: ['perl'],
    },
    { name: 'perl backticks', wrap: (script) => `perl -e ${quote(`print qx{${script}}`)}`, needs: ['perl'] },
    {
      name: 'perl exec',
      wrap: (script) => `perl -e ${quote(`exec ${plainString(script)}`)}`,
      needs: ['perl'],
    },
    {
      name: 'ruby system',
      wrap: (script) => `ruby -e ${quote(`system(${plainString(script)})`)}`,
      needs: ['ruby'],
    },
    {
      name: 'ruby exec',
      wrap: (script) => `ruby -e ${quote(`exec ${plainString(script)}`)}`,
      needs: ['ruby'],
    },
    {
      name: 'php system',
      wrap: (script) => `php -r ${quote(`system(${plainString(script)});`)}`,
      needs: ['php'],
    },
    {
      name: 'php shell_exec',
      wrap: (script) => `php -r ${quote(`echo shell_exec(${plainString(script)});`)}`,
      needs: ['php'],
    },
    {
      name: 'awk system',
      wrap: (script) => `awk ${quote(`BEGIN { system(${jsonString(script)}) }`)}`,
      needs: ['awk'],
    },
    {
      name: 'awk pipe',
      wrap: (script) => `awk ${quote(`BEGIN { ${jsonString(script)} | getline x }`)}`,
      needs: ['awk'],
    },
    { name: 'git alias', wrap: (script) => `git -c alias.zz=${quote(`!${script}`)} zz`, needs: ['git'] },
    { name: 'vim', wrap: (script) => `vim -c ${quote(`:!${script}`)} -c ':q!'`, untried: true },
    {
      name: 'tar checkpoint',
      wrap: (script) => `tar cf /dev/null /dev/null --checkpoint=1 --checkpoint-action=exec=${quote(script)}`,
      needs: ['tar'],
    },
  ] satisfies readonly ScriptWrapper[]
).map((wrapper) => ({ shell: 'sh', ...wrapper }));

/** All of them: any script can be put into any, but for those below. */
export const scriptWrappers: readonly ScriptWrapper[] = [...inPlace, ...shells, ...languages];

/** Those whose own quoting makes something else of quotes, braces and several lines. */
export const takesPlainText: ReadonlySet<string> = new Set([
  'perl backticks',
  'vim',
  'git alias',
  'watch',
  'tar checkpoint',
  'awk pipe',
]);
