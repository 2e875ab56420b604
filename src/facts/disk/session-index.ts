/** The remembered files of a session by what calls ask of them: each command asks, and few files concern it. */
import { pathShapeOfText } from '../../pattern/path/path-shape.ts';
import type { PathLink } from './open-links.ts';
import { type LeftContent, type SessionFiles, targetOf } from './session-files.ts';

export interface SessionIndex {
  /** The paths by their last name. */
  readonly byName: ReadonlyMap<string, readonly string[]>;
  /** The paths by the folder that they are in. */
  readonly byFolder: ReadonlyMap<string, readonly string[]>;
  /** Every folder that a remembered file is below; the root is empty. */
  readonly folders: ReadonlySet<string>;
  /** Whether a call has left a link at a place that is known. */
  readonly hasLinks: boolean;
  /** The links that calls have left, at any place. */
  readonly links: readonly PathLink[];
  /** The paths that match an expression. Each expression is kept, so use few different ones. */
  matching(expression: RegExp): readonly string[];
}

/** The index of a session's files. Each part is made when it is first asked for. */
export function sessionIndex(session: SessionFiles): SessionIndex {
  let index = indexes.get(session);
  if (index === undefined) {
    index = new Index(session);
    indexes.set(session, index);
  }
  return index;
}

const indexes = new WeakMap<SessionFiles, SessionIndex>();

class Index implements SessionIndex {
  readonly #session: SessionFiles;
  readonly #matching = new Map<RegExp, readonly string[]>();
  #byName: ReadonlyMap<string, readonly string[]> | undefined;
  #byFolder: ReadonlyMap<string, readonly string[]> | undefined;
  #folders: ReadonlySet<string> | undefined;
  #links: readonly PathLink[] | undefined;

  constructor(session: SessionFiles) {
    this.#session = session;
  }

  get byName(): SessionIndex['byName'] {
    this.#byName ??= grouped(this.#session.paths, (path) => path.slice(path.lastIndexOf('/') + 1));
    return this.#byName;
  }

  get byFolder(): SessionIndex['byFolder'] {
    this.#byFolder ??= grouped(this.#session.paths, folderOf);
    return this.#byFolder;
  }

  get folders(): ReadonlySet<string> {
    if (this.#folders !== undefined) return this.#folders;
    const folders = new Set<string>();
    for (let folder of this.byFolder.keys()) {
      for (; !folders.has(folder); folder = folderOf(folder)) folders.add(folder);
    }
    this.#folders = folders;
    return folders;
  }

  get hasLinks(): boolean {
    return this.links.length > this.#session.openLinks.length;
  }

  get links(): readonly PathLink[] {
    this.#links ??= [
      ...this.#session.openLinks,
      ...[...this.#session.paths].flatMap((path) => this.#linksAt(path)),
    ];
    return this.#links;
  }

  #linksAt(path: string): readonly PathLink[] {
    const { left, open } = this.#session.file(path) ?? { left: [], open: [] };
    const targets = new Set([...left, ...open].filter(isLeftLink).map(({ to }) => to));
    return [...targets].map((to) => ({ at: pathShapeOfText(path, undefined), to: targetOf(to) }));
  }

  matching(expression: RegExp): readonly string[] {
    let paths = this.#matching.get(expression);
    if (paths === undefined) {
      paths = [...this.#session.paths].filter((path) => expression.test(path));
      this.#matching.set(expression, paths);
    }
    return paths;
  }
}

/** The path without its last name; empty for a name at the root, or without a folder. */
const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

function grouped(
  paths: Iterable<string>,
  keyOf: (path: string) => string,
): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const key = keyOf(path);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [path]);
    else group.push(path);
  }
  return groups;
}

/** Whether a call has left a link. */
export const isLeftLink = (content: LeftContent): content is { readonly to: string } =>
  typeof content === 'object' && content !== null && 'to' in content;
