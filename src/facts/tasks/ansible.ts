/**
 * Playbooks: the tasks that run commands. Tasks for this machine run here, and those for others as `ansible HOST -a`
 * would. Roles, and modules that run no command, are unknown.
 */
import type { Task } from './family.ts';
import { commandMark, quoted, shellText, variableMark } from './possible-text.ts';
import { inMap, isItems, isMap, readYaml, textsOfYaml, type Yaml, type YamlMap } from './yaml.ts';

const lists = ['pre_tasks', 'tasks', 'post_tasks', 'handlers', 'block', 'rescue', 'always'];
const silent = ['--list-tasks', '--list-tags', '--list-hosts', '--syntax-check'];
/** Modules that only print or read something. */
const harmless =
  /^(?:ansible\.builtin\.)?(?:debug|assert|fail|meta|set_fact|setup|ping|stat|pause|wait_for|wait_for_connection|add_host|group_by|gather_facts|include_vars|service_facts|package_facts|slurp|find)$/;
const running = /^(?:ansible\.(?:builtin|legacy)\.)?(shell|command|raw|script|expect)$/;
/** Keys that say how a task runs, and are no modules. */
const keywords: ReadonlySet<string> = new Set(
  'name when register become become_user become_method tags args vars loop loop_control with_items until retries delay changed_when failed_when ignore_errors notify listen delegate_to delegate_facts run_once environment no_log check_mode diff async poll any_errors_fatal connection remote_user throttle timeout local_action action'.split(
    ' ',
  ),
);

const deepest = 20;

export function readPlaybook(
  text: string,
  asked: { readonly options: ReadonlySet<string> },
): readonly Task[] | undefined {
  if (silent.some((option) => asked.options.has(option))) return [];
  const plays = readYaml(text);
  if (!isItems(plays)) return undefined;
  return plays.flatMap((play) => {
    const hosts = textsOfYaml(inMap(play, 'hosts'));
    const isHere =
      inMap(play, 'connection') === 'local' ||
      (hosts.length > 0 && hosts.every((host) => /^(?:localhost|127\.0\.0\.1|::1)$/.test(host)));
    const isOpen =
      isMap(play) &&
      ['roles', 'import_playbook', 'ansible.builtin.import_playbook'].some((name) => play.has(name));
    return [
      ...tasksIn(play, isHere, hosts.join(','), 0),
      ...(isOpen ? [{ script: '', isOpen } as const] : []),
    ];
  });
}

function tasksIn(holder: Yaml, isHere: boolean, hosts: string, depth: number): readonly Task[] {
  if (depth > deepest) return [{ script: '', isOpen: true }];
  return lists
    .flatMap((name) => listOf(inMap(holder, name)))
    .flatMap((task): readonly Task[] => {
      if (!isMap(task)) return [];
      if (lists.some((name) => task.has(name))) return tasksIn(task, isHere, hosts, depth + 1);
      const delegated = textsOfYaml(task.get('delegate_to'))[0];
      const local = textsOfYaml(task.get('local_action'))[0];
      const here =
        local !== undefined ||
        delegated === 'localhost' ||
        delegated === '127.0.0.1' ||
        (delegated === undefined && isHere);
      const written = local ?? textsOfYaml(task.get('action'))[0];
      const [, named, rest = ''] = /^(\S+)\s*(.*)$/s.exec(written ?? '') ?? [];
      const pairs: readonly (readonly [string, Yaml])[] =
        named === undefined
          ? [...task].filter(([key]) => !keywords.has(key) && !key.startsWith('with_'))
          : [[named, rest]];
      return pairs.flatMap(([module, given]) => run(module, given, task, here, delegated ?? hosts));
    });
}

function run(module: string, given: Yaml, task: YamlMap, isHere: boolean, host: string): readonly Task[] {
  if (harmless.test(module)) return [];
  const [, kind] = running.exec(module) ?? [];
  if (kind === undefined) return [{ script: '', isOpen: true }];
  const settings = isMap(given) ? given : task.get('args');
  const argv = inMap(given, 'argv');
  const texts = isMap(given)
    ? isItems(argv)
      ? [textsOfYaml(argv).map(quoted).join(' ')]
      : [...textsOfYaml(given.get('cmd')), ...textsOfYaml(given.get('_raw_params'))]
    : textsOfYaml(given);
  const folder = textsOfYaml(inMap(settings, 'chdir'))[0];
  return texts.map((text) => {
    // Templates are not expanded; keys in front of a command say how it runs.
    const filled = text
      .replace(/\{\{.*?\}\}/gs, variableMark('template'))
      .replace(/\{%.*?%\}/gs, commandMark('ansible'));
    const isSafe = kind === 'shell' || kind === 'raw';
    const command = (isSafe ? filled : filled.replace(/[;&|<>()`]/g, '\\$&')).replace(
      /^(?:(?:chdir|creates|removes|executable)=\S+\s+)+/,
      '',
    );
    const elevated = task.get('become') === 'true' || task.get('become') === 'yes' ? 'sudo ' : '';
    const inShell = elevated === '' ? command : `${elevated}sh -c ${quoted(command)}`;
    if (kind === 'script') return { script: `${elevated}./${shellText(filled.replace(/^\.\//, ''))}` };
    if (!isHere)
      return {
        script: `ansible ${quoted(host.replace(/\{\{.*?\}\}/g, variableMark('host')))} -a ${quoted(command)}`,
      };
    return { script: shellText(inShell), ...(folder === undefined ? {} : { folder }) };
  });
}

const listOf = (value: Yaml | undefined): readonly Yaml[] => (isItems(value) ? value : []);
