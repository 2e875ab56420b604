/** What the configuration of OpenSSH says about a host, by ssh_config(5). */

export interface SshHost {
  /** The host name that ssh connects to. */
  readonly host: string;
  /** The real host may also be the given name: the setting is only in a `Match`, which may not apply. */
  readonly isOpen: boolean;
  /** Commands that ssh runs for it: `ProxyCommand`, `LocalCommand`, `KnownHostsCommand`, `Match exec`. */
  readonly commands: readonly SshCommand[];
  /** Libraries that ssh loads for it: `PKCS11Provider`, `SecurityKeyProvider`. */
  readonly libraries: readonly string[];
  /** Hosts on the way: `ProxyJump`. */
  readonly jumps: readonly string[];
  /** Other files that this one includes. */
  readonly includes: readonly string[];
}

/** A command, and whether ssh always runs it for the host, or only if a `Match` applies. */
export interface SshCommand {
  readonly text: string;
  readonly certain: boolean;
}

const runs = /^(?:proxycommand|localcommand|knownhostscommand)$/;

const loads = /^(?:pkcs11provider|securitykeyprovider)$/;

/** The settings for a host, by its name in the call, or those for any host. The first value of each setting counts; values inside a `Match` are possible. */
export function readSshConfig(text: string, name: string | undefined): SshHost {
  let applies = true;
  let host: string | undefined;
  let isMatch = false;
  let isOpen = false;
  const commands: SshCommand[] = [];
  const libraries: string[] = [];
  const jumps: string[] = [];
  const includes: string[] = [];
  for (const line of text.split('\n')) {
    const [, key = '', rest = ''] = /^\s*([A-Za-z][A-Za-z0-9]*)(?:\s*=\s*|\s+)(.*?)\s*$/.exec(line) ?? [];
    const word = key.toLowerCase();
    const value = rest.replace(/^"(.*)"$/, '$1');
    if (word === 'host') {
      applies = name === undefined || isFor(value.split(/\s+/), name);
      isMatch = false;
    } else if (word === 'match') {
      applies = true;
      isMatch = true;
      const [, command] =
        /\bexec\s+(?:"([^"]*)"|(\S+))/i.exec(rest)?.filter((part) => part !== undefined) ?? [];
      if (command !== undefined) commands.push({ text: command, certain: false });
    } else if (!applies) continue;
    else if (word === 'hostname') {
      isOpen ||= isMatch && host === undefined;
      host ??= name === undefined ? value : value.replaceAll('%h', name);
    } else if (word === 'include') includes.push(...value.split(/\s+/));
    else if (word === 'proxyjump' && value.toLowerCase() !== 'none') jumps.push(...value.split(','));
    else if (loads.test(word)) libraries.push(value);
    else if (runs.test(word) && value.toLowerCase() !== 'none')
      commands.push({ text: value, certain: !isMatch });
  }
  const to = host ?? name ?? '%h';
  return {
    host: to,
    isOpen,
    commands: commands.map(({ text: each, certain }) => ({ text: each.replaceAll('%h', to), certain })),
    libraries,
    jumps,
    includes,
  };
}

/** Whether one of the patterns matches a name, and none with `!` does. */
function isFor(patterns: readonly string[], name: string): boolean {
  const takes = (pattern: string): boolean => matches(pattern.toLowerCase(), name.toLowerCase());
  return (
    patterns.some((pattern) => !pattern.startsWith('!') && takes(pattern)) &&
    !patterns.some((pattern) => pattern.startsWith('!') && takes(pattern.slice(1)))
  );
}

/** Whether a name matches a pattern: only `*` and `?` are wild. It goes back only to the last `*`, so the time is at most the product of the lengths. */
export function matches(pattern: string, name: string): boolean {
  let [at, star, from] = [0, -1, 0];
  for (let place = 0; place < name.length; ) {
    if (pattern[at] === '*') {
      star = at++;
      from = place;
    } else if (pattern[at] === '?' || pattern[at] === name[place]) {
      at++;
      place++;
    } else if (star >= 0) {
      at = star + 1;
      place = ++from;
    } else return false;
  }
  while (pattern[at] === '*') at++;
  return at === pattern.length;
}
