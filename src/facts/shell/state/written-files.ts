/**
 * The contents of the files that the call itself has written. All shells of a call share them, since they share
 * the disk. If a write may not happen, the file may also hold its earlier content.
 */
import { type PathShape, showPathShape } from '../../../pattern/path/path-shape.ts';
import type { PathEffect } from '../../effect/effect.ts';
import { mergeOrigins, type Origins, type Stream, unknownStream } from '../word.ts';
import { mostAlternatives } from './choice.ts';
import { isUnplaced } from './file-names.ts';

/** The possible contents of a file; `undefined` is its content from before the call. */
export type Contents = readonly (Stream | undefined)[];

const mostFiles = 1000;

/** The files that a call has written, with their possible contents. */
export class WrittenFiles {
  /** The name of a file: paths to the same file have the same name. */
  readonly nameOf: (path: PathShape) => string;
  /** The possible contents, by the name of the file. */
  readonly #contents = new Map<string, Contents>();
  readonly #unplaced: string[] = [];
  #paths: readonly string[] = [];
  #severalAt = new Set<string>();
  /** The files that the content of a file may be made of. Only files that are made of others are in it. */
  readonly #sources = new Map<string, readonly PathEffect[]>();
  readonly #guarded = new Set<string>();
  /** The other names of a file, by hard links. */
  readonly #twins = new Map<string, ReadonlySet<string>>();
  readonly #earlier = new Map<string, readonly PathEffect[]>();
  /** The contents that earlier calls of the session have left, by the name of the file. */
  readonly #fromSession = new Map<string, Set<Stream>>();

  #version = 0;

  constructor(nameOf: (path: PathShape) => string) {
    this.nameOf = nameOf;
  }

  /** The name under which a path was written: where its links lead now, or its name before it became a link. */
  foundName(path: PathShape): string {
    const name = this.nameOf(path);
    if (this.#contents.has(name)) return name;
    const before = showPathShape(path);
    return this.#contents.has(before) ? before : name;
  }

  /** Another number after each write that gives a file other possible contents. */
  get version(): number {
    return this.#version;
  }

  get size(): number {
    return this.#contents.size + this.#earlier.size;
  }

  /** The paths of all written files, as they are shown. */
  get paths(): readonly string[] {
    if (this.#paths.length < this.#contents.size) this.#paths = [...this.#contents.keys()];
    return this.#paths;
  }

  /** Those of them whose folder is not known. */
  get unplaced(): readonly string[] {
    return this.#unplaced;
  }

  get(path: string): Contents | undefined {
    return this.#contents.get(path);
  }

  /** The files that may hold one of several contents. */
  get several(): ReadonlySet<string> {
    return this.#severalAt;
  }

  /**
   * Sets the content of a file. If the write may not happen, the file may keep its earlier contents. Gives the
   * possible contents; undefined if there are too many files to keep another.
   */
  write(path: string, content: Stream, mayNotHappen: boolean): Contents | undefined {
    const contents = this.#put(path, content, mayNotHappen);
    // A replacement of a file leaves its other names as they are; a write to it changes them all.
    for (const twin of this.#twins.get(path) ?? []) this.#put(twin, content, true);
    return contents;
  }

  /** Adds a content that an earlier call of the session has left. */
  begin(path: string, content: Stream, mayNotHappen: boolean): void {
    this.#fromSession.set(path, (this.#fromSession.get(path) ?? new Set()).add(content));
    this.#put(path, content, mayNotHappen);
  }

  /** Whether an earlier call of the session has left this in the file. */
  isEarlier(path: string, content: Stream): boolean {
    return this.#fromSession.get(path)?.has(content) === true;
  }

  #put(path: string, content: Stream, mayNotHappen: boolean): Contents | undefined {
    const before = this.#contents.get(path);
    if (before === undefined && this.#contents.size >= mostFiles) return undefined;
    const contents = mayNotHappen ? withContent(before ?? [undefined], content) : [content];
    if (before === undefined || !isSameContents(before, contents)) this.#version++;
    if (before === undefined && isUnplaced(path)) this.#unplaced.push(path);
    this.#contents.set(path, contents);
    if (!mayNotHappen) this.#earlier.delete(path);
    if (contents.length > 1) this.#severalAt.add(path);
    else this.#severalAt.delete(path);
    const sources = sourcesOf(contents);
    if (sources.length > 0) this.#sources.set(path, sources);
    else this.#sources.delete(path);
    return contents;
  }

  /** Makes unknown what every file that the call has written may hold. */
  widen(): void {
    for (const [path, contents] of [...this.#contents]) this.#put(path, unknownContent(contents), true);
  }

  /** Notes that another file may have taken the place of each file that the call has written. */
  replace(): void {
    for (const [path, contents] of [...this.#contents])
      this.#put(path, { ...unknownContent(contents), isOfAnotherFile: true }, true);
  }

  /** Notes that two paths may be names of one file. */
  join(one: PathShape, other: PathShape): void {
    const names = [this.nameOf(one), this.nameOf(other)];
    const all = new Set(names.flatMap((name) => [name, ...(this.#twins.get(name) ?? [])]));
    if (all.size > mostAlternatives) return;
    for (const name of all) this.#twins.set(name, new Set([...all].filter((each) => each !== name)));
  }

  /** Notes that a write to a file may fail, since a command changed its rights or its kind. */
  guard(path: PathShape): void {
    this.#guarded.add(this.nameOf(path));
  }

  isGuarded(path: PathShape): boolean {
    return this.#guarded.size > 0 && this.#guarded.has(this.nameOf(path));
  }

  /** Notes the files that an earlier call used to make this one. */
  makeOf(path: string, sources: readonly PathEffect[]): void {
    if (sources.length > 0) this.#earlier.set(path, sources);
  }

  /** Files that earlier calls made of others, unless this call has replaced them. */
  get earlier(): ReadonlyMap<string, readonly PathEffect[]> {
    return this.#earlier;
  }

  /** The files that are made of others, and those others. */
  get sources(): ReadonlyMap<string, readonly PathEffect[]> {
    return this.#sources;
  }
}

/** The files that these contents are made of. A single list is not copied, since many files may share it. */
export function sourcesOf(contents: Contents): readonly PathEffect[] {
  const made = contents.flatMap((each) =>
    each === undefined || each.sources.length === 0 ? [] : [each.sources],
  );
  const [first = []] = made;
  return made.length > 1 ? made.flat() : first;
}

function withContent(before: Contents, content: Stream): Contents {
  const isSame = isOpaque(content)
    ? (each: Stream) => isOpaque(each) && each.isFile === content.isFile
    : (each: Stream) => keyOf(each) === keyOf(content);
  const same = before.filter((each) => each !== undefined && isSame(each));
  const others = before.filter((each) => !same.includes(each));
  const last = isOpaque(content) ? { ...content, ...onePerFile(mergeOrigins(...same, content)) } : content;
  const all = [...others, last];
  return all.length > mostAlternatives ? [unknownContent(all)] : all;
}

/** The same origins, with one read of each file: commands that change a file again and again read it each time. */
function onePerFile({ sources, from }: Origins): Origins {
  const keyed = sources.map((each): [string, PathEffect] => [
    `${showPathShape(each.path)} ${each.certain} ${each.recursive} ${each.isShown}`,
    each,
  ]);
  return { sources: [...new Map(keyed).values()], from };
}

/** Whether nothing is known of a content but its origins. A second one like it is no other alternative. */
const isOpaque = ({ shape: { pieces }, isFile, sources, readings, parts }: Stream): boolean =>
  pieces.length === 1 &&
  pieces[0]?.kind === 'any' &&
  readings === undefined &&
  parts === undefined &&
  !(isFile && sources.length === 1);

const keyOf = ({ shape, isFile, sources, from }: Stream): string =>
  JSON.stringify([shape.pieces, isFile, sources.length, from]);

/** Whether a file may hold the same before and after, whichever command wrote it. */
function isSameContents(before: Contents, after: Contents): boolean {
  const [earlier, later] = [before, after].map((each) => new Set(each.map(textKeyOf)));
  return [...(later ?? [])].every((key) => earlier?.has(key)) && earlier?.size === later?.size;
}

const textKeyOf = (content: Stream | undefined): string | undefined =>
  content &&
  JSON.stringify([
    content.shape.pieces,
    content.isFile,
    content.sources.map(({ path, leads }) => showPathShape(leads ?? path)),
  ]);

/** An unknown content that keeps the possible origins of all these contents. */
export const unknownContent = (contents: Contents): Stream => unknownStream(mergeOrigins(...contents));
