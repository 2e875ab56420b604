/** The position of the parser among the tokens, and the steps that all of its parts use. */
import type { Span } from '../../../language/source.ts';
import type { Dialect, WordUse } from './dialect.ts';
import {
  type Argument,
  counted,
  type DictItem,
  type Expression,
  type FunctionExpression,
  type Parameter,
  type TextPart,
} from './expression.ts';
import type { Token } from './token.ts';

/** Functions of the parser that call each other across files: expressions contain statements, and statements expressions. */
export interface Grammar {
  readonly block: (reader: Reader, always: boolean) => Expression;
  readonly body: (reader: Reader) => Expression;
  readonly branch: (reader: Reader) => Expression;
  readonly callBlock: (reader: Reader) => Expression | undefined;
  readonly comprehend: (reader: Reader, items: Expression[]) => void;
  readonly endBranches: (reader: Reader, word: string) => Expression[];
  readonly expression: (reader: Reader, least: number) => Expression | undefined;
  readonly expressionStatement: (reader: Reader) => Expression | undefined;
  readonly group: (reader: Reader) => Expression;
  readonly head: (reader: Reader) => Expression[];
  readonly infixes: (reader: Reader, first: Expression, least: number) => Expression;
  readonly list: (reader: Reader) => Expression | undefined;
  readonly named: (reader: Reader, token: Token) => Expression | undefined;
  readonly sequence: (reader: Reader, close: string) => DictItem[];
  readonly spread: (reader: Reader, least?: number) => Expression | undefined;
  readonly statement: (reader: Reader) => Expression | undefined;
  readonly statementInside: (reader: Reader) => Expression | undefined;
  readonly statements: (reader: Reader, stop: (token: Token) => boolean) => Expression[];
  readonly suite: (reader: Reader, always: boolean) => Expression;
  readonly targets: (reader: Reader, plain?: boolean) => Expression | undefined;
  readonly textParts: (reader: Reader, token: Token) => TextPart[];
}

export interface Reader {
  readonly tokens: readonly Token[];
  readonly dialect: Dialect;
  readonly grammar: Grammar;
  at: number;
  /** Shared with the parsers of texts inside. */
  readonly limits: { depth: number; exceeded: boolean };
  /** A `do` here belongs to the head of a loop. */
  heads: number;
}

const deepest = 250;
export const longestChain = 200;

export const peek = (reader: Reader, ahead = 0): Token | undefined => reader.tokens[reader.at + ahead];
export const isOp = (token: Token | undefined, text: string): boolean =>
  token?.kind === 'op' && token.text === text;
export const isName = (token: Token | undefined, text: string): boolean =>
  token?.kind === 'name' && token.text === text;
export const useOf = (reader: Reader, token = peek(reader)): WordUse | undefined =>
  token?.kind === 'name' && !isOp(peek(reader, -1), '.') ? reader.dialect.words.get(token.text) : undefined;

export function take(reader: Reader, text: string): boolean {
  if (!isOp(peek(reader), text)) return false;
  reader.at++;
  return true;
}

/** Skips `newline`, `indent` and `dedent` too: inside brackets they mean nothing. */
export function skipLines(reader: Reader): void {
  while (peek(reader)?.kind === 'newline') reader.at++;
}

/** The end of the token before this one; of the last one if the parser is at the end, as with an open bracket. */
export const endOf = ({ tokens, at }: Reader): number =>
  (at === 0 ? tokens[0]?.start : tokens[Math.min(at, tokens.length) - 1]?.end) ?? 0;
export const startOfNext = (reader: Reader): number => peek(reader)?.start ?? endOf(reader);

export function nested<Result>(reader: Reader, read: () => Result, otherwise: Result): Result {
  if (reader.limits.depth >= deepest) {
    reader.limits.exceeded = true;
    return otherwise;
  }
  reader.limits.depth++;
  const result = read();
  reader.limits.depth--;
  return result;
}

/** Whether a keyword is used as a name: `{ if: 1 }`, `match.group()`, `get(url)`. */
export function isKey(reader: Reader): boolean {
  const next = peek(reader, 1);
  if (next?.kind !== 'op') return false;
  if (next.text === '=' || next.text === '=>' || next.text === ',') return true;
  if (next.text === ':') return reader.dialect.blocks !== 'indent';
  if (next.text === '.') return useOf(reader) !== 'import' && reader.dialect.members.has('.');
  const word = peek(reader)?.text ?? '';
  return (
    next.text === '(' && useOf(reader) === 'skip' && word !== 'async' && word !== 'assert' && word !== 'raise'
  );
}

export const expressionAt = (reader: Reader, least: number): Expression | undefined =>
  reader.grammar.expression(reader, least);
export const blockAt = (reader: Reader, always: boolean): Expression => reader.grammar.block(reader, always);

export const nameAt = (name: string, { start, end }: Span): Expression & { kind: 'name' } => ({
  kind: 'name',
  name,
  declared: false,
  start,
  end,
});

/** `always`: it runs whenever the code around it runs. */
export const blockOf = (
  items: readonly Expression[],
  { start, end }: Span,
  always = true,
): Expression & { kind: 'block' } => ({ kind: 'block', items, always, start, end });

export const callTo = (callee: Expression, args: readonly Argument[], end: number): Expression => ({
  kind: 'call',
  callee,
  args,
  start: callee.start,
  end,
});
/** An argument without a name. */
export const positional = (value: Expression): Argument => ({ name: undefined, value });

export const functionOf = (
  parameters: readonly Parameter[],
  body: readonly Expression[],
  { start, end }: Span,
  shares = false,
  name?: string,
): FunctionExpression => ({ kind: 'function', name, parameters, body, shares, start, end });

export const other = (
  items: readonly Expression[],
  { start, end }: { start: number; end: number },
): Expression => ({
  kind: 'other',
  items,
  start,
  end,
});

export const assigned = (target: Expression, value: Expression): Expression => ({
  kind: 'assign',
  target,
  value,
  adds: false,
  start: target.start,
  end: value.end,
});

/** `x++`: some number. */
export const counting = (target: Expression, end: number): Expression => {
  const { start } = target;
  return {
    kind: 'assign',
    target,
    value: { kind: 'number', text: counted, start, end },
    adds: false,
    start,
    end,
  };
};

export function parameterOf(item: Expression): Parameter {
  switch (item.kind) {
    case 'name':
      return { name: item.name, fallback: undefined };
    case 'assign':
      return { ...parameterOf(item.target), fallback: item.value };
    case 'splat':
      return { ...parameterOf(item.value), rest: item.pairs ? 'dict' : 'list' };
    case 'list':
    case 'dict':
      return { name: '', fallback: undefined, pattern: declared(item) };
    default:
      return { name: '', fallback: undefined };
  }
}

/** The target of an assignment, with all of its names as declared ones. */
export function declared(target: Expression): Expression {
  switch (target.kind) {
    case 'name':
      return { ...target, declared: true };
    case 'assign':
      return { ...target, target: declared(target.target) };
    case 'splat':
      return { ...target, value: declared(target.value) };
    case 'list':
      return { ...target, items: target.items.map(declared) };
    case 'dict':
      return { ...target, items: target.items.map(({ key, value }) => ({ key, value: declared(value) })) };
    default:
      return target;
  }
}

export const defined = <Item>(items: readonly (Item | undefined)[]): Item[] =>
  items.filter((item): item is Item => item !== undefined);

export interface LoopClause {
  readonly key?: Expression | undefined;
  readonly target: Expression | undefined;
  readonly source: Expression | undefined;
  readonly items: readonly Expression[];
}
