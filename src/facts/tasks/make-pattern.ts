/** Patterns of GNU make: `%.o` is a stem with `.o` behind it. */

/** The part of a word that the `%` of a pattern matches; undefined if the pattern does not match. */
export function stemOf(word: string, pattern: string): string | undefined {
  const at = pattern.indexOf('%');
  if (at < 0) return word === pattern ? '' : undefined;
  const [start, end] = [pattern.slice(0, at), pattern.slice(at + 1)];
  const isLong = word.length >= start.length + end.length;
  return isLong && word.startsWith(start) && word.endsWith(end)
    ? word.slice(at, word.length - end.length)
    : undefined;
}
