/** `tox.ini` and similar files: the commands of the environments that are asked for. By the documentation of tox. */
import type { AskedTasks, Task } from './family.ts';
import { readIni, type Sections } from './ini.ts';
import { quoted, shellText, variableMark } from './possible-text.ts';
import { readToml } from './toml.ts';
import { inMap, isItems, isMap, textsOfYaml, type Yaml } from './yaml.ts';

const parts = ['commands_pre', 'commands', 'commands_post'];
const silent = ['-l', '--showconfig', '--devenv', '--help-ini'];

export function readTox(text: string, asked: AskedTasks): readonly Task[] | 'absent' | undefined {
  if (asked.options.has('-l') || ['config', 'list', 'l', 'c'].includes(asked.operands[0] ?? '')) return [];
  if (silent.some((option) => asked.options.has(option))) return [];
  // A TOML file may contain the other format as a text.
  if (/^\s*\[(?:build-system|project|tool\.)|^\s*(?:requires|env_list)\s*=\s*\[/m.test(text)) {
    const file = readToml(text);
    if (file === undefined) return /\[tool\.tox|^env_list/m.test(text) ? undefined : 'absent';
    const own =
      inMap(inMap(file, 'tool'), 'tox') ?? (file.has('env_run_base') || file.has('env') ? file : undefined);
    const [legacy] = textsOfYaml(inMap(own, 'legacy_tox_ini'));
    if (legacy !== undefined) return fromIni(readIni(legacy), asked);
    return own === undefined ? 'absent' : fromToml(own, asked);
  }
  const sections = readIni(text);
  const isOwn = [...sections.keys()].some((name) => /^(?:tox|testenv)(?::|$)/.test(name));
  return isOwn ? fromIni(sections, asked) : 'absent';
}

/** The environments of the options, or the default ones. */
function environments(asked: AskedTasks, listed: readonly string[]): readonly string[] | undefined {
  const given = asked.values('-e');
  if (given.includes(undefined)) return undefined;
  const named = given.flatMap((each) => (each ?? '').split(/[,\s]+/)).filter((each) => each !== '');
  const all = named.length > 0 && !named.includes('ALL') ? named : listed;
  return all.length === 0 ? ['py'] : all;
}

function fromIni(sections: Sections, asked: AskedTasks): readonly Task[] | undefined {
  const core = sections.get('tox') ?? sections.get('tox:tox');
  const listed = braced((core?.get('envlist') ?? core?.get('env_list') ?? '').replace(/#.*$/gm, ''));
  const own = [...sections.keys()].filter((name) => name.startsWith('testenv:')).map((name) => name.slice(8));
  const names = environments(asked, listed.length > 0 ? listed : own) ?? [...listed, ...own];
  if (core?.has('requires') && sections.size === 1) return undefined;
  return names.flatMap((name): readonly Task[] => {
    const section = sections.get(`testenv:${name}`);
    const settingOf = (key: string, from = section, depth = 0): string => {
      const found = from?.get(key) ?? from?.get(key.replaceAll('_', ''));
      if (found !== undefined) return filled(found, name, depth);
      return from === section && section !== sections.get('testenv') && depth < 20
        ? settingOf(key, sections.get('testenv'), depth + 1)
        : '';
    };
    const filled = (text: string, environment: string, depth: number): string =>
      depth > 20
        ? variableMark('any')
        : text.replace(/\{\[([^\]{}]+)\]([^{}]+)\}/g, (_, title: string, key: string) => {
            const value = sections.get(title)?.get(key.trim().toLowerCase()) ?? '';
            return filled(value, environment, depth + 1);
          });
    const factors = name.split('-');
    const folder = settingOf('changedir') || settingOf('change_dir');
    const packages = linesFor(settingOf('deps'), factors).map((line) =>
      line.startsWith('-') ? line : quoted(line),
    );
    const installs = packages.length === 0 ? [] : [{ script: `pip install ${packages.join(' ')}` }];
    const commands = parts.flatMap((part) =>
      linesFor(settingOf(part), factors).map((line) => taskOf(line, name, asked, folder)),
    );
    return [...installs, ...commands];
  });
}

/** Lines that apply to an environment: `py311,lint: command` is for these alone. */
const linesFor = (text: string, factors: readonly string[]): readonly string[] =>
  text
    .replace(/\\\n/g, ' ')
    .split('\n')
    .flatMap((line) => {
      const [, condition, rest] = /^((?:!?[\w.{}-]+,?\s*)+):\s+(.*)$/.exec(line.trim()) ?? [];
      if (condition === undefined || rest === undefined) return line.trim();
      const isMeant = braced(condition).some((all) =>
        all
          .split('-')
          .every((each) =>
            each.startsWith('!') ? !factors.includes(each.slice(1)) : factors.includes(each),
          ),
      );
      return isMeant ? rest : [];
    })
    .filter((line) => line !== '' && !line.startsWith('#'));

/** `py{39,310}-{a,b}` means each combination. */
function braced(text: string): readonly string[] {
  const words = text.match(/(?:\{[^{}]*\}|[^\s,{}])+/g) ?? [];
  return words.flatMap((word) => {
    let all = [''];
    for (const [piece, inner] of word.matchAll(/\{([^{}]*)\}|[^{}]+/g))
      all = all
        .flatMap((start) =>
          (inner === undefined ? [piece] : inner.split(',')).map((each) => start + each.trim()),
        )
        .slice(0, 200);
    return all;
  });
}

function taskOf(line: string, name: string, asked: AskedTasks, folder: string): Task {
  const given = asked.operands.map((word) => (word === undefined ? variableMark('any') : quoted(word)));
  const values: Readonly<Record<string, string>> = {
    toxinidir: '.',
    tox_root: '.',
    envname: name,
    env_name: name,
    '/': '/',
    ':': ':',
  };
  const text = line
    .replace(/^[-!@\s]+/, '')
    .replace(/\{posargs(?::((?:[^{}]|\{[^{}]*\})*))?\}|\[\]/g, (_, fallback: string | undefined) =>
      given.length > 0 ? given.join(' ') : (fallback ?? ''),
    )
    .replace(/\{env:(\w+)(?::([^{}]*))?\}/g, (_, variable: string, fallback: string | undefined) => {
      const value = asked.variable(variable);
      return value.is === 'set'
        ? value.text
        : value.is === 'unset' && fallback !== undefined
          ? fallback
          : variableMark(variable);
    })
    .replace(
      /\{(\w+|\/|:)\}/g,
      (_, key: string) =>
        values[key] ?? (/^env(?:_)?(?:bin)?(?:_)?dir$/.test(key) ? `.tox/${name}` : variableMark(key)),
    );
  return {
    script: shellText(text),
    ...(folder === '' ? {} : { folder: folder.replace(/\{(?:toxinidir|tox_root)\}\/?/, './') }),
  };
}

function fromToml(own: Yaml, asked: AskedTasks): readonly Task[] {
  const listed = textsOfYaml(inMap(own, 'env_list'));
  const environmentsOf = inMap(own, 'env');
  const names = environments(asked, listed) ?? (isMap(environmentsOf) ? [...environmentsOf.keys()] : []);
  return names.flatMap((name) =>
    parts.flatMap((part) => {
      const commands = inMap(inMap(environmentsOf, name), part) ?? inMap(inMap(own, 'env_run_base'), part);
      if (!isItems(commands)) return [];
      return commands.map((words): Task => {
        if (!isItems(words)) return { script: '', isOpen: true };
        const line = words.map((word) =>
          typeof word === 'string' ? quoted(word).replace(/"(\{[^"]*\})"/, '$1') : '{posargs}',
        );
        return taskOf(
          line.join(' '),
          name,
          asked,
          textsOfYaml(inMap(inMap(environmentsOf, name), 'change_dir'))[0] ?? '',
        );
      });
    }),
  );
}
