/** Whether two parts of a checked tree say the same, wherever they are written. */

/**
 * A text that is equal for trees that differ only in their places. A list is one thing wherever it is used, and may be
 * long.
 */
export const meaningOf = (part: unknown): string =>
  JSON.stringify(part, (key, value: unknown) =>
    key === 'place' ? undefined : isList(value) ? { list: numberOf(value) } : value,
  );

const isList = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'list';

const numbers = new WeakMap<object, number>();
let last = 0;

function numberOf(list: object): number {
  const known = numbers.get(list);
  if (known !== undefined) return known;
  numbers.set(list, ++last);
  return last;
}
