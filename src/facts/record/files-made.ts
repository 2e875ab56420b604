/**
 * Files that the call or an earlier call of the session has surely made, by the folders around them: what deletes, moves or
 * copies such a folder does so to these files by their own names. What else a folder holds is not known here.
 */
import { isKnown, type PathShape, showPathShape } from '../../pattern/path/path-shape.ts';
import type { DiskView } from '../disk/disk-view.ts';
import { sessionIndex } from '../disk/session-index.ts';

/** The files that the call has made so far. */
export class MadeFiles {
  readonly #names = new Set<string>();
  readonly #disk: DiskView;

  constructor(disk: DiskView) {
    this.#disk = disk;
  }

  /** Notes that a file is written. */
  note(path: PathShape): void {
    if (this.#names.size < mostNames && isKnown(path)) this.#names.add(showPathShape(path));
  }

  /** The paths of the files below a folder, relative to it; `hasMore`: there may be more of them. */
  below(folder: PathShape): { readonly names: readonly string[]; readonly hasMore: boolean } {
    if (!isKnown(folder) || folder.anchor === 'floating') return { names: [], hasMore: false };
    const start = `${showPathShape(folder).replace(/\/$/, '')}/`;
    const own = [...this.#names].filter((name) => name.startsWith(start));
    const all = new Set([...own.map((name) => name.slice(start.length)), ...this.#earlierBelow(folder)]);
    return {
      names: [...all].slice(0, mostBelow),
      hasMore: this.#names.size === mostNames || all.size > mostBelow,
    };
  }

  #earlierBelow(folder: PathShape): readonly string[] {
    const { session } = this.#disk;
    const place = this.#disk.placeOf(folder);
    if (place === undefined || !sessionIndex(session).folders.has(place)) return [];
    const links = sessionIndex(session).links.map(({ at }) => `${showPathShape(at)}/`);
    // What lies behind a link lies in another folder.
    return [...session.paths].flatMap((path) =>
      path.startsWith(`${place}/`) &&
      (session.file(path)?.left.length ?? 0) > 0 &&
      !links.some((link) => link.length > place.length + 1 && path.startsWith(link))
        ? [path.slice(place.length + 1)]
        : [],
    );
  }
}

const mostNames = 300;
const mostBelow = 32;
