/**
 * The registry of packages that are named without an address: the default one, or another one that the call
 * names.
 */
import { type Shape, staticText } from '../../../../pattern/text/shape.ts';
import type { PackageSource } from '../../../effect/effect.ts';
import { isUsualRegistry, type Registry, registryOf } from '../../../knowledge/registries.ts';
import type { Invocation } from '../../../knowledge/words/invocation.ts';
import type { ShellState } from '../../state/state.ts';
import { givenVariables } from '../running/given-variables.ts';
import type { Running } from '../running/running.ts';

/** Whether the words of a command name a registry. */
export const hasIndex = ({ values }: Invocation): boolean =>
  values.some(({ uses }) => uses.some(({ name }) => name === 'index' || name === 'further-index'));

/**
 * `registry` for the default one, `index` if the command or one of its variables names another, and
 * `unknown` if one of them names settings that may.
 */
export function registrySource({ invocation, state }: Running): PackageSource {
  const { options, program, traits } = invocation;
  const registry = registryOf(program, traits.manager ?? program);
  if (hasIndex(invocation) && !namesWellKnown(invocation, registry)) return 'index';
  if (registry === undefined) return 'registry';
  const given = givenVariables(state);
  const named = given.filter(
    (name) => registry.variables.includes(name) && !holdsWellKnown(name, state, registry),
  );
  if (named.length > 0)
    return named.some((name) => state.exported.get(name) === 'always') ? 'index' : 'unknown';
  const isSet = [...given, ...options.flatMap(({ names }) => names)].some((name) => registry.settings(name));
  return isSet ? 'unknown' : 'registry';
}

/** Whether all registries that the words name are well-known ones. */
const namesWellKnown = ({ values }: Invocation, registry: Registry | undefined): boolean =>
  registry !== undefined &&
  values
    .filter(({ uses }) => uses.some(({ name }) => name === 'index' || name === 'further-index'))
    .every(({ value }) => isWellKnownShape(value, registry));

/** Whether a variable surely holds well-known registries only. */
function holdsWellKnown(name: string, state: ShellState, registry: Registry): boolean {
  const value = state.get(name);
  return value !== undefined && 'shape' in value && isWellKnownShape(value.shape, registry);
}

function isWellKnownShape(shape: Shape, registry: Registry): boolean {
  const text = staticText(shape);
  return text !== undefined && isUsualRegistry(text, registry);
}
