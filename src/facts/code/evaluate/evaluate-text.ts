/** Evaluates names, and texts that are joined from parts. */
import { anyShape, type Shape, textShape } from '../../../pattern/text/shape.ts';
import type { Expression, TextPart } from '../syntax/expression.ts';
import { holdsMark } from '../syntax/token.ts';
import { joinPaths } from '../values/path-text.ts';
import {
  choicesOf,
  concatAll,
  concatLists,
  distinct,
  listValue,
  nameValue,
  refValue,
  shapesOf,
  shapeValue,
  staticOf,
  textValue,
  union,
  unknownValue,
  type Value,
} from '../values/value.ts';
import { ownName } from './own-name.ts';
import {
  type Call,
  canonical,
  emit,
  emitUnknown,
  evaluateExpression,
  type Of,
  type Runtime,
  sourceOf,
} from './runtime.ts';
import { lookUp } from './scope.ts';
import { withNamed } from './symbolic-name.ts';
import { formatPercent } from './text-results.ts';

export function nameOf(runtime: Runtime, { name, start, end }: Of<'name'>): Value {
  if (holdsMark(name)) {
    emitUnknown(runtime, { start, end }, 'a part of the script is not known');
    return textValue(name);
  }
  const known = lookUp(runtime, name);
  if (known !== undefined)
    return runtime.code.startsWith('$$', start) ? withNamed(runtime, known, start) : known;
  const own = ownName(runtime, name, name);
  if (own !== undefined) return own;
  const constant = constantOf(runtime, name);
  if (constant !== undefined) return constant;
  const star = runtime.stars.find((module) =>
    runtime.language.library.has(canonical(runtime, `${module}.${name}`)),
  );
  return refValue(star === undefined ? name : `${star}.${name}`);
}

export function constantOf(runtime: Runtime, name: string): Value | undefined {
  const { language, args, folder } = runtime;
  const offset = language.argumentLists.get(name);
  if (language.ownFolder?.has(name) === true) return shapeValue(folder ?? textShape('.'));
  if (offset === undefined) return language.constants.get(name);
  if (args === undefined) return listValue([], shapeValue(anyShape(name)));
  const values = args.map((shape) => shapeValue(shape));
  if (offset === 'varies') return listValue([], union(...values, unknownValue));
  const before = Array.from({ length: offset }, () => unknownValue);
  return listValue([...before, ...values]);
}

export const numberText = (text: string): string => {
  const number = Number(text.replaceAll('_', ''));
  return Number.isSafeInteger(number) ? String(number) : text;
};

export function textShapes(runtime: Runtime, parts: readonly TextPart[], source: string): readonly Shape[] {
  const shapes = parts.map((part): readonly Shape[] => {
    if (typeof part === 'string') return [textShape(part, source)];
    const value = partOfText(runtime, part);
    return shapesOf(value.kind === 'list' ? unknownValue : value, source);
  });
  return concatAll(shapes, source);
}

/** The value of a part of a text. `x and "b"` is nothing where `x` is. */
function partOfText(runtime: Runtime, part: Expression): Value {
  const value = evaluateExpression(runtime, part);
  return part.kind === 'block' && part.mayBeEmpty ? union(value, textValue('')) : value;
}

export function backticks(runtime: Runtime, { parts, start, end }: Of<'shell'>): Value {
  const source = sourceOf(runtime, { start, end });
  const texts = textShapes(runtime, parts, source);
  if (runtime.language.backticks === 'words')
    return { kind: 'object', type: 'Cmd', shapes: texts, written: undefined };
  for (const text of texts) {
    emit(runtime, { kind: 'shell', text, cwd: undefined, stdin: undefined, certain: true, start, end });
  }
  return shapeValue(anyShape(source));
}

export function joinOf(runtime: Runtime, expression: Of<'join'>): Value {
  const values = expression.items.map((item) => partOfText(runtime, item));
  const lists = values.filter((value) => value.kind === 'list');
  const [path] = values;
  if (path?.kind === 'object' && path.type === 'Pathname') return slash(runtime, values, expression);
  const source = sourceOf(runtime, expression);
  const { joins, blocks, lines } = runtime.language.dialect;
  // In other languages a list becomes a text here, and its format is not followed.
  const joinsLists = !joins.has('.') && !(blocks === 'brace' && lines === 'soft');
  if (lists.length > 0) return joinsLists ? concatLists(...values) : shapeValue(anyShape(source));
  if (values.every(isCount)) return nameValue(source);
  return shapeValue(
    ...concatAll(
      values.map((value) => shapesOf(value, source)),
      source,
    ),
  );
}

/** Whether a value is a number, known or not: adding numbers gives a number. */
const isCount = (value: Value): boolean =>
  value.kind === 'text' &&
  value.shapes.every(
    ({ pieces: [piece, ...rest] }) =>
      rest.length === 0 && (piece?.kind === 'name' || (piece?.kind === 'text' && /^-?\d+$/.test(piece.text))),
  );

export function formatOf(runtime: Runtime, { left, right, start, end }: Of<'format'>): Value {
  const format = evaluateExpression(runtime, left);
  const value = evaluateExpression(runtime, right);
  const values = value.kind === 'list' ? value.items : [value];
  if (left.kind === 'number' || isCount(format)) return nameValue();
  if (format.kind !== 'text') return shapeValue(anyShape(sourceOf(runtime, { start, end })));
  return formatPercent(format, values, { source: sourceOf(runtime, { start, end }) });
}

/** `Path('a') / 'b'`; in other cases a number. */
export function slashOf(runtime: Runtime, expression: Of<'slash'>): Value {
  return slash(
    runtime,
    [evaluateExpression(runtime, expression.left), evaluateExpression(runtime, expression.right)],
    expression,
  );
}

function slash(runtime: Runtime, values: readonly Value[], { start, end }: Expression): Value {
  const isPath = values.some((value) =>
    choicesOf(value).some((each) => each.kind === 'object' && each.type.endsWith('Path')),
  );
  const source = sourceOf(runtime, { start, end });
  const [first, second] = values.map((value) => shapesOf(value, source));
  if (!isPath && values.every(({ kind }) => kind !== 'text' && kind !== 'unknown')) return unknownValue;
  if (!isPath && staticOf(values[0]) === undefined && staticOf(values[1]) === undefined) return unknownValue;
  const shapes = (first ?? []).flatMap((one) => (second ?? []).map((two) => joinPaths([one, two], source)));
  return {
    kind: 'object',
    type: runtime.language.callsNames === 'members' ? 'Pathname' : 'pathlib.Path',
    shapes: distinct(shapes),
    written: undefined,
  };
}

/** What a function gets of a text behind its name: a list with the written parts, and then the values between them. */
export function taggedText(
  runtime: Runtime,
  { tagged, args: [text] }: Of<'call'>,
): Pick<Call, 'args'> | undefined {
  if (tagged === undefined || text?.value.kind !== 'text') return undefined;
  const { parts } = text.value;
  const values = parts.filter((part) => typeof part !== 'string');
  // Between two values there may be no text.
  const written = parts.filter((part) => typeof part === 'string').map((part) => textValue(part));
  const list = values.length === 0 ? listValue(written) : listValue([], union(...written, textValue('')));
  return { args: [list, ...values.map((part) => evaluateExpression(runtime, part))] };
}
