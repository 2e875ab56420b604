/** Texts in an encoding that says by itself what it is: `%2Fetc%2Fpasswd`, base64, `data:…;base64,…`. */

/** A longer text is data. */
const longest = 65_536;

const base64 =
  /^(?:data:[^,]{0,200};base64,)?((?:[A-Za-z0-9+/]{4}){3,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;

/** The text that another text stands for; undefined if it is not encoded, or holds no text. */
export function decodedText(text: string): string | undefined {
  if (text.length > longest) return undefined;
  if (/%(?:2f|3a|5c|20|7e)/i.test(text)) return percentDecoded(text);
  const [, data] = /\s/.test(text) ? [] : (base64.exec(text) ?? []);
  if (data === undefined)
    return /^data:[^,]{0,200},./.test(text) ? text.slice(text.indexOf(',') + 1) : undefined;
  const decoded = atob(data);
  // Most words decode to bytes that are no text.
  return /^[\t\n\r -~]{6,}$/.test(decoded) ? decoded : undefined;
}

function percentDecoded(text: string): string | undefined {
  try {
    const decoded = decodeURIComponent(text);
    return decoded === text ? undefined : decoded;
  } catch {
    return undefined;
  }
}
