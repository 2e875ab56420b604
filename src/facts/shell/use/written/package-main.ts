/**
 * What a folder with a `package.json` runs where Node is given the folder: its `main`, or what its `exports` say of `.`.
 */

/** The files of a package that Node may load for its folder, relative to it. */
export function mainFiles(text: string): readonly string[] {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return [];
  }
  if (typeof read !== 'object' || read === null) return [];
  const { main, module, exports } = read as Readonly<Record<string, unknown>>;
  const found = [...textsOf(main, 0), ...textsOf(module, 0), ...textsOf(exports, 0)];
  return [...new Set(found)].slice(0, mostFiles).map((each) => each.replace(/^\.\//, ''));
}

const mostFiles = 16;
const deepest = 4;

/** Texts, also below conditions such as `import` and `default`. */
function textsOf(value: unknown, depth: number): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > deepest) return [];
  return Object.values(value).flatMap((each) => textsOf(each, depth + 1));
}
