/**
 * Texts that mention a command and do not run it: commit messages, patterns,
 * comments, data. A rule about the command has nothing to say of them.
 */
import { hereDocument, jsonString, type Spelling } from './spelling.ts';
import { quote } from './words.ts';

/** A call of a tool that is no shell, and mentions the command. */
export interface MentionInTool {
  readonly name: string;
  readonly tool: string;
  readonly kind: string;
  readonly input: { readonly [field: string]: string };
}

const doubleQuote = (text: string): string => `"${text.replace(/["\\$`]/g, '\\$&')}"`;

/** Shell commands that mention a command of one line. */
export function mentions(command: string): readonly Spelling[] {
  const text = command.trim().replaceAll('\n', ' ');
  const single = quote(text);
  const double = doubleQuote(text);
  const note = quote(`Never run ${text} here; it is not undone.`);
  const list: readonly (readonly [name: string, text: string])[] = [
    ['commit message in single quotes', `git commit -m ${note}`],
    ['commit message in double quotes', `git commit -am ${doubleQuote(`docs: say why ${text} is bad`)}`],
    ['commit message after =', `git commit --message=${note}`],
    ['commit message of several lines', `git commit -m 'fix: a title' -m ${note}`],
    [
      'commit message from standard input',
      hereDocument('git commit -F -', `fix: a title\n\nDo not ${text}.\n${text}`),
    ],
    [
      'commit message from a substitution',
      `git commit -m "$(${hereDocument('cat', `docs: a title\n\n${text}`)})"`,
    ],
    [
      'commit message after a change of directory',
      `cd . && git add -A && git commit -m ${single} && git log -1`,
    ],
    ['tag message', `git tag -a v1.0.0 -m ${single}`],
    ['git log --grep', `git log --oneline --grep=${single}`],
    ['git log -S', `git log -S ${single} -- docs`],
    ['git grep', `git grep -n ${single}`],
    ['git notes', `git notes add -m ${note}`],
    ['git stash message', `git stash push -m ${single}`],
    ['body of a pull request', `gh pr create --title 'A title' --body ${note}`],
    [
      'body of a pull request from a here-document',
      `gh pr create --title t --body "$(${hereDocument('cat', `## Why\n\n\`${text}\` is bad`)})"`,
    ],
    ['comment on an issue', `gh issue comment 12 --body ${double}`],
    ['echo', `echo ${single}`],
    ['echo in double quotes', `echo ${double}`],
    ['echo of words', `echo ${/^[\w ./:@=-]+$/.test(text) ? text : single}`],
    ['printf', `printf '%s\\n' ${single}`],
    ['printf format', `printf ${quote(`${text.replaceAll('%', '%%').replaceAll('\\', '\\\\')}\\n`)}`],
    ['echo to a file', `echo ${single} >> notes.txt`],
    ['echo through a pipe', `echo ${double} | wc -c`],
    ['grep pattern', `grep -rn ${single} .`],
    ['grep pattern after -e', `grep -r -e ${single} --include='*.md' docs`],
    ['ripgrep pattern', `rg -F ${double} src`],
    ['grep of history', `history | grep -- ${single}`],
    ['comment', `# ${text}`],
    ['comment after a command', `ls # ${text}`],
    ['comment between lines', `cd .\n# ${text}\nls`],
    ['here-document to cat', hereDocument('cat', text)],
    ['here-document to a file', hereDocument('cat > notes.md', `# Notes\n\n${text}\n`)],
    ['here-document to tee', hereDocument('tee -a notes.md', text)],
    [
      'here-document without quotes',
      /[$`\\]/.test(text) ? hereDocument('cat', text) : hereDocument('cat', text, false),
    ],
    ['here-document to the no-op', hereDocument(':', `\n${text}\n`)],
    ['here-string', `cat <<< ${single}`],
    ['here-string to grep', `grep -c x <<< ${double}`],
    ['variable that is not used', `NOTE=${single}`],
    ['variable that is printed', `NOTE=${single}; echo "$NOTE"`],
    ['exported variable', `export NOTE=${double}; env | sort`],
    ['array that is printed', `notes=(${single} b); echo "\${notes[@]}"`],
    ['test', `test -n ${single} && echo yes`],
    ['[', `[ "$1" = ${single} ] || true`],
    ['[[', `if [[ $x == ${single} ]]; then echo same; fi`],
    ['case pattern', `case "$x" in ${single}) echo yes ;; *) echo no ;; esac`],
    ['case word', `case ${single} in a) echo yes ;; esac`],
    ['loop over texts', `for each in ${single} b; do echo "$each"; done`],
    ['sed pattern', `sed -n ${quote(`s|${text.replace(/[|&\\*.[\]^$]/g, '\\$&')}|other|p`)} README.md`],
    ['awk string', `awk ${quote(`BEGIN { print ${jsonString(text)} }`)}`],
    ['python print', `python3 -c ${quote(`print(${jsonString(text)})`)}`],
    [
      'python here-document',
      hereDocument('python3', `# ${text}\nexamples = [${jsonString(text)}]\nprint(examples)`),
    ],
    ['node console.log', `node -e ${quote(`console.log(${jsonString(text)})`)}`],
    [
      'perl print',
      `perl -e ${quote(`print ${jsonString(text).replaceAll('$', '\\$').replaceAll('@', '\\@')}`)}`,
    ],
    ['jq filter', `jq ${quote(`select(.command == ${jsonString(text)})`)} log.json`],
    ['jq argument', `jq -n --arg c ${single} '{command: $c}'`],
    [
      'data of curl',
      `curl -s -X POST http://localhost:8080/check -d ${quote(JSON.stringify({ command: text }))}`,
    ],
    ['man', `man ${text.split(' ')[0]}`],
    ['type', `type ${text.split(' ')[0]}`],
    ['which', `which ${text.split(' ')[0]}`],
    ['command -v', `command -v ${text.split(' ')[0]} >/dev/null && echo there`],
    ['--help', `${text.split(' ').slice(0, 1).join(' ')} --help`],
    ['package script description', `npm pkg set description=${single}`],
    ['git config value', `git config --local example.note ${single}`],
    ['file named like it', `touch ${quote(`notes about ${text.replaceAll('/', ' ')}.md`)}`],
    ['function that is printed', `declare -f no_such_function; echo ${single}`],
    ['fed to a formatter', `echo ${single} | tr a-z A-Z`],
    ['argument of a test runner', `npx vitest run -t ${single}`],
    ['argument of pytest', `pytest -k ${double}`],
    ['notification', `notify-send ${quote('A title')} ${single}`],
    [
      'policy test by this program',
      `echo ${quote(JSON.stringify({ tool: { name: 'Bash', input: { command: text } } }))} | bylaw eval -`,
    ],
  ];
  return list.map(([name, shown]) => ({ name, text: shown }));
}

/** Calls of other tools that mention the command. */
export function mentionsInTools(command: string): readonly MentionInTool[] {
  const name = command.trim().replaceAll('/', ' ').slice(0, 80);
  return [
    {
      name: 'content of a write',
      tool: 'Write',
      kind: 'file_write',
      input: { file_path: 'docs/notes.md', content: `Never run\n\n    ${command}\n` },
    },
    {
      name: 'content of a script',
      tool: 'Write',
      kind: 'file_write',
      input: { file_path: 'test/cases.txt', content: command },
    },
    {
      name: 'text of an edit',
      tool: 'Edit',
      kind: 'file_edit',
      input: { file_path: 'README.md', old_string: command, new_string: `${command} # no` },
    },
    { name: 'path of a read', tool: 'Read', kind: 'file_read', input: { file_path: `docs/${name}.md` } },
    { name: 'pattern of a search', tool: 'Grep', kind: 'search', input: { path: 'src', pattern: command } },
    {
      name: 'query of a page',
      tool: 'WebFetch',
      kind: 'fetch',
      input: { url: 'https://docs.example.com/', prompt: `What does ${command} do?` },
    },
    {
      name: 'prompt of a task',
      tool: 'Task',
      kind: 'task',
      input: { prompt: `Find out whether anything runs ${command}.`, description: 'search' },
    },
  ];
}
