/**
 * Text of a file of tests → tree and diagnostics. After an error the text is cut
 * where sections start, and a section where its lines do, so that each problem of
 * a file is reported in one pass. What the tests are about is for the checker.
 */
import { boundedErrors, maximalDiagnostics, maximalLength, tooLong } from './bounds.ts';
import { type Diagnostic, errorAt, inReadingOrder } from './diagnostic.ts';
import { findLexicalErrors } from './lexical-errors.ts';
import { attempt, parsePiece, type Recovery } from './recovery.ts';
import type { Source, Span } from './source.ts';
import { splitSections, splitSteps } from './split.ts';
import type { TestStep, TestsFile, TestsHeader, TestsSection } from './test-tree.ts';

export interface ParsedTests {
  /** What could be understood; complete exactly when there are no diagnostics. */
  readonly tests: TestsFile;
  readonly diagnostics: readonly Diagnostic[];
}

/** Whether the first word of a text, after comments, is the one that files of tests begin with. */
export function beginsAsTests(text: string): boolean {
  let at = 0;
  for (;;) {
    while (/[\s\uFEFF]/.test(text[at] ?? '')) at++;
    if (text[at] !== '#') return /^tests(?![\w-])/.test(text.slice(at, at + 6));
    while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at++;
  }
}

/** Parses one file of tests. Never throws for any text. Diagnostics come in reading order. */
export function parseTests(source: Source): ParsedTests {
  const { path, text } = source;
  if (text.length > maximalLength) {
    return {
      tests: { path, header: undefined, sections: [], broken: true },
      diagnostics: [tooLong(path, `${text.length} characters`)],
    };
  }
  const lexical = findLexicalErrors(path, text, maximalDiagnostics);
  if (lexical.length === 0) {
    const whole = attempt('TestsFile', text, { start: 0, end: text.length });
    if (whole.tree !== undefined) return { tests: { path, ...whole.tree, broken: false }, diagnostics: [] };
  }
  return parseInPieces({ path, text, lexical, syntax: [], broken: [] });
}

function parseInPieces(recovery: Recovery): ParsedTests {
  const { path, text, lexical, syntax } = recovery;
  const [first = { start: 0, end: text.length }, ...rest] = splitSections(text);
  const header: TestsHeader | undefined = parsePiece(recovery, 'LoneTestsHeader', first);
  const sections = rest.flatMap((piece): TestsSection[] => {
    const enough = syntax.length + lexical.length > maximalDiagnostics;
    const section = enough ? undefined : parseSection(recovery, piece);
    return section === undefined ? [] : [section];
  });
  const diagnostics = boundedErrors(path, inReadingOrder([...lexical, ...syntax]));
  return { tests: { path, header, sections, broken: true }, diagnostics };
}

function parseSection(recovery: Recovery, piece: Span): TestsSection | undefined {
  const word = /^[a-z]+/.exec(recovery.text.slice(piece.start, piece.start + 40))?.[0] ?? '';
  if (word !== 'test' && word !== 'scenario' && word !== 'skip') {
    recovery.syntax.push(outOfPlace(recovery.path, word, piece));
    return undefined;
  }
  const [headPiece, ...stepPieces] = splitSteps(recovery.text, piece);
  const isScenario = /^(?:skip\s+"[^"\r\n]*"\s+)?scenario\b/.test(
    recovery.text.slice(piece.start, piece.start + 300),
  );
  if (isScenario || headPiece === undefined) return parsePiece(recovery, 'LoneSection', piece);
  const head = parsePiece(recovery, 'LoneSection', headPiece);
  const steps = stepPieces.flatMap((each): TestStep[] => {
    const step = parsePiece(recovery, 'LoneSectionStep', each);
    return step === undefined ? [] : [step];
  });
  return head?.kind === 'section' ? { ...head, steps: [...head.steps, ...steps], span: piece } : undefined;
}

const outOfPlace = (path: string, word: string, { start }: Span): Diagnostic =>
  errorAt('syntax', path, { start, end: start + word.length }, `a file of tests cannot have a \`${word}\``, {
    help: 'it has tests and scenarios; rules and what they use belong in another file, whose name ends in `.policy`',
  });
