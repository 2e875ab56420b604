/**
 * Spellings of the words of one simple command, and the programs that such words
 * can stand behind. What is done is the same, word for word.
 */
import { optionSpellings } from './options.ts';
import {
  bytes,
  type Draft,
  hexEscape,
  jsonList,
  jsonString,
  octalEscape,
  plainString,
  valuesOf,
  type WordWrapper,
} from './spelling.ts';
import { quote, quoteIfNeeded, textOf, type Word } from './words.ts';

const untriedWrappers: readonly WordWrapper[] = [
  ...prefixes(
    'sudo',
    'sudo -n',
    'sudo -u root --',
    'sudo -E A=1',
    'sudo -H -g wheel',
    'doas',
    'doas -u root',
  ),
  ...prefixes('pkexec', 'systemd-run --wait', 'strace -f', 'fakeroot', 'unbuffer', 'caffeinate', 'taskset 1'),
].map((wrapper) => ({ ...wrapper, untried: true }));

const triedWrappers: readonly WordWrapper[] = [
  ...prefixes(
    'env',
    'env --',
    'env A=1',
    'env A=1 B="x y"',
    'env -u SOME_NAME',
    'env -i PATH="$PATH" HOME="$HOME"',
  ),
  ...prefixes(
    '/usr/bin/env',
    'nohup',
    'nice',
    'nice -n 5',
    'nice -5',
    'timeout 5',
    'timeout -k 1 5s',
    'timeout --signal=KILL 5',
  ),
  ...prefixes(
    'time',
    'time -p',
    'stdbuf -oL',
    'stdbuf -o L -e 0',
    'setsid',
    'setsid -w',
    'command',
    'command -p',
    'command --',
  ),
  ...prefixes('exec', 'ionice -c 3', 'flock /tmp/bylaw-variants.lock', '!', 'A=1', 'A=1 B="x y"'),
  ...prefixes('nice -n 5 timeout 5 env A=1 nohup', '>/dev/null', '2>&1', '</dev/null'),
  { name: 'env -S', wrap: (words) => `env -S ${quote(words)}` },
  { name: 'find -exec', wrap: (words) => `find . -maxdepth 0 -exec ${words} \\;` },
  { name: 'find -exec with a quoted semicolon', wrap: (words) => `find / -maxdepth 0 -exec ${words} ';'` },
  { name: 'xargs of the whole command', wrap: (words) => `printf '%s\\n' one | xargs -I{} ${words}` },
  { name: 'bash -c with positional parameters', wrap: (words) => `bash -c '"$@"' _ ${words}` },
  { name: 'exec -a name', wrap: (words) => `exec -a name ${words}`, bash: true },
  { name: 'bash -c with the program as $0', wrap: (words) => `bash -c '"$0" "$@"' ${words}` },
  { name: 'set --', wrap: (words) => `set -- ${words}; "$@"` },
  { name: 'function of its arguments', wrap: (words) => `f() { "$@"; }; f ${words}` },
  { name: 'array', wrap: (words) => `a=(${words}); "\${a[@]}"`, bash: true },
  { name: 'array that grows', wrap: (words) => `a=(); a+=(${words}); "\${a[@]}"`, bash: true },
  { name: 'eval of words', wrap: (words) => `eval ${/['"\\]/.test(words) ? quote(words) : words}` },
];

function prefixes(...heads: readonly string[]): WordWrapper[] {
  return heads.map((head) => ({ name: head, wrap: (words) => `${head} ${words}` }));
}

const allWordWrappers: readonly WordWrapper[] = [...untriedWrappers, ...triedWrappers];

const applets = new Set([
  'rm',
  'cp',
  'mv',
  'cat',
  'chmod',
  'chown',
  'dd',
  'wget',
  'touch',
  'mkdir',
  'ln',
  'tee',
  'shred',
]);
const builtins = new Set(['printf', 'echo', 'kill', 'cd']);
const directories: Readonly<Record<string, string>> = {
  shutdown: '/sbin',
  mkfs: '/sbin',
  'mkfs.ext4': '/sbin',
  fdisk: '/sbin',
};

/** Every spelling of the command as words. */
export function wordSpellings(words: readonly Word[]): readonly Draft[] {
  const [first, ...rest] = words;
  const program = first?.value;
  if (first === undefined || program === undefined) return [];
  const text = textOf(words);
  const found: Draft[] = [
    { name: 'as written', text },
    ...optionSpellings(words),
    ...quotings(words),
    ...blanks(words),
    ...redirections(words),
    ...allWordWrappers.map(({ wrap, ...about }) => ({ ...about, text: wrap(text) })),
    ...variables(program, rest),
    ...argumentsFromInput(first, rest),
    ...lists(words),
  ];
  if (!program.includes('/')) {
    const directory = directories[program] ?? '/usr/bin';
    const others = textOf(rest);
    found.push({ name: 'absolute path', text: `${directory}/${program} ${others}` });
    found.push({
      name: 'absolute path with steps',
      text: `${directory}/../bin/./${program} ${others}`,
      untried: true,
    });
    found.push({ name: 'quoted absolute path', text: `"${directory}/${program}" ${others}` });
    found.push({ name: 'path with doubled slashes', text: `/${directory}//${program} ${others}` });
  }
  if (applets.has(program)) found.push({ name: 'busybox', text: `busybox ${text}`, needs: ['busybox'] });
  if (applets.has(program)) found.push({ name: 'toybox', text: `toybox ${text}`, needs: ['toybox'] });
  if (builtins.has(program)) found.push({ name: 'builtin', text: `builtin ${text}`, bash: true });
  return found;
}

/** The words with other quotes: only those whose value is known can be quoted anew. */
function quotings(words: readonly Word[]): readonly Draft[] {
  const all = (write: (value: string) => string): string =>
    words.map(({ source, value }) => (value === undefined ? source : write(value))).join(' ');
  const program = (write: (value: string) => string): string =>
    words
      .map(({ source, value }, index) => (index > 0 || value === undefined ? source : write(value)))
      .join(' ');
  const split = (value: string, between: string): string =>
    value === '' ? "''" : quoteParts(value).join(between);
  return [
    { name: 'single quotes', text: all(quote) },
    { name: 'double quotes', text: all(doubleQuote) },
    { name: 'double quotes around the program', text: program(doubleQuote) },
    { name: 'hex escapes', text: all((value) => `$'${bytes(value, hexEscape)}'`), bash: true },
    { name: 'octal escapes', text: all((value) => `$'${bytes(value, octalEscape)}'`), bash: true },
    { name: 'unicode escapes', text: all((value) => `$'${bytes(value, unicodeEscape)}'`), bash: true },
    {
      name: 'hex escapes in the program',
      text: program((value) => `$'${bytes(value, hexEscape)}'`),
      bash: true,
    },
    { name: 'back-slashes', text: all((value) => (value === '' ? "''" : value.replace(/[^\n]/g, '\\$&'))) },
    ...(/^\w/.test(words[0]?.source ?? '')
      ? [{ name: 'back-slash before the program', text: `\\${textOf(words)}` }]
      : []),
    { name: 'empty quotes inside words', text: all((value) => split(value, "''")) },
    { name: 'empty double quotes inside words', text: all((value) => split(value, '""')) },
    { name: 'quotes around parts of words', text: all(mixQuotes) },
    { name: 'unset expansions inside words', text: all((value) => split(value, '$@')), open: true },
    { name: 'locale quotes', text: all((value) => `$${doubleQuote(value)}`), bash: true },
  ];
}

const doubleQuote = (value: string): string => `"${value.replace(/["\\$`]/g, '\\$&')}"`;
const unicodeEscape = (code: number): string => `\\u${code.toString(16).padStart(4, '0')}`;

/** The first character and the rest, each able to stand without quotes around both. */
const quoteParts = (value: string): readonly string[] =>
  value.length < 2
    ? [quoteIfNeeded(value), '']
    : [quoteIfNeeded(value.slice(0, 1)), quoteIfNeeded(value.slice(1))];

const mixQuotes = (value: string): string =>
  [...value]
    .map((character, index) =>
      index % 3 === 1
        ? quote(character)
        : index % 3 === 2
          ? doubleQuote(character)
          : quoteIfNeeded(character),
    )
    .join('') || "''";

function blanks(words: readonly Word[]): readonly Draft[] {
  const sources = words.map(({ source }) => source);
  const [program = '', ...rest] = sources;
  const inside =
    /^\w\w/.test(program) && !program.includes("'")
      ? [
          {
            name: 'line continuation inside the program',
            text: `${program[0]}\\\n${[program.slice(1), ...rest].join(' ')}`,
          },
        ]
      : [];
  return [
    { name: 'blanks', text: `  ${sources.join('   ')}  ` },
    { name: 'tabs', text: `\t${sources.join('\t')}\t` },
    { name: 'line continuation', text: sources.join(' \\\n  ') },
    { name: 'line continuation without blanks', text: `${sources.join(' \\\n')}` },
    ...inside,
  ];
}

function redirections(words: readonly Word[]): readonly Draft[] {
  const sources = words.map(({ source }) => source);
  const [program = '', ...rest] = sources;
  return [
    { name: 'redirection after the program', text: [program, '>/dev/null', ...rest].join(' ') },
    { name: 'redirection without blanks', text: `${sources.join(' ')}>/dev/null 2>&1` },
    { name: 'redirections everywhere', text: `2>/dev/null ${sources.join(' </dev/null ')}` },
    { name: 'redirection of both', text: `${sources.join(' ')} &>/dev/null`, bash: true },
    { name: 'here-string for nothing', text: `${sources.join(' ')} <<< x`, bash: true },
  ];
}

/** Parts of the command in variables, in the ways in which scripts do it and tricks are done. */
function variables(program: string, rest: readonly Word[]): readonly Draft[] {
  // With a blank in its name it would have to be quoted wherever it is.
  if (!/^[\w./+-]+$/.test(program)) return [];
  const others = textOf(rest);
  const found: Draft[] = [
    { name: 'program in a variable', text: `c=${quote(program)}; $c ${others}` },
    { name: 'program in a quoted variable', text: `c=${quote(program)}\n"\${c}" ${others}` },
    {
      name: 'program in two variables',
      text: `a=${quote(program.slice(0, 1))} b=${quote(program.slice(1))}; $a$b ${others}`,
    },
    { name: 'program from a default', text: `\${no_such_name:-${program}} ${others}`, open: true },
    { name: 'program without a prefix', text: `c=xx${program}; \${c#xx} ${others}` },
    { name: 'program without a suffix', text: `c=${program}.txt; \${c%.*} ${others}` },
    { name: 'program as a part', text: `c=xx${program}; \${c:2} ${others}`, bash: true },
    { name: 'program replaced', text: `c=xx${program}; \${c/xx/} ${others}`, bash: true },
    { name: 'program printed', text: `$(echo ${program}) ${others}` },
    { name: 'program printed between backticks', text: `\`printf %s ${program}\` ${others}` },
    { name: 'program printed into a variable', text: `c=$(printf '%s' ${program}); "$c" ${others}` },
    { name: 'program by printf -v', text: `printf -v c %s ${program}; $c ${others}`, bash: true },
    { name: 'program read', text: `read c <<< ${program}; $c ${others}`, bash: true },
    { name: 'program exported', text: `export c=${program}; $c ${others}` },
  ];
  if (/^[a-z]+$/.test(program)) {
    found.push({
      name: 'program in lower case',
      text: `c=${program.toUpperCase()}; \${c,,} ${others}`,
      bash: true,
    });
  }
  const values = valuesOf(rest);
  if (values?.every((value) => /^[\w@%+=:,./-]+$/.test(value)) && values.length > 0) {
    const joined = values.join(' ');
    const plain = values.every((value) => !/[,=]/.test(value));
    found.push({ name: 'words in a variable', text: `a='${joined}'; ${program} $a` });
    found.push({ name: 'whole command in a variable', text: `a='${program} ${joined}'; $a` });
    found.push({ name: 'IFS between words', text: `${program}\${IFS}${values.join('$' + '{IFS}')}` });
    found.push({
      name: 'last word in a variable',
      text: `a=${values.at(-1)}; ${[program, ...values.slice(0, -1)].join(' ')} "$a"`,
    });
    found.push({
      name: 'first word in a variable',
      text: `a=${values[0]}; ${program} $a ${values.slice(1).join(' ')}`,
    });
    found.push({
      name: 'words of a loop',
      text: `for a in ${values.at(-1)}; do ${[program, ...values.slice(0, -1)].join(' ')} $a; done`,
    });
    if (echoable(values)) found.push({ name: 'words printed', text: `${program} $(echo ${joined})` });
    if (plain)
      found.push({ name: 'brace expansion', text: `{${[program, ...values].join(',')}}`, bash: true });
    if (plain && values.length > 1)
      found.push({ name: 'brace expansion of words', text: `${program} {${values.join(',')}}`, bash: true });
  }
  return found;
}

const echoable = (values: readonly string[]): boolean => !values.some((value) => /^-[neE]+$/.test(value));

/** Words that the program gets from standard input by way of `xargs`. */
function argumentsFromInput(program: Word, rest: readonly Word[]): readonly Draft[] {
  const values = valuesOf(rest);
  const last = values?.at(-1);
  if (values === undefined || last === undefined || !values.every((value) => /^[\w@%+=:,./-]+$/.test(value)))
    return [];
  const joined = values.join(' ');
  const head = textOf([program, ...rest.slice(0, -1)]);
  const lines = values.map(quoteIfNeeded).join(' ');
  const found: Draft[] = [
    { name: 'xargs with the last word from echo', text: `echo ${last} | xargs ${head}` },
    { name: 'xargs -I', text: `echo ${last} | xargs -I{} ${head} {}` },
    { name: 'xargs -I of another mark', text: `echo ${last} | xargs -I % ${head} %` },
    { name: 'xargs -n 1', text: `echo ${last} | xargs -r -n 1 -P 2 ${head}` },
    { name: 'xargs of lines', text: `printf '%s\\n' ${lines} | xargs ${program.source}` },
    { name: 'xargs -0', text: `printf '%s\\0' ${lines} | xargs -0 ${program.source}` },
    { name: 'xargs of a here-string', text: `xargs ${program.source} <<< '${joined}'`, bash: true },
    { name: 'xargs of a here-document', text: `xargs ${program.source} <<EOF\n${joined}\nEOF\n` },
    { name: 'xargs env', text: `printf '%s\\n' ${program.source} ${lines} | xargs env` },
    { name: 'xargs in sudo', text: `echo ${last} | sudo xargs ${head}`, untried: true },
    { name: 'xargs sh -c', text: `echo ${last} | xargs -I{} sh -c ${quote(`${head} {}`)}` },
    { name: 'xargs sh -c with parameters', text: `echo ${last} | xargs sh -c ${quote(`${head} "$@"`)} _` },
    { name: 'read from a pipe', text: `echo ${last} | while read -r a; do ${head} "$a"; done` },
    { name: 'parallel', text: `parallel ${head} ::: ${last}`, needs: ['parallel'] },
    { name: 'parallel of standard input', text: `echo ${last} | parallel ${head}`, needs: ['parallel'] },
  ];
  if (echoable(values)) found.push({ name: 'xargs', text: `echo ${joined} | xargs ${program.source}` });
  return found;
}

/** The words as a list of strings in other languages. */
function lists(words: readonly Word[]): readonly Draft[] {
  const values = valuesOf(words);
  if (values === undefined || !values.every((value) => /^[ -~]*$/.test(value))) return [];
  const list = jsonList(values);
  const [program = '', ...rest] = values;
  return [
    {
      name: 'python subprocess list',
      text: `python3 -c ${quote(`import subprocess; subprocess.run(${list})`)}`,
      needs: ['python3'],
    },
    {
      name: 'python check_call',
      text: `python3 -c ${quote(`from subprocess import check_call\ncheck_call(${list})`)}`,
      needs: ['python3'],
    },
    {
      name: 'python Popen',
      text: `python3 -c ${quote(`import subprocess as s; s.Popen(args=${list}).wait()`)}`,
      needs: ['python3'],
    },
    {
      name: 'python execvp',
      text: `python3 -c ${quote(`import os; os.execvp(${jsonString(program)}, ${list})`)}`,
      needs: ['python3'],
    },
    {
      name: 'node spawnSync',
      text: `node -e ${quote(`require('child_process').spawnSync(${jsonString(program)}, ${jsonList(rest)})`)}`,
      needs: ['node'],
    },
    {
      name: 'node execFileSync',
      text: `node -e ${quote(`const { execFileSync } = require("node:child_process"); execFileSync(${jsonString(program)}, ${jsonList(rest)})`)}`,
      needs: ['node'],
    },
    {
      name: 'perl system list',
      text: `perl -e ${quote(`system(${values.map(plainString).join(', ')})`)}`,
      needs: ['perl'],
    },
    {
      name: 'ruby system list',
      text: `ruby -e ${quote(`system(${values.map(plainString).join(', ')})`)}`,
      needs: ['ruby'],
    },
  ];
}
