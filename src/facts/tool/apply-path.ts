/** Fields that name files and folders → what is done to them, with the content that stands beside them. */
import { mayNameFolder } from '../../pattern/folder-name.ts';
import { anyShape, type Shape, textShape } from '../../pattern/shape.ts';
import { madeOf } from '../disk/made-of.ts';
import type { InputSpan, PathEffect, PathUse } from '../effect.ts';
import type { Json } from '../event.ts';
import { isList } from '../json.ts';
import type { PathRecord } from '../recorder.ts';
import type { ToolUse } from './entry.ts';
import { type FoundField, isTrue } from './fields.ts';
import { leaveText, type TextLeft } from './leave-text.ts';
import { nameKey } from './name-key.ts';
import { patternBelow, patternPaths } from './pattern-paths.ts';
import { eachPath, eachText, type Reading, spanOf, spanOfCall, valuesOf, valuesOfName } from './reading.ts';
import type { TextEdit } from './text-edit.ts';

/** One path of a use. */
export function applyPath(reading: Reading, use: ToolUse, text: string, span: InputSpan): void {
  const path = textShape(text);
  const isWhole = isRecursive(reading, span.field);
  const record = (kind: PathUse, recursive = isWhole): readonly PathEffect[] =>
    reading.recorder.path({
      use: kind,
      path,
      base: reading.base,
      certain: use.certain,
      span,
      command: undefined,
      recursive,
      content: kind === 'write' ? contentFor(reading, span.field) : undefined,
    });
  switch (use.name) {
    case 'edit':
      record('read');
      for (const effect of record('write'))
        leaveText(effect, editsFor(reading, span.field), reading.recorder);
      return;
    case 'upload':
      for (const effect of record('read')) {
        const place = reading.recorder.disk.placeOf(effect.path);
        reading.uploads.push(effect, ...(place === undefined ? [] : madeOf(place, reading.recorder.disk)));
      }
      return;
    case 'globs':
      for (const each of patternPaths(text)) {
        const { base, recorder } = reading;
        recorder.path({
          use: 'read',
          path: each,
          base,
          certain: use.certain,
          span,
          command: undefined,
          recursive: isWhole,
        });
      }
      return;
    case 'write':
      for (const effect of record('write'))
        leaveText(effect, wholeFor(reading, span.field), reading.recorder);
      return;
    case 'delete':
      record('delete', isWhole || mayBeFolder(text));
      return;
    case 'move':
    case 'copy':
      // A folder is moved with all that is in it.
      recordTargets(reading, use, text, span, record(use.name, isWhole || mayBeFolder(text)));
      return;
    default:
      record('read');
  }
}

/**
 * Where a move or a copy goes: every field that says so counts. What goes onto a
 * folder lands in it, or replaces it; a name without a directory is one beside
 * the file where its field is for a name.
 */
function recordTargets(
  reading: Reading,
  use: ToolUse,
  source: string,
  span: InputSpan,
  moved: readonly PathEffect[],
): void {
  const { base } = reading;
  const [from] = moved;
  const recorder = {
    path(record: PathRecord): void {
      for (const { path } of reading.recorder.path(record))
        if (from !== undefined)
          reading.recorder.copy(from, path, { certain: use.certain, whole: from.recursive, span });
    },
  };
  const about = { use: 'write', base, certain: use.certain, command: undefined } as const;
  const own = lastName(source);
  for (const found of valuesOfName(reading, 'target')) {
    if (!sharesElements(span.field, found.field)) continue;
    const content = contentFor(reading, span.field);
    if (typeof found.value !== 'string') {
      recorder.path({ ...about, path: anyShape('…'), span, content });
      continue;
    }
    const target = found.value;
    const place = spanOf(found);
    recorder.path({ ...about, path: textShape(target), span: place, content });
    const isName = /name$/.test(nameKey(String(found.field.at(-1))));
    if (isName && !/[/\\]/.test(target) && source !== own) {
      const beside = source.slice(0, source.length - own.length) + target;
      recorder.path({ ...about, path: textShape(beside, target), span: place, content });
    }
    const isFolder = /[/\\]$/.test(target);
    if (isFolder || (mayBeFolder(target) && lastName(target) !== own)) {
      const inside = `${target.replace(/[/\\]$/, '')}/${own}`;
      const certain = use.certain && isFolder;
      recorder.path({ ...about, certain, path: textShape(inside, target), span: place, content });
      // A folder that takes the place of a hidden one brings all that is below it.
      if (/^\.[^./\\]/.test(lastName(target))) {
        recorder.path({ ...about, certain: false, path: textShape(target), span: place, recursive: true });
      }
    }
  }
}

/** The last name of a path, with the slash behind it. */
function lastName(path: string): string {
  const end = /[/\\]$/.test(path) ? path.length - 1 : path.length;
  return path.slice(Math.max(path.lastIndexOf('/', end - 1), path.lastIndexOf('\\', end - 1)) + 1);
}

/** Whether a path could name a folder, by its last name. */
const mayBeFolder = (path: string): boolean => mayNameFolder(lastName(path).replace(/[/\\]$/, ''));

/** A field that says so, or a field that always means all that lies below. */
const isRecursive = (reading: Reading, field: readonly (string | number)[]): boolean =>
  valuesOfName(reading, 'recursive').some((found) => isTrue(found.value) || isSame(found.field, field));

const isSame = (a: readonly (string | number)[], b: readonly (string | number)[]): boolean =>
  a.length === b.length && a.every((step, index) => step === b[index]);

/** What is written to a path: the content in the same element of a list, or all that there is. */
function contentFor(reading: Reading, field: readonly (string | number)[]): string | undefined {
  const texts = valuesOfName(reading, 'content').flatMap((found) =>
    sharesElements(field, found.field) ? contentTexts(found.value) : [],
  );
  return texts.length === 0 ? undefined : texts.join('\n');
}

/** What a file holds after it is written. With a field that is not known the content may be added, or not be written. */
function wholeFor(reading: Reading, field: readonly (string | number)[]): TextLeft {
  const whole = contentFor(reading, field);
  if (reading.hasOthers || mayKeep(reading)) return { parts: whole === undefined ? [] : [whole] };
  return whole === undefined ? 'perhaps empty' : { whole };
}

/** Whether a call says that it writes over nothing. */
const mayKeep = ({ find }: Reading): boolean => find(['overwrite']).some(({ value }) => !isTrue(value));

/**
 * The parts that an edit changes, each with its replacement in the same element. A part without one is deleted: an empty
 * text counts as none. It may also have its replacement in a field that is not known.
 */
function editsFor(reading: Reading, field: readonly (string | number)[]): TextLeft {
  const mine = (name: 'replaces' | 'content'): readonly FoundField[] =>
    valuesOfName(reading, name).filter((found) => sharesElements(field, found.field));
  const replaced = mine('replaces');
  const contents = mine('content');
  const isAll = [...reading.find(['replaceall']), ...reading.find(['allowmultiple'])].some(({ value }) =>
    isTrue(value),
  );
  const edits = replaced.flatMap(({ field: at, value }): TextEdit[] => {
    const beside = contents.filter((content) => sharesElements(at, content.field));
    const after = beside.length === 0 && !reading.hasOthers ? '' : beside[0]?.value;
    if (beside.length > 1 || typeof value !== 'string' || typeof after !== 'string') return [];
    return [{ before: value, after, all: isAll }];
  });
  const isUsed = ({ field: at }: FoundField): boolean =>
    replaced.some((found) => sharesElements(found.field, at));
  if (edits.length > 0 && edits.length === replaced.length && contents.every(isUsed)) return { edits };
  return { parts: contents.flatMap(({ value }) => contentTexts(value)) };
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
    const { base, recorder } = reading;
    const record = (path: Shape, recursive: boolean): readonly PathEffect[] =>
      recorder.path({ use: 'read', path, base, certain, span, command: undefined, recursive });
    record(folder, included.length === 0);
    for (const pattern of included) {
      for (const path of patternPaths(pattern)) record(patternBelow(folder, path), false);
    }
  }
}
