/**
 * Shows whether octets are still those that were written. It protects from
 * broken disks, not from people: a user who may write a file may write its sum too.
 */

/** 8 hexadecimal digits, the same on machines of one order of octets. Where the octets are split into parts counts too. */
export function checksum(...parts: readonly Buffer[]): string {
  let sum = 0x243f6a88;
  for (const part of parts) {
    const words = wordsOf(part);
    // As little as will do, in one loop: a hook passes over all of it before V8 has compiled anything.
    for (let at = 0; at < words.length; at++) {
      sum = Math.imul(sum ^ (words[at] as number), 0x9e3779b1);
      sum ^= sum >>> 15;
    }
    sum = Math.imul(sum ^ part.length, 0x85ebca6b);
  }
  return (sum >>> 0).toString(16).padStart(8, '0');
}

/** The octets four at a time; zeros follow the last ones. */
function wordsOf(part: Buffer): Uint32Array {
  // Words can only be looked at where they are in their places.
  if (part.byteOffset % 4 === 0 && part.length % 4 === 0)
    return new Uint32Array(part.buffer, part.byteOffset, part.length / 4);
  const copy = new Uint32Array(Math.ceil(part.length / 4));
  new Uint8Array(copy.buffer).set(part);
  return copy;
}
