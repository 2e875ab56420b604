/**
 * Collects what a call does. Each call has one recorder, and every reader of commands, scripts, patches and tools writes
 * to it. It resolves paths, adds what a move or a copy implies, and stops at a limit. If the limit is reached, it
 * records an unknown part.
 */
import { type HostShape, readHost } from '../../pattern/host.ts';
import { otherReadings, type PathReading } from '../../pattern/path/path-readings.ts';
import {
  isKnown,
  isShapeOnDrive,
  type PathShape,
  readPathShape,
  showPathShape,
} from '../../pattern/path/path-shape.ts';
import { serverOf } from '../../pattern/path/path-value.ts';
import { joinPieces, type Piece, type Shape, showShape, textShape } from '../../pattern/text/shape.ts';
import { DiskView } from '../disk/disk-view.ts';
import { isUnknownText, type LeftContent } from '../disk/session-files.ts';
import type {
  Command,
  ConnectEffect,
  Effects,
  ElevateEffect,
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
} from '../effect/effect.ts';
import { isNowhere } from '../effect/nowhere.ts';
import { type AnyWay, hasHappened } from '../effect/way.ts';
import {
  AskedDirectories,
  basesElsewhere,
  type Directory,
  mayBeElsewhere,
  placesElsewhere,
} from './directory.ts';
import { FilesLeft } from './files-left.ts';
import { MadeFiles } from './files-made.ts';
import { HiddenTexts } from './hidden-texts.ts';
import { Ledger, oneThing } from './ledger.ts';
import { MountedFolders, shapeOfPath } from './mounted-paths.ts';
import { noOpenFiles, type OpenFiles } from './open-files.ts';
import { directoryOfAll, pathInside, withoutEndSlash } from './path-inside.ts';
import { PathReader, shownShape } from './path-reader.ts';
import { type PathRecord, recordsOfMounts, recordsOfOpenFiles } from './path-record.ts';
import { sendsBelow } from './sent-folder.ts';

/** A folder costs more, because rules also ask about what lies in it. */
const oneFolder = 4 * oneThing;
/** A move costs more: it is a read, a delete and a write, and its source and target may be folders. */
const oneMove = 8 * oneThing;
/** About a connection; `from` says where the address comes from, if the call does not plainly name it. */
export interface ConnectRecord {
  readonly certain: boolean;
  readonly span: InputSpan;
  readonly command: number | undefined;
  readonly from?: string;
}

/** Whether an effect is on the link at the end of a path, not on its target. */
const isDoneToLinks = (use: PathUse): boolean => use === 'delete' || use === 'move';

export class Recorder {
  /** The disk of the machine, with the links that the call makes. */
  readonly disk: DiskView;
  /** What files hold after the call. */
  readonly filesLeft: FilesLeft;
  /** Files whose text is a value in the call, and what that text has named. */
  readonly hidden = new HiddenTexts();
  /** The folders that are seen at other places. */
  readonly mounts: MountedFolders;
  readonly #made: MadeFiles;
  readonly #bringing = new Set<number>();
  /** Directories whose name the call has asked for. */
  readonly asked = new AskedDirectories();
  /** The files that are open at the current place of the script. */
  opened: OpenFiles = noOpenFiles;
  readonly #ledger = new Ledger();
  /** The sources of the last target of a copy. */
  #copied: Set<string> | undefined;
  #copiedTo = '';
  /** Effects that may not happen although the call succeeds: effects of code, which may branch. */
  readonly #doubtful = new Set<PathEffect>();
  /** Effects of background jobs, for which the call may not wait. */
  readonly #later = new Set<PathEffect>();
  /** Writes that append. */
  readonly #added = new Set<PathEffect>();
  /** Writes to other machines. */
  readonly #servers = new Map<PathEffect, { readonly host: HostShape; readonly isSure: boolean }>();
  /** Whether the current command has succeeded whenever the call has. */
  #succeeds = true;
  readonly #reader = new PathReader();
  /** The command of the last effect on a path. */
  #lastCommand: number | undefined;
  /** The file with the code that is followed now, as it is shown; undefined for the text of the call. */
  #file: string | undefined;
  constructor(disk = new DiskView(undefined)) {
    this.disk = disk;
    this.#made = new MadeFiles(disk);
    this.filesLeft = new FilesLeft(disk, this);
    this.mounts = new MountedFolders(disk, (place) => this.filesLeft.rewrite(place));
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

  /** Whether this is the current path of execution. */
  isOn(way: AnyWay): boolean {
    return this.#ledger.way === way;
  }

  /** Runs `run` on this path of execution. */
  during<Result>(way: AnyWay, run: () => Result): Result {
    const before = this.#ledger.way;
    this.#ledger.way = way;
    const result = run();
    this.#ledger.way = before;
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

  /** Records what is done to a path, with what it implies, and returns the effects. */
  path(given: PathRecord): readonly PathEffect[] {
    const here = this.#one(given);
    if (given.use === 'delete' || given.use === 'move' || given.use === 'copy')
      this.#filesInside(given, here);
    const mounted = recordsOfMounts(given, this.mounts).flatMap((record) => this.#one(record));
    const effects = mounted.length === 0 ? here : [...here, ...mounted];
    const opened = recordsOfOpenFiles(given, effects, this.opened).flatMap((record) => this.#one(record));
    return opened.length === 0 ? effects : [...effects, ...opened];
  }

  /** Records what is done to a folder for each file in it that the call or the session has made. */
  #filesInside(given: PathRecord, effects: readonly PathEffect[]): void {
    const folder = effects.find(({ kind, recursive }) => recursive && kind !== 'write');
    if (folder === undefined) return;
    const record = { ...given, recursive: false, base: undefined };
    const { names, hasMore } = this.#made.below(folder.leads ?? folder.path);
    const rests: readonly (readonly [rest: Piece, isSure: boolean])[] = [
      ...names.map((text) => [{ kind: 'text', text }, true] as const),
      ...(hasMore ? [[{ kind: 'any' }, false] as const] : []),
    ];
    for (const [rest, isSure] of rests)
      for (const { kind, path, certain } of effects)
        if (kind !== 'write' || isKnown(path)) {
          const pieces = [...shapeOfPath(path).pieces, { kind: 'text', text: '/' } as const, rest];
          this.#path(record, kind, joinPieces(pieces, given.path.source), certain && isSure);
        }
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
      const all = path.everyOf === undefined ? directoryOfAll(path) : withoutEndSlash(path.everyOf);
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
    this.#ledger.add(this.#ledger.paths, this.#withFile(emptied, emptied.path), write.span);
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
    return this.#ledger.paths.some(
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
    const since = this.#ledger.paths.length;
    const result = run();
    for (const effect of this.#ledger.paths.slice(since)) this.#later.add(effect);
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
      effect.certain && !this.#doubtful.has(effect) && hasHappened(this.#ledger.momentOf(effect), 'as meant')
    );
  }

  /** Notes that what a command writes or prints comes from elsewhere, although it connects to no host that is known. */
  bring(command: number): void {
    this.#bringing.add(command);
  }

  /** Unknown content that commands write, marked as fetched if one of them connects to a host or brings files. */
  notKnown(commands: readonly (number | undefined)[]): LeftContent {
    const isFetched =
      commands.some((command) => command !== undefined && this.#bringing.has(command)) ||
      this.#ledger.connects.some(({ command }) => command !== undefined && commands.includes(command));
    return isFetched ? { why: 'fetched' } : null;
  }

  /** Makes the effects on a path recursive that were recorded since the index `since`. */
  reachBelow(since: number, shown: string): void {
    for (let at = since; at < this.#ledger.paths.length; at++) {
      const effect = this.#ledger.paths[at];
      if (effect !== undefined && showPathShape(effect.path) === shown) this.#ledger.reachBelow(at);
    }
  }

  #path(record: PathRecord, kind: PathUse, shape: Shape, certain: boolean): PathEffect {
    const { text, path, others: written } = this.#reader.read(shape, record.base);
    const follows = !isDoneToLinks(kind);
    const reals = this.disk.reals(shape, record.base, path, follows);
    // What reads a folder may follow the links in it.
    const linked = kind === 'read' && record.recursive === true ? this.disk.links.below(path) : [];
    const possible = [...this.disk.links.possibleReals(shape, record.base, path, reals, follows), ...linked];
    const others = this.#withPlaces(written, path, reals, possible);
    const [real] = reals;
    if (kind === 'delete') for (const each of [path, ...reals]) this.disk.delete(each);
    if (kind === 'write' && record.recursive === true) this.disk.links.fill(path);
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
      ...(record.filter === undefined || kind === 'delete' ? {} : { filter: record.filter }),
      content: kind === 'write' ? record.content : undefined,
      ...(kind === 'write' && keeps !== undefined ? { keeps } : {}),
      ...(real === undefined ? {} : { leads: real }),
    };
    const recorded = this.#withFile(effect, path);
    if (kind === 'write' && certain && recorded.recursive !== true) this.#made.note(real ?? path);
    const server = kind === 'copy' || kind === 'move' ? undefined : this.#reachServer(recorded, record.base);
    if (server !== undefined && kind === 'write') {
      this.#servers.set(recorded, server);
      const { host, isSure } = server;
      this.send({ certain: isSure, span: record.span, command: record.command, source: undefined, host });
    }
    const isFurther = record.isWord === true && record.command === this.#lastCommand;
    this.#lastCommand = record.command;
    const cost = isFurther ? 1 : record.use === 'move' ? oneMove : effect.recursive ? oneFolder : oneThing;
    this.#ledger.add(this.#ledger.paths, recorded, record.span, cost);
    if (mayBeElsewhere(shape, record.base)) {
      const { leads: _, ...there } = recorded;
      this.#ledger.noteElsewhere(recorded, () =>
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
        this.#ledger.noteElsewhere(recorded, () =>
          places.map((each): PathEffect => ({ ...there, path: each, others: [] })),
        );
    }
    return recorded;
  }

  /** Records the connection to the machine that a path names: `\\host\share\x`. Only Windows reads a path in that way. */
  #reachServer(
    { path, certain, span, command }: Pick<PathEffect, 'path' | 'certain' | 'span' | 'command'>,
    base: PathShape | undefined,
  ): { readonly host: HostShape; readonly isSure: boolean } | undefined {
    const [first] = path.segments;
    const server = serverOf(first);
    if (server === undefined || base?.segments[0] === first) return undefined;
    const isSure = certain && isShapeOnDrive(base);
    const about = { certain: isSure, span, command, from: 'the machine that a path names' };
    const host = this.connect(textShape(`//${server}/`), about);
    return host && { host, isSure };
  }

  /** Records that files go to the machine that a write names. */
  sendsTo(effect: PathEffect, sources: readonly PathEffect[]): void {
    const server = this.#servers.get(effect);
    if (server === undefined) return;
    const { host, isSure } = server;
    const { span, command } = effect;
    for (const source of sources)
      this.send({ certain: isSure && source.certain, span, command, source, host });
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
    const file = this.#file ?? (path && this.hidden.fileAbove(path));
    return file === undefined ? item : { ...item, file };
  }

  /** Records a command and returns its index, which its effects refer to. `directory`: where the shell runs it. */
  command(command: Command, directory?: Directory): number {
    // For code in a file, messages show only the program, and only if the tables have it. Any other word is text.
    const inFile = this.#withFile(command, command.directory?.path);
    const recorded =
      inFile === command
        ? command
        : { ...inFile, text: `${command.known ? (command.program ?? '…') : '…'} …` };
    this.#ledger.add(this.#ledger.commands, recorded, recorded.span);
    if (this.#succeeds) this.#ledger.succeeded.add(recorded);
    const others = recorded.directory === undefined ? [] : placesElsewhere(directory);
    if (others.length > 0)
      this.#ledger.noteElsewhere(recorded, () =>
        others.map((path): Command => ({ ...recorded, directory: { path, others: [] } })),
      );
    return this.#ledger.commands.length - 1;
  }

  connect(url: Shape, about: ConnectRecord): HostShape | undefined {
    const host = readHost(withoutGlobs(url));
    if (host === undefined) return undefined;
    this.hidden.hideHost(this.#file, host);
    this.connectTo(host, showShape(url), about);
    return host;
  }

  /** Records a connection to a host that is already parsed. */
  connectTo(host: HostShape, text: string, { certain, span, command, from }: ConnectRecord): void {
    // The object is written out because this runs for most calls, and a spread is much slower.
    const connect: ConnectEffect = { certain, span, command, kind: 'connect', host, text, from };
    this.#ledger.add(this.#ledger.connects, this.#withFile(connect), span);
  }

  send(effect: Omit<SendEffect, 'kind'>): void {
    const { source, host, span } = effect;
    const file = this.#file ?? this.hidden.fileOfHost(host);
    const recorded: SendEffect = { ...effect, kind: 'send', ...(file === undefined ? {} : { file }) };
    this.#ledger.add(this.#ledger.sends, recorded, span);
    for (const each of sendsBelow(recorded, this.disk)) this.#ledger.add(this.#ledger.sends, each, span);
    const others = source && this.#ledger.elsewhereOf(source);
    if (others !== undefined)
      this.#ledger.noteElsewhere(recorded, () =>
        others().map((each): SendEffect => ({ ...recorded, source: each as PathEffect })),
      );
  }

  pipe(pipe: Pipe): void {
    this.#ledger.add(this.#ledger.pipes, pipe, pipe.span);
  }

  install(effect: Omit<InstallEffect, 'kind'>): void {
    const { certain, span, command, manager, name, text, source } = effect;
    const install: InstallEffect = { certain, span, command, kind: 'install', manager, name, text, source };
    this.#ledger.add(this.#ledger.installs, this.#withFile(install), span);
  }

  spawn(effect: Omit<SpawnEffect, 'kind'>): void {
    this.#ledger.add(this.#ledger.spawns, { ...effect, kind: 'spawn' }, effect.span);
  }

  elevate(effect: Omit<ElevateEffect, 'kind'>): void {
    this.#ledger.add(this.#ledger.elevates, { ...effect, kind: 'elevate' }, effect.span);
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
    const possible = this.disk.links.possibleReals(path, base, read, reals, true);
    const others = this.#withPlaces(otherReadings(path, base), read, reals, possible);
    const text = shownShape(path);
    const file: ExecutedFile =
      sought === undefined
        ? { certain, span, command, text, path: read, others }
        : { certain, span, command, sought, text, path: read, others };
    this.#ledger.add(this.#ledger.executed, file, span);
    this.#reachServer(file, base);
  }

  /** Records that a command executes the content of files that have already been read. */
  executeAll(sources: readonly PathEffect[], about: Omit<ExecutedFile, 'text' | 'path' | 'others'>): void {
    const { certain, span, command, sought } = about;
    for (const { text, path, others } of sources) {
      const file: ExecutedFile =
        sought === undefined
          ? { certain, span, command, text, path, others }
          : { certain, span, command, sought, text, path, others };
      this.#ledger.add(this.#ledger.executed, file, span);
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
    this.#ledger.add(this.#ledger.copies, { certain, whole, from, others, to }, span);
  }

  /** Records the effects of another recorder as possible ones. */
  possibly(others: Effects): void {
    this.#ledger.addPossible(others);
    for (const part of others.unknowns) this.unknown(part);
  }

  unknown(part: UnknownPart): void {
    this.#ledger.unknown(this.#file === undefined ? part : { ...part, text: this.#file });
  }

  get effects(): Effects {
    const { effects } = this.#ledger;
    return this.hidden.files.size === 0 ? effects : { ...effects, hiddenFiles: this.hidden.files };
  }

  /** How much has been recorded so far. */
  get count(): number {
    return this.#ledger.count;
  }

  /** How much more can be recorded. */
  get left(): number {
    return this.#ledger.left;
  }

  get isFull(): boolean {
    return this.#ledger.isFull;
  }
}

/** What a copy or move leaves at its target. A copied folder fills an existing one; a file goes into a folder or replaces a file. */
const keptByTarget = ({ use, recursive, target }: PathRecord): Kept | undefined =>
  (use === 'copy' && recursive === true) || target?.into === 'perhaps' ? 'below' : undefined;

/** Content that may be from before the session: the disk alone knows. */
const isOld = (content: LeftContent): boolean =>
  content === null || (isUnknownText(content) && content.why === 'on-disk');

/** Brackets in an address are no glob: `http://[::1]/`. */
function withoutGlobs(shape: Shape): Shape {
  if (!shape.pieces.some(({ kind }) => kind === 'glob')) return shape;
  const pieces = shape.pieces.map((piece) =>
    piece.kind === 'glob' ? ({ kind: 'text', text: piece.glob } as const) : piece,
  );
  return joinPieces(pieces, shape.source);
}
