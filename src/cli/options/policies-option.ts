/** `--policies` and `--layers`: which policies a command is about. */
import { isLayersFile } from '../../host/policy-files/policy-folder.ts';
import { UsageError } from '../terminal/context.ts';
import { pathArg, several } from './options.ts';

export const policiesOptions = {
  policies: several(pathArg),
  layers: pathArg,
} as const;

/** The lines of a help, of commands that take bundles too. */
export const policiesHelp =
  helpWith(`  --policies DIR   the policies (default: policies); given again, each is a layer, from
                   the highest to the lowest
`);
/** The same of commands that decide nothing: they take the policies of this user where there are none. */
export const trialPoliciesHelp =
  helpWith(`  --policies DIR   the policies (default: policies, or those of this user where that is
                   not there); given again, each is a layer, from the highest to the
                   lowest
`);

function helpWith(policies: string): string {
  return `${policies}  --layers FILE    the layers that a file such as bylaw.yaml names
  --bundle PLACE   a signed bundle in their place: a file, a folder or an address; with
                   --bundle-key FILE, the public keys that are trusted
`;
}

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
