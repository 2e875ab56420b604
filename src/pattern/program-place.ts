/**
 * Command patterns with the place of a program, such as `/opt/tools/deploy`, `~/bin/*`, or `bin/deploy` in any folder: the
 * word of a command that is another spelling of it (`./deploy` after `cd /opt/tools`) leads there as well.
 */
import { compilePath } from './path/path.ts';
import { otherReadings } from './path/path-readings.ts';
import { type PathShape, readPathShape } from './path/path-shape.ts';
import { fold } from './text/fold.ts';
import { compileName } from './text/name.ts';
import { type Shape, staticText } from './text/shape.ts';
import { NO, type Truth, UNKNOWN } from './text/truth.ts';

/** The word of a program, and the directory that a relative one is resolved against. */
export interface PlacedProgram {
  readonly programWord: Shape;
  readonly directory?: {
    readonly path: PathShape;
    readonly others: readonly PathShape[];
    readonly mayBeOther?: true;
  };
  /** The call itself sets where programs are looked for first. */
  readonly sought?: true;
}

/** Whether a pattern for a program names all of its place, and not only the end of it. */
const isWhole = (pattern: string): boolean => /^(?:\/|~\/)/.test(pattern);

/**
 * Whether a command runs what is at a place. A name without a slash is looked for in the search path, which may lead there:
 * unknown. For a whole folder (`/opt/tools/*`) and for the end of a place (`bin/deploy`) that is so only where the call
 * itself sets the path. A place in another directory that the command may run in is unknown as well. A pattern that is no
 * path, such as `/opt/[`, leads nowhere.
 */
export function compileProgramPlace(pattern: string): (command: PlacedProgram) => Truth {
  const { pattern: place } = compilePath(asPath(pattern));
  const last = pattern.slice(pattern.lastIndexOf('/') + 1);
  const name = compileName(last);
  return ({ programWord, directory, sought }) => {
    if (place === undefined) return NO;
    const written = staticText(programWord);
    const bare = written === undefined ? undefined : bareName(written, programWord.source);
    if (bare !== undefined) {
      const mayBeSought = (isWhole(pattern) && last !== '*') || sought === true;
      return mayBeSought && name.testFolded(fold(bare)) ? UNKNOWN : NO;
    }
    const fits = (path: PathShape): Truth => place.testShape(path, undefined, { exact: false, below: false });
    const leadsThere = (base: PathShape | undefined): Truth => {
      const own = fits(readPathShape(programWord, base));
      return own === NO && otherReadings(programWord, base).some((path) => fits(path) !== NO) ? UNKNOWN : own;
    };
    const own = leadsThere(directory?.path);
    if (own !== NO || directory === undefined) return own;
    const others = [...directory.others, ...(directory.mayBeOther ? [undefined] : [])];
    return others.some((base) => leadsThere(base) !== NO) ? UNKNOWN : NO;
  };
}

/** A name that is looked for in the search path. `$(which deploy)` is read as `/usr/bin/deploy`, and may be elsewhere. */
function bareName(written: string, source: string): string | undefined {
  if (!written.includes('/')) return written;
  const [, found] = /^\/usr\/bin\/([^/]+)$/.exec(written) ?? [];
  return source.includes(written) ? undefined : found;
}

/** The same pattern for paths. A name that is only a star becomes `**`, which is any number of names. */
function asPath(pattern: string): string {
  const place = isWhole(pattern) ? pattern : pattern.replace(/^(?:\.?\/)*/, '**/');
  return place
    .split('/')
    .map((part) => (part === '*' ? '**' : part))
    .join('/');
}
