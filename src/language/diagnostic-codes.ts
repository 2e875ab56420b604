/**
 * Every code that a diagnostic can have. The compiler accepts no other code, and tests ask for a section in
 * docs/diagnostics.md, examples, and a file of cases for each.
 */

/** Codes for the text of policies and tests: syntax, names, types, lints. */
// biome-ignore format: a list of words.
export const textCodes = [
  'ambiguous-object', 'any-in-exception', 'bare-command', 'broad-exception', 'broad-negation', 'broad-watch',
  'clause-out-of-place',
  'covered-rule', 'cyclic-condition', 'cyclic-import', 'cyclic-list', 'dashless-option', 'dead-clause',
  'duplicate-clause', 'duplicate-import', 'duplicate-item', 'duplicate-name', 'empty-knowledge', 'empty-list',
  'empty-test', 'empty-text', 'exception-not-allowed', 'exception-of-nothing', 'expired-exception',
  'expiring-exception', 'file-too-long', 'folder-only', 'foreign-name', 'foreign-namespace', 'import-outside',
  'incomplete-exception', 'invalid-acceptance', 'invalid-code', 'invalid-pattern', 'invalid-regex',
  'invalid-template', 'invalid-time', 'known-to-higher-layer', 'list-too-long', 'literal-star', 'long-exception',
  'missing-header', 'missing-import', 'missing-operator', 'missing-quantifier', 'missing-when', 'misspelt-command',
  'misspelt-field', 'misspelt-option', 'mixed-and-or', 'name-of-higher-layer', 'never-matches', 'no-object', 'no-such-code',
  'odd-pattern', 'out-of-range', 'outcome-out-of-place', 'path-escape', 'policies-too-large', 'program-path', 'regex-too-large',
  'reserved-name', 'root-only', 'rule-too-large', 'stray-character', 'syntax', 'text-too-long', 'too-deep',
  'too-many-errors', 'too-many-objects', 'too-many-warnings', 'unbound-exception', 'unclosed-regex',
  'unclosed-text', 'unknown-condition', 'unknown-escape', 'unknown-field', 'unknown-kind', 'unknown-label',
  'unknown-layer', 'unknown-list', 'unknown-operator', 'unknown-policy', 'unknown-role', 'unknown-rule',
  'unknown-unit', 'unknown-window', 'unknown-word', 'unknown-zone', 'unneeded-acceptance', 'unreachable-limit',
  'unseen-outcome', 'unsure-exception', 'unsure-not-stated', 'unused-condition', 'unused-given', 'unused-label',
  'unused-list', 'unused-window', 'watch-with-rollout', 'weak-claim', 'while-without-label', 'wide-host',
  'wrapped-command', 'wrong-type',
] as const;

/** Codes for what is found when policies are loaded from files, measured or tested. */
// biome-ignore format: a list of words.
export const runCodes = [
  'failing-test', 'in-two-layers', 'invalid-config', 'misnamed-file', 'no-policies', 'not-tests', 'one-sided-tests',
  'outside-root', 'over-budget', 'skipped-test', 'unreadable-file', 'unused-event',
] as const;

export type DiagnosticCode = (typeof textCodes)[number] | (typeof runCodes)[number];
