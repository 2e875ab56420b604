/** Which programs of the tables there are in the sandbox, and which package and version each is of. */
import { type Run, runAll } from '../differential/sandbox.ts';
import { type Origin, originsOf } from './install.ts';
import { whyNotHere } from './programs.ts';
import { tableWorld } from './world.ts';

/** Few enough that what is printed of them is not cut off. */
const together = 5;

export function findPrograms(
  names: readonly string[],
  overlay: string | undefined,
): ReadonlyMap<string, Origin> {
  const plain = names.filter((name) => /^[\w.+@-]+$/.test(name) && !whyNotHere.has(name));
  const runs = Array.from({ length: Math.ceil(plain.length / together) }, (_, at): Run => {
    const some = plain.slice(at * together, (at + 1) * together).join(' ');
    const text = `for n in ${some}; do echo "$n $(command -v -- "$n") $(readlink -f -- "$(type -P -- "$n")")"; done`;
    return { shell: 'bash', text };
  });
  const world = { ...tableWorld, prepare: ':', ...(overlay === undefined ? {} : { overlay }) };
  const origins = originsOf(overlay);
  const shell = origins.get('/usr/bin/bash') ?? { package: 'bash', version: '?' };
  const found = new Map<string, Origin>();
  for (const line of runAll(runs, world).flatMap(({ printed }) => printed.split('\n'))) {
    const [name = '', path = '', real = ''] = line.split(' ');
    if (path.startsWith('/'))
      found.set(name, origins.get(path) ?? origins.get(real) ?? { package: '-', version: '?' });
    else if (path !== '') found.set(name, shell);
  }
  return found;
}
