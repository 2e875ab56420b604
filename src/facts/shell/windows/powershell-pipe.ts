/**
 * Files that come down a pipeline of PowerShell: `gci X | ri` deletes what lies in
 * X, though no word of `ri` says so. Filters on the way let some of them through.
 */
import { joinPieces, type Piece, type Shape, staticText } from '../../../pattern/shape.ts';
import type { WindowsCommand } from './windows-script.ts';

/** What is done to files that are piped in, where no path is given. */
const piped: ReadonlyMap<string, 'delete' | 'write'> = new Map([
  ...['remove-item', 'ri', 'rm', 'del', 'erase', 'rd', 'rmdir', 'move-item', 'mi', 'mv', 'move'].map(
    (name) => [name, 'delete'] as const,
  ),
  ...['rename-item', 'rni', 'ren'].map((name) => [name, 'delete'] as const),
  ...['clear-content', 'clc', 'set-content', 'sc', 'add-content', 'ac'].map(
    (name) => [name, 'write'] as const,
  ),
]);
const listing: ReadonlySet<string> = new Set(['get-childitem', 'gci', 'ls', 'dir']);
const naming: ReadonlySet<string> = new Set([
  ...['get-item', 'gi', 'resolve-path', 'rvpa', 'convert-path', 'write-output', 'echo', 'write'],
]);
/** Parameters whose value is no path to work on. */
const other =
  /^-(?:filter|include|exclude|erroraction|ea|depth|attributes|destination|newname|value|encoding)$/i;

export interface PipedPaths {
  readonly use: 'delete' | 'write';
  /** Undefined where these are unknown. */
  readonly paths: readonly Shape[] | undefined;
  /** All of them come through. */
  readonly certain: boolean;
}

/** What a command does to the files that are piped into it; undefined where it does nothing to them. */
export function pipedPaths(commands: readonly WindowsCommand[], at: number): PipedPaths | undefined {
  const command = commands[at];
  const use = command === undefined ? undefined : piped.get(nameOf(command));
  if (command?.stdin === undefined || use === undefined || operandsOf(command).length > 0) return undefined;
  // What is piped into these is written, and the file is named.
  let certain = true;
  let next: number | undefined = command.stdin;
  for (let hops = 0; next !== undefined && hops < 50; hops++) {
    const from: WindowsCommand | undefined = commands[next];
    if (from === undefined) break;
    const name = nameOf(from);
    const operands = operandsOf(from);
    if (naming.has(name) && operands.length > 0) return { use, paths: operands, certain };
    if (listing.has(name)) {
      const isFiltered = from.words.some((word) =>
        /^-(?:filter|include|exclude|attributes|file|hidden)/i.test(staticText(word) ?? ''),
      );
      const directories = operands.length > 0 ? operands : [joinPieces([{ kind: 'text', text: '.' }], '.')];
      const isAll = certain && !isFiltered;
      return { use, paths: directories.map((each) => inside(each, isAll)), certain: isAll };
    }
    certain = false;
    next = from.stdin;
  }
  return { use, paths: undefined, certain: false };
}

const nameOf = ({ program }: WindowsCommand): string => (staticText(program) ?? '').toLowerCase();

/** All that lies in a directory, or something that does; of a path with a glob, what that stands for. */
function inside(directory: Shape, isAll: boolean): Shape {
  const last = directory.pieces[directory.pieces.length - 1];
  if (last?.kind === 'glob') return directory;
  const item: Piece = isAll ? { kind: 'glob', glob: '*' } : { kind: 'name' };
  return joinPieces([...directory.pieces, { kind: 'text', text: '/' }, item], directory.source);
}

function operandsOf({ words }: WindowsCommand): readonly Shape[] {
  return words.filter((word, index) => {
    const before = index === 0 ? undefined : staticText(words[index - 1] ?? word);
    return !/^-[A-Za-z]/.test(staticText(word) ?? '') && !other.test(before ?? '');
  });
}
