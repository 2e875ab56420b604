/** What gives names their values: assignments, loops, parameters of functions. */
import { dottedName, memberOf } from './evaluate-call.ts';
import type { Expression, FunctionExpression } from './expression.ts';
import { assign, inBranch, inFunction, lookUp, type Of, type Runtime, sourceOf } from './runtime.ts';
import {
  concatAll,
  elementOf,
  listValue,
  shapesOf,
  shapeValue,
  union,
  unknownValue,
  type Value,
} from './value.ts';

export function assignTo(runtime: Runtime, { target, value: expression, adds }: Of<'assign'>): Value {
  const value = runtime.evaluator.evaluate(runtime, expression);
  if (!adds) {
    bind(runtime, target, value);
    return value;
  }
  const before = runtime.evaluator.evaluate(runtime, target);
  const source = sourceOf(runtime, target);
  const added =
    before.kind === 'list'
      ? listValue(
          [...before.items, ...(value.kind === 'list' ? value.items : [value])].slice(0, 1000),
          before.more,
        )
      : before.kind === 'text' || value.kind === 'text'
        ? shapeValue(...concatAll([shapesOf(before, source), shapesOf(value, source)], source))
        : union(before, value);
  bind(runtime, target, added);
  return added;
}

export function bind(runtime: Runtime, target: Expression, value: Value): void {
  switch (target.kind) {
    case 'name':
      assign(runtime, target.name, value, target.declared);
      if (/^[$@]/.test(target.name)) assignSigils(runtime, target.name, value);
      return;
    case 'list':
    case 'block':
      target.items.slice(0, 100).forEach((item, index) => {
        const part =
          value.kind === 'list' ? (value.items[index] ?? value.more ?? unknownValue) : unknownValue;
        bind(
          runtime,
          item.kind === 'splat' ? item.value : item,
          item.kind === 'splat' ? listValue([], elementOf(value)) : part,
        );
      });
      return;
    case 'dict':
      for (const { key, value: item } of target.items) {
        const local = item.kind === 'assign' ? item.target : item;
        const name = key?.kind === 'name' ? key.name : local.kind === 'name' ? local.name : undefined;
        if (name === undefined) continue;
        const member = memberOf(runtime, value, name, sourceOf(runtime, target));
        bind(
          runtime,
          local,
          item.kind === 'assign' ? union(member, runtime.evaluator.evaluate(runtime, item.value)) : member,
        );
      }
      return;
    case 'member': {
      const name = dottedName(target);
      if (name !== undefined) {
        const before = lookUp(runtime, name);
        assign(runtime, name, before === undefined ? value : union(before, value), false);
      }
      runtime.evaluator.evaluate(runtime, target.object);
      return;
    }
    case 'assign':
      bind(runtime, target.target, union(value, runtime.evaluator.evaluate(runtime, target.value)));
      return;
    default:
      runtime.evaluator.evaluate(runtime, target);
  }
}

/** Perl and its like: `@x` and `$x[0]` are one thing. */
function assignSigils(runtime: Runtime, name: string, value: Value): void {
  if (runtime.language.dialect.joins.has('.') === false || !name.startsWith('@')) return;
  const list = value.kind === 'list' ? value : listValue([value]);
  assign(runtime, name, list, true);
}

export function loopOf(runtime: Runtime, expression: Of<'loop'>): Value {
  const { target, source, body } = expression;
  const items = runtime.evaluator.evaluate(runtime, source);
  const isShort = items.kind === 'list' && items.more === undefined && items.items.length <= runtime.unrolls;
  if (isShort && items.items.length > 0 && items.items.length <= 64) {
    runtime.unrolls -= items.items.length;
    const values = items.items.map((item) =>
      inBranch(runtime, expression, () => {
        bind(runtime, target, item);
        return runtime.evaluator.evaluateAll(runtime, body);
      }),
    );
    return listValue(values);
  }
  const value = inBranch(runtime, expression, () => {
    bind(runtime, target, elementOf(items));
    return runtime.evaluator.evaluateAll(runtime, body);
  });
  return listValue([], value);
}

export function returnOf(runtime: Runtime, { value: expression }: Of<'return'>): Value {
  const value = expression === undefined ? unknownValue : runtime.evaluator.evaluate(runtime, expression);
  const node = runtime.function;
  if (node !== undefined) {
    const known = runtime.memory.returns.get(node);
    runtime.memory.returns.set(node, known === undefined ? value : union(known, value));
  }
  return value;
}

/** Goes through a function where it stands; `given` is what its first parameters are for sure. */
export function define(
  runtime: Runtime,
  node: FunctionExpression,
  given: readonly Value[],
  others: ReadonlyMap<string, Value> = new Map(),
): Value {
  const value: Value = { kind: 'function', node };
  if (node.name !== undefined) {
    assign(runtime, node.name, value, true);
    if (runtime.functions.size < 1000) runtime.functions.set(node.name, node);
  }
  const learnt = runtime.before.parameters.get(node);
  const names = new Map(others);
  node.parameters.forEach(({ name, fallback }, index) => {
    const usual = fallback === undefined ? undefined : runtime.evaluator.evaluate(runtime, fallback);
    const known = given[index] ?? learnt?.[index];
    if (name !== '')
      names.set(
        name,
        known === undefined ? (usual ?? unknownValue) : usual === undefined ? known : union(known, usual),
      );
  });
  if (node.shares) {
    inBranch(runtime, node, () => {
      for (const [name, each] of names) runtime.scope.names.set(name, each);
      runtime.evaluator.evaluateAll(runtime, node.body);
      for (const name of names.keys()) runtime.scope.names.delete(name);
    });
  } else {
    inFunction(runtime, node, names, () => {
      const last = runtime.evaluator.evaluateAll(runtime, node.body);
      if (!runtime.memory.returns.has(node)) runtime.memory.returns.set(node, last);
    });
  }
  return value;
}
