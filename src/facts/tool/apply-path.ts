/** Fields that name files and folders → effects on them, with the content from fields beside them. */
import { mayNameFolder } from '../../pattern/path/folder-name.ts';
import { anyShape, type Shape, textShape } from '../../pattern/text/shape.ts';
import { madeOf } from '../disk/made-of.ts';
import type { InputSpan, PathEffect, PathUse } from '../effect/effect.ts';
import type { Json } from '../event/event.ts';
import { isList } from '../event/json.ts';
import { leaveText, type TextLeft } from '../patch/leave-text.ts';
import type { TextEdit } from '../patch/text-edit.ts';
import type { PathRecord } from '../record/path-record.ts';
import type { ToolUse } from './entry.ts';
import { type FoundField, isTrue } from './fields.ts';
import { nameKey } from './name-key.ts';
import { patternBelow, patternPaths } from './pattern-paths.ts';
import {
  eachPath,
  eachText,
  spanOfCall,
  spanOfField,
  type ToolReading,
  valuesOf,
  valuesOfName,
} from './reading.ts';

/** Records the effect of one use on one path. */
export function applyPath(reading: ToolReading, use: ToolUse, text: string, span: InputSpan): void {
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
      // A folder moves with everything in it.
      recordTargets(reading, use, text, span, record(use.name, isWhole || mayBeFolder(text)));
      return;
    default:
      record('read');
  }
}

/**
 * Records the targets of a move or a copy: every field for a target counts. A source goes into a target folder, or
 * replaces it. If the field is for a name, a name without a directory is in the folder of the source.
 */
function recordTargets(
  reading: ToolReading,
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
    const place = spanOfField(found);
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
      // A folder that replaces a hidden one brings everything below it.
      if (/^\.[^./\\]/.test(lastName(target))) {
        recorder.path({ ...about, certain: false, path: textShape(target), span: place, recursive: true });
      }
    }
  }
}

/** The last name of a path, with a slash after it. */
function lastName(path: string): string {
  const end = /[/\\]$/.test(path) ? path.length - 1 : path.length;
  return path.slice(Math.max(path.lastIndexOf('/', end - 1), path.lastIndexOf('\\', end - 1)) + 1);
}

/** Whether a path could name a folder, by its last name. */
const mayBeFolder = (path: string): boolean => mayNameFolder(lastName(path).replace(/[/\\]$/, ''));

/** Whether the call is recursive: a field says so, or the use always is. */
const isRecursive = (reading: ToolReading, field: readonly (string | number)[]): boolean =>
  valuesOfName(reading, 'recursive').some((found) => isTrue(found.value) || isSame(found.field, field));

const isSame = (a: readonly (string | number)[], b: readonly (string | number)[]): boolean =>
  a.length === b.length && a.every((step, index) => step === b[index]);

/** The content that is written to a path: that of the same list element, or all content of the call. */
function contentFor(reading: ToolReading, field: readonly (string | number)[]): string | undefined {
  const texts = valuesOfName(reading, 'content').flatMap((found) =>
    sharesElements(field, found.field) ? contentTexts(found.value) : [],
  );
  return texts.length === 0 ? undefined : texts.join('\n');
}

/** What a file holds after the write. If the input has an unknown field, the content may be appended, or not written. */
function wholeFor(reading: ToolReading, field: readonly (string | number)[]): TextLeft {
  const whole = contentFor(reading, field);
  if (reading.hasOthers || mayKeep(reading)) return { parts: whole === undefined ? [] : [whole] };
  return whole === undefined ? 'perhaps empty' : { whole };
}

/** Whether the call says that it overwrites nothing. */
const mayKeep = ({ find }: ToolReading): boolean => find(['overwrite']).some(({ value }) => !isTrue(value));

/**
 * The parts that an edit changes, each with the replacement from the same list element. A part without a replacement is
 * deleted, because harnesses leave empty texts out. Its replacement may also be in an unknown field.
 */
function editsFor(reading: ToolReading, field: readonly (string | number)[]): TextLeft {
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

/** Whether two fields are in the same element of every list that contains both. */
function sharesElements(a: readonly (string | number)[], b: readonly (string | number)[]): boolean {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    if (a[at] === b[at]) continue;
    return typeof a[at] !== 'number' || typeof b[at] !== 'number';
  }
  return true;
}

/** Texts; a list of lines is one text. */
function contentTexts(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' && isList(value)
    ? value.filter((each) => typeof each === 'string')
    : [];
}

/** A search reads the files below a folder, or those of them that its filters select. */
export function applySearch(reading: ToolReading, use: ToolUse): void {
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
