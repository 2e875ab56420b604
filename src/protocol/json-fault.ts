/**
 * Where a text stops being JSON, and what would have to be there. `JSON.parse` says so in some versions and for some mistakes
 * only.
 */
import { indexLines } from '../language/source.ts';

/** What may come next. */
type Expected =
  | 'a value'
  | 'a value or `]`'
  | 'a name in quotes'
  | 'a name in quotes or `}`'
  | '`:`'
  | '`,` or `}`'
  | '`,` or `]`'
  | 'nothing more';

const afterName: Expected = '`:`';

/** A longer text is only said to be broken. */
const longest = 1024 * 1024;

const space = /[ \t\r\n]*/y;
const text = /"(?:[^"\\\u0000-\u001f]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const plain = /(?:-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null)(?![\w.])/y;

/** The text as a sentence part: that it is no JSON, and where. `firstLine`: the line of the file that it begins in. */
export function describeFault(json: string, firstLine = 1): string {
  const fault = json.length > longest ? undefined : findFault(json);
  if (fault === undefined) return 'the text is not one JSON value';
  const { line, column } = indexLines(json).positionAt(fault.at);
  const place = `line ${line + firstLine - 1}, column ${column}`;
  return fault.isUnclosed
    ? `the JSON is broken at ${place}: the text that begins there has no end in its line, or an escape that JSON does not have`
    : `the JSON is broken at ${place}: ${fault.expected} is expected there`;
}

interface Fault {
  readonly at: number;
  readonly expected: Expected;
  /** A text begins there, which is not well formed. */
  readonly isUnclosed: boolean;
}

/** The first place at which no JSON text can go on as this one does; undefined for JSON. */
function findFault(json: string): Fault | undefined {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'a value';
  for (let at = skip(json, 0); ; at = skip(json, at)) {
    const character = json[at];
    if (character === undefined)
      return expected === 'nothing more' ? undefined : { at, expected, isUnclosed: false };
    const next = step(json, at, expected, open);
    if (next === undefined)
      return { at, expected, isUnclosed: character === '"' && expected.startsWith('a ') };
    at = next.at;
    expected = next.expected;
  }
}

/** Takes what is expected, and says what follows it; undefined where something else is there. */
function step(
  json: string,
  at: number,
  expected: Expected,
  open: ('{' | '[')[],
): { readonly at: number; readonly expected: Expected } | undefined {
  const character = json[at];
  const within = (): Expected => {
    const around = open.at(-1);
    return around === undefined ? 'nothing more' : around === '{' ? '`,` or `}`' : '`,` or `]`';
  };
  const isNamed = expected.startsWith('a name');
  if (isNamed && character === '"') {
    const end = endOf(text, json, at);
    return end === undefined ? undefined : { at: end, expected: afterName };
  }
  if (expected === afterName) return character === ':' ? { at: at + 1, expected: 'a value' } : undefined;
  if (expected.endsWith('`}`') || expected.endsWith('`]`')) {
    if (character === (expected.endsWith('`}`') ? '}' : ']')) {
      open.pop();
      return { at: at + 1, expected: within() };
    }
    if (character === ',' && expected.startsWith('`,`'))
      return { at: at + 1, expected: open.at(-1) === '{' ? 'a name in quotes' : 'a value' };
  }
  if (!expected.startsWith('a value')) return undefined;
  if (character === '{' || character === '[') {
    open.push(character);
    return { at: at + 1, expected: character === '{' ? 'a name in quotes or `}`' : 'a value or `]`' };
  }
  const end = endOf(character === '"' ? text : plain, json, at);
  return end === undefined ? undefined : { at: end, expected: within() };
}

const skip = (json: string, at: number): number => endOf(space, json, at) ?? at;

/** Where a match at this place ends. */
function endOf(pattern: RegExp, json: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(json) ? pattern.lastIndex : undefined;
}
