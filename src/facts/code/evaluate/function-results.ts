/** Results of library functions that call a function they get, or that name one by a text. */
import { globalsOf } from '../syntax/parse-import.ts';
import {
  elementOf,
  listValue,
  refValue,
  staticOf,
  union,
  unknownValue,
  type Value,
} from '../values/value.ts';
import { shapesFor } from './call-values.ts';
import {
  type Call,
  emitUnknown,
  firstOf,
  moduleOf,
  type Operations,
  orMissing,
  type Runtime,
} from './runtime.ts';

export function getAttribute(
  call: Call,
  runtime: Runtime,
  _details: readonly string[],
  operations: Operations,
): Value {
  const isFunction = call.self === undefined || (call.self.kind === 'ref' && call.self.name === 'Reflect');
  const [from = unknownValue, attribute] = isFunction ? call.args : [call.self, ...call.args];
  const name = staticOf(attribute);
  if (name !== undefined) return operations.member(runtime, from, name, call);
  return refValue(from.kind === 'ref' ? `${from.name}.?` : '?.?', from);
}

export function importModule(call: Call, runtime: Runtime): Value {
  const name = staticOf(call.args[0]);
  if (name?.startsWith('data:') === true) {
    emitUnknown(runtime, call, 'code in an address is not followed');
    return unknownValue;
  }
  if (name !== undefined) {
    runtime.imported.add(moduleOf(name));
    const global = globalsOf(name);
    if (global !== undefined) runtime.stars.push(global);
    return refValue(name.replace(/^node:/, ''));
  }
  if (
    shapesFor(call.args[0], call).some(
      ({ pieces }) => pieces[0]?.kind === 'text' && /^[./]/.test(pieces[0].text),
    )
  ) {
    return unknownValue;
  }
  emitUnknown(runtime, call, 'the module that is loaded is not known');
  return refValue('?');
}

/** Calls a function with arguments that come from elsewhere. */
export function callLater(
  callee: Value | undefined,
  args: readonly Value[],
  call: Call,
  runtime: Runtime,
  { apply }: Operations,
): Value {
  return callee === undefined
    ? unknownValue
    : apply(runtime, callee, { ...call, self: undefined, args, more: undefined });
}

/** `map(f, list)`: calls the function with each item. */
export function mapOver(
  call: Call,
  runtime: Runtime,
  details: readonly string[],
  { apply }: Operations,
): Value {
  const [first, second] = call.args;
  const [callee, list] = details[0] === 'list-first' ? [second, first] : [first, second];
  if (callee === undefined) return unknownValue;
  return callForEach(callee, list ?? unknownValue, call, runtime, apply);
}

/** The results of a function for each of some values. */
function callForEach(
  callee: Value,
  list: Value,
  call: Call,
  runtime: Runtime,
  apply: Operations['apply'],
): Value {
  const isWhole = list.kind === 'list' && list.more === undefined;
  const items = isWhole ? list.items : [elementOf(list)];
  const made = firstOf(runtime, call, items, 100, 'items').map((item) =>
    apply(runtime, callee, { ...call, self: undefined, args: [item], more: undefined }),
  );
  if (!isWhole) return listValue([], union(...made));
  return listValue(made, made.length < items.length ? unknownValue : undefined);
}

/** `list.map(f)`: a function literal already has the items; a named function is called with them. */
export function eachOf(
  call: Call,
  runtime: Runtime,
  _details: readonly string[],
  { apply }: Operations,
): Value {
  const [callee] = call.args;
  if (callee === undefined || callee.kind === 'unknown')
    return listValue([], elementOf(call.self ?? unknownValue));
  if (call.name.endsWith('.reduce'))
    return union(elementOf(call.self ?? unknownValue), call.args[1], unknownValue);
  const made = callForEach(callee, call.self ?? unknownValue, call, runtime, apply);
  const name = call.name.slice(call.name.lastIndexOf('.') + 1);
  if (/^(?:map|collect)$/.test(name)) return made;
  if (/each/i.test(name)) return call.self ?? unknownValue;
  const element = elementOf(call.self ?? unknownValue);
  return name === 'find'
    ? orMissing(runtime, unknownValue, element)
    : listValue([], /flat/i.test(name) ? unknownValue : element);
}

/** `Kernel.send(:system, "ls")`, `call_user_func('system', 'ls')`. */
export function sendMessage(
  call: Call,
  runtime: Runtime,
  details: readonly string[],
  operations: Operations,
): Value {
  const [message, ...args] = call.args;
  const later = { ...call, self: undefined, args };
  const callee = message?.kind === 'text' ? undefined : message;
  if (details[0] === 'function' && callee !== undefined && callee.kind !== 'unknown') {
    return operations.apply(runtime, callee, later);
  }
  const name = staticOf(message);
  if (name === undefined) {
    emitUnknown(runtime, call, 'the function that is called is not known');
    return unknownValue;
  }
  const receiver = call.self;
  const known =
    receiver === undefined ||
    (receiver.kind === 'ref' && /^(?:Kernel|Object|self|main)$/.test(receiver.name));
  const method = known ? refValue(name) : operations.member(runtime, receiver, name, call);
  if (details[0] !== 'method') return operations.apply(runtime, method, later);
  // It may be called in ways that are not followed.
  operations.apply(runtime, method, { ...later, args: [], more: unknownValue, partial: true });
  return method;
}
