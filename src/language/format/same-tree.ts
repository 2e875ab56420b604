/** Whether two trees are equal but for their spans. */

/** Compares values of plain data; members `span` are left out, and so are members without a value. */
export function isSameTree(one: unknown, other: unknown): boolean {
  if (Array.isArray(one))
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, index) => isSameTree(item, other[index]))
    );
  if (!isObject(one) || !isObject(other)) return Object.is(one, other);
  const keys = keysOf(one);
  return keys.length === keysOf(other).length && keys.every((key) => isSameTree(one[key], other[key]));
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const keysOf = (node: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.keys(node).filter((key) => key !== 'span' && node[key] !== undefined);
