/** A variable among the words of `make`. */
import { isOpen, joinPieces, type Shape, showShape, textShape } from '../../../pattern/text/shape.ts';
import { behind, part, perhaps, startOf, unknownPart, type ValuePart } from './value-part.ts';

/** A shell of the system, which runs the recipes that it is given and nothing else. */
const isShell = /^(?:$|[\w/]*sh$)/;

/** Options of a shell without a command: `-eu -o pipefail -c`. */
const isFlags = /^(?:(?:-[a-z]+|pipefail|errexit|nounset)(?:\s+|$))*$/;

/** In a recipe these signs begin another command, a redirection, or another variable. */
const shellSign = /[;|&`<>\n]|(?<!\$)(?:\$\$)*(?:\$(?!\$)|\$\$\()/;

/** `CFLAGS=-O2`, `CC:=cc`, `X!=cmd`: a variable for recipes, and for what they start. */
export function makeVariable(value: Shape): readonly ValuePart[] {
  const text = startOf(value);
  // make also calls the functions in a name.
  if (/^[^=$]*\$[^=]*=/.test(text)) return [unknownPart(value)];
  const [all, name = '', sign = ''] = /^\s*([^\s:#=]*?)[ \t]*(::?:?|[?+!])?=[ \t]*/.exec(text) ?? [];
  // `make $TARGET` may name a variable.
  if (all === undefined) return text === '' && isOpen(value) ? [unknownPart(value)] : [];
  const given = behind(value, all.length);
  if (name === '.SHELLFLAGS' && !isFlags.test(showShape(given))) return [unknownPart(value)];
  if (sign === '!' || (name === 'SHELL' && !isShell.test(startOf(given)))) return [part(given, 'shell')];
  // make calls such functions where it expands the value.
  const called = [
    ...showShape(given).matchAll(/\$[({](?:shell\s([^(){}]*)[)}]|(?:shell|file|eval|guile)\b)/g),
  ];
  const run = called.map(([, command]) =>
    command === undefined ? unknownPart(value) : perhaps(textShape(command), 'shell'),
  );
  if (run.length === 0 && shellSign.test(showShape(given))) run.push(unknownPart(value));
  return [
    part(joinPieces([{ kind: 'text', text: `${name}=` }, ...given.pieces], value.source), 'env'),
    ...run,
  ];
}
