/** Where layers lie on disk. */
import { resolve } from 'node:path';
import type { NamedLayers } from '../policy-files/layer.ts';
import { isLayersFile } from '../policy-files/policy-folder.ts';

/** Everything that policies are read from, absolute: with a file of layers, this and what it names. */
export function placesOf(named: readonly string[], { layers }: NamedLayers, cwd: string): readonly string[] {
  const own = named.map((path) => resolve(cwd, path));
  return own.some(isLayersFile)
    ? [...own, ...layers.flatMap(({ paths }) => paths.map((path) => resolve(cwd, path)))]
    : own;
}
