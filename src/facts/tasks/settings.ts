/** Files of settings that have a program run something: those of ssh and curl, of direnv, and what pytest and nox load. */
import type { AskedTasks, Task } from './family.ts';
import { quoted } from './possible-text.ts';

/** `ssh -F FILE`: commands of the hosts that are asked for, and what these are called. */
export function readSshConfig(text: string, asked: AskedTasks): readonly Task[] | undefined {
  const [destination] = asked.operands;
  const host = destination?.replace(/^(?:ssh:\/\/)?(?:.*@)?/, '').replace(/:\d+\/?$/, '');
  let isMeant = true;
  const settings: (readonly [name: string, value: string])[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, written = '', value = ''] = /^\s*([A-Za-z]\w*)(?:\s*=\s*|\s+)(.*?)\s*$/.exec(line) ?? [];
    const name = written.toLowerCase();
    if (name === 'host') isMeant = host === undefined || fits(host, value.split(/\s+/));
    else if (name === 'match') isMeant = true;
    if (name !== '' && (isMeant || name === 'include') && value !== 'none') settings.push([name, value]);
  }
  const of = (name: string): string | undefined => settings.find(([each]) => each === name)?.[1];
  const meant = of('hostname')?.replaceAll('%h', host ?? '%h') ?? host;
  const known: Readonly<Record<string, string | undefined>> = {
    '%': '%',
    n: host,
    h: meant,
    p: of('port') ?? '22',
    r: of('user'),
  };
  const filled = (command: string): string =>
    command.replace(/%([A-Za-z%])/g, (_, sign: string) => known[sign] ?? `\${ssh_${sign}}`);
  return settings.flatMap(([name, value]): readonly Task[] => {
    switch (name) {
      case 'match': {
        const [, command] = /\bexec\s+(".*?"|\S+)/.exec(value) ?? [];
        return command === undefined ? [] : [{ script: filled(command.replace(/^"|"$/g, '')) }];
      }
      case 'include':
        return [{ script: '', isOpen: true }];
      case 'proxycommand':
      case 'localcommand':
      case 'knownhostscommand':
        return [{ script: filled(value) }];
      case 'remotecommand':
        return [{ script: filled(value), elsewhere: true }];
      // Where it connects to, by another name.
      case 'hostname':
        return meant === undefined ? [] : [{ script: `ssh ${quoted(meant)} true` }];
      case 'proxyjump':
        return value.split(',').map((each) => ({ script: `ssh ${quoted(each)} true` }));
      default:
        return [];
    }
  });
}

function fits(host: string, patterns: readonly string[]): boolean {
  const is = (pattern: string): boolean =>
    new RegExp(
      `^${pattern
        .replace(/[\\^$.|+()[\]{}]/g, '\\$&')
        .replaceAll('*', '.*')
        .replaceAll('?', '.')}$`,
      'i',
    ).test(host);
  return (
    patterns.some((each) => !each.startsWith('!') && is(each)) &&
    !patterns.some((each) => each.startsWith('!') && is(each.slice(1)))
  );
}

/** `curl -K FILE`: its options, in front of those of the command. */
export function readCurlConfig(text: string): readonly Task[] {
  const calls: string[][] = [[]];
  for (const line of text.split(/\r?\n/)) {
    const [, name, value] = /^\s*(-{0,2}[A-Za-z][\w.-]*|-#)(?:\s*[=:]\s*|\s+|$)(.*)$/.exec(line) ?? [];
    if (name === undefined) continue;
    if (name.replace(/^-*/, '') === 'next') calls.push([]);
    const option = name.startsWith('-') ? name : `--${name}`;
    const [, inner] = /^"((?:[^"\\]|\\.)*)"/.exec(value ?? '') ?? [];
    const word =
      inner === undefined
        ? (value ?? '').replace(/\s.*$/, '')
        : inner.replace(
            /\\(.)/g,
            (_, sign: string) => ({ t: '\t', n: '\n', r: '\r', v: '\v' })[sign] ?? sign,
          );
    calls.at(-1)?.push(quoted(option), ...(value === '' || value === undefined ? [] : [quoted(word)]));
  }
  return calls.map((words) => ({ script: ['curl', ...words].join(' '), allWords: true as const }));
}

/** What direnv has for `.envrc`, as far as it only sets variables. */
const direnvLibrary = `PATH_add() { :; }; path_add() { :; }; MANPATH_add() { :; }; PATH_rm() { :; }; watch_file() { :; }; watch_dir() { :; }; strict_env() { :; }; unstrict_env() { :; }; has() { command -v "$1"; }; log_status() { :; }; log_error() { :; }; layout() { :; }; env_vars_required() { :; }; direnv_version() { :; }; dotenv() { cat .env "$@"; }; dotenv_if_exists() { cat .env "$@"; }; source_env() { . "$1"; }; source_env_if_exists() { . "$1"; }\n`;

export function readEnvrc(text: string, asked: AskedTasks): readonly Task[] {
  const [action] = asked.operands;
  const isRun =
    asked.words.includes('exec') ||
    ['allow', 'permit', 'grant', 'reload', 'export', 'exec', 'edit'].includes(action ?? 'allow');
  return isRun ? [{ script: direnvLibrary + text }] : [];
}

export const readPython = (text: string): readonly Task[] => [{ script: text, language: 'python' }];

/** `noxfile.py`: as Python, and what its sessions run. */
export function readNox(text: string): readonly Task[] {
  const calls = text.matchAll(
    /\bsession\.(run|run_always|run_install|install)\(\s*((?:"[^"\\\n]*"|'[^'\\\n]*'|[\w.*]+|\s*,\s*)*)/g,
  );
  const sessions = [...calls].map(([, name, given = '']): Task => {
    // What is no text there is not known, and a name with a value is how it runs.
    const words = given
      .split(/\s*,\s*/)
      .filter((each) => each !== '')
      .map((each) => (/^["']/.test(each) ? quoted(each.slice(1, -1)) : each.startsWith('*') ? '' : '"$any"'));
    return { script: `${name === 'install' ? 'pip install ' : ''}${words.join(' ')}` };
  });
  return [...readPython(text), ...sessions];
}
