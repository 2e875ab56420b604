/**
 * Secrets in texts that are shown or kept: which texts could hold one. Most hold
 * none, and what finds them is then not even loaded.
 */
import { formatSign, namedSigns, shapeSign } from './credential-formats.ts';
import { replaceSecrets } from './replace-secrets.ts';
import { blockSign, commandSigns } from './signs.ts';

/**
 * Whether a text could hold a secret; where it is false, `redact` leaves the text as it
 * is. The signs have no anchors: what is in a text is seen in every longer one, so that
 * many texts can be looked at as one, with line ends between them.
 */
export const hasSecretSign = (text: string): boolean => secretSigns.some((sign) => sign.test(text));

/** One of these is in every text that holds a secret. */
export const secretSigns: readonly RegExp[] = [
  formatSign,
  shapeSign,
  blockSign,
  ...namedSigns,
  ...commandSigns,
];

/** Replaces what looks like a secret, or is where commands have one, by a mark. */
export const redact = (text: string): string => (hasSecretSign(text) ? replaceSecrets(text) : text);
