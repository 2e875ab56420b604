/**
 * The links that one call makes. A path may go through each of them from then on, or through what was there before. The
 * place of a link, or where it leads, may not be known in full.
 */
import {
  DEEP,
  isKnown,
  type PathShape,
  pathShapeOfText,
  readPathShape,
  showPathShape,
} from '../../pattern/path/path-shape.ts';
import { restsBelow } from '../../pattern/path/path-shape-test.ts';
import type { Shape } from '../../pattern/text/shape.ts';
import { partsAroundClimbs } from './disk-place.ts';
import { anyLink, leadsThrough, type PathLink, withLink } from './open-links.ts';

/** The limit of links at known places. With more, any path may lead anywhere. */
const mostKnownLinks = 300;
/** A folder that is filled with copies of more links than these may hold any link. */
const mostCopiedLinks = 8;

/** Whether it is known where a path is: the folder of a floating one is not. */
const isPlaced = (path: PathShape): boolean => isKnown(path) && path.anchor !== 'floating';

export class CallLinks {
  readonly #absolute: (path: PathShape) => PathShape;
  /** By the shown path, with all possible targets from there on. */
  readonly #known = new Map<string, readonly PathShape[]>();
  /** These links one by one, as long as there is no other. */
  #listed: readonly PathLink[] | undefined;
  /** Links at paths that are not known. */
  #open: readonly PathLink[] = [];

  readonly #earlier: () => readonly PathLink[];

  /** `absolute` replaces `~` by the home, if it is known. `earlier`: the links that earlier calls have left. */
  constructor(absolute: (path: PathShape) => PathShape, earlier: () => readonly PathLink[]) {
    this.#absolute = absolute;
    this.#earlier = earlier;
  }

  /** From here on a path may be a link to another one, or what it was. Parts of both may not be known. */
  add(at: PathShape, to: PathShape): void {
    if (!isPlaced(at) || this.#known.size >= mostKnownLinks) {
      this.#open = withLink(this.#open, isPlaced(at) ? anyLink : { at, to });
      return;
    }
    const shown = showPathShape(this.#absolute(at));
    const others = this.#known.get(shown)?.filter((each) => showPathShape(each) !== showPathShape(to)) ?? [];
    this.#known.set(shown, [to, ...others]);
    this.#listed = undefined;
  }

  /** From here on a path may be another name of a file, until something takes the place of either name. */
  twin(at: PathShape, to: PathShape): void {
    this.#open = withLink(this.#open, { at: this.#absolute(at), to });
  }

  /** The number of paths that are links of the call. */
  get count(): number {
    return this.#known.size + this.#open.length;
  }

  /** The links at places that are not known in full. */
  get open(): readonly PathLink[] {
    return this.#open.filter(({ at }) => !isPlaced(at));
  }

  /** The number of those at known paths. */
  get knownCount(): number {
    return this.#known.size;
  }

  /** The links at known paths: each shown path with its possible targets. */
  byPath(): readonly (readonly [at: string, targets: readonly PathShape[]])[] {
    return [...this.#known];
  }

  /** The possible targets of the link at an absolute path; undefined if the call makes none there. */
  targetsAt(path: PathShape): readonly PathShape[] | undefined {
    return this.#known.get(showPathShape(path));
  }

  /**
   * The places to which a path may lead, where it is not known whether a link of the call is on its way: the place of the
   * link is not known, or a part of the path is not. `reals`: where it leads otherwise.
   */
  possibleReals(
    shape: Shape,
    base: PathShape | undefined,
    path: PathShape,
    reals: readonly PathShape[],
    followsLast: boolean,
  ): readonly PathShape[] {
    if (this.count + this.#earlier().length === 0) return [];
    const led = [this.#absolute(path), ...reals].flatMap((each) => this.#mayLeadTo(each, followsLast));
    // `k/..` is the folder around the target of the link.
    const climbed = partsAroundClimbs(shape).flatMap(([front, rest]) => {
      const from = front.pieces.length > 0 ? readPathShape(front, base) : base;
      const at = from === undefined ? [] : this.#mayLeadTo(this.#absolute(from), true);
      return at.map((each) => readPathShape(rest, each));
    });
    return [...led, ...climbed];
  }

  /** The places to which a path may lead through links whose places are not known. */
  #mayLeadTo(path: PathShape, followsLast: boolean): readonly PathShape[] {
    const isClear = isKnown(path) && path.anchor !== 'home';
    const known = [...this.#knownOnes(), ...this.#earlier()].filter(
      ({ at }) => !isClear || at.anchor === 'home' || !isPlaced(at),
    );
    const links = [...this.#open, ...known];
    return links.length === 0 ? [] : leadsThrough(path, links, followsLast);
  }

  /** Where the links of the call below a folder lead, for commands that follow these. */
  below(folder: PathShape): readonly PathShape[] {
    if (this.count + this.#earlier().length === 0) return [];
    const path = this.#absolute(folder);
    return [...this.#open, ...this.#knownOnes(), ...this.#earlier()].flatMap(({ at, to }) => {
      const rests = restsBelow(at, path);
      return rests === 'anywhere' || rests.some((rest) => rest.length > 0) ? [to] : [];
    });
  }

  #knownOnes(): readonly PathLink[] {
    this.#listed ??= [...this.#known].flatMap(([shown, targets]) =>
      targets.map((to) => ({ at: pathShapeOfText(shown, undefined), to })),
    );
    return this.#listed;
  }

  /** What is at an absolute path is moved or copied to another one, with the links in it. */
  relink(from: PathShape, to: PathShape): void {
    for (const { at, to: led } of this.count === 0 ? [] : [...this.#open, ...this.#knownOnes()]) {
      const rests = restsBelow(at, from);
      for (const rest of rests === 'anywhere' ? [[DEEP] as const] : rests)
        this.add({ anchor: to.anchor, segments: [...to.segments, ...rest] }, led);
    }
  }

  /** From here on a folder may hold copies of the links of the call, at any depth: it was filled from somewhere. */
  fill(folder: PathShape): void {
    const links = this.#knownOnes();
    if (links.length === 0) return;
    const { anchor, segments } = this.#absolute(folder);
    for (const { at, to } of links.length > mostCopiedLinks ? [anyLink] : links)
      this.add({ anchor, segments: [...segments, DEEP, ...at.segments.slice(-1)] }, to);
  }
}
