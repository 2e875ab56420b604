/**
 * Files whose text is a value in the call: `cat "$(cat notes)"`. Messages and records must not show such a text, so they
 * name the file instead. What the text has named is hidden with it: `cd "$(cat notes)"` hides the paths below that folder.
 */
import type { HostShape } from '../../pattern/host.ts';
import { type PathShape, showPathShape } from '../../pattern/path/path-shape.ts';
import type { PathEffect } from '../effect/effect.ts';

/** The hidden texts of one call. Files are named as they are shown. */
export class HiddenTexts {
  readonly #files = new Set<string>();
  /** Folders that such a text has named, with slashes around them as far as they are known, and the file. */
  readonly #folders = new Map<string, string>();
  /** Hosts that such a text has named, and the file. */
  readonly #hosts = new Map<HostShape, string>();

  /** The files, as they are shown. */
  get files(): ReadonlySet<string> {
    return this.#files;
  }

  /** From here on what is made of the text of a file, by its shown path, counts as in that file: messages never show the text. */
  hideText(file: string): void {
    this.#files.add(file);
  }

  /** From here on a host is hidden as well, if code of the hidden `file` has named it. */
  hideHost(file: string | undefined, host: HostShape): void {
    if (file !== undefined && this.#files.has(file)) this.#hosts.set(host, file);
  }

  /** The file whose text has named a host; undefined if there is none. */
  fileOfHost(host: HostShape): string | undefined {
    return this.#hosts.get(host);
  }

  /**
   * From here on what is below a folder is hidden as well, if code of the hidden `file` has named the folder. `name`:
   * what the text says, if the folder may be at another place.
   */
  hideFolder(file: string | undefined, folder: PathShape | undefined, name: string | undefined): void {
    if (file === undefined || !this.#files.has(file)) return;
    if (folder !== undefined) this.#folders.set(`${showPathShape(folder)}/`, file);
    if (name !== undefined && name !== '') this.#folders.set(`/${name.replace(/^\/|\/$/g, '')}/`, file);
  }

  /** The file whose text has named a folder above a path; undefined if there is none. */
  fileAbove(path: PathShape): string | undefined {
    if (this.#folders.size === 0) return undefined;
    const shown = `${showPathShape(path)}/`;
    for (const [folder, file] of this.#folders) if (shown.includes(folder)) return file;
    return undefined;
  }

  /** The file whose text is among these reads; undefined if there is none. */
  fileAmong(sources: readonly PathEffect[]): string | undefined {
    if (this.#files.size === 0) return undefined;
    for (const { leads, path } of sources) {
      const shown = showPathShape(leads ?? path);
      if (this.#files.has(shown)) return shown;
    }
    return undefined;
  }
}
