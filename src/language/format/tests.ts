/** Files of tests: a header, and sections of lines below it. */
import type { TestsHeader, TestsSection } from '../test-tree.ts';
import { placeScenarioStep, placeTestStep, skipOf } from './clause.ts';
import type { SourceText } from './origin.ts';
import { type PlacedPiece, placeLine } from './piece.ts';
import { formatText } from './value.ts';

const stepIndent = 2;

/** The lines of a header. */
export function placeTestsHeader(
  origin: SourceText,
  { policy, title, span }: TestsHeader,
): readonly PlacedPiece[] {
  const head = placeLine(
    [{ text: `tests for ${policy.text}`, span: { start: span.start, end: policy.span.end } }],
    0,
  );
  const titleLine =
    title === undefined ? [] : placeLine([{ text: formatText(origin, title), span: title.span }], 2);
  return [...head, ...titleLine];
}

/** The lines of a section, or of a scenario. */
export function placeTestsSection(origin: SourceText, section: TestsSection): readonly PlacedPiece[] {
  const { span, skip, title } = section;
  const line = (text: string, end: number): readonly PlacedPiece[] =>
    placeLine([{ text: `${skipOf(origin, section)}${text}`, span: { start: span.start, end } }], 0);
  if (section.kind === 'scenario') {
    return [
      ...line(`scenario ${formatText(origin, section.title)}`, section.title.span.end),
      ...section.steps.flatMap((step) => placeScenarioStep(origin, step, stepIndent)),
    ];
  }
  const { rules, steps } = section;
  const start = { start: span.start, end: skip?.span.end ?? span.start + 'test'.length };
  const names = rules.map((rule, index) => ({
    text: index === 0 ? rule.text : `and ${rule.text}`,
    span: rule.span,
  }));
  const titles = title === undefined ? [] : [{ text: formatText(origin, title), span: title.span }];
  const [first, ...rest] = [...names, ...titles];
  const word = `${skipOf(origin, section)}test`;
  const head =
    first === undefined
      ? [{ text: word, span: start }]
      : [{ text: `${word} ${first.text}`, span: { start: span.start, end: first.span.end } }, ...rest];
  return [
    ...placeLine(head, 0, 'line', 4),
    ...steps.flatMap((step) => placeTestStep(origin, step, stepIndent)),
  ];
}
