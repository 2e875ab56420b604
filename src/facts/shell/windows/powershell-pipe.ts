/**
 * Files that come through a pipeline of PowerShell: `gci X | ri` deletes the files in X, although no word of
 * `ri` names them. Filters between the two let some of the files through.
 */
import { joinPieces, type Piece, type Shape, staticText } from '../../../pattern/shape.ts';
import { bindParameters, type Parameters, parameterIn } from './powershell-parameters.ts';
import type { WindowsCommand } from './windows-script.ts';

/** What commands do with piped files, if they get no path. */
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
/** Parameters whose value is not a path to work on. */
const parameters: Parameters = {
  valued: [
    ...[
      'path',
      'literalpath',
      'destination',
      'newname',
      'value',
      'filter',
      'include',
      'exclude',
      'depth',
      'attributes',
    ],
    ...['encoding', 'credential', 'stream', 'inputobject', 'separator', 'name'],
  ],
  positions: 0,
  switches: [
    'recurse',
    'force',
    'passthru',
    'file',
    'directory',
    'hidden',
    'system',
    'readonly',
    'nonewline',
    'noenumerate',
  ],
};

/** What a command does with piped files, and which files these are. */
export interface PipedPaths {
  readonly use: 'delete' | 'write';
  /** Undefined if the paths are unknown. */
  readonly paths: readonly Shape[] | undefined;
  /** Whether all of them come through. */
  readonly certain: boolean;
  /** The command that found them, and so the directory that they are relative to. */
  readonly from: number;
}

/** What a command does with the files that are piped into it; undefined if it does nothing with them. */
export function pipedPaths(commands: readonly WindowsCommand[], at: number): PipedPaths | undefined {
  const command = commands[at];
  const use = command === undefined ? undefined : piped.get(nameOf(command));
  if (command?.stdin === undefined || use === undefined || operandsOf(command).length > 0) return undefined;
  // A filter in the pipe makes the effect only possible.
  let certain = true;
  let next: number | undefined = command.stdin;
  for (let hops = 0; next !== undefined && hops < 50; hops++) {
    const from: WindowsCommand | undefined = commands[next];
    if (from === undefined) break;
    const name = nameOf(from);
    const operands = operandsOf(from);
    if (naming.has(name) && operands.length > 0) return { use, paths: operands, certain, from: next };
    // The folders come through the pipe as well.
    if (listing.has(name) && operands.length === 0 && from.stdin !== undefined) break;
    if (listing.has(name)) {
      const isFiltered = from.words.some((word) =>
        /^-(?:filter|include|exclude|attributes|file|hidden)/i.test(staticText(word) ?? ''),
      );
      const directories = operands.length > 0 ? operands : [joinPieces([{ kind: 'text', text: '.' }], '.')];
      const isAll = certain && !isFiltered;
      return { use, paths: directories.map((each) => inside(each, isAll)), certain: isAll, from: next };
    }
    certain = false;
    next = from.stdin;
  }
  return { use, paths: undefined, certain: false, from: at };
}

const nameOf = ({ program }: WindowsCommand): string => (staticText(program) ?? '').toLowerCase();

/** Everything in a directory, or a part of it; for a path with a glob, what the glob finds. */
function inside(directory: Shape, isAll: boolean): Shape {
  const last = directory.pieces[directory.pieces.length - 1];
  if (last?.kind === 'glob') return directory;
  const item: Piece = isAll ? { kind: 'glob', glob: '*' } : { kind: 'name' };
  return joinPieces([...directory.pieces, { kind: 'text', text: '/' }, item], directory.source);
}

/** The paths that a command names itself. */
function operandsOf({ words }: WindowsCommand): readonly Shape[] {
  const { given, rest } = bindParameters(words, parameters);
  const named = ['path', 'literalpath', 'inputobject'].flatMap((name) => given.get(name) ?? []);
  return [...named, ...rest.filter((word) => parameterIn(word) === undefined)];
}
