/**
 * What a program leaves out of the folders that it works on: `tar --exclude=.ssh`, `grep --include='*.md'`. The patterns are
 * those of the call. Names are compared with their case, as most file systems of servers do; only characters that all
 * programs read alike are decided here, and any other pattern may match or not.
 */
export interface Filter {
  /** Patterns of names of files and folders; what lies in such a folder is left out too. */
  readonly omits: readonly string[];
  readonly omitsFolders: readonly string[];
  readonly omitsFiles: readonly string[];
  /** Patterns of whole paths, where `*` takes slashes as well. */
  readonly omitsPaths: readonly string[];
  /** If there are any, files of other names are left out. */
  readonly limits: readonly string[];
  /** Some of what the patterns leave out may be taken all the same. */
  readonly restores: boolean;
  /** More may be left out, not known what. */
  readonly chooses: boolean;
}

/** Whether something is left out. */
export type LeftOut = 'yes' | 'maybe' | 'no';

/**
 * Whether a place below a folder is left out: a file, or a folder with all that lies in it. `names`: the names on the way from
 * the folder to the place. `mayBeFolder`: a file may be a folder as well.
 */
export function leftOut(
  filter: Filter,
  names: readonly string[],
  isFile: boolean,
  mayBeFolder: boolean,
): LeftOut {
  const folders = isFile ? names.slice(0, -1) : names;
  const last = names.at(-1) ?? '';
  const found: LeftOut[] = [
    ...filter.omits.flatMap((pattern) => names.map((name) => matches(pattern, name))),
    ...filter.omitsFolders.flatMap((pattern) => folders.map((name) => matches(pattern, name))),
    ...filter.omitsPaths.map((pattern) => matchesPath(pattern, names, isFile)),
  ];
  const ofFiles = filter.omitsFiles.map((pattern): LeftOut => {
    if (isFile) return onlyIf(!mayBeFolder, matches(pattern, last));
    return pattern === '*' ? 'yes' : 'no';
  });
  const isMixed = filter.limits.length > 0 && filter.omitsFiles.length > 0;
  found.push(...(isMixed ? ofFiles.map(weaker) : ofFiles));
  found.push(
    isMixed
      ? weaker(outsideLimits(filter.limits, last, isFile))
      : outsideLimits(filter.limits, last, isFile && !mayBeFolder),
  );
  const most = found.includes('yes') ? 'yes' : found.includes('maybe') || filter.chooses ? 'maybe' : 'no';
  return filter.restores ? weaker(most) : most;
}

const weaker = (answer: LeftOut): LeftOut => (answer === 'yes' ? 'maybe' : answer);

const onlyIf = (holds: boolean, answer: LeftOut): LeftOut => (holds ? answer : weaker(answer));

function outsideLimits(limits: readonly string[], name: string, isFile: boolean): LeftOut {
  if (limits.length === 0 || limits.includes('*')) return 'no';
  if (!isFile) return 'maybe';
  const answers = limits.map((pattern) => (plain.test(pattern) ? matches(pattern, name) : 'maybe'));
  if (answers.includes('yes')) return 'no';
  return answers.includes('maybe') ? 'maybe' : 'yes';
}

/** Characters that stand for themselves in the patterns of all programs. */
const plain = /^[\w.@%,~*?][\w.@%,~*?-]{0,99}$/;

/** Whether a pattern of names leaves out a name. */
function matches(pattern: string, name: string): LeftOut {
  if (plain.test(pattern)) return fits(pattern, name) ? 'yes' : 'no';
  // Another pattern matches at most where its last known characters are.
  const known = pattern.split(/\[[^\]]*\]?|[^\w.@%,~-]+/).filter((part) => part !== '');
  return pattern.includes('{') || name.includes(known.at(-1) ?? '') ? 'maybe' : 'no';
}

/** Whether a pattern of whole paths leaves out a place, with an unknown path in front of it. */
function matchesPath(pattern: string, names: readonly string[], isFile: boolean): LeftOut {
  const path = `/${names.join('/')}${isFile ? '' : '/'}`;
  const known = pattern.split(/\[[^\]]*\]?|[^\w.@%,~/-]+/).filter((part) => part !== '');
  if (!known.every((part) => path.includes(part))) return 'no';
  const isPlain = /^\*[\w.@%,~*?/-]{0,99}$/.test(pattern);
  const takesRest = isFile || pattern.endsWith('*');
  return isPlain && takesRest && fits(pattern, path) ? 'yes' : 'maybe';
}

/** Whether `*` (any characters) and `?` (one) in a pattern make it a text. */
function fits(pattern: string, text: string): boolean {
  let at = 0;
  let index = 0;
  let star = -1;
  let taken = 0;
  while (index < text.length) {
    if (pattern[at] === '*') {
      star = at++;
      taken = index;
    } else if (pattern[at] === '?' || pattern[at] === text[index]) {
      at++;
      index++;
    } else if (star >= 0) {
      // The last star takes one character more.
      at = star + 1;
      index = ++taken;
    } else return false;
  }
  return /^\**$/.test(pattern.slice(at));
}
