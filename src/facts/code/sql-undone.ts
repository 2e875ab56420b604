/**
 * Which statements of a text take nothing away that lasts: changes of rows between `begin` and `rollback`, the drop of a
 * table that the text itself has made for its session, and the drop of a view that it makes anew.
 */
import type { SqlWord } from './sql-words.ts';

type Words = readonly SqlWord[];

interface Statement {
  readonly start: number;
  readonly end: number;
  /** Its words in one text; texts are `''`, and quotes around names are gone. */
  readonly text: string;
}

/** The places where such statements begin, with those where they end. */
export function undoneStatements(words: Words): ReadonlyMap<number, number> {
  const undone = new Map<number, number>();
  // What a client does between the statements is not known here.
  if (words.some(({ kind, text }) => kind === 'mark' && text === '\\')) return undone;
  const statements = statementsOf(words);
  for (const { start, end } of [...rolledBack(statements), ...temporary(statements), ...renewed(statements)])
    undone.set(start, end);
  return undone;
}

function statementsOf(words: Words): readonly Statement[] {
  const found: Statement[] = [];
  let start = 0;
  for (let at = 0; at <= words.length; at++) {
    const word = words[at];
    if (word !== undefined && (word.kind !== 'mark' || word.text !== ';')) continue;
    if (at > start) found.push({ start, end: at, text: words.slice(start, at).map(plain).join(' ') });
    start = at + 1;
  }
  return found;
}

const plain = ({ kind, text }: SqlWord): string =>
  kind === 'text' ? "''" : kind === 'quoted' ? text.toLowerCase() : text;

const begins =
  /^(?:begin|start transaction|begin (?:work|tran|transaction))(?: isolation level \w+(?: \w+)?)?$/;
const rollsBack = /^rollback(?: (?:work|tran|transaction))?$/;
/** Statements that neither end a transaction nor change more than rows. */
const changesRows = /^(?:select|insert|update|delete|with|values|explain|savepoint|show)\b/;

function rolledBack(statements: readonly Statement[]): readonly Statement[] {
  const found: Statement[] = [];
  let open: Statement[] | undefined;
  for (const each of statements) {
    if (begins.test(each.text)) open = [];
    else if (rollsBack.test(each.text)) {
      found.push(...(open ?? []));
      open = undefined;
    } else if (changesRows.test(each.text)) open?.push(each);
    else open = undefined;
  }
  return found;
}

const makesTemporary =
  /^create (?:or replace )?(?:global |local )?temp(?:orary)? table (?:if not exists )?(\w+)\b(?!.* on commit drop\b)/;
const drops = /^drop (?:temporary )?table (?:if exists )?([\w ,]+?)(?: (?:cascade|restrict))?$/;
/** What ends a session or a transaction, or runs something at another time. */
const breaks =
  /^(?:rollback|abort|discard|reset|begin|start|if|do|create (?!(?:unique )?index|temp)|alter|call|exec|execute|use)\b/;

function temporary(statements: readonly Statement[]): readonly Statement[] {
  const made = new Set<string>();
  return statements.filter(({ text }) => {
    const name = makesTemporary.exec(text)?.[1];
    if (name !== undefined) made.add(name);
    else if (breaks.test(text)) made.clear();
    const dropped = drops.exec(text)?.[1]?.split(' , ');
    return dropped?.every((each) => made.delete(each)) === true;
  });
}

const dropsView = /^drop (?:materialized )?view (?:if exists )?([\w .]+?)(?: (?:cascade|restrict))?$/;
const makesView = /^create (?:or replace )?(?:materialized )?view (?:if not exists )?(\w+(?: \. \w+)*) /;

function renewed(statements: readonly Statement[]): readonly Statement[] {
  const made = statements.flatMap(({ text, start }) => {
    const name = makesView.exec(text)?.[1];
    return name === undefined ? [] : [{ name, start }];
  });
  return statements.filter(({ text, start }) => {
    const name = dropsView.exec(text)?.[1];
    return name !== undefined && made.some((each) => each.name === name && each.start > start);
  });
}
