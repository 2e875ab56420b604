/**
 * The widest safe view of a name: names that a reader, or a careless program, would treat as the same are
 * equal. It is used if a match denies, never if it excuses.
 */

/**
 * Compatibility forms and case folded, invisible and direction-changing characters dropped. Folding twice
 * changes nothing.
 */
export function fold(text: string): string {
  if (printableAscii.test(text)) return text.toLowerCase();
  // Converting to capitals first unifies letters with several small forms, such as ſ and ς.
  const cased = foldButCase(text).toUpperCase().toLowerCase().replaceAll('ς', 'σ');
  const folded = foldButCase(cased);
  return folded === text ? folded : fold(folded);
}

/** The same with case left alone. Dropping a character can bring together two that compose to one. */
export function foldButCase(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '')
    .normalize('NFKC');
}

const printableAscii = /^[ -~]*$/;
