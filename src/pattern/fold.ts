/**
 * The widest safe view of a name: what a reader, or a careless program, would
 * take for the same. Used where a match denies, never where it excuses.
 */

/** Compatibility forms and case folded, invisible and direction-changing characters dropped. */
export function fold(text: string): string {
  if (isPlainLowerCase(text)) return text;
  return text
    .normalize('NFKC')
    .replace(/(?:[\p{Cf}\p{Cc}\u115f\u1160\u3164\uffa0]|\p{Variation_Selector})/gu, '')
    .toLowerCase();
}

function isPlainLowerCase(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 126 || code < 32 || (code >= 65 && code <= 90)) return false;
  }
  return true;
}
