/**
 * The words of SQL, for those who ask which statements a text runs. Databases disagree about where a text or a comment
 * ends, so a text may have several readings.
 */

export interface SqlWord {
  /** `quoted`: a name in quotes. `text`: a text in quotes or between dollars. */
  readonly kind: 'name' | 'quoted' | 'text' | 'number' | 'mark';
  /** A name in lower case, what is in the quotes, or the word as it is written. */
  readonly text: string;
}

/** What databases read differently. */
export interface SqlReading {
  /** A backslash in a text takes the next character with it (MySQL). */
  readonly escapes: boolean;
  /** `#` begins a comment (MySQL). */
  readonly hash: boolean;
}

const word =
  /(?<skip>[^\S\n]+|--[^\n]*|\/\*!\d*|\*\/)|\$(?<tag>[A-Za-z_]\w*)?\$|(?<name>[\p{L}_@][\p{L}\p{N}_$@]*)|(?<number>\d[\d.]*(?:e\d+)?)|(?<mark>[\s\S])/giuy;

/** The readings of a text: one, unless it has something that databases read differently. */
export function sqlReadings(code: string): readonly SqlReading[] {
  const escapes = code.includes('\\') ? [false, true] : [false];
  const hash = code.includes('#') ? [false, true] : [false];
  return escapes.flatMap((each) => hash.map((other) => ({ escapes: each, hash: other })));
}

/** Reads all words of a text. What is no SQL, such as a command of a client, becomes the end of a statement. */
export function readSqlWords(code: string, reading: SqlReading): readonly SqlWord[] {
  const text = withoutClientLines(code);
  const words: SqlWord[] = [];
  let at = 0;
  while (at < text.length) {
    const first = text[at] ?? '';
    if (reading.hash && first === '#') {
      at = endOf(text, '\n', at);
      continue;
    }
    // MySQL runs what is in `/*! … */`.
    if (first === '/' && text[at + 1] === '*' && text[at + 2] !== '!') {
      at = endOf(text, '*/', at + 2);
      continue;
    }
    const close = closing(text, at, words);
    if (close !== undefined) {
      const isRaw = words.at(-1)?.kind === 'name' && words.at(-1)?.text === 'e';
      const quoted = readQuoted(text, at + 1, close, first === "'" && (reading.escapes || isRaw));
      if (first === "'" && /^(?:[nebx]|u)$/.test(lastName(words))) words.pop();
      words.push({ kind: first === "'" ? 'text' : 'quoted', text: quoted.text });
      at = quoted.end;
      continue;
    }
    word.lastIndex = at;
    const { 0: all = first, groups: { skip, name, number } = {} } = word.exec(text) ?? {};
    at += Math.max(1, all.length);
    if (skip !== undefined || all === '\n') continue;
    if (/^\$\w*\$$/.test(all)) {
      const end = text.indexOf(all, at);
      words.push({ kind: 'text', text: text.slice(at, end < 0 ? undefined : end) });
      at = end < 0 ? text.length : end + all.length;
    } else if (name !== undefined) words.push({ kind: 'name', text: all.toLowerCase() });
    else if (number !== undefined) words.push({ kind: 'number', text: all });
    else if (all.trim() !== '') words.push({ kind: 'mark', text: all });
  }
  return words;
}

const lastName = (words: readonly SqlWord[]): string => {
  const last = words.at(-1);
  return last?.kind === 'name' ? last.text : '';
};

const endOf = (text: string, mark: string, from: number): number => {
  const found = text.indexOf(mark, from);
  return found < 0 ? text.length : found + mark.length;
};

/** What closes the quotes that begin here; undefined where none do. `a[1]` is a part of an array. */
function closing(text: string, at: number, words: readonly SqlWord[]): string | undefined {
  const first = text[at] ?? '';
  if (first === "'" || first === '"' || first === '`') return first;
  if (first !== '[' || words.at(-1)?.kind === 'number') return undefined;
  return /^\[[\p{L}_#@][^\]\n]*\]/u.test(text.slice(at, at + 200)) ? ']' : undefined;
}

function readQuoted(
  text: string,
  start: number,
  close: string,
  escapes: boolean,
): { readonly text: string; readonly end: number } {
  let content = '';
  let at = start;
  while (at < text.length) {
    const character = text[at] ?? '';
    if (escapes && character === '\\') {
      content += text[at + 1] ?? '';
      at += 2;
    } else if (character !== close) {
      content += character;
      at++;
    } else if (text[at + 1] === close) {
      content += close;
      at += 2;
    } else return { text: content, end: at + 1 };
  }
  return { text: content, end: at };
}

/** Lines for the client that only say how it shows something. */
const shows = /^(?:echo|qecho|timing|x|pset|set|headers?|mode|timer|print|bail|width|nullvalue|separator)\b/i;

/**
 * Replaces lines for the client by the end of a statement, and a delimiter that it is given by `;`. The statement of a
 * `\copy (delete …) to f` stays, and a backslash for each line that may do something else.
 */
function withoutClientLines(code: string): string {
  const plain = code.replace(
    /^[^\S\n]*(?:[\\.]([A-Za-z!][^\n]*)|go[^\S\n]*\d*[^\S\n]*)$/gim,
    (_, line: string | undefined) => {
      if (line === undefined || shows.test(line)) return ';';
      return /^copy\s*\(/i.test(line) ? `; ${line.slice(4)};\\;` : ';\\;';
    },
  );
  const given = /^[^\S\n]*delimiter[^\S\n]+(\S+)[^\S\n]*$/im.exec(plain)?.[1];
  if (given === undefined) return plain;
  return plain.replace(/^[^\S\n]*delimiter[^\S\n]+\S+[^\S\n]*$/gim, ';').replaceAll(given, ' ; ');
}

/** Words behind which a statement may begin. */
export const starters = new Set([
  ';',
  '(',
  ')',
  '/',
  'as',
  'begin',
  'atomic',
  'then',
  'else',
  'loop',
  'repeat',
  'do',
  'instead',
  'also',
  'analyze',
  'analyse',
  'verbose',
  'immediate',
  'row',
  'go',
  'materialized',
]);

/** Words behind which any statement of a block begins. */
export const blocks = new Set(['begin', 'atomic', 'then', 'else', 'loop']);

/** After `drop`, these words always make a statement, at any place in a text. */
export const dropped = new Set([
  'table',
  'database',
  'schema',
  'view',
  'keyspace',
  'tablespace',
  'materialized',
  'temporary',
  'foreign',
  'external',
]);

/** What an `alter table` drops that holds no data. */
export const kept = new Set([
  'constraint',
  'index',
  'key',
  'primary',
  'foreign',
  'default',
  'not',
  'identity',
  'expression',
  'check',
  'trigger',
  'statistics',
  'generated',
  'unique',
  'period',
  'system',
  'row',
  'projection',
  'ttl',
  'comment',
  'policy',
]);

/** What defines something that is run later. */
export const definedThings = new Set([
  'function',
  'procedure',
  'proc',
  'trigger',
  'rule',
  'event',
  'policy',
  'aggregate',
  'package',
]);

/** Words that run a text, or a statement that has a name. */
export const executors = new Set([
  'exec',
  'execute',
  'sp_executesql',
  'sp_sqlexec',
  'prepare',
  'dblink',
  'dblink_exec',
  'dblink_send_query',
  'dblink_open',
  'query_to_xml',
  'query_to_xml_and_xmlschema',
  'openquery',
  'run_command_on_workers',
  'run_command_on_shards',
  'schedule',
  'exec_sql',
  'eval',
  'execute_sql',
  'dbms_sql',
]);

/** Words that may follow the table of a `delete`. */
export const followingWords = new Set([
  'where',
  'using',
  'returning',
  'limit',
  'order',
  'output',
  'from',
  'join',
  'straight_join',
  'natural',
  'inner',
  'left',
  'right',
  'cross',
  'partition',
  'option',
  'with',
  'select',
  'insert',
  'update',
  'delete',
  'end',
  'go',
  'print',
  'commit',
  'rollback',
  'return',
  'exec',
  'drop',
  'truncate',
]);

/** A text that may be a statement. */
export const beginsStatement =
  /^[\s(;]*(?:\/\*[\s\S]*?\*\/\s*|--[^\n]*\n\s*)*(?:drop|delete|update|truncate|merge|alter|with|explain|begin|do|exec|execute|declare|select|call|insert|if)\b/i;

/** Statements that only say what another one would do, or who may do it. */
export const speaks = new Set(['grant', 'revoke', 'comment', 'deny', 'audit', 'noaudit']);
