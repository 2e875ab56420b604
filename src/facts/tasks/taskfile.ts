/**
 * Taskfiles: the commands of a task, with its dependencies and the commands that set variables. Templates are evaluated
 * as far as they are variables. By the documentation of Task, version 3.
 */
import type { AskedTasks, Task } from './family.ts';
import {
  combine,
  commandMark,
  hasInOrder,
  quoted,
  shellText,
  type Texts,
  variableMark,
} from './possible-text.ts';
import { inMap, isItems, isMap, readYaml, textsOfYaml, type Yaml, type YamlMap } from './yaml.ts';

type Variables = ReadonlyMap<string, Texts>;

const mostRuns = 200;

export function readTaskfile(text: string, asked: AskedTasks): readonly Task[] | undefined {
  const file = readYaml(text);
  if (!isMap(file) || !isMap(file.get('tasks'))) return undefined;
  if (['-l', '--list', '-a', '-n', '--summary'].some((option) => asked.options.has(option))) return [];
  const taskfile = new Taskfile(file, asked);
  return taskfile.run();
}

class Taskfile {
  readonly #file: YamlMap;
  readonly #asked: AskedTasks;
  readonly #tasks: Task[] = [];
  readonly #ran = new Set<string>();
  #isOpen = false;

  constructor(file: YamlMap, asked: AskedTasks) {
    this.#file = file;
    this.#asked = asked;
  }

  run(): readonly Task[] {
    const given = new Map<string, Texts>();
    const names: string[] = [];
    for (const word of this.#asked.operands) {
      const [, name, value = ''] = /^([A-Za-z_]\w*)=(.*)$/s.exec(word ?? '') ?? [];
      if (word === undefined) this.#isOpen = true;
      else if (name !== undefined) given.set(name, [value]);
      else names.push(word);
    }
    // The names may include words after `--`.
    const known = names.filter((name) => this.#find(name) !== undefined);
    const more = names.filter((name) => !known.includes(name));
    given.set('CLI_ARGS', [more.map(quoted).join(' ')]);
    if (more.some((name) => name.includes(':')) && isMap(this.#file.get('includes'))) this.#isOpen = true;
    const around = this.#variables(this.#file.get('vars'), given, undefined);
    for (const name of known.length > 0 ? known : names.length > 0 ? [] : ['default'])
      this.#run(name, new Map([...around, ...given]));
    return this.#isOpen ? [...this.#tasks, { script: '', isOpen: true }] : this.#tasks;
  }

  #find(name: string): Yaml | undefined {
    const tasks = this.#file.get('tasks');
    if (!isMap(tasks)) return undefined;
    const own = tasks.get(name);
    if (own !== undefined) return own;
    for (const [each, task] of tasks) {
      const names = [each, ...textsOfYaml(inMap(task, 'aliases'))];
      if (names.includes(name)) return task;
      if (each.includes('*') && hasInOrder(name, each.split('*'))) return task;
    }
    return undefined;
  }

  #run(name: string, given: Variables): void {
    const task = this.#find(name);
    const key = JSON.stringify([name, [...given]]);
    if (this.#ran.has(key)) return;
    this.#ran.add(key);
    if (task === undefined || this.#ran.size > mostRuns) {
      this.#isOpen = true;
      return;
    }
    const folder = this.#filled(textsOfYaml(inMap(task, 'dir'))[0] ?? '', given)[0] ?? '';
    const own = this.#variables(inMap(task, 'vars'), given, folder);
    const exports = [this.#file.get('env'), inMap(task, 'env')]
      .flatMap((env) => (isMap(env) ? [...env] : []))
      .map(
        ([variable, value]) =>
          `export ${variable}=${typeof value === 'string' ? quoted(this.#filled(value, own)[0] ?? '') : `"$(${shellText(this.#filled(textsOfYaml(inMap(value, 'sh'))[0] ?? 'true', own)[0] ?? '')})"`}\n`,
      )
      .join('');
    const runs = (text: string): void => {
      for (const each of this.#filled(text, own))
        this.#tasks.push({ script: exports + shellText(each), ...(folder === '' ? {} : { folder }) });
    };
    for (const each of listOf(inMap(task, 'deps'))) this.#need(each, own);
    for (const each of listOf(inMap(task, 'preconditions')))
      for (const text of textsOfYaml(isMap(each) ? each.get('sh') : each)) runs(text);
    for (const text of [...textsOfYaml(inMap(task, 'status')), ...textsOfYaml(inMap(task, 'if'))]) runs(text);
    const commands = isMap(task) ? [...listOf(task.get('cmds')), ...listOf(task.get('cmd'))] : listOf(task);
    for (const each of commands) this.#command(each, own, runs);
  }

  #command(command: Yaml, own: Variables, runs: (text: string) => void): void {
    if (typeof command === 'string') runs(command);
    if (!isMap(command)) return;
    if (command.has('for')) {
      this.#loop(command, own);
      return;
    }
    const deferred = command.get('defer');
    if (deferred !== undefined) this.#command(deferred, own, runs);
    for (const text of [...textsOfYaml(command.get('cmd')), ...textsOfYaml(command.get('if'))]) runs(text);
    if (command.has('task')) this.#need(command, own);
  }

  /** A command for each of several items: for the listed ones, and for an unknown one. */
  #loop(command: YamlMap, own: Variables): void {
    const items = command.get('for');
    const named = textsOfYaml(inMap(items, 'as'))[0] ?? 'ITEM';
    const all = isItems(items) && items.length <= 32 ? textsOfYaml(items) : [variableMark('ITEM')];
    const rest = new Map([...command].filter(([name]) => name !== 'for'));
    for (const item of all) {
      const inner = new Map([...own, [named, [item]]]);
      this.#command(rest, inner, (text) => {
        for (const each of this.#filled(text, inner)) this.#tasks.push({ script: shellText(each) });
      });
    }
  }

  #need(each: Yaml, around: Variables): void {
    const [name = ''] = textsOfYaml(isMap(each) ? each.get('task') : each);
    const given = this.#variables(inMap(each, 'vars'), around, undefined);
    for (const text of this.#filled(name, given)) this.#run(text.replace(/^:/, ''), given);
  }

  #variables(written: Yaml | undefined, around: Variables, folder: string | undefined): Variables {
    const all = new Map(around);
    if (!isMap(written)) return all;
    for (const [name, value] of written) {
      const command = textsOfYaml(inMap(value, 'sh'))[0];
      // Variables of the command line come first.
      if (this.#asked.operands.some((word) => word?.startsWith(`${name}=`))) continue;
      if (typeof value === 'string') all.set(name, this.#filled(value, all));
      else if (command !== undefined) {
        const texts = this.#filled(command, all);
        for (const text of texts)
          this.#tasks.push({ script: shellText(text), ...(folder ? { folder } : {}) });
        all.set(name, texts.map(commandMark));
      } else all.set(name, [variableMark(name)]);
    }
    return all;
  }

  /** A text with the values of its templates; a template that does more than name a variable is unknown. */
  #filled(text: string, own: Variables): Texts {
    const parts: Texts[] = [];
    let at = 0;
    for (const found of text.matchAll(/\{\{-?\s*(.*?)\s*-?\}\}/gs)) {
      parts.push([text.slice(at, found.index)], this.#template(found[1] ?? '', own));
      at = found.index + found[0].length;
    }
    const all = combine([...parts, [text.slice(at)]]);
    if (all === undefined) this.#isOpen = true;
    return all ?? [variableMark('any')];
  }

  #template(written: string, own: Variables): Texts {
    const [, name, fallback] = /^\.(\w+)(?:\s*\|\s*default\s+"([^"]*)")?$/.exec(written) ?? [];
    const [, first, second] = /^default\s+"([^"]*)"\s+\.(\w+)$/.exec(written) ?? [];
    const variable = name ?? second;
    if (variable !== undefined) {
      const outside = this.#asked.variable(variable);
      const other = fallback ?? first;
      if (own.has(variable)) return own.get(variable) ?? [''];
      if (outside.is === 'set') return [outside.text];
      if (outside.is === 'unset' && other !== undefined) return [other];
      if (/^(?:TASKFILE_DIR|ROOT_DIR|USER_WORKING_DIR)$/.test(variable)) return ['.'];
      return [variableMark(variable)];
    }
    if (/^(?:OS|ARCH|exeExt)$/.test(written)) return [written === 'exeExt' ? '' : variableMark(written)];
    // A part that exists only under a condition.
    this.#isOpen = true;
    return [variableMark('any')];
  }
}

const listOf = (value: Yaml | undefined): readonly Yaml[] =>
  isItems(value) ? value : value === undefined || value === null ? [] : [value];
