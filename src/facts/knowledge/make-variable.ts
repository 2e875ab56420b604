/** A variable among the words of `make`. */
import { joinPieces, type Shape, showShape, textShape } from '../../pattern/shape.ts';
import { behind, part, perhaps, startOf, unknownPart, type ValuePart } from './value-part.ts';

/** `CFLAGS=-O2`, `CC:=cc`, `X!=cmd`: a variable for recipes, and for what they start. */
export function makeVariable(value: Shape): readonly ValuePart[] {
  const text = startOf(value);
  const [all, name = '', sign = ''] = /^([A-Za-z_][\w.]*)[ \t]*(::?:?|[?+!])?=[ \t]*/.exec(text) ?? [];
  if (all === undefined) return [];
  const given = behind(value, all.length);
  if (sign === '!') return [part(given, 'shell')];
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
