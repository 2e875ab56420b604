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

/** The uses of a variable; empty if no line has it. */
export const usesOfVariable = (name: string): readonly string[] => variables().get(name) ?? [];
