/** Whether two parts of a checked tree say the same, wherever they are written. */

/** A text for each tree, made once: a part is compared with those of hundreds of rules, and many rules share conditions. */
export function remembered<Part extends object>(meaning: (part: Part) => string): (part: Part) => string {
  const known = new WeakMap<Part, string>();
  return (part) => {
    let text = known.get(part);
    if (text === undefined) {
      text = meaning(part);
      known.set(part, text);
    }
    return text;
  };
}

/**
 * A text that is equal for trees that differ only in their places. A list is one thing wherever it is used, and may be
 * long.
 */
export const meaningOf = remembered<object>((part) =>
  JSON.stringify(part, (key, value: unknown) =>
    key === 'place' ? undefined : isList(value) ? { list: numberOf(value) } : value,
  ),
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
