/**
 * The library of a language itself, as far as a table of effects (`library.ts`) does not list it: lines with the names
 * that are known to do nothing to files, programs and hosts. Any other name of these modules is not known. Third-party
 * modules are not here.
 *
 *     json.* os.path.*
 *     os.(getpid kill)
 *     pty
 *
 * `json.*` is everything in a module, but neither what begins with `_` nor other modules that are members of it
 * (`logging.os`); `main.str*` is every name with that beginning. A name alone is an unknown module.
 */
export interface OwnLibrary {
  /** Whether a name belongs to the library. */
  readonly has: (name: string) => boolean;
  readonly isHarmless: (name: string) => boolean;
}

interface Names {
  readonly modules: ReadonlySet<string>;
  readonly exact: ReadonlySet<string>;
  /** Those with everything in them. */
  readonly whole: ReadonlySet<string>;
  /** Beginnings of names. */
  readonly starts: readonly string[];
}

/** A library of names. Its text is parsed when the first name is needed. */
export function readOwnLibrary(text: string): OwnLibrary {
  let read: Names | undefined;
  const names = (): Names => {
    read ??= namesOf(text);
    return read;
  };
  return {
    has: (name) => names().modules.has(firstOf(name)),
    isHarmless: (name) => isHarmless(names(), name),
  };
}

const firstOf = (name: string): string => name.split('.', 1)[0] ?? name;

function namesOf(text: string): Names {
  const all = text
    .replace(/(\S+\.)\(([^)]*)\)/g, (_, prefix: string, names: string) =>
      names.replace(/\S+/g, `${prefix}$&`),
    )
    .trim()
    .split(/\s+/);
  return {
    modules: new Set(all.map(firstOf)),
    exact: new Set(all.filter((name) => name.includes('.') && !name.endsWith('.*'))),
    whole: new Set(all.filter((name) => name.endsWith('.*')).map((name) => name.slice(0, -2))),
    starts: all.filter((name) => /[^.]\*$/.test(name)).map((name) => name.slice(0, -1)),
  };
}

function isHarmless({ modules, exact, whole, starts }: Names, name: string): boolean {
  if (exact.has(name) || whole.has(name)) return true;
  if (starts.some((start) => name.startsWith(start))) return true;
  for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
    const isOther = (part: string): boolean =>
      part === '?' || part.startsWith('_') || (modules.has(part) && !whole.has(part));
    if (whole.has(name.slice(0, dot)))
      return !name
        .slice(dot + 1)
        .split('.')
        .some(isOther);
  }
  return false;
}
