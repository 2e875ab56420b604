/** Files of settings that have a program run something: those of ssh and curl, of direnv, and what pytest and nox load. */
import type { AskedTasks, Task } from './family.ts';
import { quoted } from './possible-text.ts';

/** `ssh -F FILE`: commands of the hosts that are asked for. */
export function readSshConfig(text: string, asked: AskedTasks): readonly Task[] | undefined {
  const [destination] = asked.operands;
  const host = destination?.replace(/^(?:ssh:\/\/)?(?:.*@)?/, '').replace(/:\d+\/?$/, '');
  let isMeant = true;
  const tasks: Task[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, name = '', value = ''] = /^\s*([A-Za-z]\w*)(?:\s*=\s*|\s+)(.*?)\s*$/.exec(line) ?? [];
    switch (name.toLowerCase()) {
      case 'host':
        isMeant = host === undefined || fits(host, value.split(/\s+/));
        break;
      case 'match': {
        isMeant = true;
        const [, command] = /\bexec\s+(".*?"|\S+)/.exec(value) ?? [];
        if (command !== undefined) tasks.push(commandOf(command.replace(/^"|"$/g, '')));
        break;
      }
      case 'include':
        tasks.push({ script: '', isOpen: true });
        break;
      case 'proxycommand':
      case 'localcommand':
      case 'remotecommand':
      case 'knownhostscommand':
        if (isMeant && value !== 'none')
          tasks.push({
            ...commandOf(value),
            ...(name.toLowerCase() === 'remotecommand' ? { elsewhere: true } : {}),
          });
        break;
      case 'hostname':
      case 'proxyjump':
        // Where it connects to, by another name.
        if (isMeant && value !== 'none')
          for (const each of value.split(','))
            tasks.push({ script: `ssh ${quoted(each.replaceAll('%h', host ?? '%h'))} true` });
        break;
    }
  }
  return tasks;
}

/** What stands for a part of the connection is not known here. */
const commandOf = (text: string): Task => ({
  script: text.replace(/%%/g, '%').replace(/%([A-Za-z])/g, '$$' + '{ssh_$1}'),
});

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
const direnvLibrary = `PATH_add() { :; }; path_add() { :; }; MANPATH_add() { :; }; PATH_rm() { :; }; watch_file() { :; }; watch_dir() { :; }; strict_env() { :; }; unstrict_env() { :; }; has() { command -v "$1"; }; log_status() { :; }; log_error() { :; }; layout() { :; }; env_vars_required() { :; }; direnv_version() { :; }; dotenv() { cat "\${1-.env}"; }; dotenv_if_exists() { cat "\${1-.env}"; }; source_env() { . "$1"; }; source_env_if_exists() { . "$1"; }\n`;

export function readEnvrc(text: string, asked: AskedTasks): readonly Task[] {
  const [action] = asked.operands;
  const isRun =
    asked.words.includes('exec') ||
    ['allow', 'permit', 'grant', 'reload', 'export', 'exec', 'edit'].includes(action ?? 'allow');
  return isRun ? [{ script: direnvLibrary + text }] : [];
}

export const readPython = (text: string): readonly Task[] => [{ script: text, language: 'python' }];
