/**
 * Mistakes that are found before parsing: characters that no token begins with, texts without an end, brackets that are
 * nested too deep.
 */
import { type Diagnostic, errorAt } from './diagnostic.ts';
import { maximalDepth, maximalPrefixes, type Report, walkTokens } from './scan.ts';
import type { Span } from './source.ts';
import { splitClauses, splitDeclarations, splitSteps } from './split.ts';

/**
 * Everything wrong with the letters and brackets of `text`, in order; no more
 * than `limit` and one.
 */
export function findLexicalErrors(path: string, text: string, limit: number): Diagnostic[] {
  const whole = { start: 0, end: text.length };
  const errors = findInRegion(path, text, whole, limit);
  if (!errors.some(({ code }) => code === 'too-deep')) return errors;
  // A bracket that is never closed makes all that follows look deep: look at each part on its own.
  const found: Diagnostic[] = [];
  for (const part of smallestParts(text)) {
    if (found.length > limit) break;
    found.push(...findInRegion(path, text, part, limit - found.length));
  }
  return found;
}

/** The parts that are parsed apart from each other after an error. */
function smallestParts(text: string): Span[] {
  return splitDeclarations(text).flatMap((declaration) =>
    splitClauses(text, declaration).flatMap((clause) => splitSteps(text, clause)),
  );
}

function findInRegion(path: string, text: string, region: Span, limit: number): Diagnostic[] {
  const found: Diagnostic[] = [];
  const report: Report = (code, start, end, message, help, fix) => {
    found.push(errorAt(code, path, { start, end }, message, { help, fix }));
  };
  let prefixes = 0;
  let tooDeep = false;
  walkTokens(
    text,
    region,
    (kind, start, end, depth) => {
      if (depth > maximalDepth && !tooDeep) {
        tooDeep = true;
        report(
          'too-deep',
          start,
          end,
          `brackets are nested more than ${maximalDepth} levels deep`,
          'name a part of the expression with `condition`, and use the name',
        );
      }
      const word = kind === 'word' ? text.slice(start, end) : '';
      prefixes = word === 'not' || word === 'might' ? prefixes + 1 : 0;
      if (prefixes === maximalPrefixes + 1) {
        report(
          'too-deep',
          start,
          end,
          'more than eight `not` or `might` in a row',
          'two `not` cancel each other',
        );
      }
    },
    report,
    () => found.length > limit,
  );
  return found;
}
