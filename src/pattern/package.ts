/**
 * Packages: the words for a manager → a name and a source, compared with package patterns.
 */
import { compileName } from './text/name.ts';

export interface PackageSpec {
  /** Without its version; undefined if only a place is named. */
  readonly name: string | undefined;
  readonly source: 'registry' | 'url' | 'git' | 'file';
  /** The address of the package; undefined if it is only a name. */
  readonly place?: string | undefined;
}

/** Reads a word after `npm install`, `pip install` and the like. Never throws. */
export function readPackage(manager: string, spec: string): PackageSpec {
  const read = readSource(manager, spec);
  if (read.place !== undefined || (read.source !== 'url' && read.source !== 'git')) return read;
  return { ...read, place: placeOf(spec.trim()) };
}

/** The prefixes of forges, before a colon. */
const forges: ReadonlyMap<string, string> = new Map([
  ['github', 'github.com'],
  ['gh', 'github.com'],
  ['gist', 'gist.github.com'],
  ['gitlab', 'gitlab.com'],
  ['bitbucket', 'bitbucket.org'],
  ['sourcehut', 'git.sr.ht'],
]);

/** The address of `github:a/b` and the like; undefined for other texts. */
export function placeOnForge(text: string): string | undefined {
  const [, forge = '', path = ''] = /^([a-z]{2,12}):(?!\/\/)([\w.-]+(?:\/.*)?)$/is.exec(text) ?? [];
  const host = forges.get(forge.toLowerCase());
  return host === undefined ? undefined : `https://${host}/${path}`;
}

/** `github:a/b`, and `a/b` alone, which is one of GitHub. */
function placeOf(text: string): string {
  const onForge = placeOnForge(text);
  if (onForge !== undefined) return onForge;
  return /^[\w.-]+\/[\w./-]+(?:#.*)?$/s.test(text) && !/^[\w-]+(?:\.[\w-]+)+\//.test(text)
    ? `https://github.com/${text}`
    : text;
}

/** The endings of files that hold a package; a name in a registry has none of them. */
const packed =
  /\.(?:deb|rpm|apk|gem|whl|tgz|tar\.(?:gz|bz2|xz|zst)|zip|snap|flatpak|vsix|crate|nupkg|conda)$/;

function readSource(manager: string, spec: string): PackageSpec {
  const text = spec.trim();
  const direct = /^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?\s*@\s*([a-z][a-z0-9+.-]*:\S*)$/i.exec(text);
  if (direct !== null) return { ...readPackage(manager, direct[2] ?? ''), name: direct[1] };
  if (
    /^(?:git[+:@]|git@|ssh:\/\/git@)|^(?:github|gitlab|bitbucket|gist|gh):|[/:].*\.git(?:[#@]\S*)?$/i.test(
      text,
    )
  ) {
    return { name: undefined, source: 'git' };
  }
  if (/^(?:file:|link:|portal:|workspace:|\.{1,2}(?:[/\\]|$)|[/~]|[A-Za-z]:[\\/])/.test(text))
    return { name: undefined, source: 'file' };
  if (/^(?:https?|ftp|s3):\/\//i.test(text)) return { name: undefined, source: 'url' };
  if (packed.test(text)) return { name: undefined, source: 'file' };
  switch (manager) {
    case 'npm':
      return readNpm(text);
    case 'pip':
      return { name: normalizePip(text.replace(/[[<>=!~;@\s(].*$/s, '')), source: 'registry' };
    case 'apt':
    case 'yum':
    case 'rpm':
      return { name: text.replace(/[=:/].*$/s, ''), source: 'registry' };
    case 'gem':
      return { name: text.replace(/:.*$/s, ''), source: 'registry' };
    case 'gh':
      return { name: text, source: 'git' };
    case 'go':
      return readModule(text);
    case 'composer':
      return { name: text.replace(/[:=].*$/s, ''), source: 'registry' };
    default:
      return { name: text.replace(/(?<=.)@[^/]*$/s, '').replace(/(?<=.)==.*$/s, ''), source: 'registry' };
  }
}

function readNpm(text: string): PackageSpec {
  const alias = /^(?:@?[^@]+)@npm:(.+)$/.exec(text);
  if (alias !== null) return readNpm(alias[1] ?? '');
  if (/^npm:/.test(text)) return readNpm(text.slice(4));
  const [, name = text, version] = /^(@?[^@]+)(?:@(.*))?$/.exec(text) ?? [];
  if (version !== undefined && /:|\//.test(version)) return { ...readPackage('npm', version), name };
  // `owner/repository` is one of GitHub.
  if (!name.startsWith('@') && name.includes('/')) return { name: undefined, source: 'git' };
  return { name, source: 'registry' };
}

/** A module of Go has the name of its address: `example.com/tool@latest`. */
function readModule(text: string): PackageSpec {
  const name = text.replace(/(?<=.)@[^/]*$/s, '');
  const isPlace = /^[\w-]+(?:\.[\w-]+)+(?:\/|$)/.test(name);
  return { name, source: 'registry', ...(isPlace ? { place: `https://${name}` } : {}) };
}

/** Names that differ only in case, dots, dashes and underscores are the same. */
const normalizePip = (name: string): string => name.toLowerCase().replace(/[-_.]+/g, '-');

export interface PackagePattern {
  readonly text: string;
  test(manager: string, name: string): boolean;
}

export type CompiledPackage =
  | { readonly pattern: PackagePattern; readonly problem?: undefined }
  | { readonly pattern?: undefined; readonly problem: string };

/** Compiles `left-pad`, `npm:left-pad`, `@scope/*` or `pip:*`, or says what is wrong with it. Never throws. */
export function compilePackage(text: string): CompiledPackage {
  if (text.trim() === '') return { problem: 'it is empty' };
  if (text.length > 300) return { problem: `it has ${text.length} characters; at most 300 are allowed` };
  const [, manager, name = ''] = /^(?:([a-z]+):)?(.*)$/s.exec(text) ?? [];
  if (name === '') return { problem: 'it names no package; every package of a manager is `npm:*`' };
  if (/^(?:https?|git|file|ssh)$/.test(manager ?? ''))
    return { problem: 'it is an address; ask where packages come from with `installs from url or git`' };
  if (/\s/.test(name)) return { problem: 'a package has no blanks in its name' };
  if (/.@/.test(name)) return { problem: 'it has a version; a rule holds for every version' };
  const plain = compileName(name);
  const normal = compileName(normalizePip(name));
  return {
    pattern: {
      text,
      test(given, called) {
        if (manager !== undefined && manager !== given) return false;
        if (plain.testExact(called) || plain.testFolded(called.toLowerCase())) return true;
        return given === 'pip' && normal.testFolded(normalizePip(called));
      },
    },
  };
}
