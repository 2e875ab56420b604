/** What files hold after a call where no reader of the call has recorded it: copies, links, moved folders, deleted files. */
import { isKnown, type PathShape, parentShape, pathShapeOfText } from '../../pattern/path/path-shape.ts';
import { isUnder } from '../../pattern/path/path-shape-test.ts';
import { NO } from '../../pattern/text/truth.ts';
import type { DiskView } from '../disk/disk-view.ts';
import { type FileAfter, noSessionFiles } from '../disk/session-files.ts';
import type { FileCopy } from '../effect/effect.ts';
import { isOneWord } from './one-word.ts';
import type { Recorder } from './recorder.ts';

/**
 * What may be in each file after a call. Links, copies and deleted files are recorded first where no reader has recorded
 * them. All other files that are written have unknown content.
 */
export function filesAfter(recorder: Recorder): readonly FileAfter[] {
  const { paths, copies } = recorder.effects;
  const links = new Set<string>();
  for (const [at, to] of recorder.disk.madeLinks) {
    recorder.filesLeft.link(at, to, !isSureLink(at, recorder));
    links.add(at);
  }
  for (const { at, to } of recorder.disk.links.open) recorder.filesLeft.linkAt(at, to);
  // What is below a link is found through it.
  for (const copy of copies) if (!links.has(recorder.disk.placeAt(copy.to) ?? '')) leaveBelow(copy, recorder);
  for (const effect of paths) {
    if (effect.kind === 'read' || recorder.filesLeft.of(effect) !== undefined) continue;
    if (effect.kind === 'delete') recorder.filesLeft.remove(effect);
    if (effect.kind !== 'write' || effect.keeps === 'link') continue;
    // What a word may do that is not known is no file of this name.
    if (effect.certain && (!isKnown(effect.path) || effect.path.anchor === 'floating'))
      recorder.filesLeft.makeAt(effect.path, effect.keeps === 'all' ? 'name' : 'file');
    if (effect.keeps === 'all') {
      // A search may print the name, and another program take it for several words.
      if (!isOneWord(effect.text)) recorder.filesLeft.write(effect, [''], true);
      continue;
    }
    const copy = effect.command === undefined ? copies.find(({ to }) => to === effect.path) : undefined;
    const content = copy?.certain === true ? recorder.disk.text(copy.from) : undefined;
    const text = content?.is === 'text' ? content.text : recorder.notKnown([effect.command]);
    const source = copy && paths.find(({ kind, path }) => kind === 'read' && path === copy.from);
    recorder.filesLeft.write(effect, [text], !effect.certain, [source ?? effect]);
  }
  return recorder.filesLeft.all;
}

/** Whether a link has replaced what was at its path. In a folder, the link is made inside; without `-f`, an existing file stays. */
const isSureLink = (at: string, recorder: Recorder): boolean =>
  recorder.effects.paths.some(
    (effect) =>
      effect.keeps === 'link' && recorder.hasHappened(effect) && recorder.disk.placeAt(effect.path) === at,
  );

/** Records that the remembered files below a folder are now also below another one. */
function leaveBelow({ from, to, whole }: FileCopy, recorder: Recorder): void {
  const { disk } = recorder;
  if (disk.session === noSessionFiles) return;
  const targetOf = isKnown(from) ? belowFolder(from, to, whole, disk) : besideGlob(from, to, disk);
  if (targetOf === undefined) return;
  for (const path of disk.session.paths) {
    const target = targetOf(path);
    const file = target === undefined ? undefined : disk.session.file(path);
    if (target !== undefined && file !== undefined)
      recorder.filesLeft.copy(target, [...file.left, ...file.open], [path, ...file.of]);
  }
}

/** Where a file is after a copy; undefined if it is not copied. */
type TargetOf = (path: string) => string | undefined;

function belowFolder(from: PathShape, to: PathShape, whole: boolean, disk: DiskView): TargetOf | undefined {
  const source = whole ? disk.placeOf(from) : undefined;
  const target = source === undefined ? undefined : disk.placeOf(to);
  if (source === undefined || target === undefined) return undefined;
  return (path) => (path.startsWith(`${source}/`) ? target + path.slice(source.length) : undefined);
}

/** `cp d/*.sh e`: each file that the glob finds keeps its own name in the folder. */
function besideGlob(from: PathShape, to: PathShape, disk: DiskView): TargetOf | undefined {
  const folder = disk.placeOf(parentShape(to));
  if (folder === undefined) return undefined;
  return (path) =>
    isUnder(pathShapeOfText(path, undefined), from, { exact: true, below: false }) === NO
      ? undefined
      : `${folder}${path.slice(path.lastIndexOf('/'))}`;
}
