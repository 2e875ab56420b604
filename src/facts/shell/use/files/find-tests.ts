/** The tests of `find` that decide which paths it prints, as far as the names on the disk decide them. */
import { staticText, textShape } from '../../../../pattern/text/shape.ts';
import { compileAffix } from '../../expand/glob-text.ts';
import { type Word, wordOfShape } from '../../word.ts';
import { alternatives, namedPath, narrowing, neutral, readRoots } from './find.ts';

/** A path as it is printed, its last name, how deep it is below its starting point, and what it is. */
export interface FindMatch {
  readonly text: string;
  readonly name: string;
  readonly depth: number;
}

/** `kind`: `file`, `folder`, `link` or another of the disk, or `made` by the call, which may be any. */
type Test = (found: FindMatch & { readonly kind: string }) => boolean | 'unknown';

/** What a `find` prints. */
export interface FindSearch {
  readonly roots: readonly Word[];
  readonly deepest: number;
  readonly test: Test;
  readonly between: '\n' | '\0';
}

/** Reads the words of a `find` that only prints paths; undefined for one that does more, or that has unknown words. */
export function readSearch(words: readonly Word[]): FindSearch | undefined {
  const texts = words.map(({ shape }) => staticText(shape));
  const { roots, end } = readRoots(words, texts);
  if (
    words.slice(0, end).some(({ splits }) => splits) ||
    texts.slice(0, end).some((text) => /^-[HEL]/.test(text ?? ''))
  )
    return undefined;
  const tests: Test[] = [];
  let [deepest, between]: [number, '\n' | '\0'] = [Number.POSITIVE_INFINITY, '\n'];
  let isNegated = false;
  let isOpen = false;
  let hasPrinted = false;
  for (let at = end; at < texts.length; at++) {
    const text = texts[at];
    // A link may lead to more than is listed here.
    if (text === undefined || text === '-follow') return undefined;
    if (text === '!' || text === '-not') isNegated = !isNegated;
    else if (alternatives.has(text) || /^(?:[()]|-prune|-daystart)$/.test(text)) isOpen = true;
    else if (text === '-print' || text === '-print0') {
      between = text === '-print' ? '\n' : '\0';
      hasPrinted = true;
    } else if (text === '-maxdepth' || text === '-mindepth') {
      const depth = Number(texts[++at] ?? Number.NaN);
      if (!Number.isInteger(depth)) return undefined;
      if (text === '-maxdepth') deepest = depth;
      else tests.push((found) => found.depth >= depth);
    } else if (namedPath.has(text) || text === '-type') {
      const value = texts[++at];
      // A test behind `-print` comes too late.
      const test =
        value === undefined || hasPrinted ? unknown : text === '-type' ? ofKind(value) : ofName(text, value);
      tests.push(isNegated ? inverse(test) : test);
      isNegated = false;
    } else if (narrowing.has(text)) {
      at += narrowing.get(text) ?? 0;
      tests.push(unknown);
      isNegated = false;
    } else if (
      !/^-(?:a|and|xdev|mount|depth|noleaf)$/.test(text) &&
      !(text === '-regextype' && neutral.has(text))
    )
      return undefined;
    else at += neutral.get(text) ?? 0;
  }
  return {
    roots: roots.length === 0 ? [wordOfShape(textShape('.'))] : roots,
    deepest,
    between,
    // With alternatives any of the paths may pass.
    test: isOpen ? unknown : allOf(tests),
  };
}

const unknown: Test = () => 'unknown';

const inverse =
  (test: Test): Test =>
  (found) => {
    const passes = test(found);
    return passes === 'unknown' ? passes : !passes;
  };

const allOf =
  (tests: readonly Test[]): Test =>
  (found) => {
    const results = tests.map((test) => test(found));
    return results.includes(false) ? false : results.includes('unknown') ? 'unknown' : true;
  };

const kinds: ReadonlyMap<string, string> = new Map([
  ['f', 'file'],
  ['d', 'folder'],
  ['l', 'link'],
]);

function ofKind(letters: string): Test {
  const wanted = letters.split(',').map((letter) => kinds.get(letter));
  if (wanted.includes(undefined)) return unknown;
  return ({ kind }) => (kind === 'made' ? 'unknown' : wanted.includes(kind));
}

/** `-name` looks at the last name, `-path` at all that is printed. A `*` matches a dot at the beginning, and a slash. */
function ofName(test: string, pattern: string): Test {
  const folds = /^-i/.test(test);
  const affix = compileAffix(folds ? pattern.toLowerCase() : pattern);
  if (affix === undefined) return unknown;
  return ({ name, text }) => {
    const given = /name$/.test(test) && !test.includes('whole') ? name : text;
    const length = affix(folds ? given.toLowerCase() : given, 'start', true);
    return length === 'unknown' ? length : length === given.length;
  };
}
