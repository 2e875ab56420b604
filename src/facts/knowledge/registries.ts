/**
 * The default sources of packages and images. Each family of registries has its hosts, the variables that name other
 * hosts, and the options that prevent any request. A program with its own hosts is listed by its name. This file does
 * not read the settings of a machine, so all of these connections are only possible.
 */
import { once } from '../../language/once.ts';
import { type HostShape, readHost } from '../../pattern/host.ts';
import { compileName } from '../../pattern/text/name.ts';
import { textShape } from '../../pattern/text/shape.ts';
import { registryTable } from './generated/registries.ts';

export interface Registry {
  /** What it is, in words: `a default registry of npm`. */
  readonly title: string;
  readonly hosts: readonly HostShape[];
  /** The families that this one replaces for its program: `podman` asks other hosts than `docker`. */
  readonly families: readonly string[];
  /** Variables whose value replaces the hosts. */
  readonly variables: readonly string[];
  /** Whether a variable or an option of this name points to settings, which may name other registries. */
  settings(name: string): boolean;
  /** Options, with or without a value, with which the program does not ask the registry. */
  readonly without: readonly string[];
  /** Other registries that everyone knows: hosts, with the beginning of a path behind some, and names. */
  readonly wellKnown: readonly string[];
}

const read = once((): ReadonlyMap<string, Registry> => {
  const registries = new Map<string, Registry>();
  const wordsOf = (column: string): readonly string[] => column.split(/\s+/).filter((word) => word !== '');
  for (const line of registryTable.trim().split('\n')) {
    const [head = '', rest = ''] = line.split(' : ');
    const [hosts = '', variables = '', without = '', settings = '', wellKnown = ''] = rest.split('|');
    const patterns = wordsOf(settings).map(compileName);
    const [names = '', families = ''] = head.split(' of ');
    for (const name of names.split(',')) {
      registries.set(name, {
        title: `a default registry of ${name}`,
        hosts: wordsOf(hosts).flatMap((host) => readHost(textShape(`https://${host}/`)) ?? []),
        families: families.split(','),
        variables: wordsOf(variables),
        without: wordsOf(without),
        wellKnown: wordsOf(wellKnown),
        settings: (name) => patterns.some((pattern) => pattern.testExact(name)),
      });
    }
  }
  return registries;
});

/** The registry of a program, or else of the family of what it installs. */
export const registryOf = (program: string, family: string): Registry | undefined =>
  read().get(program) ?? read().get(family);

/** The registry that a command asks for by name, among those of its program. */
export function registryOfFamily(family: string, program: string): Registry | undefined {
  const own = read().get(program);
  return own?.families.includes(family) === true ? own : read().get(family);
}

/** Whether a text names only well-known registries: by their names, or by addresses with https. */
export const isUsualRegistry = (text: string, { wellKnown }: Registry): boolean =>
  text.split(/[,|]/).every((each) => {
    const [, address] = /^(?:sparse\+)?https:\/\/([^\s@?#]+)$/.exec(each) ?? [];
    const place = (address ?? each).replace(/\/+$/, '');
    const isBelow = (known: string): boolean => address !== undefined && place.startsWith(`${known}/`);
    return !/\.\.|%|\/\//.test(place) && wellKnown.some((known) => place === known || isBelow(known));
  });
