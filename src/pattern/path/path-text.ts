/**
 * Other texts that a text may mean as a path: without the blanks and quotes around it, with common
 * variables filled in, and as a `file:` address, in the spellings that browsers accept.
 */

/** The values of variables that are the same on nearly every machine. */
const places: Readonly<Record<string, string>> = {
  HOME: '~',
  USERPROFILE: '~',
  HOMEPATH: '~',
  APPDATA: '~/AppData/Roaming',
  LOCALAPPDATA: '~/AppData/Local',
  XDG_CONFIG_HOME: '~/.config',
  XDG_DATA_HOME: '~/.local/share',
  SYSTEMROOT: 'C:/Windows',
  WINDIR: 'C:/Windows',
  PROGRAMDATA: 'C:/ProgramData',
  ALLUSERSPROFILE: 'C:/ProgramData',
  PROGRAMFILES: 'C:/Program Files',
  SYSTEMDRIVE: 'C:',
  PWD: '.',
  CLAUDE_PROJECT_DIR: '.',
  WORKSPACEFOLDER: '.',
};

/** The other texts that the text may mean. */
export function textsOfPath(text: string): readonly string[] {
  const found: string[] = [];
  const bare = withoutQuotes(text.trim());
  if (bare !== text) found.push(bare);
  const expanded = withVariable(bare);
  if (expanded !== undefined) found.push(expanded);
  found.push(...filePaths(bare));
  const device = withoutDevice(bare) ?? withoutLink(bare) ?? administrative(bare) ?? mentioned(bare);
  if (device !== undefined) found.push(device);
  return found;
}

function withoutQuotes(text: string): string {
  const [first = ''] = text;
  return text.length > 1 && '\'"`'.includes(first) && text.endsWith(first) ? text.slice(1, -1) : text;
}

/** `$HOME/x`, `${HOME}/x`, `%USERPROFILE%\x`, `$env:APPDATA\x`, `${env:HOME}/x`; undefined for anything else. */
function withVariable(text: string): string | undefined {
  const match = /^(?:%HOMEDRIVE%(?=%))?(?:%(\w+)%|\$(?:env:)?(\w+)|\$\{(?:env:)?(\w+)\})(?=[\\/]|$)/i.exec(
    text,
  );
  if (match === null) return undefined;
  const name = (match[1] ?? match[2] ?? match[3] ?? '').toUpperCase();
  const place = Object.hasOwn(places, name) ? places[name] : undefined;
  if (place === undefined) return undefined;
  const rest = text.slice(match[0].length);
  return place.startsWith('.') ? place + rest : (place + rest).replaceAll('\\', '/');
}

/** `\??\C:\x` and `\\.\C:\x` are `C:\x`; the same for a path after a volume, whose drive is not known. */
function withoutDevice(text: string): string | undefined {
  const match =
    /^[\\/]{1,2}[?.]{1,2}[\\/](?:GLOBALROOT[\\/])?(?:(?=[A-Za-z]:)|(?:Device[\\/])?HarddiskVolume\d+(?=[\\/])|Volume\{[^}]*\}(?=[\\/]))/i.exec(
      text,
    );
  if (match === null) return undefined;
  const rest = text.slice(match[0].length);
  return /^[A-Za-z]:/.test(rest) ? rest : `C:${rest}`;
}

/** `/proc/self/cwd/../x` is `./../x`: the path after such a link is resolved at its target. */
function withoutLink(text: string): string | undefined {
  const match = /^\/+proc\/+(?:self|thread-self|\d+)\/+(?:task\/+\d+\/+)?(cwd|root)(?=\/|$)/.exec(text);
  if (match === null) return undefined;
  return (match[1] === 'cwd' ? '.' : '/') + text.slice(match[0].length);
}

/** `//server/c$/x` is a share of a whole drive, wherever it is written with slashes. */
const administrative = (text: string): string | undefined =>
  /^\/\/[^/]+\/[A-Za-z]\$(?:\/|$)/.test(text) ? text.replaceAll('/', '\\') : undefined;

/** `@~/x`, as files are mentioned to some agents. */
const mentioned = (text: string): string | undefined =>
  /^@(?=[~./])/.test(text) ? text.slice(1) : undefined;

/** Addresses with another address inside, and other schemes for files. */
const scheme =
  /^(?:(?:view-source|jar|url|filesystem|feed|blob):)*(?:file|local-?file|netdoc|untitled|vscode-(?:remote|local|userdata|file)):(.*)$/is;

/** The paths that a `file:` address may name; none for other texts. */
export function filePaths(text: string): readonly string[] {
  const plain = withoutControls(text);
  const address = scheme.exec(plain)?.[1];
  if (address === undefined) return [];
  const [path = ''] = address.split(/[?#]/, 1);
  const decoded = withoutEscapes(path.replaceAll('\\', '/')).replaceAll('\\', '/');
  const [, slashes = '', rest = ''] = /^(\/*)(.*)$/s.exec(decoded) ?? [];
  const inner = rest.replace(/^([A-Za-z])\|(?=\/|$)/, '$1:');
  const local = /^[A-Za-z]:(?:\/|$)/.test(inner) ? inner : `/${inner}`;
  const found = inner.startsWith('~/') ? [inner, local] : [local];
  // Two slashes come before a host, which may be this machine or another one.
  if (slashes.length === 2) {
    const [, host = '', below = ''] = /^([^/]*)(.*)$/s.exec(inner) ?? [];
    const here = below.replace(/^\/([A-Za-z])[|:](?=\/|$)/, '$1:') || '/';
    if (/^(?:localhost|127(?:\.\d+){1,3}|\[::1\])?$/i.test(host)) found.unshift(here);
    else if (host !== '~' && !/^[A-Za-z]:$/.test(host)) {
      found.push(here, `\\\\${host}${below.replaceAll('/', '\\')}`);
    }
  }
  return found;
}

/** As browsers read an address: without tabs and ends of lines, and without blanks around it. */
export function withoutControls(text: string): string {
  const inner = text.replace(/[\t\n\r]/g, '');
  let start = 0;
  let end = inner.length;
  while (start < end && inner.charCodeAt(start) <= 32) start++;
  while (end > start && inner.charCodeAt(end - 1) <= 32) end--;
  return inner.slice(start, end);
}

/** Decodes valid escapes, and leaves the rest as it is, as lenient programs do. */
export function withoutEscapes(path: string): string {
  return path.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });
}
