/**
 * A quick search for literals before something more expensive reads a text: one of them must be in it. It
 * is only a filter, and may say yes without a match. It ignores case, as regular expressions with `i` do.
 */

/**
 * Small letters beyond ASCII that match letters of ASCII, and do not become them by lower-casing: ſ for s.
 * The Kelvin sign becomes k.
 */
const otherSmall: ReadonlyMap<string, string> = new Map([['s', '\u017f']]);

/** Whether one of some ASCII literals could be in a text; without literals, always. */
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
