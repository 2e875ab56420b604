/**
/**
 * Secrets in texts that are shown or kept: which texts could hold one. Most hold
 * none, and the expressions that find them are then not even compiled.
 */
import { anySign } from './credential-formats.ts';
import { replaceSecrets } from './replace-secrets.ts';

/** Replaces what looks like a secret by a mark. */
export const redact = (text: string): string => (anySign.test(text) ? replaceSecrets(text) : text);
