/**
 * `bylaw.yaml`: the layers of a company, from the highest to the lowest, and what is pinned to clients. A table says which entries there are and what they
 * hold; `docs/bylaw.schema.json` says the same for editors. What is not in it is an error, so that no wish is passed over.
 */
import { existsSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import type { ClientPin } from '../check/checked.ts';
import { type Diagnostic, errorAt } from '../language/diagnostic.ts';
import type { Source, Span } from '../language/source.ts';
import { suggestion } from '../language/words.ts';
import type { Layer, NamedLayers } from './layer.ts';
import { NoSuchPath } from './no-such-path.ts';
import { type Budget, budgetFigures } from './over-budget.ts';
import { readRegularFile } from './regular-file.ts';
import { readYamlTree, type YamlEntry, type YamlNode } from './yaml-tree.ts';

/** More layers than this nobody has. */
const mostLayers = 32;

/** Reads a file of layers. Throws `NoSuchPath`; all else that is wrong is told. */
export function readLayersFile(named: string, cwd: string): NamedLayers {
  const path = resolve(cwd, named);
  if (!existsSync(path)) throw new NoSuchPath(named, cwd);
  const shown = relative(cwd, path).split(sep).join('/');
  const problems: Diagnostic[] = [];
  const source = { path: shown, text: readText(path, shown, problems) };
  const read = problems.length > 0 ? nothing : readFile(source, dirname(path), problems);
  return { ...(problems.length > 0 ? nothing : read), file: { source, path, problems } };
}

function readText(path: string, shown: string, problems: Diagnostic[]): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readRegularFile(path));
  } catch (error) {
    const why = error instanceof TypeError ? 'it is not UTF-8 text' : String(error);
    problems.push(errorAt('unreadable-file', shown, { start: 0, end: 0 }, `the file cannot be read: ${why}`));
    return '';
  }
}

/** What reads an entry of a map, with the place that it is told of. */
interface Reading {
  readonly folder: string;
  fail(span: Span, message: string, help?: string): undefined;
}

const nothing: Pick<NamedLayers, 'layers' | 'clients'> = { layers: [], clients: [] };

function readFile(source: Source, folder: string, problems: Diagnostic[]): typeof nothing {
  const reading: Reading = {
    folder,
    fail(span, message, help) {
      problems.push(errorAt('invalid-layers', source.path, span, message, { help }));
      return undefined;
    },
  };
  const { tree, problems: found } = readYamlTree(source.text);
  for (const { span, message } of found) reading.fail(span, message);
  if (found.length > 0) return nothing;
  const entries = { layers: readList, clients: readList };
  const { layers, clients = [] } = entriesOf(reading, tree, entries, ['layers'], 'the file');
  const read = layers?.flatMap((node) => readLayer(reading, node) ?? []) ?? [];
  if (layers?.length === 0 || read.length > mostLayers)
    reading.fail(
      tree.span,
      `there are ${read.length} layers`,
      `name at least one, and at most ${mostLayers}`,
    );
  tellSame(reading, layers ?? [], read);
  return { layers: read, clients: readClients(reading, clients) };
}

function readLayer(reading: Reading, node: YamlNode): Layer | undefined {
  const read = entriesOf(reading, node, layerEntries, ['name', 'policies'], 'a layer');
  if (read.name === undefined || read.policies === undefined) return undefined;
  const {
    name,
    owner,
    policies,
    namespace,
    replaces = false,
    workspace = [],
    budget,
    optional = false,
  } = read;
  return { name, owner, paths: policies, namespace, replaces, workspace, budget, isOptional: optional };
}

/** Names are told apart by what they are, and namespaces by what they hold. */
function tellSame(reading: Reading, nodes: readonly YamlNode[], layers: readonly Layer[]): void {
  if (layers.length < nodes.length) return;
  for (const [at, { name }] of layers.entries()) {
    const span = nodes[at]?.span;
    if (span !== undefined && layers.findIndex((each) => each.name === name) < at)
      reading.fail(span, `two layers are called \`${name}\``, 'rename one of the two');
  }
}

/** A pin names who, and as what. Of one client there is one pin, so that nobody has to look for a second. */
function readClients(reading: Reading, nodes: readonly YamlNode[]): readonly ClientPin[] {
  const read = nodes.map((node) => ({ node, pin: readClient(reading, node) }));
  return read.flatMap(({ node, pin }, at) => {
    const isSame = read
      .slice(0, at)
      .some((each) => each.pin.token === pin.token && each.pin.user === pin.user);
    if (isSame)
      reading.fail(
        node.span,
        'a client is named twice',
        'write what is pinned to it as one list: `source: [A, B]`',
      );
    return isSame ? [] : [pin];
  });
}

function readClient(reading: Reading, node: YamlNode): ClientPin {
  const {
    token,
    user,
    source = [],
    harness = [],
    agent = [],
  } = entriesOf(reading, node, clientEntries, [], 'a client');
  const isMap = node.kind === 'map';
  const has = (...keys: readonly string[]): boolean =>
    isMap && node.entries.some(({ key }) => keys.includes(key));
  if (isMap && !has('token', 'user'))
    reading.fail(
      node.span,
      'it is not said who the client is',
      'add `token:` with the scope of a token, or `user:`',
    );
  if (isMap && !has('source', 'harness', 'agent'))
    reading.fail(node.span, 'nothing is pinned to the client', 'add `source:`, `harness:` or `agent:`');
  return { token, user, source, harness, agent };
}

type Read<Value> = (reading: Reading, node: YamlNode, what: string) => Value | undefined;
type Readers = Readonly<Record<string, Read<unknown>>>;
type Values<Of extends Readers> = {
  readonly [Key in keyof Of]?: NonNullable<ReturnType<Of[Key]>> | undefined;
};

/** The entries of a map, each read by its reader; others, and those that are missing, are errors. */
function entriesOf<Of extends Readers>(
  reading: Reading,
  node: YamlNode,
  readers: Of,
  required: readonly string[],
  what: string,
): Values<Of> {
  const known = Object.keys(readers);
  if (node.kind !== 'map') {
    reading.fail(
      node.span,
      `${what} has entries`,
      `they are ${known.map((key) => `\`${key}:\``).join(', ')}`,
    );
    return {};
  }
  const missing = required.filter((key) => !node.entries.some((entry) => entry.key === key));
  for (const key of missing) reading.fail(node.span, `${what} has no \`${key}:\``, `add \`${key}:\``);
  const read = ({ key, span, value }: YamlEntry): readonly [string, unknown][] => {
    const reader = Object.hasOwn(readers, key) ? readers[key] : undefined;
    if (reader !== undefined) return [[key, reader(reading, value, `\`${key}\``)]];
    const help = suggestion(key, known) ?? `it has ${known.map((each) => `\`${each}\``).join(', ')}`;
    reading.fail(span, `${what} has no entry \`${key}\``, help);
    return [];
  };
  return Object.fromEntries(node.entries.flatMap(read)) as Values<Of>;
}

const readList: Read<readonly YamlNode[]> = (reading, node, what) =>
  node.kind === 'list'
    ? node.items
    : reading.fail(node.span, `${what} is a list`, 'begin each of its items with `- `');

const readString: Read<string> = (reading, node, what) =>
  node.kind === 'text' && node.text.trim() !== '' ? node.text : reading.fail(node.span, `${what} is a text`);

/** A name is also the last part of a code. */
const readName: Read<string> = (reading, node, what) => {
  const name = readString(reading, node, what);
  if (name === undefined || /^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(name)) return name;
  return reading.fail(
    node.span,
    `\`${name}\` is no name of a layer`,
    'a letter, then letters, digits, `_` and `-`',
  );
};

const readNamespace: Read<string> = (reading, node, what) => {
  const name = readString(reading, node, what);
  if (name === undefined || /^[A-Za-z][\w-]*(?:\.[A-Za-z][\w-]*)*$/.test(name)) return name;
  return reading.fail(
    node.span,
    `\`${name}\` is no namespace`,
    'write how the names of its policies begin, such as `com.example.team`',
  );
};

const readSwitch: Read<boolean> = (reading, node, what) => {
  if (node.kind === 'text' && (node.text === 'true' || node.text === 'false')) return node.text === 'true';
  return reading.fail(node.span, `${what} is \`true\` or \`false\``);
};

/** One path, or several; relative ones stand on the folder of the file. */
const readPaths: Read<readonly string[]> = (reading, node, what) => {
  const nodes = node.kind === 'list' ? node.items : [node];
  if (nodes.length === 0) return reading.fail(node.span, `${what} names nothing`);
  const paths = nodes.flatMap((each) => readString(reading, each, `a path of ${what}`) ?? []);
  return paths.length < nodes.length ? undefined : paths.map((path) => resolve(reading.folder, path));
};

const readFigure: Read<number> = (reading, node, what) =>
  node.kind === 'text' && /^[0-9]{1,15}$/.test(node.text)
    ? Number(node.text)
    : reading.fail(node.span, `${what} is a whole number of at most 15 digits`);

const figures = Object.fromEntries(budgetFigures.map((figure) => [figure, readFigure]));

const readBudget: Read<Budget> = (reading, node, what) => entriesOf(reading, node, figures, [], what);

/** One text, or several. */
const readTexts: Read<readonly string[]> = (reading, node, what) => {
  const nodes = node.kind === 'list' ? node.items : [node];
  if (nodes.length === 0) return reading.fail(node.span, `${what} names nothing`);
  return nodes.flatMap((each) => readString(reading, each, what) ?? []);
};

/** What an entry of `clients:` has; `docs/bylaw.schema.json` says the same. */
const clientEntries = {
  token: readString,
  user: readString,
  source: readTexts,
  harness: readTexts,
  agent: readTexts,
};

/** What a layer has; `docs/bylaw.schema.json` says the same. */
const layerEntries = {
  name: readName,
  owner: readString,
  policies: readPaths,
  namespace: readNamespace,
  replaces: readSwitch,
  workspace: readPaths,
  budget: readBudget,
  optional: readSwitch,
};
