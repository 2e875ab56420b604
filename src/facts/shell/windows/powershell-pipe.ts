/**
 * Files that come through a pipeline of PowerShell: `gci X | ri` deletes the files in X, although no word of
 * `ri` names them. Filters between the two let some of the files through.
 */
import { joinPieces, type Piece, type Shape, staticText } from '../../../pattern/text/shape.ts';
import { bindParameters, type Parameters, parameterIn } from './powershell-parameters.ts';
import { withPattern } from './powershell-word.ts';
import type { WindowsCommand } from './windows-script.ts';

type PipedUse = 'delete' | 'write' | 'read' | 'copy' | 'move';

/** What commands do with piped files, if they get no path. */
const piped: ReadonlyMap<string, PipedUse> = new Map(
  Object.entries({
    delete: 'remove-item ri rm del erase rd rmdir',
    move: 'move-item mi mv move rename-item rni ren',
    write:
      'clear-content clc set-content sc add-content ac set-acl unblock-file set-itemproperty sp clear-item',
    copy: 'copy-item cpi cp copy',
    read: `get-content gc cat type select-string sls get-filehash compress-archive import-csv import-clixml format-hex
      fhx invoke-item ii out-printer get-authenticodesignature get-pfxcertificate convertfrom-markdown test-json`,
  }).flatMap(([use, names]) => names.split(/\s+/).map((name) => [name, use as PipedUse] as const)),
);
/** Commands that look for files among their input, and take anything else as a text. */
const takesTexts = /^(?:select-string|sls|out-printer|test-json|convertfrom-markdown|format-hex|fhx)$/;
const listing: ReadonlySet<string> = new Set(['get-childitem', 'gci', 'ls', 'dir']);
const naming: ReadonlySet<string> = new Set([
  ...['get-item', 'gi', 'resolve-path', 'rvpa', 'convert-path', 'write-output', 'echo', 'write'],
]);
/** Parameters whose value is not a path to work on. */
const parameters: Parameters = {
  valued: [
    ...[
      'pattern',
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
    ...['encoding', 'credential', 'stream', 'inputobject', 'separator', 'name', 'destinationpath'],
    ...[
      'compressionlevel',
      'totalcount',
      'tail',
      'head',
      'first',
      'last',
      'readcount',
      'delimiter',
      'header',
    ],
    ...['context', 'algorithm', 'aclobject'],
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

/** The parameters of a command that lists files. */
const listingParameters: Parameters = {
  valued: ['path', 'literalpath', 'filter', 'include', 'exclude', 'depth', 'attributes'],
  positions: 0,
  switches: [
    'recurse',
    'force',
    'name',
    's',
    'file',
    'directory',
    'hidden',
    'system',
    'readonly',
    'followsymlink',
    'ad',
    'af',
  ],
};

/** What a command does with piped files, and which files these are. */
export interface PipedPaths {
  readonly use: PipedUse;
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
  const isText = takesTexts.test(nameOf(command));
  // A filter in the pipe makes the effect only possible.
  let certain = true;
  let next: number | undefined = command.stdin;
  for (let hops = 0; next !== undefined && hops < 50; hops++) {
    const from: WindowsCommand | undefined = commands[next];
    if (from === undefined) break;
    const name = nameOf(from);
    const operands = operandsOf(from);
    if (
      isText &&
      /^(?:write-output|echo|write)$/.test(name) &&
      operands.every(({ pieces }) => pieces.every(({ kind }) => kind === 'text'))
    )
      return undefined;
    if (naming.has(name) && operands.length > 0) return { use, paths: operands, certain, from: next };
    // The folders come through the pipe as well.
    if (listing.has(name) && operands.length === 0 && from.stdin !== undefined) break;
    if (listing.has(name)) return { use, from: next, ...listed(from, operands, certain) };
    certain = false;
    next = from.stdin;
  }
  return isText ? undefined : { use, paths: undefined, certain: false, from: at };
}

const nameOf = ({ program }: WindowsCommand): string => (staticText(program) ?? '').toLowerCase();

/** What `Get-ChildItem` lists. A pattern or \`-Filter\` chooses by name, and \`-Recurse\` at any depth. */
function listed(
  { words }: WindowsCommand,
  operands: readonly Shape[],
  certain: boolean,
): Pick<PipedPaths, 'paths' | 'certain'> {
  const has = (parameter: RegExp): boolean => words.some((word) => parameter.test(staticText(word) ?? ''));
  const isDeep = has(/^-(?:r|s$|depth)/i);
  const { given } = bindParameters(words, listingParameters);
  const filters = ['filter', 'include'].flatMap((name) => given.get(name) ?? []);
  const isOther = has(/^-(?:exclude|attributes|file|directory|hidden|a[df]$)/i) || filters.length > 1;
  const isAll = certain && !isOther;
  const directories = operands.length > 0 ? operands : [joinPieces([{ kind: 'text', text: '.' }], '.')];
  const [filter] = filters;
  const paths = directories.map((directory) => {
    const [folder, own] = endsInGlob(directory) ? partsOf(directory) : [directory, undefined];
    const chosen = isAll ? (own ?? (filter && withPattern(filter))) : undefined;
    if (chosen === undefined && own !== undefined)
      return isDeep ? below(folder, [{ kind: 'name' }], true) : directory;
    const item: readonly Piece[] = chosen?.pieces ?? [isAll ? { kind: 'glob', glob: '*' } : { kind: 'name' }];
    return below(folder, item, isDeep && chosen !== undefined);
  });
  return { paths, certain: isAll };
}

/** What is in a folder; `isDeep`: at any depth. */
const below = (folder: Shape, item: readonly Piece[], isDeep: boolean): Shape =>
  joinPieces(
    [
      ...folder.pieces,
      { kind: 'text', text: '/' },
      ...(isDeep
        ? ([
            { kind: 'glob', glob: '**' },
            { kind: 'text', text: '/' },
          ] as const)
        : []),
      ...item,
    ],
    folder.source,
  );

/** Whether the last name of a path is a pattern: `src/*.log`. */
const endsInGlob = (path: Shape): boolean => partsOf(path)[1].pieces.some(({ kind }) => kind === 'glob');

/** The folder of a path, and its last name. */
function partsOf({ pieces, source }: Shape): readonly [Shape, Shape] {
  const at = pieces.findLastIndex((piece) => piece.kind === 'text' && /[\\/]/.test(piece.text));
  const cut = pieces[at];
  if (cut?.kind !== 'text') return [joinPieces([{ kind: 'text', text: '.' }], source), { pieces, source }];
  const slash = Math.max(cut.text.lastIndexOf('/'), cut.text.lastIndexOf('\\'));
  const folder = joinPieces(
    [...pieces.slice(0, at), { kind: 'text', text: cut.text.slice(0, slash) || '/' }],
    source,
  );
  const name = joinPieces(
    [{ kind: 'text', text: cut.text.slice(slash + 1) }, ...pieces.slice(at + 1)],
    source,
  );
  return [folder, name];
}

/** The paths that a command names itself. In front of them, `Select-String` takes a pattern. */
function operandsOf(command: WindowsCommand): readonly Shape[] {
  const positions = /^(?:select-string|sls)$/.test(nameOf(command)) ? 1 : 0;
  const own = listing.has(nameOf(command)) ? listingParameters : { ...parameters, positions };
  const { given, rest } = bindParameters(command.words, own);
  const named = ['path', 'literalpath', 'inputobject'].flatMap((name) => given.get(name) ?? []);
  return [...named, ...rest.filter((word) => parameterIn(word) === undefined)];
}
