/** A variable among the words of `make`. */
import { isOpen, joinPieces, type Shape, showShape, textShape } from '../../pattern/shape.ts';
import { behind, part, perhaps, startOf, unknownPart, type ValuePart } from './value-part.ts';

/** A shell of the system, which runs the recipes that it is given and nothing else. */
const isShell = /^(?:$|[\w/]*sh$)/;

/** `CFLAGS=-O2`, `CC:=cc`, `X!=cmd`: a variable for recipes, and for what they start. */
export function makeVariable(value: Shape): readonly ValuePart[] {
  const text = startOf(value);
  const [all, name = '', sign = ''] = /^([A-Za-z_][\w.]*)[ \t]*(::?:?|[?+!])?=[ \t]*/.exec(text) ?? [];
  // `make $TARGET` may name a variable.
  if (all === undefined) return text === '' && isOpen(value) ? [unknownPart(value)] : [];
  const given = behind(value, all.length);
  if (sign === '!' || (name === 'SHELL' && !isShell.test(startOf(given)))) return [part(given, 'shell')];
  // make calls such functions where it expands the value.
  const called = [
    ...showShape(given).matchAll(/\$[({](?:shell\s([^(){}]*)[)}]|(?:shell|file|eval|guile)\b)/g),
  ];
  const run = called.map(([, command]) =>
    command === undefined ? unknownPart(value) : perhaps(textShape(command), 'shell'),
  );
  return [
    part(joinPieces([{ kind: 'text', text: `${name}=` }, ...given.pieces], value.source), 'env'),
    ...run,
  ];
}
