/** Which layers a command line, or a program, names. */
import { readLayersFile } from '../config/layers-file.ts';
import { layerOf, type NamedLayers } from '../policy-files/layer.ts';
import { isLayersFile } from '../policy-files/policy-folder.ts';

/** The layers that `--policies` names, from the highest to the lowest, or `--layers`. Throws `NoSuchPath`. */
export function layersNamed(named: readonly string[], cwd: string): NamedLayers {
  const [first, ...others] = named;
  if (first !== undefined && others.length === 0 && isLayersFile(first)) return readLayersFile(first, cwd);
  return {
    layers: named.map((path, at) => layerOf(`layer-${at + 1}`, [path])),
    clients: [],
    file: undefined,
  };
}
