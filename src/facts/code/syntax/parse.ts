/**
 * Tokens → expressions, for all languages. The parser tolerates what it does not understand: it skips that part and goes
 * on, so that it finds every call. The nesting has a limit; `exceeded` says that a part is deeper.
 */
import type { Dialect } from './dialect.ts';
import type { Expression } from './expression.ts';
import { expression, infixes, list, spread } from './parse-expression.ts';
import { callBlock } from './parse-function.ts';
import { comprehend, group, named, sequence, statementInside, textParts } from './parse-operand.ts';
import {
  block,
  body,
  branch,
  endBranches,
  expressionStatement,
  head,
  statement,
  statements,
  suite,
  targets,
} from './parse-statement.ts';
import type { Token } from './token.ts';
import type { Grammar, Reader } from './token-reader.ts';

export interface ScriptTree {
  readonly body: readonly Expression[];
  readonly exceeded: boolean;
}

const grammar: Grammar = {
  block,
  body,
  branch,
  callBlock,
  comprehend,
  endBranches,
  expression,
  expressionStatement,
  group,
  head,
  infixes,
  list,
  named,
  sequence,
  spread,
  statement,
  statementInside,
  statements,
  suite,
  targets,
  textParts,
};

export function parseTokens(tokens: readonly Token[], dialect: Dialect): ScriptTree {
  const limits = { depth: 0, exceeded: false };
  const reader: Reader = { tokens, dialect, grammar, at: 0, limits, heads: 0 };
  return { body: statements(reader, () => false), exceeded: limits.exceeded };
}
