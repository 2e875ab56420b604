/** Files of tests: a header, and sections of lines below it. */
import type { TestsHeader, TestsSection } from '../ast.ts';
import { placeScenarioStep, placeTestStep, skipOf } from './clause.ts';
import type { Origin } from './origin.ts';
import { type PlacedPiece, placeLine } from './piece.ts';
import { formatText } from './value.ts';

const stepIndent = 2;

/** The lines of a header. */
export function placeTestsHeader(
  origin: Origin,
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
export function placeTestsSection(origin: Origin, section: TestsSection): readonly PlacedPiece[] {
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
  const words = ['test', rules.map(({ text }) => text).join(' and ')].filter((word) => word !== '');
  if (title !== undefined) words.push(formatText(origin, title));
  const end = (title ?? rules.at(-1) ?? skip)?.span.end ?? span.start + 'test'.length;
  return [...line(words.join(' '), end), ...steps.flatMap((step) => placeTestStep(origin, step, stepIndent))];
}
