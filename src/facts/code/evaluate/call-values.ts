/** The values that a call works on: its object, its arguments, and those that the tables name by their places. */
import type { Shape } from '../../../pattern/text/shape.ts';
import {
  distinct,
  shapesOf,
  shapeValue,
  textValue,
  union,
  unknownValue,
  type Value,
} from '../values/value.ts';
import type { Place } from './library.ts';
import type { Call } from './runtime.ts';

/** The argument at a place; undefined where it is absent. */
export function valueAt(call: Call, place: Place | undefined): Value | undefined {
  if (place === undefined) return undefined;
  if (place.fixed !== undefined) return textValue(place.fixed.replaceAll('_', ' '));
  if (place.self) return call.self ?? (call.partial ? unknownValue : undefined);
  for (const name of place.names) {
    const value = call.named.get(name) ?? optionAt(call, name);
    if (value !== undefined) return value;
  }
  if (place.position === undefined) return undefined;
  const value = call.args.at(place.position);
  // Behind the known arguments there may be others.
  if (place.position < 0 && call.more !== undefined) return union(value, call.more);
  if (value !== undefined)
    return value.kind === 'dict' && place.names.length > 0 && call.args.length === 1 ? undefined : value;
  return call.more ?? (call.partial ? unknownValue : undefined);
}

/** The value in an object of options: `{ recursive: true }`. */
export function optionAt(call: Call, name: string): Value | undefined {
  const named = call.named.get(name);
  if (named !== undefined) return named;
  for (const arg of call.args) if (arg.kind === 'dict' && arg.entries.has(name)) return arg.entries.get(name);
  return undefined;
}

/** The arguments at a place. */
export function valuesAt(call: Call, place: Place | undefined): readonly Value[] {
  if (place?.rest && place.position !== undefined) {
    const rest = call.args.slice(place.position).filter(({ kind }) => kind !== 'dict');
    const values = call.more === undefined ? rest : [...rest, call.more];
    return values.length === 0 && call.partial ? [unknownValue] : values;
  }
  const value = valueAt(call, place);
  return value === undefined ? [] : [value];
}

export const streams =
  /^(?:sys\.std(?:in|out|err)(?:\.buffer)?|nodeprocess\.std(?:in|out|err)|STD(?:IN|OUT|ERR)|\$std(?:in|out|err)|io\.std(?:in|out|err)|stdin|stdout|stderr)$/;

export const isNone = (value: Value): boolean =>
  value.kind === 'ref' && /^(?:None|null|undefined|nil)$/.test(value.name);

/** The object of a method, or else the first argument. */
export const subject = ({ self, args, more }: Call): Value => self ?? args[0] ?? more ?? unknownValue;

export const shapesFor = (value: Value | undefined, call: Call): readonly Shape[] =>
  shapesOf(value, call.source);

export const mapShapes = (value: Value, call: Call, change: (shape: Shape) => Shape): Value =>
  shapeValue(...distinct(shapesFor(value, call).map(change)));

export const allArguments = (call: Call): readonly Value[] =>
  call.more === undefined ? call.args : [...call.args, call.more];

export const flatten = (values: readonly Value[]): readonly Value[] =>
  values.flatMap((value) =>
    value.kind === 'list' ? [...value.items, ...(value.more === undefined ? [] : [value.more])] : [value],
  );
