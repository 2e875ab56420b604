/** `--policies` and `--layers`: which policies a command is about. */
import { isLayersFile } from '../host/policy-files/policy-folder.ts';
import { UsageError } from './context.ts';
import { pathArg, several } from './options.ts';

export const policiesOptions = {
  policies: several(pathArg),
  layers: pathArg,
} as const;

interface Values {
  readonly policies?: readonly string[] | undefined;
  readonly layers?: string | undefined;
}

/** What is named, as `loadFresh` takes it; undefined where nothing is. Throws `UsageError`. */
export function policiesNamed({ policies, layers }: Values): readonly string[] | undefined {
  if (layers === undefined) return policies;
  if (policies !== undefined)
    throw new UsageError(
      '`--policies` and `--layers` exclude each other: the file names the policies of each layer',
    );
  return [layersFile(layers)];
}

/** The name of a file of layers. Throws `UsageError`. */
export function layersFile(name: string, option = '--layers'): string {
  if (isLayersFile(name)) return name;
  throw new UsageError(`\`${option}\` takes a file such as \`bylaw.yaml\`, not \`${name}\``);
}
