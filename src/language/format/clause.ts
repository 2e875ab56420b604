/** Clauses of rules, labels and limits, with the lines of their tests and scenarios. */
import type { Clause } from '../ast.ts';
import type { PolicyExpression, QuotedText } from '../expression.ts';
import type { Span } from '../source.ts';
import type {
  Examples,
  Given,
  GivenDisk,
  GivenLabel,
  ScenarioStep,
  SceneSetting,
  TestStep,
} from '../test-tree.ts';
import { placeCall, placeLiteral } from './call.ts';
import { placeExpression } from './expression.ts';
import type { SourceText } from './origin.ts';
import { type PlacedPiece, placeLine, prefixed, startLine, withCommas } from './piece.ts';
import { formatField, formatText, itemPieces } from './value.ts';

const clauseIndent = 2;
const stepIndent = 4;

/** The lines of one clause. */
export function placeClause(origin: SourceText, clause: Clause): readonly PlacedPiece[] {
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
    case 'owner':
    case 'ticket':
    case 'because':
      return line(`${clause.kind} ${formatText(origin, clause.text)}`);
    case 'severity':
      return line(`severity ${clause.level.text}`);
    case 'tags': {
      const tags = prefixed('tags ', withCommas(clause.tags), clause.span.start);
      return placeLine(tags, clauseIndent, 'paragraph');
    }
    case 'test': {
      const { title, skip, steps, span } = clause;
      const { start } = span;
      const word = `${skipOf(origin, clause)}test`;
      const head =
        title === undefined
          ? line(word, { start, end: skip?.span.end ?? start + 'test'.length })
          : line(`${word} ${formatText(origin, title)}`, { start, end: title.span.end });
      return [...head, ...steps.flatMap((step) => placeTestStep(origin, step, stepIndent))];
    }
    case 'scenario': {
      const { title, steps, span } = clause;
      const head = { start: span.start, end: title.span.end };
      return [
        ...line(`${skipOf(origin, clause)}scenario ${formatText(origin, title)}`, head),
        ...steps.flatMap((step) => placeScenarioStep(origin, step, stepIndent)),
      ];
    }
    case 'expires':
      return line(`expires ${clause.day.text}`);
    case 'final':
      return line('final');
    case 'exceptions': {
      const { layers, most, span } = clause;
      const limit = most === undefined ? [] : [{ text: `for at most ${most.raw}`, span: most.span }];
      const names = prefixed('exceptions allowed by ', [...withCommas(layers), ...limit], span.start);
      return placeLine(names, clauseIndent, 'paragraph');
    }
    default:
      return clause satisfies never;
  }
}

/** An expression on the line of its keyword, and further ones. */
function placeCondition(
  origin: SourceText,
  keyword: string,
  start: number,
  expression: PolicyExpression,
): readonly PlacedPiece[] {
  const room = { column: clauseIndent + keyword.length, indent: clauseIndent + 2, behind: 0 };
  const pieces = prefixed(keyword, placeExpression(origin, expression, room), start);
  return startLine(pieces, 'paragraph', clauseIndent);
}

/** `skip "…" `, or nothing. */
export const skipOf = (origin: SourceText, { skip }: { readonly skip: QuotedText | undefined }): string =>
  skip === undefined ? '' : `skip ${formatText(origin, skip)} `;

/** A line of a test: what is expected, or the scene that is set for it. */
export function placeTestStep(origin: SourceText, step: TestStep, indent: number): readonly PlacedPiece[] {
  if (step.kind === 'given-label') return placeGivenLabel(origin, step, indent);
  if (step.kind === 'examples') return placeExamples(origin, step, indent);
  if (step.kind !== 'expectation') return placeSetting(origin, step, indent);
  const { verdict, call, by, span } = step;
  return placeCall(origin, call, {
    indent,
    before: `${skipOf(origin, step)}${verdict.text} `,
    start: span.start,
    behind: by === undefined ? [] : [{ text: `by ${formatText(origin, by)}`, span: by.span }],
  });
}

/** A line of a scenario. */
export function placeScenarioStep(
  origin: SourceText,
  step: SceneSetting | GivenLabel | ScenarioStep,
  indent: number,
): readonly PlacedPiece[] {
  if (step.kind === 'given-label') return placeGivenLabel(origin, step, indent);
  if (step.kind !== 'step') return placeSetting(origin, step, indent);
  const { times, after, call, verdict, by, span } = step;
  const end = by === undefined ? [] : [{ text: `by ${formatText(origin, by)}`, span: by.span }];
  return placeCall(origin, call, {
    indent,
    before: `${times === undefined ? '' : `repeat ${times.raw} `}${after === undefined ? '' : `after ${after.raw} `}`,
    start: span.start,
    behind: [verdict, ...end],
  });
}

function placeSetting(origin: SourceText, step: SceneSetting, indent: number): readonly PlacedPiece[] {
  if (step.kind === 'given') return placeGiven(origin, step, indent);
  if (step.kind === 'given-disk') return placeGivenDisk(origin, step, indent);
  const { day, time, zone, span } = step;
  const inZone = zone === undefined ? '' : ` in ${formatText(origin, zone)}`;
  return placeLine([{ text: `given time ${day.text} ${time.text}${inZone}`, span }], indent, 'paragraph');
}

function placeGiven(
  origin: SourceText,
  { field, values, literal, span }: Given,
  indent: number,
): readonly PlacedPiece[] {
  const before = `given ${formatField(origin, field)} `;
  if (literal !== undefined) return placeLiteral(origin, before, span.start, literal, indent);
  return placeLine(prefixed(before, itemPieces(origin, values), span.start), indent, 'paragraph');
}

function placeGivenLabel(
  origin: SourceText,
  { name, file, span }: GivenLabel,
  indent: number,
): readonly PlacedPiece[] {
  const on = file === undefined ? '' : ` on ${formatText(origin, file)}`;
  return placeLine([{ text: `given label ${name.text}${on}`, span }], indent, 'paragraph');
}

/** The names on one line, and each row on a line below. */
function placeExamples(
  origin: SourceText,
  { columns, rows, span }: Examples,
  indent: number,
): readonly PlacedPiece[] {
  const names = columns.map(({ text }) => text).join(', ');
  const end = columns.at(-1)?.span.end ?? span.start;
  return [
    ...placeLine([{ text: `examples ${names}`, span: { start: span.start, end } }], indent, 'paragraph'),
    ...rows.flatMap((row) => {
      const text = row.texts.map((each) => formatText(origin, each)).join(', ');
      return placeLine([{ text, span: row.span }], indent + 2, 'line');
    }),
  ];
}

/** On one line where there is room, else filled up line by line. */
function placeGivenDisk(
  origin: SourceText,
  { entries, span }: GivenDisk,
  indent: number,
): readonly PlacedPiece[] {
  const pieces = entries.map(({ sort, path, value, span: own }, at) => {
    const sign = sort === 'link' ? ' ->' : ':';
    const comma = at < entries.length - 1 ? ',' : ' }';
    return { text: `${formatText(origin, path)}${sign} ${formatText(origin, value)}${comma}`, span: own };
  });
  const all = pieces.length === 0 ? [{ text: '}', span }] : pieces;
  return placeLine(prefixed('given disk { ', all, span.start), indent, 'paragraph');
}
