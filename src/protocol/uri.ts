/**
 * RFC 3986 as a function: each expression takes one pass over the text. A URL parser of the web platform repairs
 * what it reads, so it is not the same test. It says whether a text is a URI, not where it leads.
 */

/** Each finds a character that has no place there, or a percent sign that begins no escape. */
const notInName = /[^A-Za-z0-9._~!$&'()*+,;=%-]|%(?![0-9A-Fa-f]{2})/;
const notInUser = /[^A-Za-z0-9._~!$&'()*+,;=:%-]|%(?![0-9A-Fa-f]{2})/;
const notInPath = /[^A-Za-z0-9._~!$&'()*+,;=:@/%-]|%(?![0-9A-Fa-f]{2})/;
const notInQuery = /[^A-Za-z0-9._~!$&'()*+,;=:@/?%-]|%(?![0-9A-Fa-f]{2})/;

const parts = /^[A-Za-z][A-Za-z0-9+.-]*:(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;
const authorityParts = /^(?:([^@]*)@)?(?:\[([^\]]*)\]|([^[:][^:]*|))(?::[0-9]*)?$/;

/**
 * Whether the text is an absolute URI with a scheme
 * (docs/development/protocol-notes.md#common-fields); `urn:` is fine, white space is not.
 */
export function isUri(text: string): boolean {
  const found = parts.exec(text);
  if (found === null) return false;
  const [, authority, path = '', query = '', fragment = ''] = found;
  if (notInPath.test(path) || notInQuery.test(query) || notInQuery.test(fragment)) return false;
  return authority === undefined || isAuthority(authority);
}

function isAuthority(text: string): boolean {
  const found = authorityParts.exec(text);
  if (found === null) return false;
  const [, user = '', literal, host = ''] = found;
  if (notInUser.test(user) || notInName.test(host)) return false;
  return literal === undefined || isIpV6(literal) || ipFuture.test(literal);
}

/** An address of a later version: `v1.…`. */
const ipFuture = /^[vV][0-9A-Fa-f]+\.[A-Za-z0-9._~!$&'()*+,;=:-]+$/;

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
    if (/^[0-9A-Fa-f]{1,4}$/.test(part)) count += 1;
    else if (mayEndInIpV4 && index === parts.length - 1 && isIpV4(part)) count += 2;
    else return undefined;
  }
  return count;
}

function isIpV4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => String(Number(part)) === part && Number(part) <= 255);
}
