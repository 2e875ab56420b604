/**
 * A git repository as its files describe it: its place, branch, remotes and settings. It never runs git. By
 * gitrepository-layout(5) and git-config(1), `FILES`.
 */
import { below, type PathShape, parentShape, pathShapeOfText } from '../../pattern/path/path-shape.ts';
import type { Files } from '../disk/disk-view.ts';
import { type GitSetting, readGitConfig } from './git-config.ts';

export interface Repository {
  /** The folder of the work tree. */
  readonly folder: PathShape;
  /** `.git`, or the place that `.git` points to. */
  readonly directory: PathShape;
  /** The folder with the hooks and the settings of all work trees. */
  readonly common: PathShape;
  /** The branch that is checked out; undefined where there is none, or it is not known. */
  readonly branch: string | undefined;
  /** The settings: those of the machine first, those of the repository last. */
  readonly settings: Settings;
}

/** The limit of files of settings that include one another. */
const mostIncludes = 10;

export class Settings {
  readonly #shared: readonly GitSetting[];
  readonly #all: readonly GitSetting[];
  /** The settings of the repository's own files. */
  readonly own: readonly GitSetting[];
  /** Whether one of these files cannot be read. */
  readonly isOpen: boolean;

  constructor(shared: readonly GitSetting[], own: readonly GitSetting[], isOpen: boolean) {
    this.#shared = shared;
    this.#all = [...shared, ...own];
    this.own = own;
    this.isOpen = isOpen;
  }

  /** These settings with others after them, which override them. `isOpen`: some of the added values are unknown. */
  with(later: readonly GitSetting[], isOpen: boolean): Settings {
    if (later.length === 0 && !isOpen) return this;
    return new Settings(this.#shared, [...this.own, ...later], this.isOpen || isOpen);
  }

  /** The last value of a setting, by its name in lower case except for the subsection. */
  get(name: string): string | undefined {
    return this.#all.findLast((setting) => setting.name === name)?.value;
  }

  all(name: string): readonly string[] {
    return this.#all.filter((setting) => setting.name === name).map(({ value }) => value);
  }

  /** Settings of a section with the subsection between its name and the key: `url.X.insteadof`. */
  below(section: string, key: string): readonly (readonly [sub: string, value: string])[] {
    const [start, end] = [`${section}.`, `.${key}`];
    return this.#all.flatMap(({ name, value }) =>
      name.startsWith(start) && name.endsWith(end) && name.length > start.length + end.length
        ? [[name.slice(start.length, -end.length), value] as const]
        : [],
    );
  }
}

/** The repository that a folder is in, or is itself; undefined where there is none, or none that can be read. */
export function findRepository(from: PathShape, files: Files): Repository | undefined {
  for (let folder = from; ; folder = parentShape(folder)) {
    const git = below(folder, '.git');
    const is = files.entry(git);
    if (is === 'folder') return readRepository(folder, git, files);
    if (is === 'file') {
      const [, to] = /^gitdir: (.+)$/m.exec(textOf(git, files) ?? '') ?? [];
      return to === undefined ? undefined : readRepository(folder, pathShapeOfText(to, folder), files);
    }
    if (isBare(folder, files)) return readRepository(folder, folder, files);
    if (folder.segments.length === 0) return undefined;
  }
}

/** Whether a folder has the files by which git recognises a repository without a work tree. */
const isBare = (folder: PathShape, files: Files): boolean =>
  files.entry(below(folder, 'HEAD')) === 'file' && files.entry(below(folder, 'objects')) === 'folder';

/** The user's own settings, for a folder without a repository. */
export function withoutRepository(folder: PathShape, files: Files): Repository {
  const directory = below(folder, '.git');
  const reading = { files, isOpen: false, left: mostIncludes };
  const settings = new Settings(sharedSettings(reading), [], reading.isOpen);
  return { folder, directory, common: directory, branch: undefined, settings };
}

/** The repository whose files are in a directory. */
export function readRepository(folder: PathShape, directory: PathShape, files: Files): Repository {
  const shared = textOf(below(directory, 'commondir'), files)?.trim();
  const common = shared === undefined ? directory : pathShapeOfText(shared, directory);
  const [, branch] = /^ref: refs\/heads\/(.+)$/m.exec(textOf(below(directory, 'HEAD'), files) ?? '') ?? [];
  return {
    folder,
    directory,
    common,
    branch: branch?.trim(),
    settings: readSettings(directory, common, files),
  };
}

function readSettings(directory: PathShape, common: PathShape, files: Files): Settings {
  const reading = { files, isOpen: false, left: mostIncludes };
  const shared = sharedSettings(reading);
  const own = [below(common, 'config'), below(directory, 'config.worktree')].flatMap((file) =>
    readFile(file, reading),
  );
  return new Settings(shared, own, reading.isOpen);
}

/** The settings of the machine and of the user. */
function sharedSettings(reading: Reading): readonly GitSetting[] {
  const home: PathShape = { anchor: 'home', segments: [] };
  return [
    pathShapeOfText('/etc/gitconfig', undefined),
    below(home, '.config', 'git', 'config'),
    below(home, '.gitconfig'),
  ].flatMap((file) => readFile(file, reading));
}

interface Reading {
  readonly files: Files;
  isOpen: boolean;
  left: number;
}

/** The settings of a file and of those that it includes. A conditional include may apply, so it counts. */
function readFile(file: PathShape, reading: Reading): readonly GitSetting[] {
  const text = reading.files.text(file);
  const settings = text.is === 'text' ? readGitConfig(text.text) : [];
  if (text.is === 'unknown' || text.is === 'binary' || settings === undefined) reading.isOpen = true;
  return (settings ?? []).flatMap((setting) => {
    if (!/^include(?:if\..*)?\.path$/s.test(setting.name)) return [setting];
    if (reading.left-- <= 0) {
      reading.isOpen = true;
      return [];
    }
    return readFile(pathShapeOfText(setting.value, parentShape(file)), reading);
  });
}

/** The settings of a file that a command names, and whether some of them are not known. */
export function settingsIn(
  file: PathShape,
  files: Files,
): { readonly settings: readonly GitSetting[]; readonly isOpen: boolean } {
  const reading = { files, isOpen: false, left: mostIncludes };
  return { settings: readFile(file, reading), isOpen: reading.isOpen };
}

function textOf(file: PathShape, files: Files): string | undefined {
  const text = files.text(file);
  return text.is === 'text' ? text.text : undefined;
}

/** The address of a remote for a fetch or a push; undefined if the settings do not have it. */
export function urlOf(remote: string, settings: Settings, use: 'fetch' | 'push'): readonly string[] {
  const urls = settings.all(`remote.${remote}.url`);
  const pushed = use === 'push' ? settings.all(`remote.${remote}.pushurl`) : [];
  return (pushed.length > 0 ? pushed : urls).map((url) =>
    rewritten(url, settings, pushed.length > 0 ? undefined : use),
  );
}

/** `url.X.insteadOf = Y`: an address that begins with Y begins with X; the longest Y counts. */
export function rewritten(url: string, settings: Settings, use: 'fetch' | 'push' | undefined): string {
  const rules = [
    ...(use === 'push' ? settings.below('url', 'pushinsteadof') : []),
    ...settings.below('url', 'insteadof'),
  ].filter(([, start]) => url.startsWith(start));
  const [best] = rules.sort(([, one], [, other]) => other.length - one.length);
  return best === undefined ? url : best[0] + url.slice(best[1].length);
}

/** The remote that a command uses if it names none: that of the branch, else the only one, else `origin`. */
export function usualRemote(
  { branch, settings }: Pick<Repository, 'branch' | 'settings'>,
  use: 'fetch' | 'push',
): string {
  const ofBranch = (key: string): string | undefined =>
    branch === undefined ? undefined : settings.get(`branch.${branch}.${key}`);
  const pushed = use === 'push' ? (ofBranch('pushremote') ?? settings.get('remote.pushdefault')) : undefined;
  const [only, ...others] = new Set(settings.below('remote', 'url').map(([name]) => name));
  return pushed ?? ofBranch('remote') ?? (others.length === 0 ? only : undefined) ?? 'origin';
}

/**
 * The branches that a push without a refspec changes, by `remote.NAME.push` and `push.default`. Undefined where they are
 * not known; `matching` leaves them open too.
 */
export function pushedByDefault(repository: Repository, remote: string): readonly string[] | undefined {
  const { settings, branch } = repository;
  const refspecs = settings.all(`remote.${remote}.push`);
  if (settings.get(`remote.${remote}.mirror`) === 'true') return undefined;
  if (refspecs.length > 0) return refspecs;
  const by = settings.get('push.default') ?? 'simple';
  if (by === 'nothing') return [];
  if (branch === undefined || by === 'matching') return undefined;
  const upstream = settings.get(`branch.${branch}.merge`)?.replace(/^refs\/heads\//, '');
  return by === 'upstream' || by === 'tracking' ? (upstream === undefined ? [] : [upstream]) : [branch];
}
