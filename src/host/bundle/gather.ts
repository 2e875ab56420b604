/**
 * Layers on disk → the content of a bundle. Every file has the path that it has below the folder that all files of its
 * layer share, so that nothing of the machine is in it, and the same files are the same bundle wherever they lie.
 */
import { readFileSync } from 'node:fs';
import { isAbsolute, join, posix } from 'node:path';
import type { Source } from '../../language/source.ts';
import { openConfigFile } from '../config/config-file.ts';
import type { Layer, NamedLayers } from '../policy-files/layer.ts';
import { type LayerFiles, readLayerFiles } from '../policy-files/policy-files.ts';
import {
  type BundleContent,
  type BundleFile,
  type BundleLayer,
  BundleProblem,
  refuseName,
} from './bundle-content.ts';

/** What a bundle has beside its policies. */
export interface BundleMarks {
  readonly sequence: number;
  readonly engine: string;
}

/** Makes the content of layers that are valid; `recorded` are the events that their tests read, relative to `root`. Throws `BundleProblem`. */
export function gatherContent(
  named: NamedLayers,
  cwd: string,
  recorded: readonly string[],
  marks: BundleMarks,
): BundleContent {
  refuseRelativeWorkspaces(named);
  const { root, layers: read } = readLayerFiles(named.layers, cwd);
  const bases = read.map(baseOf);
  const events = recorded.map((path) => ({ path, place: bases.findIndex((base) => isBelow(path, base)) }));
  const outside = events.find(({ place }) => place < 0);
  if (outside !== undefined)
    throw new BundleProblem(
      `the recorded event \`${outside.path}\` of a test lies in the folder of no layer: put it beside the policies`,
    );
  const layers = named.layers.map((layer, place): BundleLayer => {
    const base = bases[place] ?? '';
    const texts = events
      .filter((each) => each.place === place)
      .map(({ path }) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
    return layerWith(layer, filesBelow(base, [...sourcesOf(read[place]), ...texts]));
  });
  return { ...marks, layers, clients: named.clients };
}

const layerWith = (
  { name, owner, namespace, replaces, workspace, budget, isOptional }: Layer,
  files: readonly BundleFile[],
): BundleLayer => ({ name, owner, namespace, replaces, workspace, budget, isOptional, files });

const sourcesOf = (files: LayerFiles | undefined): readonly Source[] =>
  files === undefined ? [] : [...files.sources, ...files.tests];

/** The folder that all files of a layer share; empty where that is the root of all. */
function baseOf(files: LayerFiles): string {
  const folders = sourcesOf(files).map(({ path }) => posix.dirname(path).split('/'));
  const [first = []] = folders;
  let length = first.length;
  for (const folder of folders) {
    const differs = first.findIndex((part, at) => folder[at] !== part);
    if (differs >= 0) length = Math.min(length, differs);
  }
  const base = first.slice(0, length).join('/');
  return base === '.' ? '' : base;
}

const isBelow = (path: string, base: string): boolean => base === '' || path.startsWith(`${base}/`);

function filesBelow(base: string, sources: readonly Source[]): readonly BundleFile[] {
  return sources.map(({ path, text }) => {
    const own = base === '' ? path : path.slice(base.length + 1);
    refuseName(own);
    return { path: own, text };
  });
}

/** A workspace is a folder of the machines that decide, which a relative one does not name. */
function refuseRelativeWorkspaces({ file, layers }: NamedLayers): void {
  if (file === undefined || layers.every(({ workspace }) => workspace.length === 0)) return;
  const section = openConfigFile(file.path, '/').sections.get('layers')?.value;
  const nodes = section?.kind === 'list' ? section.items : [];
  for (const node of nodes) {
    const entry = node.kind === 'map' ? node.entries.find(({ key }) => key === 'workspace') : undefined;
    const values =
      entry?.value.kind === 'list' ? entry.value.items : entry === undefined ? [] : [entry.value];
    for (const value of values)
      if (value.kind === 'text' && !isAbsolute(value.text))
        throw new BundleProblem(
          `the workspace \`${value.text}\` is relative, and a bundle lies in no folder: write it with its whole path`,
        );
  }
}
