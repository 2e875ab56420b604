/** The layers of a file of configuration, from the highest to the lowest. A table says which entries a layer has. */
import { type Layer, layerOf, type NamedLayers } from '../policy-files/layer.ts';
import { budgetFigures, type CostBudget } from '../policy-files/over-budget.ts';
import { isThere } from '../policy-files/policy-files.ts';
import { readPinsOf } from './client-pins.ts';
import { configReading, type OpenConfigFile, openConfigFile } from './config-file.ts';
import {
  type ConfigReading,
  entriesOf,
  type Read,
  readFigure,
  readList,
  readPaths,
  readString,
  readSwitch,
} from './yaml-entries.ts';
import type { YamlNode } from './yaml-tree.ts';

/** The most layers that a file may have. */
const mostLayers = 32;

/** Reads the layers of a file. Throws `NoSuchPath`; any other problem is reported. */
export function readLayersFile(named: string, cwd: string): NamedLayers {
  const file = openConfigFile(named, cwd);
  const { source, path, problems } = file;
  if (problems.length === 0) {
    const layers = readLayersOf(file);
    const clients = readPinsOf(file);
    if (layers !== undefined && problems.length === 0) reportAbsent(file, layers.slice(0, 1));
    if (layers !== undefined && problems.length === 0)
      return { layers, clients, file: { source, path, problems } };
    if (layers === undefined)
      configReading(file).fail(file.span, 'the file names no policies', 'add `layers:` or `policies:`');
  }
  return { layers: [], clients: [], file: { source, path, problems } };
}

/** The layers of a file that is open; undefined where it has none, and leaves it to others to name policies. */
export function readLayersOf(file: OpenConfigFile): readonly Layer[] | undefined {
  const reading = configReading(file);
  const layers = file.sections.get('layers');
  const policies = file.sections.get('policies');
  if (layers !== undefined && policies !== undefined) {
    reading.fail(
      policies.span,
      '`layers:` and `policies:` exclude each other',
      'name the policies of each layer, or those of all rules',
    );
    return [];
  }
  if (policies !== undefined) {
    const paths = readPaths(reading, policies.value, '`policies`');
    return paths === undefined ? [] : [layerOf('policies', paths)];
  }
  return layers && readLayers(reading, layers.value);
}

function readLayers(reading: ConfigReading, node: YamlNode): readonly Layer[] {
  const nodes = readList(reading, node, '`layers`');
  const layers = nodes?.flatMap((each) => readLayer(reading, each) ?? []) ?? [];
  if (nodes?.length === 0 || layers.length > mostLayers)
    reading.fail(
      node.span,
      `there are ${layers.length} layers`,
      `name at least one, and at most ${mostLayers}`,
    );
  refuseSameName(reading, nodes ?? [], layers);
  return layers;
}

/**
 * Reports policies that are not there, of layers that have to be. `layers` are those of the file, or the first of them: a
 * loader asks about the highest only, without which nothing can be in force, and what is not there of another is wrong with
 * that one.
 */
export function reportAbsent(file: OpenConfigFile, layers: readonly Layer[]): void {
  const reading = configReading(file);
  for (const [at, { name, paths, isOptional }] of layers.entries()) {
    const node = policiesOf(file, at);
    if (isOptional || node === undefined) continue;
    const nodes = node.kind === 'list' ? node.items : [node];
    const layer = at === 0 ? 'the highest layer' : 'the layer';
    const which = file.sections.has('layers') ? `where ${layer} \`${name}\` is` : 'which `policies:` names';
    for (const [nth, path] of paths.entries()) {
      if (!isThere(path))
        reading.fail(
          (nodes[nth] ?? node).span,
          `there is no \`${path}\`, ${which}`,
          'relative paths start from the folder of this file',
        );
    }
  }
}

/** What the file says behind `policies:` of a layer, or of all rules. */
function policiesOf({ sections }: OpenConfigFile, at: number): YamlNode | undefined {
  const layers = sections.get('layers')?.value;
  if (layers === undefined) return sections.get('policies')?.value;
  const layer = layers.kind === 'list' ? layers.items[at] : undefined;
  const entries = layer?.kind === 'map' ? layer.entries : [];
  return entries.find(({ key }) => key === 'policies')?.value;
}

function readLayer(reading: ConfigReading, node: YamlNode): Layer | undefined {
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

/** Reports two layers of the same name. */
function refuseSameName(reading: ConfigReading, nodes: readonly YamlNode[], layers: readonly Layer[]): void {
  if (layers.length < nodes.length) return;
  for (const [at, { name }] of layers.entries()) {
    const span = nodes[at]?.span;
    if (span !== undefined && layers.findIndex((each) => each.name === name) < at)
      reading.fail(span, `two layers are called \`${name}\``, 'rename one of the two');
  }
}

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

const figures = Object.fromEntries(budgetFigures.map((figure) => [figure, readFigure]));

export const readBudget: Read<CostBudget> = (reading, node, what) =>
  entriesOf(reading, node, figures, [], what);

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
