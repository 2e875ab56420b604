/**
 * A quick look for literals of which one must stand in a text, before anything dearer
 * reads it: a first look only, which may say yes for nothing. Case of letters is not
 * told apart, as in regular expressions that do not tell it.
 */

/** Small letters beyond ASCII that stand for letters of ASCII, and do not become them: ſ for s. What K becomes is k. */
const otherSmall: ReadonlyMap<string, string> = new Map([['s', '\u017f']]);

/** Whether one of some ASCII literals could stand in a text; where none are known, always. */
export function compileLook(literals: readonly string[] | undefined): (text: string) => boolean {
  if (literals === undefined) return () => true;
  const small = literals.map((literal) => literal.toLowerCase());
  const others = [...otherSmall].flatMap(([letter, other]) =>
    small.some((literal) => literal.includes(letter)) ? other : [],
  );
  return (text) => {
    const lower = text.toLowerCase();
    for (const literal of small) if (lower.includes(literal)) return true;
    for (const other of others) if (lower.includes(other)) return true;
    return false;
  };
}
