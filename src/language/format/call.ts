/**
 * Calls as tests and scenarios write them. An object that fits stays on its line,
 * unless its author began it with a new line; else every entry has a line.
 */
import type { Span } from '../source.ts';
import type { DescribedCall, Literal } from '../test-tree.ts';
import type { SourceText } from './origin.ts';
import {
  maximalWidth,
  type PlacedPiece,
  place,
  placeLine,
  prefixed,
  suffixed,
  type TextPiece,
  widthOf,
} from './piece.ts';
import { formatText, formatTextOrWord, plainNumber } from './value.ts';

/** What is before and after a call on its line. */
export interface Around {
  readonly indent: number;
  readonly before: string;
  /** Where that begins in the source. */
  readonly start: number;
  readonly behind: readonly TextPiece[];
}

/** A call with what is around it, on one line or several. */
export function placeCall(origin: SourceText, call: DescribedCall, around: Around): readonly PlacedPiece[] {
  const { indent, before, start, behind } = around;
  const input = 'input' in call ? call.input : undefined;
  const head = prefixed(before, callPieces(origin, call), start);
  const flat = [...head, ...(input === undefined ? [] : [flatPiece(origin, input)]), ...behind];
  const isBroken = input !== undefined && isSetOnLines(origin, input);
  if (!isBroken && indent + widthOf(flat) <= maximalWidth) return placeLine(flat, indent, 'paragraph');
  if (input === undefined || (isEmpty(input) && !isBroken)) return placeLine(flat, indent, 'paragraph');
  const [open, ...rest] = placeBroken(origin, input, indent);
  return [
    ...placeLine([...head, ...(open === undefined ? [] : [open])], indent, 'paragraph'),
    ...rest,
    ...place(behind, 'fill', indent + 2),
  ];
}

/** A call but for its input. */
function callPieces(origin: SourceText, call: DescribedCall): readonly TextPiece[] {
  switch (call.kind) {
    case 'command':
      return [{ text: formatText(origin, call.command), span: call.span }];
    case 'action': {
      const { verb, target, content, span } = call;
      const head = {
        text: `${verb.text} ${formatText(origin, target)}`,
        span: { start: span.start, end: target.span.end },
      };
      return content === undefined
        ? [head]
        : [head, { text: `content ${formatText(origin, content)}`, span: content.span }];
    }
    case 'tool': {
      const { name, toolKind, input, span } = call;
      const kind = toolKind === undefined ? '' : ` kind ${toolKind.text}`;
      // The author may write the kind after the input.
      const isBefore = toolKind !== undefined && toolKind.span.end <= (input?.span.start ?? span.end);
      const end = (isBefore ? toolKind : name).span.end;
      return [{ text: `tool ${formatText(origin, name)}${kind}`, span: { start: span.start, end } }];
    }
    case 'mcp': {
      const text = `mcp ${formatText(origin, call.server)} ${formatText(origin, call.tool)}`;
      return [{ text, span: { start: call.span.start, end: call.tool.span.end } }];
    }
    case 'recorded':
      return [{ text: `event ${formatText(origin, call.file)}`, span: call.span }];
    default:
      return call satisfies never;
  }
}

// ── Literals ──────────────────────────────────────────────────────────────────────────────

/** A literal with a name before it, or without: an entry of an object, an item of an array. */
interface Element {
  readonly name: string;
  readonly start: number;
  readonly literal: Literal;
}

function elementsOf(origin: SourceText, literal: Literal): readonly Element[] {
  if (literal.kind === 'array')
    return literal.items.map((item) => ({ name: '', start: item.span.start, literal: item }));
  if (literal.kind === 'scalar' || literal.kind === 'filler') return [];
  return literal.entries.map(({ key, value }) => ({
    name: `${formatTextOrWord(origin, key)}: `,
    start: key.span.start,
    literal: value,
  }));
}

const isEmpty = (literal: Literal): boolean =>
  literal.kind === 'array'
    ? literal.items.length === 0
    : literal.kind === 'object' && literal.entries.length === 0;

/** Whether the author began a new line before or inside the first element, or wrote a comment anywhere. */
function isSetOnLines(origin: SourceText, literal: Literal): boolean {
  if (origin.hasComment(literal.span)) return true;
  const elements = elementsOf(origin, literal);
  const [first] = elements;
  if (first !== undefined && origin.hasLineEnd(literal.span.start, first.start)) return true;
  return elements.some((element) => isSetOnLines(origin, element.literal));
}

const flatPiece = (origin: SourceText, literal: Literal): TextPiece => ({
  text: formatFlat(origin, literal),
  span: literal.span,
});

function formatFlat(origin: SourceText, literal: Literal): string {
  if (literal.kind === 'scalar') return formatScalar(origin, literal.value, literal.span);
  if (literal.kind === 'filler') return `text of ${literal.raw} ${literal.unit}`;
  const elements = elementsOf(origin, literal)
    .map(({ name, literal: of }) => name + formatFlat(origin, of))
    .join(', ');
  if (literal.kind === 'array') return `[${elements}]`;
  return elements === '' ? '{}' : `{ ${elements} }`;
}

function formatScalar(origin: SourceText, value: string | number | boolean | null, span: Span): string {
  if (typeof value === 'string') return formatText(origin, { value, span });
  if (typeof value === 'number') return origin.spelling(span) ?? plainNumber(value);
  return String(value);
}

/** A literal after the text before it, on the same line or on several. */
export function placeLiteral(
  origin: SourceText,
  before: string,
  start: number,
  literal: Literal,
  indent: number,
): readonly PlacedPiece[] {
  return placeElement(origin, { name: before, start, literal }, indent);
}

/** A literal with one element on each line; the first piece follows what is before it. */
function placeBroken(origin: SourceText, literal: Literal, indent: number): readonly PlacedPiece[] {
  const [open, close] = literal.kind === 'array' ? ['[', ']'] : ['{', '}'];
  const { start, end } = literal.span;
  const elements = elementsOf(origin, literal);
  return [
    { text: open, span: { start, end: start + 1 }, position: 'fill', indent },
    ...elements.flatMap((element, index) => {
      const pieces = placeElement(origin, element, indent + 2);
      return index === elements.length - 1 ? pieces : suffixed(pieces, ',');
    }),
    { text: close, span: { start: Math.max(start, end - 1), end }, position: 'closing', indent },
  ];
}

function placeElement(
  origin: SourceText,
  { name, start, literal }: Element,
  indent: number,
): readonly PlacedPiece[] {
  const flat = prefixed(name, [flatPiece(origin, literal)], start);
  const isBroken = isSetOnLines(origin, literal);
  // The comma after it counts.
  const fits = indent + widthOf(flat) + 1 <= maximalWidth || isEmpty(literal);
  const isWhole = literal.kind === 'scalar' || literal.kind === 'filler';
  if (isWhole || (fits && !isBroken)) return placeLine(flat, indent, 'paragraph');
  const [open, ...rest] = prefixed(name, placeBroken(origin, literal, indent), start);
  return [...placeLine(open === undefined ? [] : [open], indent, 'paragraph'), ...rest];
}
