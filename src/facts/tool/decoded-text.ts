/** Texts in an encoding that says by itself what it is: `%2Fetc%2Fpasswd`, base64, `data:…;base64,…`. */

/** A longer text is data. */
const longest = 65_536;

const base64 = /^(?:data:[^,]{0,200};base64,)?([A-Za-z0-9+/_-]{8,}={0,2})$/;

/** The text that another text encodes; undefined if it is not encoded, or holds no text. */
export function decodedText(text: string): string | undefined {
  if (text.length > longest) return undefined;
  if (/%(?:2[05f]|3a|5c|7e)/i.test(text)) return percentDecoded(text);
  // Encoders break their lines, at the same length each.
  const whole = /^\S+(?:\r?\n\S+)*\s*$/.test(text) ? text.replace(/\s+/g, '') : text;
  const [, data] = /\s/.test(whole) ? [] : (base64.exec(whole) ?? []);
  if (data === undefined)
    return /^data:[^,]{0,200},./.test(text) ? text.slice(text.indexOf(',') + 1) : undefined;
  const decoded = bytesOf(data.replaceAll('-', '+').replaceAll('_', '/'));
  if (decoded === undefined) return undefined;
  // Most words decode to bytes that are no text.
  return /^[\t\n\r -~]{6,}$/.test(decoded) ? decoded : undefined;
}

/** `atob` needs no padding, and refuses a length that nothing has. */
function bytesOf(data: string): string | undefined {
  try {
    return atob(data);
  } catch {
    return undefined;
  }
}

function percentDecoded(text: string): string | undefined {
  try {
    const decoded = decodeURIComponent(text);
    return decoded === text ? undefined : decoded;
  } catch {
    return undefined;
  }
}
