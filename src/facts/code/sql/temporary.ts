/**
 * Tables for a session that a text makes and drops again: `create temp table a (…); insert into a …; drop table a`. What is
 * dropped is the table that the text has made, unless making it fails: then a table of that name which was there before is
 * lost. So a rule is unsure about it.
 */
import { sqlStatementsOf } from './redefinition.ts';
import type { SqlWord } from './words.ts';

/** What leaves the new table where it is. Another statement may take it back, or make its name mean another one. */
const leavesIt = /^(?:insert|select|update|delete|analyze|explain|with|begin|start|commit|copy)$/;

/** The names of the tables that are only there for the session. */
export function temporaryTables(words: readonly SqlWord[]): ReadonlySet<string> {
  const made = new Set<string>();
  const dropped = new Set<string>();
  for (const statement of sqlStatementsOf(words)) {
    const first = textOf(statement[0]);
    const table = madeTable(statement);
    const gone = droppedTable(statement);
    if (table !== undefined && !made.has(table)) made.add(table);
    else if (gone !== undefined && made.has(gone) && !dropped.has(gone)) dropped.add(gone);
    else if (!leavesIt.test(first)) return new Set();
  }
  return dropped;
}

const textOf = (word: SqlWord | undefined): string =>
  word?.kind === 'name' || word?.kind === 'mark' ? word.text : '';

/** `a` in `create temp table a (…)`, without `on commit`, which may drop it earlier, and without `if not exists`. */
function madeTable(statement: readonly SqlWord[]): string | undefined {
  const [first, second, third, name, behind] = statement.map(textOf);
  if (first !== 'create' || !/^temp(?:orary)?$/.test(second ?? '') || third !== 'table') return undefined;
  if (name === undefined || !/^(?:\(|as)$/.test(behind ?? '')) return undefined;
  const dropsItself = statement.some((word, at) => at > 4 && textOf(word) === 'on');
  return dropsItself && statement.some((word) => textOf(word) === 'commit') ? undefined : name;
}

/** `a` in `drop table a` and `drop table if exists a`, alone and without another name in front. */
function droppedTable(statement: readonly SqlWord[]): string | undefined {
  const words = statement.map(textOf);
  if (words[0] !== 'drop' || words[1] !== 'table') return undefined;
  const from = words[2] === 'if' && words[3] === 'exists' ? 4 : 2;
  return words.length === from + 1 && words[from] !== '' ? words[from] : undefined;
}
