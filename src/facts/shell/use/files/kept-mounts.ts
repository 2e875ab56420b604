/**
 * Folders that a command shows at other places for the rest of the call: `mount --bind a b`, overlays, `bindfs a b`, and
 * what a table of mounts says (`mount -T tab b`). A folder of another machine counts if it is this one (`sshfs localhost:`).
 */
import {
  anyPath,
  type PathShape,
  pathShapeOfText,
  readPathShape,
} from '../../../../pattern/path/path-shape.ts';
import {
  anyShape,
  isOpen,
  joinPieces,
  type Piece,
  type Shape,
  showShape,
  textShape,
} from '../../../../pattern/text/shape.ts';
import type { Invocation } from '../../../knowledge/words/invocation.ts';
import type { MountedFolder } from '../../../record/mounted-paths.ts';
import { anySplits, type Running } from '../running/running.ts';
import { filesSoFar } from '../written/disk-script.ts';

/** Keeps the folders that a command mounts. */
export function keepMounts(running: Running): void {
  const { invocation, base, shell, io } = running;
  const { values } = invocation;
  const isMount = values.some(({ role }) => role === 'mounted' || role === 'device' || role === 'layers');
  const place = values.findLast(({ role }) => role === 'mountpoint')?.value;
  if (!isMount && place === undefined && !readsTable(invocation)) return;
  if (io.elsewhere && io.via.length === 0) return;
  const all = (paths: readonly Shape[], at: Shape | undefined): readonly MountedFolder[] =>
    paths.map((path) => ({ path, base, at: at && readPathShape(at, base), writes: true }));
  const mounts = [
    ...(place === undefined ? [] : all(foldersMounted(invocation), place)),
    ...(isMount && (invocation.open || anySplits(running.words))
      ? pairsIn(running).flatMap(([path, at]) => all([path], at))
      : []),
    ...(place === undefined && readsTable(invocation) ? inTable(running) : []),
  ];
  if (mounts.length > 0) shell.recorder.mounts.mount(mounts);
  for (const { path, at } of mounts)
    if (at !== undefined) shell.recorder.filesLeft.move(readPathShape(path, base), at);
}

/** The folders that the words and the options of a command mount at one place. */
function foldersMounted({ values }: Invocation): readonly Shape[] {
  const options = values.filter(({ role }) => role === 'mounting').map(({ value }) => value);
  const devices = values.filter(({ role }) => role === 'mounted' || role === 'device');
  const layers = values.filter(({ role }) => role === 'layers').flatMap(({ value }) => split(value));
  const bound = devices.flatMap(({ value, role }) =>
    role === 'mounted' ? [value] : folderOf(value, options),
  );
  return [
    ...bound,
    ...options.flatMap((value) => inPart(bound, showShape(value))),
    ...layers,
    ...options.flatMap(layersIn),
  ].map(hereOf);
}

/** The folder that a device may be: what is bound, and whatever is no device of the machine. */
function folderOf(device: Shape, options: readonly Shape[]): readonly Shape[] {
  const isBound = options.some(
    (value) => isOpen(value) || /(?:^|,)(?:r?bind|move)(?:,|$)/.test(showShape(value)),
  );
  return isBound || !/^(?:\/dev\/|[A-Za-z]+=)/.test(showShape(device)) ? [device] : [];
}

/** `X-mount.subdir=a`: a folder below what is mounted is what is seen. */
function inPart(folders: readonly Shape[], options: string): readonly Shape[] {
  const [, part] = /(?:^|,)X-mount\.subdir=([^,]*)/.exec(options) ?? [];
  if (part === undefined) return [];
  return folders.map(({ pieces, source }) =>
    joinPieces([...pieces, { kind: 'text', text: `/${part}` }], source),
  );
}

/** A folder without what is in front of its path: the driver of `bindfs#/a`, and the name of this machine. */
function hereOf(folder: Shape): Shape {
  const [first, ...rest] = folder.pieces;
  if (first?.kind !== 'text') return folder;
  const [start = ''] =
    /^(?:[\w.]+#)?(?:(?:[^@/:]*@)?(?:localhost|127\.[\d.]+|\[::1\]):)?/.exec(first.text) ?? [];
  if (start === '') return folder;
  const text = first.text.slice(start.length);
  const isBelowHome =
    start.endsWith(':') && !text.startsWith('/') && !(text === '' && rest[0]?.kind === 'home');
  const pieces: readonly Piece[] = [{ kind: 'text', text }, ...rest];
  return joinPieces(
    isBelowHome ? [{ kind: 'home' }, { kind: 'text', text: '/' }, ...pieces] : pieces,
    folder.source,
  );
}

/** The words that may be a folder and its place, if some words may be options: `mount $X a b`. */
function pairsIn({ words }: Running): readonly (readonly [path: Shape, at: Shape | undefined])[] {
  const names = words.map(({ shape }) => shape).filter((shape) => !showShape(shape).startsWith('-'));
  const [first] = names;
  if (names.length === 1 && first !== undefined) return [[anyShape(first.source), undefined]];
  return names.slice(1).map((at, index) => [names[index] ?? anyShape('…'), at]);
}

/** The folders of an overlay: `upperdir=a,lowerdir=b:c`. */
function layersIn(options: Shape): readonly Shape[] {
  const layers = [...showShape(options).matchAll(/(?:^|,)(?:upper|lower)dir\+?=([^,]*)/g)];
  if (isOpen(options)) return layers.length === 0 ? [] : [anyShape(options.source)];
  return layers.flatMap(([, paths = '']) => paths.split(':').map((path) => textShape(path)));
}

/** The folders in a list with colons or commas: `a=RW:b=RO`, `a,b`. */
function split({ pieces, source }: Shape): readonly Shape[] {
  const parts: Piece[][] = [[]];
  for (const piece of pieces) {
    const texts = piece.kind === 'text' ? piece.text.split(/[:,]/) : [];
    if (piece.kind !== 'text') parts.at(-1)?.push(piece);
    for (const [at, text] of texts.entries()) {
      if (at > 0) parts.push([]);
      const name = text.replace(/=\w*$/, '');
      if (name !== '') parts.at(-1)?.push({ kind: 'text', text: name });
    }
  }
  return parts.filter((each) => each.length > 0).map((each) => joinPieces(each, source));
}

/** Whether a command mounts what a table says: it names the table, all that is in it, or one place or device only. */
const readsTable = ({ values, options }: Invocation): boolean =>
  values.some(({ role }) => role === 'mount-table') ||
  (values.some(({ role }) => role === 'device') && !values.some(({ role }) => role === 'mountpoint')) ||
  options.some(({ names }) => names.includes('-a') && names.includes('--all') && names.length === 2);

/** What a table of mounts may mount, as far as the call wrote it or the disk has it. */
function inTable(running: Running): readonly MountedFolder[] {
  const { invocation, base, io } = running;
  if (io.elsewhere) return [];
  const named = invocation.values.find(({ role }) => role === 'mount-table')?.value;
  const path = named === undefined ? usualTable : readPathShape(named, base);
  const content = filesSoFar(running).text(path);
  if (content.is === 'absent' || (content.is === 'unseen' && named === undefined)) return [];
  if (content.is !== 'text') return [{ path: anyShape('…'), base: anyPath, at: undefined, writes: true }];
  return content.text.split('\n').flatMap((line): readonly MountedFolder[] => {
    const [device = '', at = '', , options = ''] = line.trim().split(/\s+/).map(unescaped);
    if (device === '' || device.startsWith('#') || at === '') return [];
    const folders = [...folderOf(textShape(device), [textShape(options)]), ...layersIn(textShape(options))];
    return folders.map((folder) => ({
      path: hereOf(folder),
      base,
      at: pathShapeOfText(at, base),
      writes: true,
    }));
  });
}

const usualTable: PathShape = { anchor: 'root', segments: ['etc', 'fstab'] };

/** Blanks are written as octal numbers. */
const unescaped = (text: string): string =>
  text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
