/** SHA-256 of many octets. It is a module of its own, so that a hook loads `node:crypto` only where it has many. */
import { createHash } from 'node:crypto';

export const largeSha256 = (octets: Uint8Array): Buffer => createHash('sha256').update(octets).digest();
