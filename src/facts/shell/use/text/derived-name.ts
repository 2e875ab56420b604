/** Finds the names that a program derives from other names: `gzip a` makes `a.gz`, and `scp host:a .` makes `./a`. */
import { joinPieces, type Piece, type Shape, staticText, textShape } from '../../../../pattern/text/shape.ts';

const endings: ReadonlyMap<string, string> = new Map([
  ['gzip', '.gz'],
  ['pigz', '.gz'],
  ['bzip2', '.bz2'],
  ['pbzip2', '.bz2'],
  ['xz', '.xz'],
  ['lzma', '.lzma'],
  ['zstd', '.zst'],
  ['lz4', '.lz4'],
  ['compress', '.Z'],
  ['p7zip', '.7z'],
]);
const unpacking: ReadonlySet<string> = new Set([
  ...['gunzip', 'bunzip2', 'pbunzip2', 'unxz', 'unzstd', 'unlz4', 'uncompress', 'unlzma'],
]);
const packed = /\.(?:gz|bz2|xz|lzma|zst|lz4|Z|7z|tgz)$/;

/**
 * The name of a file after packing or unpacking, with a suffix that the call may give. Undefined if the program
 * does neither, or if the name is unknown.
 */
export function repackedName(
  program: string,
  unpacks: boolean,
  file: Shape,
  given: Shape | undefined,
): Shape | undefined {
  const ending = endings.get(program);
  if (ending === undefined && !unpacking.has(program)) return undefined;
  if (!unpacks && ending !== undefined) {
    const end: readonly Piece[] = given?.pieces ?? [{ kind: 'text', text: ending }];
    return joinPieces([...file.pieces, ...end], file.source);
  }
  if (given !== undefined) return joinPieces([...file.pieces.slice(0, -1), { kind: 'any' }], file.source);
  const last = file.pieces[file.pieces.length - 1];
  if (last?.kind !== 'text' || !packed.test(last.text)) return undefined;
  const text = last.text.replace(packed, (found) => (found === '.tgz' ? '.tar' : ''));
  return joinPieces([...file.pieces.slice(0, -1), { kind: 'text', text }], file.source);
}

/** What an unpacking program takes where the name has no ending: `gunzip a` takes `a.gz`. Others fail. */
const addedEndings: ReadonlyMap<string, string> = new Map([
  ['gzip', '.gz'],
  ['gunzip', '.gz'],
  ['pigz', '.gz'],
  ['uncompress', '.Z'],
]);

/** The packed file that such a program takes in place of the named one; undefined for any other program or name. */
export function packedName(program: string, unpacks: boolean, file: Shape): Shape | undefined {
  const ending = addedEndings.get(program);
  if (ending === undefined || (!unpacks && endings.has(program))) return undefined;
  const last = file.pieces[file.pieces.length - 1];
  if (last?.kind !== 'text' || /\.(?:gz|bz2|xz|lzma|zst|lz4|[Zz]|7z|tgz|taz)$|-(?:gz|z)$/.test(last.text))
    return undefined;
  return joinPieces([...file.pieces, { kind: 'text', text: ending }], file.source);
}

/** The file in a directory that a download from `host:path` or an address becomes; undefined if it has no name. */
export function downloadedName(from: Shape, directory: Shape): Shape | undefined {
  const text = staticText(from)?.slice(0, 4000);
  if (text === undefined) return undefined;
  const name = text.replace(/\/+$/, '').replace(/^.*[/:]/s, '');
  if (name === '') return undefined;
  return joinPieces([...directory.pieces, { kind: 'text', text: `/${name}` }], directory.source);
}

/**
 * The folder that a cloned repository becomes: `app` for `https://example.com/team/app.git`; undefined if it
 * has no name.
 */
export function clonedName(repository: Shape): Shape | undefined {
  const text = staticText(repository)?.slice(0, 4000);
  const name = text
    ?.replace(/[/\\]+$/, '')
    .replace(/(?:[/\\]+\.git|\.git|\.bundle)$/, '')
    .replace(/^.*[/\\:]/s, '');
  return name === undefined || name === '' ? undefined : textShape(`./${name}`, repository.source);
}

/** Whether a path is spelled as a directory: `.`, `a/`, `~`. */
export function isDirectoryName({ pieces }: Shape): boolean {
  const end = pieces[pieces.length - 1];
  return end?.kind === 'home' || (end?.kind === 'text' && /(?:^|\/)\.{0,2}$/.test(end.text));
}
