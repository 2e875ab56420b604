/** The remembered files of a session by what calls ask of them: each command asks, and few files concern it. */
import type { LeftContent, SessionFiles } from './session-files.ts';

export interface SessionIndex {
  /** The paths by their last name. */
  readonly byName: ReadonlyMap<string, readonly string[]>;
  /** The paths by the folder that they are in. */
  readonly byFolder: ReadonlyMap<string, readonly string[]>;
  /** Every folder that a remembered file is below; the root is empty. */
  readonly folders: ReadonlySet<string>;
  /** Whether a call has left a link anywhere. */
  readonly hasLinks: boolean;
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
  #hasLinks: boolean | undefined;

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
    this.#hasLinks ??= [...this.#session.paths].some((path) => {
      const { left = [], open = [] } = this.#session.file(path) ?? {};
      return left.some(isLeftLink) || open.some(isLeftLink);
    });
    return this.#hasLinks;
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
