/**
 * The registry of packages that are named without an address: the default one, or another one that the call
 * names.
 */
import type { PackageSource } from '../../effect.ts';
import type { Invocation } from '../../knowledge/invocation.ts';
import { registryOf } from '../../knowledge/registries.ts';
import { givenVariables } from './given-variables.ts';
import type { Running } from './running.ts';

/** Whether the words of a command name a registry. */
export const hasIndex = ({ values }: Invocation): boolean =>
  values.some(({ uses }) => uses.some(({ name }) => name === 'index' || name === 'further-index'));

/**
 * `registry` for the default one, `index` if the command or one of its variables names another, and
 * `unknown` if one of them names settings that may.
 */
export function registrySource({ invocation, state }: Running): PackageSource {
  if (hasIndex(invocation)) return 'index';
  const { options, program, traits } = invocation;
  const registry = registryOf(program, traits.manager ?? program);
  if (registry === undefined) return 'registry';
  const given = givenVariables(state);
  const named = given.filter((name) => registry.variables.includes(name));
  if (named.length > 0)
    return named.some((name) => state.exported.get(name) === 'always') ? 'index' : 'unknown';
  const isSet = [...given, ...options.flatMap(({ names }) => names)].some((name) => registry.settings(name));
  return isSet ? 'unknown' : 'registry';
}
