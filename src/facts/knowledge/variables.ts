/** What environment variables make programs do, by the name of the variable. The data are in `knowledge/default.variables`. */
import { once } from '../../language/once.ts';
import { variableTable } from './generated/variables.ts';

const variables = once((): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  for (const line of variableTable.split('\n')) {
    const [uses = '', names = ''] = line.split(' ');
    for (const name of names.split(',')) found.set(name, [...(found.get(name) ?? []), ...uses.split('+')]);
  }
  return found;
});

/** Names with a `*`, which is any text, and their uses. */
const patterns = once((): readonly (readonly [start: string, end: string, uses: readonly string[]])[] =>
  [...variables()].flatMap(([name, uses]) => {
    const [start = '', end] = name.split('*', 2);
    return end === undefined ? [] : [[start, end, uses] as const];
  }),
);

/** The uses of a variable; empty if no line has it. */
export const usesOfVariable = (name: string): readonly string[] =>
  variables().get(name) ??
  patterns().find(([start, end]) => name.startsWith(start) && name.endsWith(end))?.[2] ??
  [];
