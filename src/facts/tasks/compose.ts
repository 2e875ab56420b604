/**
 * Compose files: each service as the equivalent `docker run`, so that its volumes, addresses and rights count as they do
 * there. By the specification of Compose.
 */
import type { AskedTasks, Task } from './family.ts';
import { hasMark, quoted, shellText, variableMark } from './possible-text.ts';
import { inMap, isItems, isMap, readYaml, textsOfYaml, type Yaml, type YamlMap } from './yaml.ts';

/** Subcommands that start services, or run a command in them. */
const starting: ReadonlySet<string> = new Set([
  'up',
  'run',
  'exec',
  'start',
  'restart',
  'create',
  'watch',
  'scale',
]);
const fetching: ReadonlySet<string> = new Set(['pull', 'push']);

export function readCompose(text: string, asked: AskedTasks): readonly Task[] | undefined {
  const subcommand = asked.words.at(-1) ?? '';
  const isStart = starting.has(subcommand);
  const isBuild = subcommand === 'build' || (isStart && subcommand !== 'exec');
  if (!isBuild && !isStart && !fetching.has(subcommand)) return [];
  const file = readYaml(text);
  if (!isMap(file)) return undefined;
  const services = file.get('services');
  const isOpen =
    ['include', 'extends'].some((name) => file.has(name)) || asked.variable('COMPOSE_FILE').is !== 'unset';
  const open: readonly Task[] = isOpen ? [{ script: '', isOpen }] : [];
  if (!isMap(services)) return open;
  const isOne = subcommand === 'run' || subcommand === 'exec';
  const named = isOne ? asked.operands.slice(0, 1) : asked.operands;
  // `compose run web cmd`: the words behind the service are the command in it.
  const brought = isOne && asked.operands.length > 1 ? asked.operands[0] : undefined;
  const devices = devicesOf(file.get('volumes'));
  const wanted =
    named.length === 0 || named.includes(undefined)
      ? [...services.keys()]
      : needed(named as readonly string[], services);
  return [
    ...open,
    ...wanted.flatMap((name): readonly Task[] => {
      const service = services.get(name);
      if (!isMap(service)) return [];
      if (service.has('extends')) return [{ script: '', isOpen: true }];
      const image = textsOfYaml(service.get('image'))[0];
      const built = service.get('build');
      const tasks: Task[] = [];
      if (built !== undefined && isBuild) tasks.push({ script: `docker build ${buildWords(built, asked)}` });
      if (fetching.has(subcommand) && image !== undefined)
        tasks.push({ script: `docker ${subcommand} ${word(image, asked)}` });
      if (!isStart) return tasks;
      const started = subcommand === 'exec' ? 'exec' : name === brought ? 'command' : 'all';
      const words = runWords(service, image ?? `built-${name}`, started, devices, asked);
      tasks.push({ script: `docker run ${words}`, ...(name === brought ? { wordsFrom: 1 } : {}) });
      return tasks;
    }),
  ];
}

/** Services with those that they depend on. */
function needed(names: readonly string[], services: YamlMap): readonly string[] {
  const all = new Set<string>();
  const open = [...names];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (all.has(name)) continue;
    all.add(name);
    const needs = inMap(services.get(name), 'depends_on');
    open.push(
      ...(isMap(needs) ? needs.keys() : textsOfYaml(needs)),
      ...textsOfYaml(inMap(services.get(name), 'links')).map((each) => each.split(':')[0] ?? ''),
    );
  }
  return [...all];
}

/** A text with the variables of the environment in it, as one word. */
function word(text: string, asked: AskedTasks): string {
  const filled = text.replace(
    /\$\$|\$\{(\w+)(?::?([-?+])([^{}]*))?\}|\$(\w+)/g,
    (found, name?: string, sign?: string, fallback?: string, bare?: string) => {
      if (found === '$$') return '$';
      const variable = asked.variable(name ?? bare ?? '');
      if (variable.is === 'set') return variable.text;
      return variable.is === 'unset' && sign === '-' ? (fallback ?? '') : variableMark(name ?? bare ?? '');
    },
  );
  return hasMark(filled) && variableMark('HOME') === filled ? shellText(filled) : quoted(filled);
}

const named: readonly (readonly [string, string])[] = [
  ['network_mode', '--network'],
  ['pid', '--pid'],
  ['ipc', '--ipc'],
  ['userns_mode', '--userns'],
  ['uts', '--uts'],
  ['cap_add', '--cap-add'],
  ['security_opt', '--security-opt'],
  ['devices', '--device'],
  ['user', '--user'],
  ['env_file', '--env-file'],
  ['working_dir', '--workdir'],
  ['volumes_from', '--volumes-from'],
  ['ports', '-p'],
];

/** The folders that volumes with a name are bound to. */
const devicesOf = (volumes: Yaml | undefined): ReadonlyMap<string, string> =>
  new Map(
    (isMap(volumes) ? [...volumes] : []).flatMap(([name, volume]) => {
      const [device] = textsOfYaml(inMap(inMap(volume, 'driver_opts'), 'device'));
      return device === undefined ? [] : [[name, device] as const];
    }),
  );

/** What starts a service. `command`: the command is not that of the service, and for `exec` nor is the entry point. */
function runWords(
  service: YamlMap,
  image: string,
  started: 'all' | 'command' | 'exec',
  devices: ReadonlyMap<string, string>,
  asked: AskedTasks,
): string {
  const words: string[] = [];
  if (service.get('privileged') === 'true') words.push('--privileged');
  for (const [key, option] of named)
    for (const value of textsOfYaml(service.get(key))) words.push(option, word(value, asked));
  for (const volume of listOf(service.get('volumes'))) {
    const written = isMap(volume) ? mountOf(volume) : volume;
    const name = isMap(volume)
      ? textsOfYaml(volume.get('source'))[0]
      : written?.toString().replace(/:.*/s, '');
    const device = devices.get(name ?? '');
    if (device !== undefined) words.push('--mount', word(`type=bind,src=${device}`, asked));
    else if (typeof written === 'string')
      words.push(
        isMap(volume) ? '--mount' : '-v',
        word(written.startsWith('~') ? `${variableMark('HOME')}${written.slice(1)}` : written, asked),
      );
  }
  for (const [name, value] of pairsOf(service.get('environment')))
    words.push('-e', word(`${name}=${value ?? ''}`, asked));
  const [program = '', ...more] = started === 'exec' ? [] : commandOf(service.get('entrypoint'), asked);
  if (program !== '') words.push('--entrypoint', program);
  const command = started === 'all' ? commandOf(service.get('command'), asked) : [];
  return [...words, word(image, asked), ...more, ...command].join(' ');
}

/** A volume in the long form. */
function mountOf(volume: YamlMap): string | undefined {
  if (volume.get('type') !== 'bind') return undefined;
  const [source = '', target = ''] = [
    textsOfYaml(volume.get('source'))[0],
    textsOfYaml(volume.get('target'))[0],
  ];
  return `type=bind,src=${source},dst=${target}${volume.get('read_only') === 'true' ? ',ro' : ''}`;
}

/** A command as words: a list has them, and a text is split as by a shell. */
const commandOf = (value: Yaml | undefined, asked: AskedTasks): readonly string[] =>
  isItems(value)
    ? textsOfYaml(value).map((each) => word(each, asked))
    : typeof value === 'string'
      ? [
          value
            .replaceAll('\n', ' ')
            .replace(/[;&|<>()`]/g, '\\$&')
            .replaceAll('$$', '\\$')
            .trim(),
        ]
      : [];

function buildWords(build: Yaml, asked: AskedTasks): string {
  const [context = '.'] = textsOfYaml(isMap(build) ? build.get('context') : build);
  const file = textsOfYaml(inMap(build, 'dockerfile'))[0];
  return [
    ...(file === undefined ? [] : ['-f', word(`${context}/${file}`, asked)]),
    word(context, asked),
  ].join(' ');
}

const pairsOf = (value: Yaml | undefined): readonly (readonly [string, string | null])[] =>
  isMap(value)
    ? [...value].map(([name, each]) => [name, typeof each === 'string' ? each : null] as const)
    : textsOfYaml(value).map(
        (each) =>
          [each.replace(/=.*/s, ''), each.includes('=') ? each.replace(/^[^=]*=/, '') : null] as const,
      );

const listOf = (value: Yaml | undefined): readonly Yaml[] => (isItems(value) ? value : []);
