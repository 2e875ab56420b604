/**
 * SQL and the commands of its shells: only what reaches files and programs outside the database. Effects on tables are
 * ignored.
 */
import { anyShape, type Shape, textShape } from '../../../pattern/text/shape.ts';
import { bounded, type CodeFinding, cutOff, mostFindings } from '../values/finding.ts';
import { readWords, type ScriptWord } from '../values/script-words.ts';
import { type DotEffect, dotCommand } from './sqlite-commands.ts';

export function scanSql(code: string): readonly CodeFinding[] {
  const findings: CodeFinding[] = [];
  const rest = shellCommands(code, findings);
  const comment = /--[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$)|\$[A-Za-z_]*\$/y;
  const words = readWords(rest, { "'": 'doubled', '"': 'doubled', '`': 'doubled' }, comment).filter(
    ({ kind }) => kind !== 'line',
  );
  words.forEach((_, index) => {
    const found = statementAt(words, index, rest);
    if (found !== undefined && findings.length <= mostFindings) findings.push(found);
  });
  return bounded(findings, code);
}

type Does = 'shell' | 'read' | 'write' | 'open' | 'cwd' | 'load';

const lines: readonly (readonly [RegExp, Does])[] = [
  [/^\s*(?:\\!|system\s)\s*(\S.*)$/i, 'shell'],
  [/^\s*(?:\\(?:o|g|w)\s*\||pager\s|\\P\s)\s*(\S.*)$/, 'shell'],
  [/^\s*\\copy\s+[\w.]+(?:\s*\([^)]*\))?\s+from\s+(?!'|(?:program|p?stdin)\b)(\S+)/i, 'read'],
  [/^\s*\\copy\s+(?:[\w.]+(?:\s*\([^)]*\))?|\(.*\))\s+to\s+(?!'|(?:program|p?stdout)\b)(\S+)/i, 'write'],
  [/^\s*\\(?:o|g|w|out)\s+([^|\s;][^;]*);?\s*$/, 'write'],
  [/^\s*(?:tee|\\T)\s+(\S.*)$/, 'write'],
  [/^\s*\\copy\s.*\s(?:from|to)\s+program\s+'([^']+)'/i, 'shell'],
  [/^\s*\\set\s+\S+\s[^`]*`([^`]+)`/, 'shell'],
  [/^\s*\\setenv\s+\w*(?:PAGER|EDITOR|SHELL)\w*\s+'?([^']+)/, 'shell'],
  [/^\s*(?:\\i|\\ir|\\include|\\\.|source|@@?)\s+([^|\s].*?);?\s*$/, 'load'],
  [/^\s*\\cd\s+(\S.*)$/, 'cwd'],
];

/** Some commands may also follow a statement in its line: `select 1; \\! ls`. */
const anotherLine = /\n|;(?=[^\S\n]*(?:\\[!cigowP.]|source\s|system\s))/i;

/** A longer line may be a command, and is not read. */
const longestLine = 4000;

/** Finds commands of `psql`, `mysql` and `sqlite3`, and replaces them by blanks for the reader of SQL. */
function shellCommands(code: string, findings: CodeFinding[]): string {
  let at = 0;
  /** Whether a statement goes on: then a line that begins with a dot is a part of it. */
  let goesOn = false;
  return code
    .split(anotherLine)
    .map((line) => {
      const start = at;
      at += line.length + 1;
      const wentOn = goesOn;
      const isCommand = /^\s*\./.test(line) && !goesOn;
      if (!isCommand && line.trim() !== '' && !/^\s*--/.test(line))
        goesOn = !/;\s*(?:--.*)?$/.test(line) && code[at - 1] !== ';';
      if (!/^\s*(?:[\\.@]|system\s|pager\s|tee\s|source\s)/i.test(line)) return line;
      if (line.length > longestLine) {
        findings.push(cutOff('characters in a line', code, { start, end: start + line.length }));
        return line;
      }
      const dotted = dotCommand(line);
      if (dotted !== undefined) {
        for (const each of dotted) findings.push(...dotFindings(each, start, start + line.length));
        return wentOn ? line : ' '.repeat(line.length);
      }
      for (const [pattern, does] of lines) {
        const match = pattern.exec(line);
        if (match === null || findings.length > mostFindings) continue;
        const shape = argumentShape(match[1] ?? '', does);
        findings.push(found(does, shape, start, start + line.length));
        if (does === 'load') findings.push(found('read', shape, start, start + line.length));
        return ' '.repeat(line.length);
      }
      return line.replace(/^(\s*)\\(copy)\b/i, '$1 $2');
    })
    .join('\n');
}

/** What a command of SQLite does. */
function dotFindings({ does, text }: DotEffect, start: number, end: number): readonly CodeFinding[] {
  const shape = textShape(text);
  switch (does) {
    case 'sql':
      return scanSql(text).map((each) => ({ ...each, start, end }));
    case 'library': {
      const why = 'a native library is loaded';
      return [{ kind: 'unknown', text, why, certain: true, start, end }];
    }
    case 'delete': {
      const about = { target: undefined, recursive: false, content: undefined, certain: true };
      return [{ kind: 'path', use: 'delete', path: shape, ...about, start, end }];
    }
    case 'read-all': {
      const about = { target: undefined, recursive: true, content: undefined, certain: true };
      return [{ kind: 'path', use: 'read', path: shape, ...about, start, end }];
    }
    case 'below': {
      const about = { target: undefined, recursive: true, content: undefined, certain: false };
      return [{ kind: 'path', use: 'write', path: shape, ...about, start, end }];
    }
    case 'open':
      // An opened database may be written.
      return [found('open', shape, start, end), { ...found('write', shape, start, end), certain: false }];
    case 'load':
      return [found('load', shape, start, end), found('read', shape, start, end)];
    default:
      return [found(does, shape, start, end)];
  }
}

function argumentShape(text: string, does: Does): Shape {
  if (does === 'shell') return textShape(text);
  const quoted = /^(?:'([^']*)'|"([^"]*)")/.exec(text.trim());
  return textShape(quoted?.[1] ?? quoted?.[2] ?? text.trim().split(/\s+/)[0] ?? '');
}

function found(does: Does, shape: Shape, start: number, end: number): CodeFinding {
  const base = { certain: true, start, end };
  if (does === 'shell') return { kind: 'shell', text: shape, cwd: undefined, stdin: undefined, ...base };
  if (does === 'load') return { kind: 'load', path: shape, ends: false, ...base };
  if (does === 'cwd') return { kind: 'cwd', path: shape, perhaps: false, ...base };
  if (isAddress(shape)) return { kind: 'connect', url: shape, sends: does === 'write', ...base };
  return {
    kind: 'path',
    use: does === 'open' ? 'read' : does,
    path: shape,
    target: undefined,
    recursive: false,
    content: undefined,
    ...base,
  };
}

/** Whether a file is named by an address: `s3://bucket/x`. */
const isAddress = ({ pieces: [first] }: Shape): boolean =>
  first?.kind === 'text' && /^(?!file:)[a-z][\w+.-]*:\/\//i.test(first.text);

/** Functions that take a path first, and what they do with it. */
const functions = new Map<string, Does>([
  ['load_file', 'read'],
  ['readfile', 'read'],
  ['pg_read_file', 'read'],
  ['pg_read_binary_file', 'read'],
  ['pg_ls_dir', 'read'],
  ['lo_import', 'read'],
  ['read_csv', 'read'],
  ['read_csv_auto', 'read'],
  ['read_json', 'read'],
  ['read_json_auto', 'read'],
  ['read_parquet', 'read'],
  ['read_text', 'read'],
  ['writefile', 'write'],
]);

/** Tables of ClickHouse that are files, addresses and programs; elsewhere they may be functions of a project. */
const tables = new Map<string, Does>([
  ['file', 'read'],
  ['url', 'read'],
  ['s3', 'read'],
  ['executable', 'shell'],
]);

/** Marks and words behind a text that make another value of it. */
const operators =
  /^(?:[-|+*/%&<>=!~:]|collate|in|is|not|and|or|like|glob|between|regexp|match|isnull|notnull)$/i;

/** The text of an operand: a single one, or those that `||` joins. Undefined for any other expression. */
function operandOf(words: readonly ScriptWord[], from: number): Pick<ScriptWord, 'text' | 'end'> | undefined {
  const isBar = (at: number): boolean => words[at]?.kind === 'mark' && words[at]?.text === '|';
  let text = '';
  for (let at = from; ; ) {
    const word = words[at];
    if (word?.kind !== 'text') return undefined;
    text += word.text;
    const next = words[at + 1];
    // Some databases join texts that follow each other.
    if (next?.kind === 'text') at++;
    else if (isBar(at + 1) && isBar(at + 2)) at += 3;
    else return next !== undefined && operators.test(next.text) ? undefined : { text, end: word.end };
  }
}

function statementAt(words: readonly ScriptWord[], index: number, code: string): CodeFinding | undefined {
  const word = words[index];
  if (word?.kind !== 'name') return undefined;
  const name = word.text.toLowerCase();
  const next = words[index + 1];
  const follows = (offset: number, text: string): boolean =>
    words[index + offset]?.text.toLowerCase() === text;
  const at = (offset: number, does: Does): CodeFinding => {
    const operand = operandOf(words, index + offset);
    const end = operand?.end ?? words[index + offset]?.end ?? word.end;
    const shape =
      operand === undefined
        ? anyShape(code.slice(word.start, Math.min(end, word.start + 200)))
        : textShape(operand.text);
    return found(does, shape, word.start, end);
  };
  const isTable = /^(?:from|join|function)$/i.test(words[index - 1]?.text ?? '');
  const does = functions.get(name) ?? (isTable ? tables.get(name) : undefined);
  // `INSERT INTO FUNCTION url('…')`
  const isTarget = does === 'read' && follows(-1, 'function');
  if (does !== undefined && next?.text === '(') return at(2, isTarget ? 'write' : does);
  switch (name) {
    case 'to':
    case 'from':
      if (!isCopy(words, index)) return undefined;
      if (follows(1, 'program')) return at(2, 'shell');
      return next?.kind === 'text' && code[next.start] === "'"
        ? at(1, name === 'to' ? 'write' : 'read')
        : undefined;
    case 'outfile':
    case 'dumpfile':
      return at(1, 'write');
    case 'infile':
      return at(1, 'read');
    case 'attach':
      return at(follows(1, 'database') ? 2 : 1, 'write');
    case 'vacuum':
      if (follows(1, 'into')) return at(2, 'write');
      return follows(2, 'into') ? at(3, 'write') : undefined;
    case 'fsdir':
      return next?.text === '(' && showsContent(words) ? { ...at(2, 'read'), ...recursive } : undefined;
    case 'zipfile':
      if (next?.text !== '(' || !(isTable || follows(-1, 'using'))) return undefined;
      return at(2, isTable ? 'read' : 'write');
    case 'lo_export':
      return at(4, 'write');
    case 'xp_cmdshell':
      return at(next?.text === '(' ? 2 : 1, 'shell');
    case 'load_extension':
    case 'load':
    case 'edit':
    case 'sys_exec':
    case 'sys_eval': {
      if (next?.text !== '(' && !(name === 'load' && next?.kind === 'text')) return undefined;
      const why = 'a native library or an editor is started';
      return { kind: 'unknown', text: name, why, certain: true, start: word.start, end: word.end };
    }
    case 'execute':
    case 'exec':
    case 'prepare':
    case 'sp_executesql': {
      if (!runsComputed(words, index)) return undefined;
      const why = 'the statement that it runs is computed';
      return { kind: 'unknown', text: word.text, why, certain: true, start: word.start, end: word.end };
    }
    default:
      return undefined;
  }
}

const recursive = { recursive: true } as const;

/** Whether a text asks for the column with the content of files, or for all columns. */
const showsContent = (words: readonly ScriptWord[]): boolean =>
  words.some(({ text }, at) => /^data$/i.test(text) || (text === '*' && words[at - 1]?.text !== '('));

/**
 * Whether a word runs a text as a statement that is not a single quoted one: `EXECUTE 'a' || b`, `EXEC(@a)`, `PREPARE s
 * FROM @a`. What has only a name is a prepared statement, a function or a procedure, unless it is in a block.
 */
function runsComputed(words: readonly ScriptWord[], index: number): boolean {
  const textAt = (at: number): string => words[at]?.text.toLowerCase() ?? ';';
  const isPrepared = textAt(index) === 'prepare';
  if (isPrepared && textAt(index + 2) !== 'from') return false;
  if (textAt(index) === 'exec' && textAt(index + 1) === 'sp_executesql') return false;
  let at = isPrepared ? index + 3 : index + 1;
  const isImmediate = textAt(at) === 'immediate';
  if (isImmediate) at++;
  while (textAt(at) === '(') at++;
  // `N'…'` is a text too.
  if (textAt(at) === 'n' && words[at + 1]?.kind === 'text') at++;
  const first = words[at];
  if (first === undefined || first.kind === 'number') return false;
  if (first.kind === 'text') return !/^(?:[;,)]|using|into|loop|end|as|with)$/.test(textAt(at + 1));
  if (first.text === '@' || first.text.startsWith('@') || isImmediate || isPrepared) return true;
  if (first.kind !== 'name' || /^(?:function|procedure|as|on)$/.test(textAt(at))) return false;
  const isCalled = textAt(at + 1) === '(';
  if (isCalled && /^(?:format|concat|replace|quote_ident)$/.test(textAt(at))) return true;
  if (textAt(index) === 'exec') return false;
  const isNamed = words.some((_, each) => textAt(each) === 'prepare' && textAt(each + 1) === textAt(at));
  return !isNamed && words.some((_, each) => each < index && /^(?:begin|declare)$/.test(textAt(each)));
}

/** Whether `TO` or `FROM` belongs to a `COPY` of the same statement. */
function isCopy(words: readonly ScriptWord[], index: number): boolean {
  for (let at = index - 1; at >= 0 && at > index - 60; at--) {
    const word = words[at];
    if (word?.text === ';' && word.kind === 'mark') return false;
    if (word?.kind === 'name' && word.text.toLowerCase() === 'copy') return true;
  }
  return false;
}
