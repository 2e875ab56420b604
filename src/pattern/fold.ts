/**
 * The widest safe view of a name: what a reader, or a careless program, would
 * take for the same. Used where a match denies, never where it excuses.
 */

/**
 * Compatibility forms and case folded, invisible and direction-changing characters
 * dropped. Folding what is folded changes nothing.
 */
export function fold(text: string): string {
  if (printableAscii.test(text)) return text.toLowerCase();
  // Going by way of capitals makes one of letters that have several small forms, such as ſ and ς.
  const cased = plain(text).toUpperCase().toLowerCase().replaceAll('ς', 'σ');
  const folded = plain(cased);
  return folded === text ? folded : fold(folded);
}

/** The same with case left alone. Dropping a character can bring together two that are one. */
export function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '')
    .normalize('NFKC');
}

const printableAscii = /^[ -~]*$/;
