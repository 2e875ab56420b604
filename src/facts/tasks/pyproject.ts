/**
 * `pyproject.toml`: the tasks of poe, taskipy, PDM, Rye, Pixi and hatch, and the entry points that poetry and uv run by their
 * names. Some tools have a file of their own with the same tasks: `hatch.toml`, `pixi.toml`, `poe_tasks.toml`, `Pipfile`.
 */
import type { AskedTasks, Task } from './family.ts';
import { quoted } from './possible-text.ts';
import { readToml } from './toml.ts';
import { inMap, isItems, isMap, textsOfYaml, type Yaml, type YamlMap } from './yaml.ts';

/** The path of the table of tasks for each tool. */
const places: Readonly<Record<string, readonly (readonly string[])[]>> = {
  poe: [['tool', 'poe', 'tasks'], ['tasks']],
  rye: [['tool', 'rye', 'scripts']],
  pixi: [['tool', 'pixi', 'tasks'], ['tasks']],
  pipenv: [['scripts']],
  taskipy: [['tool', 'taskipy', 'tasks']],
  task: [['tool', 'taskipy', 'tasks']],
  pdm: [
    ['tool', 'pdm', 'scripts'],
    ['project', 'scripts'],
  ],
  hatch: [
    ['tool', 'hatch', 'envs', 'default', 'scripts'],
    ['envs', 'default', 'scripts'],
  ],
  poetry: [
    ['tool', 'poetry', 'scripts'],
    ['project', 'scripts'],
  ],
  uv: [['project', 'scripts']],
};

const deepest = 20;

export function readPyproject(text: string, asked: AskedTasks): readonly Task[] | 'absent' | undefined {
  const [subcommand] = asked.words;
  const isRun = subcommand === undefined || subcommand === 'run';
  if (!isRun && !builds(asked)) return [];
  const file = readToml(text);
  if (file === undefined) return undefined;
  const built = builds(asked) ? backendOf(file) : [];
  if (!isRun || built.length > 0) return built;
  const [first, ...rest] = asked.operands;
  if (asked.operands.length === 0) return [];
  if (first === undefined) return undefined;
  const [environment, name = ''] = /^([\w.-]+):([\w.:-]+)$/.exec(first)?.slice(1) ?? [undefined, first];
  const tables = (places[asked.program] ?? []).map((path) =>
    asked.program === 'hatch' && environment !== undefined
      ? path.map((name) => (name === 'default' ? environment : name))
      : path,
  );
  const project = new Project(asked, rest);
  const wanted = asked.program === 'hatch' ? name : first;
  for (const path of tables) {
    const table = path.reduce<Yaml | undefined>((value, key) => inMap(value, key), file);
    if (!isMap(table) || !table.has(wanted)) continue;
    project.run(wanted, table, true, 0);
    return project.tasks;
  }
  return asked.program === 'task' ? 'absent' : [];
}

/** Whether a command builds or installs the project of the file. */
function builds({ program, words, operands, options }: AskedTasks): boolean {
  if (/^(?:pip3?|pipx)$/.test(program))
    return (
      options.has('-e') || operands.some((each) => each === undefined || /^\.{0,2}(?:\/|$)|^\.\[/.test(each))
    );
  const subcommand = words[0] ?? '';
  return program === 'pyproject-build' || (program === 'uv' && subcommand === 'run')
    ? true
    : /^(?:build|install|sync|develop|add)$/.test(subcommand);
}

/** What builds the project, if it is a module of the project itself: `backend-path = ["."]`. */
function backendOf(file: Yaml): readonly Task[] {
  const system = inMap(file, 'build-system');
  const [backend] = textsOfYaml(inMap(system, 'build-backend'));
  if (backend === undefined) return [];
  return textsOfYaml(inMap(system, 'backend-path')).map((folder) => ({
    script: `import ${backend.replace(/:.*$/, '')}`,
    language: 'python',
    folder,
  }));
}

class Project {
  readonly tasks: Task[] = [];
  readonly #asked: AskedTasks;
  readonly #words: readonly (string | undefined)[];

  constructor(asked: AskedTasks, words: readonly (string | undefined)[]) {
    this.#asked = asked;
    this.#words = words;
  }

  /** A task with those before and after it. */
  run(name: string, table: YamlMap, isAsked: boolean, depth: number): void {
    if (depth > deepest) {
      this.#open();
      return;
    }
    for (const before of ['pre_', 'post_']) {
      if (before === 'post_') this.#runOne(table.get(name), table, isAsked, depth);
      const around = table.get(`${before}${name}`);
      if (around !== undefined && this.#asked.program !== 'hatch') this.#runOne(around, table, false, depth);
    }
  }

  #runOne(task: Yaml | undefined, table: YamlMap, isAsked: boolean, depth: number): void {
    if (typeof task === 'string') {
      // An entry point, if the tool has no commands.
      if (/^[\w.]+:[\w.]+$/.test(task)) this.#call(task);
      else this.#command(task, table, isAsked, depth);
      return;
    }
    if (isItems(task)) {
      for (const each of task) this.#step(each, table, isAsked, depth);
      return;
    }
    if (!isMap(task)) return;
    const folder = textsOfYaml(task.get('cwd') ?? task.get('working_dir'))[0];
    for (const each of [
      ...textsOfYaml(task.get('deps')),
      ...(isMap(task.get('uses')) ? [...(task.get('uses') as YamlMap).values()].flatMap(textsOfYaml) : []),
    ])
      this.run(each.split(' ')[0] ?? '', table, false, depth + 1);
    const command = task.get('cmd') ?? task.get('shell') ?? task.get('interpreter');
    const interpreter = textsOfYaml(task.get('interpreter'))[0];
    if (interpreter !== undefined && !/sh$/.test(interpreter))
      this.tasks.push({ script: textsOfYaml(command).join('\n'), language: interpreter });
    else if (typeof command === 'string') this.#command(command, table, isAsked, depth, folder);
    else if (isItems(command))
      this.#command(textsOfYaml(command).map(quoted).join(' '), table, isAsked, depth, folder);
    for (const each of [
      ...listOf(task.get('sequence')),
      ...listOf(task.get('composite')),
      ...listOf(task.get('parallel')),
    ])
      this.#step(each, table, isAsked, depth);
    const [reference] = textsOfYaml(task.get('ref'));
    if (reference !== undefined) this.run(reference.split(' ')[0] ?? '', table, false, depth + 1);
    for (const called of [
      ...textsOfYaml(task.get('call')),
      ...textsOfYaml(task.get('script')),
      ...textsOfYaml(task.get('reference')),
    ])
      this.#call(called);
    if (['switch', 'expr', 'control'].some((name) => task.has(name))) this.#open();
  }

  /** A part of a sequence: the name of a task, or a command. */
  #step(each: Yaml, table: YamlMap, isAsked: boolean, depth: number): void {
    const first = typeof each === 'string' ? (each.split(' ')[0] ?? '') : '';
    if (typeof each === 'string' && table.has(first)) this.run(first, table, false, depth + 1);
    else this.#runOne(each, table, isAsked, depth + 1);
  }

  #command(text: string, table: YamlMap, isAsked: boolean, depth: number, folder?: string): void {
    const [first = ''] = text.trim().split(/\s+/);
    if (this.#asked.program === 'hatch' && table.has(first) && depth < deepest)
      this.run(first, table, false, depth + 1);
    const words = this.#words.map((word) => (word === undefined ? '"$any"' : quoted(word))).join(' ');
    const filled = text.replace(/\{args(?::([^{}]*))?\}/g, (_, fallback: string | undefined) =>
      isAsked && words !== '' ? words : (fallback ?? ''),
    );
    const more = isAsked && filled === text && this.#asked.program !== 'hatch' ? { wordsFrom: 1 } : {};
    this.tasks.push({
      script: filled.replace(/^-\s*/, ''),
      ...more,
      ...(folder === undefined ? {} : { folder }),
    });
  }

  /** A function of a module: the module as a file of the project, if it is there. */
  #call(called: string): void {
    const path = (/^[\w.]+/.exec(called)?.[0] ?? '').replaceAll('.', '/');
    for (const file of [`${path}.py`, `src/${path}.py`, `${path}/__init__.py`, `src/${path}/__init__.py`]) {
      if (this.#asked.entry(file) !== 'file') continue;
      const text = this.#asked.read(file);
      if (text === undefined || text === 'absent') this.#open();
      else this.tasks.push({ script: text, language: 'python' });
      return;
    }
  }

  #open(): void {
    this.tasks.push({ script: '', isOpen: true });
  }
}

const listOf = (value: Yaml | undefined): readonly Yaml[] => (isItems(value) ? value : []);
