/** Nodes of policy trees for generators: as `parse` makes them, but standing nowhere. */
import type { Policy } from '../../src/language/ast.ts';
import type {
  Compare,
  CompareSubject,
  Field,
  ListValue,
  Name,
  NumberValue,
  PolicyExpression,
  PolicyValue,
  QuotedText,
  RegexValue,
  TextValue,
  WordValue,
} from '../../src/language/expression.ts';
import type { Literal } from '../../src/language/test-tree.ts';

export const span = { start: 0, end: 0 };

export const name = (text: string): Name => ({ text, span });
export const text = (value: string): QuotedText => ({ value, span });
export const textValue = (value: string): TextValue => ({ kind: 'text', value, span });
export const wordValue = (word: string): WordValue => ({ kind: 'word', text: word, span });
export const listValue = (list: string): ListValue => ({ kind: 'list', name: list, span });
export const regexValue = (source: string, flags = ''): RegexValue => ({
  kind: 'regex',
  source,
  flags,
  span,
});
export const scalar = (value: string | number | boolean | null): Literal => ({
  kind: 'scalar',
  value,
  span,
});

/** A number from its own spelling, such as `10m` or `-1.5`. */
export function numberValue(raw: string): NumberValue {
  const [, digits = '', unit = ''] = /^(-?[0-9.]+)([A-Za-z]*)$/.exec(raw) ?? [];
  return { kind: 'number', value: Number(digits), unit: unit === '' ? undefined : unit, raw, span };
}

export const field = (root: string, ...steps: readonly (string | number)[]): Field => ({
  root: name(root),
  steps: steps.map((key) => ({ key, span })),
  span,
});

export const subject = (
  of: Field,
  quantifier?: CompareSubject['quantifier'],
  measure?: CompareSubject['measure'],
): CompareSubject => ({ quantifier, measure, field: of, span });

export const compare = (
  about: CompareSubject,
  operator: string,
  negated: boolean,
  values: readonly PolicyValue[],
): Compare => ({ kind: 'compare', subject: about, operator: name(operator), negated, values, span });

/** `mcp "server" tool "name"`, with the fields that the grammar gives its two halves. */
export const mcpMatch = (
  servers: readonly PolicyValue[],
  tools: readonly PolicyValue[],
): PolicyExpression => ({
  kind: 'mcp',
  server: compare(subject(field('mcp', 'server')), 'is', false, servers),
  tool: compare(subject(field('mcp', 'tool')), 'is', false, tools),
  span,
});

export const reference = (to: string): PolicyExpression => ({ kind: 'reference', name: name(to), span });

export function policy(path: string, parts: Partial<Policy>): Policy {
  const none = {
    headers: [],
    imports: [],
    defaults: [],
    lists: [],
    conditions: [],
    windows: [],
    knowledge: [],
    rules: [],
    labels: [],
    limits: [],
    exceptions: [],
    broken: [],
  };
  return { ...none, ...parts, path };
}

/** The same tree without its spans, for comparing. */
export function withoutSpans(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutSpans);
  if (node === null || typeof node !== 'object') return node;
  const entries = Object.entries(node).filter(([key]) => key !== 'span');
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutSpans(value)]));
}
