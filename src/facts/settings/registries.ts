/** The registries that files of settings name for npm, pip and cargo, instead of the default ones or beside them. */
import { below, type PathShape, parentShape, showPathShape } from '../../pattern/path/path-shape.ts';
import { readIni } from '../tasks/ini.ts';
import { readToml } from '../tasks/toml.ts';
import { inMap, isMap, readYamlJson, textsOfYaml, type Yaml } from '../tasks/yaml.ts';
import type { AskedSettings, SetHost } from './asked.ts';

export interface AskedRegistries extends AskedSettings {
  /** The command itself names the registry. */
  readonly isNamed: boolean;
  /** The command uploads a package to the registry. */
  readonly publishes: boolean;
  /** The command always asks the registry, and not only if something is missing. */
  readonly asks: boolean;
}

export interface SetRegistries {
  readonly hosts: readonly SetHost[];
  /** The default registry is not asked. */
  readonly replaces: boolean;
}

const nothing: SetRegistries = { hosts: [], replaces: false };

const readers: Readonly<Record<string, (asked: AskedRegistries) => SetRegistries>> = {
  npm: readNpm,
  pip: readPip,
  cargo: readCargo,
};

export const readRegistries = (family: string, asked: AskedRegistries): SetRegistries =>
  readers[family]?.(asked) ?? nothing;

/** A folder and its parents. */
const upFrom = (folder: PathShape): readonly PathShape[] =>
  folder.segments.length === 0 ? [folder] : [folder, ...upFrom(parentShape(folder))];

const hostIn = (url: string, file: PathShape, certain: boolean): SetHost => ({
  // A name in braces is a variable of the environment.
  url: /^[^/]*\/\/[^/]*\$\{|^\$\{/.test(url) ? undefined : url,
  what: `a registry of ${showPathShape(file)}`,
  certain,
});

// ── npm ─────────────────────────────────────────────────────────────────────────────────────

interface Setting {
  readonly name: string;
  readonly value: string;
  readonly file: PathShape;
}

function readNpm(asked: AskedRegistries): SetRegistries {
  const shared = [userNpmrc(asked), ...systemNpmrc].flatMap((file) => npmrcIn(file, asked));
  const projects = asked.given('--global') ? [] : projectsOf(asked);
  // A workspace uses the settings of its root, if the root lists it.
  const ways = (projects.length === 0 ? [[]] : projects.map((folder) => npmrcIn(folder, asked))).map(
    (own) => [...own, ...shared],
  );
  const published = asked.publishes ? publishedIn(asked) : undefined;
  const own = (published?.settings ?? []).filter(({ name }) => !asked.isNamed || name !== 'registry');
  const scopes = published?.scopes ?? scopesOf(asked.operands);
  let replaces = true;
  const hosts = ways.flatMap((settings) => {
    const all = [...own, ...settings];
    const used = scopes.map((scope) => all.find(({ name }) => name === `${scope}:registry`));
    const usual = asked.isNamed ? undefined : all.find(({ name }) => name === 'registry');
    const isScoped = asked.publishes && used.length > 0 && !used.includes(undefined);
    replaces &&= usual !== undefined || isScoped;
    const certain = ways.length === 1 && asked.asks;
    const others = asked.publishes
      ? []
      : all.filter(({ name }) => name.startsWith('@') && name.endsWith(':registry'));
    return [
      ...[...used, isScoped ? undefined : usual].flatMap((each) =>
        each === undefined ? [] : [hostIn(each.value, each.file, certain)],
      ),
      ...others.map(({ value, file }) => hostIn(value, file, false)),
    ];
  });
  return { hosts, replaces };
}

const systemNpmrc: readonly PathShape[] = [
  ['usr', 'etc', 'npmrc'],
  ['usr', 'local', 'etc', 'npmrc'],
  ['etc', 'npmrc'],
].map((segments) => ({ anchor: 'root', segments }));

function userNpmrc(asked: AskedRegistries): PathShape {
  const given =
    asked.option('--userconfig') ??
    asked.variable('NPM_CONFIG_USERCONFIG') ??
    asked.variable('npm_config_userconfig');
  return given === undefined ? below(asked.home, '.npmrc') : asked.path(given, asked.base ?? asked.home);
}

/** The project around the folder, and those around it that have workspaces: their settings. */
function projectsOf(asked: AskedRegistries): readonly PathShape[] {
  const { base } = asked;
  if (base === undefined) return [];
  const folders = upFrom(base);
  const own = folders.find((folder) =>
    ['package.json', 'node_modules'].some((name) => asked.has(below(folder, name))),
  );
  const roots = folders.filter(
    (folder) => folder !== own && inMap(packageIn(folder, asked), 'workspaces') !== undefined,
  );
  return [own ?? base, ...roots].map((folder) => below(folder, '.npmrc'));
}

function packageIn(folder: PathShape, asked: AskedRegistries): Yaml | undefined {
  const text = asked.text(below(folder, 'package.json'));
  return text === undefined ? undefined : readYamlJson(text);
}

/** The values of a name, the last one first. */
function npmrcIn(file: PathShape, asked: AskedRegistries): readonly Setting[] {
  const lines = (asked.text(file) ?? '').split(/\r?\n/);
  const end = lines.findIndex((line) => /^\s*\[/.test(line));
  return lines
    .slice(0, end < 0 ? undefined : end)
    .flatMap((line): readonly Setting[] => {
      const [, name, value = ''] = /^\s*([^;#=\s][^=]*?)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
      return name === undefined ? [] : [{ name, value: value.replace(/^(["'])(.*)\1$/, '$2'), file }];
    })
    .reverse();
}

const scopesOf = (names: readonly string[]): readonly string[] =>
  names.flatMap((name) => /^(@[^/\s]+)\//.exec(name)?.[1] ?? []);

/** The settings for publishing in `package.json`; the scope of its name. */
function publishedIn(
  asked: AskedRegistries,
): { readonly settings: readonly Setting[]; readonly scopes: readonly string[] } | undefined {
  const { base, operands } = asked;
  const [place] = operands;
  const folder = place === undefined || base === undefined ? base : asked.path(place, base);
  const read = folder === undefined ? undefined : packageIn(folder, asked);
  if (folder === undefined || !isMap(read)) return undefined;
  const config = read.get('publishConfig');
  const file = below(folder, 'package.json');
  const settings = [...(isMap(config) ? config : [])].flatMap(([name, value]): readonly Setting[] =>
    typeof value === 'string' ? [{ name, value, file }] : [],
  );
  return { settings, scopes: scopesOf(textsOfYaml(read.get('name'))) };
}

// ── pip ─────────────────────────────────────────────────────────────────────────────────────

function readPip(asked: AskedRegistries): SetRegistries {
  const chosen = asked.variable('PIP_CONFIG_FILE');
  if (chosen === '/dev/null') return nothing;
  const { home } = asked;
  const own = chosen === undefined ? undefined : asked.path(chosen, asked.base ?? home);
  const settings = asked.variable('XDG_CONFIG_HOME');
  const isUsers = !asked.given('--isolated') && (own === undefined || !asked.has(own));
  const folder = settings === undefined ? below(home, '.config') : asked.path(settings, asked.base ?? home);
  const environment = asked.variable('VIRTUAL_ENV');
  const files = [
    { anchor: 'root' as const, segments: ['etc', 'xdg', 'pip', 'pip.conf'] },
    { anchor: 'root' as const, segments: ['etc', 'pip.conf'] },
    ...(isUsers
      ? [
          below(home, 'Library', 'Application Support', 'pip', 'pip.conf'),
          below(home, '.pip', 'pip.conf'),
          below(folder, 'pip', 'pip.conf'),
        ]
      : []),
    ...(environment === undefined ? [] : [below(asked.path(environment, asked.base ?? home), 'pip.conf')]),
    ...(asked.programFolder === undefined ? [] : [below(parentShape(asked.programFolder), 'pip.conf')]),
    ...(own === undefined ? [] : [own]),
  ];
  const found = files.flatMap((file) => {
    const text = asked.text(file);
    return text === undefined ? [] : [{ file, sections: readIni(text) }];
  });
  // The section of the command comes before the one for all commands, whatever their order in the file.
  const all = ['global', asked.words[0] ?? ''].flatMap((section) =>
    found.flatMap(({ file, sections }) =>
      [...(sections.get(section) ?? [])].map(([name, value]) => ({
        name: name.replace(/^--/, '').replaceAll('_', '-'),
        value,
        file,
      })),
    ),
  );
  const last = (name: string): Setting | undefined => all.findLast((each) => each.name === name);
  if (/^(?:1|true|yes|on)$/i.test(last('no-index')?.value ?? '')) return { hosts: [], replaces: true };
  const index = asked.isNamed ? undefined : (last('index-url') ?? last('pypi-url'));
  return {
    hosts: [index, last('extra-index-url'), last('find-links')].flatMap((setting) =>
      (setting?.value.split(/\s+/) ?? [])
        .filter((each) => each.includes('://'))
        .map((url) => hostIn(url, setting?.file ?? home, setting === index && asked.asks)),
    ),
    replaces: index !== undefined,
  };
}

// ── cargo ───────────────────────────────────────────────────────────────────────────────────

function readCargo(asked: AskedRegistries): SetRegistries {
  const files = cargoFiles(asked).flatMap((file) => {
    const text = asked.text(file);
    const table = text === undefined ? undefined : readToml(text);
    if (text !== undefined && table === undefined) asked.unread(file);
    return table === undefined ? [] : [{ file, table }];
  });
  const get = (...names: readonly string[]): Setting | undefined => {
    for (const { file, table } of files) {
      const value = names.reduce<Yaml | undefined>(inMap, table);
      if (typeof value === 'string') return { name: names.at(-1) ?? '', value, file };
    }
    return undefined;
  };
  const registries = [
    ...new Set(files.flatMap(({ table }) => [...(asMap(table.get('registries'))?.keys() ?? [])])),
  ];
  const indexOf = (name: string, certain: boolean): readonly SetHost[] => {
    const index = get('registries', name, 'index');
    return index === undefined ? [] : [hostIn(plain(index.value), index.file, certain)];
  };
  const named = asked.option('--registry');
  if (named !== undefined && named !== 'crates-io')
    return { hosts: indexOf(named, asked.asks), replaces: indexOf(named, true).length > 0 };
  if (asked.publishes || administers.has(asked.words[0] ?? '')) {
    const usual = named ?? publishedTo(asked) ?? get('registry', 'default')?.value;
    const hosts = usual === undefined || asked.isNamed ? [] : indexOf(usual, asked.asks);
    return { hosts, replaces: hosts.length > 0 };
  }
  // The entry of a dependency names its registry, if that is not the default one.
  const others = registries.flatMap((name) => indexOf(name, false));
  let source = get('source', 'crates-io', 'replace-with')?.value;
  const isReplaced = source !== undefined;
  for (let steps = 0; source !== undefined && steps < 8; steps++) {
    const next = get('source', source, 'replace-with')?.value;
    if (next === undefined) break;
    source = next;
  }
  const at =
    source === undefined ? undefined : (get('source', source, 'registry') ?? get('source', source, 'git'));
  const local =
    source === undefined
      ? undefined
      : (get('source', source, 'directory') ?? get('source', source, 'local-registry'));
  const replaced =
    at !== undefined
      ? [hostIn(plain(at.value), at.file, asked.asks)]
      : source === undefined
        ? []
        : indexOf(source, asked.asks);
  return {
    hosts: [...replaced, ...others],
    replaces: isReplaced && (replaced.length > 0 || local !== undefined),
  };
}

const asMap = (value: Yaml | undefined): ReadonlyMap<string, Yaml> | undefined =>
  isMap(value) ? value : undefined;

/** Subcommands that ask the registry by default, as publishing does. */
const administers: ReadonlySet<string> = new Set(['search', 'login', 'logout', 'owner', 'yank', 'info']);

/** `sparse+https://…`, `registry+https://…`. */
const plain = (url: string): string => url.replace(/^(?:sparse|registry|git)\+/, '');

function cargoFiles(asked: AskedRegistries): readonly PathShape[] {
  const own = asked.variable('CARGO_HOME');
  const home = own === undefined ? below(asked.home, '.cargo') : asked.path(own, asked.base ?? asked.home);
  const folders = [
    ...(asked.base === undefined ? [] : upFrom(asked.base)).map((each) => below(each, '.cargo')),
    home,
  ];
  return folders.flatMap((folder) => {
    const old = below(folder, 'config');
    return [asked.has(old) ? old : below(folder, 'config.toml')];
  });
}

/** `publish = ["name"]` of the package. */
function publishedTo(asked: AskedRegistries): string | undefined {
  const text = asked.base && asked.text(below(asked.base, 'Cargo.toml'));
  const names = text === undefined ? [] : textsOfYaml(inMap(readToml(text)?.get('package'), 'publish'));
  return names.length === 1 && names[0] !== 'true' && names[0] !== 'false' ? names[0] : undefined;
}
