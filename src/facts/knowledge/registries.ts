/**
 * Where packages and images come from if nothing says otherwise: for each family
 * of registries its hosts, the variables that name others in their stead, and the
 * options with which nothing is asked for. A program that has hosts of its own
 * stands here by its name. What the settings of a machine say is not seen: all of
 * these are only possible.
 */
import { once } from '../../language/once.ts';
import { type HostShape, readHost } from '../../pattern/host.ts';
import { compileName } from '../../pattern/name.ts';
import { textShape } from '../../pattern/shape.ts';
import { registryTable } from './generated/registries.ts';

export interface Registry {
  /** What it is, in words: `a default registry of npm`. */
  readonly title: string;
  readonly hosts: readonly HostShape[];
  /** The families whose place it takes for its program: `podman` asks others than `docker`. */
  readonly families: readonly string[];
  /** Variables whose value is asked instead. */
  readonly variables: readonly string[];
  /** Whether a variable or an option of this name says where settings are, which may name other registries. */
  settings(name: string): boolean;
  /** Options, with or without a value, with which it is not asked. */
  readonly without: readonly string[];
}

const read = once((): ReadonlyMap<string, Registry> => {
  const registries = new Map<string, Registry>();
  const wordsOf = (column: string): readonly string[] => column.split(/\s+/).filter((word) => word !== '');
  for (const line of registryTable.trim().split('\n')) {
    const [head = '', rest = ''] = line.split(' : ');
    const [hosts = '', variables = '', without = '', settings = ''] = rest.split('|');
    const patterns = wordsOf(settings).map(compileName);
    const [names = '', families = ''] = head.split(' of ');
    for (const name of names.split(',')) {
      registries.set(name, {
        title: `a default registry of ${name}`,
        hosts: wordsOf(hosts).flatMap((host) => readHost(textShape(`https://${host}/`)) ?? []),
        families: families.split(','),
        variables: wordsOf(variables),
        without: wordsOf(without),
        settings: (name) => patterns.some((pattern) => pattern.testExact(name)),
      });
    }
  }
  return registries;
});

/** The registry of a program, or else of the family of what it installs. */
export const registryOf = (program: string, family: string): Registry | undefined =>
  read().get(program) ?? read().get(family);

/** The registry of a family that a command asks for by name, as its program has it. */
export function registryOfFamily(family: string, program: string): Registry | undefined {
  const own = read().get(program);
  return own?.families.includes(family) === true ? own : read().get(family);
}
