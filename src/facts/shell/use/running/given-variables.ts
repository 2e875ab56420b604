/** The variables that the call itself passes to a program: set in front of it, or exported before. */
import { anyShape, joinPieces, type Shape } from '../../../../pattern/text/shape.ts';
import { spend } from '../../budget.ts';
import { alternativesOf, isWordList } from '../../state/choice.ts';
import type { ShellState } from '../../state/state.ts';

const none: readonly never[] = [];

/** The names of these variables. */
export function givenVariables(state: ShellState): readonly string[] {
  if (state.variables.size === 0) return none;
  const names = [...state.exported.keys()];
  spend(state.budget, names.length);
  return names.filter((name) => state.variables.has(name));
}

/**
 * Each variable as `NAME=value`. The value is unknown if there may be several, or if it is only perhaps exported; where a
 * variable of any name is exported, there is an unknown one.
 */
export const assignmentsGiven = (state: ShellState): readonly Shape[] => [
  ...givenVariables(state).map((name) => {
    const [value, ...others] = alternativesOf(state.held(name));
    const isSure = state.exported.get(name) === 'always' && others.length === 0;
    const head = { kind: 'text', text: `${name}=` } as const;
    return isSure && value !== undefined && !isWordList(value)
      ? joinPieces([head, ...value.shape.pieces], `${name}=${value.shape.source}`)
      : joinPieces([head, { kind: 'any' }], name);
  }),
  ...(state.modes.exportsAnyName ? [anyShape('NAME=…')] : []),
];
