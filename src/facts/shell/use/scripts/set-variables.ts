/** Variables that a script sets for the programs that it starts. */
import type { Shape } from '../../../../pattern/text/shape.ts';
import type { CodeFinding } from '../../../code/values/finding.ts';
import type { InputSpan } from '../../../effect/effect.ts';
import type { Io, Shell } from '../../shell.ts';
import { choiceOf, type Held, keyOfValue, type VariableValue } from '../../state/choice.ts';
import type { ShellState } from '../../state/state.ts';
import { type Word, wordOfShape } from '../../word.ts';
import { runVariable } from '../written/running-variable.ts';

/**
 * Sets the variables of a script for the programs that it starts. It may set them at any time, so that each program may
 * have them. Gives the values that they had.
 */
export function setVariables(
  findings: readonly CodeFinding[],
  known: (shape: Shape) => Shape,
  state: ShellState,
  shell: Shell,
  io: Io,
  span: InputSpan,
): ReadonlyMap<string, Held<VariableValue> | undefined> {
  const before = new Map<string, Held<VariableValue> | undefined>();
  const names = new Map<string, Word[]>();
  for (const finding of findings) {
    if (finding.kind !== 'variable') continue;
    const { name, value } = finding;
    if (name !== undefined) names.set(name, [...(names.get(name) ?? []), wordOfShape(known(value))]);
    else if (findings.some(({ kind }) => kind === 'run' || kind === 'shell'))
      shell.unknown('value', value.source, 'which variable it sets for what it starts is not known', span);
  }
  for (const [name, words] of names) {
    for (const word of words) {
      const own = state.fork();
      own.set(name, word);
      runVariable(name, own, shell, { ...io, depth: io.depth + 1 }, span);
    }
    before.set(name, state.held(name));
    state.put(name, choiceOf([state.held(name), ...words], keyOfValue));
    const { pending } = state;
    state.export(name);
    state.pending = pending;
  }
  return before;
}
