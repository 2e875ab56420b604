/**
 * Finds the files that a bare program name may run. In the search path a folder of the project or the user may
 * come before those of the system. A known name keeps the meaning that the tables give it; a file of that name
 * in a folder of the project is possible as well. Folders of the system are not searched.
 */
import {
  below,
  isKnown,
  type PathShape,
  readPathShape,
  showPathShape,
} from '../../../../pattern/path/path-shape.ts';
import { joinPieces, staticText, textShape } from '../../../../pattern/text/shape.ts';
import { mannersOf } from '../../../knowledge/words/manners.ts';
import type { Shell } from '../../shell.ts';
import { alternativesOf, wordsOfChoice } from '../../state/choice.ts';
import type { Running } from './running.ts';
import { directoriesOf } from './search-path.ts';

/** A folder of programs. `of` says who owns it: the project, the user, or others who may write there. */
interface ProgramFolder {
  readonly folder: PathShape;
  readonly of: 'project' | 'user' | 'others';
}

/** The files that this name may run. Records an unknown if other people may put a program there. */
export function programsFound(name: string, running: Running): readonly PathShape[] {
  const { shell, io, invocation, span } = running;
  const { disk } = shell.recorder;
  if (!disk.isThere || io.elsewhere) return [];
  const found = new Map<string, PathShape>();
  for (const { folder, of } of foldersFor(running)) {
    const path = below(folder, name);
    // An installed program with a known name is that program, and so is one in a folder of the user.
    if (invocation.known && (of === 'user' || isOfPackage(path))) continue;
    if (!disk.holds(folder, name)) continue;
    if (of === 'others')
      shell.unknown('program', name, `others may put another program into ${showPathShape(folder)}`, span);
    else found.set(showPathShape(path), path);
  }
  return [...found.values()];
}

/** The folders in which a command looks for what it starts, as the call and the trait `bins` say, without those of the system. */
export function foldersSearched(running: Running): readonly PathShape[] {
  const { state, shell, invocation } = running;
  const ofPath = alternativesOf(state.held('PATH')).flatMap(wordsOfChoice);
  return [
    ...ofPath.flatMap(({ shape }) =>
      directoriesOf(shape).map((pieces) => readPathShape(joinPieces(pieces, shape.source), state.cwd)),
    ),
    ...[...running.io.via, invocation.program].flatMap((by) =>
      [...addedBy(by, state.cwd)].map(({ folder }) => folder),
    ),
    ...shell.programFolders,
    ...foldersGiven(shell).flatMap((each) =>
      typeof each === 'string' || each.of === 'user' ? [] : [each.folder],
    ),
  ];
}

/** Whether a path is where programs are installed. A known name there has the meaning that the tables give it. */
export const isInstalled = (path: PathShape): boolean => isOfPackage(path) || isOfSystem(path);

const isOfPackage = ({ segments }: PathShape): boolean => segments.includes('node_modules');

const isOfSystem = ({ anchor, segments }: PathShape): boolean =>
  anchor === 'root' &&
  /^(?:usr|bin|sbin|opt|nix|snap|Library|System|Applications)$/.test(String(segments[0]));

function* foldersFor({ state, shell, io }: Running): Generator<ProgramFolder> {
  for (const by of io.via) yield* addedBy(by, state.cwd);
  const value = state.get('PATH');
  const isText = value !== undefined && 'shape' in value;
  if (isText)
    for (const pieces of directoriesOf(value.shape)) {
      const folder = readPathShape(joinPieces(pieces, value.shape.source), state.cwd);
      if (isKnown(folder) && folder.anchor !== 'floating' && !isOfSystem(folder))
        yield { folder, of: 'project' };
    }
  // A search path that the call sets may leave out the earlier folders.
  if (isText && staticText(value.shape) !== undefined) return;
  for (const each of foldersGiven(shell)) {
    if (typeof each !== 'string') yield each;
    else if (state.cwd !== undefined && isKnown(state.cwd) && state.cwd.anchor !== 'floating')
      yield { folder: readPathShape(textShape(each), state.cwd), of: 'project' };
  }
}

/**
 * The folders that a program adds to the front of the search path for what it runs, from here upwards: `npx`,
 * `npm test`.
 */
function* addedBy(program: string, cwd: PathShape | undefined): Generator<ProgramFolder> {
  const { bins } = mannersOf(program);
  // What is found in the current folder itself is looked for by its name alone.
  if (bins === undefined || bins === '.' || cwd === undefined || !isKnown(cwd) || cwd.anchor === 'floating')
    return;
  for (let depth = cwd.segments.length; depth >= 0; depth--) {
    const around = { anchor: cwd.anchor, segments: cwd.segments.slice(0, depth) };
    yield { folder: readPathShape(textShape(bins), around), of: 'project' };
  }
}

const known = new WeakMap<Shell, readonly (ProgramFolder | string)[]>();

/** The folders of the search path on the disk that are not the system's. Relative ones stay texts. */
function foldersGiven(shell: Shell): readonly (ProgramFolder | string)[] {
  const before = known.get(shell);
  if (before !== undefined) return before;
  const folders = shell.recorder.disk.searchPath.flatMap((text) => folderOf(text, shell) ?? []);
  known.set(shell, folders);
  return folders;
}

function folderOf(text: string, { recorder: { disk }, roots }: Shell): ProgramFolder | string | undefined {
  const folder = readPathShape(textShape(text), undefined);
  if (folder.anchor === 'floating') return text;
  const place = disk.realOf(folder) ?? disk.absolute(folder);
  if (roots?.some((root) => isIn(place, disk.absolute(root)) || isIn(folder, root)))
    return { folder, of: 'project' };
  if (isOfSystem(place)) return undefined;
  if (disk.isShared(folder)) return { folder, of: 'others' };
  const home = disk.absolute({ anchor: 'home', segments: [] });
  return isIn(place, home) ? { folder, of: 'user' } : undefined;
}

const isIn = ({ anchor, segments }: PathShape, folder: PathShape): boolean =>
  anchor === folder.anchor && folder.segments.every((name, at) => segments[at] === name);
