/**
 * Reads patches between `*** Begin Patch` and `*** End Patch`, the format of several agents. The rules are those of the
 * program that applies such patches, even for the indentation of a header: if this reader differed, a patch could hide
 * a file from it.
 */
import type { PatchChange } from './patch-change.ts';
import { type PatchLine, patchLines } from './patch-line.ts';
import { hiddenLines, spellingsOfHeader, strayPatchHeader, withoutKnown } from './stray-header.ts';
import type { TextEdit } from './text-edit.ts';

/** One section: the operation on a file, and the added lines. */
interface Section {
  readonly kind: 'add' | 'delete' | 'update';
  readonly path: string;
  readonly start: number;
  /** Offset of its header. */
  readonly line: number;
  readonly added: string[];
  /** The lines of an update as written. */
  readonly lines: string[];
  target: string | undefined;
  /** Offset of the line with the new name. */
  moveLine: number | undefined;
  hasLines: boolean;
}

/** What the patch does; undefined if the program would refuse it. An empty patch does nothing. */
export function readBeginPatch(text: string): readonly PatchChange[] | undefined {
  const lines = bodyOf(patchLines(text));
  if (lines === undefined) return undefined;
  const sections: Section[] = [];
  let current: Section | undefined;
  for (const line of lines) {
    const inUpdate = current?.kind === 'update';
    const header = readHeader(inUpdate ? line.text.trimEnd() : line.text.trim(), line);
    if (header !== undefined) {
      if (header.path === '') return undefined;
      sections.push(header);
      current = header;
    } else if (current === undefined) {
      if (!/^\*\*\* Environment ID:/.test(line.text.trim())) return undefined;
    } else if (!readLine(current, line)) return undefined;
  }
  const changes = sections.flatMap(changesOf);
  return [...changes, ...withoutKnown(strayChanges(lines, sections), changes)];
}

/** Headers that only other readers accept: indented ones, ones after an unusual line end, and names with a colon. */
function strayChanges(lines: readonly PatchLine[], sections: readonly Section[]): readonly PatchChange[] {
  const own = new Set(sections.flatMap(({ line, moveLine }) => [line, moveLine]));
  const stray = lines.flatMap((line) => [
    ...(own.has(line.start) ? [] : strayPatchHeader(line)),
    ...hiddenLines(line).flatMap(strayPatchHeader),
  ]);
  const cut = sections.flatMap((section) =>
    [section.path, section.target ?? section.path].flatMap((path) =>
      spellingsOfHeader(path)
        .slice(1)
        .flatMap((each) => changesOf({ ...section, path: each, target: undefined })),
    ),
  );
  return [...stray, ...cut.map((change) => ({ ...change, certain: false }))];
}

/** The lines between the first and the last marker; undefined without them. Blank lines and a here-document may be around them. */
function bodyOf(all: readonly PatchLine[]): readonly PatchLine[] | undefined {
  let from = all.findIndex(({ text }) => text.trim() !== '');
  let to = all.findLastIndex(({ text }) => text.trim() !== '');
  const opening = /^<<\s*(['"]?)([A-Za-z_]+)\1$/.exec(all[from]?.text.trim() ?? '');
  if (opening !== null && all[to]?.text.trim() === opening[2]) {
    from++;
    to--;
    while (to > from && all[to]?.text.trim() === '') to--;
  }
  if (from >= to || all[from]?.text.trim() !== '*** Begin Patch') return undefined;
  if (all[to]?.text.trim() !== '*** End Patch') return undefined;
  return all.slice(from + 1, to);
}

function readHeader(text: string, line: PatchLine): Section | undefined {
  const match = /^\*\*\* (Add|Delete|Update) File: (.*)$/.exec(text);
  if (match === null) return undefined;
  const kind = match[1] === 'Add' ? 'add' : match[1] === 'Delete' ? 'delete' : 'update';
  const path = match[2] ?? '';
  const start = line.start + line.text.indexOf(path, line.text.indexOf(': ') + 2);
  return {
    kind,
    path,
    start,
    line: line.start,
    added: [],
    lines: [],
    target: undefined,
    moveLine: undefined,
    hasLines: false,
  };
}

/** Adds one line to a section; false if such a line is not allowed there. */
function readLine(section: Section, { text, start }: PatchLine): boolean {
  switch (section.kind) {
    case 'delete':
      return text.trim() === '';
    case 'add':
      if (!text.startsWith('+')) return text.trim() === '';
      section.added.push(text.slice(1));
      return true;
    case 'update': {
      const move = /^\*\*\* Move to: (.*)$/.exec(text.trimEnd());
      if (move !== null) {
        // Some programs refuse a second one, or one after the first lines; others follow it.
        if (section.hasLines || section.target !== undefined || move[1] === '') return false;
        section.target = move[1];
        section.moveLine = start;
        return true;
      }
      section.hasLines = true;
      section.lines.push(text);
      if (text.startsWith('+')) section.added.push(text.slice(1));
      return text === '' || /^[ +@-]/.test(text) || text.trimEnd() === '*** End of File';
    }
    default:
      return section.kind satisfies never;
  }
}

function changesOf({ kind, path, start, added, lines, target }: Section): PatchChange[] {
  const end = start + path.length;
  const change = { path, target: undefined, content: undefined, certain: true, start, end } as const;
  const content = added.join('\n');
  switch (kind) {
    case 'add':
      return [{ ...change, use: 'write', content, result: 'content' }];
    case 'delete':
      return [{ ...change, use: 'delete' }];
    case 'update':
      if (target !== undefined) return [{ ...change, use: 'move', target, content }];
      return [
        { ...change, use: 'read' },
        { ...change, use: 'write', content, result: editsOf(lines) },
      ];
    default:
      return kind satisfies never;
  }
}

/** The edits of an update. Each begins at a line with `@@`, and has the old lines and the new ones. */
function editsOf(lines: readonly string[]): readonly TextEdit[] {
  const parts: { before: string[]; after: string[] }[] = [];
  for (const line of lines) {
    if (line.trimEnd() === '*** End of File') continue;
    if (line.startsWith('@') || parts.length === 0) parts.push({ before: [], after: [] });
    const part = parts.at(-1);
    if (part === undefined || line.startsWith('@')) continue;
    const text = line.slice(1);
    if (!line.startsWith('+')) part.before.push(text);
    if (!line.startsWith('-')) part.after.push(text);
  }
  return parts
    .filter(({ before, after }) => before.length + after.length > 0)
    .map(({ before, after }) => ({ before: before.join('\n'), after: after.join('\n'), all: false }));
}
