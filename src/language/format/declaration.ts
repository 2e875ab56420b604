/** Declarations: each a head at the left edge, and what belongs to it on lines below. */
import { writtenVerb } from '../../vocabulary/effects.ts';
import type {
  ConditionDeclaration,
  DayRange,
  Declaration,
  DeclaredEffect,
  ListDeclaration,
  OptionList,
  TimeRange,
  WindowDeclaration,
  WindowPart,
} from '../ast.ts';
import type { Name, QuotedText } from '../expression.ts';
import type { Span } from '../source.ts';
import { placeClause } from './clause.ts';
import { placeExpression } from './expression.ts';
import type { SourceText } from './origin.ts';
import {
  maximalWidth,
  type PlacedPiece,
  placeLine,
  prefixed,
  startLine,
  type TextPiece,
  widthOf,
  withCommas,
  withOr,
} from './piece.ts';
import { formatField, formatText, formatTextOrWord, formatValue, itemPieces } from './value.ts';

/** The lines of a declaration. */
export function placeDeclaration(origin: SourceText, declaration: Declaration): readonly PlacedPiece[] {
  const { start, end } = declaration.span;
  const head = (text: string, until: Span = { start, end }): readonly PlacedPiece[] =>
    placeLine([{ text, span: { start, end: until.end } }], 0);
  switch (declaration.kind) {
    case 'header': {
      const { name, title } = declaration;
      const titleLine =
        title === undefined ? [] : placeLine([{ text: formatText(origin, title), span: title.span }], 2);
      return [...head(`policy ${name.text}`, name.span), ...titleLine];
    }
    case 'import':
      return head(`import ${formatText(origin, declaration.target)}`);
    case 'defaults':
      return [
        ...head('defaults', { start, end: start + 'defaults'.length }),
        ...declaration.clauses.flatMap((clause) => placeClause(origin, clause)),
      ];
    case 'list':
      return placeList(origin, declaration);
    case 'condition':
      return placeCondition(origin, declaration);
    case 'window':
      return placeWindow(origin, declaration);
    case 'wrapper':
      return placeLine(prefixed('wrapper ', textPieces(origin, declaration.commands), start), 0);
    case 'alias': {
      const { name, command } = declaration;
      return head(`alias ${formatTextOrWord(origin, name)} = ${formatTextOrWord(origin, command)}`);
    }
    case 'command-declaration': {
      const { command, parts } = declaration;
      return [
        ...head(`command ${formatText(origin, command)}`, command.span),
        ...parts.flatMap((part) => placePart(origin, part)),
      ];
    }
    case 'tool-declaration': {
      const { tool, server, toolKind, parts } = declaration;
      const of = server === undefined ? '' : ` of mcp ${formatText(origin, server)}`;
      const kind = toolKind === undefined ? '' : ` kind ${toolKind.text}`;
      return [
        ...head(`tool ${formatText(origin, tool)}${of}${kind}`, (toolKind ?? server ?? tool).span),
        ...parts.flatMap((part) => placePart(origin, part)),
      ];
    }
    case 'rule': {
      const { effect, name, from, share, clauses } = declaration;
      const onDay = from === undefined ? '' : ` from ${from.text}`;
      const ofSessions = share === undefined ? '' : ` for ${share.raw} % of sessions`;
      return [
        ...head(`${effect} ${name.text}${onDay}${ofSessions}`, (share ?? from ?? name).span),
        ...clauses.flatMap((clause) => placeClause(origin, clause)),
      ];
    }
    case 'label': {
      const { name, scope, lasts, clauses } = declaration;
      return [
        ...head(`label ${name.text} on ${scope.text} lasts ${formatValue(origin, lasts)}`, lasts.span),
        ...clauses.flatMap((clause) => placeClause(origin, clause)),
      ];
    }
    case 'limit': {
      const { name, most, what, period, scope, clauses } = declaration;
      const text = `limit ${name.text} to ${most.raw} ${what.text} per ${period.raw} per ${scope.text}`;
      return [...head(text, scope.span), ...clauses.flatMap((clause) => placeClause(origin, clause))];
    }
    case 'exception': {
      const { effect, name, targets, clauses } = declaration;
      const word = effect === 'watch' ? 'watch' : 'except';
      const head = prefixed(`${word} ${name.text} for `, withCommas(targets), start);
      return [...placeLine(head, 0), ...clauses.flatMap((clause) => placeClause(origin, clause))];
    }
    default:
      return declaration satisfies never;
  }
}

const textPieces = (origin: SourceText, texts: readonly QuotedText[]): readonly TextPiece[] =>
  texts.map((text) => ({ text: formatText(origin, text), span: text.span }));

/**
 * A list on one line, if it fits and the author did not begin a new line for the items. Otherwise the items are below, each
 * line of the author on one line.
 */
function placeList(origin: SourceText, list: ListDeclaration): readonly PlacedPiece[] {
  const { name, type, span } = list;
  const items = itemPieces(origin, list.items);
  const except = prefixed('except ', itemPieces(origin, list.except));
  const [first] = [...list.items, ...list.except];
  const head: TextPiece = {
    text: `list ${name.text} =${type === undefined ? '' : ` ${type.text}`}`,
    span: { start: span.start, end: first === undefined ? span.end : (type ?? name).span.end },
  };
  const isSetOnLines =
    first !== undefined &&
    (origin.hasLineEnd(head.span.end, first.span.start) ||
      origin.hasComment({ start: head.span.end, end: span.end }));
  const flat = [head, ...items, ...except];
  if (!isSetOnLines && widthOf(flat) <= maximalWidth) return placeLine(flat, 0);
  return [
    ...placeLine([head], 0),
    ...placeGroups(origin, head, items, 2),
    // What follows `except` is indented further than the line of that word.
    ...placeGroups(origin, undefined, except, 4),
  ];
}

/**
 * Items below their head. Those of a line that the author set stay together; a line
 * set further in than others goes on with the one before it.
 */
function placeGroups(
  origin: SourceText,
  head: TextPiece | undefined,
  items: readonly TextPiece[],
  indent: number,
): readonly PlacedPiece[] {
  const beginsLine = items.map(({ span }, index) => {
    const before = index === 0 ? head : items[index - 1];
    return before !== undefined && origin.hasLineEnd(before.span.end, span.start);
  });
  const written = items.map(({ span }) => origin.indentOf(span.start));
  const least = written.reduce(
    (smallest, columns, index) => (beginsLine[index] ? Math.min(smallest, columns) : smallest),
    Number.POSITIVE_INFINITY,
  );
  const isGroup = written.map(
    (columns, index) => index > 0 && beginsLine[index] === true && columns <= least,
  );
  const further = isGroup.includes(true) ? indent + 2 : indent;
  return items.map((item, index) => {
    if (index === 0) return { ...item, position: 'line', indent: 2 };
    return isGroup[index]
      ? { ...item, position: 'paragraph', indent }
      : { ...item, position: 'fill', indent: further };
  });
}

/** A condition on one line, or below its head. */
function placeCondition(origin: SourceText, declaration: ConditionDeclaration): readonly PlacedPiece[] {
  const { name, expression, span } = declaration;
  const head = `condition ${name.text} =`;
  const onLine = placeExpression(origin, expression, { column: head.length + 1, indent: 4, behind: 0 });
  if (
    head.length + 1 + widthOf(onLine) <= maximalWidth &&
    onLine.every(({ position }) => position === 'fill')
  )
    return startLine(prefixed(`${head} `, onLine, span.start), 'line', 0);
  const below = placeExpression(origin, expression, { column: 2, indent: 4, behind: 0 });
  return [
    ...placeLine([{ text: head, span: { start: span.start, end: name.span.end } }], 0),
    ...startLine(below, 'line', 2),
  ];
}

/** A window on one line if it fits, else filled up line by line. */
function placeWindow(
  origin: SourceText,
  { name, spans, except, zone, span: { start, end } }: WindowDeclaration,
): readonly PlacedPiece[] {
  const pieces = spans.flatMap((each, index) => {
    const own = spanPieces(each);
    return index === 0 ? own : prefixed('and ', own);
  });
  const excepted = prefixed('except ', withCommas(except.map(rangePiece)));
  const inZone = zone === undefined ? [] : [{ text: `in ${formatText(origin, zone)}`, span: zone.span }];
  const isZoneLast = (except[0]?.span.start ?? end) < (zone?.span.start ?? start);
  const rest = isZoneLast ? [...excepted, ...inZone] : [...inZone, ...excepted];
  const head = { text: `window ${name.text} =`, span: { start, end: name.span.end } };
  return placeLine([head, ...pieces, ...rest], 0, 'line', 2);
}

function spanPieces(each: WindowPart): readonly TextPiece[] {
  if (each.kind === 'daily')
    return [...withCommas(each.days.map(rangePiece)), ...withCommas(each.times.map(rangePiece))];
  const { first, begin, last, end, span } = each;
  return [{ text: `${first.text} ${begin.text} to ${last.text} ${end.text}`, span }];
}

const rangePiece = ({ first, last, span }: DayRange | TimeRange): Name => ({
  text: last === undefined ? first.text : `${first.text} to ${last.text}`,
  span,
});

/** One line of what a file says of a command or tool. */
function placePart(origin: SourceText, part: OptionList | DeclaredEffect): readonly PlacedPiece[] {
  const { start } = part.span;
  if (part.kind === 'options') {
    const groups = part.groups.map((names) => ({
      text: names.map(({ value }) => value).join('/'),
      span: { start: names[0]?.span.start ?? start, end: names.at(-1)?.span.end ?? start },
    }));
    const head = part.values ? 'options with values: ' : 'options: ';
    return placeLine(prefixed(head, groups, start), 2, 'paragraph');
  }
  const verb = writtenVerb(part.verb.text);
  const line = (text: string): readonly PlacedPiece[] =>
    placeLine([{ text: `${verb}${text}`, span: part.span }], 2, 'paragraph');
  switch (part.of.kind) {
    case 'nothing':
      return line('');
    case 'operands':
      return line(' operands');
    case 'operand':
      return line(` ${part.of.which} operand`);
    case 'option':
      return line(` value of ${part.of.option.value}`);
    case 'field':
      return line(` ${formatField(origin, part.of.field)}`);
    case 'texts': {
      const texts = withOr(textPieces(origin, part.of.texts));
      return placeLine(prefixed(`${verb} `, texts, start), 2, 'paragraph');
    }
    default:
      return part.of satisfies never;
  }
}
