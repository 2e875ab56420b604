/**
 * Expressions as pieces on lines. An expression that fits stays on its line, unless its author gave each operand of a chain
 * a line. Otherwise every operand begins a line, and a line that is still too long is filled up.
 */
import { writtenVerb } from '../../vocabulary/effects.ts';
import type {
  Compare,
  CompareSubject,
  EffectMatch,
  Logic,
  McpMatch,
  Might,
  Mixed,
  Name,
  Not,
  OptionGroup,
  PolicyExpression,
  Target,
} from '../expression.ts';
import type { SourceText } from './origin.ts';
import {
  enclosed,
  maximalWidth,
  type PlacedPiece,
  place,
  prefixed,
  startLine,
  type TextPiece,
  widthOf,
  withOr,
} from './piece.ts';
import { alternativePieces, formatField, formatOption } from './value.ts';

/** The parser refuses more `not` and `might` in a row, unless there are parentheses between them. */
const maximalPrefixes = 8;

/** Where an expression goes. */
export interface Room {
  /** Columns before it on its first line. */
  readonly column: number;
  /** Columns before it on further lines. */
  readonly indent: number;
  /** Characters that must fit after it on its last line. */
  readonly behind: number;
}

/** The pieces of an expression; where the first one goes is for the caller to say. */
export function placeExpression(
  origin: SourceText,
  expression: PolicyExpression,
  room: Room,
  prefixes = 0,
): readonly PlacedPiece[] {
  const flat = expressionPieces(origin, expression, prefixes);
  const fits = room.column + widthOf(flat) + room.behind <= maximalWidth;
  if (fits && !isSetOnLines(origin, expression)) return place(flat, 'fill', room.indent);
  if (isChain(expression)) return placeChain(origin, expression, room);
  if (expression.kind !== 'not' && expression.kind !== 'might')
    return placeParts(partsOf(origin, expression), room);
  const { operand } = expression;
  const isGrouped = needsGroup(origin, operand, prefixes);
  const [open, close] = isGrouped ? [`${expression.kind} (`, ')'] : [`${expression.kind} `, ''];
  const inner = {
    ...room,
    column: room.column + open.length,
    behind: room.behind + close.length,
  };
  return enclosed(open, placeExpression(origin, operand, inner, isGrouped ? 0 : prefixes + 1), close);
}

function placeChain(origin: SourceText, chain: Logic | Mixed, room: Room): readonly PlacedPiece[] {
  return chain.operands.flatMap((operand, index) => {
    const isFirst = index === 0;
    const isLast = index === chain.operands.length - 1;
    const isGrouped = isGroupedOperand(origin, chain, index);
    const open = `${isFirst ? '' : `${connectiveOf(chain, index)} `}${isGrouped ? '(' : ''}`;
    const close = isGrouped ? ')' : '';
    const inner = {
      column: (isFirst ? room.column : room.indent) + open.length,
      indent: room.indent + 2,
      behind: close.length + (isLast ? room.behind : 0),
    };
    const pieces = enclosed(open, placeExpression(origin, operand, inner), close);
    return isFirst ? pieces : startLine(pieces, 'line', room.indent);
  });
}

/**
 * Parts of a predicate that is too long for a line. A part that fits on a new line, but not after the others, begins one;
 * everything else is filled up.
 */
function placeParts(parts: readonly (readonly TextPiece[])[], room: Room): readonly PlacedPiece[] {
  let column = room.column;
  return parts.flatMap((part, index) => {
    const width = widthOf(part) + (index === parts.length - 1 ? room.behind : 0);
    const fitsBehind = column + width <= maximalWidth;
    const beginsLine = index > 0 && !fitsBehind && room.indent + width <= maximalWidth;
    const pieces = place(part, 'fill', room.indent);
    if (fitsBehind || beginsLine) column = (beginsLine ? room.indent : column) + width + 1;
    else for (const { text } of part) column = columnBehind(text, column, room.indent);
    return beginsLine ? startLine(pieces, 'line', room.indent) : pieces;
  });
}

/** Where the next piece may begin after one that goes at `column`, or on a new line. */
const columnBehind = (text: string, column: number, indent: number): number =>
  (column + text.length <= maximalWidth ? column : indent) + text.length + 1;

const isChain = (expression: PolicyExpression): expression is Logic | Mixed =>
  expression.kind === 'and' || expression.kind === 'or' || expression.kind === 'mixed';

/** Whether the author broke a chain between operands, or set a comment in it. */
function isSetOnLines(origin: SourceText, expression: PolicyExpression): boolean {
  if (expression.kind === 'not' || expression.kind === 'might')
    return isSetOnLines(origin, expression.operand);
  if (!isChain(expression)) return false;
  if (origin.hasComment(expression.span)) return true;
  const { operands } = expression;
  return operands.some((operand, index) => {
    const next = operands[index + 1];
    const isBroken = next !== undefined && origin.hasLineEnd(operand.span.end, next.span.start);
    return isBroken || isSetOnLines(origin, operand);
  });
}

const connectiveOf = (chain: Logic | Mixed, index: number): string =>
  chain.kind === 'mixed' ? (chain.connectives[index - 1]?.text ?? 'and') : chain.kind;

/** An expression as pieces on one line; `prefixes` counts the `not` and `might` just before it. */
function expressionPieces(
  origin: SourceText,
  expression: PolicyExpression,
  prefixes = 0,
): readonly TextPiece[] {
  switch (expression.kind) {
    case 'and':
    case 'or':
    case 'mixed':
      return expression.operands.flatMap((operand, index) => {
        const pieces = expressionPieces(origin, operand);
        const grouped = isGroupedOperand(origin, expression, index) ? enclosed('(', pieces, ')') : pieces;
        return index === 0 ? grouped : prefixed(`${connectiveOf(expression, index)} `, grouped);
      });
    case 'not':
    case 'might': {
      const { kind, operand } = expression;
      return needsGroup(origin, operand, prefixes)
        ? enclosed(`${kind} (`, expressionPieces(origin, operand), ')')
        : prefixed(`${kind} `, expressionPieces(origin, operand, prefixes + 1));
    }
    default:
      return partsOf(origin, expression).flat();
  }
}

// ── Parentheses ───────────────────────────────────────────────────────────────────────────

/** Whether the operand of `not` or `might` gets parentheses: where they are needed, or where the author wrote them. */
const needsGroup = (origin: SourceText, operand: PolicyExpression, prefixes: number): boolean =>
  isChain(operand) || prefixes + 1 >= maximalPrefixes || origin.isInParentheses(operand.span);

function isGroupedOperand(origin: SourceText, chain: Logic | Mixed, index: number): boolean {
  const operand = chain.operands[index];
  if (operand === undefined) return false;
  const next = chain.operands[index + 1];
  const swallows =
    next !== undefined && connectiveOf(chain, index + 1) === 'or' && wouldSwallow(operand, next);
  return isChain(operand) || swallows || origin.isInParentheses(operand.span);
}

/** Whether `… or next` would be read as one more alternative of the comparison before it. */
function wouldSwallow(before: PolicyExpression, next: PolicyExpression): boolean {
  if (before.kind === 'not' || before.kind === 'might') return wouldSwallow(before.operand, next);
  const open =
    before.kind === 'mcp' ||
    (before.kind === 'denials' && before.by.length > 0) ||
    (before.kind === 'compare' && before.values.length > 0) ||
    (before.kind === 'effect' && endsInValues(before));
  if (!open) return false;
  return (
    next.kind === 'reference' ||
    // Before an operator that no table knows, a bare field looks like an alternative.
    (next.kind === 'compare' && next.subject.field.steps.length === 0 && !isWellKnown(next.operator.text))
  );
}

function endsInValues({ target, options, from, to }: EffectMatch): boolean {
  if (options.length > 0) return false;
  if (from !== undefined) return true;
  return ((to ?? target)?.values.length ?? 0) > 0;
}

// ── Predicates ────────────────────────────────────────────────────────────────────────────

type Predicate = Exclude<PolicyExpression, Logic | Mixed | Not | Might>;

/** A predicate as pieces; those of a part belong together. */
function partsOf(origin: SourceText, expression: Predicate): readonly (readonly TextPiece[])[] {
  switch (expression.kind) {
    case 'reference':
      return [[{ text: expression.name.text, span: expression.span }]];
    case 'compare':
      return [comparePieces(origin, expression)];
    case 'mcp':
      return mcpParts(origin, expression);
    case 'effect':
      return effectParts(origin, expression);
    case 'outcome': {
      const text = `it ${expression.outcome.text}${expression.orUnknown ? ' or unknown' : ''}`;
      return [[{ text, span: expression.span }]];
    }
    case 'denials': {
      const { times, within, by, span } = expression;
      const text = `denied ${times.raw} ${times.raw === '1' ? 'time' : 'times'} within ${within.raw}`;
      const head = { text, span: { start: span.start, end: within.span.end } };
      return [[head], ...(by.length === 0 ? [] : [prefixed('by ', alternativePieces(origin, by))])];
    }
    case 'window': {
      const { negated, name, span } = expression;
      return [[{ text: `${negated ? 'outside' : 'during'} ${name.text}`, span }]];
    }
    case 'opaque':
      return [
        [
          {
            text: `shell is ${expression.negated ? 'not ' : ''}${expression.what}`,
            span: expression.span,
          },
        ],
      ];
    default:
      return expression satisfies never;
  }
}

function comparePieces(
  origin: SourceText,
  { subject, operator, negated, values, span }: Compare,
): readonly TextPiece[] {
  const head = `${formatSubject(origin, subject)} ${formatOperator(operator, negated)}`;
  if (values.length === 0) return [{ text: head, span }];
  return prefixed(`${head} `, alternativePieces(origin, values), span.start);
}

function mcpParts(origin: SourceText, { server, tool }: McpMatch): readonly (readonly TextPiece[])[] {
  return [
    prefixed('mcp ', alternativePieces(origin, server.values), server.span.start),
    prefixed('tool ', alternativePieces(origin, tool.values), tool.span.start),
  ];
}

function effectParts(
  origin: SourceText,
  { verbs, target, options, from, to }: EffectMatch,
): readonly (readonly TextPiece[])[] {
  const names = verbs.map(({ text, span }) => ({ text: writtenVerb(text), span }));
  const join = verbs[0]?.text === 'pipes' ? 'into ' : 'to ';
  return [
    [...withOr(names), ...(target === undefined ? [] : targetPieces(origin, target))],
    ...options.map((group) => optionPieces(origin, group)),
    ...(from === undefined ? [] : [prefixed('from ', alternativePieces(origin, from))]),
    ...(to === undefined ? [] : [prefixed(join, targetPieces(origin, to))]),
  ];
}

function optionPieces(origin: SourceText, { negated, options, span }: OptionGroup): readonly TextPiece[] {
  const names = options.map((option) => ({ text: formatOption(origin, option), span: option.span }));
  return prefixed(negated ? 'without ' : 'with ', withOr(names), span.start);
}

function targetPieces(
  origin: SourceText,
  { object, operator, negated, values, span }: Target,
): readonly TextPiece[] {
  const subject = object === undefined ? [] : [{ text: formatObject(object), span: object.span }];
  const test = alternativePieces(origin, values);
  if (operator === undefined) return [...subject, ...test];
  const name = formatOperator(operator, negated);
  if (values.length === 0) return [...subject, { text: name, span: operator.span }];
  return [...subject, ...prefixed(`${name} `, test, object === undefined ? span.start : operator.span.start)];
}

const formatObject = ({ text }: Name): string =>
  text === 'content' || text === 'anything' ? text : `any ${text}`;

function formatSubject(origin: SourceText, { quantifier, measure, field }: CompareSubject): string {
  const words = [
    quantifier,
    measure === 'text' ? 'text in' : measure && `${measure} of`,
    formatField(origin, field),
  ];
  return words.filter((word) => word !== undefined).join(' ');
}

/** How an operator is written: as it is, and with `not`. */
const spellings: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['is', ['is', 'is not']],
  ['in', ['in', 'not in']],
  ['under', ['under', 'outside']],
  ['labelled', ['labelled', 'not labelled']],
  ['missing', ['is missing', 'is not missing']],
  ['present', ['is present', 'is not present']],
  ['contains', ['contains', 'does not contain']],
  ['matches', ['matches', 'does not match']],
  ['starts with', ['starts with', 'does not start with']],
  ['ends with', ['ends with', 'does not end with']],
]);

const isWellKnown = (operator: string): boolean => spellings.has(operator) || /^[=!<>~]/.test(operator);

const formatOperator = ({ text }: Name, negated: boolean): string =>
  spellings.get(text)?.[negated ? 1 : 0] ?? text;
