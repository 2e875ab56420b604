/** What files hold after a call, for later calls of the session. The readers of the call record it here. */
import { knownFolder, type PathShape } from '../../pattern/path/path-shape.ts';
import type { DiskView } from '../disk/disk-view.ts';
import { isBrought, isOfMaking, type MadeSort, type Making, makingAt, pathOfMaking } from '../disk/making.ts';
import { type FileAfter, keptTarget, type LeftContent, type SessionFiles } from '../disk/session-files.ts';
import { sessionIndex } from '../disk/session-index.ts';
import type { PathEffect } from '../effect/effect.ts';

/** The most source files that are recorded for one file. */
export const mostSources = 64;
/** The most files whose copies are recorded. */
const mostCopies = 2000;
/** The most folders in which programs make files. Beyond them, files may be made anywhere. */
const mostMakings = 200;

/** When effects that change files happen. */
export interface Happening {
  /** Whether an effect has happened if the call has succeeded. */
  hasHappened(effect: PathEffect): boolean;
  /** Whether an effect may happen when the call has ended. */
  comesLater(effect: PathEffect): boolean;
}

export class FilesLeft {
  readonly #disk: DiskView;
  readonly #happening: Happening;
  readonly #files = new Map<string, FileAfter>();
  /** The sources that were looked up last, and their places: a call may make many files from the same sources. */
  #sources: readonly PathEffect[] | undefined;
  /** Pairs of names of the same file. */
  readonly #joined: (readonly [path: string, to: string])[] = [];
  readonly #makings = new Map<string, Making>();
  readonly #rewritten: (PathShape | undefined)[] = [];
  #count = 0;
  #places: readonly string[] = [];

  constructor(disk: DiskView, happening: Happening) {
    this.#disk = disk;
    this.#happening = happening;
  }

  /** Records what a written file may hold. `orBefore`: it may also keep its old content. */
  write(
    effect: PathEffect,
    contents: readonly LeftContent[],
    orBefore: boolean,
    sources: readonly PathEffect[] = [],
  ): void {
    const path = this.#disk.placeOf(effect.path);
    // A device keeps nothing.
    if (path === undefined || path.startsWith('/dev/')) return;
    // Unknown content may be the old one: the program may change only a part of the file, or nothing.
    const isKept = orBefore || contents.includes(null) || !this.#happening.hasHappened(effect);
    const later = this.#happening.comesLater(effect) ? { isLater: true as const } : {};
    this.#files.set(path, { path, contents, orBefore: isKept, of: this.#placesOf(sources), ...later });
  }

  /** Records that a file is deleted. */
  remove(effect: PathEffect): void {
    const path = this.#disk.placeOf(effect.path);
    const isGone = this.#happening.hasHappened(effect) && !effect.recursive && !mayLeadNowhere(effect.text);
    if (path !== undefined && isGone) this.#files.set(path, { path, contents: [], orBefore: false, of: [] });
  }

  /** Records what a path may hold beside its content, if nothing is recorded for it yet. */
  copy(path: string, contents: readonly LeftContent[], of: readonly string[]): void {
    if (!this.#files.has(path) && this.#files.size < mostCopies)
      this.#files.set(path, { path, contents, orBefore: true, of: [...new Set(of)].slice(0, mostSources) });
  }

  /** Records that two names are the same file: from here on, a write to one may change the other. */
  join(one: PathShape, other: PathShape): void {
    const [path, to] = [this.#disk.placeOf(one), this.#disk.placeOf(other)];
    if (path === undefined || to === undefined || path === to || this.#joined.length >= mostCopies) return;
    this.#joined.push([path, to], [to, path]);
  }

  /** Records what a program keeps in its own file. This is no effect of the call. */
  hold(file: PathShape, content: LeftContent, orBefore: boolean): void {
    const path = this.#disk.placeOf(file);
    if (path !== undefined) this.#files.set(path, { path, contents: [content], orBefore, of: [] });
  }

  /** Records that a program makes files there under names that it chooses. */
  make(folder: PathShape, sort: MadeSort, name?: string): void {
    const place = this.#disk.placeOf(folder);
    if (place === undefined) return;
    const isRoot = place === '/' || this.#makings.size >= mostMakings;
    this.#make({ folder: isRoot ? '' : place, sort, ...(name === undefined ? {} : { name }) });
  }

  #make(making: Making, content: LeftContent = { why: 'made' }): void {
    const path = pathOfMaking(making);
    if (this.#makings.has(path)) return;
    this.#makings.set(path, making);
    this.#files.set(path, { path, contents: [content], orBefore: true, of: [] });
  }

  /** Records a file at a path that is only partly known. */
  makeAt(path: PathShape, sort: 'file' | 'name'): void {
    if (this.#makings.size < mostMakings) this.#make(makingAt(this.#disk.absolute(path), sort));
    else this.#make({ folder: '', sort });
  }

  /** Records a link at a path that is only partly known. */
  linkAt(path: PathShape, to: PathShape): void {
    this.#make(makingAt(this.#disk.absolute(path), 'link'), { to: keptTarget(this.#disk.absolute(to)) });
  }

  /**
   * Records that what programs have made below a folder, in this call or before, is below another now as well. A glob
   * takes files out of its folder, and a part of a folder that was filled holds such files too.
   */
  move(from: PathShape, to: PathShape): void {
    const makings = [...this.#makings.values(), ...this.#disk.session.makings];
    if (makings.length === 0) return;
    const place = this.#disk.placeOf(knownFolder(from));
    const target = knownFolder(to);
    if (place === undefined) return;
    for (const { folder, sort, name } of makings)
      if (folder !== '' && (`${folder}/`.startsWith(`${place}/`) || `${place}/`.startsWith(`${folder}/`)))
        this.make(target, sort, name);
  }

  /** Records that a program may change any file below a folder: what they hold is not known. `undefined`: any file. */
  rewrite(folder: PathShape | undefined): void {
    if (this.#rewritten.includes(undefined)) return;
    this.#rewritten.push(this.#rewritten.length < mostSources ? folder : undefined);
  }

  /** The folders below which any file may have changed. */
  get rewritten(): readonly (PathShape | undefined)[] {
    return this.#rewritten;
  }

  /** Whether the file may be one that a program has made under a name that it chose. */
  mayBeMade(file: PathShape): boolean {
    if (this.#makings.size === 0) return false;
    const place = this.#disk.placeOf(file);
    return place !== undefined && [...this.#makings.values()].some((making) => isOfMaking(place, making));
  }

  /** Whether a program has made files under names of its choice, in this call or before. */
  get hasMade(): boolean {
    return this.#makings.size + this.#disk.session.makings.length > 0;
  }

  /** Whether what is at a path may come from a network or out of an archive, by this call or an earlier one. */
  mayBeBrought(path: PathShape): boolean {
    if (!this.hasMade) return false;
    const earlier = this.#disk.session.makings;
    const place = this.#disk.placeOf(path);
    return (
      place !== undefined &&
      [...this.#makings.values(), ...earlier].some((making) => isBrought(place, making))
    );
  }

  /** Records a link. */
  link(path: string, to: string, orBefore: boolean): void {
    this.#files.set(path, { path, contents: [{ to }], orBefore, of: [] });
  }

  /** What is recorded for all files. */
  get all(): readonly FileAfter[] {
    const all = new Map(this.#files);
    for (const [path, to] of this.#joined) {
      const { contents, ...file } = all.get(path) ?? { path, contents: [], orBefore: true, of: [] };
      all.set(path, { ...file, contents: [...contents, { to }] });
    }
    return [...all.values()];
  }

  /** What is recorded for a file; undefined if nothing is. */
  of(effect: Pick<PathEffect, 'path'>): FileAfter | undefined {
    const path = this.#disk.placeOf(effect.path);
    return path === undefined ? undefined : this.#files.get(path);
  }

  #placesOf(sources: readonly PathEffect[]): readonly string[] {
    if (sources === this.#sources && sources.length === this.#count) return this.#places;
    const places = new Set<string>();
    for (const source of sources) {
      const place = this.#disk.placeOf(source.leads ?? source.path);
      if (place !== undefined) places.add(place);
      if (place !== undefined && source.recursive)
        for (const file of rememberedBelow(place, this.#disk.session)) places.add(file);
      // The link may be the file itself.
      if (places.size > mostSources) break;
    }
    this.#sources = sources;
    this.#count = sources.length;
    this.#places = [...places];
    return this.#places;
  }
}

/** The files of the session below a folder, and what they were made of: a folder that is packed holds them. */
function rememberedBelow(folder: string, session: SessionFiles): readonly string[] {
  if (!sessionIndex(session).folders.has(folder)) return [];
  return [...session.paths]
    .filter((path) => path.startsWith(`${folder}/`))
    .flatMap((path) => [path, ...(session.file(path)?.of ?? [])]);
}

/** Whether a path may lead nowhere: it ends with a slash where there is no folder, or has `..` after a folder that may not exist. */
export const mayLeadNowhere = (path: string): boolean => /\/\.?$|[^/.]\/+\.\.(?:\/|$)/.test(path);
