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

/** Words that are names of variables too, where a script makes them so: `const as = f`, `def match(x)`. */
const softWords = /^(?:of|as|async|satisfies|let|yield|await|match|case|not)$/;

/** The dialect without the words that the script uses as names. */
function withOwnNames(tokens: readonly Token[], dialect: Dialect): Dialect {
  const own = new Set<string>();
  let depth = 0;
  tokens.forEach((token, at) => {
    const { kind, text } = token;
    if (kind === 'op' && /^[([]$/.test(text)) depth++;
    if (kind === 'op' && /^[)\]]$/.test(text)) depth--;
    if (kind !== 'name' || depth > 0 || !softWords.test(text) || !dialect.words.has(text)) return;
    const [before, next] = [tokens[at - 1], tokens[at + 1]];
    const isMember = before?.kind === 'op' && dialect.members.has(before.text);
    const isSet = next?.kind === 'op' && next.text === '=';
    const isDefined = before?.kind === 'name' && /^(?:function|def|class)$/.test(before.text);
    if (!isMember && (isSet || isDefined)) own.add(text);
  });
  if (own.size === 0) return dialect;
  return { ...dialect, words: new Map([...dialect.words].filter(([word]) => !own.has(word))) };
}

export function parseTokens(tokens: readonly Token[], dialect: Dialect): ScriptTree {
  const limits = { depth: 0, exceeded: false };
  const reader: Reader = { tokens, dialect: withOwnNames(tokens, dialect), grammar, at: 0, limits, heads: 0 };
  return { body: statements(reader, () => false), exceeded: limits.exceeded };
}
