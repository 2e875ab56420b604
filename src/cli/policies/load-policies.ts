/** Policies as they are, with whatever is wrong with them, for commands that report it. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { layersNamed } from '../../host/load/layers-named.ts';
import { type LoadedPolicies, loadLayers, loadPolicies } from '../../host/load/load.ts';
import { NoSuchPath } from '../../host/machine/no-such-path.ts';
import type { NamedLayers } from '../../host/policy-files/layer.ts';
import { isLayersFile } from '../../host/policy-files/policy-folder.ts';
import { layersFile } from '../options/policies-option.ts';
import { type CommandContext, UsageError } from '../terminal/context.ts';

/** Reads policies anew; `at`: when it is asked which exceptions end. A path that is not there is a matter of usage. */
export function load(
  context: CommandContext,
  paths: readonly string[],
  layers?: NamedLayers,
  at?: number,
  onStage?: (stage: string) => void,
): LoadedPolicies {
  const options = { runsTests: false, at, onStage };
  return asUsage(() =>
    layers === undefined
      ? loadPolicies(paths, context.cwd, options)
      : loadLayers(layers, context.cwd, options),
  );
}

/** The layers of a file, where one is named; then no other path is. Throws `UsageError`. */
export function layersAsked(
  file: string | undefined,
  paths: readonly string[],
  { cwd }: CommandContext,
): NamedLayers | undefined {
  const [layers] = paths.filter(isLayersFile);
  if (file === undefined && layers !== undefined && !existsSync(resolve(cwd, layers)))
    throw new UsageError(
      `there is no file \`${layers}\`; a file of layers is named with \`--layers ${layers}\``,
    );
  if (file === undefined && layers !== undefined)
    throw new UsageError(`\`${layers}\` is a file of layers, which is named with \`--layers ${layers}\``);
  if (file === undefined) return undefined;
  if (paths.length > 0)
    throw new UsageError('`--layers` names all policies by itself: leave the other paths out');
  return asUsage(() => layersNamed([layersFile(file)], cwd));
}

/** The folders and files of all layers, but for optional ones that are not there. */
export const layerPaths = ({ layers }: NamedLayers, { cwd }: CommandContext): readonly string[] =>
  layers.flatMap(({ paths, isOptional }) =>
    paths.filter((path) => !isOptional || existsSync(resolve(cwd, path))),
  );

/** A path that is not there as a mistake of the command line. */
export function asUsage<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (error instanceof NoSuchPath) throw new UsageError(error.message);
    throw error;
  }
}
