/**
 * SHA-256 of octets of any length, for programs that may end soon: loading `node:crypto` takes a fifth of the time that Node
 * needs to start, and digesting what is short takes less.
 */
import { largeSha256 } from './large-sha256.ts';
import { sha256 } from './sha256.ts';

/** Octets, from which on loading `node:crypto` pays. */
const large = 4096;

/** The digest: 32 octets. */
export const digestOctets = (octets: Uint8Array): Buffer =>
  octets.length < large ? sha256(octets) : largeSha256(octets);
