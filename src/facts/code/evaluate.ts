/**
 * Goes through a script's expressions in order, follows what names stand for, and
 * records what calls of the library do. Branches and loops are gone through as if
 * they ran; functions where they are defined, with what they are called with anywhere.
 * Nothing is run: what is not known stays unknown.
 */
import { anyShape, type Shape, staticText, textShape } from '../../pattern/shape.ts';
import { act, type Call, givenTo } from './call.ts';
import type { Argument, Expression, FunctionExpression, TextPart } from './expression.ts';
import { lexCode } from './lexer.ts';
import type { Entry } from './library.ts';
import { type Program, parseTokens } from './parse.ts';
import { joinPaths } from './path-text.ts';
import { environmentOf, formatPercent, type Operations, resultOf } from './results.ts';
import {
  assign,
  emit,
  emitUnknown,
  inBranch,
  inFunction,
  lookUp,
  type Runtime,
  sourceOf,
} from './runtime.ts';
import { holdsMark } from './token.ts';
import {
  choicesOf,
  concatAll,
  dictValue,
  distinct,
  elementOf,
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
} from './value.ts';

const mostSteps = 200_000;
const deepest = 600;
const mostEvals = 20;

export function evaluate(runtime: Runtime, expression: Expression): Value {
  runtime.steps++;
  if (runtime.steps > mostSteps || runtime.depth >= deepest) {
    runtime.exceeded = true;
    return unknownValue;
  }
  runtime.depth++;
  const value = valueOf(runtime, expression);
  runtime.depth--;
  return value;
}

export function evaluateAll(runtime: Runtime, expressions: readonly Expression[]): Value {
  let last: Value = unknownValue;
  for (const expression of expressions) last = evaluate(runtime, expression);
  return last;
}

function valueOf(runtime: Runtime, expression: Expression): Value {
  switch (expression.kind) {
    case 'name':
      return calledAlone(runtime, nameOf(runtime, expression), expression);
    case 'text':
      return shapeValue(...textShapes(runtime, expression.parts, sourceOf(runtime, expression)));
    case 'shell':
      return backticks(runtime, expression);
    case 'number':
      return textValue(numberText(expression.text));
    case 'call':
      return callOf(runtime, expression);
    case 'member':
      return calledAlone(runtime, memberExpression(runtime, expression), expression);
    case 'index':
      return indexOf(runtime, expression);
    case 'slice':
      return sliceOf(runtime, expression);
    case 'join':
      return joinOf(runtime, expression);
    case 'either':
      return union(...expression.items.map((item) => evaluate(runtime, item)));
    case 'format':
      return formatOf(runtime, expression);
    case 'slash':
      return slashOf(runtime, expression);
    case 'list':
      return listOf(runtime, expression.items);
    case 'splat':
      return elementOf(evaluate(runtime, expression.value));
    case 'dict':
      return dictOf(runtime, expression);
    case 'assign':
      return assignTo(runtime, expression);
    case 'block':
      if (expression.always) return evaluateAll(runtime, expression.items);
      return inBranch(runtime, expression, () => evaluateAll(runtime, expression.items));
    case 'loop':
      return loopOf(runtime, expression);
    case 'return':
      return returnOf(runtime, expression);
    case 'import':
      for (const [local, name] of expression.bindings) {
        if (local === '*') runtime.stars.push(name.replace(/\.\*$/, ''));
        else assign(runtime, local, refValue(name.replace(/^node:/, '')), true);
      }
      return unknownValue;
    case 'function':
      return define(runtime, expression, []);
    case 'other':
      for (const item of expression.items) evaluate(runtime, item);
      return unknownValue;
    default: {
      const never: never = expression;
      return never;
    }
  }
}

/** The expressions of a kind, also where one type stands for two. */
type Of<Kind extends Expression['kind']> = Expression & { readonly kind: Kind };

// Names and texts.

function nameOf(runtime: Runtime, { name, start, end }: Of<'name'>): Value {
  if (holdsMark(name)) {
    emitUnknown(runtime, { start, end }, 'a part of the script is not known');
    return textValue(name);
  }
  const known = lookUp(runtime, name);
  if (known !== undefined) return known;
  const constant = constantOf(runtime, name);
  if (constant !== undefined) return constant;
  const star = runtime.stars.find((module) =>
    runtime.language.library.has(canonical(runtime, `${module}.${name}`)),
  );
  return refValue(star === undefined ? name : `${star}.${name}`);
}

function constantOf(runtime: Runtime, name: string): Value | undefined {
  const { language, args } = runtime;
  const offset = language.argumentLists.get(name);
  if (offset === undefined) return language.constants.get(name);
  if (args === undefined) return listValue([], shapeValue(anyShape(name)));
  const values = args.map((shape) => shapeValue(shape));
  if (offset === 'varies') return listValue([], union(...values, unknownValue));
  const before = Array.from({ length: offset }, () => unknownValue);
  return listValue([...before, ...values]);
}

const numberText = (text: string): string => {
  const number = Number(text.replaceAll('_', ''));
  return Number.isSafeInteger(number) ? String(number) : text;
};

function textShapes(runtime: Runtime, parts: readonly TextPart[], source: string): readonly Shape[] {
  const shapes = parts.map((part): readonly Shape[] => {
    if (typeof part === 'string') return [textShape(part, source)];
    const value = evaluate(runtime, part);
    return shapesOf(value.kind === 'list' ? unknownValue : value, source);
  });
  return concatAll(shapes, source);
}

function backticks(runtime: Runtime, { parts, start, end }: Of<'shell'>): Value {
  const source = sourceOf(runtime, { start, end });
  const texts = textShapes(runtime, parts, source);
  if (runtime.language.backticks === 'words')
    return { kind: 'object', type: 'Cmd', shapes: texts, written: undefined };
  for (const text of texts) {
    emit(runtime, { kind: 'shell', text, cwd: undefined, stdin: undefined, certain: true, start, end });
  }
  return shapeValue(anyShape(source));
}

function joinOf(runtime: Runtime, expression: Of<'join'>): Value {
  const values = expression.items.map((item) => evaluate(runtime, item));
  const lists = values.filter((value) => value.kind === 'list');
  const [path] = values;
  if (path?.kind === 'object' && path.type === 'Pathname') return slash(runtime, values, expression);
  if (lists.length > 0) {
    const items = values.flatMap((value) => (value.kind === 'list' ? value.items : [elementOf(value)]));
    const more = lists.flatMap((list) =>
      list.kind === 'list' && list.more !== undefined ? [list.more] : [],
    );
    return listValue(items.slice(0, 1000), more.length === 0 ? undefined : union(...more));
  }
  const source = sourceOf(runtime, expression);
  return shapeValue(
    ...concatAll(
      values.map((value) => shapesOf(value, source)),
      source,
    ),
  );
}

function formatOf(runtime: Runtime, { left, right, start, end }: Of<'format'>): Value {
  const format = evaluate(runtime, left);
  const value = evaluate(runtime, right);
  const values = value.kind === 'list' ? value.items : [value];
  if (left.kind === 'number' || format.kind !== 'text') return nameValue();
  return formatPercent(format, values, { source: sourceOf(runtime, { start, end }) });
}

/** `Path('a') / 'b'`; elsewhere a number. */
function slashOf(runtime: Runtime, expression: Of<'slash'>): Value {
  return slash(runtime, [evaluate(runtime, expression.left), evaluate(runtime, expression.right)], expression);
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

// Collections.

function listOf(runtime: Runtime, items: readonly Expression[]): Value {
  const values: Value[] = [];
  const more: Value[] = [];
  for (const item of items) {
    const value = evaluate(runtime, item.kind === 'splat' ? item.value : item);
    if (item.kind !== 'splat' && item.kind !== 'loop') values.push(value);
    else if (value.kind === 'list' && more.length === 0) {
      values.push(...value.items);
      if (value.more !== undefined) more.push(value.more);
    } else more.push(elementOf(value));
    if (more.length > 0 && item.kind !== 'splat' && item.kind !== 'loop') more.push(value);
  }
  return listValue(values.slice(0, 1000), more.length === 0 ? undefined : union(...more));
}

function dictOf(runtime: Runtime, { items }: Of<'dict'>): Value {
  const { dialect } = runtime.language;
  const isScript = dialect.blocks === 'brace' && dialect.lines === 'soft';
  const isList = items.length > 0 && items.every(({ key, value }) => key === undefined && value.kind !== 'assign');
  if (isList && !isScript) return listOf(runtime, items.map(({ value }) => value));
  const entries = new Map<string, Value>();
  for (const { key, value } of items) {
    if (key === undefined && value.kind === 'assign' && value.target.kind === 'name' && !isScript) {
      entries.set(value.target.name, evaluate(runtime, value.value));
      continue;
    }
    if (key === undefined) {
      const result = evaluate(runtime, value.kind === 'splat' ? value.value : value);
      if (value.kind === 'name') entries.set(value.name, result);
      if (result.kind === 'dict') for (const [name, item] of result.entries) entries.set(name, item);
      continue;
    }
    const name = key.kind === 'name' ? key.name : staticOf(evaluate(runtime, key));
    const result = evaluate(runtime, value);
    if (name !== undefined && entries.size < 1000) entries.set(name, result);
  }
  return dictValue(entries);
}

function indexOf(runtime: Runtime, { object, at, start, end }: Of<'index'>): Value {
  const value = listBehind(runtime, object) ?? evaluate(runtime, object);
  const index = at === undefined ? undefined : evaluate(runtime, at);
  const source = sourceOf(runtime, { start, end });
  return union(...choicesOf(value).map((each) => itemOf(runtime, each, index, source)));
}

function sliceOf(runtime: Runtime, { object, bounds, start, end }: Of<'slice'>): Value {
  const value = evaluate(runtime, object);
  const given = bounds.map((bound) => (bound === undefined ? undefined : evaluate(runtime, bound)));
  const [from, to, step] = given.map((bound) => (bound === undefined ? undefined : Number(staticOf(bound))));
  const isKnown = [from, to].every((bound) => bound === undefined || Number.isInteger(bound));
  const reversed = step === -1 && from === undefined && to === undefined;
  const text = staticOf(value);
  if (value.kind === 'list') {
    if (value.more !== undefined || !isKnown || (step !== undefined && step !== 1)) return listValue([], elementOf(value));
    return listValue(value.items.slice(from, to));
  }
  if (text !== undefined && reversed) return textValue([...text].reverse().join(''));
  if (text !== undefined && isKnown && step === undefined) return textValue(text.slice(from, to));
  return value.kind === 'text' ? shapeValue(anyShape(sourceOf(runtime, { start, end }))) : unknownValue;
}

/** Perl: `$x[0]` is an item of `@x`. */
function listBehind(runtime: Runtime, object: Expression): Value | undefined {
  if (object.kind !== 'name' || !object.name.startsWith('$')) return undefined;
  const list = `@${object.name.slice(1)}`;
  return lookUp(runtime, list) ?? constantOf(runtime, list);
}

function itemOf(runtime: Runtime, value: Value, index: Value | undefined, source: string): Value {
  const key = staticOf(index);
  switch (value.kind) {
    case 'list': {
      const at = Number(key);
      if (key !== undefined && Number.isInteger(at) && value.more === undefined)
        return value.items.at(at) ?? unknownValue;
      return key !== undefined && at >= 0 && at < value.items.length
        ? (value.items[at] ?? unknownValue)
        : elementOf(value);
    }
    case 'dict':
      return (key === undefined ? union(...value.entries.values()) : value.entries.get(key)) ?? unknownValue;
    case 'ref': {
      const name = canonical(runtime, value.name);
      if (runtime.language.environments.has(name)) return environmentOf(index, { source });
      if (key !== undefined) return memberOf(runtime, value, key, source);
      return runtime.language.modules.has(name) ? refValue(`${name}.?`) : unknownValue;
    }
    case 'text':
      return key !== undefined && /^\d+$/.test(key)
        ? itemOfText(value, Number(key), source)
        : nameValue(source);
    case 'object':
      return key === undefined || /^-?\d+$/.test(key) ? unknownValue : memberOf(runtime, value, key, source);
    default:
      return key === undefined || /^-?\d+$/.test(key) ? unknownValue : memberOf(runtime, value, key, source);
  }
}

function itemOfText(value: Value, at: number, source: string): Value {
  const character = staticOf(value)?.[at];
  return character === undefined ? nameValue(source) : textValue(character, source);
}

// Members and calls.

function memberExpression(runtime: Runtime, expression: Of<'member'>): Value {
  const path = dottedName(expression);
  const known = path === undefined ? undefined : lookUp(runtime, path);
  if (known !== undefined) return known;
  const object = evaluate(runtime, expression.object);
  return memberOf(runtime, object, expression.name, sourceOf(runtime, expression));
}

/** `self.path`, where it is made of names only. */
function dottedName(expression: Expression): string | undefined {
  const names: string[] = [];
  let each = expression;
  while (each.kind === 'member' && names.length < 8) {
    names.unshift(each.name);
    each = each.object;
  }
  return each.kind === 'name' && names.length > 0 ? [each.name, ...names].join('.') : undefined;
}

function memberOf(runtime: Runtime, object: Value, name: string, source: string): Value {
  switch (object.kind) {
    case 'ref': {
      const full = canonical(runtime, `${object.name}.${name}`);
      if (
        runtime.language.environments.has(canonical(runtime, object.name)) &&
        !runtime.language.library.has(full)
      ) {
        return environmentOf(textValue(name), { source });
      }
      return constantOf(runtime, full) ?? propertyOf(runtime, full, object, source) ?? refValue(full, object);
    }
    case 'object': {
      const full = `${object.type}.${name}`;
      return propertyOf(runtime, full, object, source) ?? refValue(full, object);
    }
    case 'text':
      return propertyOf(runtime, `text.${name}`, object, source) ?? refValue(`text.${name}`, object);
    case 'list':
      return refValue(`list.${name}`, object);
    case 'dict':
      return object.entries.get(name) ?? refValue(`dict.${name}`, object);
    case 'choice':
      return union(...object.values.map((each) => memberOf(runtime, each, name, source)));
    case 'function':
      return refValue(`function.${name}`, object);
    default:
      return refValue(`?.${name}`, object);
  }
}

/** Members that are values without being called: `path.parent`. */
function propertyOf(runtime: Runtime, name: string, self: Value, source: string): Value | undefined {
  const entry = runtime.language.library.get(`${name}#`);
  if (entry === undefined) return undefined;
  return resultOf(entry.gives, { ...blankCall, name, self, source }, runtime, operations);
}

const blankCall: Call = {
  name: '',
  self: undefined,
  args: [],
  named: new Map(),
  more: undefined,
  partial: false,
  source: '',
  start: 0,
  end: 0,
};

/** A name of the library as the tables have it. */
function canonical(runtime: Runtime, name: string): string {
  const { aliases } = runtime.language;
  let current = name;
  for (let turn = 0; turn < 6; turn++) {
    let prefix = current;
    let replaced: string | undefined;
    for (let length = 0; length < 8 && prefix !== ''; length++) {
      const alias = aliases.get(prefix);
      if (alias !== undefined) {
        const rest = current.slice(prefix.length);
        replaced = alias === '' ? rest.slice(1) : `${alias}${rest}`;
        break;
      }
      const dot = prefix.lastIndexOf('.');
      prefix = dot < 0 ? '' : prefix.slice(0, dot);
    }
    if (replaced === undefined || replaced === current) return current;
    current = replaced;
  }
  return current;
}

/** What is called; not the result of calling it. */
function calleeOf(runtime: Runtime, callee: Expression): Value {
  if (callee.kind === 'name') return nameOf(runtime, callee);
  return callee.kind === 'member' ? memberExpression(runtime, callee) : evaluate(runtime, callee);
}

/** Where naming a function calls it: `Dir.home`, `shift`. */
function calledAlone(runtime: Runtime, value: Value, expression: Of<'name'> | Of<'member'>): Value {
  const { callsNames } = runtime.language;
  if (callsNames === 'none' || value.kind !== 'ref') return value;
  if (callsNames === 'members' && expression.kind === 'name') return value;
  const name = canonical(runtime, value.name);
  const entry = entryOf(runtime, name);
  if (entry === undefined) return value;
  const { start, end } = expression;
  const usual = expression.kind === 'name' ? lookUp(runtime, '$_') : undefined;
  const args = usual === undefined || entry.actions.length === 0 ? [] : [usual];
  const call = { ...blankCall, name, self: value.self, args, source: sourceOf(runtime, expression), start, end };
  return perform(runtime, entry, call);
}

function callOf(runtime: Runtime, expression: Of<'call'>): Value {
  const { callee, args, start, end } = expression;
  const value = calleeOf(runtime, callee);
  const source = sourceOf(runtime, expression);
  const blocks = runtime.language.dialect.callBlocks
    ? args.filter(({ value: { kind } }) => kind === 'function')
    : [];
  const given = argumentsOf(
    runtime,
    args.filter((arg) => !blocks.includes(arg)),
    value,
  );
  const call: Call = { ...blankCall, ...given, source, start, end };
  const result = apply(runtime, value, call, callee);
  for (const { value: block } of blocks) {
    if (block.kind === 'function') runBlock(runtime, block, value, call, result);
  }
  return result;
}

/** The block of a call gets the items of a list, or what the call opened. */
function runBlock(
  runtime: Runtime,
  block: FunctionExpression,
  callee: Value,
  call: Call,
  result: Value,
): void {
  const self = callee.kind === 'ref' ? callee.self : undefined;
  const item = self?.kind === 'list' || self?.kind === 'dict' ? elementOf(self) : undefined;
  const listed =
    call.args.length > 0 && block.parameters.length === 0
      ? union(...call.args.map((arg) => (arg.kind === 'list' ? elementOf(arg) : arg)))
      : undefined;
  define(
    runtime,
    block,
    [item ?? (result.kind === 'list' ? elementOf(result) : result)],
    new Map(listed === undefined ? [] : [['$_', listed]]),
  );
}

type Given = Pick<Call, 'args' | 'named' | 'more'>;

function argumentsOf(runtime: Runtime, args: readonly Argument[], callee: Value): Given {
  const values: Value[] = [];
  const named = new Map<string, Value>();
  let more: Value | undefined;
  for (const { name, value: expression } of args) {
    if (expression.kind === 'splat') {
      const value = evaluate(runtime, expression.value);
      if (value.kind === 'dict') for (const [key, item] of value.entries) named.set(key, item);
      else if (value.kind === 'list' && more === undefined) {
        values.push(...value.items);
        more = value.more;
      } else more = union(more, elementOf(value));
      continue;
    }
    const self = callee.kind === 'ref' ? callee.self : undefined;
    const follows = callee.kind === 'ref' && callee.name.endsWith('.then');
    const value =
      expression.kind === 'function' && (self?.kind === 'list' || self?.kind === 'dict' || follows)
        ? define(runtime, expression, [follows ? (self ?? unknownValue) : elementOf(self ?? unknownValue), unknownValue])
        : evaluate(runtime, expression);
    if (name !== undefined) named.set(name, value);
    else if (more === undefined) values.push(value);
    else more = union(more, value);
  }
  return { args: values, named, more };
}

function apply(runtime: Runtime, callee: Value, call: Call, expression?: Expression): Value {
  runtime.steps++;
  if (runtime.steps > mostSteps || runtime.depth >= deepest) {
    runtime.exceeded = true;
    return unknownValue;
  }
  switch (callee.kind) {
    case 'function':
      return callFunction(runtime, callee.node, call);
    case 'ref':
      return callNamed(runtime, callee, call);
    case 'choice':
      return union(...callee.values.map((each) => apply(runtime, each, call, expression)));
    case 'text':
      if (!runtime.language.callsTexts) return unknownValue;
      return callText(runtime, callee, call);
    default:
      lend(runtime, call);
      return unknownValue;
  }
}

/** `$f('ls')` where `$f` is a text. */
function callText(runtime: Runtime, callee: Value, call: Call): Value {
  const name = staticOf(callee);
  if (name !== undefined) {
    const spelt = runtime.language.dialect.spell?.(name) ?? name;
    return callNamed(runtime, { kind: 'ref', name: spelt, self: undefined }, call);
  }
  emitUnknown(runtime, call, 'the function that is called is not known');
  return unknownValue;
}

function callFunction(runtime: Runtime, node: FunctionExpression, call: Call): Value {
  const { memory, before } = runtime;
  const known = memory.parameters.get(node) ?? [];
  const isMethod = /^(?:self|cls|this)$/.test(node.parameters[0]?.name ?? '');
  const values = node.parameters.map(({ name }, index): Value => {
    const at = isMethod ? index - 1 : index;
    const given = at < 0 ? call.self : (call.args[at] ?? call.named.get(name) ?? call.more);
    const was = known[index];
    if (name === '@_') return was === undefined ? listValue(call.args, call.more) : union(was, listValue(call.args, call.more));
    if (given === undefined) return was ?? unknownValue;
    return was === undefined ? given : union(was, given);
  });
  memory.parameters.set(node, values);
  for (const value of givenTo(call)) release(value);
  return before.returns.get(node) ?? unknownValue;
}

const callForms = /\.(?:call|apply|bind)$/;

function callNamed(runtime: Runtime, { name: written, self }: Of2<'ref'>, call: Call): Value {
  const name = canonical(runtime, written);
  const entry = entryOf(runtime, name);
  const bound = { ...call, name, self: call.self ?? self };
  if (entry !== undefined) return perform(runtime, entry, bound);
  if (callForms.test(name) && self !== undefined) return callThrough(runtime, name, self, call);
  const dot = name.lastIndexOf('.');
  const last = dot < 0 ? name : name.slice(dot + 1);
  if (last === '?' || name === '?') {
    const owner = name.slice(0, Math.max(0, dot));
    if (runtime.language.modules.has(owner) || owner === '?' || name === '?') {
      emitUnknown(runtime, call, 'the function that is called is not known');
    }
    return unknownValue;
  }
  const method = dot < 0 ? undefined : (entryOf(runtime, `?.${last}`) ?? undefined);
  const own = runtime.functions.get(last);
  if (own !== undefined && (self === undefined || self.kind !== 'text'))
    return callFunction(runtime, own, bound);
  if (method !== undefined && self?.kind !== 'text' && self?.kind !== 'list' && self?.kind !== 'dict') {
    return perform(runtime, method, bound);
  }
  lend(runtime, bound);
  return unknownValue;
}

type Of2<Kind extends Value['kind']> = Extract<Value, { kind: Kind }>;

function entryOf(runtime: Runtime, name: string): Entry | undefined {
  const { library, endings } = runtime.language;
  const entry = library.get(name);
  if (entry !== undefined) return entry;
  const ending = endings.find((each) => name.endsWith(each));
  return ending === undefined ? undefined : library.get(name.slice(0, -ending.length));
}

/** `f.call(this, x)`, `f.apply(this, [x])`, `f.bind(this, x)`. */
function callThrough(runtime: Runtime, name: string, self: Value, call: Call): Value {
  if (name.endsWith('.bind')) {
    if (call.args.length <= 1) return self;
    return apply(runtime, self, { ...call, args: call.args.slice(1), self: undefined });
  }
  const [, ...rest] = call.args;
  const [list] = rest;
  const spread = name.endsWith('.apply') && list?.kind === 'list' ? list : undefined;
  const args = spread?.items ?? rest;
  return apply(runtime, self, { ...call, args, more: spread?.more ?? call.more, self: undefined });
}

function perform(runtime: Runtime, entry: Entry, call: Call): Value {
  for (const value of givenTo(call)) release(value);
  for (const action of entry.actions) {
    act(runtime, call, action);
    if (action.verb === 'eval') return runText(runtime, call, action.places[0]?.position ?? 0, entry.gives[0] === 'function');
  }
  return resultOf(entry.gives, call, runtime, operations);
}

/** An open file that is given away: what is written to it is not known. */
function release(value: Value): void {
  for (const each of choicesOf(value)) {
    if (each.kind === 'object' && each.written !== undefined) each.written.texts = undefined;
    if (each.kind === 'list') for (const item of each.items) if (item.kind === 'object') release(item);
  }
}

/** Functions of the library that are given to someone unknown may be called with anything. */
function lend(runtime: Runtime, call: Call): void {
  for (const value of givenTo(call)) {
    release(value);
    for (const each of choicesOf(value)) {
      if (each.kind !== 'ref') continue;
      const entry = entryOf(runtime, canonical(runtime, each.name));
      if (entry === undefined || entry.actions.length === 0) continue;
      const partial = { ...blankCall, name: each.name, partial: true, self: each.self, source: call.source };
      perform(runtime, entry, { ...partial, start: call.start, end: call.end });
    }
  }
}

/** Text that is run as a script: read again where it is known. */
function runText(runtime: Runtime, call: Call, at: number, makes: boolean): Value {
  const value = call.args.at(at) ?? call.more;
  if (value === undefined) return unknownValue;
  let result: Value = unknownValue;
  for (const each of choicesOf(value)) {
    if (each.kind === 'function' || (each.kind === 'ref' && each.name === 'None')) continue;
    for (const shape of each.kind === 'text' ? each.shapes : [undefined]) {
      const text = shape === undefined ? undefined : staticText(shape);
      if (text !== undefined) result = makes ? functionOfText(runtime, text, call) : evaluateText(runtime, text, call);
      else emitUnknown(runtime, call, 'text that is not known is run as a script');
    }
  }
  return result;
}

/** A function whose body is a text: `new Function('…')`. */
function functionOfText(runtime: Runtime, text: string, call: Call): Value {
  const program = programOf(runtime, text);
  const known = runtime.made.get(text);
  const node: FunctionExpression = known ?? {
    kind: 'function',
    name: undefined,
    parameters: [],
    body: program.body,
    shares: false,
    start: call.start,
    end: call.end,
  };
  runtime.made.set(text, node);
  return within(runtime, text, call, () => define(runtime, node, []));
}

const evaluateText = (runtime: Runtime, text: string, call: Call): Value =>
  within(runtime, text, call, () => evaluateAll(runtime, programOf(runtime, text).body));

/** Goes through a text inside of the script; what it does counts as done where it is called. */
function within(runtime: Runtime, text: string, call: Call, run: () => Value): Value {
  if (runtime.evals >= mostEvals || text.length > 65_536) {
    emitUnknown(runtime, call, 'scripts are run inside of scripts too often to be followed');
    return unknownValue;
  }
  runtime.evals++;
  const { inside, code } = runtime;
  runtime.inside = inside ?? { start: call.start, end: call.end };
  runtime.code = text;
  const result = run();
  runtime.inside = inside;
  runtime.code = code;
  return result;
}

/** The program of a text, read once. */
export function programOf(runtime: Runtime, text: string): Program {
  const known = runtime.programs.get(text);
  if (known !== undefined) return known;
  const { dialect } = runtime.language;
  const lexed = lexCode(text, dialect);
  const parsed = parseTokens(lexed.tokens, dialect);
  const program = { body: parsed.body, exceeded: parsed.exceeded || lexed.exceeded };
  if (program.exceeded) runtime.exceeded = true;
  runtime.programs.set(text, program);
  return program;
}

const operations: Operations = {
  apply: (runtime, callee, call) => {
    runtime.depth++;
    const value = apply(runtime, callee, call);
    runtime.depth--;
    return value;
  },
  member: (runtime, object, name, call) => memberOf(runtime, object, name, call.source),
  evaluate: evaluateText,
};

// Assignments, loops, functions.

function assignTo(runtime: Runtime, { target, value: expression, adds }: Of<'assign'>): Value {
  const value = evaluate(runtime, expression);
  if (!adds) {
    bind(runtime, target, value);
    return value;
  }
  const before = evaluate(runtime, target);
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

function bind(runtime: Runtime, target: Expression, value: Value): void {
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
        bind(runtime, local, item.kind === 'assign' ? union(member, evaluate(runtime, item.value)) : member);
      }
      return;
    case 'member': {
      const name = dottedName(target);
      if (name !== undefined) {
        const before = lookUp(runtime, name);
        assign(runtime, name, before === undefined ? value : union(before, value), false);
      }
      evaluate(runtime, target.object);
      return;
    }
    case 'assign':
      bind(runtime, target.target, union(value, evaluate(runtime, target.value)));
      return;
    default:
      evaluate(runtime, target);
  }
}

/** Perl and its like: `@x` and `$x[0]` are one thing. */
function assignSigils(runtime: Runtime, name: string, value: Value): void {
  if (runtime.language.dialect.joins.has('.') === false || !name.startsWith('@')) return;
  const list = value.kind === 'list' ? value : listValue([value]);
  assign(runtime, name, list, true);
}

function loopOf(runtime: Runtime, expression: Of<'loop'>): Value {
  const { target, source, body } = expression;
  const items = evaluate(runtime, source);
  const isShort = items.kind === 'list' && items.more === undefined && items.items.length <= runtime.unrolls;
  if (isShort && items.items.length > 0 && items.items.length <= 64) {
    runtime.unrolls -= items.items.length;
    const values = items.items.map((item) =>
      inBranch(runtime, expression, () => {
        bind(runtime, target, item);
        return evaluateAll(runtime, body);
      }),
    );
    return listValue(values);
  }
  const value = inBranch(runtime, expression, () => {
    bind(runtime, target, elementOf(items));
    return evaluateAll(runtime, body);
  });
  return listValue([], value);
}

function returnOf(runtime: Runtime, { value: expression }: Of<'return'>): Value {
  const value = expression === undefined ? unknownValue : evaluate(runtime, expression);
  const node = runtime.function;
  if (node !== undefined) {
    const known = runtime.memory.returns.get(node);
    runtime.memory.returns.set(node, known === undefined ? value : union(known, value));
  }
  return value;
}

/** Goes through a function where it stands; `given` is what its first parameters are for sure. */
function define(
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
    const usual = fallback === undefined ? undefined : evaluate(runtime, fallback);
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
      evaluateAll(runtime, node.body);
      for (const name of names.keys()) runtime.scope.names.delete(name);
    });
  } else {
    inFunction(runtime, node, names, () => {
      const last = evaluateAll(runtime, node.body);
      if (!runtime.memory.returns.has(node)) runtime.memory.returns.set(node, last);
    });
  }
  return value;
}
