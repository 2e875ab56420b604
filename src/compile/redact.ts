/**
 * Secrets in texts that are shown or kept: which texts could hold one. Most hold
 * none, and what finds them is then not even loaded.
 */
import { secretArgumentSign } from '../facts/knowledge/secret-arguments.ts';
import { anySign } from './credential-formats.ts';
import { replaceSecrets } from './replace-secrets.ts';

/** Replaces what looks like a secret, or stands where commands have one, by a mark. */
export const redact = (text: string): string =>
  anySign.test(text) || /[A-Za-z0-9_]=|:_/.test(text) || secretArgumentSign.test(text)
    ? replaceSecrets(text)
    : text;
