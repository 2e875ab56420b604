/**
 * Tells octets that were damaged from those that were written. It protects from
 * broken disks, not from people: whoever may write a file may write its sum too.
 */

/** 16 hexadecimal digits, the same only on machines of one order of octets. Two buffers are as one behind the other. */
export function checksum(...parts: readonly Buffer[]): string {
  let low = 0x243f6a88;
  let high = 0x13198a2e;
  const take = (word: number): void => {
    low = Math.imul(low ^ word, 0x9e3779b1);
    low ^= low >>> 15;
    high = (Math.imul((high << 13) | (high >>> 19), 5) + word + low) | 0;
  };
  for (const part of parts) {
    const whole = part.length - (part.length % 4);
    // Words can only be looked at where they are in their places.
    const octets = part.byteOffset % 4 === 0 ? part : Buffer.from(new Uint8Array(part).buffer);
    const words = new Uint32Array(octets.buffer, octets.byteOffset, whole / 4);
    for (let at = 0; at < words.length; at++) take(words[at] ?? 0);
    for (let at = whole; at < part.length; at++) take(part[at] ?? 0);
    take(part.length);
  }
  return [low, high].map((each) => (each >>> 0).toString(16).padStart(8, '0')).join('');
}
