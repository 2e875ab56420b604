/** What `programs.txt` says: the packages that the programs of the tables come from, and which cannot be had here. */
import { readFileSync } from 'node:fs';

const lines = readFileSync(new URL('programs.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(' '));

const of = (sort: string): readonly (readonly string[])[] =>
  lines.filter(([first]) => first === sort).map(([, ...rest]) => rest);

export const debianPackages: readonly string[] = of('debian').flat();
export const npmPackages: readonly string[] = of('npm').flat();
/** Names that Debian makes when it installs a package, and the programs that they start. */
export const otherNames: readonly (readonly [string, string])[] = of('name').map(
  ([name = '', program = '']) => [name, program],
);
/** Why a program cannot be had here, where there is more to say than that it is in none of the packages. */
export const whyNotHere: ReadonlyMap<string, string> = new Map(
  of('not').flatMap((words) => {
    const [why = '', names = ''] = words.join(' ').split(': ');
    return names.split(' ').map((name) => [name, why] as const);
  }),
);
