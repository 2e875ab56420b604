/**
 * Arithmetic of `bc`. It has no command that reaches files or programs; some old ones pass on a line that begins with
 * `!`, so only what has no such sign but in a comparison is taken for arithmetic.
 */
import type { CodeFinding } from './values/finding.ts';

export function scanBc(code: string): readonly CodeFinding[] {
  if (/^(?:[\w\s.+\-*/%^()<>=&|;,{}[\]"#\\:'?]|!=)*$/.test(code)) return [];
  const why = 'this is more than arithmetic of `bc`';
  return [{ kind: 'unknown', text: code.slice(0, 200), why, certain: true, start: 0, end: code.length }];
}
