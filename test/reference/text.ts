/** What counts as the same text or name, the obvious way. */

/** Compatibility forms made one, and what cannot be seen dropped. */
export function visible(text: string): string {
  const isSeen = (character: string): boolean =>
    !/[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(character);
  return [...text.normalize('NFKC')].filter(isSeen).join('').normalize('NFKC');
}

/** The same, with case folded by way of capitals (which makes one of ſ and s); again until nothing changes. */
export function folded(text: string): string {
  const cased = visible(text).toUpperCase().toLowerCase().split('ς').join('σ');
  // The capital of a composed letter may be two, such as that of ẖ.
  const result = visible(cased);
  return result === text ? text : folded(result);
}

export const composed = (text: string): string => text.normalize('NFC');

/** Letter by letter, keeping every place in the name that the pattern could have come to; `*` comes to all behind it. */
export function matchesName(pattern: string, name: string): boolean {
  let places = [0];
  for (const letter of pattern.split('')) {
    if (letter === '*') {
      const first = places[0] ?? name.length + 1;
      places = [...Array(Math.max(0, name.length + 1 - first)).keys()].map((at) => first + at);
    } else {
      places = places.filter((at) => name[at] === letter).map((at) => at + 1);
    }
  }
  return places.includes(name.length);
}
