/** Name patterns: `*` is any run of characters, everything else is itself. */
import { fold } from './fold.ts';

export interface NamePattern {
  readonly text: string;
  /** Compares letter by letter. */
  testExact(name: string): boolean;
  /** Compares the folded pattern with a name that is already folded. */
  testFolded(folded: string): boolean;
  /** `exact` compares letter by letter; otherwise a match in either form counts. */
  test(name: string, exact: boolean): boolean;
}

/** Compiles a name pattern. Matching takes time linear in the name for each part of the pattern. */
export function compileName(text: string): NamePattern {
  const exactParts = text.split('*');
  let foldedParts: readonly string[] | undefined;
  const testExact = (name: string): boolean => testParts(exactParts, name);
  const testFolded = (folded: string): boolean => {
    foldedParts ??= fold(text).split('*');
    return testParts(foldedParts, folded);
  };
  return {
    text,
    testExact,
    testFolded,
    // Folding can join the texts on both sides of a `*`: the folded form alone would miss an exact match.
    test: (name, exact) => testExact(name) || (!exact && testFolded(fold(name))),
  };
}

/** The leftmost position of each part is enough: it leaves the most room for the next. */
function testParts(parts: readonly string[], name: string): boolean {
  const first = parts[0] ?? '';
  if (parts.length === 1) return name === first;
  const last = parts[parts.length - 1] ?? '';
  if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last))
    return false;
  const end = name.length - last.length;
  let at = first.length;
  for (let index = 1; index < parts.length - 1; index++) {
    const part = parts[index] ?? '';
    const found = name.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}
