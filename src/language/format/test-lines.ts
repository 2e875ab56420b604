/** Tests and scenarios with their lines: in a rule, where they are set in, and in a file of tests, where they are not. */
import type {
  Given,
  ScenarioClause,
  ScenarioStep,
  SectionClause,
  TestClause,
  TestStep,
  TestsHeader,
  Text,
} from '../ast.ts';
import { placeCall } from './call.ts';
import type { Origin } from './origin.ts';
import { type Piece, type PlacedPiece, placeLine, prefixed } from './piece.ts';
import { formatField, formatText, itemPieces } from './value.ts';

/** `tests for com.example.dev`, with the title below it. */
export function placeTestsHeader(
  origin: Origin,
  { policy, title, span }: TestsHeader,
): readonly PlacedPiece[] {
  const head = { text: `tests for ${policy.text}`, span: { start: span.start, end: policy.span.end } };
  const below = title === undefined ? [] : [{ text: formatText(origin, title), span: title.span }];
  return [...placeLine([head], 0), ...placeLine(below, 2)];
}

/** A test of a rule, or of the rules that it names. */
export function placeTest(
  origin: Origin,
  test: TestClause | SectionClause,
  indent: number,
): readonly PlacedPiece[] {
  const { title, skip, steps, span } = test;
  const keyword = `${skipOf(origin, skip)}test`;
  const start = Math.max(span.start, skip?.span.end ?? span.start);
  const rules = test.kind === 'section' ? test.rules : [];
  const words: readonly Piece[] = [
    ...rules.map((rule, index) => ({ ...rule, text: index === 0 ? rule.text : `and ${rule.text}` })),
    ...(title === undefined ? [] : [{ text: formatText(origin, title), span: title.span }]),
  ];
  const head =
    words.length === 0
      ? [{ text: keyword, span: { start: span.start, end: start + 'test'.length } }]
      : prefixed(`${keyword} `, words, span.start);
  return [
    ...placeLine(head, indent, 'paragraph'),
    ...steps.flatMap((step) => placeTestStep(origin, step, indent + 2)),
  ];
}

export function placeScenario(
  origin: Origin,
  { title, skip, steps, span }: ScenarioClause,
  indent: number,
): readonly PlacedPiece[] {
  const text = `${skipOf(origin, skip)}scenario ${formatText(origin, title)}`;
  const head = { text, span: { start: span.start, end: title.span.end } };
  return [
    ...placeLine([head], indent, 'paragraph'),
    ...steps.flatMap((step) => placeScenarioStep(origin, step, indent + 2)),
  ];
}

const skipOf = (origin: Origin, skip: Text | undefined): string =>
  skip === undefined ? '' : `skip ${formatText(origin, skip)} `;

const byPieces = (origin: Origin, by: Text | undefined): readonly Piece[] =>
  by === undefined ? [] : [{ text: `by ${formatText(origin, by)}`, span: by.span }];

function placeTestStep(origin: Origin, step: TestStep, indent: number): readonly PlacedPiece[] {
  if (step.kind === 'given') return placeGiven(origin, step, indent);
  const { verdict, call, by, skip, span } = step;
  const before = `${skipOf(origin, skip)}${verdict.text} `;
  return placeCall(origin, call, { indent, before, start: span.start, behind: byPieces(origin, by) });
}

function placeScenarioStep(
  origin: Origin,
  step: Given | ScenarioStep,
  indent: number,
): readonly PlacedPiece[] {
  if (step.kind === 'given') return placeGiven(origin, step, indent);
  const { after, call, verdict, by, span } = step;
  const before = after === undefined ? '' : `after ${after.raw} `;
  const behind = [verdict, ...byPieces(origin, by)];
  return placeCall(origin, call, { indent, before, start: span.start, behind });
}

const placeGiven = (origin: Origin, { field, values, span }: Given, indent: number): readonly PlacedPiece[] =>
  placeLine(
    prefixed(`given ${formatField(origin, field)} `, itemPieces(origin, values), span.start),
    indent,
    'paragraph',
  );
