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

/** The scripts that a subcommand runs: each with those before and after it. */
const events: Readonly<Record<string, readonly string[]>> = {
  install: installation,
  ci: installation,
  'install-test': [...installation, 'test'],
  'install-ci-test': [...installation, 'test'],
  link: ['install', 'prepare', 'dependencies'],
  rebuild: ['install', 'prepare'],
  publish: ['prepublishOnly', 'pack', 'prepare', 'publish'],
  pack: ['pack', 'prepare'],
  version: ['version'],
  test: ['test'],
  start: ['start'],
  stop: ['stop'],
  restart: ['restart', 'stop', 'start'],
};

/** Subcommands with which npm changes what is installed. Then it runs `dependencies` alone, where it runs nothing else. */
const changing: ReadonlySet<string> = new Set(['uninstall', 'update', 'prune', 'dedupe', 'audit fix']);

/** Subcommands of others that run what an installation runs. Each was run: pnpm 9, yarn 1, bun 1. */
const installs: Readonly<Record<string, ReadonlySet<string>>> = {
  pnpm: new Set(['install', 'update', 'prune', 'dedupe', 'install-test']),
  // The later ones of yarn do so where `add` of the first does.
  yarn: new Set(['install', 'add', 'remove', 'upgrade', 'up', 'dedupe']),
  bun: new Set(['install', 'i', 'add', 'a', 'remove', 'rm', 'update']),
};

/** The name of a script that is an operand after the subcommand. */
const runs: ReadonlySet<string> = new Set(['run', 'run-script']);

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

/** The scripts of a package that the words of the command run. */
function tasksFor(
  scripts: ReadonlyMap<string, string>,
  { program, words, operands, options }: AskedTasks,
): readonly Task[] | undefined {
  const [subcommand] = words;
  const [first] = operands;
  // Without lifecycle scripts, the named script still runs. `--dry-run` prevents none of them.
  if (options.has('--ignore-scripts')) {
    const [asked] = subcommand === undefined || runs.has(subcommand) ? operands : (events[subcommand] ?? []);
    if (asked === undefined && operands.length > 0) return undefined;
    return installing.has(subcommand ?? 'install') || asked === undefined || packing.has(asked)
      ? []
      : scriptsFor(asked, scripts, asked === first ? 1 : 0).filter(
          ({ wordsFrom }) => wordsFrom !== undefined,
        );
  }
  if (subcommand === undefined || runs.has(subcommand)) {
    // `yarn` alone installs.
    if (operands.length === 0)
      return program === 'yarn' && subcommand === undefined ? eventsOf('install', scripts) : [];
    return first === undefined ? undefined : scriptsFor(first, scripts, 1);
  }
  if (
    program === 'npm' &&
    (changing.has(words.join(' ')) || (subcommand === 'install' && operands.length > 0))
  )
    return scriptsFor('dependencies', scripts, 0);
  if (installs[program]?.has(subcommand) === true && (program !== 'pnpm' || operands.length === 0))
    // Only npm runs `dependencies`.
    return eventsOf('install', new Map([...scripts].filter(([name]) => !name.endsWith('dependencies'))));
  // An installed package runs its own scripts, and not those of the project.
  if (subcommand === 'install' && operands.length > 0) return [];
  // `bun test` is the test runner of bun.
  if (program === 'bun' && subcommand === 'test') return [];
  return eventsOf(subcommand, scripts);
}

const eventsOf = (subcommand: string, scripts: ReadonlyMap<string, string>): readonly Task[] =>
  (events[subcommand] ?? [subcommand]).flatMap((event) => scriptsFor(event, scripts, 0));

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
