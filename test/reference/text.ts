/** What counts as the same text or name, the obvious way. */

/** Compatibility forms made one, and what cannot be seen dropped. */
export function visible(text: string): string {
  const isSeen = (character: string): boolean =>
    !/[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(character);
  return [...text.normalize('NFKC')].filter(isSeen).join('').normalize('NFKC');
}

/** The same, with case folded by way of capitals (which makes one of ſ and s); again until nothing changes. */
export function folded(text: string): string {
  const result = visible(text).toUpperCase().toLowerCase().split('ς').join('σ');
  return result === text ? text : folded(result);
}

export const composed = (text: string): string => text.normalize('NFC');

/** Letter by letter; `*` takes any number of letters. */
export function matchesName(pattern: string, name: string): boolean {
  if (pattern === '') return name === '';
  const rest = pattern.slice(1);
  if (pattern[0] === '*')
    return matchesName(rest, name) || (name !== '' && matchesName(pattern, name.slice(1)));
  return name[0] === pattern[0] && matchesName(rest, name.slice(1));
}
