/** Conditions of SQL that hold for every row: `where true`, `where 1 = 1`, `where id is not null or name = 'a'`. */
import type { SqlWord } from './words.ts';

type Words = readonly SqlWord[];

/** So many parentheses inside one another are looked into. */
const mostNested = 100;

/** Whether parentheses are nested more deeply than any person writes them. */
export function isNestedTooDeeply(words: Iterable<{ readonly text: string }>): boolean {
  let depth = 0;
  for (const { text } of words) {
    if (text === '(' && ++depth > mostNested) return true;
    if (text === ')') depth--;
  }
  return false;
}

/** Whether a condition holds for every row of the table. One that is not understood may not; one that is nested too deeply does. */
export const holdsAlways = (condition: Words, table = ''): boolean =>
  isNestedTooDeeply(condition) || truthOf(condition, table) === true;

/** What a condition is for every row; undefined where rows differ, or where it is not understood. */
function truthOf(condition: Words, table: string): boolean | undefined {
  const plain = withoutParentheses(condition);
  const ways = partsOf(plain, 'or').map((part) => {
    const all = partsOf(part, 'and').map((each) => truthOfPart(each, table));
    if (all.includes(false)) return false;
    return all.includes(undefined) ? undefined : true;
  });
  if (ways.includes(true)) return true;
  return ways.includes(undefined) ? undefined : false;
}

function truthOfPart(part: Words, table: string): boolean | undefined {
  const inner = withoutParentheses(part);
  if (inner !== part) return truthOf(inner, table);
  const [first, second, ...rest] = part;
  if (first === undefined) return undefined;
  if (second === undefined) return isConstant(first) ? !isFalse(first) : undefined;
  const start = part.findIndex((word) => !isName(word, 'not'));
  if (start > 0) {
    const truth = truthOf(part.slice(start), table);
    return start % 2 === 0 ? truth : opposite(truth);
  }
  if (isName(first, 'exists')) return existsAlways([second, ...rest]) ? true : undefined;
  const call = part.slice(1);
  const given = withoutParentheses(call);
  if (given !== call && isName(first, 'coalesce', 'ifnull', 'nvl')) return truthOfFirst(given, table);
  return truthOfComparison(part, table);
}

/** `coalesce(null, true)`: what the first value is that is not null. A part that is not one constant may be null. */
function truthOfFirst(given: Words, table: string): boolean | undefined {
  const first = listOf(given).find((each) => each.length !== 1 || !isName(each[0], 'null'));
  if (first === undefined) return false;
  const truth = truthOf(first, table);
  return truth === true || constantOf(first) !== undefined ? truth : undefined;
}

const opposite = (truth: boolean | undefined): boolean | undefined => (truth === undefined ? truth : !truth);

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

/** What commas part outside of parentheses. */
function listOf(words: Words): readonly Words[] {
  const parts: SqlWord[][] = [];
  let depth = 0;
  for (const word of words) {
    const mark = word.kind === 'mark' ? word.text : '';
    if (mark === '(') depth++;
    else if (mark === ')') depth--;
    if (parts.length === 0 || (mark === ',' && depth === 0)) parts.push([]);
    if (mark !== ',' || depth > 0) parts.at(-1)?.push(word);
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

/** `exists (select 1)`: a query that names no rows finds the same for every row. */
const existsAlways = (query: Words): boolean =>
  withoutParentheses(query)[0]?.text === 'select' &&
  !query.some((word) => isName(word, 'where', 'having', 'join'));

const wordOperators = new Set(['is', 'in', 'between', 'like', 'ilike', 'rlike', 'regexp', 'glob', 'similar']);
const isOperator = ({ kind, text }: SqlWord): boolean =>
  kind === 'mark' ? /^[=<>!~]$/.test(text) : kind === 'name' && wordOperators.has(text);

/** `1 = 1`, `'a' <> 'b'`, `id = id`, `id > 0`, `name like '%'`, `id is not null`, `1 in (1, 2)`, `1 between 0 and 2`. */
function truthOfComparison(part: Words, table: string): boolean | undefined {
  const at = part.findIndex(isOperator);
  if (at < 1) return undefined;
  const isNegated = isName(part[at - 1], 'not');
  const left = part.slice(0, isNegated ? at - 1 : at);
  const word = part[at];
  const truth =
    word?.kind === 'mark'
      ? truthOfMarks(left, part.slice(at))
      : truthOfWord(left, word?.text ?? '', part.slice(at + 1), table);
  return isNegated ? opposite(truth) : truth;
}

/** Operators with their sides changed. */
const turned: Readonly<Record<string, string>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=' };

function truthOfMarks(left: Words, from: Words): boolean | undefined {
  const end = from.findIndex((word) => word.kind !== 'mark' || !/^[=<>!~*]$/.test(word.text));
  if (end < 1) return undefined;
  const operator = textsOf(from.slice(0, end));
  const right = from.slice(end);
  if (operator.startsWith('~')) return isAnyPattern(right, !operator.startsWith('~~')) ? true : undefined;
  if (textOf(left) === textOf(right)) return /^(?:=|==|<=|>=|<=>)$/.test(operator) ? true : undefined;
  const [a, b] = [constantOf(left), constantOf(right)];
  if (a !== undefined && b !== undefined) return compares(a, operator, b);
  if (b !== undefined && isKey(left)) return holdsForKeys(operator, b);
  if (a !== undefined && isKey(right)) return holdsForKeys(turned[operator] ?? operator, a);
  return undefined;
}

function truthOfWord(left: Words, operator: string, right: Words, table: string): boolean | undefined {
  const constant = constantOf(left);
  switch (operator) {
    case 'is': {
      const isNot = isName(right[0], 'not');
      const asked = textsOf(isNot ? right.slice(1) : right);
      if (isKey(left)) return asked === 'null' ? isNot : undefined;
      if (constant === undefined) return undefined;
      if (asked === 'null') return isNull(constant) !== isNot;
      return /^(?:true|false)$/.test(asked)
        ? (isFalse(constant) === (asked === 'false')) !== isNot
        : undefined;
    }
    case 'in': {
      const inner = withoutParentheses(right);
      if (isName(inner[0], 'select')) return isWholeColumn(left, inner, table) ? true : undefined;
      return truthOfList(left, listOf(inner).map(constantOf));
    }
    case 'between': {
      const middle = right.findIndex((word) => isName(word, 'and'));
      const [low, high] = [constantOf(right.slice(0, middle)), constantOf(right.slice(middle + 1))];
      if (low === undefined || high === undefined) return undefined;
      if (isKey(left)) return holdsForKeys('>=', low) && Number(high.text) >= 1e9 ? true : undefined;
      return constant && compares(constant, '>=', low) && compares(constant, '<=', high);
    }
    default:
      return isAnyPattern(right, /^(?:rlike|regexp)$/.test(operator)) || textOf(left) === textOf(right)
        ? true
        : undefined;
  }
}

/** `1 in (1, 2)`, `id in (-1)`: false where no row is in the list. A null among its values makes that unknown. */
function truthOfList(left: Words, values: readonly (SqlWord | undefined)[]): boolean | undefined {
  const constant = constantOf(left);
  if (constant === undefined && !isKey(left)) return undefined;
  const truths = values.map((each) => {
    if (each === undefined || isNull(each)) return undefined;
    if (constant !== undefined) return isNull(constant) ? undefined : compares(constant, '=', each);
    return opposite(holdsForKeys('<>', each));
  });
  if (truths.includes(true)) return true;
  return truths.includes(undefined) ? undefined : false;
}

/** `id in (select id from users)`, where it is the table itself. */
function isWholeColumn(left: Words, query: Words, table: string): boolean {
  const from = query.findIndex((word) => isName(word, 'from'));
  return (
    table !== '' &&
    from > 0 &&
    textsOf(query.slice(1, from)).replace(/^distinct /, '') === textsOf(left) &&
    textsOf(query.slice(from + 1)).replaceAll(' . ', '.') === table
  );
}

/** A pattern that fits every text: `'%'`, and as an expression `'.*'` and `''`. */
const isAnyPattern = (right: Words, isExpression: boolean): boolean => {
  const last = isName(right[0], 'to') ? right.slice(1) : right;
  const any = isExpression ? /^(?:\^?(?:\.\*)?|(?:\.\*)?\$|\^?\.[*+]\$?)$/ : /^(?:%+|\*+)$/;
  return last.length === 1 && last[0]?.kind === 'text' && any.test(last[0].text);
};

/** Columns that count the rows of a table: never null, and above zero. */
const isKey = (words: Words): boolean =>
  /^(?:\w+\.)?(?:_?id|pk|uuid|guid|_?rowid_?|oid|ctid)$/.test(
    textsOf(words).replaceAll(' . ', '.').toLowerCase(),
  );

/** Whether a comparison with a constant holds for all keys: `id > 0`, `id <> -1`, `id >= 1`. */
function holdsForKeys(operator: string, { kind, text }: SqlWord): boolean | undefined {
  const value = kind === 'text' && text === '' ? 0 : Number(text);
  if (operator === '>=') return value <= 1 ? true : undefined;
  if (operator === '<' || operator === '<=') return value >= 1e9 ? true : undefined;
  return /^(?:>|<>|!=)$/.test(operator) && value <= 0 ? true : undefined;
}

/** The constant that these words are: `1`, `'a'`, `true`, `-1`. */
function constantOf(words: Words): SqlWord | undefined {
  const [first, second] = words;
  if (words.length === 1) return first && isConstant(first) ? first : undefined;
  if (words.length !== 2 || first?.text !== '-' || second?.kind !== 'number') return undefined;
  return { kind: 'number', text: `-${second.text}` };
}

function compares(left: SqlWord, operator: string, right: SqlWord): boolean | undefined {
  const areTexts = left.kind === 'text' && right.kind === 'text';
  const [a, b] = areTexts ? [left.text, right.text] : [numberOf(left), numberOf(right)];
  switch (operator) {
    case '<>':
    case '!=':
      return a !== b;
    case '<':
      return a < b;
    case '>':
      return a > b;
    case '<=':
      return a <= b;
    case '>=':
      return a >= b;
    default:
      return a === b;
  }
}

const numberOf = ({ kind, text }: SqlWord): number =>
  kind === 'name' ? Number(text === 'true') : Number(text);

const textOf = (words: Words): string => words.map(({ kind, text }) => `${kind} ${text}`).join('\n');
const textsOf = (words: Words): string =>
  words.every(({ kind }) => kind === 'mark')
    ? words.map(({ text }) => text).join('')
    : words.map(({ text }) => text).join(' ');

const isName = (word: SqlWord | undefined, ...names: readonly string[]): boolean =>
  word?.kind === 'name' && names.includes(word.text);

const isConstant = ({ kind, text }: SqlWord): boolean =>
  kind === 'number' || kind === 'text' || (kind === 'name' && /^(?:true|false|null)$/.test(text));

const isNull = (word: SqlWord): boolean => isName(word, 'null');

const isFalse = ({ kind, text }: SqlWord): boolean =>
  (kind === 'name' && /^(?:false|null)$/.test(text)) ||
  ((kind === 'number' || kind === 'text') && Number(text) === 0);
