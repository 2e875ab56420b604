/** `deno task NAME`: the tasks of `deno.json`, with those that they depend on, and the scripts of `package.json`. */
import type { AskedTasks, Task } from './family.ts';
import { inMap, isItems, isMap, readYamlJson, type Yaml } from './yaml.ts';

export function readDeno(text: string, { operands }: AskedTasks): readonly Task[] | undefined {
  const file = readYamlJson(text);
  if (!isMap(file)) return undefined;
  const [name] = operands;
  // Without a name it lists them.
  if (operands.length === 0) return [];
  const tasks = [inMap(file, 'tasks'), inMap(file, 'scripts')].filter(isMap);
  if (name === undefined || /[*?]/.test(name)) return [{ script: '', isOpen: true }];
  const found: Task[] = [];
  const open = [name];
  const seen = new Set<string>();
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    if (seen.has(next)) continue;
    seen.add(next);
    for (const each of tasks) {
      const task = inMap(each, next);
      const command = isMap(task) ? inMap(task, 'command') : task;
      if (typeof command === 'string')
        found.push(next === name ? { script: command, wordsFrom: 1 } : { script: command });
      open.push(...namesIn(isMap(task) ? inMap(task, 'dependencies') : undefined));
    }
  }
  return found;
}

const namesIn = (list: Yaml | undefined): readonly string[] =>
  isItems(list) ? list.filter((each) => typeof each === 'string') : [];
