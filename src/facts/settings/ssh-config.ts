/** What a file of settings of OpenSSH says of a host, by ssh_config(5). */

export interface SshHost {
  /** The name that is connected to. */
  readonly host: string;
  /** The name may as well be that of the host itself: only a `Match` says otherwise, which may not hold. */
  readonly isOpen: boolean;
  /** Commands that are run for it: `ProxyCommand`, `LocalCommand`, `KnownHostsCommand`, `Match exec`. */
  readonly commands: readonly string[];
  /** Hosts on the way: `ProxyJump`. */
  readonly jumps: readonly string[];
  /** Other files that are read in its place. */
  readonly includes: readonly string[];
}

const runs = /^(?:proxycommand|localcommand|knownhostscommand)$/;

/** The settings for a host as it is named in a call. The first value of each counts; what only a `Match` tells may hold. */
export function readSshConfig(text: string, name: string): SshHost {
  let applies = true;
  let host: string | undefined;
  let matches = false;
  let isOpen = false;
  const commands: string[] = [];
  const jumps: string[] = [];
  const includes: string[] = [];
  for (const line of text.split('\n')) {
    const [, key = '', rest = ''] = /^\s*([A-Za-z]+)(?:\s*=\s*|\s+)(.*?)\s*$/.exec(line) ?? [];
    const word = key.toLowerCase();
    const value = rest.replace(/^"(.*)"$/, '$1');
    if (word === 'host') {
      applies = isFor(value.split(/\s+/), name);
      matches = false;
    } else if (word === 'match') {
      applies = true;
      matches = true;
      const [, command] =
        /\bexec\s+(?:"([^"]*)"|(\S+))/i.exec(rest)?.filter((part) => part !== undefined) ?? [];
      if (command !== undefined) commands.push(command);
    } else if (!applies) continue;
    else if (word === 'hostname') {
      isOpen ||= matches && host === undefined;
      host ??= value.replaceAll('%h', name);
    } else if (word === 'include') includes.push(...value.split(/\s+/));
    else if (word === 'proxyjump' && value.toLowerCase() !== 'none') jumps.push(...value.split(','));
    else if (runs.test(word) && value.toLowerCase() !== 'none') commands.push(value);
  }
  const to = host ?? name;
  return { host: to, isOpen, commands: commands.map((each) => each.replaceAll('%h', to)), jumps, includes };
}

/** Whether one of the patterns takes a name, and none with `!` does. */
function isFor(patterns: readonly string[], name: string): boolean {
  const takes = (pattern: string): boolean =>
    new RegExp(
      `^${pattern
        .replace(/[\\^$+.()|[\]{}]/g, '\\$&')
        .replaceAll('*', '.*')
        .replaceAll('?', '.')}$`,
      'i',
    ).test(name);
  return (
    patterns.some((pattern) => !pattern.startsWith('!') && takes(pattern)) &&
    !patterns.some((pattern) => pattern.startsWith('!') && takes(pattern.slice(1)))
  );
}
