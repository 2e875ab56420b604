/**
 * Classes that inherit from one of the library. The name of such a class means what it inherits from, and `self` or `this`
 * in it is an object of that. What a class changes of what it inherits is followed besides it.
 */
import type { Expression } from '../syntax/expression.ts';
import { choicesOf, perhapsChanged, union, unknownValue, type Value } from '../values/value.ts';
import { blankCall } from './call-arguments.ts';
import { holderValue, operations, passOn } from './evaluate-call.ts';
import { entryOf } from './named-function.ts';
import { resultOf } from './results.ts';
import { canonical, evaluateAll, type Inherited, type Of, type Runtime, sourceOf } from './runtime.ts';
import { assign } from './scope.ts';

export function classOf(runtime: Runtime, expression: Of<'class'>): Value {
  const { name, bases, body } = expression;
  const values = bases.map((base) => {
    const value = holderValue(runtime, base);
    passOn(runtime, value, base);
    return value;
  });
  const known = values.flatMap(choicesOf).filter((value) => isLibraryClass(runtime, value));
  const base = known.length === 0 ? undefined : union(...known);
  if (base !== undefined) {
    const made = union(...known.map((each) => objectOf(runtime, each, sourceOf(runtime, expression))));
    noteInherited(runtime, [base, made], body);
    const isOther = body.flatMap(definedIn).some((each) => /^__(?!(?:init|repr|del)__)\w+__$/.test(each));
    if (name !== undefined) assign(runtime, name, isOther ? perhapsChanged(base) : base, true);
    inClass(runtime, { base, made }, body);
  } else inClass(runtime, undefined, body);
  return base ?? values[0] ?? unknownValue;
}

type Body = Of<'class'>['body'];

/** Evaluates the body of a class, where `self` is an object of what it inherits from. */
function inClass(runtime: Runtime, inherited: Inherited | undefined, body: Body): void {
  const { around } = runtime;
  runtime.around = inherited;
  evaluateAll(runtime, body);
  runtime.around = around;
}

/** Whether a value is a class of the library whose objects, or which itself, the library knows. */
function isLibraryClass(runtime: Runtime, value: Value): boolean {
  if (value.kind !== 'ref' || value.name === '') return false;
  const name = canonical(runtime, value.name);
  return makerOf(runtime, name) !== undefined || runtime.language.library.actsIn(name);
}

const makerOf = (runtime: Runtime, name: string) => entryOf(runtime, name) ?? entryOf(runtime, `${name}.new`);

/** What a class of the library makes, without the effects of making it. */
function objectOf(runtime: Runtime, value: Value, source: string): Value | undefined {
  if (value.kind !== 'ref') return undefined;
  const [gives = '', ...details] = makerOf(runtime, canonical(runtime, value.name))?.gives ?? [];
  if (gives === 'path') return { kind: 'object', type: 'pathlib.Path', shapes: [], written: undefined };
  if (gives !== 'object') return undefined;
  const [type = ''] = details;
  return resultOf(['object', type, 'none'], { ...blankCall, source }, runtime, operations);
}

/** Keeps which members of names of the library a class of the script defines. */
function noteInherited(runtime: Runtime, values: readonly Value[], body: Body): void {
  const names = body.flatMap(definedIn);
  for (const each of values.flatMap(choicesOf)) {
    if (each.kind !== 'ref' && each.kind !== 'object') continue;
    const name = each.kind === 'ref' ? canonical(runtime, each.name) : each.type;
    runtime.inherited.set(name, new Set([...(runtime.inherited.get(name) ?? []), ...names]));
  }
}

/** The names of the functions that a part of a class defines. */
const definedIn = (part: Expression): readonly string[] => {
  if (part.kind === 'function') return part.name === undefined ? [] : [part.name];
  return part.kind === 'block' || part.kind === 'other' ? part.items.flatMap(definedIn) : [];
};
