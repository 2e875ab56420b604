/** Conditions of SQL that hold for every row: `where true`, `where 1 = 1`, `where id = id or name = 'a'`. */
import type { SqlWord } from './sql-words.ts';

type Words = readonly SqlWord[];

/** Whether a condition holds for every row. One that is not understood may not. */
export const holdsAlways = (condition: Words): boolean =>
  partsOf(withoutParentheses(condition), 'or').some((part) => partsOf(part, 'and').every(isTrue));

/** The parts of a condition between `and` or `or` outside of parentheses; the `and` of `between` parts nothing. */
function partsOf(condition: Words, by: 'and' | 'or'): readonly Words[] {
  const parts: SqlWord[][] = [[]];
  let depth = 0;
  let isBetween = false;
  for (const word of condition) {
    const text = word.kind === 'text' ? '' : word.text;
    if (text === '(') depth++;
    else if (text === ')') depth--;
    if (text === 'between') isBetween = true;
    if (depth === 0 && text === by && !isBetween) parts.push([]);
    else parts.at(-1)?.push(word);
    if (text === 'and') isBetween = false;
  }
  return parts;
}

function withoutParentheses(condition: Words): Words {
  if (condition[0]?.text !== '(' || condition.at(-1)?.text !== ')') return condition;
  let depth = 0;
  for (const [at, { kind, text }] of condition.entries()) {
    if (kind !== 'mark') continue;
    if (text === '(') depth++;
    else if (text === ')' && --depth === 0 && at < condition.length - 1) return condition;
  }
  return withoutParentheses(condition.slice(1, -1));
}

function isTrue(part: Words): boolean {
  const inner = withoutParentheses(part);
  if (inner !== part) return holdsAlways(inner);
  const [first, second, ...rest] = part;
  if (first === undefined) return false;
  if (second === undefined) return isConstant(first) && !isFalse(first);
  if (first.kind === 'name' && first.text === 'not') return rest.length === 0 && isFalse(second);
  return isTrueComparison(part);
}

/** `1 = 1`, `'a' <> 'b'`, `2 > 1`, `id = id`, `name like '%'`. */
function isTrueComparison(part: Words): boolean {
  const at = part.findIndex(
    ({ kind, text }) => (kind === 'mark' && /^[=<>!]$/.test(text)) || text === 'like',
  );
  if (at < 1) return false;
  let end = at + 1;
  while (part[end]?.kind === 'mark' && /^[=<>]$/.test(part[end]?.text ?? '')) end++;
  const operator = part
    .slice(at, end)
    .map(({ text }) => text)
    .join('');
  const [left, right] = [part.slice(0, at), part.slice(end)];
  if (right.length === 0) return false;
  const same = textOf(left) === textOf(right);
  if (operator === 'like') return same || (right.length === 1 && /^%+$/.test(right[0]?.text ?? ''));
  if (same) return /^(?:=|==|<=|>=|<=>)$/.test(operator);
  if (left.length !== 1 || right.length !== 1) return false;
  return (
    [left[0], right[0]].every((word) => word !== undefined && isConstant(word)) &&
    compares(left[0], operator, right[0])
  );
}

function compares(left: SqlWord | undefined, operator: string, right: SqlWord | undefined): boolean {
  if (/^(?:<>|!=)$/.test(operator)) return true;
  const [a, b] = [Number(left?.text), Number(right?.text)];
  if (operator.startsWith('<')) return a < b;
  if (operator.startsWith('>')) return a > b;
  return a === b;
}

const textOf = (words: Words): string => words.map(({ kind, text }) => `${kind} ${text}`).join('\n');

const isConstant = ({ kind, text }: SqlWord): boolean =>
  kind === 'number' || kind === 'text' || (kind === 'name' && /^(?:true|false|null)$/.test(text));

const isFalse = ({ kind, text }: SqlWord): boolean =>
  (kind === 'name' && /^(?:false|null)$/.test(text)) ||
  ((kind === 'number' || kind === 'text') && Number(text) === 0);
