/**
 * `package.json`: the scripts that npm and its kin run, with those before and after them. By the documentation of npm,
 * `using-npm/scripts`.
 */
import type { AskedTasks, Task } from './family.ts';
import { inMap, isMap, readJson } from './yaml.ts';

/** Options by which none of the scripts is run, or not those of this project. */
const withoutScripts = ['--ignore-scripts', '--dry-run', '-l', '--list', '-g'];
const ofOthers = ['-w', '--workspaces', '-r', '-F', '--recursive'];

/** What a subcommand runs of the project's own: each with what stands before and after it. */
const events: Readonly<Record<string, readonly string[]>> = {
  install: ['install', 'prepublish', 'prepare'],
  ci: ['install', 'prepublish', 'prepare'],
  'install-test': ['install', 'prepublish', 'prepare', 'test'],
  'install-ci-test': ['install', 'prepublish', 'prepare', 'test'],
  rebuild: ['install', 'prepare'],
  publish: ['prepublishOnly', 'pack', 'prepare', 'publish'],
  pack: ['pack', 'prepare'],
  version: ['version'],
  test: ['test'],
  start: ['start'],
  stop: ['stop'],
  restart: ['restart', 'stop', 'start'],
};

/** What a script is called whose name is given behind the subcommand. */
const runs: ReadonlySet<string> = new Set(['run', 'run-script']);

export function readNpm(text: string, asked: AskedTasks): readonly Task[] | undefined {
  const scripts = scriptsOf(text);
  const { program, words, operands, options } = asked;
  if (withoutScripts.some((name) => options.has(name))) return [];
  if (scripts === undefined || ofOthers.some((name) => options.has(name))) return undefined;
  const [subcommand] = words;
  const [first] = operands;
  if (subcommand === undefined || runs.has(subcommand)) {
    // `yarn` alone installs.
    if (operands.length === 0)
      return program === 'yarn' && subcommand === undefined ? eventsOf('install', scripts) : [];
    return first === undefined ? undefined : scriptsFor(first, scripts, 1);
  }
  // A package that is asked for has scripts of its own, and those of the project are not run.
  if (subcommand === 'install' && operands.length > 0) return [];
  // `bun test` is a program of its own.
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

function scriptsOf(text: string): ReadonlyMap<string, string> | undefined {
  const file = readJson(text);
  if (file === undefined) return undefined;
  const scripts = inMap(file, 'scripts');
  return new Map(
    isMap(scripts)
      ? [...scripts].flatMap(([name, script]) => (typeof script === 'string' ? [[name, script]] : []))
      : [],
  );
}
