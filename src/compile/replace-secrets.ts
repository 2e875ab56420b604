/**
 * Secrets in texts: the expressions that find them, each compiled when a text first
 * has its sign. In a reason this is a courtesy, not a rule; in the decision log it
 * is what `masked` means.
 */
import { RE2JS } from 're2js';
import { credentialFormats } from './credential-formats.ts';

const compiled = new Map<string, RE2JS>();

/** Replaces what looks like a secret by a mark. */
export function replaceSecrets(text: string): string {
  let result = text;
  for (const { sign, expression, replacement } of credentialFormats) {
    if (!sign.test(result)) continue;
    let format = compiled.get(expression);
    if (format === undefined) {
      format = RE2JS.compile(expression);
      compiled.set(expression, format);
    }
    result = format.matcher(result).replaceAll(replacement);
  }
  return result;
}
