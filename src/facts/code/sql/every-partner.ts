/** Changes of rows that have a partner in another table, which each may have. */
import { holdsAlways, isNestedTooDeeply } from './condition.ts';
import { longestPlain } from './statements.ts';
import { readSqlWords } from './words.ts';

type Words = readonly string[];

/**
 * What a statement in its plain form does to every row, if each has a partner in another table: `delete from a join b on
 * a.x = b.x`, `update a set where ( lower ( a.x ) = b.x and a.y = b.y )`. One that is nested too deeply to be looked at may do that as well. Undefined where anything else chooses the rows.
 */
export function ofEveryPartner(statement: string): string | undefined {
  const [, whole, joined, compared] =
    /^(delete from \S+|update \S+ set)(?: ((?:straight_)?join .*)| where (.*))$/s.exec(statement) ?? [];
  const condition = joined === undefined ? compared : / where (.*)$/s.exec(joined)?.[1];
  if (condition === undefined) return joined === undefined ? undefined : whole;
  const words = (statement.length < longestPlain ? condition : wholeParts(condition)).split(' ');
  const isTooDeep = isNestedTooDeeply(words.map((text) => ({ text })));
  return isTooDeep || onlyJoins(words) ? whole : undefined;
}

/** The parts of a condition that is cut off. The last one is left out if it begins as one that compares columns does. */
function wholeParts(condition: string): string {
  const [, before, last = ''] = /^(.*) (?:and|or) (.*)$/s.exec(condition) ?? [];
  const mayJoin = /^[( ]*[^\s()]*(?: =?(?: [^\s()]*)?)?$/.test(last);
  return (before !== undefined && mayJoin ? before : condition).replace(/^[( ]+/, '');
}

/** Whether a condition only says which rows of two tables belong together. */
function onlyJoins(condition: Words): boolean {
  const words = withoutParentheses(condition);
  const ways = partsOf(words, 'or');
  if (ways.length > 1) return ways.some(onlyJoins);
  const parts = partsOf(words, 'and');
  if (parts.length > 1) return parts.every(onlyJoins);
  return isJoin(words) || holdsAlways(readSqlWords(words.join(' '), { escapes: false, hash: false }));
}

/** Whether a column is compared with one of another table: `a.x = b.x`, `( a.x , a.y ) = ( b.x , b.y )`. */
function isJoin(given: Words): boolean {
  const words = withEqualSign(given);
  const [left = [], right = [], ...more] = partsOf(words, '=');
  const isPlain = !words.some((word) => /^(?:not|select|exists|case|in|like|is)$/.test(word));
  if (more.length > 0 || !isPlain || /^[<>!~]$/.test(left.at(-1) ?? '')) return false;
  const [tables, others] = [tablesOf(left), tablesOf(right)];
  return tables.length > 0 && others.length > 0 && !tables.some((table) => others.includes(table));
}

/** A comparison that is written in another way, with `=`: `a.x is not distinct from b.x`, `not a.x <> b.x`. */
const withEqualSign = (words: Words): Words =>
  words
    .join(' ')
    .replace(' is not distinct from ', ' = ')
    .replace(/^not ([^=]+?) (?:< ?>|! ?=) ([^=]+)$/, '$1 = $2')
    .split(' ');

/** The tables whose columns are named: `a` of `lower ( a.x )`. */
const tablesOf = (words: Words): Words =>
  words.filter((word) => /^[^\d'.][^'.]*\./.test(word)).map((word) => word.replace(/\.[^.]*$/, ''));

/** The parts between a word outside of parentheses. */
function partsOf(words: Words, by: string): readonly Words[] {
  const parts: string[][] = [[]];
  let depth = 0;
  for (const word of words) {
    if (word === '(') depth++;
    else if (word === ')') depth--;
    if (depth === 0 && word === by) parts.push([]);
    else parts.at(-1)?.push(word);
  }
  return parts;
}

function withoutParentheses(words: Words): Words {
  if (words[0] !== '(' || words.at(-1) !== ')') return words;
  let depth = 0;
  for (const [at, word] of words.entries()) {
    if (word === '(') depth++;
    else if (word === ')' && --depth === 0 && at < words.length - 1) return words;
  }
  return withoutParentheses(words.slice(1, -1));
}
