/** The server of a client of a cluster or a daemon, by its context: kubectl and docker. */
import { below, type PathShape } from '../../pattern/path/path-shape.ts';
import { quoted } from '../tasks/possible-text.ts';
import {
  inMap,
  isItems,
  isMap,
  readYaml,
  readYamlJson,
  textsOfYaml,
  type Yaml,
  type YamlMap,
} from '../tasks/yaml.ts';
import type { AskedSettings, SetHost } from './asked.ts';

export interface ServerContext {
  readonly hosts: readonly SetHost[];
  /** Commands that it runs to get credentials of the user. */
  readonly commands: readonly string[];
}

const nothing: ServerContext = { hosts: [], commands: [] };

const readers: Readonly<Record<string, (asked: AskedSettings) => ServerContext>> = {
  kubernetes: readKubernetes,
  docker: readDocker,
};

export const readContext = (family: string, asked: AskedSettings): ServerContext =>
  readers[family]?.(asked) ?? nothing;

// ── kubernetes ──────────────────────────────────────────────────────────────────────────────

/** Merges files as `kubectl` does: the first file that has a name wins. */
function readKubernetes(asked: AskedSettings): ServerContext {
  // An option with the server comes before all files.
  if (asked.option('--server', '--kube-apiserver') !== undefined) return nothing;
  const files = kubeFiles(asked).flatMap((file): readonly YamlMap[] => {
    const text = asked.text(file);
    const read = text === undefined ? undefined : readYaml(text);
    if (text !== undefined && read !== null && !isMap(read)) asked.unread(file);
    return isMap(read) ? [read] : [];
  });
  if (files.length === 0) return nothing;
  const isThere = (name: string): boolean => named(files, 'contexts', name) !== undefined;
  const switched = asked.earlier('config', 'use-context').flatMap(([name = '']) => name);
  const name =
    asked.option('--context', '--kube-context') ??
    switched.findLast(isThere) ??
    textsOfYaml(files.map((file) => file.get('current-context') ?? null).filter((each) => each !== '')).at(0);
  const context = name === undefined ? undefined : inMap(named(files, 'contexts', name), 'context');
  const cluster = inMap(
    named(files, 'clusters', asked.option('--cluster') ?? textIn(context, 'cluster')),
    'cluster',
  );
  const user = inMap(named(files, 'users', asked.option('--user') ?? textIn(context, 'user')), 'user');
  const namespace = asked.option('-n', '--namespace') ?? textIn(context, 'namespace');
  const what = `the server of the context \`${name ?? ''}\`${namespace === undefined ? '' : `, namespace \`${namespace}\``}`;
  const [server, proxy] = [textIn(cluster, 'server'), textIn(cluster, 'proxy-url')];
  return {
    hosts: [server, proxy].flatMap((url) => (url === undefined ? [] : [{ url, what, certain: true }])),
    commands: commandsOf(user),
  };
}

function kubeFiles(asked: AskedSettings): readonly PathShape[] {
  const here = asked.base ?? asked.home;
  const given = asked.option('--kubeconfig');
  if (given !== undefined) return [asked.path(given, here)];
  const list = asked.variable('KUBECONFIG');
  if (list === undefined || list === '') return [below(asked.home, '.kube', 'config')];
  const files = list.split(':').filter((file) => file !== '');
  return files.map((file) => asked.path(file, here));
}

/** The item of a list that has a name, in the first file that has one. */
function named(files: readonly YamlMap[], list: string, name: string | undefined): Yaml | undefined {
  const items = files.flatMap((file) => {
    const all = file.get(list);
    return isItems(all) ? all : [];
  });
  return name === undefined ? undefined : items.find((item) => inMap(item, 'name') === name);
}

const textIn = (value: Yaml | undefined, name: string): string | undefined => {
  const text = inMap(value, name);
  return typeof text === 'string' && text !== '' ? text : undefined;
};

/** `exec`, and `auth-provider` of older files. */
function commandsOf(user: Yaml | undefined): readonly string[] {
  const exec = inMap(user, 'exec');
  const variables = inMap(exec, 'env');
  const set = (isItems(variables) ? variables : []).flatMap((each) => {
    const [name, value] = [textIn(each, 'name'), textIn(each, 'value')];
    return name !== undefined && value !== undefined && /^[A-Za-z_]\w*$/.test(name)
      ? [`${name}=${quoted(value)}`]
      : [];
  });
  const command = textIn(exec, 'command');
  const provider = inMap(inMap(user, 'auth-provider'), 'config');
  const path = textIn(provider, 'cmd-path');
  return [
    ...(command === undefined
      ? []
      : [[...set, quoted(command), ...textsOfYaml(inMap(exec, 'args')).map(quoted)].join(' ')]),
    ...(path === undefined ? [] : [`${quoted(path)} ${textIn(provider, 'cmd-args') ?? ''}`]),
  ];
}

// ── docker ──────────────────────────────────────────────────────────────────────────────────

function readDocker(asked: AskedSettings): ServerContext {
  if (asked.option('-H', '--host') !== undefined) return nothing;
  const given = asked.option('-c', '--context');
  const host = asked.variable('DOCKER_HOST');
  if (given === undefined && host !== undefined && host !== '')
    return daemon(host, 'the value of `DOCKER_HOST`');
  const folder = configFolder(asked);
  const file = below(folder, 'config.json');
  const switched = asked.earlier('context', 'use').flatMap(([name = '']) => name);
  const current = (): string | undefined => {
    const text = asked.text(file);
    const read = text === undefined ? undefined : readYamlJson(text);
    if (text !== undefined && !isMap(read)) asked.unread(file);
    return textIn(read, 'currentContext');
  };
  const name = given ?? (asked.variable('DOCKER_CONTEXT') || undefined) ?? switched.at(-1) ?? current();
  if (name === undefined || name === 'default') return nothing;
  const contexts = below(folder, 'contexts', 'meta');
  for (const each of asked.names(contexts)) {
    const meta = below(contexts, each, 'meta.json');
    const text = asked.text(meta);
    const read = text === undefined ? undefined : readYamlJson(text);
    if (text !== undefined && !isMap(read)) asked.unread(meta);
    const url = textIn(inMap(inMap(read, 'Endpoints'), 'docker'), 'Host');
    if (url !== undefined && inMap(read, 'Name') === name)
      return daemon(url, `the daemon of the context \`${name}\``);
  }
  return nothing;
}

/** A daemon that listens on a socket of this machine is no connection. */
const daemon = (url: string, what: string): ServerContext =>
  /^(?:unix|npipe|fd):/.test(url) ? nothing : { hosts: [{ url, what, certain: true }], commands: [] };

function configFolder(asked: AskedSettings): PathShape {
  const given = asked.option('--config') ?? asked.variable('DOCKER_CONFIG');
  return given === undefined || given === ''
    ? below(asked.home, '.docker')
    : asked.path(given, asked.base ?? asked.home);
}
