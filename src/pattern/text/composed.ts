/** The form in which texts are compared: canonically composed, so that é is é however it was typed. */

/** A text in NFC; itself where it is ASCII, which most are. */
export const composed = (text: string): string => (isAscii(text) ? text : text.normalize('NFC'));

/** Whether a text has no character beyond ASCII. */
export function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}
