/**
 * Tables that a text makes anew with what they held, as is usual where `alter table` cannot do what is wanted (SQLite):
 *
 *     create table new_a (…); insert into new_a (…) select … from a; drop table a; alter table new_a rename to a
 *
 * What is dropped has been copied before. Whether all columns were, and whether the copy went well, the text does not say.
 */
import type { SqlWord } from './words.ts';

/** The names of the tables that are made anew, in lower case. */
export function redefinedTables(words: readonly SqlWord[]): ReadonlySet<string> {
  const made = new Set<string>();
  const copies = new Map<string, string>();
  const dropped = new Set<string>();
  const redefined = new Set<string>();
  const lost = new Set<string>();
  for (const statement of sqlStatementsOf(words)) {
    const [first, second, third, fourth, fifth, sixth] = statement.map(({ text }) => text.toLowerCase());
    const name = third ?? '';
    if (first === 'create' && second === 'table' && fourth === '(') made.add(name);
    else if (first === 'insert' && second === 'into' && made.has(name)) {
      const source = copiedTable(statement);
      if (source !== undefined) copies.set(name, source);
    } else if (first === 'drop' && second === 'table') {
      if (redefined.has(name)) lost.add(name);
      if ([...copies.values()].includes(name)) dropped.add(name);
    } else if (first === 'alter' && second === 'table' && fourth === 'rename' && fifth === 'to') {
      if (sixth !== undefined && dropped.has(sixth) && copies.get(name) === sixth) redefined.add(sixth);
    }
  }
  for (const name of lost) redefined.delete(name);
  return redefined;
}

/** The words of each statement of the outermost level. */
export function* sqlStatementsOf(words: readonly SqlWord[]): Generator<readonly SqlWord[]> {
  let from = 0;
  for (let at = 0; at <= words.length; at++) {
    const word = words[at];
    if (word !== undefined && !(word.kind === 'mark' && word.text === ';')) continue;
    if (at > from) yield words.slice(from, at);
    from = at + 1;
  }
}

/** Functions that make one value of one row. Another one may make one row of all. */
const ofOneRow = new Set(['coalesce', 'ifnull', 'cast']);

/** Words that leave rows out, in front of a list of columns. */
const leavesOut = /^(?:distinct|top|from|where|limit|select|union|except|intersect)$/;

/** The name of a table whose rows are all inserted into another: `a` in `insert into b (x, y) select x, coalesce(y, 1) from a`. */
function copiedTable(statement: readonly SqlWord[]): string | undefined {
  const text = (at: number): string =>
    statement[at]?.kind === 'quoted' || statement[at]?.kind === 'text' ? '' : (statement[at]?.text ?? '');
  const select = statement.findIndex((_, at) => text(at) === 'select');
  const last = statement.length - 1;
  if (select < 0 || text(last - 1) !== 'from') return undefined;
  for (let at = select + 1; at < last - 1; at++) {
    if (leavesOut.test(text(at))) return undefined;
    if (text(at + 1) === '(' && statement[at]?.kind !== 'mark' && !ofOneRow.has(text(at))) return undefined;
  }
  return statement[last]?.text.toLowerCase();
}
