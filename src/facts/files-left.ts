/** What files hold after a call, as the readers of the call note it: for later calls of the session. */

import type { PathShape } from '../pattern/path-shape.ts';
import type { DiskView } from './disk/disk-view.ts';
import { isOfMaking, type MadeSort, type Making, pathOfMaking } from './disk/making.ts';
import type { FileAfter, LeftContent } from './disk/session-files.ts';
import type { PathEffect } from './effect.ts';

/** Files that one is made of. What is put together from more is known to be made of these. */
export const mostSources = 64;
/** Files of which copies are noted. */
const mostCopies = 2000;

/** What is known of the effects that leave something. */
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
  /** The sources that were last looked up, and where they are: a call may make many files of the same ones. */
  #sources: readonly PathEffect[] | undefined;
  /** Names of one file. */
  readonly #joined: (readonly [path: string, to: string])[] = [];
  readonly #makings: Making[] = [];
  #count = 0;
  #places: readonly string[] = [];

  constructor(disk: DiskView, happening: Happening) {
    this.#disk = disk;
    this.#happening = happening;
  }

  /** Notes what a written file may hold. `orBefore`: it may also keep its content. */
  write(
    effect: PathEffect,
    contents: readonly LeftContent[],
    orBefore: boolean,
    sources: readonly PathEffect[] = [],
  ): void {
    const path = this.#disk.placeOf(effect.path);
    // A device keeps nothing.
    if (path === undefined || path.startsWith('/dev/')) return;
    // An unknown content may be the old one: the program may change a part of it, or nothing.
    const isKept = orBefore || contents.includes(null) || !this.#happening.hasHappened(effect);
    const later = this.#happening.comesLater(effect) ? { isLater: true as const } : {};
    this.#files.set(path, { path, contents, orBefore: isKept, of: this.#placesOf(sources), ...later });
  }

  /** Notes that a file is gone. */
  remove(effect: PathEffect): void {
    const path = this.#disk.placeOf(effect.path);
    const isGone = this.#happening.hasHappened(effect) && !effect.recursive && !mayLeadNowhere(effect.text);
    if (path !== undefined && isGone) this.#files.set(path, { path, contents: [], orBefore: false, of: [] });
  }

  /** Notes what a path may hold beside its content, if nothing is noted of it. */
  copy(path: string, contents: readonly LeftContent[], of: readonly string[]): void {
    if (!this.#files.has(path) && this.#files.size < mostCopies)
      this.#files.set(path, { path, contents, orBefore: true, of });
  }

  /** Notes that what is written to a file from here on may be in another too: they are one file with two names. */
  join(one: PathShape, other: PathShape): void {
    const [path, to] = [this.#disk.placeOf(one), this.#disk.placeOf(other)];
    if (path === undefined || to === undefined || path === to || this.#joined.length >= mostCopies) return;
    this.#joined.push([path, to], [to, path]);
  }

  /** Notes what a program keeps in a file of its own, which is no effect of the call. */
  hold(file: PathShape, content: LeftContent, orBefore: boolean): void {
    const path = this.#disk.placeOf(file);
    if (path !== undefined) this.#files.set(path, { path, contents: [content], orBefore, of: [] });
  }

  /** Notes that a program makes files there whose names it chooses. */
  make(folder: PathShape, sort: MadeSort): void {
    const place = this.#disk.placeOf(folder);
    if (place === undefined) return;
    const making = { folder: place === '/' ? '' : place, sort };
    const path = pathOfMaking(making);
    this.#makings.push(making);
    this.#files.set(path, { path, contents: [{ why: 'made' }], orBefore: true, of: [] });
  }

  /** Whether a program may have made a file, which chose its name. */
  mayBeMade(file: PathShape): boolean {
    if (this.#makings.length === 0) return false;
    const place = this.#disk.placeOf(file);
    return place !== undefined && this.#makings.some((making) => isOfMaking(place, making));
  }

  /** Notes a link. */
  link(path: string, to: string, orBefore: boolean): void {
    this.#files.set(path, { path, contents: [{ to }], orBefore, of: [] });
  }

  /** What is noted of all files. */
  get all(): readonly FileAfter[] {
    const all = new Map(this.#files);
    for (const [path, to] of this.#joined) {
      const { contents, ...file } = all.get(path) ?? { path, contents: [], orBefore: true, of: [] };
      all.set(path, { ...file, contents: [...contents, { to }] });
    }
    return [...all.values()];
  }

  /** What is noted of a file; undefined if nothing is. */
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
      // One of them may be the file itself.
      if (places.size > mostSources) break;
    }
    this.#sources = sources;
    this.#count = sources.length;
    this.#places = [...places];
    return this.#places;
  }
}

/** A slash at the end, where there is no folder; `..` behind a folder that need not be there. */
export const mayLeadNowhere = (path: string): boolean => /\/\.?$|[^/.]\/+\.\.(?:\/|$)/.test(path);
