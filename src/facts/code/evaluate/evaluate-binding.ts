/** How names get their values: assignments, loops, parameters of functions. */
import { type Shape, staticText } from '../../../pattern/text/shape.ts';
import type { DictItem, Expression, FunctionExpression } from '../syntax/expression.ts';
import { changingFunctions, changingMethods, merged, withAdded } from '../values/changed-list.ts';
import {
  asTable,
  choicesOf,
  concatAll,
  concatLists,
  dictValue,
  elementOf,
  listValue,
  nameValue,
  perhapsChanged,
  shapesOf,
  shapeValue,
  showing,
  staticOf,
  textValue,
  union,
  unknownValue,
  type Value,
} from '../values/value.ts';
import { argumentValues } from './call-arguments.ts';
import { holderValue, memberOf, setMember } from './evaluate-call.ts';
import { dottedName, entryOf } from './named-function.ts';
import { isEnvironment, noteItem, noteItems, noteReadIn, noteVariable } from './note-variable.ts';
import { ownName } from './own-name.ts';
import {
  anyMember,
  canonical,
  evaluateAll,
  evaluateExpression,
  inFunction,
  type Of,
  type Runtime,
  sourceOf,
} from './runtime.ts';
import { assign, assignOutside, changeFor, inBranch, lookUp, unsettled } from './scope.ts';

export function assignTo(runtime: Runtime, { target, value: expression, adds, outer }: Of<'assign'>): Value {
  // What a name holds is followed.
  const isFollowed = target.kind === 'name' && !target.name.startsWith('__');
  const given = isFollowed ? holderValue(runtime, expression) : evaluateExpression(runtime, expression);
  const value = growing(runtime, target, expression, given);
  if (target.kind === 'name' && !target.declared) hold(runtime, target.name, value);
  if (!adds) {
    bind(runtime, target, value);
    if (outer && target.kind === 'name') assignOutside(runtime, target.name, value);
    return value;
  }
  const before = evaluateExpression(runtime, target);
  const source = sourceOf(runtime, target);
  const added =
    isNumeric(before) && isNumeric(value)
      ? nameValue(source)
      : before.kind === 'list'
        ? concatLists(before, value.kind === 'list' ? value : listValue([value]))
        : hasList(before)
          ? union(
              ...choicesOf(before).map((each) =>
                each.kind === 'list'
                  ? concatLists(each, value.kind === 'list' ? value : listValue([value]))
                  : each,
              ),
            )
          : before.kind === 'text' || value.kind === 'text'
            ? shapeValue(...concatAll([shapesOf(before, source), shapesOf(value, source)], source))
            : union(before, value);
  const grown =
    runtime.repeating > 0 && before.kind === 'text' && !isNumeric(before)
      ? union(added, unknownValue)
      : added;
  bind(runtime, target, grown);
  return grown;
}

/** Keeps a function or a module of the library for members of that name: the assignment may be in a class. */
function hold(runtime: Runtime, name: string, value: Value): void {
  const { held } = runtime.memory;
  const acting = choicesOf(value).filter((each) => each.kind === 'ref' && actsByName(runtime, each.name));
  if (acting.length > 0) held.set(name, union(held.get(name), ...acting));
}

/** Whether a name is that of a function of the library that does something, or of a module with such functions. */
function actsByName(runtime: Runtime, written: string): boolean {
  const name = canonical(runtime, written);
  return (entryOf(runtime, name)?.actions.length ?? 0) > 0 || runtime.language.library.actsIn(name);
}

const holdsItems = (value: Value | undefined): boolean =>
  value !== undefined && choicesOf(value).some(({ kind }) => kind === 'list' || kind === 'dict');
const hasList = (value: Value): boolean => choicesOf(value).some(({ kind }) => kind === 'list');

/** A counter: it has only digits, or an unknown value without a slash. */
function isNumeric(value: Value): boolean {
  const texts = choicesOf(value).filter(({ kind }) => kind !== 'unknown');
  return texts.length > 0 && texts.every((each) => each.kind === 'text' && each.shapes.every(isNumber));
}

const isNumber = ({ pieces }: Shape): boolean =>
  pieces.every((piece) => (piece.kind === 'text' ? /^-?\d+$/.test(piece.text) : piece.kind === 'name'));

/** `x = x + y` in a loop: it may have been added many times. */
function growing(runtime: Runtime, target: Expression, expression: Expression, value: Value): Value {
  if (runtime.repeating === 0 || target.kind !== 'name' || expression.kind !== 'join') return value;
  const isOwn = expression.items.some((item) => item.kind === 'name' && item.name === target.name);
  return isOwn && value.kind === 'text' ? union(value, unknownValue) : value;
}

/** Evaluates what may run many times. */
export function repeating(runtime: Runtime, expression: Expression, items: readonly Expression[]): Value {
  runtime.repeating++;
  runtime.again++;
  const value = inBranch(runtime, expression, () => evaluateAll(runtime, items));
  runtime.again--;
  runtime.repeating--;
  return value;
}

/** What a call adds to a list: `list.append(x)`, `push(@list, x)` and the like. */
export function mutate(runtime: Runtime, { callee, args }: Of<'call'>, given: readonly Value[]): void {
  const { dialect } = runtime.language;
  const changesInPlace = dialect.callBlocks && dialect.blocks === 'end';
  const isMethod =
    callee.kind === 'member' &&
    changingMethods.has(callee.name) &&
    (callee.name !== 'concat' || changesInPlace);
  const isFunction = callee.kind === 'name' && changingFunctions.has(callee.name);
  const isTable = callee.kind === 'member' && /^(?:insert|assign)$/.test(callee.name) && args.length > 1;
  const first = args[0]?.value;
  const target =
    isTable && holdsItems(given[0]) ? first : isMethod ? callee.object : isFunction ? first : undefined;
  if (target === undefined || (target.kind !== 'name' && target.kind !== 'member')) return;
  const before = holderValue(runtime, target);
  if (before.kind === 'text' && isMethod)
    bind(runtime, target, grownText(runtime, before, callee.name, given, target));
  if (!holdsItems(before)) return;
  const added = isMethod && target !== first ? given : given.slice(1);
  const name = callee.kind === 'member' || callee.kind === 'name' ? callee.name : '';
  const after = choicesOf(before).map((each) => {
    if (each.kind === 'list') return withAdded(each, added, name);
    return each.kind === 'dict' ? merged(each, target === first ? given.slice(1) : given) : each;
  });
  rebind(runtime, target, union(...after));
}

/** A text that a method has made longer in place: `text << x`. In a loop it may have grown many times. */
function grownText(
  runtime: Runtime,
  before: Value,
  name: string,
  given: readonly Value[],
  target: Expression,
): Value {
  if (!runtime.language.dialect.callBlocks || (name !== '<<' && name !== 'concat'))
    return perhapsChanged(before);
  const source = sourceOf(runtime, target);
  const grown = shapeValue(
    ...concatAll(
      [before, ...given].map((value) => shapesOf(value, source)),
      source,
    ),
  );
  return runtime.repeating > 0 ? union(before, grown, unknownValue) : grown;
}

/** Assigns the new value of a list or table to its variable or item. */
function rebind(runtime: Runtime, target: Expression, value: Value): void {
  if (target.kind === 'name' && runtime.language.localAssignments) changeFor(runtime, target.name, value);
  else bind(runtime, target, value);
}

/** `x[0] = y`, `x['k'] = y`, `$x[] = y`: the list or table with the new item. */
function bindItem(runtime: Runtime, { object, at }: Of<'index'>, value: Value): void {
  const list = listNameOf(runtime, object);
  if (list !== undefined) {
    bindItem(runtime, { kind: 'index', object: list, at, start: list.start, end: list.end }, value);
    return;
  }
  const before = evaluateExpression(runtime, object);
  const item = at === undefined ? undefined : evaluateExpression(runtime, at);
  const key = staticOf(item);
  const holder = before.kind === 'ref' ? before.name : object.kind === 'name' ? object.name : undefined;
  if (isEnvironment(runtime, holder?.replace(/^@/, '$')))
    // Perl: `@ENV{qw(A B)} = (…)` sets several.
    for (const each of item?.kind === 'list' && item.more === undefined ? item.items : [item])
      noteItem(runtime, each, item?.kind === 'list' ? elementOf(value) : value, object);
  else noteVariable(runtime, key, value, object);
  if (before.kind === 'ref' && /^(?:|globalThis|global|window|_G)$/.test(before.name)) {
    setByName(runtime, key, value);
    return;
  }
  // PHP: a variable outside of all functions.
  if (holder?.toLowerCase() === '$globals') {
    if (key === undefined) runtime.exceeded = true;
    else changeFor(runtime, `$${key}`, value);
    return;
  }
  if (object.kind !== 'name' && object.kind !== 'member') return;
  if (before.kind === 'text') rebind(runtime, object, perhapsChanged(before));
  if (!holdsItems(before)) return;
  rebind(
    runtime,
    object,
    union(...choicesOf(before).map((each) => withItem(each, at !== undefined, key, value))),
  );
}

/** A list or table with an item; `key`: undefined where it is not known. */
function withItem(before: Value, isPlaced: boolean, key: string | undefined, value: Value): Value {
  if (before.kind === 'list')
    return isPlaced
      ? listValue([], union(...before.items, before.more, value))
      : withAdded(before, [value], 'append');
  if (before.kind !== 'dict') return before;
  if (key === undefined) return union(before, unknownValue);
  const known = before.entries.get(key);
  return dictValue(new Map([...before.entries, [key, known === undefined ? value : union(known, value)]]));
}

/** `$$n = y`, if `$n` is the name of a variable. */
function bindNamed(runtime: Runtime, holder: string, value: Value): void {
  const held = lookUp(runtime, holder);
  if (held?.kind !== 'text') return;
  const name = staticOf(held);
  setByName(runtime, name === undefined ? undefined : `$${name}`, value);
}

/** `globals()['x'] = y`. */
function setByName(runtime: Runtime, name: string | undefined, value: Value): void {
  if (name === undefined) runtime.exceeded = true;
  else assign(runtime, name, value, false);
}

/** Perl: `$x[0]` is an item of `@x`. */
function listNameOf(runtime: Runtime, object: Expression): Expression | undefined {
  if (object.kind !== 'name' || !object.name.startsWith('$')) return undefined;
  const name = `@${object.name.slice(1)}`;
  return lookUp(runtime, name) === undefined ? undefined : { ...object, name };
}

/** `a, *b, c = …`: after a star, positions are unknown; an `@x` of Perl takes all remaining values. */
function bindItems(runtime: Runtime, items: readonly Expression[], value: Value): void {
  const lists = choicesOf(value);
  const star = items.findIndex(({ kind }) => kind === 'splat');
  items.forEach((item, index) => {
    if (item.kind === 'splat') bind(runtime, item.value, listValue([], elementOf(value)));
    else if (item.kind === 'name' && item.name.startsWith('@') && runtime.language.dialect.joins.has('.'))
      bind(runtime, item, union(...lists.map((list) => behind(list, index))));
    else if (star >= 0 && index > star) bind(runtime, item, elementOf(value));
    else bind(runtime, item, union(...lists.map((list) => itemAt(list, index))));
  });
}

const itemAt = (list: Value, index: number): Value =>
  list.kind === 'list' ? (list.items[index] ?? list.more ?? unknownValue) : showing(unknownValue, list.shows);

/** The items of a list from an index on. */
const behind = (list: Value, from: number): Value =>
  list.kind === 'list' ? listValue(list.items.slice(from), list.more) : unknownValue;

/** `{ k: x = y, ...z }`: members of an object, and then those that no key has taken. */
function bindMembers(runtime: Runtime, { items }: Of<'dict'>, value: Value): void {
  const taken: (string | undefined)[] = [];
  for (const item of items)
    if (item.value.kind === 'splat') bind(runtime, item.value.value, without(taken, value));
    else taken.push(bindMember(runtime, item, value));
}

/** An object without these members; undefined is a member that is not known. */
function without(taken: readonly (string | undefined)[], value: Value): Value {
  if (taken.includes(undefined)) return perhapsChanged(value);
  const rest = choicesOf(value).map((each) =>
    each.kind === 'dict'
      ? dictValue(new Map([...each.entries].filter(([key]) => !taken.includes(key))))
      : each,
  );
  return union(...rest);
}

/** Gives the name of the member, if it is known. */
function bindMember(runtime: Runtime, { key, value: item }: DictItem, value: Value): string | undefined {
  const local = item.kind === 'assign' ? item.target : item;
  const name = key?.kind === 'list' ? staticOf(computedKey(runtime, key)) : nameOfKey(key ?? local);
  noteReadIn(runtime, value, name === undefined ? undefined : textValue(name), local);
  const member =
    name === undefined
      ? union(...choicesOf(value).map((each) => anyMember(runtime, each)))
      : memberOf(runtime, value, name, sourceOf(runtime, local));
  const usual = item.kind === 'assign' ? evaluateExpression(runtime, item.value) : undefined;
  bind(runtime, local, union(member, usual));
  return name;
}

/** `[k]` in front of a member. */
function computedKey(runtime: Runtime, { items: [key, ...others] }: Of<'list'>): Value | undefined {
  return key === undefined || others.length > 0 ? undefined : evaluateExpression(runtime, key);
}

function nameOfKey(key: Expression): string | undefined {
  if (key.kind === 'name') return key.name;
  const [part, ...rest] = key.kind === 'text' ? key.parts : [];
  return rest.length === 0 && typeof part === 'string' ? part : undefined;
}

export function bind(runtime: Runtime, target: Expression, value: Value): void {
  switch (target.kind) {
    case 'name':
      if (isEnvironment(runtime, target.name)) noteItems(runtime, value, target);
      if (runtime.code[target.start] === '%') {
        assign(runtime, target.name, asTable(value), target.declared);
        return;
      }
      if (/^\$\$\w/.test(target.name)) bindNamed(runtime, target.name.slice(1), value);
      assign(runtime, target.name, value, target.declared);
      if (/^[$@]/.test(target.name)) assignSigils(runtime, target.name, value);
      return;
    case 'list':
    case 'block':
      bindItems(runtime, target.items, value);
      return;
    case 'dict':
      bindMembers(runtime, target, value);
      return;
    case 'member': {
      const name = dottedName(target);
      if (isEnvironment(runtime, name)) noteItems(runtime, value, target);
      else noteVariable(runtime, target.name, value, target);
      if (name !== undefined) {
        const before = lookUp(runtime, name);
        assign(runtime, name, before === undefined ? value : union(before, value), false);
      }
      const global = /^(?:globalThis|global|window|_G)\.(\w+)$/.exec(name ?? '')?.[1];
      if (global !== undefined) assign(runtime, global, value, false);
      setMember(runtime, holderValue(runtime, target.object), value, target);
      return;
    }
    case 'index':
      bindItem(runtime, target, value);
      return;
    case 'slice': {
      const before = evaluateExpression(runtime, target.object);
      if (target.object.kind === 'name' || target.object.kind === 'member')
        rebind(runtime, target.object, listValue([], union(elementOf(before), elementOf(value))));
      return;
    }
    case 'assign':
      bind(runtime, target.target, union(value, evaluateExpression(runtime, target.value)));
      return;
    case 'splat':
      // `*x = …` of Perl sets everything with this name.
      if (target.value.kind === 'name')
        for (const sigil of ['$', '@', ''])
          assign(runtime, `${sigil}${target.value.name}`, sigil === '' ? value : unknownValue, false);
      return;
    default:
      evaluateExpression(runtime, target);
  }
}

/** In Perl and similar languages `@x` and `$x[0]` are the same variable. */
function assignSigils(runtime: Runtime, name: string, value: Value): void {
  if (runtime.language.dialect.joins.has('.') === false || !name.startsWith('@')) return;
  const list = value.kind === 'list' ? value : listValue([value]);
  assign(runtime, name, list, true);
}

/** In PHP a loop over a table gives its values, and the keys to a variable of their own. */
function itemsIn(runtime: Runtime, given: Value, key: Expression | undefined): Value {
  if (!runtime.language.callsTexts) return given;
  const choices = choicesOf(given);
  const keys = choices.map((each) =>
    each.kind === 'dict' ? elementOf(each) : each.kind === 'list' ? nameValue() : unknownValue,
  );
  if (key !== undefined) bind(runtime, key, union(...keys));
  return argumentValues(given);
}

export function loopOf(runtime: Runtime, expression: Of<'loop'>): Value {
  const { target, source, body } = expression;
  const given = itemsIn(runtime, evaluateExpression(runtime, source), expression.key);
  // In Perl a text is a list with one item.
  const isOne = runtime.language.callsNames === 'all' && given.kind === 'text';
  const items =
    isOne && given.shapes.every((shape) => staticText(shape) !== undefined) ? listValue([given]) : given;
  const isShort = items.kind === 'list' && items.more === undefined && items.items.length <= runtime.unrolls;
  if (isShort && items.items.length > 0 && items.items.length <= 64) {
    runtime.unrolls -= items.items.length;
    runtime.again++;
    const values = items.items.map((item) =>
      inBranch(runtime, expression, () => {
        bind(runtime, target, item);
        return evaluateAll(runtime, body);
      }),
    );
    runtime.again--;
    // An item that a condition leaves out moves the items after it.
    const last = body[body.length - 1];
    const mayBeLess = last?.kind === 'block' && !last.always;
    return mayBeLess ? listValue([], union(...values)) : listValue(values);
  }
  runtime.repeating++;
  runtime.again++;
  const value = inBranch(runtime, expression, () => {
    bind(runtime, target, elementOf(items));
    return evaluateAll(runtime, body);
  });
  runtime.again--;
  runtime.repeating--;
  return listValue([], value);
}

export function returnOf(runtime: Runtime, { value: expression }: Of<'return'>): Value {
  const value = expression === undefined ? unknownValue : evaluateExpression(runtime, expression);
  const node = runtime.function;
  if (node !== undefined) {
    const known = runtime.memory.returns.get(node);
    runtime.memory.returns.set(node, known === undefined ? value : union(known, value));
  }
  return value;
}

/** Gives the names of a block that runs at another time all values that they have at any time. */
function withLater(runtime: Runtime, node: FunctionExpression): ReadonlyMap<string, Value> {
  const text = runtime.code.slice(node.start, node.end);
  const names = new Map<string, Value>();
  for (const [name, ever] of runtime.before.ever.get(runtime.function) ?? []) {
    if (runtime.scope.names.has(name) || !text.includes(name)) continue;
    const value = union(lookUp(runtime, name), ever);
    runtime.scope.names.set(name, value);
    names.set(name, value);
  }
  return names;
}

/** Evaluates a function where it is defined; `isLater`: its block may run at another time; `given` are the certain values of its first parameters. */
export function define(
  runtime: Runtime,
  node: FunctionExpression,
  given: readonly Value[],
  others: ReadonlyMap<string, Value> = new Map(),
  isLater = true,
): Value {
  const value: Value = { kind: 'function', node };
  if (node.name !== undefined) {
    assign(runtime, node.name, value, true);
    runtime.functions.set(node.name, node);
  }
  const learnt = runtime.before.parameters.get(node);
  const names = new Map(others);
  const patterns: (readonly [Expression, Value])[] = [];
  node.parameters.forEach(({ name, fallback, rest, pattern }, index) => {
    const usual = fallback === undefined ? undefined : evaluateExpression(runtime, fallback);
    const first = given[index];
    const own = index === 0 ? ownName(runtime, name, name) : undefined;
    const known =
      (rest === 'list' && first !== undefined ? listValue([first]) : first) ??
      (own === undefined ? learnt?.[index] : union(own, learnt?.[index]));
    const value = known === undefined && usual === undefined ? unknownValue : union(known, usual);
    if (name !== '') names.set(name, unsettled(runtime, name, value));
    else if (pattern !== undefined) patterns.push([pattern, value]);
  });
  // All arguments have a name too; an arrow function sees those of the function around it.
  const { passed } = runtime.language;
  const all = learnt?.[node.parameters.length] ?? unknownValue;
  if (passed !== undefined) names.set(passed, union(all, lookUp(runtime, passed)));
  const run = (): Value => {
    for (const [pattern, each] of patterns) bind(runtime, pattern, each);
    return evaluateAll(runtime, node.body);
  };
  if (node.shares) {
    runtime.again++;
    inBranch(runtime, node, () => {
      for (const [name, each] of names) runtime.scope.names.set(name, each);
      const before = isLater ? withLater(runtime, node) : new Map<string, Value>();
      const last = run();
      for (const [name, each] of before)
        if (runtime.scope.names.get(name) === each) runtime.scope.names.delete(name);
      // What `next` and `break` give is not followed.
      const leaves = /\b(?:next|break|redo)\b/.test(runtime.code.slice(node.start, node.end));
      runtime.memory.returns.set(node, leaves ? unknownValue : last);
      for (const name of names.keys()) runtime.scope.names.delete(name);
    });
    runtime.again--;
  } else {
    inFunction(runtime, node, names, () => {
      const last = run();
      if (!runtime.memory.returns.has(node)) runtime.memory.returns.set(node, last);
    });
  }
  return value;
}
