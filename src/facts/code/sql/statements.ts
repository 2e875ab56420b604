/**
 * Which statements a text of SQL runs, also inside of others: `explain analyze delete …`, `with a as (delete …) …`,
 * `do $$ … $$`, `execute 'delete …'`. Each is written in a plain form, so that a rule needs no more than a short
 * pattern: in lower case, without comments, one blank between words, and texts as `''`. Of a `delete` and an `update`
 * only the table and the condition stay, and no condition that holds for every row: `delete from users`, `update users set`.
 * A `drop` of a table that is made anew with its rows is `redefine table users`, and one of a table for the session, which
 * the same text has made, `discard table users`.
 */
import { holdsAlways } from './condition.ts';
import { redefinedTables } from './redefinition.ts';
import { temporaryTables } from './temporary.ts';
import {
  beginsStatement,
  blocks,
  definedThings,
  dropped,
  executors,
  followingWords,
  kept,
  readSqlWords,
  type SqlWord,
  speaks,
  sqlReadings,
  starters,
} from './words.ts';

/** The verbs of statements that drop a table whose rows were copied before, or which is only there for the session. */
const redefines = 'redefine';
const discards = 'discard';

/** What such a statement drops, if what was done before has gone wrong; undefined for any other statement. */
export const droppedAfterAll = (statement: string): string | undefined =>
  /^(?:redefine|discard)( table .+)$/.exec(statement)?.[1];

/** A longer text is not read. */
const longestRead = 256 * 1024;

/** The most statements of one text, and the most that are inside of each other. */
const mostStatements = 4096;

const deepest = 6;

/** How many words are looked at, each as often as it is looked at. */
const mostSteps = 1_000_000;

/**
 * The statements that a text runs, in their plain form; undefined where there are too many to tell. `wanted`: what those
 * begin with that are asked for, in a text that may be no SQL at all.
 */
export function sqlStatements(code: string, wanted?: RegExp): readonly string[] | undefined {
  if (code.length > longestRead) return undefined;
  const reading: Reading = { found: new Set(), steps: 0, wanted };
  for (const each of sqlReadings(code)) new Statements(readSqlWords(code, each), reading, 0).collect();
  return isSpent(reading) ? undefined : [...reading.found];
}

/** What was found in a text so far, and how many words were looked at. */
interface Reading {
  readonly found: Set<string>;
  readonly wanted: RegExp | undefined;
  steps: number;
}

const isSpent = ({ found, steps }: Reading): boolean => found.size > mostStatements || steps > mostSteps;

/** The name of a table, and the place behind it. */
interface NamedTable {
  readonly name: string;
  readonly end: number;
}

class Statements {
  readonly #words: readonly SqlWord[];
  readonly #reading: Reading;
  readonly #depth: number;
  /** The bodies of what the text defines, by its name. */
  readonly #bodies = new Map<string, readonly SqlWord[]>();
  /** The words that are left when those of definitions are taken out. */
  readonly #run: SqlWord[] = [];
  #redefined: ReadonlySet<string> = new Set();
  #temporary: ReadonlySet<string> = new Set();

  constructor(words: readonly SqlWord[], reading: Reading, depth: number) {
    this.#words = words;
    this.#reading = reading;
    reading.steps += words.length;
    this.#depth = depth;
  }

  collect(): void {
    if (this.#depth > deepest) return;
    this.#takeDefinitions();
    const words = this.#run;
    this.#redefined = redefinedTables(words);
    this.#temporary = temporaryTables(words);
    for (let at = 0; at < words.length && !isSpent(this.#reading); at++) {
      if (this.#begins(at)) at = this.#begin(at);
      this.#statementAt(at);
    }
    this.#runTexts();
    this.#runBodies();
  }

  #text(at: number): string {
    const word = this.#run[at];
    return word?.kind === 'name' || word?.kind === 'mark' ? word.text : '';
  }

  /** Whether a statement of the outermost level begins here. */
  #begins(at: number): boolean {
    return at === 0 || this.#text(at - 1) === ';';
  }

  /** Notes a whole statement. Gives where reading goes on: behind the words of an `explain` that runs nothing. */
  #begin(at: number): number {
    if (/^[;\\]$/.test(this.#text(at)) || this.#run[at] === undefined) return at;
    const end = this.#endOf(at);
    if (/^(?:explain|describe|desc)$/.test(this.#text(at)) && !this.#isAnalyzed(at, end)) {
      this.#note([this.#text(at)]);
      return end;
    }
    if (speaks.has(this.#text(at))) {
      this.#note(this.#plain(at, end));
      return end;
    }
    if (!/^(?:delete|update|merge)$/.test(this.#text(at))) this.#note(this.#plain(at, end));
    return at;
  }

  /** `explain analyze …` and `explain (analyze) …` run the statement that they explain. */
  #isAnalyzed(at: number, end: number): boolean {
    const isOpen = this.#text(at + 1) === '(';
    for (let next = at + 1; next < end; next++) {
      const text = this.#text(next);
      if (isOpen && text === ')') return false;
      if (/^analy[sz]e$/.test(text))
        return !/^(?:false|off)$/.test(this.#text(next + 1)) && this.#run[next + 1]?.text !== '0';
      if (!isOpen && text !== 'verbose') return false;
    }
    return false;
  }

  #statementAt(at: number): void {
    const previous = this.#text(at - 1);
    const isStart = at === 0 || starters.has(previous);
    const isPart = previous === '.' || this.#text(at + 1) === '.';
    if (isPart) return;
    switch (this.#text(at)) {
      case 'drop':
        if ((isStart || dropped.has(this.#text(at + 1))) && this.#run[at + 1]?.kind === 'name')
          this.#note(this.#plain(at, this.#endOf(at)));
        return;
      case 'truncate':
        if ((isStart && this.#text(at + 1) !== '(') || this.#text(at + 1) === 'table')
          this.#note(this.#plain(at, this.#endOf(at)));
        return;
      case 'alter':
        if (isStart) this.#alter(at);
        return;
      case 'merge':
        this.#merge(at);
        return;
      case 'delete':
        this.#delete(at, isStart);
        return;
      case 'update':
        this.#update(at, previous);
        return;
      default:
        if (blocks.has(previous) && this.#run[at]?.kind === 'name')
          this.#note(this.#plain(at, this.#endOf(at)));
    }
  }

  /** Notes beside the whole statement each column and each partition that it drops: `alter table a drop column b`. */
  #alter(at: number): void {
    const end = this.#endOf(at);
    this.#note(this.#plain(at, end));
    const table = this.#text(at + 1) === 'table' ? this.#nameFrom(at + 2) : undefined;
    if (table !== undefined) this.#mutate(table, end);
    for (let next = table?.end ?? end; next < end; next++) {
      if (!/^(?:drop|truncate)$/.test(this.#text(next)) || kept.has(this.#text(next + 1))) continue;
      const isPartition = this.#text(next + 1) === 'partition';
      const behind = this.#nameFrom(
        /^(?:column|partition)$/.test(this.#text(next + 1)) ? next + 2 : next + 1,
      );
      const what = isPartition ? 'partition' : 'column';
      this.#note(['alter', 'table', table?.name ?? '', this.#text(next), what, behind?.name ?? '']);
    }
  }

  /** What ClickHouse writes for a delete and an update: `alter table a delete where 1`, `alter table a update b = 1 where 1`. */
  #mutate({ name, end: at }: NamedTable, end: number): void {
    const from = this.#text(at) === 'on' && this.#text(at + 1) === 'cluster' ? at + 3 : at;
    const condition = this.#condition(from, end, name);
    if (this.#text(from) === 'delete') this.#note(['delete', 'from', name, ...condition]);
    else if (this.#text(from) === 'update') this.#note(['update', name, 'set', ...condition]);
  }

  #merge(at: number): void {
    const end = this.#endOf(at);
    const target = this.#nameFrom(this.#text(at + 1) === 'into' ? at + 2 : at + 1);
    if (target === undefined) return;
    const words = this.#run.slice(at, end);
    const deletes = words.some(({ text }, each) => text === 'then' && words[each + 1]?.text === 'delete');
    this.#note(['merge', 'into', target.name, ...(deletes ? ['then', 'delete'] : [])]);
  }

  #delete(at: number, isStart: boolean): void {
    let next = at + 1;
    while (/^(?:low_priority|quick|ignore|top|only)$/.test(this.#text(next)))
      next = this.#behindGroup(next + 1);
    const end = this.#endOf(at);
    let from = next;
    // `delete a, b from a join b …`
    if (this.#text(next) !== 'from') {
      if (!isStart || this.#nameFrom(next) === undefined) return;
      for (let each = next; each < Math.min(end, next + 40); each++)
        if (this.#text(each) === 'from') from = each;
    }
    const target = this.#nameFrom(this.#text(from) === 'from' ? from + 1 : from);
    if (target === undefined || !this.#mayEnd(target.end, end)) return;
    // Where rows of several tables go, a join leaves out little: `delete a, b from a join b on a.x = b.x`.
    const named = this.#run.slice(next, from === next ? this.#next(/^using$/, from, end) : from);
    const isOne = !named.some(({ text }) => text === ',');
    this.#note(['delete', 'from', target.name, ...this.#condition(target.end, end, target.name, isOne)]);
  }

  #update(at: number, previous: string): void {
    if (/^(?:for|on|key|no|of|before|after|or|,)$/.test(previous)) return;
    let next = at + 1;
    while (/^(?:low_priority|ignore|top|or|rollback|abort|replace|fail)$/.test(this.#text(next)))
      next = this.#behindGroup(next + 1);
    const target = this.#nameFrom(next);
    if (target === undefined || target.name === 'set') return;
    const end = this.#endOf(at);
    if (this.#sets(target.end, end))
      this.#note(['update', target.name, 'set', ...this.#condition(target.end, end, target.name)]);
  }

  /** Whether what follows the table of a `delete` may follow it, with or without another name for the table. */
  #mayEnd(from: number, end: number): boolean {
    const next = this.#text(from) === 'as' ? from + 2 : from;
    return [next, next + 1].some(
      (at) => at >= end || followingWords.has(this.#text(at)) || this.#run[at]?.kind === 'mark',
    );
  }

  /** Whether an `update` sets something: `set a = 1`, `set (a, b) = …`. Other words are prose. */
  #sets(from: number, end: number): boolean {
    for (let at = from; at < end; at++) {
      if (this.#text(at) !== 'set') continue;
      const set = this.#nameFrom(at + 1);
      return this.#text(at + 1) === '(' || /^(?:[=[+:]|\()$/.test(this.#text(set?.end ?? end));
    }
    return false;
  }

  #behindGroup(at: number): number {
    if (this.#text(at) !== '(') return this.#run[at]?.kind === 'number' ? at + 1 : at;
    return this.#run.findIndex((_, each) => each > at && this.#text(each) === ')') + 1 || at + 1;
  }

  /** The name of a table, with those in front of it: `only "My Shop".users`. */
  #nameFrom(at: number): NamedTable | undefined {
    let next = at;
    while (/^(?:only|if|exists)$/.test(this.#text(next))) next++;
    let name = '';
    for (; next < this.#run.length; next++) {
      const word = this.#run[next];
      if (word === undefined || (word.kind !== 'name' && word.kind !== 'quoted')) break;
      name += plainName(word);
      while (this.#text(next + 1) === '.') {
        name += '.';
        next++;
      }
      if (!name.endsWith('.')) {
        next++;
        break;
      }
    }
    return name === '' ? undefined : { name, end: next };
  }

  /** The condition of a statement in its plain form; nothing where it holds for every row. */
  #condition(from: number, end: number, table: string, joins = true): readonly string[] {
    const words = this.#run;
    let depth = 0;
    let cases = 0;
    for (let at = from; at < end; at++) {
      const text = this.#text(at);
      if (text === '(') depth++;
      else if (text === ')') depth--;
      else if (depth > 0) continue;
      else if (text === 'case') cases++;
      else if (text === 'end') cases = Math.max(0, cases - 1);
      else if (cases > 0) continue;
      else if (text === 'where') {
        const condition = words.slice(at + 1, this.#endOfCondition(at + 1, end));
        return holdsAlways(condition, table) ? [] : ['where', ...condition.map(plainWord)];
      } else if (/^(?:straight_)?join$/.test(text) && joins && this.#chooses(at, end, table))
        return this.#plain(at, end);
      else if (text === 'limit' && /^\d{1,4}$/.test(words[at + 1]?.text ?? ''))
        return this.#plain(at, at + 2);
    }
    return [];
  }

  /** Whether a join leaves rows out: `join b on a.x = b.x`, and not `left join b …`, `join b`, `join b on true set …`. */
  #chooses(join: number, end: number, table: string): boolean {
    if (/^(?:cross|left|right|full|outer|natural)$/.test(this.#text(join - 1))) return false;
    const until = this.#next(/^(?:join|where|set)$/, join + 1, end);
    const on = this.#next(/^(?:on|using)$/, join + 1, until);
    if (on === until) return false;
    const condition = this.#run.slice(on + 1, this.#endOfCondition(on + 1, until));
    return this.#text(on) === 'using' || !holdsAlways(condition, table);
  }

  #endOfCondition(from: number, end: number): number {
    return this.#next(/^(?:returning|order|limit|option)$/, from, end);
  }

  /** Where one of these words is next, outside of brackets. */
  #next(words: RegExp, from: number, end: number): number {
    let depth = 0;
    for (let at = from; at < end; at++) {
      const text = this.#text(at);
      if (text === '(') depth++;
      else if (text === ')') depth--;
      else if (depth === 0 && words.test(text)) return at;
    }
    return end;
  }

  /** Where the statement that begins here ends: in front of a `;`, of the `)` around it, or of another statement. */
  #endOf(from: number): number {
    let depth = 0;
    for (let at = from; at < this.#run.length; at++) {
      const text = this.#text(at);
      this.#reading.steps++;
      if (text === '(') depth++;
      else if (text === ')' && --depth < 0) return at;
      else if (text === ';' && depth <= 0) return at;
      else if (depth === 0 && at > from + 1 && /^(?:declare|print|commit|rollback|go)$/.test(text)) return at;
    }
    return this.#run.length;
  }

  #plain(from: number, end: number): readonly string[] {
    return this.#run.slice(from, end).map(plainWord);
  }

  #note(words: readonly string[]): void {
    const { found, wanted } = this.#reading;
    const [verb = '', what] = words;
    if (wanted?.test(verb) === false) return;
    const own = verb === 'drop' && what === 'table' ? this.#ownDrop(words) : undefined;
    found.add((own ?? words).join(' ').replaceAll(' . ', '.').slice(0, longestPlain));
  }

  /** The plain form of a drop of a table that the text itself has made, or has made anew. */
  #ownDrop(words: readonly string[]): readonly string[] | undefined {
    const name = words.at(-1) ?? '';
    if (words.length === 3 && this.#redefined.has(name)) return [redefines, 'table', name];
    const isPlain = words.length === 3 || (words.length === 5 && words[2] === 'if');
    return isPlain && this.#temporary.has(name) ? [discards, 'table', name] : undefined;
  }

  // ── what the text runs by another way ────────────────────────────────────────────────────

  /** Takes out what a text only defines: the body of a function runs when it is called. */
  #takeDefinitions(): void {
    const words = this.#words;
    const text = (at: number): string => (words[at]?.kind === 'text' ? '' : (words[at]?.text ?? ';'));
    for (let at = 0; at < words.length; at++) {
      const word = words[at];
      if (word !== undefined) this.#run.push(word);
      if (text(at) !== 'create' && text(at) !== 'alter') continue;
      const kind = [1, 2, 3, 4, 5].find((each) => definedThings.has(text(at + each)));
      if (kind === undefined || words.slice(at, at + kind).some(({ text: each }) => each === ';')) continue;
      const end = endOfDefinition(words, at);
      const name = words
        .slice(at + kind + 1, at + kind + 4)
        .findLast(({ kind: of }) => of === 'name' || of === 'quoted');
      const first = words[at + kind + 1];
      for (const each of [first, name])
        if (each !== undefined) this.#bodies.set(each.text.toLowerCase(), words.slice(at + 1, end));
      this.#run.push({ kind: 'name', text: text(at + kind) });
      at = end - 1;
    }
  }

  /** Runs the texts of a block, and where the text runs texts, all that may be statements. */
  #runTexts(): void {
    const words = this.#run;
    const runsAny = words.some(({ kind, text }) => kind === 'name' && executors.has(text));
    words.forEach(({ kind }, at) => {
      const isText = kind === 'text' || (kind === 'quoted' && runsAny);
      if (!isText || isJoin(this.#text(at - 1))) return;
      const text = this.#joined(at);
      const isBlock =
        this.#text(at - 1) === 'do' || (this.#text(at - 3) === 'do' && this.#text(at - 2) === 'language');
      if (isBlock || (runsAny && beginsStatement.test(text))) this.#within(text);
    });
  }

  /** The text that begins here, with all that is joined to it: `'drop table ' || a`, `format('drop table %I', a)`. */
  #joined(from: number): string {
    let text = (this.#run[from]?.text ?? '').replace(/%\d*\$?[A-Za-z]/g, ' _ ');
    for (let at = from + 1; isJoin(this.#text(at)); ) {
      while (isJoin(this.#text(at))) at++;
      const word = this.#run[at];
      text += word?.kind === 'text' ? word.text : ' _ ';
      for (let depth = 0; at < this.#run.length; at++) {
        const mark = this.#text(at);
        if (depth === 0 && (isJoin(mark) || /^[;,)]$/.test(mark))) break;
        if (mark === '(') depth++;
        else if (mark === ')') depth--;
      }
    }
    return text;
  }

  #within(code: string): void {
    if (isSpent(this.#reading)) return;
    for (const reading of sqlReadings(code))
      new Statements(readSqlWords(code, reading), this.#reading, this.#depth + 1).collect();
  }

  /** Runs the body of what the text defines and then calls. */
  #runBodies(): void {
    for (const [name, body] of this.#bodies) {
      const isCalled = this.#run.some(
        ({ kind, text }, at) =>
          kind !== 'text' &&
          text.toLowerCase() === name &&
          (this.#text(at + 1) === '(' || /^(?:call|exec|execute|perform|\.)$/.test(this.#text(at - 1))),
      );
      if (!isCalled) continue;
      for (const { kind, text } of body) if (kind === 'text') this.#within(text);
      new Statements(body, this.#reading, this.#depth + 1).collect();
    }
  }
}

const isJoin = (mark: string): boolean => mark === '|' || mark === '+';

/** A statement in its plain form is cut off behind this many characters. */
export const longestPlain = 2000;

const plainName = ({ kind, text }: SqlWord): string =>
  kind === 'quoted' ? text.toLowerCase().replace(/[^\p{L}\p{N}_$]+/gu, '_') : text;

const plainWord = (word: SqlWord): string =>
  word.kind === 'text' ? "''" : word.kind === 'quoted' ? plainName(word) : word.text;

/** Where a definition ends: at the first `;` that is in no block and no parentheses. */
function endOfDefinition(words: readonly SqlWord[], from: number): number {
  let depth = 0;
  for (let at = from; at < words.length; at++) {
    const word = words[at];
    if (word === undefined || word.kind === 'text' || word.kind === 'quoted') continue;
    const { text } = word;
    if (text === '(' || text === 'begin' || text === 'case') depth++;
    else if (text === ')') depth--;
    else if (text === 'end') {
      if (/^(?:if|loop|while|repeat|for)$/.test(words[at + 1]?.text ?? '')) at++;
      else depth--;
      if (words[at + 1]?.text === 'case') at++;
    } else if (text === ';' && depth <= 0) return at;
  }
  return words.length;
}
