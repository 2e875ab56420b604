/**
 * The effects of library functions, as data: lines of `names : effects => result`.
 *
 *     os.remove os.unlink : delete 0/path
 *     shutil.move : move 0/src 1/dst
 *     os.path.join : => join
 *     os.path.(abspath realpath) : => absolute
 *
 * `0/path` is the first argument, or the one named `path`; `self` is the object of a method; `0..` all arguments from
 * the first; `-1` the last; `=text` a constant text; `0/path@dir_fd` is below the folder of the argument `dir_fd`, if it
 * is given. `load` executes a file; `load-path` does so if a name has a slash. `link` makes a link at the first place
 * that leads to the second, and `hard-link` another name of that file. `cwd-of` changes to the folder of a descriptor;
 * `root` makes a folder the root of all paths. `variable` sets a variable for the programs that the script starts, by its
 * name and its value, or by `NAME=value`. `env-file` reads a file of variables, which are then in the
 * environment. `maybe` makes the next effect only possible. A `;` separates several effects of
 * one call. A name with `#` is a member without a call, one with `=` an assignment to it, and one with `!` a
 * module when it is loaded. A line may be
 * continued with two spaces.
 */

export const verbs = [
  'read',
  'read-tree',
  'env-file',
  'write',
  'write-tree',
  'link',
  'hard-link',
  'delete',
  'delete-tree',
  'move',
  'copy',
  'copy-tree',
  'open',
  'put',
  'shell',
  'argv',
  'words',
  'exec',
  'connect',
  'send',
  'fetch',
  'cwd',
  'cwd-of',
  'root',
  'load',
  'load-path',
  'eval',
  'run',
  'variable',
  'unknown',
] as const;
export type Verb = (typeof verbs)[number];

/** A place of a call with a value. */
export interface Place {
  readonly self: boolean;
  /** Negative: counted from the end; undefined: the argument has only a name. */
  readonly position: number | undefined;
  readonly rest: boolean;
  readonly names: readonly string[];
  /** The name of the argument with the folder of a relative path: `dir_fd`. */
  readonly folder: string | undefined;
  readonly fixed: string | undefined;
}

export interface Action {
  readonly verb: Verb;
  readonly places: readonly Place[];
  readonly certain: boolean;
}

export interface Entry {
  readonly actions: readonly Action[];
  /** The kind of the result, and its details: `['object', 'pathlib.Path']`; empty if the line has none. */
  readonly gives: readonly string[];
}

export type Library = Pick<ReadonlyMap<string, Entry>, 'get' | 'has'> & {
  /** Whether the library has any function of a module. */
  readonly hasModule: (name: string) => boolean;
  /** Whether a name is that of a module, or of a part of one, with functions that have effects. */
  readonly actsIn: (name: string) => boolean;
};

/** A library by names. Its text is parsed when the first name is needed: most calls need none. */
export function readLibrary(text: string): Library {
  let read: ReadonlyMap<string, Entry> | undefined;
  const entries = (): ReadonlyMap<string, Entry> => {
    read ??= entriesOf(text);
    return read;
  };
  let modules: ReadonlySet<string> | undefined;
  const hasModule = (name: string): boolean => {
    modules ??= new Set([...entries().keys()].map((each) => each.split('.', 1)[0] ?? each));
    return modules.has(name);
  };
  let acting: ReadonlySet<string> | undefined;
  const actsIn = (name: string): boolean => {
    acting ??= new Set(
      [...entries()].flatMap(([each, { actions }]) => (actions.length > 0 ? ownersOf(each) : [])),
    );
    return acting.has(name) && !entries().has(name);
  };
  return { get: (name) => entries().get(name), has: (name) => entries().has(name), hasModule, actsIn };
}

/** `os`, `os.path` of `os.path.join`. */
const ownersOf = (name: string): readonly string[] =>
  [...name.matchAll(/\./g)].map(({ index }) => name.slice(0, index));

function entriesOf(text: string): ReadonlyMap<string, Entry> {
  const library = new Map<string, Entry>();
  for (const line of text.replace(/\n {2,}/g, ' ').split('\n')) {
    const [names = '', rest = ''] = line.split(' : ', 2);
    if (names.trim() === '') continue;
    const entry = readEntry(rest);
    for (const name of namesOf(names)) library.set(name, entry);
  }
  return library;
}

/** `os.path.(abspath realpath)` means both names. */
const namesOf = (text: string): readonly string[] =>
  text
    .replace(/(\S+\.)\(([^)]*)\)/g, (_, prefix: string, names: string) =>
      names.replace(/\S+/g, `${prefix}$&`),
    )
    .trim()
    .split(/\s+/);

function readEntry(text: string): Entry {
  const [does = '', gives = ''] = text.split('=>', 2);
  const actions = does
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(readAction);
  return { actions, gives: gives.trim() === '' ? [] : gives.trim().split(/\s+/) };
}

function readAction(text: string): Action {
  const words = text.split(/\s+/);
  const certain = words[0] !== 'maybe';
  const [verb = '', ...places] = certain ? words : words.slice(1);
  const known = verbs.find((each) => each === verb);
  if (known === undefined) throw new Error(`unknown verb \`${verb}\` in a library`);
  return { verb: known, places: places.map(readPlace), certain };
}

function readPlace(text: string): Place {
  if (text.startsWith('=')) {
    return {
      self: false,
      position: undefined,
      rest: false,
      names: [],
      folder: undefined,
      fixed: text.slice(1),
    };
  }
  const [place = '', folder] = text.split('@');
  const [first = '', ...names] = place.split('/');
  const rest = first.endsWith('..');
  const number = Number.parseInt(first, 10);
  return {
    self: first === 'self',
    position: Number.isNaN(number) ? undefined : number,
    rest,
    names,
    folder,
    fixed: undefined,
  };
}
