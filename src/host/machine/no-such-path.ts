/** What is said where there is nothing to load. */
import { resolve } from 'node:path';

/** A path that a user gave and that leads nowhere: a matter of usage, not of policy. */
export class NoSuchPath extends Error {
  /** As given. */
  readonly path: string;
  /** Where it was looked for. */
  readonly absolute: string;

  constructor(path: string, cwd: string) {
    const absolute = resolve(cwd, path);
    const where =
      absolute === path ? '' : `: it was looked for at \`${absolute}\`, from the folder \`${cwd}\``;
    super(`there is no file or folder \`${path}\`${where}`);
    this.name = 'NoSuchPath';
    this.path = path;
    this.absolute = absolute;
  }
}
