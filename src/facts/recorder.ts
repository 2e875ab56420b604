/**
 * Where what a call does is put together: one recorder for a call, that every
 * reader of commands, scripts, patches and tools writes to. It resolves paths,
 * adds what a move or a copy implies, and stops at a bound, leaving word.
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
import type { LeftContent } from './disk/session-files.ts';
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
import { isNowhere } from './nowhere.ts';
import { filesBehind, isSystemName, noOpenFiles, type OpenFile, type OpenFiles } from './open-files.ts';
import { type AnyWay, hasHappened, type Moment } from './way.ts';

/** More different things than this no honest call does; what is beyond is unknown. */
const mostThings = 2000;
/** Many calls name thousands of files at once: what one command does to the words that it is given counts as a quarter each. */
const oneThing = 4;
/** Rules ask more of a folder: about what lies in it as well. */
const oneFolder = 4 * oneThing;
/** A move is a read, a delete and a write of what may be a folder, and its target may be a folder that takes it. */
const oneMove = 8 * oneThing;
/** More effects than this no call has. */
export const mostEffects = mostThings * oneThing;
/** More unknown parts than these are recorded as one: that there are more. */
const mostUnknowns = 100;

export interface PathRecord {
  readonly use: PathUse;
  readonly path: Shape;
  /** Of a move or copy: where it goes. `into`: it is a directory that takes the source under its own name; `if there`: else the source becomes it. */
  readonly target?:
    | { readonly path: Shape; readonly into: 'yes' | 'no' | 'perhaps' | 'if there' }
    | undefined;
  readonly base: Directory | undefined;
  readonly certain: boolean;
  readonly span: InputSpan;
  readonly command: number | undefined;
  readonly recursive?: boolean;
  readonly content?: string | undefined;
  /** The content is added to what is there. */
  readonly appends?: boolean;
  readonly keeps?: Kept | undefined;
  /** How sure it is that a write with nothing to write empties what is there; else it is sure. */
  readonly empties?: 'if there' | 'perhaps' | undefined;
  /** The name itself is made, linked or given other rights: nothing goes into the file of that name. */
  readonly ofName?: boolean;
  /** It is one of the words of its command, letter by letter. */
  readonly isWord?: boolean;
}

/** Of a connection; `from` says what the address is, where the call does not plainly say so. */
export interface ConnectRecord {
  readonly certain: boolean;
  readonly span: InputSpan;
  readonly command: number | undefined;
  readonly from?: string;
}

/** What is read off the words of a path. */
type ReadPath = Pick<PathEffect, 'text' | 'path' | 'others'> &
  Pick<PathRecord, 'base'> & { readonly shape: Shape };

/** What is done to a link at the end of a path, and not to what it leads to. */
const isDoneToLinks = (use: PathUse): boolean => use === 'delete' || use === 'move';

/** Paths that are not read again: a loop has few of them, over and over. */
const mostLast = 4;

export class Recorder {
  /** What the machine has on its disk, and the links that the call makes. */
  readonly disk: DiskView;
  /** What files hold after the call. */
  readonly filesLeft: FilesLeft;
  /** Directories of which the call has asked the name. */
  readonly asked = new AskedDirectories();
  /** The files that are open where the call is followed now. */
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
  /** The sources of the target that was last copied to. */
  #copied: Set<string> | undefined;
  #copiedTo = '';
  /** Effects that may not happen though the call succeeds: those of code, which may branch. */
  readonly #doubtful = new Set<PathEffect>();
  /** Effects of jobs in the background, which the call may not wait for. */
  readonly #later = new Set<PathEffect>();
  /** Writes that add to what is there. */
  readonly #added = new Set<PathEffect>();
  /** For what rests on a directory that may not be there, the same where it is not. */
  readonly #elsewhere = new Map<object, () => readonly ElsewhereEffect[]>();
  readonly #unknowns: UnknownPart[] = [];
  readonly #moments = new Map<object, Moment>();
  readonly #succeeded = new Set<Command>();
  /** Whether what is run has succeeded wherever the call has. */
  #succeeds = true;
  #order = 0;
  /** The way through the call that is followed. */
  #way: AnyWay;
  #left = mostEffects;
  /** Whether word has been left that there is more. */
  #isOver = false;
  /** The latest first: most that is done to a path is done to one of the last, as what is edited is read and written. */
  #lastPaths: readonly ReadPath[] = [];
  /** The command that did something to the path before. */
  #lastCommand: number | undefined;
  /** The file, as it is shown, that holds the code which is followed; undefined for the text of the call. */
  #file: string | undefined;

  constructor(disk = new DiskView(undefined)) {
    this.disk = disk;
    this.filesLeft = new FilesLeft(disk, this);
  }

  /** What `run` records comes from code in a file: messages name the file, and never show its text. */
  inFile<Result>(file: string | undefined, run: () => Result): Result {
    if (file === undefined) return run();
    const before = this.#file;
    this.#file = file;
    const result = run();
    this.#file = before;
    return result;
  }

  /** The file that holds the code which is followed, as it is shown; undefined for the text of the call. */
  get file(): string | undefined {
    return this.#file;
  }

  /** Whether this way through the call is the one that is followed. */
  isOn(way: AnyWay): boolean {
    return this.#way === way;
  }

  /** What `run` records happens on this way through the call. */
  during<Result>(way: AnyWay, run: () => Result): Result {
    const before = this.#way;
    this.#way = way;
    const result = run();
    this.#way = before;
    return result;
  }

  /** Whether what is run has succeeded wherever the call has: true for the last command, false before a `;`. */
  get succeeds(): boolean {
    return this.#succeeds;
  }

  /** What `run` records has succeeded wherever the call has, or need not have. */
  succeeding<Result>(succeeds: boolean, run: () => Result): Result {
    const before = this.#succeeds;
    this.#succeeds = succeeds;
    const result = run();
    this.#succeeds = before;
    return result;
  }

  /** Records what is done to a path, with what it implies; gives the effects, reads and writes among them. */
  path(given: PathRecord): readonly PathEffect[] {
    const effects = this.#one(given);
    if (this.opened.size === 0) return effects;
    // Almost no path is the name of a descriptor, or leads to one.
    if (effects.length > 0 && !effects.some(({ path, leads }) => isSystemName(path) || leads !== undefined))
      return effects;
    const behind = this.#behind(given, effects);
    return behind.length === 0 ? effects : [...effects, ...behind];
  }

  /** Records what is done to files by the names of descriptors that they are open as, or by links to these. */
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
    const plain = { ...record, target: undefined, isWord: false, recursive: false };
    return [
      ...read.flatMap((file) => (file.isRead ? [] : this.#one({ ...plain, ...file, use: 'read' }))),
      ...written.flatMap((file) => this.#one({ ...plain, ...file, use: 'write' })),
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
      // To delete everything in a directory is to delete the directory, for all that matters.
      return all === undefined ? [one(use, path)] : [one(use, path), one(use, all)];
    }
    if (use !== 'move' && use !== 'copy') return [one(use, path)];
    // A folder is moved with all that is in it, whether or not anybody says so.
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
    // A copy is written into a device, or takes its place (`install`, `rsync`): which of both, no table says.
    const isKept = use !== 'copy' || record.ofName === true || !isNowhere(target.path);
    const isInto = target.into === 'yes' || target.into === 'if there';
    if (target.into !== 'yes') writes.push(write(target.path, record.certain && !isInto && isKept));
    if (target.into !== 'no' && isKept) writes.push(write(inside, record.certain && isInto));
    // Where it goes into a folder or takes its name, the other of the two is not there.
    for (const { path: to } of writes)
      this.copy(source, to, {
        certain: record.certain && record.keeps !== 'all',
        whole: source.recursive,
        span: record.span,
      });
    if (record.content === '') for (const each of writes) this.empties(each);
    return [...effects, ...writes];
  }

  /** Records that a write leaves a file empty which held something, as far as that is known. */
  empties(write: PathEffect, certain = write.certain): void {
    if (write.keeps === 'all' || this.#isNew(write)) return;
    const { content: _, keeps: __, ...effect } = write;
    const emptied: PathEffect = { ...effect, kind: 'empty', content: undefined, certain };
    this.#add(this.#paths, this.#withFile(emptied), write.span);
  }

  #surelyEmpties({ certain, path }: PathEffect, { empties }: PathRecord): boolean {
    if (empties === undefined || !certain) return certain;
    return empties === 'if there' && this.disk.isReal && isKnown(path) && this.disk.entry(path) === 'file';
  }

  /** Whether nothing was there, or only what this call or an earlier one of the session has put there. */
  #isNew(write: PathEffect): boolean {
    const shown = showPathShape(write.path);
    if (/^\/dev\//.test(shown)) return true;
    if (this.disk.isReal && isKnown(write.path) && this.disk.entry(write.path) === 'absent') return true;
    const place = this.disk.placeOf(write.path);
    const { left = [], open = [] } = (place !== undefined && this.disk.session.file(place)) || {};
    if (left.length > 0 && open.length === 0 && !left.includes(null)) return true;
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

  /** What `run` records may happen when the call has ended. */
  later<Result>(run: () => Result): Result {
    const since = this.#paths.length;
    const result = run();
    for (const effect of this.#paths.slice(since)) this.#later.add(effect);
    return result;
  }

  /** Whether an effect may happen when the call has ended. */
  comesLater(effect: PathEffect): boolean {
    return this.#later.has(effect);
  }

  /** Notes that an effect may not happen though the call succeeds. */
  mayNotHappen(effect: PathEffect): void {
    this.#doubtful.add(effect);
  }

  /** Whether an effect has happened if the call has succeeded, and the directories are there that it goes to. */
  hasHappened(effect: PathEffect): boolean {
    return (
      effect.certain && !this.#doubtful.has(effect) && hasHappened(this.#moments.get(effect), 'as meant')
    );
  }

  /** The unknown content that commands write: it matters if it comes from a network. */
  notKnown(commands: readonly (number | undefined)[]): LeftContent {
    const isFetched = this.#connects.some(
      ({ command }) => command !== undefined && commands.includes(command),
    );
    return isFetched ? { why: 'fetched' } : null;
  }

  /** What has been recorded since then of a path is also done to all that lies below it. */
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
    const reals = this.disk.reals(shape, record.base, path, !isDoneToLinks(kind));
    const others = this.#withPlaces(written, path, reals);
    const [real] = reals;
    if (kind === 'delete') for (const each of [path, ...reals]) this.disk.delete(each);
    // A folder is written with all below it: which files were there before is not known.
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
    const told = this.#withFile(effect);
    const isFurther = record.isWord === true && record.command === this.#lastCommand;
    this.#lastCommand = record.command;
    const cost = isFurther ? 1 : record.use === 'move' ? oneMove : effect.recursive ? oneFolder : oneThing;
    this.#add(this.#paths, told, record.span, cost);
    if (mayBeElsewhere(shape, record.base)) {
      const { leads: _, ...there } = told;
      this.#noteElsewhere(told, () =>
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
      const { leads: _, ...there } = told;
      if (places.length > 0)
        this.#noteElsewhere(told, () =>
          places.map((each): PathEffect => ({ ...there, path: each, others: [] })),
        );
    }
    return told;
  }

  /** Notes what an effect is where a `cd` has failed; worked out when it is asked for. */
  #noteElsewhere(effect: ElsewhereEffect, others: () => readonly ElsewhereEffect[]): void {
    let told: readonly ElsewhereEffect[] | undefined;
    this.#elsewhere.set(effect, () => {
      if (told !== undefined) return told;
      told = others().map((each) => ({ ...each, certain: false }));
      const moment = this.#moments.get(effect);
      if (moment !== undefined) for (const each of told) this.#moments.set(each, moment);
      return told;
    });
    this.#left -= mostDirectories;
  }

  /** The readings of a path, with where it leads, and with the home where either is in one that has no usual place. */
  #withPlaces(
    readings: readonly PathReading[],
    path: PathShape,
    places: readonly PathShape[],
  ): readonly PathReading[] {
    if (!this.disk.isThere && places.length === 0) return readings;
    const homes = [path, ...places].flatMap((each) => this.disk.inHome(each) ?? []);
    return places.length + homes.length === 0 ? readings : [...readings, ...places, ...homes];
  }

  #withFile<Item extends object>(item: Item): Item {
    return this.#file === undefined ? item : { ...item, file: this.#file };
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

  /** Gives the index of the command, for effects that it has. `directory`: where it runs, as the shell has it. */
  command(command: Command, directory?: Directory): number {
    // Only the program in a file is shown, and not its text.
    const told =
      this.#file === undefined
        ? command
        : this.#withFile({ ...command, text: `${command.program ?? '…'} …` });
    this.#add(this.#commands, told, told.span);
    if (this.#succeeds) this.#succeeded.add(told);
    const others = told.directory === undefined ? [] : placesElsewhere(directory);
    if (others.length > 0)
      this.#noteElsewhere(told, () =>
        others.map((path): Command => ({ ...told, directory: { path, others: [] } })),
      );
    return this.#commands.length - 1;
  }

  connect(url: Shape, about: ConnectRecord): HostShape | undefined {
    const host = readHost(withoutGlobs(url));
    if (host !== undefined) this.connectTo(host, showShape(url), about);
    return host;
  }

  /** The same of a host that has been read already. */
  connectTo(host: HostShape, text: string, { certain, span, command, from }: ConnectRecord): void {
    // Written out, as everywhere that most calls come by: a spread takes far longer.
    const connect: ConnectEffect = { certain, span, command, kind: 'connect', host, text, from };
    this.#add(this.#connects, this.#withFile(connect), span);
  }

  send(effect: Omit<SendEffect, 'kind'>): void {
    const { certain, span, command, source, host, inline } = effect;
    const sent: SendEffect =
      inline === undefined
        ? { certain, span, command, kind: 'send', source, host }
        : { certain, span, command, kind: 'send', source, inline, host };
    const told = this.#withFile(sent);
    this.#add(this.#sends, told, span);
    const others = source && this.#elsewhere.get(source);
    if (others !== undefined)
      this.#noteElsewhere(told, () =>
        others().map((each): SendEffect => ({ ...told, source: each as PathEffect })),
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
    const others = this.#withPlaces(otherReadings(path, base), read, reals);
    const text = shownPath(path);
    const file: ExecutedFile =
      sought === undefined
        ? { certain, span, command, text, path: read, others }
        : { certain, span, command, sought, text, path: read, others };
    this.#add(this.#executed, file, span);
  }

  /** Records that a command executes what it was given of files that have been read. */
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

  /** Records that what a file holds is also somewhere else. */
  copy(
    { path: from, others }: Pick<PathEffect, 'path' | 'others'>,
    to: PathShape,
    about: Pick<FileCopy, 'certain' | 'whole'> & { readonly span: InputSpan },
  ): void {
    const { certain, whole, span } = about;
    const source = showPathShape(from);
    const target = showPathShape(to);
    if (this.isFull || source === target) return;
    // Files that are put together name their sources again and again.
    if (this.#copied === undefined || target !== this.#copiedTo) this.#copied = new Set();
    this.#copiedTo = target;
    const key = `${certain} ${whole} ${source}`;
    if (this.#copied.has(key)) return;
    this.#copied.add(key);
    this.#add(this.#copies, { certain, whole, from, others, to }, span);
  }

  /** Records what was found elsewhere as what the call possibly does. */
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
    };
  }

  /** How much has been recorded so far. */
  get count(): number {
    return mostEffects - this.#left + this.#unknowns.length;
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

/** A folder that is there is filled by a copy of another; a file takes its place in it, or that of a file. */
const keptByTarget = ({ use, recursive, target }: PathRecord): Kept | undefined =>
  (use === 'copy' && recursive === true) || target?.into === 'perhaps' ? 'below' : undefined;

const noSpan: InputSpan = { field: [], start: 0, end: 0 };

/** Whether both are written alike. */
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

/** What is shown of a path. */
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

/** What takes the name of a path in a directory; `home`: where the home is, as far as that is known. */
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
