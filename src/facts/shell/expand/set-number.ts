/** Numbers that arithmetic puts into variables, and into elements of arrays. */
import type { ArithmeticExpression } from 'unbash';
import { nameShape } from '../../../pattern/text/shape.ts';
import { choiceOf, keyOfValue, mixedList } from '../state/choice.ts';
import type { ShellState } from '../state/state.ts';
import { wordOfShape } from '../word.ts';

/** Sets what arithmetic assigns to an unknown number; the old value stays possible, since that part may not run. */
export function setNumber(target: ArithmeticExpression, state: ShellState): void {
  const [, name, subscript] =
    target.type === 'ArithmeticWord' ? (/^([A-Za-z_]\w*)(\[)?/.exec(target.value) ?? []) : [];
  if (name !== undefined) setNumbered(name, subscript !== undefined, state);
  else if (target.type === 'ArithmeticWord' && target.value.startsWith('$'))
    state.setAnyVariable(wordOfShape(nameShape(target.value)));
}

/** Does the same for a name, or for an element of an array. */
export function setNumbered(name: string, isElement: boolean, state: ShellState): void {
  const number = wordOfShape({ pieces: [{ kind: 'name' }], source: `$${name}` });
  const before = state.get(name);
  if (isElement) state.set(name, mixedList([...(before === undefined ? [] : [before].flat()), number]));
  else state.put(name, choiceOf([state.held(name), number], keyOfValue));
}
