/** Fields that name files and folders → what is done to them, with the content that stands beside them. */
import { anyShape, type Shape, textShape } from '../../pattern/shape.ts';
import type { InputSpan, PathEffect, PathUse } from '../effect.ts';
import type { Json } from '../event.ts';
import { isList } from '../json.ts';
import type { ToolUse } from './entry.ts';
import { patternBelow, patternPaths } from './pattern-paths.ts';
import { eachPath, eachText, type Reading, spanOfCall, valuesOf, valuesOfName } from './reading.ts';

/** One path of a use. */
export function applyPath(reading: Reading, use: ToolUse, text: string, span: InputSpan): void {
  const recursive = isRecursive(reading, span.field);
  const record = (kind: PathUse, path: Shape): readonly PathEffect[] =>
    reading.recorder.path({
      use: kind,
      path,
      target: kind === 'move' || kind === 'copy' ? targetOf(reading) : undefined,
      base: reading.base,
      certain: use.certain,
      span,
      command: undefined,
      recursive,
      content: kind === 'read' || kind === 'delete' ? undefined : contentFor(reading, span.field),
    });
  switch (use.name) {
    case 'edit':
      record('read', textShape(text));
      record('write', textShape(text));
      return;
    case 'upload':
      reading.uploads.push(...record('read', textShape(text)));
      return;
    case 'globs':
      for (const path of patternPaths(text)) record('read', path);
      return;
    case 'write':
    case 'delete':
    case 'move':
    case 'copy':
      record(use.name, textShape(text));
      return;
    default:
      record('read', textShape(text));
  }
}

function targetOf(reading: Reading): { readonly path: Shape; readonly into: 'no' | 'perhaps' } | undefined {
  const [target] = valuesOfName(reading, 'target');
  if (target === undefined) return undefined;
  const path = typeof target.value === 'string' ? textShape(target.value) : anyShape('…');
  return { path, into: /[/\\]$/.test(path.source) ? 'perhaps' : 'no' };
}

/** A field that says so, or a field that always means all that lies below. */
const isRecursive = (reading: Reading, field: readonly (string | number)[]): boolean =>
  valuesOfName(reading, 'recursive').some(
    (found) => found.value === true || found.value === 'true' || isSame(found.field, field),
  );

const isSame = (a: readonly (string | number)[], b: readonly (string | number)[]): boolean =>
  a.length === b.length && a.every((step, index) => step === b[index]);

/** What is written to a path: the content in the same element of a list, or all that there is. */
function contentFor(reading: Reading, field: readonly (string | number)[]): string | undefined {
  const texts = valuesOfName(reading, 'content').flatMap((found) =>
    sharesElements(field, found.field) ? contentTexts(found.value) : [],
  );
  return texts.length === 0 ? undefined : texts.join('\n');
}

/** Whether two fields lie in the same element of every list that they have in common. */
function sharesElements(a: readonly (string | number)[], b: readonly (string | number)[]): boolean {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    if (a[at] === b[at]) continue;
    return typeof a[at] !== 'number' || typeof b[at] !== 'number';
  }
  return true;
}

/** Texts, also those of a list of lines. */
function contentTexts(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' && isList(value)
    ? value.filter((each) => typeof each === 'string')
    : [];
}

/** A search reads the files below a folder, or those of them that it is told to look at. */
export function applySearch(reading: Reading, use: ToolUse): void {
  const folders: { readonly text: string; readonly span: InputSpan; readonly certain: boolean }[] = [];
  for (const found of valuesOf(reading, use)) {
    eachPath(reading, found, (text, span) => folders.push({ text, span, certain: use.certain }));
  }
  if (folders.length === 0) folders.push({ text: '.', span: spanOfCall(reading), certain: false });
  const patterns: string[] = [];
  for (const found of valuesOfName(reading, 'include')) {
    eachText(reading, found, (text) => patterns.push(text));
  }
  const included = patterns.filter((pattern) => !pattern.startsWith('!'));
  for (const { text, span, certain } of folders) {
    const folder = textShape(text);
    const about = { use: 'read', base: reading.base, certain, span, command: undefined } as const;
    reading.recorder.path({ ...about, path: folder, recursive: included.length === 0 });
    for (const pattern of included.flatMap(patternPaths)) {
      reading.recorder.path({ ...about, path: patternBelow(folder, pattern) });
    }
  }
}
