/**
 * Names of MCP servers and their tools as harnesses write them. Some, such as Codex, write `_` for every character that a tool
 * name may not have: the server `my-files` is `my_files` there. A rule that denies holds for both spellings. An excuse holds
 * for the written name only.
 */
import type { CheckedCompare, Pattern } from '../check/tree/checked.ts';

/** The comparison, with the other spelling beside each name that has one. */
export function withServerNames(compare: CheckedCompare): CheckedCompare {
  const { field, operator, measure, patterns } = compare;
  const isName = field.entry.id === 'mcp.server' || field.entry.id === 'mcp.tool';
  if (!isName || operator !== 'is' || measure !== undefined) return compare;
  return { ...compare, patterns: patterns.flatMap(spellings) };
}

function spellings(pattern: Pattern): readonly Pattern[] {
  if (pattern.kind === 'list') return [{ ...pattern, items: pattern.items.flatMap(spellings) }];
  if (pattern.kind !== 'name' && pattern.kind !== 'text') return [pattern];
  const value = pattern.value.replace(/[^\w*]/gu, '_');
  return value === pattern.value ? [pattern] : [pattern, { ...pattern, value }];
}
