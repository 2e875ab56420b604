/**
 * Secrets in texts that are shown: which texts could hold one. Most hold none, and
 * the expressions that find them are then not even compiled.
 */
import { replaceSecrets } from './replace-secrets.ts';

/** One of these is in every text that an expression fits. Alternatives without repetition: linear, and soon done. */
const signs =
  /(?:gh[poursa]|github_pat)_|glpat-|sk-|[spr]k_(?:live|test)_|xox|AKIA|ASIA|AIza|npm_|pypi-|eyJ|PRIVATE KEY|authorization|bearer|basic|passw|secret|token|api[_-]?key|access[_-]?key|:\/\//i;

/** Replaces what looks like a secret by a mark. */
export const redact = (text: string): string => (signs.test(text) ? replaceSecrets(text) : text);
