/** Texts that scripts carry in base64 or hexadecimal digits, decoded as UTF-8. */

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The bytes of base64 text, in either alphabet; undefined if the text is not base64. */
export function bytesOfBase64(text: string): Uint8Array | undefined {
  const digits = text.replace(/\s+/g, '').replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/');
  if (!/^[A-Za-z0-9+/]*$/.test(digits)) return undefined;
  const bytes = new Uint8Array(Math.floor((digits.length * 6) / 8));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (const digit of digits) {
    held = ((held << 6) | alphabet.indexOf(digit)) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = (held >> bits) & 0xff;
  }
  return bytes;
}

export function decodeBase64(text: string): string | undefined {
  const bytes = bytesOfBase64(text);
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

export function decodeHex(text: string): string | undefined {
  const digits = text.replace(/\s+/g, '');
  if (!/^(?:[0-9a-fA-F]{2})*$/.test(digits)) return undefined;
  const bytes = Uint8Array.from({ length: digits.length / 2 }, (_, at) =>
    Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16),
  );
  return new TextDecoder().decode(bytes);
}
