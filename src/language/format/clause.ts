/** Clauses of rules, labels and limits; those that are tests are in test-lines.ts. */
import type { Clause, Expression } from '../ast.ts';
import type { Span } from '../source.ts';
import { placeExpression } from './expression.ts';
import type { Origin } from './origin.ts';
import { type PlacedPiece, placeLine, prefixed, startLine, withCommas } from './piece.ts';
import { placeScenario, placeTest } from './test-lines.ts';
import { formatField, formatText } from './value.ts';

const clauseIndent = 2;

/** The lines of one clause. */
export function placeClause(origin: Origin, clause: Clause): readonly PlacedPiece[] {
  const line = (text: string, span: Span = clause.span): readonly PlacedPiece[] =>
    placeLine([{ text, span }], clauseIndent, 'paragraph');
  switch (clause.kind) {
    case 'when':
    case 'while':
    case 'unless':
      return placeCondition(origin, `${clause.kind} `, clause.span.start, clause.expression);
    case 'absence':
      return line(`if ${formatField(origin, clause.field)} ${clause.state.text} ${clause.action.text}`);
    case 'unsure':
      return line(`when unsure ${clause.action.text}`);
    case 'reason':
    case 'hint':
      return line(`${clause.kind} ${formatText(origin, clause.text)}`);
    case 'severity':
      return line(`severity ${clause.level.text}`);
    case 'tags': {
      const tags = prefixed('tags ', withCommas(clause.tags), clause.span.start);
      return placeLine(tags, clauseIndent, 'paragraph');
    }
    case 'test':
      return placeTest(origin, clause, clauseIndent);
    case 'scenario':
      return placeScenario(origin, clause, clauseIndent);
    default:
      return clause satisfies never;
  }
}

/** An expression on the line of its keyword, and further ones. */
function placeCondition(
  origin: Origin,
  keyword: string,
  start: number,
  expression: Expression,
): readonly PlacedPiece[] {
  const room = { column: clauseIndent + keyword.length, indent: clauseIndent + 2, behind: 0 };
  const pieces = prefixed(keyword, placeExpression(origin, expression, room), start);
  return startLine(pieces, 'paragraph', clauseIndent);
}
