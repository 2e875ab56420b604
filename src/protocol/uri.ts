/**
 * RFC 3986 as a function: one pass over the text, no backtracking. A URL parser of the web platform repairs
 * what it reads, so it is not the same test. It says whether a text is a URI, not where it leads.
 */

const unreserved = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~';
const subDelimiters = "!$&'()*+,;=";
const userInfo = characters(`${unreserved}${subDelimiters}:`);
const registeredName = characters(unreserved + subDelimiters);
const path = characters(`${unreserved}${subDelimiters}:@/`);
const query = characters(`${unreserved}${subDelimiters}:@/?`);
const schemeRest = characters('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-.');

/**
 * Whether the text is an absolute URI with a scheme
 * (docs/development/protocol-notes.md#common-fields); `urn:` is fine, white space is not.
 */
export function isUri(text: string): boolean {
  const colon = text.indexOf(':');
  if (colon < 1 || !isLetter(text.charCodeAt(0)) || !consistsOf(schemeRest, text, 0, colon)) return false;
  const fragment = indexOrEnd(text, '#', colon, text.length);
  const search = indexOrEnd(text, '?', colon, fragment);
  if (fragment < text.length && !isEncoded(query, text, fragment + 1, text.length)) return false;
  if (search < fragment && !isEncoded(query, text, search + 1, fragment)) return false;
  if (!text.startsWith('//', colon + 1)) return isEncoded(path, text, colon + 1, search);
  const authority = colon + 3;
  const slash = indexOrEnd(text, '/', authority, search);
  return isAuthority(text, authority, slash) && isEncoded(path, text, slash, search);
}

function isAuthority(text: string, start: number, end: number): boolean {
  const at = indexOrEnd(text, '@', start, end);
  if (at < end && !isEncoded(userInfo, text, start, at)) return false;
  const host = at < end ? at + 1 : start;
  if (text[host] === '[' && host < end) {
    const close = indexOrEnd(text, ']', host, end);
    return close < end && isIpLiteral(text.slice(host + 1, close)) && isPort(text, close + 1, end);
  }
  const colon = indexOrEnd(text, ':', host, end);
  return isEncoded(registeredName, text, host, colon) && isPort(text, colon, end);
}

/** Nothing, or a colon and any number of digits. */
function isPort(text: string, start: number, end: number): boolean {
  if (start === end) return true;
  if (text[start] !== ':') return false;
  for (let i = start + 1; i < end; i++) if (!isDigit(text.charCodeAt(i))) return false;
  return true;
}

function isIpLiteral(text: string): boolean {
  if (text[0] !== 'v' && text[0] !== 'V') return isIpV6(text);
  const dot = text.indexOf('.');
  if (dot < 2 || dot === text.length - 1) return false;
  for (let i = 1; i < dot; i++) if (!isHex(text.charCodeAt(i))) return false;
  return consistsOf(userInfo, text, dot + 1, text.length);
}

/** Eight groups of up to four hexadecimal digits; `::` once for groups of zeros; the last two may be an IPv4 address. */
function isIpV6(text: string): boolean {
  // The longest is 45 characters, so that what follows is constant work.
  if (text.length > 45) return false;
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const before = groups(halves[0] ?? '', halves.length === 1);
  const after = halves.length === 1 ? 0 : groups(halves[1] ?? '', true);
  if (before === undefined || after === undefined) return false;
  return halves.length === 1 ? before === 8 : before + after <= 7;
}

/** How many groups of 16 bits the text holds; undefined if it is not groups. */
function groups(text: string, mayEndInIpV4: boolean): number | undefined {
  if (text === '') return 0;
  const parts = text.split(':');
  let count = 0;
  for (const [index, part] of parts.entries()) {
    if (part.length >= 1 && part.length <= 4 && [...part].every((c) => isHex(c.charCodeAt(0)))) count += 1;
    else if (mayEndInIpV4 && index === parts.length - 1 && isIpV4(part)) count += 2;
    else return undefined;
  }
  return count;
}

function isIpV4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => String(Number(part)) === part && Number(part) <= 255);
}

/** Only characters of the table and well-formed percent escapes. */
function isEncoded(table: Uint8Array, text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    if (table[code] === 1) continue;
    if (text[i] !== '%' || i + 2 >= end) return false;
    if (!isHex(text.charCodeAt(i + 1)) || !isHex(text.charCodeAt(i + 2))) return false;
    i += 2;
  }
  return true;
}

function consistsOf(table: Uint8Array, text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (table[text.charCodeAt(i)] !== 1) return false;
  return true;
}

function indexOrEnd(text: string, mark: string, start: number, end: number): number {
  const index = text.indexOf(mark, start);
  return index === -1 || index > end ? end : index;
}

function characters(allowed: string): Uint8Array {
  const table = new Uint8Array(128);
  for (let i = 0; i < allowed.length; i++) table[allowed.charCodeAt(i)] = 1;
  return table;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isLetter(code: number): boolean {
  const lower = code | 32;
  return lower >= 97 && lower <= 122;
}

function isHex(code: number): boolean {
  const lower = code | 32;
  return isDigit(code) || (lower >= 97 && lower <= 102);
}
