/**
 * `package.json`: the scripts that npm and similar tools run, with those before and after them. By the documentation of
 * npm, `using-npm/scripts`.
 */
import type { AskedTasks, Task } from './family.ts';
import { type Workspace, workspacesOf } from './workspaces.ts';
import { inMap, isMap, readYamlJson, type Yaml } from './yaml.ts';

/** Options that run scripts of other packages of the project: of all, or of some. */
const ofOthers = ['-ws', '-r', '-F', '--filter', '--filter-prod'];

/** The scripts of the project around an installation. */
const installation = ['install', 'prepublish', 'prepare', 'dependencies'] as const;

/** The scripts around a publication. */
const publishing = ['prepublishOnly', 'pack', 'prepare', 'publish'] as const;

/** The scripts that a subcommand runs: each with those before and after it. */
const events: Readonly<Record<string, readonly string[]>> = {
  install: installation,
  ci: installation,
  'install-test': [...installation, 'test'],
  'install-ci-test': [...installation, 'test'],
  link: ['install', 'prepare', 'dependencies'],
  rebuild: ['install', 'prepare'],
  publish: publishing,
  pack: ['pack', 'prepare'],
  version: ['version'],
  test: ['test'],
  start: ['start'],
  stop: ['stop'],
  restart: ['restart', 'stop', 'start'],
};

/** Subcommands with which npm changes what is installed. Then it runs `dependencies` alone, where it runs nothing else. */
const changing: ReadonlySet<string> = new Set(['uninstall', 'update', 'prune', 'dedupe', 'audit fix']);

const pnpmInstallations = ['install', 'update', 'prune', 'dedupe', 'install-test'] as const;

/** Subcommands of others that run what an installation runs. Each was run: pnpm 9 and 10, yarn 1 and 4, bun 1. */
const installs: Readonly<Record<string, ReadonlySet<string>>> = {
  pnpm: new Set(pnpmInstallations),
  yarn: new Set(['install', 'add', 'remove', 'unlink', 'upgrade', 'up', 'dedupe', 'version']),
  bun: new Set(['install', 'i', 'add', 'a', 'ci', 'remove', 'rm', 'uninstall', 'r', 'update', 'up', 'patch']),
};

/** pnpm runs this script before each change of what is installed, also where it runs none of an installation. */
const beforePnpm = 'pnpm:devPreinstall';
const preparedByPnpm: ReadonlySet<string> = new Set([
  ...pnpmInstallations,
  'add',
  'remove',
  'link',
  'unlink',
]);

/** Subcommands of every yarn. Any other is one in some versions only, and the name of a script in the rest. */
const ofEveryYarn: ReadonlySet<string> = new Set(['install', 'add', 'remove', 'unlink', 'version']);

/** Further scripts that a subcommand runs. */
const furtherEvents: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  pnpm: { rebuild: ['prepublish'], 'install-test': ['test'] },
  yarn: { publish: ['version'], version: ['version'], npm: ['prepublish', ...publishing] },
};

/** The name of a script that is an operand after the subcommand. */
const runs: ReadonlySet<string> = new Set(['run', 'run-script']);

/** Subcommands that run the tests of the project, also where scripts are switched off. */
const testing: ReadonlySet<string> = new Set(['install-test', 'install-ci-test']);

/** Subcommands that are short for `run` with their own name. */
const shortForRun: ReadonlySet<string> = new Set(['test', 'start', 'stop', 'restart']);

/** Scripts that run when a package is packed, not because the command names them. */
const packing: ReadonlySet<string> = new Set(['prepublishOnly', 'pack', 'version']);

/** Scripts that run when a package is installed with its project. */
const installing: ReadonlySet<string> = new Set([
  'install',
  'ci',
  'install-test',
  'install-ci-test',
  'rebuild',
]);

export function readNpm(text: string, asked: AskedTasks): readonly Task[] | undefined {
  const { program, words, operands, options } = asked;
  if (options.has('-g')) return [];
  const file = readYamlJson(text);
  if (file === undefined) return undefined;
  const [subcommand] = words;
  if (program === 'yarn' && /^workspaces?$/.test(subcommand ?? operands[0] ?? ''))
    return ofYarnWorkspaces(file, asked);
  if (program === 'pnpm' && subcommand === undefined && /^(?:recursive|multi|m)$/.test(operands[0] ?? ''))
    return readNpm(text, inAllPackages(asked));
  const named = program === 'npm' ? asked.values('-w') : [];
  if (named.length === 0 && !ofOthers.some((name) => options.has(name))) {
    const own = tasksFor(scriptsOf(file), asked);
    const isWhole = inMap(file, 'workspaces') !== undefined && installing.has(subcommand ?? 'install');
    return own === undefined || !isWhole || operands.length > 0
      ? own
      : inWorkspaces(file, asked, undefined, own);
  }
  // Filters are not evaluated: each package may be selected.
  const own =
    options.has('--include-workspace-root') || program !== 'npm' ? tasksFor(scriptsOf(file), asked) : [];
  return own === undefined ? undefined : inWorkspaces(file, asked, named.length > 0 ? named : undefined, own);
}

/** `pnpm recursive run build` is `pnpm -r run build`. */
function inAllPackages(asked: AskedTasks): AskedTasks {
  const [, word, ...operands] = asked.operands;
  const words = word === undefined ? [] : [word === 'i' ? 'install' : word];
  return { ...asked, words, operands, options: new Set([...asked.options, '-r']) };
}

/** The same in the packages of the project: in those that are named, by their names or folders, or in all. */
function inWorkspaces(
  file: Yaml,
  asked: AskedTasks,
  named: readonly (string | undefined)[] | undefined,
  before: readonly Task[],
): readonly Task[] | undefined {
  const all = workspacesOf(file, asked);
  if (all === undefined) return undefined;
  const wanted =
    named === undefined || named.includes(undefined)
      ? all
      : all.filter((each) => named.some((name) => name !== undefined && isNamed(each, name)));
  const tasks = [...before];
  for (const { folder, file: own } of wanted) {
    const found = tasksFor(scriptsOf(own), asked);
    if (found === undefined) return undefined;
    tasks.push(...found.map((task) => ({ ...task, folder })));
  }
  return tasks;
}

const isNamed = ({ folder, file }: Workspace, name: string): boolean => {
  const path = name.replace(/^\.\//, '').replace(/\/+$/, '');
  return inMap(file, 'name') === name || folder === path || folder.startsWith(`${path}/`);
};

/** `yarn workspace NAME SCRIPT`, and `yarn workspaces run SCRIPT`. */
function ofYarnWorkspaces(file: Yaml, asked: AskedTasks): readonly Task[] | undefined {
  const isOne = asked.words[0] === 'workspace';
  const [first, ...others] = asked.operands;
  const rest = isOne ? others : asked.operands;
  const at = rest.indexOf('run');
  const script = at >= 0 ? rest[at + 1] : isOne ? rest[0] : undefined;
  // `yarn workspaces list` only prints.
  if (!isOne && at < 0 && (first === 'list' || first === 'info')) return [];
  if (script === undefined) return undefined;
  const operands = rest.slice(rest.indexOf(script));
  const own = { ...asked, words: ['run'], operands };
  const tasks = inWorkspaces(file, own, isOne ? [first] : undefined, []);
  // Here the words after it have another position.
  return tasks?.map(({ wordsFrom, ...task }) =>
    wordsFrom === undefined
      ? task
      : { ...task, wordsFrom: asked.operands.length - operands.length + wordsFrom },
  );
}

/** Whether an option switches the scripts off; not `--ignore-scripts=false`, and not where it is taken back. */
const ignoresScripts = ({ options, operands, values }: AskedTasks): boolean =>
  options.has('--ignore-scripts') &&
  !options.has('--no-ignore-scripts') &&
  ![...values('--ignore-scripts'), ...operands].includes('false');

/** In `--ignore-scripts false` the word is the value of the option. */
const withoutValueOfIgnore = ({ options, operands }: AskedTasks): AskedTasks['operands'] =>
  options.has('--ignore-scripts') ? operands.filter((each) => each !== 'true' && each !== 'false') : operands;

/** What runs where scripts are switched off: only the one that is named. */
function withoutScripts(
  scripts: ReadonlyMap<string, string>,
  { program, words: [subcommand], operands }: AskedTasks,
): readonly Task[] | undefined {
  const [first] = operands;
  const [named] = subcommand === undefined || runs.has(subcommand) ? operands : (events[subcommand] ?? []);
  if (installs[program]?.has(subcommand ?? '') === true && !testing.has(subcommand ?? '')) return [];
  if (named === undefined && operands.length > 0) return undefined;
  if (subcommand !== undefined && testing.has(subcommand)) return scriptsFor('test', scripts, 0);
  return installing.has(subcommand ?? 'install') || named === undefined || packing.has(named)
    ? []
    : scriptsFor(named, scripts, named === first ? 1 : 0).filter(({ wordsFrom }) => wordsFrom !== undefined);
}

/** With these alone a manager only prints: `yarn --version` installs nothing. */
const telling = ['-v', '--version', '-h', '--help'];

/** The scripts of a package that the words of the command run. */
function tasksFor(scripts: ReadonlyMap<string, string>, given: AskedTasks): readonly Task[] | undefined {
  const asked = { ...given, operands: withoutValueOfIgnore(given) };
  const { program, words, operands, options } = asked;
  const [subcommand] = words;
  const [first] = operands;
  if (telling.some((each) => options.has(each)) && subcommand === undefined && operands.length === 0)
    return [];
  const isNamed = subcommand === undefined || runs.has(subcommand);
  if (program !== 'npm' && first !== undefined && isNamed) return byName(scripts, asked, first);
  // `--dry-run` prevents none of them.
  if (ignoresScripts(given)) return withoutScripts(scripts, asked);
  if (isNamed) {
    // `yarn` alone installs.
    if (operands.length === 0)
      return program === 'yarn' && subcommand === undefined ? eventsOf('install', scripts) : [];
    return first === undefined ? undefined : scriptsFor(first, scripts, 1);
  }
  return program === 'npm' ? byNpm(scripts, subcommand, asked) : byOthers(scripts, subcommand, asked);
}

/**
 * What yarn, pnpm and bun run by a name: a script, or else a program. Options behind the name are for it, and
 * `--ignore-scripts` does not switch it off.
 */
function byName(
  scripts: ReadonlyMap<string, string>,
  { program, words, options }: AskedTasks,
  name: string,
): readonly Task[] | undefined {
  const own = scriptsFor(name, scripts, 1);
  if (own.length > 0)
    return own.map((each) => (each.wordsFrom === undefined ? each : { ...each, ...behind }));
  // `pnpm run` runs no programs, and nothing does in all packages. `bun a.ts` runs a file.
  if (program === 'pnpm' && words.length > 0) return [];
  if (ofOthers.some((each) => options.has(each)) || (program === 'bun' && /[./]/.test(name))) return [];
  return /^[\w@./+:-]+$/.test(name) ? [{ script: name, ...behind }] : undefined;
}

const behind = { wordsFrom: 1, passesOptions: true } as const;

function byNpm(
  scripts: ReadonlyMap<string, string>,
  subcommand: string,
  { words, operands }: AskedTasks,
): readonly Task[] | undefined {
  if (changing.has(words.join(' '))) return scriptsFor('dependencies', scripts, 0);
  if (subcommand !== 'install' || operands.length === 0) return eventsOf(subcommand, scripts);
  // `npm install .` installs the project itself.
  if (operands.some((each) => each !== undefined && /^\.\/*$/.test(each)))
    return eventsOf('install', scripts);
  const own = eventsOf('install', scripts);
  const changes = scriptsFor('dependencies', scripts, 0);
  return operands.includes(undefined) && own.length > changes.length ? undefined : changes;
}

function byOthers(
  scripts: ReadonlyMap<string, string>,
  subcommand: string,
  { program, operands }: AskedTasks,
): readonly Task[] {
  const isInstallation =
    installs[program]?.has(subcommand) === true && (program !== 'pnpm' || operands.length === 0);
  const further =
    furtherEvents[program]?.[subcommand]?.flatMap((event) => scriptsFor(event, scripts, 0)) ?? [];
  const before = program === 'pnpm' && preparedByPnpm.has(subcommand) ? scripts.get(beforePnpm) : undefined;
  return [
    ...(before === undefined ? [] : [{ script: before }]),
    ...(isInstallation ? installationOf(scripts) : []),
    ...(isNamedScript(program, subcommand, isInstallation) ? eventsOf(subcommand, scripts) : []),
    ...(program === 'yarn' && hasOwnEvents(subcommand) ? scriptsFor(subcommand, scripts, 0) : []),
    ...further,
  ];
}

/** Whether the subcommand runs what npm runs, or a script with its name. */
function isNamedScript(program: string, subcommand: string, isInstallation: boolean): boolean {
  if (program === 'yarn') return !ofEveryYarn.has(subcommand);
  // `bun test` and `bun upgrade` are bun's own.
  if (program === 'bun' && (subcommand === 'test' || events[subcommand] === undefined)) return false;
  // An installed package runs its own scripts, and not those of the project.
  return !isInstallation && subcommand !== 'install';
}

/** Only npm runs `dependencies`. */
const installationOf = (scripts: ReadonlyMap<string, string>): readonly Task[] =>
  eventsOf('install', new Map([...scripts].filter(([name]) => !name.endsWith('dependencies'))));

/** Scripts that are around something else are not given the words of the command. */
function eventsOf(subcommand: string, scripts: ReadonlyMap<string, string>): readonly Task[] {
  const tasks = (events[subcommand] ?? [subcommand]).flatMap((event) => scriptsFor(event, scripts, 0));
  return events[subcommand] === undefined || shortForRun.has(subcommand)
    ? tasks
    : tasks.map(({ script }) => ({ script }));
}

/** Whether the subcommand runs other scripts than one of its own name. */
const hasOwnEvents = (subcommand: string): boolean => events[subcommand]?.includes(subcommand) === false;

/** A script with those before and after it. */
function scriptsFor(name: string, scripts: ReadonlyMap<string, string>, wordsFrom: number): readonly Task[] {
  const own = scripts.get(name);
  return [`pre${name}`, name, `post${name}`].flatMap((each): readonly Task[] => {
    const script = scripts.get(each);
    if (script === undefined || (own === undefined && each !== name && wordsFrom > 0)) return [];
    return [each === name ? { script, wordsFrom } : { script }];
  });
}

function scriptsOf(file: Yaml): ReadonlyMap<string, string> {
  const scripts = inMap(file, 'scripts');
  return new Map(
    isMap(scripts)
      ? [...scripts].flatMap(([name, script]) => (typeof script === 'string' ? [[name, script]] : []))
      : [],
  );
}
