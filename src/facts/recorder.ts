/**
 * Collects what a call does. Each call has one recorder, and every reader of commands, scripts, patches and tools writes
 * to it. It resolves paths, adds what a move or a copy implies, and stops at a limit. If the limit is reached, it
 * records an unknown part.
 */

import { type HostShape, readHost } from '../pattern/host.ts';
import { otherReadings, type PathReading } from '../pattern/path-readings.ts';
import { isKnown, type PathShape, readPathShape, showPathShape } from '../pattern/path-shape.ts';
import { longestPath } from '../pattern/path-value.ts';
import {
  anyShape,
  isOpen,
  joinPieces,
  type Piece,
  type Shape,
  showShape,
  staticText,
  textShape,
} from '../pattern/shape.ts';
import {
  AskedDirectories,
  basesElsewhere,
  type Directory,
  mayBeElsewhere,
  mostDirectories,
  placesElsewhere,
} from './directory.ts';
import { DiskView } from './disk/disk-view.ts';
import { isUnknownText, type LeftContent } from './disk/session-files.ts';
import type {
  Command,
  ConnectEffect,
  Effects,
  ElevateEffect,
  ElsewhereEffect,
  ExecutedFile,
  FileCopy,
  InputSpan,
  InstallEffect,
  Kept,
  PathEffect,
  PathUse,
  Pipe,
  SendEffect,
  SpawnEffect,
  UnknownPart,
} from './effect.ts';
import { FilesLeft } from './files-left.ts';
import { type MountedFolder, pathsBehind } from './mounted-paths.ts';
import { isNowhere } from './nowhere.ts';
import {
  filesBehind,
  isBelowDescriptor,
  isSystemName,
  noOpenFiles,
  type OpenFile,
  type OpenFiles,
} from './open-files.ts';
import { type AnyWay, hasHappened, type Moment } from './way.ts';

/** The limit of different things in a call. No honest call does more; what is beyond it is unknown. */
const mostThings = 2000;
/** The cost of one effect. Many calls name thousands of files at once, so each further word of the same command costs only 1. */
const oneThing = 4;
/** A folder costs more, because rules also ask about what lies in it. */
const oneFolder = 4 * oneThing;
/** A move costs more: it is a read, a delete and a write, and its source and target may be folders. */
const oneMove = 8 * oneThing;
/** The limit of a call, in the same units. */
export const mostEffects = mostThings * oneThing;
/** The most unknown parts that are recorded. One more says that there are more. */
const mostUnknowns = 100;

export interface PathRecord {
  readonly use: PathUse;
  readonly path: Shape;
  /** The target of a move or copy. `into`: whether it is a directory that takes the source under its own name. `if there`: it is, if it exists; else the source becomes the target. */
  readonly target?:
    | { readonly path: Shape; readonly into: 'yes' | 'no' | 'perhaps' | 'if there' }
    | undefined;
  readonly base: Directory | undefined;
  readonly certain: boolean;
  readonly span: InputSpan;
  readonly command: number | undefined;
  readonly recursive?: boolean;
  readonly content?: string | undefined;
  /** The content is appended to the file. */
  readonly appends?: boolean;
  readonly keeps?: Kept | undefined;
  /** How sure it is that a write without content empties the file; undefined: as sure as the write. */
  readonly empties?: 'if there' | 'perhaps' | undefined;
  /** The path itself is made, linked or given other rights: nothing is written to the file. */
  readonly ofName?: boolean;
  /** It is exactly one of the words of its command. */
  readonly isWord?: boolean;
}

/** About a connection; `from` says where the address comes from, if the call does not plainly name it. */
export interface ConnectRecord {
  readonly certain: boolean;
  readonly span: InputSpan;
  readonly command: number | undefined;
  readonly from?: string;
}

/** A path as it was read, with its readings. */
type ReadPath = Pick<PathEffect, 'text' | 'path' | 'others'> &
  Pick<PathRecord, 'base'> & { readonly shape: Shape };

/** Whether an effect is on the link at the end of a path, not on its target. */
const isDoneToLinks = (use: PathUse): boolean => use === 'delete' || use === 'move';

/** How many recent paths are kept, so that a loop does not read the same paths again. */
const mostLast = 4;

export class Recorder {
  /** The disk of the machine, with the links that the call makes. */
  readonly disk: DiskView;
  /** What files hold after the call. */
  readonly filesLeft: FilesLeft;
  /** Directories whose name the call has asked for. */
  readonly asked = new AskedDirectories();
  /** The files that are open at the current place of the script. */
  opened: OpenFiles = noOpenFiles;
  readonly #paths: PathEffect[] = [];
  readonly #commands: Command[] = [];
  readonly #connects: ConnectEffect[] = [];
  readonly #sends: SendEffect[] = [];
  readonly #pipes: Pipe[] = [];
  readonly #installs: InstallEffect[] = [];
  readonly #spawns: SpawnEffect[] = [];
  readonly #elevates: ElevateEffect[] = [];
  readonly #executed: ExecutedFile[] = [];
  readonly #copies: FileCopy[] = [];
  /** The sources of the last target of a copy. */
  #copied: Set<string> | undefined;
  #copiedTo = '';
  /** Effects that may not happen although the call succeeds: effects of code, which may branch. */
  readonly #doubtful = new Set<PathEffect>();
  /** Effects of background jobs, for which the call may not wait. */
  readonly #later = new Set<PathEffect>();
  /** Writes that append. */
  readonly #added = new Set<PathEffect>();
  /** For effects that depend on an assumed directory: what happens if it does not exist. */
  readonly #elsewhere = new Map<object, () => readonly ElsewhereEffect[]>();
  readonly #unknowns: UnknownPart[] = [];
  readonly #moments = new Map<object, Moment>();
  readonly #succeeded = new Set<Command>();
  /** Whether the current command has succeeded whenever the call has. */
  #succeeds = true;
  #order = 0;
  /** The current path of execution. */
  #way: AnyWay;
  #left = mostEffects;
  /** Whether the limit is already recorded as an unknown part. */
  #isOver = false;
  /** Recent paths, the latest first: an edit reads and writes the same path. */
  #lastPaths: readonly ReadPath[] = [];
  /** The command of the last effect on a path. */
  #lastCommand: number | undefined;
  /** Folders that the current command sees at other places. */
  #mounts: readonly MountedFolder[] = [];
  /** The file with the code that is followed now, as it is shown; undefined for the text of the call. */
  #file: string | undefined;
  /** Files whose text is a value in the call, as they are shown. */
  readonly #hidden = new Set<string>();
  /** Folders that such a text has named, with slashes around them as far as they are known, and the file. */
  readonly #hiddenFolders = new Map<string, string>();

  constructor(disk = new DiskView(undefined)) {
    this.disk = disk;
    this.filesLeft = new FilesLeft(disk, this);
  }

  /** Marks what `run` records as code of a file: messages name the file, and never show its text. */
  inFile<Result>(file: string | undefined, run: () => Result): Result {
    if (file === undefined) return run();
    const before = this.#file;
    this.#file = file;
    const result = run();
    this.#file = before;
    return result;
  }

  /** The file with the code that is followed now, as it is shown; undefined for the text of the call. */
  get file(): string | undefined {
    return this.#file;
  }

  /** From here on what is made of the text of a file counts as in that file: messages never show the text. */
  hideText(path: PathShape): void {
    this.#hidden.add(showPathShape(path));
  }

  /**
   * From here on what is below a folder that a hidden text has named is hidden as well: `cd "$(cat f)"`. `name`: what the
   * text says, if the folder may be at another place.
   */
  hideFolder(folder: PathShape | undefined, name: string | undefined): void {
    const file = this.#file;
    if (file === undefined || !this.#hidden.has(file)) return;
    if (folder !== undefined) this.#hiddenFolders.set(`${showPathShape(folder)}/`, file);
    if (name !== undefined && name !== '') this.#hiddenFolders.set(`/${name.replace(/^\/|\/$/g, '')}/`, file);
  }

  /** The file whose text has named a folder above a path. */
  #fileOfFolder(path: PathShape): string | undefined {
    if (this.#hiddenFolders.size === 0) return undefined;
    const shown = `${showPathShape(path)}/`;
    for (const [folder, file] of this.#hiddenFolders) if (shown.includes(folder)) return file;
    return undefined;
  }

  /** The file whose text is among these reads; undefined if there is none. */
  hiddenIn(sources: readonly PathEffect[]): string | undefined {
    if (this.#hidden.size === 0) return undefined;
    for (const { leads, path } of sources) {
      const shown = showPathShape(leads ?? path);
      if (this.#hidden.has(shown)) return shown;
    }
    return undefined;
  }

  /** Whether this is the current path of execution. */
  isOn(way: AnyWay): boolean {
    return this.#way === way;
  }

  /** Runs `run` on this path of execution. */
  during<Result>(way: AnyWay, run: () => Result): Result {
    const before = this.#way;
    this.#way = way;
    const result = run();
    this.#way = before;
    return result;
  }

  /** Whether the current command has succeeded whenever the call has: true for the last one, false before a `;`. */
  get succeeds(): boolean {
    return this.#succeeds;
  }

  /** Sets for `run` whether its commands have succeeded whenever the call has. */
  succeeding<Result>(succeeds: boolean, run: () => Result): Result {
    const before = this.#succeeds;
    this.#succeeds = succeeds;
    const result = run();
    this.#succeeds = before;
    return result;
  }

  /** Records what `run` does to paths, where these folders are seen at other places. */
  seeing(mounts: readonly MountedFolder[], run: () => void): void {
    const before = this.#mounts;
    this.#mounts = [...before, ...mounts];
    run();
    this.#mounts = before;
  }

  /** From here on, these folders are seen at other places as well. What is mounted from such a place is behind it. */
  mount(folders: readonly MountedFolder[]): void {
    const behind = folders.flatMap(({ path, base, at }) =>
      pathsBehind(path, base, this.#mounts).map(
        (each): MountedFolder => ({ path: each.path, base: each.base, at, writes: true }),
      ),
    );
    const all = [...this.#mounts, ...folders, ...behind];
    const anywhere = { path: anyShape('…'), base: undefined, at: undefined, writes: true };
    this.#mounts = all.length > mostMounts ? [anywhere] : all;
  }

  /** Records what is done to a path, with what it implies, and returns the effects. */
  path(given: PathRecord): readonly PathEffect[] {
    const here = this.#one(given);
    const effects = this.#mounts.length === 0 ? here : [...here, ...this.#mounted(given)];
    if (this.opened.size === 0) return effects;
    // Almost no path is the name of a descriptor or leads to one.
    if (effects.length > 0 && !effects.some(({ path, leads }) => isSystemName(path) || leads !== undefined))
      return effects;
    const behind = this.#behind(given, effects);
    return behind.length === 0 ? effects : [...effects, ...behind];
  }

  /** Records possible effects on the folders of this machine that a container sees. */
  #mounted(record: PathRecord): readonly PathEffect[] {
    const { target, use } = record;
    const plain = { ...record, target: undefined, isWord: false, certain: false };
    const at = (path: Shape, as: PathRecord['use']): readonly PathEffect[] =>
      pathsBehind(path, record.base, this.#mounts).flatMap(({ path, base, isWhole, writes }) => {
        if ((isWhole && record.recursive !== true && use !== 'move') || (!writes && as !== 'read')) return [];
        return this.#one({ ...plain, path, base, use: as, recursive: isWhole || record.recursive === true });
      });
    const isMoved = use === 'move';
    return [
      ...at(record.path, isMoved ? 'delete' : use === 'copy' ? 'read' : use),
      ...(isMoved ? at(record.path, 'read') : []),
      ...(target === undefined ? [] : at(target.path, 'write')),
    ];
  }

  /** Records effects on open files that are reached by names of descriptors, or by links to these. */
  #behind(record: PathRecord, effects: readonly PathEffect[]): readonly PathEffect[] {
    const { use, path, target } = record;
    const isCopied = use === 'copy' || use === 'move';
    const behind = (kind: 'read' | 'write', shape: Shape | undefined): readonly OpenFile[] => {
      const named = shape === undefined ? [] : [readPathShape(shape, record.base)];
      const linked = effects.flatMap((effect) => (effect.kind === kind && effect.leads) || []);
      return [...new Set([...named, ...linked].flatMap((each) => filesBehind(each, this.opened)))];
    };
    const read = behind('read', use === 'read' || isCopied ? path : undefined);
    const written = behind('write', use === 'write' ? path : isCopied ? target?.path : undefined);
    // To delete only the name of a descriptor deletes nothing.
    const named = readPathShape(path, record.base);
    const deletes =
      (use === 'delete' && record.recursive === true) ||
      ((use === 'delete' || use === 'move') && isBelowDescriptor(named));
    const deleted = deletes ? filesBehind(named, this.opened) : [];
    const plain = { ...record, target: undefined, isWord: false, recursive: false };
    return [
      ...read.flatMap((file) => (file.isRead ? [] : this.#one({ ...plain, ...file, use: 'read' }))),
      ...written.flatMap((file) => this.#one({ ...plain, ...file, use: 'write' })),
      ...deleted.flatMap((file) =>
        this.#one({ ...plain, ...file, use: 'delete', recursive: record.recursive === true }),
      ),
    ];
  }

  #one(given: PathRecord): readonly PathEffect[] {
    const { use, path, target } = given;
    const isFile = use === 'move' && this.disk.isReal && this.disk.isFile(readPathShape(path, given.base));
    const record = isFile ? { ...given, recursive: false } : given;
    if (use === 'read') return [this.#path(record, use, path, record.certain)];
    if (use === 'write') {
      if (isNowhere(path) && record.ofName !== true) return [];
      const write = this.#path(record, use, path, record.certain);
      if (record.appends === true) this.#added.add(write);
      const isEmptied = record.content === '' || record.empties === 'perhaps';
      if (isEmptied && record.appends !== true) this.empties(write, this.#surelyEmpties(write, record));
      return [write];
    }
    const one = (kind: PathUse, shape: Shape, certain = record.certain): PathEffect =>
      this.#path(record, kind, shape, certain);
    if (use === 'delete') {
      const all = directoryOfAll(path);
      // For rules, deleting everything in a directory is the same as deleting the directory.
      return all === undefined ? [one(use, path)] : [one(use, path), one(use, all)];
    }
    if (use !== 'move' && use !== 'copy') return [one(use, path)];
    // A folder moves with everything in it, whatever the options.
    const whole = use === 'move' && !isFile ? { ...record, recursive: true } : record;
    const ofSource = (kind: PathUse): PathEffect => this.#path(whole, kind, path, record.certain);
    const effects = [ofSource(use)];
    const source = ofSource('read');
    effects.push(source);
    if (use === 'move') effects.push(ofSource('delete'));
    if (target === undefined) return effects;
    const inside = pathInside(target.path, path, this.disk.home);
    const keeps = record.keeps ?? keptByTarget(record);
    const write = (shape: Shape, certain = record.certain): PathEffect =>
      this.#path({ ...record, keeps }, 'write', shape, certain);
    const writes: PathEffect[] = [];
    // A copy is written into a device, or replaces it (`install`, `rsync`). No table says which.
    const isKept = use !== 'copy' || record.ofName === true || !isNowhere(target.path);
    const isInto = target.into === 'yes' || target.into === 'if there';
    if (target.into !== 'yes') writes.push(write(target.path, record.certain && !isInto && isKept));
    if (target.into !== 'no' && isKept) writes.push(write(inside, record.certain && isInto));
    // The source goes into a folder or takes its name: only one of the two targets exists.
    for (const { path: to } of writes)
      this.copy(source, to, {
        certain: record.certain && record.keeps !== 'all',
        whole: source.recursive,
        span: record.span,
      });
    if (record.content === '') for (const each of writes) this.empties(each);
    return [...effects, ...writes];
  }

  /** Records that a write empties a file that had content, as far as that is known. */
  empties(write: PathEffect, certain = write.certain): void {
    if (write.keeps === 'all' || this.#isNew(write)) return;
    const { content: _, keeps: __, ...effect } = write;
    const emptied: PathEffect = { ...effect, kind: 'empty', content: undefined, certain };
    this.#add(this.#paths, this.#withFile(emptied, emptied.path), write.span);
  }

  #surelyEmpties({ certain, path }: PathEffect, { empties }: PathRecord): boolean {
    if (empties === undefined || !certain) return certain;
    return empties === 'if there' && this.disk.isReal && isKnown(path) && this.disk.entry(path) === 'file';
  }

  /** Whether there was nothing at the path before, or only what this call or an earlier one of the session wrote. */
  #isNew(write: PathEffect): boolean {
    const shown = showPathShape(write.path);
    if (/^\/dev\//.test(shown)) return true;
    if (this.disk.isReal && isKnown(write.path) && this.disk.entry(write.path) === 'absent') return true;
    const place = this.disk.placeOf(write.path);
    const { left = [], open = [] } = (place !== undefined && this.disk.session.file(place)) || {};
    if (left.length > 0 && open.length === 0 && !left.some(isOld)) return true;
    return this.#paths.some(
      (effect) =>
        effect !== write &&
        effect.kind === 'write' &&
        effect.certain &&
        effect.keeps === undefined &&
        effect.content !== undefined &&
        !this.#added.has(effect) &&
        showPathShape(effect.path) === shown,
    );
  }

  /** Marks the effects of `run` as ones that may happen after the call has ended. */
  later<Result>(run: () => Result): Result {
    const since = this.#paths.length;
    const result = run();
    for (const effect of this.#paths.slice(since)) this.#later.add(effect);
    return result;
  }

  /** Whether an effect may happen after the call has ended. */
  comesLater(effect: PathEffect): boolean {
    return this.#later.has(effect);
  }

  /** Marks an effect that may not happen although the call succeeds. */
  mayNotHappen(effect: PathEffect): void {
    this.#doubtful.add(effect);
  }

  /** Whether an effect has happened if the call has succeeded and each directory that it changes to exists. */
  hasHappened(effect: PathEffect): boolean {
    return (
      effect.certain && !this.#doubtful.has(effect) && hasHappened(this.#moments.get(effect), 'as meant')
    );
  }

  /** Unknown content that commands write, marked as fetched if one of them connects to a host. */
  notKnown(commands: readonly (number | undefined)[]): LeftContent {
    const isFetched = this.#connects.some(
      ({ command }) => command !== undefined && commands.includes(command),
    );
    return isFetched ? { why: 'fetched' } : null;
  }

  /** Makes the effects on a path recursive that were recorded since the index `since`. */
  reachBelow(since: number, shown: string): void {
    for (let at = since; at < this.#paths.length; at++) {
      const effect = this.#paths[at];
      if (effect === undefined || effect.recursive || showPathShape(effect.path) !== shown) continue;
      const whole = { ...effect, recursive: true };
      this.#paths[at] = whole;
      const moment = this.#moments.get(effect);
      if (moment !== undefined) this.#moments.set(whole, moment);
      const others = this.#elsewhere.get(effect);
      if (others !== undefined)
        this.#noteElsewhere(whole, () =>
          others().map((each) => ({ ...(each as PathEffect), recursive: true })),
        );
    }
  }

  #path(record: PathRecord, kind: PathUse, shape: Shape, certain: boolean): PathEffect {
    const { text, path, others: written } = this.#read(shape, record.base);
    const follows = !isDoneToLinks(kind);
    const reals = this.disk.reals(shape, record.base, path, follows);
    // What reads a folder may follow the links in it.
    const linked = kind === 'read' && record.recursive === true ? this.disk.linkedBelow(path) : [];
    const possible = [...this.disk.possibleReals(path, reals, follows), ...linked];
    const others = this.#withPlaces(written, path, reals, possible);
    const [real] = reals;
    if (kind === 'delete') for (const each of [path, ...reals]) this.disk.delete(each);
    if (kind === 'write' && record.recursive === true) this.disk.fill(path);
    // A write to a folder includes everything below it. Which of these files existed before is not known.
    const keeps = record.keeps ?? (record.use === 'write' && record.recursive === true ? 'below' : undefined);
    const effect: PathEffect = {
      kind,
      text,
      path,
      others,
      certain,
      span: record.span,
      command: record.command,
      recursive: record.recursive ?? false,
      content: kind === 'write' ? record.content : undefined,
      ...(kind === 'write' && keeps !== undefined ? { keeps } : {}),
      ...(real === undefined ? {} : { leads: real }),
    };
    const recorded = this.#withFile(effect, path);
    const isFurther = record.isWord === true && record.command === this.#lastCommand;
    this.#lastCommand = record.command;
    const cost = isFurther ? 1 : record.use === 'move' ? oneMove : effect.recursive ? oneFolder : oneThing;
    this.#add(this.#paths, recorded, record.span, cost);
    if (mayBeElsewhere(shape, record.base)) {
      const { leads: _, ...there } = recorded;
      this.#noteElsewhere(recorded, () =>
        basesElsewhere(shape, record.base).map(
          (base): PathEffect => ({
            ...there,
            path: readPathShape(shape, base),
            others: otherReadings(shape, base),
          }),
        ),
      );
    } else {
      const places = this.asked.elsewhere(path);
      const { leads: _, ...there } = recorded;
      if (places.length > 0)
        this.#noteElsewhere(recorded, () =>
          places.map((each): PathEffect => ({ ...there, path: each, others: [] })),
        );
    }
    return recorded;
  }

  /** Notes what an effect is if a `cd` has failed; computed on demand. */
  #noteElsewhere(effect: ElsewhereEffect, others: () => readonly ElsewhereEffect[]): void {
    let recorded: readonly ElsewhereEffect[] | undefined;
    this.#elsewhere.set(effect, () => {
      if (recorded !== undefined) return recorded;
      recorded = others().map((each) => ({ ...each, certain: false }));
      const moment = this.#moments.get(effect);
      if (moment !== undefined) for (const each of recorded) this.#moments.set(each, moment);
      return recorded;
    });
    this.#left -= mostDirectories;
  }

  /** The readings of a path, with the places where its links lead, and with `~` if one of these is in a home at an unusual place. */
  #withPlaces(
    readings: readonly PathReading[],
    path: PathShape,
    places: readonly PathShape[],
    possible: readonly PathShape[],
  ): readonly PathReading[] {
    if (!this.disk.isThere && places.length + possible.length === 0) return readings;
    const inHomes = (paths: readonly PathShape[]): readonly PathShape[] =>
      paths.flatMap((each) => this.disk.inHome(each) ?? []);
    const found = [...places, ...inHomes([path, ...places])];
    const known = new Set(found.map(showPathShape));
    const others = possible.filter((each) => !known.has(showPathShape(each)));
    const perhaps = [...others, ...inHomes(others)].map((each) => ({
      ...each,
      isPossible: true as const,
    }));
    return found.length + perhaps.length === 0 ? readings : [...readings, ...found, ...perhaps];
  }

  #withFile<Item extends object>(item: Item, path?: PathShape): Item {
    const file = this.#file ?? (path && this.#fileOfFolder(path));
    return file === undefined ? item : { ...item, file };
  }

  #read(shape: Shape, base: PathShape | undefined): ReadPath {
    const known = this.#lastPaths.find((last) => last.base === base && isSameText(last.shape, shape));
    if (known !== undefined) return known;
    const read = {
      shape,
      base,
      text: shownPath(shape),
      path: readPathShape(shape, base),
      others: otherReadings(shape, base),
    };
    this.#lastPaths = [read, ...this.#lastPaths.slice(0, mostLast - 1)];
    return read;
  }

  /** Records a command and returns its index, which its effects refer to. `directory`: where the shell runs it. */
  command(command: Command, directory?: Directory): number {
    // Of code in a file, messages show only the program, if it is one that the tables have: any other word is text.
    const inFile = this.#withFile(command, command.directory?.path);
    const recorded =
      inFile === command
        ? command
        : { ...inFile, text: `${command.known ? (command.program ?? '…') : '…'} …` };
    this.#add(this.#commands, recorded, recorded.span);
    if (this.#succeeds) this.#succeeded.add(recorded);
    const others = recorded.directory === undefined ? [] : placesElsewhere(directory);
    if (others.length > 0)
      this.#noteElsewhere(recorded, () =>
        others.map((path): Command => ({ ...recorded, directory: { path, others: [] } })),
      );
    return this.#commands.length - 1;
  }

  connect(url: Shape, about: ConnectRecord): HostShape | undefined {
    const host = readHost(withoutGlobs(url));
    if (host !== undefined) this.connectTo(host, showShape(url), about);
    return host;
  }

  /** Records a connection to a host that is already parsed. */
  connectTo(host: HostShape, text: string, { certain, span, command, from }: ConnectRecord): void {
    // The object is written out because this runs for most calls, and a spread is much slower.
    const connect: ConnectEffect = { certain, span, command, kind: 'connect', host, text, from };
    this.#add(this.#connects, this.#withFile(connect), span);
  }

  send(effect: Omit<SendEffect, 'kind'>): void {
    const { certain, span, command, source, host, inline } = effect;
    const sent: SendEffect =
      inline === undefined
        ? { certain, span, command, kind: 'send', source, host }
        : { certain, span, command, kind: 'send', source, inline, host };
    const recorded = this.#withFile(sent);
    this.#add(this.#sends, recorded, span);
    const others = source && this.#elsewhere.get(source);
    if (others !== undefined)
      this.#noteElsewhere(recorded, () =>
        others().map((each): SendEffect => ({ ...recorded, source: each as PathEffect })),
      );
  }

  pipe(pipe: Pipe): void {
    this.#add(this.#pipes, pipe, pipe.span);
  }

  install(effect: Omit<InstallEffect, 'kind'>): void {
    const { certain, span, command, manager, name, text, source } = effect;
    const install: InstallEffect = { certain, span, command, kind: 'install', manager, name, text, source };
    this.#add(this.#installs, this.#withFile(install), span);
  }

  spawn(effect: Omit<SpawnEffect, 'kind'>): void {
    this.#add(this.#spawns, { ...effect, kind: 'spawn' }, effect.span);
  }

  elevate(effect: Omit<ElevateEffect, 'kind'>): void {
    this.#add(this.#elevates, { ...effect, kind: 'elevate' }, effect.span);
  }

  /** Records that a command executes a file. */
  execute(
    path: Shape,
    base: PathShape | undefined,
    about: Omit<ExecutedFile, 'text' | 'path' | 'others'>,
  ): void {
    const { certain, span, command, sought } = about;
    const read = readPathShape(path, base);
    const reals = this.disk.reals(path, base, read, true);
    const possible = this.disk.possibleReals(read, reals, true);
    const others = this.#withPlaces(otherReadings(path, base), read, reals, possible);
    const text = shownPath(path);
    const file: ExecutedFile =
      sought === undefined
        ? { certain, span, command, text, path: read, others }
        : { certain, span, command, sought, text, path: read, others };
    this.#add(this.#executed, file, span);
  }

  /** Records that a command executes the content of files that have already been read. */
  executeAll(sources: readonly PathEffect[], about: Omit<ExecutedFile, 'text' | 'path' | 'others'>): void {
    const { certain, span, command, sought } = about;
    for (const { text, path, others } of sources) {
      const file: ExecutedFile =
        sought === undefined
          ? { certain, span, command, text, path, others }
          : { certain, span, command, sought, text, path, others };
      this.#add(this.#executed, file, span);
    }
  }

  /** Records that the content of a file is also at another place. */
  copy(
    { path: from, others }: Pick<PathEffect, 'path' | 'others'>,
    to: PathShape,
    about: Pick<FileCopy, 'certain' | 'whole'> & { readonly span: InputSpan },
  ): void {
    const { certain, whole, span } = about;
    const source = showPathShape(from);
    const target = showPathShape(to);
    if (this.isFull || source === target) return;
    // A file that is put together names the same sources again and again.
    if (this.#copied === undefined || target !== this.#copiedTo) this.#copied = new Set();
    this.#copiedTo = target;
    const key = `${certain} ${whole} ${source}`;
    if (this.#copied.has(key)) return;
    this.#copied.add(key);
    this.#add(this.#copies, { certain, whole, from, others, to }, span);
  }

  /** Records the effects of another recorder as possible ones. */
  possibly(effects: Effects): void {
    const offset = this.#commands.length;
    const shifted = (command: number | undefined): number | undefined =>
      command === undefined ? undefined : command + offset;
    const perhaps = <Item extends { readonly command: number | undefined }>(item: Item): Item => ({
      ...item,
      certain: false,
      command: shifted(item.command),
    });
    const paths = new Map(effects.paths.map((path) => [path, perhaps(path)]));
    const all = <Item extends { readonly span: InputSpan }>(to: Item[], items: readonly Item[]): void => {
      for (const item of items) this.#add(to, item, item.span);
    };
    all(
      this.#commands,
      effects.commands.map((command) => ({ ...command, certain: false })),
    );
    all(this.#paths, [...paths.values()]);
    all(this.#connects, effects.connects.map(perhaps));
    all(
      this.#sends,
      effects.sends.map((send) => ({
        ...perhaps(send),
        source: send.source && (paths.get(send.source) ?? send.source),
      })),
    );
    all(
      this.#pipes,
      effects.pipes.map((pipe) => ({
        ...pipe,
        certain: false,
        from: pipe.from + offset,
        to: pipe.to + offset,
      })),
    );
    all(this.#installs, effects.installs.map(perhaps));
    all(this.#spawns, effects.spawns.map(perhaps));
    all(this.#elevates, effects.elevates.map(perhaps));
    all(this.#executed, effects.executed.map(perhaps));
    const [span = noSpan] = effects.commands.map((command) => command.span);
    for (const copy of effects.copies) this.#add(this.#copies, { ...copy, certain: false }, span);
    for (const part of effects.unknowns) this.unknown(part);
  }

  unknown(part: UnknownPart): void {
    const { length } = this.#unknowns;
    const file = this.#file;
    if (length < mostUnknowns) this.#unknowns.push(file === undefined ? part : { ...part, text: file });
    else if (length === mostUnknowns)
      this.#unknowns.push({
        sort: 'budget',
        text: '',
        why: `more than ${mostUnknowns} parts of the call are not known`,
        span: part.span,
      });
  }

  get effects(): Effects {
    return {
      paths: this.#paths,
      commands: this.#commands,
      connects: this.#connects,
      sends: this.#sends,
      pipes: this.#pipes,
      installs: this.#installs,
      spawns: this.#spawns,
      elevates: this.#elevates,
      executed: this.#executed,
      copies: this.#copies,
      unknowns: this.#unknowns,
      moments: this.#moments,
      elsewhere: this.#elsewhere,
      succeeded: this.#succeeded,
      ...(this.#hidden.size === 0 ? {} : { hiddenFiles: this.#hidden }),
    };
  }

  /** How much has been recorded so far. */
  get count(): number {
    return mostEffects - this.#left + this.#unknowns.length;
  }

  /** How much more can be recorded. */
  get left(): number {
    return this.#left;
  }

  get isFull(): boolean {
    return this.#left <= 0;
  }

  #add<Item extends object>(to: Item[], item: Item, span: InputSpan, cost = oneThing): void {
    if (this.#left > 0) {
      to.push(item);
      this.#order++;
      if (this.#way !== undefined) this.#moments.set(item, { way: this.#way, order: this.#order });
    } else if (!this.#isOver) {
      this.#isOver = true;
      this.unknown({ sort: 'budget', text: '', why: `the call does more than ${mostThings} things`, span });
    }
    this.#left -= cost;
  }
}

/** If a call mounts more folders than these, any path may be behind any other. */
const mostMounts = 16;

/** What a copy or move leaves at its target. A copied folder fills an existing one; a file goes into a folder or replaces a file. */
const keptByTarget = ({ use, recursive, target }: PathRecord): Kept | undefined =>
  (use === 'copy' && recursive === true) || target?.into === 'perhaps' ? 'below' : undefined;

/** Content that may be from before the session: the disk alone knows. */
const isOld = (content: LeftContent): boolean =>
  content === null || (isUnknownText(content) && content.why === 'on-disk');

const noSpan: InputSpan = { field: [], start: 0, end: 0 };

/** Whether both are written in the same way. */
const isSameText = (one: Shape, other: Shape): boolean =>
  one === other ||
  (one.source === other.source &&
    one.pieces.length === other.pieces.length &&
    one.pieces.every((piece, at) => isSamePiece(piece, other.pieces[at])));

function isSamePiece(one: Piece, other: Piece | undefined): boolean {
  if (one.kind !== other?.kind) return false;
  if (one.kind === 'text') return other.kind === 'text' && one.text === other.text;
  return (
    one.kind !== 'glob' || (other.kind === 'glob' && one.glob === other.glob && one.visible === other.visible)
  );
}

/** How messages show a path: at most 1000 characters. */
const shownPath = (path: Shape): string => {
  const text = showShape(path);
  return text.length > 1000 ? text.slice(0, 1000) : text;
};

/** Brackets in an address are no glob: `http://[::1]/`. */
function withoutGlobs(shape: Shape): Shape {
  if (!shape.pieces.some(({ kind }) => kind === 'glob')) return shape;
  const pieces = shape.pieces.map((piece) =>
    piece.kind === 'glob' ? ({ kind: 'text', text: piece.glob } as const) : piece,
  );
  return joinPieces(pieces, shape.source);
}

/** The directory of which `path/*`, `path/.*` or `path/**` means everything; undefined for other paths. */
function directoryOfAll({ pieces, source }: Shape): Shape | undefined {
  let end = pieces.length;
  const at = (index: number): string => {
    const piece = pieces[index];
    return piece?.kind === 'text' ? piece.text : piece?.kind === 'glob' ? piece.glob : '?';
  };
  const last = pieces[end - 1];
  if (last?.kind === 'text' && last.text === '/') end--;
  if (pieces[end - 1]?.kind !== 'glob' || !/^\*+$/.test(at(end - 1))) return undefined;
  end--;
  if (end === 0) return textShape('.', source);
  const before = pieces[end - 1];
  if (before?.kind !== 'text') return undefined;
  const text = before.text.replace(/(?<=^|\/)\.$/, '');
  if (text !== '' && !text.endsWith('/')) return undefined;
  const directory = text === '' && end === 1 ? '.' : text;
  return { pieces: [...pieces.slice(0, end - 1), { kind: 'text', text: directory }], source };
}

/** The path that `path` has inside a directory, under its own last name. `home`: the home directory, if known. */
export const pathInside = (directory: Shape, path: Shape, home?: string): Shape =>
  joinPath(directory, baseName(home !== undefined && isHome(path) ? textShape(home, path.source) : path));

/** `~` and `~/`. */
const isHome = ({ pieces: [first, ...rest] }: Shape): boolean =>
  first?.kind === 'home' && rest.every((piece) => piece.kind === 'text' && /^\/*$/.test(piece.text));

/** The last part of a path, as far as it is known. */
function baseName(path: Shape): Shape {
  if (path.pieces.some((piece) => piece.kind === 'text' && piece.text.length > longestPath))
    return anyShape(path.source);
  const text = staticText(path);
  if (text !== undefined) return textShape(text.replace(/\/+$/, '').replace(/^.*\//s, ''), path.source);
  const last = path.pieces.findLastIndex((piece) => piece.kind === 'text' && piece.text.includes('/'));
  if (last < 0) return isOpen(path) ? path : textShape('', path.source);
  const [head, ...rest] = path.pieces.slice(last);
  if (head?.kind !== 'text') return path;
  const tail = head.text.slice(head.text.lastIndexOf('/') + 1);
  return {
    pieces: [...(tail === '' ? [] : [{ kind: 'text', text: tail } as const]), ...rest],
    source: path.source,
  };
}

function joinPath(directory: Shape, name: Shape): Shape {
  return {
    pieces: [...directory.pieces, { kind: 'text', text: '/' }, ...name.pieces],
    source: `${directory.source}/${name.source}`,
  };
}
