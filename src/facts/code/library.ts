/**
 * What functions do, as data: lines of `names : what they do => what they give`.
 *
 *     os.remove os.unlink : delete 0/path
 *     shutil.move : move 0/src 1/dst
 *     os.path.join : => join
 *     os.path.(abspath realpath) : => absolute
 *
 * `0/path` is the first argument, or the one named `path`; `self` is what a method
 * belongs to; `0..` all arguments from the first; `-1` the last; `=text` a text that is always
 * the same. `load` executes a file; `load-path` does where a name has a slash. `link` writes a link. `maybe` makes what follows it only possible. Several things that
 * one call does stand with `;` between. A line may be continued with two spaces.
 */

export const verbs = [
  'read',
  'read-tree',
  'write',
  'write-tree',
  'link',
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
  'load',
  'load-path',
  'eval',
  'run',
  'unknown',
] as const;
export type Verb = (typeof verbs)[number];

/** Where a value of a call is found. */
export interface Place {
  readonly self: boolean;
  /** From the end where negative; undefined for one that is only named. */
  readonly position: number | undefined;
  readonly rest: boolean;
  readonly names: readonly string[];
  readonly fixed: string | undefined;
}

export interface Action {
  readonly verb: Verb;
  readonly places: readonly Place[];
  readonly certain: boolean;
}

export interface Entry {
  readonly actions: readonly Action[];
  /** The kind of result, and its details: `['object', 'pathlib.Path']`; empty where nothing is told. */
  readonly gives: readonly string[];
}

export type Library = Pick<ReadonlyMap<string, Entry>, 'get' | 'has'> & {
  /** Whether anything is known of a module. */
  readonly hasModule: (name: string) => boolean;
};

/** A library by the names in it, whose text is read when the first one is asked for: most calls ask none. */
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
  return { get: (name) => entries().get(name), has: (name) => entries().has(name), hasModule };
}

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

/** `os.path.(abspath realpath)` is both of them. */
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
    return { self: false, position: undefined, rest: false, names: [], fixed: text.slice(1) };
  }
  const [first = '', ...names] = text.split('/');
  const rest = first.endsWith('..');
  const number = Number.parseInt(first, 10);
  return {
    self: first === 'self',
    position: Number.isNaN(number) ? undefined : number,
    rest,
    names,
    fixed: undefined,
  };
}
