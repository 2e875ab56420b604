/**
 * The values of a TOML text: they show what is there before a line is added, and that afterwards only the new lines are
 * added to it. The texts themselves are never written from values, so that comments and layout stay.
 */
import { parse, TomlError, type TomlTable, type TomlValue } from 'smol-toml';

export type { TomlTable, TomlValue };

export type TomlReading =
  | { readonly ok: true; readonly value: TomlTable }
  /** `line` is counted from one; the problem follows the path and a colon. */
  | { readonly ok: false; readonly line: number | undefined; readonly problem: string };

/** Reads a text, of whatever kind. Never throws. */
export function readTomlText(text: string): TomlReading {
  try {
    const value = parse(text, { integersAsBigInt: true });
    return isDeep(value) ? tooDeep : { ok: true, value };
  } catch (error) {
    // The parser calls itself for some levels, and so does what reads the value.
    if (!(error instanceof TomlError)) return tooDeep;
    const [said = ''] = error.message.replace(/^Invalid TOML document: /, '').split('\n');
    return { ok: false, line: error.line, problem: `it is not valid TOML (${said})` };
  }
}

const tooDeep = { ok: false, line: undefined, problem: 'it is nested too deeply to be read' } as const;

/** No configuration comes near it. */
const deepest = 100;

function isDeep(value: TomlTable): boolean {
  let level: readonly TomlValue[] = [value];
  for (let depth = 0; depth < deepest; depth++) {
    level = level.flatMap((each) => (Array.isArray(each) ? each : isTable(each) ? Object.values(each) : []));
    if (level.length === 0) return false;
  }
  return true;
}

/** Tables have no prototype; dates and times have one. */
export const isTable = (value: TomlValue | undefined): value is TomlTable =>
  typeof value === 'object' && !Array.isArray(value) && Object.getPrototypeOf(value) === null;

/** A member of a table, of its own; undefined where it is not there, or where that is no table. */
export const tomlMember = (table: TomlValue | undefined, name: string): TomlValue | undefined =>
  isTable(table) && Object.hasOwn(table, name) ? table[name] : undefined;

/** The elements of a list that are tables; none where it is no list. */
export const tablesIn = (value: TomlValue | undefined): readonly TomlTable[] =>
  Array.isArray(value) ? value.filter(isTable) : [];

/** A member that is a text. */
export function textIn(table: TomlTable, name: string): string | undefined {
  const value = tomlMember(table, name);
  return typeof value === 'string' ? value : undefined;
}

/** Whether two values say the same; the order of names does not count. */
function isSameToml(one: TomlValue | undefined, other: TomlValue | undefined): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one))
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((each, at) => isSameToml(each, other[at]))
    );
  if (isTable(one))
    return (
      isTable(other) &&
      Object.keys(one).length === Object.keys(other).length &&
      Object.keys(one).every((name) => isSameToml(tomlMember(one, name), tomlMember(other, name)))
    );
  // What is left are dates and times.
  return (
    typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other)
  );
}

/**
 * Whether a table has exactly the values of the rest and the added ones: a list that is in both has the items of both.
 */
export function isSum(
  sum: TomlValue | undefined,
  rest: TomlValue | undefined,
  added: TomlValue | undefined,
): boolean {
  if (rest === undefined) return isSameToml(sum, added);
  if (added === undefined) return isSameToml(sum, rest);
  if (Array.isArray(rest) && Array.isArray(added)) return Array.isArray(sum) && isListSum(sum, rest, added);
  if (!isTable(rest) || !isTable(added) || !isTable(sum)) return false;
  const names = new Set([...Object.keys(rest), ...Object.keys(added)]);
  return (
    names.size === Object.keys(sum).length &&
    [...names].every((name) => isSum(tomlMember(sum, name), tomlMember(rest, name), tomlMember(added, name)))
  );
}

/** What was added is together, at any place in the list. */
function isListSum(
  sum: readonly TomlValue[],
  rest: readonly TomlValue[],
  added: readonly TomlValue[],
): boolean {
  const before = rest.findIndex((each, at) => !isSameToml(each, sum[at]));
  const start = before < 0 ? rest.length : before;
  const expected = [...rest.slice(0, start), ...added, ...rest.slice(start)];
  return isSameToml([...sum], expected);
}
