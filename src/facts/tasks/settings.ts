/** Files of settings that make a program run something: those of curl and direnv, and what pytest and nox load. */
import type { AskedTasks, Task } from './family.ts';
import { quoted } from './possible-text.ts';

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

/** Functions that direnv offers to `.envrc`, as far as they only set variables. */
const direnvLibrary = `PATH_add() { :; }; path_add() { :; }; MANPATH_add() { :; }; PATH_rm() { :; }; watch_file() { :; }; watch_dir() { :; }; strict_env() { :; }; unstrict_env() { :; }; has() { command -v "$1"; }; log_status() { :; }; log_error() { :; }; layout() { :; }; env_vars_required() { :; }; direnv_version() { :; }; dotenv() { cat .env "$@"; }; dotenv_if_exists() { cat .env "$@"; }; source_env() { . "$1"; }; source_env_if_exists() { . "$1"; }\n`;

export function readEnvrc(text: string, asked: AskedTasks): readonly Task[] {
  const [action] = asked.operands;
  const isRun =
    asked.words.includes('exec') ||
    ['allow', 'permit', 'grant', 'reload', 'export', 'exec', 'edit'].includes(action ?? 'allow');
  return isRun ? [{ script: direnvLibrary + text }] : [];
}

const readPython = (text: string): readonly Task[] => [{ script: text, language: 'python' }];

/** `conftest.py`: the folder that pytest passes to fixtures is a temporary one. */
export function readConftest(text: string): readonly Task[] {
  const folder = '"/tmp/pytest"';
  const own = text
    .replace(
      /\b(?:tmp_path_factory|tmpdir_factory)\.(?:mktemp|getbasetemp)\([^()]*\)/g,
      `pathlib.Path(${folder})`,
    )
    .replace(/(\bdef\s+\w+\()([^()]*)(\))/g, (_, start: string, names: string, end: string) =>
      [start, names.replace(/\b(?:tmp_path|tmpdir)\b(?:\s*:\s*[\w."']+)?\s*,?/g, ''), end].join(''),
    );
  return own === text
    ? readPython(text)
    : readPython(
        `import pathlib\ntmp_path = pathlib.Path(${folder})\ntmpdir = pathlib.Path(${folder})\n${own}`,
      );
}

/** `noxfile.py`: its Python code, and what its sessions run. */
export function readNox(text: string): readonly Task[] {
  const sessions = callsOf(text, /^(?:run|run_always|run_install|install)$/).map(
    ([, , name, given = '']): Task => {
      // An argument that is no text is unknown; a named argument says how it runs.
      const words = given
        .split(/\s*,\s*/)
        .filter((each) => each !== '')
        .map((each) =>
          /^["']/.test(each) ? quoted(each.slice(1, -1)) : each.startsWith('*') ? '' : '"$any"',
        );
      return { script: `${name === 'install' ? 'pip install ' : ''}${words.join(' ')}` };
    },
  );
  return [...readPython(text), ...sessions];
}

/** `tasks.py` of invoke and `fabfile.py`: its Python code, and the commands that its tasks give to a shell. */
export function readInvoke(text: string, { operands }: AskedTasks): readonly Task[] {
  const isAsked = (at: number): boolean => {
    const [, mark, task = ''] =
      [...text.slice(0, at).matchAll(/(@\w[^\n]*\n)?[ \t]*def\s+(\w+)/g)].at(-1) ?? [];
    const names = [task, task.replaceAll('_', '-')];
    return (
      mark === undefined ||
      operands.length === 0 ||
      operands.some((each) => each === undefined || names.includes(each))
    );
  };
  const calls = callsOf(text, /^(?:run|sudo|local)$/).filter(({ index }) => isAsked(index));
  const commands = calls.map(([, , name, given = '']): Task => {
    const [first = ''] = given.split(/\s*,\s*/);
    const isText = /^["']/.test(first) && !/[{]/.test(first);
    const script = isText ? first.slice(1, -1) : '"$any"';
    return { script: name === 'sudo' ? `sudo ${script}` : script };
  });
  return [...readPython(text), ...commands];
}

/** Calls of a method of what the functions of a file are given: `session.run("a", "b")`. */
function callsOf(text: string, methods: RegExp): readonly RegExpExecArray[] {
  const given = [...text.matchAll(/\bdef\s+\w+\(\s*(\w+)/g)].map(([, name = '']) => name);
  const names = new Set(['session', ...given]);
  return [...text.matchAll(methodCall)].filter(
    ([, object = '', method = '']) => names.has(object) && methods.test(method),
  );
}

/** The object, the method, and the texts and names in front of the first named argument. */
const methodCall = /\b(\w+)\.(\w+)\(\s*((?:f?"[^"\\\n]*"|f?'[^'\\\n]*'|[\w.*]+\b(?!\s*=)|\*+\w+|\s*,\s*)*)/g;
