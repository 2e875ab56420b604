/**
 * A disk as one call sees it: paths in the form of the derivation, the links that the call itself makes, and limits for
 * the number of questions. It counts steps and reads no clock. Without a disk it still follows the links of the call, and
 * has the memory of the files that the session wrote.
 */
import {
  below,
  isKnown,
  type PathShape,
  pathShapeOfText,
  type Step,
  showPathShape,
} from '../../pattern/path/path-shape.ts';
import { restsBelow } from '../../pattern/path/path-shape-test.ts';
import { belowHome, readStart } from '../../pattern/path/path-value.ts';
import type { Shape } from '../../pattern/text/shape.ts';
import { CallLinks } from './call-links.ts';
import type { Disk, DiskEntry, FileText } from './disk.ts';
import { diskPlaceOf, isOwnName, type KnownPlace, ofThisProcess, writtenPathText } from './disk-place.ts';
import { isOpenText } from './open-text.ts';
import {
  lostText,
  madeText,
  rememberedLink,
  rememberedText,
  unseenText,
  whyBuilt,
} from './remembered-file.ts';
import { keptTarget, noSessionFiles, type SessionFiles, targetOf } from './session-files.ts';
import { sessionIndex } from './session-index.ts';

/** The limit for one call: questions about what things are and hold, and steps on the way to them. */
const mostQuestions = 300;
const mostSteps = 5000;
/** The limit of characters that are read for one call. */
const mostText = 1_048_576;
/** The limit of links in one path, as in operating systems. */
const mostLinks = 40;

/** The limit of alternatives for the links of one path. Beyond it, the path is unknown: the call asks for too much. */
const mostPlaces = 8;
/** The limit of moved and copied paths whose links are looked for. */
const mostMoves = 50;

/** Links that lead in a circle: nothing is there. */
const circle = Symbol('circle');

/** What is at a path after its links have been followed. */
export type PlaceKind = Exclude<DiskEntry['is'], 'link'>;

/** Files as they are when a part of the call reaches them. */
export interface Files {
  entry(path: PathShape): PlaceKind;
  text(path: PathShape): FileText;
}

const absent: FileText = { is: 'absent' };
const notPlain: FileText = { is: 'unknown', why: 'it is no plain file' };
const tooMuch: FileText = { is: 'unknown', why: 'the call asks for too much' };

export class DiskView implements Files {
  /** What earlier calls of the session wrote. */
  readonly session: SessionFiles;
  readonly #disk: Disk | undefined;
  readonly #open: readonly string[];
  readonly #entries = new Map<string, DiskEntry>();
  readonly #texts = new Map<string, FileText>();
  readonly #names = new Map<string, readonly string[] | undefined>();
  /** Names in the folders of the search path. */
  readonly #programs = new Map<string, ReadonlySet<string> | 'unseen' | undefined>();
  /** Links that the call makes. */
  readonly links = new CallLinks(
    (path) => this.absolute(path),
    () => sessionIndex(this.session).links,
  );
  /** What the call has moved or copied, with the links in it. */
  readonly #moved: { readonly from: PathShape; readonly to: PathShape }[] = [];
  /** Paths that the call has deleted, as shown: links there may be gone. */
  readonly #gone = new Set<string>();
  #questions = mostQuestions;
  #steps = mostSteps;
  #characters = mostText;
  /** The first path at which the disk has something unknown. */
  #unknownPath: string | undefined;

  /** `open`: the folders whose texts may be values in the call. */
  constructor(disk: Disk | undefined, session = noSessionFiles, open: readonly string[] = []) {
    this.#disk = disk;
    this.session = session;
    this.#open = open;
  }

  /** Whether there is a disk to ask, or a memory of what the session wrote. */
  get isThere(): boolean {
    return this.isReal || this.session !== noSessionFiles;
  }

  /** Whether there is a disk to ask. */
  get isReal(): boolean {
    return this.#disk !== undefined;
  }

  /** The home of the user who runs the call; undefined where it is not known. */
  get home(): string | undefined {
    return this.#disk?.home;
  }

  /** Whether the call has reached the limit, so that some answers are `unknown` for that reason. */
  get isSpent(): boolean {
    return this.#questions <= 0 || this.#steps <= 0 || this.#characters <= 0 || this.#disk?.failed === true;
  }

  /** The first path that may lead anywhere, because what is there is unknown; undefined if there is none. */
  get unknownPath(): string | undefined {
    return this.#unknownPath;
  }

  /** From here on a path, and everything below it, may not exist. */
  delete(at: PathShape): void {
    if (this.#disk === undefined || !isKnown(at) || this.#gone.size >= mostQuestions) return;
    this.#gone.add(showPathShape(this.absolute(at)));
  }

  /** From here on a path may be what was at another one, which was moved or copied, with the links in it. */
  relink(from: PathShape, to: PathShape): void {
    const path = this.absolute(from);
    this.links.relink(path, to);
    if (this.#disk !== undefined && isKnown(path) && isKnown(to) && this.#moved.length < mostMoves)
      this.#moved.push({ from: path, to: this.absolute(to) });
    const target = this.absolute(to);
    const place = this.#disk !== undefined && isKnown(path) ? diskPlaceOf(path) : undefined;
    const entry = place === undefined ? undefined : this.#entry(place);
    if (entry?.is === 'link' && isKnown(target)) this.links.add(target, this.#leadOf(entry.to, target));
  }

  /** The directory of a process is a link to the current directory, and its root is a link to the root. */
  #linkProcess(path: PathShape, base: PathShape | undefined): void {
    const { anchor, segments } = this.absolute(path);
    const [, process, name] = segments;
    if (anchor !== 'root' || process !== 'self') return;
    const to = name === 'root' ? { anchor, segments: [] } : name === 'cwd' ? base : undefined;
    if (to !== undefined && isKnown(to)) this.links.add({ anchor, segments: segments.slice(0, 3) }, to);
  }

  /** Whether any links are known. */
  get #mayLead(): boolean {
    return this.isReal || this.links.knownCount > 0 || sessionIndex(this.session).hasLinks;
  }

  /**
   * The places to which the links in a path lead, as far as its names are known; empty if the path has no links. With
   * `followsLast`, a link at its end is followed too; a link with a slash after it always is. There are several places if
   * the call has made or deleted a link on the way.
   */
  reals(
    shape: Shape,
    base: PathShape | undefined,
    path: PathShape,
    followsLast: boolean,
  ): readonly PathShape[] {
    if (path.segments[0] === 'proc') this.#linkProcess(path, base);
    if (!this.#mayLead) return [];
    const text = writtenPathText(shape);
    const last = shape.pieces.at(-1);
    const isFolder = last?.kind === 'text' && /[\\/]\.?$/.test(last.text);
    const physical = text?.includes('..') === true ? this.#stepsOfText(text, base) : undefined;
    const written = this.absolute(path);
    const shown = showPathShape(written);
    return this.#follow(physical ?? written, followsLast || isFolder).filter(
      (led) => showPathShape(led) !== shown,
    );
  }

  /**
   * The same path below `~`, if the home is known and is at an unusual place: rules about `~` already look for
   * `/home/NAME`, `/Users/NAME` and `/root`.
   */
  inHome(path: PathShape): PathShape | undefined {
    const home = this.#oddHome();
    if (home === undefined || path.anchor !== 'root') return undefined;
    const isBelow = home.every((name, at) => path.segments[at] === name);
    return isBelow ? { anchor: 'home', segments: path.segments.slice(home.length) } : undefined;
  }

  #oddHome(): readonly string[] | undefined {
    const home = this.#disk?.home;
    if (home === undefined) return undefined;
    const { segments } = pathShapeOfText(home, undefined);
    const names = segments.filter((step) => typeof step === 'string');
    return names.length === 0 || belowHome(names, true) !== undefined ? undefined : names;
  }

  /** The links that the call makes, by the paths that a disk understands, with their targets as they are kept. */
  get madeLinks(): readonly (readonly [at: string, to: string])[] {
    return this.links.byPath().flatMap(([shown, [target]]) => {
      if (shown.startsWith('/proc/') || target === undefined) return [];
      return /^[~/]/.test(shown) ? [[shown, keptTarget(this.absolute(target))] as const] : [];
    });
  }

  /** Where a path leads exactly as it is written, with `..`: what the system opens under that text. */
  opened(shape: Shape, base: PathShape | undefined, path: PathShape): PathShape {
    return this.reals(shape, base, path, true)[0] ?? path;
  }

  /** The same for a path without a text. */
  realOf(path: PathShape): PathShape | undefined {
    if (!this.#mayLead) return undefined;
    const written = this.absolute(path);
    const [led] = this.#follow(written, true);
    return led === undefined || showPathShape(led) === showPathShape(written) ? undefined : led;
  }

  /**
   * Whether the text of the file at a path may be a value in the call: agents work on such files, or the file still holds
   * a text of the session. A file with other names may be any file.
   */
  isOpenText(path: PathShape): boolean {
    const place = this.placeOf(path);
    if (place === undefined) return false;
    if (isOpenText(place, this.#open) && !this.hasOtherNames(path)) return true;
    const left = this.session.file(place)?.left ?? [];
    if (left.length === 0 || left.includes(null)) return false;
    const now = this.text(path);
    return now.is === 'text' ? left.includes(now.text) : !this.isReal;
  }

  /** What is at a path, after its links. */
  entry(path: PathShape): PlaceKind {
    const place = this.#placeOf(path);
    this.#asked(place);
    if (typeof place !== 'string') return place.is;
    const is = this.#kindOf(place);
    return is === 'unseen' && this.#made(place) === madeText ? 'unknown' : is;
  }

  /** Whether the disk has the file at a path, after its links, under other names as well. */
  hasOtherNames(path: PathShape): boolean {
    const place = this.isReal ? this.#placeOf(path) : undefined;
    const entry = typeof place === 'string' ? this.#entry(place) : undefined;
    return entry?.is === 'file' && entry.hasOtherNames === true;
  }

  /** Whether a plain file is at a path, no link, and the call has not deleted it. */
  isFile(path: PathShape): boolean {
    const absolute = this.absolute(path);
    if (!isKnown(absolute) || this.#isGone(absolute) || this.links.targetsAt(absolute) !== undefined)
      return false;
    return this.entry(absolute) === 'file' && this.#ownTargetOf(absolute) === 'here';
  }

  /** The text of a file, after its links. */
  text(path: PathShape): FileText {
    const place = this.#placeOf(path);
    if (typeof place !== 'string')
      return place.is === 'absent' ? absent : place.is === 'unseen' ? unseenText : tooMuch;
    this.#asked(place);
    let text = this.#texts.get(place);
    if (text === undefined) {
      text = this.#readText(place);
      if (text.is === 'text') this.#characters -= text.text.length;
      this.#texts.set(place, text);
    }
    return text;
  }

  #asked(place: string | object): void {
    if (typeof place === 'string') this.session.file(place);
  }

  #readText(place: string): FileText {
    const is = this.#kindOf(place);
    if (is === 'absent') return absent;
    if (!this.isReal && this.session.isLost) return lostText;
    if (is === 'unseen') return this.#made(place);
    if (is !== 'file') return notPlain;
    if (this.#characters <= 0) return tooMuch;
    return this.#disk?.text(place) ?? rememberedText(this.session, place);
  }

  /** A file that is not read: unknown, with a reason if there is one. */
  #made(place: string): FileText {
    return !this.isReal && this.session.mayBeMade(place) ? madeText : unseenText;
  }

  /**
   * Why a file that the disk lacks, or has as a binary, is not known: a call of the session has built it, or may
   * still make it. Undefined if no call has.
   */
  whyBuilt(path: PathShape): string | undefined {
    const place = this.#placeOf(path);
    return typeof place === 'string' ? whyBuilt(this.session, place) : undefined;
  }

  /** Where a link leads that the session has surely left at a place, without a disk. */
  linkAt(place: string): string | undefined {
    return this.isReal ? undefined : rememberedLink(this.session, place);
  }

  /** The names in a folder; undefined if they are not known, and empty if the folder does not exist. */
  names(folder: PathShape): readonly string[] | 'unseen' | undefined {
    const place = this.#placeOf(folder);
    if (typeof place !== 'string')
      return place.is === 'absent' ? [] : place.is === 'unseen' ? 'unseen' : undefined;
    const is = this.#kindOf(place);
    if (is === 'unseen') return 'unseen';
    if (is !== 'folder') return is === 'unknown' ? undefined : [];
    if (!this.#names.has(place)) this.#names.set(place, this.#disk?.names(place));
    return this.#names.get(place);
  }

  /** The folders of the search path; empty if they are not known. */
  get searchPath(): readonly string[] {
    return this.#disk?.searchPath ?? [];
  }

  /** Whether a folder has something with a name: the folder is read once, for all names. */
  holds(folder: PathShape, name: string): boolean {
    const shown = showPathShape(folder);
    if (!this.#programs.has(shown)) {
      const names = this.names(folder);
      this.#programs.set(shown, typeof names === 'object' ? new Set(names) : names);
    }
    const held = this.#programs.get(shown);
    if (held === 'unseen') return this.entry(below(folder, name)) === 'file';
    return held?.has(name) ?? this.entry(below(folder, name)) !== 'absent';
  }

  /** Whether other users may write to a folder, as far as that is known. */
  isShared(folder: PathShape): boolean {
    const place = this.#placeOf(folder);
    const entry = typeof place === 'string' ? this.#entry(place) : undefined;
    return entry?.is === 'folder' && entry.isShared === true;
  }

  /** After all other alternatives, a link may lead nowhere. */
  #kindOf(place: string): PlaceKind {
    const { is } = this.#entry(place);
    return is === 'link' ? 'absent' : is;
  }

  /** The place of a path in the form of the disk; or the answer, if the disk cannot be asked. */
  #placeOf(path: PathShape): string | { readonly is: 'absent' | 'unknown' | 'unseen' } {
    if (!this.isThere) return { is: 'unseen' };
    // The memory of the session needs no disk.
    if (this.#questions <= 0) return { is: 'unknown' };
    if (this.isReal) this.#questions--;
    const absolute = this.absolute(path);
    const found = this.#follow(absolute, true, true);
    const [led] = found;
    const unknown = { is: this.isReal ? 'unknown' : 'unseen' } as const;
    if (led === undefined) return this.#isCircle(absolute) ? { is: 'absent' } : unknown;
    return (found.length === 1 && isKnown(led) ? diskPlaceOf(led) : undefined) ?? unknown;
  }

  /** The place of a path in the form of the disk; undefined where it is not known. */
  placeOf(path: PathShape): string | undefined {
    const [led] = this.#follow(this.absolute(path), true, true);
    return led === undefined || !isKnown(led) ? undefined : diskPlaceOf(led);
  }

  /** A path in the form of the disk, without following its links; undefined where it is not known. */
  placeAt(path: PathShape): string | undefined {
    return isKnown(path) ? diskPlaceOf(this.absolute(path)) : undefined;
  }

  /** Replaces `~` by the home, if it is known, and `/proc/self` by the links of the process that asks. */
  absolute(path: PathShape): PathShape {
    if (path.segments[0] === 'proc') return ofThisProcess(path);
    const home = this.#disk?.home;
    if (path.anchor !== 'home' || home === undefined) return path;
    return { anchor: 'root', segments: [...pathShapeOfText(home, undefined).segments, ...path.segments] };
  }

  /** The steps of a text with `..`, which leads out of the target of a link and not out of the link. */
  #stepsOfText(text: string, base: PathShape | undefined): PathShape | undefined {
    const { start, rest } = readStart(text, false);
    const from = start ?? base;
    if (from === undefined) return undefined;
    const { anchor, segments } = this.absolute(from);
    return {
      anchor,
      segments: [...segments, ...rest.split('/').filter((step) => step !== '' && step !== '.')],
    };
  }

  /**
   * Follows links as far as the names are known, on each possible way; empty if they lead to something unknown. `asItWas`:
   * what the call has deleted counts as if it still existed.
   */
  #follow(path: PathShape, followsLast: boolean, asItWas = false): readonly PathShape[] {
    if (!this.#mayLead && !path.segments.includes('..')) return [path];
    const found = new Map<string, PathShape>();
    const open: (readonly number[])[] = [[]];
    let ways = 0;
    for (let picks = open.pop(); picks !== undefined; picks = open.pop()) {
      const counts: number[] = [];
      const led = this.#followOne(path, followsLast, picks, counts, asItWas);
      for (let at = counts.length - 1; at >= picks.length; at--)
        for (let other = (counts[at] ?? 1) - 1; other > 0; other--)
          open.push([...picks, ...Array.from({ length: at - picks.length }, () => 0), other]);
      if (typeof led === 'object') found.set(showPathShape(led), led);
      if (++ways >= mostPlaces && open.length > 0) {
        this.#questions = 0;
        break;
      }
    }
    return [...found.values()];
  }

  /** Whether a path leads through a link in a circle that the call has not touched: nothing is there, and nothing can be put there. */
  isCircle(path: PathShape): boolean {
    const counts: number[] = [];
    return this.#followOne(this.absolute(path), true, [], counts, false) === circle && counts.length === 0;
  }

  #isCircle(path: PathShape): boolean {
    return this.#followOne(path, true, [], [], true) === circle;
  }

  /** `picks`: the alternative to take at each fork; `counts` receives how many alternatives each fork has. */
  #followOne(
    path: PathShape,
    followsLast: boolean,
    picks: readonly number[],
    counts: number[],
    asItWas: boolean,
  ): PathShape | typeof circle | undefined {
    const known = path.segments.findIndex((step) => typeof step !== 'string');
    const names = (known < 0 ? path.segments : path.segments.slice(0, known)) as readonly string[];
    const rest: readonly Step[] = known < 0 ? [] : path.segments.slice(known);
    let { anchor } = path;
    const open = [...names].reverse();
    let place: string[] = [];
    let links = 0;
    let isAbsent = false;
    const picked = new Map<string, number>();
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (name === '..') {
        if (place.length === 0 && anchor !== 'root') return undefined;
        place.pop();
        continue;
      }
      place.push(name);
      if (isAbsent && this.links.knownCount === 0) continue;
      if (open.length === 0 && rest.length === 0 && !followsLast) break;
      const targets = this.#targetsOf({ anchor, segments: place }, asItWas);
      let pick = 0;
      if (targets.length > 1) {
        // The same path has the same target each time.
        const shown = showPathShape({ anchor, segments: place });
        pick = picked.get(shown) ?? picks[counts.length] ?? 0;
        if (!picked.has(shown)) counts.push(targets.length);
        picked.set(shown, pick);
      }
      const target = targets[pick];
      if (target === 'absent') isAbsent = true;
      if (target === undefined || target === 'absent' || target === 'here') continue;
      if (++links > mostLinks) return circle;
      ({ anchor } = target);
      place = [];
      if (!isKnown(target)) return { anchor, segments: [...target.segments, ...open.reverse(), ...rest] };
      open.push(...[...target.segments].reverse());
    }
    return { anchor, segments: [...place, ...rest] };
  }

  /** The possible targets of a link, with what the call has made and deleted; `here`: there may be no link. */
  #targetsOf(path: KnownPlace, asItWas: boolean): readonly (PathShape | 'absent' | 'here')[] {
    const own = this.#ownTargetOf(path);
    if (this.links.knownCount + this.#gone.size === 0) return [own];
    const made = this.links.targetsAt(path)?.map((each) => this.absolute(each));
    if (made !== undefined) return this.#disk === undefined || own === 'absent' ? made : [...made, own];
    return typeof own === 'object' && !asItWas && this.#isGone(path) ? [own, 'here'] : [own];
  }

  #isGone({ anchor, segments }: KnownPlace): boolean {
    if (this.#gone.size === 0) return false;
    return segments.some((_, at) =>
      this.#gone.has(showPathShape({ anchor, segments: segments.slice(0, at + 1) })),
    );
  }

  /** The target of the link that the disk has at a path. */
  #ownTargetOf(path: KnownPlace): PathShape | 'absent' | 'here' {
    const place = diskPlaceOf(path);
    const remembered = place === undefined ? undefined : this.linkAt(place);
    if (remembered !== undefined) return this.absolute(targetOf(remembered));
    if (this.#disk === undefined) return 'here';
    const entry = place === undefined ? undefined : this.#entry(place);
    if (entry?.is === 'absent') return this.#movedTargetOf(path) ?? 'absent';
    if (entry?.is === 'unknown') this.#unknownPath ??= place;
    if (entry?.is !== 'link' || isOwnName(path.segments, entry.to)) return 'here';
    return this.#leadOf(entry.to, path);
  }

  /** The target of a link that the call has moved or copied to a path, in a folder. */
  #movedTargetOf(path: KnownPlace): PathShape | undefined {
    for (const { from, to } of this.#moved) {
      const rests = restsBelow(path, to);
      const [rest] = rests === 'anywhere' ? [] : rests;
      if (rest === undefined || rest.length === 0) continue;
      const before = { anchor: from.anchor, segments: [...from.segments, ...rest] };
      const place = isKnown(before) ? diskPlaceOf(before) : undefined;
      const entry = place === undefined ? undefined : this.#entry(place);
      if (entry?.is === 'link') return this.#leadOf(entry.to, path);
    }
    return undefined;
  }

  /** The target of a link, from its text and its path. */
  #leadOf(to: string, { anchor, segments }: KnownPlace): PathShape {
    // For a system, `~` is a plain name.
    const steps = to.split('/').filter((step) => step !== '' && step !== '.');
    const from = to.startsWith('/')
      ? { anchor: 'root' as const, segments: [] }
      : this.absolute({ anchor, segments: segments.slice(0, -1) });
    return { anchor: from.anchor, segments: [...from.segments, ...steps] };
  }

  #isRemembered(place: string): boolean {
    return this.#disk === undefined && rememberedText(this.session, place).is !== 'unseen';
  }

  #entry(place: string): DiskEntry {
    let entry = this.#entries.get(place);
    if (entry === undefined) {
      // Beyond the limit, one unknown part covers everything.
      entry = this.#steps-- > 0 ? this.#disk?.entry(place) : undefined;
      // If the memory is lost, the session may have left anything there.
      const unseen = this.session.isLost ? 'unknown' : 'unseen';
      entry ??= this.#isRemembered(place) ? { is: 'file' } : { is: unseen };
      this.#entries.set(place, entry);
    }
    return entry;
  }
}
