/**
 * Secrets in texts that are shown. The formats are those that services print on
 * their tokens; the expressions are our own, linear-time, and kept few: a
 * redaction is a courtesy of the reason, not a rule.
 */
import { RE2JS } from 're2js';

const formats: readonly string[] = [
  '\\b(?:ghp|gho|ghu|ghs|ghr|github_pat)_[A-Za-z0-9_]{20,}',
  '\\bglpat-[A-Za-z0-9_-]{16,}',
  '\\bsk-[A-Za-z0-9_-]{16,}',
  '\\b(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{10,}',
  '\\bxox[abeoprs]-[A-Za-z0-9-]{10,}',
  '\\b(?:AKIA|ASIA)[A-Z0-9]{16}\\b',
  '\\bAIza[A-Za-z0-9_-]{30,}',
  '\\bnpm_[A-Za-z0-9]{30,}',
  '\\bpypi-[A-Za-z0-9_-]{30,}',
  '\\beyJ[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]{5,}\\.[A-Za-z0-9_-]*',
  // To the end of the text where the key is cut off; headers inside may have dashes of their own.
  '-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----(?s:.*?)(?:-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----|\\z)',
];

/** Named values: the name stays, the value goes. */
const assignments: readonly string[] = [
  '(?i)(\\bauthorization\\\\*["\']?\\s*[:=]\\s*\\\\*["\']?(?:[a-z]+\\s+)?)[^\\s"\'\\\\,]{4,}',
  // So long that no word of prose after `basic` or `bearer` is taken for one.
  '(?i)(\\b(?:bearer|basic)\\s+)[A-Za-z0-9._~+/=-]{20,}',
  // The backslashes are of quotes inside a JSON text that is itself shown as JSON.
  '(?i)((?:password|passwd|secret|token|api[_-]?key|access[_-]?key)\\\\*["\']?\\s*[=:]\\s*\\\\*["\']?)[^\\s"\'\\\\&;,]{4,}',
  '(://[^/?#\\s:@]*:)[^/?#\\s]+(@)',
];

interface Formats {
  readonly whole: readonly RE2JS[];
  readonly valued: readonly RE2JS[];
}

let compiled: Formats | undefined;

/** Replaces what looks like a secret by a mark. */
export function replaceSecrets(text: string): string {
  compiled ??= { whole: formats.map(compile), valued: assignments.map(compile) };
  const { whole, valued } = compiled;
  let result = text;
  for (const format of whole) result = format.matcher(result).replaceAll('[redacted]');
  for (const [index, format] of valued.entries()) {
    result = format
      .matcher(result)
      .replaceAll(index === valued.length - 1 ? '$1[redacted]$2' : '$1[redacted]');
  }
  return result;
}

const compile = (source: string): RE2JS => RE2JS.compile(source);
