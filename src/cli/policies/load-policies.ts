/** Policies as they are, with whatever is wrong with them, for commands that report it. */
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { layersNamed } from '../../host/load/layers-named.ts';
import { type LoadedPolicies, loadLayers, loadPolicies } from '../../host/load/load.ts';
import { NoSuchPath } from '../../host/machine/no-such-path.ts';
import { statOf } from '../../host/machine/regular-file.ts';
import type { NamedLayers } from '../../host/policy-files/layer.ts';
import { isLayersFile } from '../../host/policy-files/policy-folder.ts';
import { isObstacle } from '../../language/diagnostic.ts';
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

/**
 * Policies as `read` reads them from paths. A file that is named may have an exception to a rule of the files beside it: it is read
 * with its folder then. `own` has the files that are asked for, and what is found in others is left out, but for what keeps
 * all of them from being in force.
 */
export function withNeighbours(
  paths: readonly string[],
  cwd: string,
  read: (paths: readonly string[]) => LoadedPolicies,
): { readonly loaded: LoadedPolicies; readonly own: ReadonlySet<string> | undefined } {
  const alone = read(paths);
  const placeOf = ({ path }: { readonly path: string }): string => resolve(alone.root, path);
  const lacking = new Set(
    alone.diagnostics.filter(({ code }) => code === 'exception-of-nothing').map(placeOf),
  );
  const files = paths.map((path) => resolve(cwd, path)).filter((path) => statOf(path)?.isFile() === true);
  const folders = files.filter((path) => lacking.has(path)).map((path) => dirname(path));
  if (folders.length === 0) return { loaded: alone, own: undefined };
  const loaded = read([...new Set([...paths, ...folders])]);
  const places = new Set([...alone.sources, ...alone.testFiles].map(placeOf));
  const all = [...loaded.sources, ...loaded.testFiles].map(({ path }) => path);
  const own = new Set(all.filter((path) => places.has(resolve(loaded.root, path))));
  const diagnostics = loaded.diagnostics.filter((each) => own.has(each.path) || isObstacle(each));
  const accepted = loaded.accepted.filter(({ diagnostic }) => own.has(diagnostic.path));
  return { loaded: { ...loaded, diagnostics, accepted, profiles: [] }, own };
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
