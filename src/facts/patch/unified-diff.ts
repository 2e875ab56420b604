/**
 * Reads unified diffs, of `diff -u` and of git: headers, hunks, renames, modes and binary files. The lines of a hunk are
 * counted, so that none of them is read as a header. The program that applies the diff decides whether to strip the
 * first directory of a name. So both readings are reported, and the likelier one is certain.
 */
import { readDiffName } from './diff-name.ts';
import type { PatchChange } from './patch-change.ts';
import { type PatchLine, patchLines } from './patch-line.ts';
import { hiddenLines, strayDiffNames, withoutKnown } from './stray-header.ts';
import type { TextEdit } from './text-edit.ts';

interface Name {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** What is known of a file before the next one begins. */
interface FileDiff {
  /** From the line `diff --git`. */
  git: readonly Name[];
  before: Name | undefined;
  after: Name | undefined;
  from: Name | undefined;
  to: Name | undefined;
  isCopy: boolean;
  isDeleted: boolean;
  isBinary: boolean;
  hasHunks: boolean;
  readonly added: string[];
  /** The old and new text of each hunk. */
  readonly edits: TextEdit[];
}

/** What the diff does; undefined for a text that is no diff, has a hunk with a wrong count, or names no file. */
export function readUnifiedDiff(text: string): readonly PatchChange[] | undefined {
  const lines = patchLines(text);
  const files: FileDiff[] = [];
  const stray: PatchChange[] = [];
  let file: FileDiff | undefined;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? { text: '', start: 0 };
    if (line.text.startsWith('diff --git ')) {
      file = startFile(files);
      file.git = gitNames(line);
    } else if (line.text.startsWith('--- ') && lines[at + 1]?.text.startsWith('+++ ') === true) {
      if (file === undefined || file.hasHunks || file.after !== undefined) file = startFile(files);
      file.before = nameAt(line, 4);
      file.after = nameAt(lines[++at] ?? line, 4);
      if (file.before === undefined || file.after === undefined) return undefined;
    } else if (line.text.startsWith('@@')) {
      if (file?.after === undefined) return undefined;
      const end = readHunk(lines, at, file);
      if (end === undefined) return undefined;
      at = end;
    } else if (file === undefined || file.hasHunks || !readExtended(file, line)) {
      stray.push(...strayDiffNames(line));
    }
    if (stray.length > mostStray) return undefined;
  }
  for (const line of lines) {
    for (const hidden of hiddenLines(line)) stray.push(...strayDiffNames(hidden));
    if (stray.length > mostStray) return undefined;
  }
  if (files.length === 0) return undefined;
  const changes: PatchChange[] = [];
  for (const each of files) {
    const own = changesOf(each);
    if (own === undefined) return undefined;
    for (const change of own) changes.push(change);
  }
  return [...changes, ...withoutKnown(stray, changes)];
}

/** The limit of lines that may be headers; no honest diff has more. */
const mostStray = 5000;

/** Whether the text contains commands for `ed`, which some programs apply like a diff. */
export const hasEdScript = (text: string): boolean => /^\d+(?:,\d+)?[acd][ \t\r]*$/m.test(text);

function startFile(files: FileDiff[]): FileDiff {
  const file: FileDiff = {
    git: [],
    before: undefined,
    after: undefined,
    from: undefined,
    to: undefined,
    isCopy: false,
    isDeleted: false,
    isBinary: false,
    hasHunks: false,
    added: [],
    edits: [],
  };
  files.push(file);
  return file;
}

/** Reads a hunk; returns the index of its last line, or undefined if its counts are wrong. */
function readHunk(lines: readonly PatchLine[], at: number, file: FileDiff): number | undefined {
  const header = /^@@ -\d{1,9}(?:,(\d{1,9}))? \+\d{1,9}(?:,(\d{1,9}))? @@/.exec(lines[at]?.text ?? '');
  if (header === null) return undefined;
  file.hasHunks = true;
  let before = Number(header[1] ?? 1);
  let after = Number(header[2] ?? 1);
  let last = at;
  const sides = { before: '', after: '' };
  while (before > 0 || after > 0) {
    const text = lines[++last]?.text;
    if (text === undefined) return undefined;
    switch (text[0] ?? ' ') {
      case '+':
        file.added.push(text.slice(1));
        sides.after += `${text.slice(1)}\n`;
        after--;
        break;
      case '-':
        sides.before += `${text.slice(1)}\n`;
        before--;
        break;
      case ' ':
      case '\t':
        for (const side of ['before', 'after'] as const) sides[side] += `${text.slice(1)}\n`;
        before--;
        after--;
        break;
      case '\\':
        break;
      default:
        return undefined;
    }
    if (before < 0 || after < 0) return undefined;
  }
  file.edits.push({ ...sides, all: false });
  return last;
}

/** The lines that git adds between the names and the hunks; false for any other line. */
function readExtended(file: FileDiff, line: PatchLine): boolean {
  const header = /^(rename|copy) (from|to) /.exec(line.text);
  if (header !== null) {
    const name = nameAt(line, header[0].length);
    if (header[1] === 'copy') file.isCopy = true;
    if (header[2] === 'from') file.from = name;
    else file.to = name;
  } else if (line.text.startsWith('deleted file mode ')) file.isDeleted = true;
  else if (/^Binary files |^GIT binary patch/.test(line.text)) file.isBinary = true;
  else return false;
  return true;
}

function nameAt(line: PatchLine, from: number): Name | undefined {
  const name = readDiffName(line.text.slice(from));
  if (name === undefined) return undefined;
  const start = line.start + from;
  return { text: name.text, start, end: start + name.length };
}

/** `diff --git a/x b/x`: names with spaces can only be separated if both are the same. */
function gitNames(line: PatchLine): readonly Name[] {
  const from = 'diff --git '.length;
  const rest = line.text.slice(from);
  if (rest.includes('"')) {
    const first = rest.startsWith('"') ? readDiffName(rest)?.length : rest.indexOf(' "');
    if (first === undefined || first < 1) return [];
    const names = [readDiffName(rest.slice(0, first)), readDiffName(rest.slice(first + 1))];
    return names.flatMap((name, index) => {
      if (name === undefined) return [];
      const start = line.start + from + (index === 0 ? 0 : first + 1);
      return [{ text: name.text, start, end: start + name.length }];
    });
  }
  const half = (rest.length - 1) / 2;
  const first = rest.slice(0, half);
  const second = rest.slice(half + 1);
  if (rest[half] !== ' ' || withoutFirst(first) !== withoutFirst(second)) return [];
  const start = line.start + from + half + 1;
  return [{ text: second, start, end: start + second.length }];
}

const withoutFirst = (path: string): string => path.slice(path.indexOf('/') + 1);

const isNull = (name: Name | undefined): boolean => name?.text === '/dev/null';

function changesOf(file: FileDiff): readonly PatchChange[] | undefined {
  const { before, after, from, to, added, isDeleted, isCopy, isBinary } = file;
  // The new content of a binary file is not known.
  const content = isBinary ? undefined : added.join('\n');
  if (from !== undefined || to !== undefined) {
    if (from === undefined || to === undefined) return undefined;
    const place = { start: from.start, end: from.end, certain: true };
    const change = { ...place, path: from.text, target: to.text, content };
    return [{ ...change, use: isCopy ? 'copy' : 'move' }, ...otherNames(file, content)];
  }
  const named = namesOf(file);
  const [main] = named;
  if (main === undefined) return undefined;
  const deletes = isDeleted || isNull(after);
  const uses: readonly PatchChange['use'][] = deletes
    ? ['delete']
    : isNull(before)
      ? ['write']
      : ['read', 'write'];
  const result = isNull(before) ? 'content' : file.edits;
  const seen = new Set<string>();
  const changes: PatchChange[] = [];
  for (const name of named) {
    for (const [index, path] of readings(name.text).entries()) {
      if (seen.has(path)) continue;
      seen.add(path);
      const certain = name === main && index === 0;
      for (const use of uses) {
        changes.push({
          use,
          path,
          target: undefined,
          content: use === 'write' ? content : undefined,
          ...(use === 'write' && !isBinary ? { result } : undefined),
          certain,
          start: name.start,
          end: name.end,
        });
      }
    }
  }
  return changes;
}

const namesOf = ({ after, before, git }: FileDiff): readonly Name[] =>
  [after, before, ...git].filter((name): name is Name => name !== undefined && !isNull(name));

/** A program without support for renames uses the names of the two sides, which should be equal. */
function otherNames(file: FileDiff, content: string | undefined): readonly PatchChange[] {
  const known = new Set([file.from?.text, file.to?.text]);
  return namesOf({ ...file, git: [] }).flatMap(({ text, start, end }): readonly PatchChange[] => {
    const [path = text] = readings(text);
    if (known.has(path)) return [];
    return [{ use: 'write', path, target: undefined, content, certain: false, start, end }];
  });
}

/** With the prefixes of git and others, stripping the first directory is likely; else it is not. */
function readings(name: string): readonly string[] {
  const slash = name.indexOf('/');
  if (slash < 0 || name.startsWith('./')) return [name];
  const stripped = name.slice(slash + 1).replace(/^\/+/, '');
  if (stripped === '') return [name];
  return /^(?:[abciow]|old|new)\//.test(name) ? [stripped, name] : [name, stripped];
}
